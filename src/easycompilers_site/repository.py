"""Where a site's sources stand: the address of a repository in, the addresses of a file, of its history and of a form for mistakes out.

GitHub, GitLab and Forgejo (Codeberg) are known by their addresses; of any other host the repository itself is all that
can be named. A branch and a folder are given as such a host shows them: `https://github.com/name/course/tree/main/site`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode, urlsplit

_SHOWN = re.compile(r"(?P<home>https?://[^/]+/.+?)(?:/-)?/(?:tree|src/branch)/(?P<branch>[^/]+)(?P<folder>/.*)?$")


def source_address(repository: str, path: str) -> str:
    """Where the file `path` of the site can be changed; '' without a repository."""
    if not repository:
        return ""
    home, branch, folder = _parts(repository)
    place = quote(f"{folder}{path}")
    host = _host(home)
    if host == "gitlab":
        return f"{home}/-/edit/{branch or 'HEAD'}/{place}" if branch else f"{home}/-/blob/HEAD/{place}"
    if host == "forgejo":
        return f"{home}/_edit/{branch}/{place}" if branch else f"{home}/src/{place}"
    if host == "github":
        return f"{home}/edit/{branch}/{place}" if branch else f"{home}/blob/HEAD/{place}"
    return home


def history_address(repository: str, path: str) -> str:
    """Where all changes of the file `path` are listed; '' without a repository, and on a host that is not known."""
    home, branch, folder = _parts(repository)
    place = quote(f"{folder}{path}")
    host = _host(home)
    if host == "gitlab":
        return f"{home}/-/commits/{branch or 'HEAD'}/{place}"
    if host == "forgejo":
        return f"{home}/commits/branch/{branch}/{place}" if branch else f"{home}/commits/{place}"
    return f"{home}/commits/{branch or 'HEAD'}/{place}" if host == "github" else ""


def report_address(repository: str, title: str, path: str) -> str:
    """Where a mistake in the chapter `title` can be told; '' without a repository."""
    if not repository:
        return ""
    home, _, _ = _parts(repository)
    host = _host(home)
    subject, body = f"{title}: a mistake", f"In `{path}`:\n\n"
    if host == "gitlab":
        return f"{home}/-/issues/new?" + urlencode({"issue[title]": subject, "issue[description]": body}, quote_via=quote)
    if host:
        return f"{home}/issues/new?" + urlencode({"title": subject, "body": body}, quote_via=quote)
    return home


def _parts(repository: str) -> tuple[str, str, str]:
    """The repository's own address, the branch ('' where none is said), and the folder in it with a slash at its end, or ''."""
    match = _SHOWN.match(repository)
    if match is None:
        return repository.rstrip("/").removesuffix(".git"), "", ""
    folder = (match["folder"] or "").strip("/")
    return match["home"].rstrip("/"), match["branch"], f"{folder}/" if folder else ""


def _host(home: str) -> str:
    """``github`` ``gitlab`` ``forgejo``, or '' for a host that is not known."""
    name = (urlsplit(home).hostname or "").lower()
    known = (("github", ("github.com",)), ("gitlab", ("gitlab.com",)), ("forgejo", ("codeberg.org",)))
    labels = set(name.split("."))
    return next((kind for kind, names in known if name in names or kind in labels), "")

"""The one file with which a service builds, checks and publishes a site. In: the service, the site's folder. Out: the file, or `Refused`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from . import __version__
from .frozen import frozen

STARTER = Path(__file__).parent / "starter" / "ci"
PACKAGE = "easycompilers-site"


class Refused(Exception):
    """Nothing was written. The message says to the author why, and what to do."""


@frozen
class Service:
    """path: where it looks for its file, from the repository's root. then: what is left to do there, in sentences."""

    starter: str
    path: str
    then: str


SERVICES = {
    "github": Service("github.yml", ".github/workflows/course-site.yml",
                      "In the repository's settings, under Pages, choose “GitHub Actions” as the source. Then commit this file and push it."),
    "gitlab": Service("gitlab.yml", ".gitlab-ci.yml", "Commit this file and push it. The site's address stands under Deploy, Pages."),
    "netlify": Service("netlify.toml", "netlify.toml", "Commit this file and push it, and import the repository at Netlify. There is nothing to fill in."),
    "cloudflare": Service("cloudflare.jsonc", "wrangler.jsonc",
                          "Commit this file and push it, and import the repository under Workers, with the build command that stands in the file."),
    "docker": Service("Dockerfile", "Dockerfile", "Build the image with `docker build -t my-course .`, and run it with `docker run -p 8080:80 my-course`."),
}


def ci_text(service: str, site: str, name: str, package: str = "") -> str:
    """The file's text. site: the way from the repository's root to the site, '' or with a slash at its end. name: of the repository's folder.

    package: what pip installs, as in a requirements file; '' for this release.
    """
    environment = Environment(variable_start_string="<%", variable_end_string="%>", keep_trailing_newline=True, undefined=StrictUndefined)
    environment.filters |= {"shell": shlex.quote, "quoted": lambda text: json.dumps(text, ensure_ascii=False)}
    text = (STARTER / SERVICES[service].starter).read_text(encoding="utf-8")
    wanted = package or f"{PACKAGE}=={__version__}"
    return environment.from_string(text).render(
        way=site, site=site.rstrip("/") or ".", name=_plain(name), package=wanted, package_compressing=_compressing(wanted))


def write_ci(service: str, site: Path, package: str = "") -> Path:
    """Write the service's file at the root of the repository that holds `site`, and give its place. Raises `Refused`."""
    root, way = repository_of(site)
    place = root / SERVICES[service].path
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "x", encoding="utf-8", newline="\n") as file:
            file.write(ci_text(service, way, root.name, package))
    except FileExistsError:
        raise Refused(f"{place} is there already, and was not touched. Move it away, or look at what would stand in it with --print.") from None
    except OSError as error:
        raise Refused(f"{place} cannot be written: {error.strerror or error}. Look at the permissions of the folder.") from None
    return place


def repository_of(site: Path) -> tuple[Path, str]:
    """The root of the git repository that holds `site`, and the way from it to the site: '' or with a slash at its end.

    Outside of a repository the site is its own root.
    """
    place = site.resolve()
    root = next((folder for folder in (place, *place.parents) if (folder / ".git").exists()), place)
    way = place.relative_to(root).as_posix()
    return root, "" if way == "." else f"{way}/"


def _compressing(package: str) -> str:
    """The same requirement with what `--compress` needs."""
    name = re.escape(PACKAGE)
    return re.sub(rf"^{name}(?!\[)", f"{PACKAGE}[compress]", package)


def _plain(name: str) -> str:
    """A name as Cloudflare takes it: small letters, digits and dashes, 54 characters at most."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[:54].strip("-") or "course-site"

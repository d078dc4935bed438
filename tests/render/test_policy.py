"""What a page may load and run, worked out from what stands in it; and what hosts are told, in four languages."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape

import pytest

from easycompilers_site.model import Site
from easycompilers_site.render.hosting import HASHED, hosting_files, sent_headers
from easycompilers_site.render.policy import PLACE, needs, policy
from easycompilers_site.render.published import published


def sha(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize(("html", "needed"), [
    ("<p>Plain text, style = 'red', <code>onclick=1</code></p>", set()),
    ("<script>a < b && c > d</script>", {f"script-src {sha('a < b && c > d')}"}),
    ('<script type="module">let a;</script>', {f"script-src {sha('let a;')}"}),
    ('<script type="application/ld+json">{"a": 1}</script><script type="application/json">[]</script>', set()),
    ('<script src="../assets/main.js"></script><link rel="stylesheet" href="site.css"><img src="a.png" srcset="a.png 1x, b.png 2x">', set()),
    ("<svg><style>rect { fill: red }</style></svg>", {f"style-src {sha('rect { fill: red }')}"}),
    ('<p style="color: &quot;red&quot;">', {f"""style-src-attr {sha('color: "red"')}"""}),
    ("<P STYLE=color:red>", {f"style-src-attr {sha('color:red')}"}),
    ("<p\nStyle\n=\t'color:red'>", {f"style-src-attr {sha('color:red')}"}),
    ("<button\tonClick = 'go(1)'>", {f"script-src-attr {sha('go(1)')}"}),
    ("<button onclick='go(1)'>", {f"script-src-attr {sha('go(1)')}"}),
    ('<iframe src="https://video.example/embed/1?x=1" allow="a"></iframe>', {"frame-src https://video.example"}),
    ('<iframe src="//video.example:8443/1"></iframe>', {"frame-src https://video.example:8443"}),
    ('<iframe src="page.html?to=https://other.example"></iframe>', set()),
    ('<script src="https://cdn.example/a b.js?v=1"></script>', {"script-src https://cdn.example/a"}),
    ('<script src="https://cdn.example/lib/a.js"></script>', {"script-src https://cdn.example/lib/a.js"}),
    ('<link rel="stylesheet" href="https://fonts.example/css?a"><link rel="canonical" href="https://us.example/">', {"style-src https://fonts.example"}),
    ('<img src="https://pictures.example/a.png"><video src="https://films.example/a.mp4" poster="p.png"></video>',
     {"img-src https://pictures.example", "media-src https://films.example"}),
    ('<object data="drawing.svg"></object>', {"object-src 'self'"}),
    ('<form action="https://forms.example/send">', {"form-action https://forms.example"}),
    ('<iframe src="https://käse.example/"></iframe>', {"frame-src https://xn--kse-qla.example"}),
    ("<script src='https://evil.example;script-src/*'></script>", {"script-src https://evil.example"}),
])
def test_what_stands_in_a_page_is_allowed_and_nothing_more(html: str, needed: set[str]) -> None:
    assert needs(html) == needed
    assert published(PLACE + html)[1] == needed


def test_the_policy_stands_where_the_template_wants_it() -> None:
    page, needed = published(f"<head>{PLACE}<script>1</script></head>")
    [said] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.decode())
    assert unescape(said) == policy(needed) and f"script-src 'self' 'wasm-unsafe-eval' {sha('1')};" in said
    assert published("<head></head>") == (b"<head></head>", frozenset())


def test_a_control_character_is_shown_as_a_picture_and_what_is_none_stays() -> None:
    assert published("a\x00\x1b[1m\x7f\x85\x9f")[0].decode() == "a\u2400\u241b[1m\u2421\ufffd\ufffd"
    assert published("a\t\r\n\x0c\xa0Â€\u0100 · É")[0].decode() == "a\t\r\n\x0c\xa0Â€\u0100 · É"


def test_what_no_page_has_none_may_do() -> None:
    plain = policy(())
    assert "unsafe-inline" not in plain and "'unsafe-eval'" not in plain and "require-trusted-types-for 'script'" in plain
    assert "object-src 'none'" in plain and "object-src 'self';" in policy(["object-src 'self'"])
    assert "frame-src 'self' https://a.example" in policy(["frame-src https://a.example"])
    assert "style-src-attr 'unsafe-hashes' 'sha256-x'" in policy(["style-src-attr 'sha256-x'"])


def site(**how) -> Site:
    return Site("T", "", "en", how.pop("url", ""), "", "", (), (), **how)


def test_a_policy_too_long_for_a_header_leaves_what_is_inline_to_the_pages() -> None:
    many = frozenset({f"style-src {sha(str(n))}" for n in range(60)} | {"frame-src https://video.example"})
    sent = sent_headers(site(), many)["Content-Security-Policy"]
    assert "default-src" not in sent and "style-src" not in sent and "script-src" not in sent
    assert "connect-src 'self'" in sent and "frame-src 'self' https://video.example" in sent and "media-src 'self'" in sent
    assert max(map(len, hosting_files(site(), many)["_headers"].split(b"\n"))) < 2000


def test_a_site_may_go_without() -> None:
    told = hosting_files(site(policy=False), ())
    assert not [path for path, text in told.items() if b"Content-Security-Policy" in text] and all(b"nosniff" in text for text in told.values())


def test_below_a_path_hosts_are_told_of_the_path() -> None:
    told = {path: text.decode() for path, text in hosting_files(site(url="https://example.org/my/courses"), ()).items()}
    assert "ErrorDocument 404 /my/courses/404.html" in told[".htaccess"] and 'error_page 404 "/my/courses/404.html";' in told[".hosting/nginx.conf"]
    assert all(folder.rstrip("/") in text for folder in HASHED for text in told.values())
    assert {path for path, text in told.items() if "max-age=31536000, immutable" in text} == told.keys()

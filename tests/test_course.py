"""The real course: no problems, what the first issue asks of part 5, and a site that is whole as files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from test_content import KEPT

PART_5 = "transformers-from-the-ground-up/residual-streams-and-layer-norm/index.html"


class Page(HTMLParser):
    """The links, ids and visible text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text: list[str] = []
        self.hidden = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.links += [value for key in ("href", "src") if (value := named.get(key))]
        self.ids += [named["id"]] if named.get("id") else []
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self.text).split())


def pages(built: Path) -> Iterator[tuple[str, Page]]:
    for path in sorted(built.rglob("*.html")):
        yield path.relative_to(built).as_posix(), Page(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def part_5(built: Path) -> Page:
    return Page((built / PART_5).read_text(encoding="utf-8"))


def test_the_header_of_part_5(part_5: Page) -> None:
    for words in ("Back to Courses", "Transformers from the ground up", "Residual streams and layer norm", "Part 5 of 10", "Advanced", "16 min read"):
        assert words in part_5.words, words


def test_the_order_of_part_5(part_5: Page) -> None:
    order = ["The residual stream", "Layer norm, not batch norm", "A pre-norm block", "Normalise one token", "Pre-norm and post-norm",
             "Across features, not across tokens", "What normalization does to the stream", "A stream that survives depth", "Check what you learned"]
    body = part_5.words[part_5.words.index("At its position the model keeps"):]
    places = [body.find(title) for title in order[1:]]
    assert -1 not in places and places == sorted(places), dict(zip(order[1:], places))


def test_everything_is_there_without_script(part_5: Page) -> None:
    for words in (
        "[3, 3, 4, 12]", "normalised [-1.0, -0.333, -0.333, 1.667]",  # recorded outputs
        "The learned scale is the list called", "moved = stream[-1:] + stream[:-1]",  # a hint, a solution
        "What does a residual connection add?", "This mixes up the residual connection and the norm.",  # a question, an explanation
        "4.89 times",  # the figure's words
    ):
        assert words in part_5.words, words


def test_what_must_not_be_read_is_not_text(part_5: Page) -> None:
    assert "assert list(scale)" not in part_5.words and "expect: zip stops" not in part_5.words


def test_the_course_page_lists_all_ten_parts(built: Path) -> None:
    words = Page((built / "transformers-from-the-ground-up/index.html").read_text(encoding="utf-8")).words
    titles = ["Tokens and vectors", "Scores, softmax and shares", "Queries, keys and values", "Heads and masks", "Residual streams and layer norm",
              "The feed-forward layer", "Telling positions apart", "Training on the next token", "Generating text: the cache and the GPU",
              "What the layers learn"]
    places = [words.find(title) for title in titles]
    assert -1 not in places and places == sorted(places)
    assert "in preparation" not in words


def test_the_glossary_has_all_terms(built: Path) -> None:
    page = Page((built / "glossary/index.html").read_text(encoding="utf-8"))
    assert "Vocabulary for this course" in page.words
    assert len([identity for identity in page.ids if identity in {
        "attention", "attention-map", "causal-mask", "dimension", "distribution", "dot-product", "embedding", "gpu", "gradient", "hard-pointer",
        "head", "key", "key-axis", "layer", "layer-norm", "logits", "matrix", "negative-infinity", "one-hot", "output-projection", "parameter",
        "positional-encoding", "projection", "query", "residual-stream", "retrieval-layer", "saturating", "scale", "score-matrix",
        "soft-alignment", "softmax", "token", "value", "variance", "vector", "weighted-sum", "weights"}]) == 37


def test_every_link_leads_somewhere_on_the_site(built: Path) -> None:
    known = {path: page for path, page in pages(built)}
    for path, page in known.items():
        if path == "404.html":
            continue
        for link in page.links:
            assert not link.startswith("/"), f"{path}: {link} is not relative"
            if link.startswith(("data:", "#")) and not link.startswith("#"):
                continue
            target = urlsplit(urljoin(f"http://x/{path}", link))
            if target.netloc != "x":
                assert link.startswith(KEPT), f"{path}: {link} leads to another host"
                continue
            place = unquote(target.path).lstrip("/")
            file = built / place / "index.html" if target.path.endswith("/") else built / place
            assert file.is_file(), f"{path}: {link} leads to no file"
            if target.fragment:
                other = known[file.relative_to(built).as_posix()]
                assert unquote(target.fragment) in other.ids, f"{path}: {link} leads to no place on its page"


def test_ids_are_unique(built: Path) -> None:
    for path, page in pages(built):
        assert len(page.ids) == len(set(page.ids)), (path, sorted(identity for identity in page.ids if page.ids.count(identity) > 1))


def test_nothing_names_another_host_or_a_path_of_this_machine(built: Path, course_folder: Path) -> None:
    for path in built.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".py") and "python/314" not in path.as_posix():
            text = path.read_text(encoding="utf-8")
            assert str(course_folder) not in text, path
            if path.suffix in (".html", ".css"):
                assert not re.search(r"""(src=|<link [^>]*href=)["']?https?://|url\(["']?https?:|@import""", text), path


def test_check_has_nothing_to_say_of_the_course(course_folder: Path) -> None:
    from easycompilers_site.build import check_site
    from easycompilers_site.problem import draw

    assert [draw(problem) for problem in check_site(course_folder).problems] == []


def test_names_of_scripts_and_styles_hold_a_hash(built: Path) -> None:
    for path in (built / "assets").rglob("*"):
        assert path.is_dir() or re.search(r"\.[0-9a-f]{10}\.\w+$", path.name), path


def test_a_second_build_elsewhere_gives_the_same_bytes(built: Path, tmp_path: Path, course_folder: Path) -> None:
    """In another process with another hash seed, time zone and language, and below another path."""
    import os
    import subprocess
    import sys

    out = tmp_path / "elsewhere"
    environment = os.environ | {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}
    subprocess.run([sys.executable, "-m", "easycompilers_site", "build", str(course_folder), "--out", str(out)], env=environment, check=True)
    first, second = ({path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*") if path.is_file()} for top in (built, out))
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []


def test_pages_are_html_as_the_standard_has_it(built: Path) -> None:
    """Parsed by html5lib's strict reading of the standard: no tag left open, none closed twice, none where it cannot be."""
    import html5lib

    for path in sorted(built.rglob("*.html")):
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(path.read_text(encoding="utf-8"))
        assert [(position, code) for position, code, _ in parser.errors] == [], path

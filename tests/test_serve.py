"""The preview: what is asked for is what stands on the disk, mistakes are told, and it answers this machine alone."""

from __future__ import annotations

import http.client
import shutil
import socket
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from files import put
from previews import Preview
from test_bad_input import GOOD

from easycompilers_site.serve import watching

CELL = "```{code-cell} python\n6 * 7\n```\n"


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    put(tmp_path, GOOD)
    preview = Preview(tmp_path)
    yield preview
    preview.stop()


def test_a_change_of_a_chapter_the_glossary_a_template_a_style_or_a_script_shows(preview: Preview) -> None:
    assert "Text about" in preview.get("first/one/")
    preview.put("course/first/01-one.md", "---\ntitle: One\n---\n\nSomething of one\n")
    preview.shows("first/one/", "Something of")
    preview.put("glossary.yaml", "one: Not two.\n")
    preview.shows("first/one/", "Not two.")
    preview.put("templates/redirect.html", "unused")
    preview.put("templates/chapter.html", '{% extends "theme/chapter.html" %}{% block skip %}Over there{% endblock %}')
    preview.shows("first/one/", "Over there")
    before = preview.get("first/one/").partition("site.")[2][:10]
    preview.put("static/css/own.css", "p { color: red }")
    preview.until(lambda: preview.get("first/one/").partition("site.")[2][:10] != before, "another style sheet")


def test_a_mistake_is_told_in_the_terminal_and_to_the_page_which_shows_the_rest(preview: Preview) -> None:
    preview.put("course/first/01-one.md", "Before one.\n\n```{tpi}\nlost\n```\n\nAfter.\n")
    page = preview.shows("first/one/", "After.")
    assert "Before" in page and "there is no directive" in page and "lost" in page
    [problem] = preview.tells("unknown-directive")
    assert problem["place"] == "course/first/01-one.md:3:5" and problem["editor"].endswith("/course/first/01-one.md:3:5")
    preview.says("error[unknown-directive]")
    preview.put("course/first/01-one.md", "Mended text of one.\n")
    preview.shows("first/one/", "Mended")
    assert preview.tells() == []
    preview.says("Nothing is wrong.")


def test_a_mistake_in_a_page_that_nobody_has_open_is_told_too(preview: Preview) -> None:
    preview.put("course/first/02-two.md", "---\ntitle: Two\n---\n\n[Nowhere](09-none.md)\n")
    preview.tells("broken-link")


def test_a_template_with_a_mistake_is_told_and_mended(preview: Preview) -> None:
    preview.put("templates/chapter.html", "{{ page.titel }}")
    assert "cannot be drawn" in preview.shows("first/one/", "cannot be drawn")
    shutil.rmtree(preview.site / "templates")
    preview.shows("first/one/", "Text about")


def test_a_folder_and_a_file_that_were_put_in_the_place_of_others_are_watched_too(preview: Preview) -> None:
    for words in ("Once.", "Twice.", "Thrice."):  # a branch that is swapped, an editor that writes beside the file and renames
        shutil.rmtree(preview.site / "templates", ignore_errors=True)
        preview.put("templates/chapter.html", words)
        preview.shows("first/one/", words)
    shutil.rmtree(preview.site / "templates")
    preview.shows("first/one/", "Text about")
    for words in ("One meaning.", "Two meanings.", "Three meanings."):
        preview.put("glossary.new", f"word: {words}\n")
        (preview.site / "glossary.new").replace(preview.site / "glossary.yaml")
        preview.shows("glossary/", words)


def test_a_folder_that_goes_while_the_watching_begins_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a branch is swapped: it was there when it was looked for, and comes back."""
    put(tmp_path, {"course/site.yaml": "title: Example\n", "templates/chapter.html": "Words."})
    begin, begun = watching.watch, []

    def watch(*places: Path, **options: Any) -> Iterator[Any]:
        begun.append(places)
        if len(begun) == 1:
            shutil.rmtree(tmp_path / "templates")
        return begin(*(places if len(begun) > 1 else (tmp_path / "templates",)), **options)

    monkeypatch.setattr(watching, "watch", watch)
    assert next(watching.changes(tmp_path)) == set()  # anything may have changed
    assert len(begun) == 2


def test_cells_run_in_the_background_and_their_outputs_come_when_they_have(preview: Preview) -> None:
    preview.put("course/first/02-two.md", f"---\ntitle: Two\n---\n\nWords of one.\n\n{CELL}")
    assert "Words of" in preview.shows("first/two/", "Words of")
    preview.shows("first/two/", '<pre class="value">\n42')


def test_a_file_that_is_empty_or_away_for_a_moment_is_never_shown_so(preview: Preview) -> None:
    place = preview.site / "course/first/01-one.md"
    text = place.read_text()
    for number in range(3):
        place.write_text("")
        time.sleep(0.03)
        place.write_text(f"{text}\n\nNumber {number}.\n")
        preview.shows("first/one/", f"Number {number}.")
        place.unlink()
        time.sleep(0.03)
        place.write_text(f"{text}\n\nAgain {number}.\n")
        preview.shows("first/one/", f"Again {number}.")
    assert "empty-chapter" not in "".join(preview.lines) and "no-course" not in "".join(preview.lines)


def test_a_renamed_and_a_deleted_chapter(preview: Preview) -> None:
    (preview.site / "course/first/01-one.md").rename(preview.site / "course/first/01-uno.md")
    preview.until(lambda: status(preview, "first/one/") == 404, "the old address to be gone")
    assert "Text about" in preview.get("first/uno/")
    preview.put("course/first/02-two.md", "---\ntitle: Two\n---\n\nMore of one.\n")
    preview.shows("first/uno/", "Two")
    (preview.site / "course/first/02-two.md").unlink()
    preview.until(lambda: "Two" not in preview.get("first/uno/"), "the neighbour to be gone")


def test_another_branch_at_once(preview: Preview) -> None:
    """Every file is another, one is gone and one has come, as after `git switch`."""
    preview.get("first/one/")
    shutil.rmtree(preview.site / "course/first")
    put(preview.site, {"course/site.yaml": "title: Branch\n", "course/second/course.yaml": "title: Second\n",
                       "course/second/01-other.md": "---\ntitle: Other\n---\n\nOther text about one.\n"})
    assert "Branch" in preview.shows("second/other/", "Other text")
    assert preview.tells() == []


@pytest.mark.parametrize("name", [".01-one.md.swp", "01-one.md~", "4913", "#01-one.md#", ".#01-one.md", "01-one.md.tmp"])
def test_what_an_editor_puts_beside_a_file_changes_nothing(preview: Preview, name: str) -> None:
    before = preview.state(), preview.get("first/one/")
    preview.put(f"course/first/{name}", b"\xff\x00")
    preview.put("course/first/01-one.md", GOOD["course/first/01-one.md"] + "\nLater.\n")
    assert "Later." in preview.shows("first/one/", "Later.")
    assert preview.state()["problems"] == before[0]["problems"]


def test_what_a_build_writes_changes_nothing(preview: Preview) -> None:
    """Neither the output nor the cache is looked at, wherever the output stands."""
    edition = preview.get("first/one/").partition("data-edition=")[2][:4]
    for number in range(3):
        put(preview.site, {"dist/index.html": f"{number}", ".easycompilers/cache/aa/b": f"{number}"})
        time.sleep(0.3)
    assert preview.get("first/one/").partition("data-edition=")[2][:4] == edition


def test_the_page_that_is_asked_for_comes_before_the_rest_of_the_site(tmp_path: Path) -> None:
    """A chapter whose cell takes long does not hold up another: it still runs when both pages have come."""
    put(tmp_path, {**GOOD, "course/first/02-slow.md": "---\ntitle: Slow\n---\n\n```{code-cell} python\nimport time\ntime.sleep(20)\n```\n"})
    preview = Preview(tmp_path)
    try:
        assert "Text about" in preview.get("first/one/") and "Slow" in preview.get("first/slow/")
        assert preview.until(lambda: preview.state()["running"], "a chapter that runs") == "course/first/02-slow.md"
    finally:
        preview.process.kill()
        preview.process.wait()


def status(preview: Preview, path: str) -> int:
    try:
        preview.get(path)
    except urllib.error.HTTPError as refusal:
        return refusal.code
    return 200


def test_what_is_not_there_is_the_sites_own_page(preview: Preview) -> None:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        preview.get("no/such/page/")
    assert refusal.value.code == 404 and "<h1" in refusal.value.read().decode("utf-8")


def test_an_address_without_its_slash_leads_to_the_one_with_it(preview: Preview) -> None:
    """As on most hosts, so that a link which would break there breaks here."""
    for asked, leads_to in {"/first/one": "/first/one/", "/first/one?x=1": "/first/one/?x=1", "/first": "/first/"}.items():
        connection = http.client.HTTPConnection("127.0.0.1", preview.port, timeout=20)
        connection.request("GET", asked)
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, leads_to)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_another_name_for_this_machine_and_a_page_of_another_site_are_refused(preview: Preview, headers: dict[str, str]) -> None:
    """So that a page of another site cannot read the preview by pointing its own name here."""
    for path in ("/", "/:changes"):
        connection = http.client.HTTPConnection("127.0.0.1", preview.port, timeout=20)
        connection.request("GET", path, headers=headers)
        assert connection.getresponse().status == 421


def test_nothing_outside_of_the_site_is_served(preview: Preview) -> None:
    """Of the author's folder that is what a text refers to, as after a build."""
    preview.put("course/first/01-one.md", "---\ntitle: One\n---\n\nText about one, with [data](data.csv).\n")
    put(preview.site, {"secret.txt": "secret", "course/first/secret.txt": "secret", "course/first/data.csv": "1,2", "glossary.yaml": "one: Not a secret.\n"})
    preview.until(lambda: status(preview, "first/data.csv") == 200, "the file that a text refers to")
    for path in ("../secret.txt", "%2e%2e/secret.txt", "first/../../secret.txt", "secret.txt", ".easycompilers/x", "first/secret.txt", "first/secret.txt/",
                 "course/first/secret.txt", "first/..%2fsecret.txt", "%00", "first/secret.txt%00.csv", "//secret.txt", "..\\secret.txt", "glossary.yaml", "first/course.yaml"):
        connection = http.client.HTTPConnection("127.0.0.1", preview.port, timeout=20)
        connection.request("GET", "/" + path)
        answer = connection.getresponse()
        assert (answer.status, b"secret" in answer.read()) == (404, False), path
    assert preview.get("first/data.csv") == "1,2"


FORGED = (
    "GET / HTTP/1.1", "GET / HTTP/1.0", "GET http://evil.example/ HTTP/1.1|Host: evil.example", "GET / HTTP/1.1|Host: 127.0.0.1.evil.example",
    "GET / HTTP/1.1|Host: localhost@evil.example", "GET / HTTP/1.1|Host: localhost|Host: evil.example", "GET / HTTP/1.1|Host: localhost|Origin: null",
    "GET /:changes HTTP/1.1|Host: localhost|Origin: http://localhost.evil.example", "POST / HTTP/1.1|Host: localhost|Content-Length: 0",
    f"GET /{'a' * 70_000} HTTP/1.1|Host: localhost", "nonsense",
)


def test_a_request_of_somebody_elses_making_is_refused(preview: Preview) -> None:
    for forged in FORGED:
        with socket.create_connection(("127.0.0.1", preview.port), timeout=20) as line:
            line.sendall(forged.replace("|", "\r\n").encode() + b"\r\n\r\n")
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert b"<main" not in answer and answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5", b"<!DOCTYPE")), (forged[:60], answer[:200])


def test_two_previews_find_ports_of_their_own(preview: Preview) -> None:
    second = Preview(preview.site, "--port", str(preview.port))
    assert second.port != preview.port
    second.stop()

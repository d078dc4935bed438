"""The preview, as a process of its own: it serves, it builds again after a change, and it answers this machine alone."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from test_bad_input import GOOD, put


class Preview:
    def __init__(self, site: Path) -> None:
        self.site = site
        self.process = subprocess.Popen([sys.executable, "-u", "-m", "easycompilers_site", "serve", str(site), "--port", "0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0]

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return answer.read().decode("utf-8")

    def changes(self):
        """The stream of the preview's events; each call of the result waits for the next one."""
        stream = urllib.request.urlopen(self.address + ":changes", timeout=60)

        def following() -> str:
            for _ in range(12):  # the stream says that it is there every 15 seconds
                line = stream.readline().decode()
                if line.startswith("event:"):
                    return line.strip()
            return "nothing came"

        return following


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    put(tmp_path, GOOD)
    preview = Preview(tmp_path)
    yield preview
    preview.process.send_signal(signal.SIGINT)
    _, errors = preview.process.communicate(timeout=20)
    assert "Traceback" not in errors
    assert preview.process.returncode == 0


def test_a_change_is_built_and_the_page_is_told(preview: Preview) -> None:
    assert "Text about" in preview.get("first/one/") and ":preview.js" in preview.get("first/one/")
    following = preview.changes()
    put(preview.site, {"course/first/01-one.md": "---\ntitle: One\n---\n\nSomething else\n"})
    assert following() == "event: built"
    assert "Something else" in preview.get("first/one/")


def test_a_mistake_leaves_the_last_good_page(preview: Preview) -> None:
    following = preview.changes()
    put(preview.site, {"course/first/01-one.md": "```{tpi}\n```\n"})
    assert "unknown-directive" in preview.process.stderr.readline()
    assert "Text about" in preview.get("first/one/")
    put(preview.site, {"course/first/01-one.md": "Mended text.\n"})
    assert following() == "event: built"
    assert "Mended text." in preview.get("first/one/")


def test_what_is_not_there_is_the_sites_own_page(preview: Preview) -> None:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        preview.get("no/such/page/")
    assert refusal.value.code == 404 and "<h1" in refusal.value.read().decode("utf-8")


def test_another_name_for_this_machine_is_refused(preview: Preview) -> None:
    """So that a page of another site cannot read the preview by pointing its own name here."""
    connection = http.client.HTTPConnection("127.0.0.1", int(preview.address.rsplit(":", 1)[1].strip("/")), timeout=20)
    connection.request("GET", "/", headers={"Host": "evil.example"})
    assert connection.getresponse().status == 421


def test_two_previews_find_ports_of_their_own(preview: Preview) -> None:
    port = int(preview.address.rsplit(":", 1)[1].strip("/"))
    second = subprocess.Popen([sys.executable, "-u", "-m", "easycompilers_site", "serve", str(preview.site), "--port", str(port)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert f":{port}/" not in second.stdout.readline()
    finally:
        second.send_signal(signal.SIGINT)
        second.wait(timeout=20)


def test_an_address_without_its_slash_leads_to_the_one_with_it(preview: Preview) -> None:
    """As on a host, so that a link which would break there breaks here."""
    with urllib.request.urlopen(preview.address + "first/one?x=1", timeout=20) as answer:
        assert answer.url == preview.address + "first/one/?x=1"


def test_one_change_is_built_and_then_nothing_more(tmp_path: Path) -> None:
    """Output and cache stand in the site's folder, which is reached by a link; each build makes a folder of its own."""
    put(tmp_path / "site", GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "site")
    preview = Preview(tmp_path / "link")
    try:
        following = preview.changes()
        put(tmp_path / "site", {"course/first/01-one.md": "---\ntitle: One\n---\n\nSomething else\n"})
        assert following() == "event: built"
        made = os.stat(tmp_path / "site" / "dist").st_ino
        time.sleep(3)
        assert os.stat(tmp_path / "site" / "dist").st_ino == made, "it built again by itself"
    finally:
        preview.process.send_signal(signal.SIGINT)
        preview.process.communicate(timeout=20)

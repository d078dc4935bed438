"""What a build brings into memory: what it needs for what changed, and nothing else. A parser takes as long to import as a page to draw."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from files import put

from easycompilers_site.cli import COMMANDS as COMMAND_NAMES

FILES = {
    "course/site.yaml": "title: Example\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": "---\ntitle: One\nsummary: The first.\n---\n\nThe *vector* of one.\n\n## A heading\n\nText.\n",
    "course/first/02-two.md": "---\ntitle: Two\n---\n\nSee [there](01-one.md#a-heading) a vector.\n\n```python\n1 + 1\n```\n",
    "glossary.yaml": "vector: A row of numbers.\n",
}
WATCHED = """
import json, sys
from easycompilers_site.cli import main
main(["build", sys.argv[1]], standalone_mode=False)
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)))
print(json.dumps(sorted(sys.modules)))
"""

#: Packages of others that any build may import: arguments, HTML that is ready, where Pagefind stands, scripts without their comments.
ALWAYS = {"click", "markupsafe", "pagefind_bin", "rjsmin", "_rjsmin"}
#: And those that a build may import which reads and draws a text.
DRAWING = {"markdown_it", "mdit_py_plugins", "mdurl", "jinja2"}
#: And those of which it has need where what is changed is a setting, a definition, or the front matter.
YAML = {"yaml", "_yaml"}
LISTINGS = {"pygments"}

#: What no build imports that changes words of a text: each is for something else, and is imported where that is done.
COMMANDS = {f"easycompilers_site.cli.{name}" for name in (*(set(COMMAND_NAMES) - {"build"}), "formats")}
OF_OURS = COMMANDS | {f"easycompilers_site.{name}" for name in (
    "bundle", "check.tags", "check.theme", "ci", "compress", "cover", "explanation", "linear", "mathml", "new", "pictures", "provide", "render.covers", "render.listings",
    "render.made_assets", "render.sandbox", "render.scriptless", "render.wheels", "run", "schema", "serve", "styles", "tex", "translated", "verify", "visit", "wheel", "yaml_faults")}
OF_OTHERS = {"base64", "glob", "html.parser", "jinja2.ext", "jinja2.sandbox", "shlex", "xml.etree.ElementTree", "zipfile"}


def imported(site: Path) -> tuple[set[str], set[str]]:
    """The packages of others, and all modules, that a build of `site` has imported in the end."""
    told = subprocess.run([sys.executable, "-c", WATCHED, str(site)], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name for name in json.loads(told[-2]) if not name.startswith(("__", "_distutils", "_virtualenv", "_cython", "cython", "easycompilers"))}, set(json.loads(told[-1]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that was built once."""
    folder = tmp_path_factory.mktemp("imports") / "site"
    put(folder, FILES)
    imported(folder)
    return folder


def test_a_build_of_what_did_not_change_imports_no_parser_and_no_templates(site: Path) -> None:
    packages, modules = imported(site)
    assert packages <= ALWAYS
    for drawing in ("render.draw", "render.builder", "render.templates", "run", "provide", "visit", "serve", "wheel"):
        assert f"easycompilers_site.{drawing}" not in modules


def test_a_build_of_a_text_without_listings_imports_no_lexers(site: Path) -> None:
    put(site, {"course/first/01-one.md": FILES["course/first/01-one.md"] + "\nMore.\n"})
    packages, modules = imported(site)
    assert packages <= ALWAYS | DRAWING
    assert "markdown_it" in packages and not modules & (OF_OURS | OF_OTHERS)
    for name in OF_OURS | OF_OTHERS:
        assert find_spec(name), f"there is no module {name} any more"


def test_a_build_of_a_text_whose_front_matter_has_changed_imports_what_reads_it(site: Path) -> None:
    put(site, {"course/first/01-one.md": FILES["course/first/01-one.md"].replace("The first.", "The very first.")})
    packages, _ = imported(site)
    assert "yaml" in packages and packages <= ALWAYS | DRAWING | YAML
    assert "The very first." in (site / "dist/first/one/index.html").read_text(encoding="utf-8")


def test_a_build_of_a_text_whose_listings_are_as_they_were_imports_none_either(site: Path) -> None:
    put(site, {"course/first/02-two.md": FILES["course/first/02-two.md"] + "\nMore.\n"})
    packages, _ = imported(site)
    assert packages <= ALWAYS | DRAWING
    assert '<span class="mi">1</span>' in (site / "dist/first/two/index.html").read_text(encoding="utf-8")


def test_a_build_of_a_text_with_a_new_listing_imports_lexers_as_well(site: Path) -> None:
    put(site, {"course/first/02-two.md": FILES["course/first/02-two.md"].replace("1 + 1", "1 + 2")})
    packages, _ = imported(site)
    assert packages <= ALWAYS | DRAWING | LISTINGS
    assert "pygments" in packages

"""What templates are given is what pages.py says, so that an author can rely on it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from golden import drawer, sources_of
from jinja2 import Environment
from jinja2.exceptions import SecurityError

from easycompilers_site import pages
from easycompilers_site.parse import parse
from easycompilers_site.render.templates import make_environment

FIGURE = ":::{figure} dot.svg\n:alt: A dot.\n:::\n"


def test_a_component_is_given_what_is_written_down() -> None:
    """A figure is given the most."""
    sources = sources_of({"course/example/01-page.md": FIGURE, "course/example/dot.svg": "<svg/>"})
    site = parse(sources)
    (chapter,) = site.courses[0].chapters
    given: dict = {}
    noting = SimpleNamespace(get_template=lambda name: SimpleNamespace(render=lambda **names: given.update(names) or ""))
    replace(drawer(sources, site, chapter), environment=noting).draw(chapter.blocks)
    assert given.keys() == {"it", *pages.OF_COMPONENTS}


def test_every_template_is_given_what_is_written_down() -> None:
    """`gettext` is the long name of `_`."""
    assert make_environment({}).globals.keys() - Environment().globals.keys() - {"gettext"} == pages.OF_ALL.keys()


@pytest.mark.parametrize("text", ["{{ ''.__class__.__mro__ }}", "{{ cycler.__init__.__globals__.os.popen('id').read() }}", "{{ asset.__globals__ }}", "{{ '{0.__class__}'.format(page) }}",
                                  "{% set _ = page.parts.append(1) %}"])
def test_a_strangers_template_does_not_reach_the_program(text: str) -> None:
    page = SimpleNamespace(parts=[])
    with pytest.raises(SecurityError):
        make_environment({"page.html": text}).get_template("page.html").render(page=page)
    assert page.parts == []

"""What templates are given is what pages.py says, so that an author can rely on it."""

from __future__ import annotations

import gc
from dataclasses import replace
from types import SimpleNamespace

import pytest
from golden import drawer, sources_of
from jinja2 import Environment
from jinja2.exceptions import SecurityError
from markupsafe import Markup

from easycompilers_site import pages
from easycompilers_site.parse import parse
from easycompilers_site.render import Renderer
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


def test_what_is_html_already_is_put_into_a_page_as_it_is() -> None:
    """Jinja would make a copy of it: its own function for this has another name or another place if this fails."""
    template, ready = make_environment({"page.html": "{{ page }}"}, trusted=True).get_template("page.html"), Markup("<b>")
    assert template.root_render_func.__globals__["escape"](ready) is ready
    assert template.render(page="<b>") == "&lt;b&gt;"


def test_a_page_that_was_drawn_is_let_go_at_once() -> None:
    """Nothing of it waits until Python looks for rings, which the program lets it do seldom. A macro of the page's own would hold it, and it the macro."""
    sources = sources_of({f"course/example/{name}.md": f"# {name}\n\nA listing:\n\n```python\npass\n```\n" for name in ("1-one", "2-two")})
    site = parse(sources)
    renderer, (course,) = Renderer(site, sources), site.courses
    first, second = (renderer.chapter(course, chapter) for chapter in course.chapters)
    renderer.draw(first)
    gc.collect()
    gc.disable()
    try:
        assert renderer.draw(second).files
        assert not [one for one in gc.get_objects() if type(one) is pages.ChapterPage]
    finally:
        gc.enable()

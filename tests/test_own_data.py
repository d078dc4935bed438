"""What a learner takes along: a notebook that runs without the site, and plain Markdown, neither of them with an answer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from files import put

from easycompilers_site.cli import main

CHAPTER = """\
---
title: One
summary: About {term}`sums <sum>`.
---

See [two](02-two.md#there), {term}`a sum <sum>`, `{kbd}`, {kbd}`Esc`, {math}`x+1` and $y$.

- An item
  :::{note}
  Inside, see [two](02-two.md).
  :::
- Another {sub}`low`

| a | [b](02-two.md) |
|---|---|
| {abbr}`c (d)` | e |

:::{pitfall} Not *that*
Beware.
:::

```{code-cell} python
:tags: [setup]
base = 40
```

```{code-cell} python
:tags: [raises-exception]
1 / 0
```

```{code-cell} python
:tags: [remove-input]
:caption: Bars of *one*.
:alt: One bar.
:vary: height = 1, 2
import coursekit
coursekit.bars({"a": height})
```

````{exercise} Make it 42
:label: ex-one
:parsons: true
The task.
```{code-cell} python
:tags: [starter]
answer = base + ____
```
```{code-cell} python
:tags: [check]
assert answer == 42, "SECRET-CHECK"
```
```{code-cell} python
:tags: [mistake]
answer = 99999
```
:::{hint}
Add.
:::
:::{question}
:label: q-own
:kind: number
:answer: 2
How often did you add?

- 3
  > SECRET-OWN

> SECRET-ONCE
:::
:::{then-try}
Make it 43.
:::
````
````{solution} ex-one
```{code-cell} python
:tags: [answer]
first = 1
second = first
answer = base + first + second
```
SECRET-REASON
````

```{math}
:label: eq-sum
a + b
```

:::{table} What *it* costs
:label: tbl-cost

| part | cost |
|---|--:|
| {term}`sum` | 1 |
:::

:::{prediction} What will a *sum* be?
:label: guess-sum

- What {doc}`02-two.md` says.
- Nothing.
:::

:::{answer} guess-sum
SECRET-ANSWER
:::

:::{recap} What is a *sum*?
SECRET-RECAP
:::

As {eq}`eq-sum`, {ref}`tbl-cost` and {doc}`02-two.md` say, sum by sum.

::::{quiz}
:::{question}
:label: q-predict
:kind: predict
What does it print?

```{code-cell} python
print("SEC" + "RET-PRINTED")
```

> SECRET-EXPLAINED
:::
:::{question}
:label: q-one
Which is it?

- [ ] The first.
  > SECRET-WHY
- [x] The second.
  > SECRET-BECAUSE
:::
::::
"""


@pytest.fixture(scope="module", params=["", "url: https://example.org/courses/\n"], ids=["anywhere", "with an address"])
def site(request, tmp_path_factory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("own")
    put(folder, {
        "course/site.yaml": "title: Example\n" + request.param,
        "course/first/course.yaml": "title: First\n",
        "course/first/01-one.md": CHAPTER,
        "course/first/02-two.md": "---\ntitle: Two\n---\n\n## There\n\nText with {term}`sum`.\n",
        "glossary.yaml": "sum: What adding gives.\n",
    })
    result = CliRunner().invoke(main, ["build", str(folder)])
    assert result.exit_code == 0, result.output
    return folder / "dist", request.param


def cells(site: Path) -> list[dict]:
    return json.loads((site / "first/one/one.ipynb").read_text(encoding="utf-8"))["cells"]


def test_both_forms_are_linked_from_the_page(site) -> None:
    page = (site[0] / "first/one/index.html").read_text(encoding="utf-8")
    assert 'href="../../first/one/one.ipynb" download' in page and 'href="../../first/one/one.md" download' in page


def test_roles_and_links_become_plain_markdown(site) -> None:
    folder, url = site
    text = (folder / "first/one/one.md").read_text(encoding="utf-8")
    two = "https://example.org/courses/first/two/" if url else "../../first/two/two.md"
    assert f"See [two]({two + '#there' if url else two}), a sum, `{{kbd}}`, <kbd>Esc</kbd>, $x+1$ and $y$." in text
    assert f"- An item\n  > **Note**\n  >\n  > Inside, see [two]({two}).\n- Another <sub>low</sub>" in text
    assert f"| a | [b]({two}) |\n|---|---|\n| c (d) | e |" in text
    assert "$$\na + b \\tag{1}\n$$" in text and "*What *it* costs*\n\n| part | cost |\n|---|--:|\n| sum | 1 |" in text
    assert "As (1), Table 1 and Two say, sum by sum." in text
    assert "> **Not *that***\n>\n> Beware." in text
    assert text.startswith("# One\n\nAbout sums.\n\nPart 1 of 2 of *First*.") and not re.search(r"\{(term|ref|eq|doc|kbd|abbr|sub|math)\}`", text.replace("`{kbd}`", ""))


def test_neither_form_gives_an_answer_away(site) -> None:
    for name in ("one.md", "one.ipynb"):
        text = (site[0] / "first/one" / name).read_text(encoding="utf-8")
        assert "SECRET" not in text and "99999" not in text
        assert "The second." in text and "Make it 42" in text and "Add." in text
        assert "How often did you add?" in text and "Make it 43." in text and "**Recall:** What is a *sum*?" in text and "**Before you read**" in text and "What will a *sum* be?" in text and "Arrange the lines" in text
        lines = [text.index(line) for line in ("first = 1", "second = first", "answer = base + first + second")]
        assert lines != sorted(lines)


def test_hints_are_folded_and_named_as_on_the_page(site) -> None:
    markdown = (site[0] / "first/one/one.md").read_text(encoding="utf-8")
    assert "<details><summary>Hint: the idea</summary>\n\nAdd.\n\n</details>" in markdown


def test_tags_keep_their_meaning_in_jupyter(site) -> None:
    code = [cell for cell in cells(site[0]) if cell["cell_type"] == "code"]
    by_text = {"".join(cell["source"]): cell["metadata"] for cell in code}
    assert by_text["1 / 0"]["tags"] == ["raises-exception"] == by_text["answer = base + ____"]["tags"]
    assert by_text["base = 40"]["jupyter"] == {"source_hidden": True}
    assert 'height = 1\nimport coursekit\ncoursekit.bars({"a": height})' in by_text
    assert all(not cell["outputs"] for cell in code) and len({cell["id"] for cell in cells(site[0])}) == len(cells(site[0]))


_RUN = """\
import json, sys
cells = json.load(open(sys.argv[1], encoding="utf-8"))["cells"]
names = {}
for cell in cells:
    if cell["cell_type"] == "code":
        try:
            exec("".join(cell["source"]), names)
        except Exception:
            if "raises-exception" not in cell["metadata"].get("tags", []):
                raise
"""


def run_alone(notebook: Path) -> None:
    """Runs the cells in a Python that finds nothing but its own library."""
    result = subprocess.run([sys.executable, "-I", "-S", "-c", _RUN, str(notebook)], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


def test_a_notebook_runs_without_the_site(site) -> None:
    run_alone(site[0] / "first/one/one.ipynb")


def test_every_notebook_of_the_course_runs(built: Path) -> None:
    notebooks = sorted(built.glob("*/*/*.ipynb"))
    assert len(notebooks) >= 10
    for notebook in notebooks:
        run_alone(notebook)


def test_no_form_of_a_chapter_holds_a_directive(built: Path) -> None:
    for place in built.glob("*/*/*.md"):
        text = place.read_text(encoding="utf-8")
        assert ":::" not in text and "```{" not in text and "{term}" not in text, place

"""A site with as many mistakes as are wanted, of many kinds, over chapters of twenty each or in one."""

from __future__ import annotations

_MISTAKES = (
    "See {{term}}`trem {n} wrod`, and so on.\n\n", "A {{trem}}`x{n}`.\n\n", "[link {n}](no-such-{n}.md#a)\n\n", "```{{tpi}}\nx{n}\n```\n\n",
    ":::{{note}}\n:labl: x{n}\n\nText.\n:::\n\n", "![](picture{n}.png)\n\n", "[text {n}](#missing-{n})\n\n", ":::{{figure}} none{n}.svg\n:alt: Words.\n:::\n\n",
    "$\\left( {n}$\n\n", "#### Deep {n}\n\n## Up {n}\n\n",
)


def files_with_mistakes(count: int, per_chapter: int = 20) -> dict[str, str]:
    """By path. The glossary and the chapters, whose names the hints are chosen from, grow with the mistakes."""
    files = {"course/site.yaml": "title: Example\n", "course/example/course.yaml": "title: Example\n",
             "glossary.yaml": "".join(f"term {n} word: Definition {n}.\n" for n in range(count // 5))}
    for first in range(0, count, per_chapter):
        numbers = range(first, min(first + per_chapter, count))
        files[f"course/example/{first:05d}-part-{first}.md"] = "".join(_MISTAKES[n % len(_MISTAKES)].format(n=n) for n in numbers)
    return files

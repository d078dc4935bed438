"""A small site with one of each thing that a learner meets: what there is to run, to answer, to open and to read."""

from __future__ import annotations

CHAPTER = """---
title: One
summary: One of each.
outcomes: [Add]
---

Text about {term}`sums <sum>`.

## To run

| a | b |
|---|---|
| 1 | 2 |

$$ y = \\frac{x - m}{s} $$

:::{tip}
Take paper.
:::

```{code-cell} python
print("first")
```

::::{exercise} Two
:label: ex-two
Make it two.

```{code-cell} python
:tags: [starter]
two = 1
```

```{code-cell} python
:tags: [check, remove-cell]
assert two == 2, "It is not two."
```

:::{hint}
One and one.
:::
::::

:::{solution} ex-two
```{code-cell} python
:tags: [answer]
two = 1 + 1
```
:::

::::{quiz}
:::{question}
:label: q-choice
Which is right?

- [ ] This
  > This is not.
- [x] That
  > That is.
:::
:::{question}
:label: q-typed
:kind: number
:answer: 4
Two and two?

> Two pairs.
:::
::::
"""
SITE = {
    "course/site.yaml": "title: By hand\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": CHAPTER,
    "course/first/02-two.md": "---\ntitle: Two\n---\n\nThe end.\n",
    "glossary.yaml": "sum: What adding gives.\n",
}

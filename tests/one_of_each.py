"""A small site with one of each thing that a learner meets: what there is to run, to answer, to open and to read."""

from __future__ import annotations

# Two questions, one with choices and one that is typed.
QUIZ = """::::{quiz}
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

```{code-block} text
:caption: Two lines
:label: lines
:linenos: true

first
second
```

[Line 2](#lines:2) is the last.

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

""" + QUIZ
PRACTICE = """---
title: Two
---

The end.

:::{prediction} What will be added?
:label: guess-added

- One.
- Two.
:::

## To practise

:::{answer} guess-added
One and one.
:::

:::{recap} What is added?
One and one.
:::

::::{exercise} Three
:label: ex-three
:parsons: true
Make it three.

```{code-cell} python
:tags: [starter]
three = 1
```

```{code-cell} python
:tags: [check, remove-cell]
assert three == 3, "It is not three."
```

:::{hint}
One, and one, and one.
:::

:::{question}
:label: q-own
:kind: number
:answer: 3
How many lines has your code?

> One for each step.
:::

:::{then-try}
Make it four.
:::
::::

:::{solution} ex-three
```{code-cell} python
:tags: [answer]
one = 1
two = one + 1
three = two + 1
```
:::
"""
SITE = {
    "course/site.yaml": "title: By hand\n",
    "course/first/course.yaml": "title: First\n",
    "course/first/01-one.md": CHAPTER,
    "course/first/02-two.md": PRACTICE,
    "glossary.yaml": "sum: What adding gives.\n",
}

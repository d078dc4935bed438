"""Roles of the dialect that stand for one element: name → the element. `term` has a component of its own."""

#: Drawn as the element of that name; `doc` and `ref` are links, `math` is a formula.
ROLES = {"abbr": "abbr", "kbd": "kbd", "sub": "sub", "sup": "sup", "doc": "a", "ref": "a", "math": "math"}

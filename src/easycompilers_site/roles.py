"""Roles of the dialect that stand for one element: name → the element. `term` has a component of its own."""

#: Drawn as the element of that name; `doc`, `ref`, `eq` and `download` are links, `math` is a formula.
ROLES = {"abbr": "abbr", "kbd": "kbd", "sub": "sub", "sup": "sup", "doc": "a", "ref": "a", "eq": "a", "download": "a", "math": "math"}

#: What they hold may be `text <what it names>`; the others mean what they hold as it stands.
NAMING = ("term", "abbr", "doc", "ref", "eq", "download")

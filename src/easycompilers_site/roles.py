"""Roles of the dialect that stand for one element: name → the element. `term` has a component of its own."""

#: Drawn as the element of that name; `doc`, `ref`, `eq` and `download` are links, `math` is a formula.
ROLES = {"abbr": "abbr", "kbd": "kbd", "sub": "sub", "sup": "sup", "doc": "a", "ref": "a", "eq": "a", "download": "a", "math": "math"}

#: What they hold may be `text <what it names>`; the others mean what they hold as it stands.
NAMING = ("term", "abbr", "doc", "ref", "eq", "download")

#: What becomes of the words that a role marks.
ABOUT = {
    "term": "a link to a term of the glossary",
    "abbr": "a short form; its long form stands in brackets, as in `` {abbr}`MIT (Massachusetts Institute of Technology)` ``",
    "kbd": "a key to press",
    "sub": "lowered",
    "sup": "raised",
    "doc": "a link to another chapter, by its file",
    "ref": "a link to whatever has that label, in this chapter or another: “Figure 2”, “Exercise 3 in part 4”",
    "eq": "the number of a formula that has that label",
    "download": "a file of the course's folder to take home, with its size",
    "math": "a formula",
}

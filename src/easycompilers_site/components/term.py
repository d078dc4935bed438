"""Words of the glossary in a chapter's text: linked by themselves at the first mention, or by hand with a role.

    Then {term}`layer norm` keeps the stream in hand, once it is {term}`normalised <layer norm>`.

A chapter introduces a term where its first mention stands in bold, and nothing else with it: **layer norm**.

Forms are matched longest first on whole words, with a plural; the case of letters does not matter but for a form in
capitals. A mention that lies within one of its term's `not-in` phrases is none. All forms are one pattern and all phrases
another, each a trie, so that the time for a chapter does not grow with the number of terms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from html import unescape
from typing import TYPE_CHECKING

from ..digest import digest_of
from ..frozen import changing, frozen
from ..inlines import titles
from ..late import late
from ..model import Block, Component, Prose, Term
from ..places import forget
from .answer import Answer
from .exercise import Hint, Solution, ThenTry
from .prediction import Prediction
from .quiz import Quiz, split_back_matter
from .recap import Recap

if TYPE_CHECKING:  # the parser is imported when a text is read
    from markdown_it.token import Token

#: Where nothing links by itself: what is folded away, and what must not help to answer.
_SKIPPED = (Hint, Solution, ThenTry, Quiz, Recap, Prediction, Answer)


#: The words of forms, each with the number of its term.
Forms = Mapping[str, Sequence[tuple[int, Collection[str]]]]


@frozen
class Lexicon:
    """The terms of a site, ready to be found in a text."""

    terms: tuple[Term, ...]

    @cached_property
    def by_name(self) -> dict[str, Term]:
        """Every name and alias, in lower case, and its term."""
        names = {alias.casefold(): term for term in self.terms for alias in term.aliases}
        return names | {term.name.casefold(): term for term in self.terms}

    @cached_property
    def _forms(self) -> dict[str, tuple[Term, str]]:
        """Form in lower case → its term, and the exact form that it must have, or ''."""
        forms: dict[str, tuple[Term, str]] = {}
        for term in self.terms:
            for name in (term.name, *term.aliases) if term.autolink else ():
                for form in _with_plural(name):
                    forms.setdefault(_lower(form), (term, form if _is_capitals(name) else ""))
        return forms

    @cached_property
    def _plurals(self) -> dict[str, Term]:
        """Name, alias or the plural of one, in lower case → its term."""
        plurals: dict[str, Term] = {}
        for name, term in self.by_name.items():
            for form in _with_plural(name):
                plurals.setdefault(form, term)
        return plurals

    @cached_property
    def _phrases(self) -> dict[str, set[str]]:
        """Phrase in lower case → names of the terms that stay unlinked within it."""
        phrases: dict[str, set[str]] = {}
        for term in self.terms:
            for phrase in term.not_in:
                for form in _with_plural(phrase):
                    phrases.setdefault(_lower(form), set()).add(term.name)
        return phrases

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_trie(self._forms) if self._forms else r"(?!)")

    @cached_property
    def _phrase_pattern(self) -> re.Pattern[str]:
        return re.compile(f"(?=({_trie(self._phrases)}))" if self._phrases else r"(?!)")

    @cached_property
    def _near(self) -> dict[str, re.Pattern[str]]:
        return {term.name: re.compile(r"\b(?:" + "|".join(re.escape(word) for word in term.near) + r")(?:e?s)?\b", re.IGNORECASE)
                for term in self.terms if term.near}

    @cached_property
    def key(self) -> str:
        """Changes with everything that decides which words of a text are linked."""
        return digest_of([_identity(term) for term in self.terms])

    def share_of(self, text: str) -> str:
        """The key of those terms alone that can matter to `text`.

        Where it is the same as before, so is what the text mentions, whatever else became of the vocabulary.
        """
        return digest_of([_identity(term) for term in self._terms_for(text)])

    def part_for(self, text: str) -> Lexicon:
        """Those terms alone that can matter to `text`; all, as soon as parts were made of as many terms as that: then one pattern of all has paid."""
        if self._in_parts[0] >= len(self.terms):
            return self
        part = Lexicon(self._terms_for(text))
        self._in_parts[0] += len(part.terms)
        return part

    @cached_property
    def _in_parts(self) -> list[int]:
        """Of how many terms parts were made."""
        return [0]

    def _terms_for(self, text: str) -> tuple[Term, ...]:
        """The terms of which some form has all its words in `text`."""
        plain = unescape(text.replace("\\", "")) if "\\" in text or "&" in text else ""
        words = {"", *_words(text), *_words(plain)}
        found = {number for forms in self.forms_with(words).values() for number, form in forms if words.issuperset(form)}
        return tuple(self.terms[number] for number in sorted(found))

    def forms_with(self, words: Collection[str]) -> Forms:
        """As `by_word` has them, of some words alone."""
        return {word: self.by_word[word] for word in words & self.by_word.keys()}

    @cached_property
    def by_word(self) -> Forms:
        """The words of every form, and the number of its term, by the longest of its words ('' where it has none)."""
        found: dict[str, list[tuple[int, frozenset[str]]]] = {}
        for number, term in enumerate(self.terms):
            for form in dict.fromkeys(form for name in (term.name, *term.aliases) for form in _with_plural(name)):
                words = frozenset(_words(form))
                found.setdefault(max(words, key=len, default=""), []).append((number, words))
        return found

    def find(self, role_text: str) -> Term | None:
        """The term that a role names, by its name, an alias or the plural of one."""
        text = " ".join(role_text.split()).casefold()
        return self.by_name.get(text) or self._plurals.get(text)

    def mentions(self, text: str, around: str) -> Iterator[tuple[int, int, Term]]:
        """Start, end and term of each mention in `text`, left to right. around: the paragraph that it stands in."""
        lowered = _lower(text)
        phrases = [(*match.span(1), self._phrases[" ".join(match[1].split())]) for match in self._phrase_pattern.finditer(lowered)] if self._phrases else ()
        for match in self._pattern.finditer(lowered):
            term, exact = self._forms[" ".join(match[0].split())]
            if exact and " ".join(text[match.start() : match.end()].split()) != exact:
                continue
            if phrases and any(start <= match.start() and match.end() <= end and term.name in names for start, end, names in phrases):
                continue
            near = self._near.get(term.name)
            if near is None or near.search(around):
                yield match.start(), match.end(), term


@changing
class Linker:
    """Links the terms of one chapter: the first mention of each, in reading order.

    reading: whether it is in what every reader reads, where a term can be introduced.
    """

    lexicon: Lexicon
    autolink: bool = True
    seen: set[str] = field(default_factory=set)
    reading: bool = True

    def link_chapter(self, blocks: tuple[Block, ...]) -> None:
        """Link the terms of a chapter's text. Nothing links by itself after the quiz that closes it."""
        text, rest = split_back_matter(blocks)
        self.link(text)
        self.roles_only(rest)

    def link(self, blocks: Iterable[Block]) -> None:
        """Put ``term`` tokens into the prose of `blocks`, in place. A role that names no term keeps its token."""
        forget()
        for block in blocks:
            if isinstance(block, Component):
                self.names(block)
            if isinstance(block, Prose):
                self.prose(block.tokens, self.autolink)
            elif isinstance(block, _SKIPPED):
                self.roles_only(block.inner())
            elif isinstance(block, Component):
                self.link(block.inner())

    def names(self, block: Component) -> None:
        """A term that a role names in a title or a caption is text there: what opens and closes cannot hold a button."""
        for token in titles(block):
            token.children = [self.text(child) for child in token.children or ()]

    def text(self, child: Token) -> Token:
        named = child.type == "role" and child.meta["name"] == "term" and self.lexicon.find(child.meta["target"] or child.meta["text"])
        return _made()("text", "", 0, child.meta["text"]) if named else child

    def roles_only(self, blocks: Iterable[Block]) -> None:
        was = self.autolink, self.reading
        self.autolink = self.reading = False
        self.link(blocks)
        self.autolink, self.reading = was

    def prose(self, tokens: Sequence[Token], autolink: bool) -> None:
        heading = False
        for token in tokens:
            if token.type in ("heading_open", "heading_close"):
                heading = token.nesting == 1
            elif token.type == "block":
                self.link((token.meta["block"],))
            elif token.type == "inline" and token.children:
                token.children = self.line(token.children, token.content, autolink and not heading)

    def line(self, children: list[Token], around: str, autolink: bool) -> list[Token]:
        result: list[Token] = []
        run: list[Token] = []
        links = 0
        for child in children:
            if child.type in ("link_open", "link_close"):
                links += child.nesting
            if child.type in ("text", "softbreak") and autolink and not links:
                run.append(child)
                continue
            if run:
                result += self.words(run, around)
                run = []
            if child.type == "strong_close" and self.reading and [token.type for token in result[-2:]] == ["strong_open", "term"]:
                result[-1].meta["introduced"] = result[-1].meta["first"]
            result.append(self.role(child) if child.type == "role" and child.meta["name"] == "term" else child)
        return result + self.words(run, around) if run else result

    def role(self, token: Token) -> Token:
        term = self.lexicon.find(token.meta["target"] or token.meta["text"])
        if term is None:
            return token
        first = term.name not in self.seen
        self.seen.add(term.name)
        return _term_token(token.meta["text"], term, own=not token.meta["target"], first=first)

    def words(self, run: list[Token], around: str) -> list[Token]:
        """`run` (text and line breaks) with the first mentions taken out as ``term`` tokens."""
        text = run[0].content if len(run) == 1 else "".join(["\n" if token.type == "softbreak" else token.content for token in run])
        result, at = [], 0
        for start, end, term in self.lexicon.mentions(text, around):
            if term.name in self.seen:
                continue
            self.seen.add(term.name)
            result += [*_text_tokens(text[at:start]), _term_token(text[start:end].replace("\n", " "), term)]
            at = end
        return [*result, *_text_tokens(text[at:])] if at else run


_WORD = late(r"[^\W_]+")
_PARTING = {number: " " for number in range(128) if not chr(number).isalnum()}


def _words(text: str) -> list[str]:
    """The runs of letters and digits, as they compare. `_` parts words here, since in a text it may be an emphasis."""
    text = text.casefold()
    return text.translate(_PARTING).split() if text.isascii() else _WORD.findall(text)  # the first takes a third of the time


def _identity(term: Term) -> tuple:
    return (term.name, term.id, term.aliases, term.autolink, term.not_in, term.near, term.language)


def _term_token(text: str, term: Term, own: bool = True, first: bool = True) -> Token:
    """own: the text is the term's name, and so in its language. first: no mention in the chapter comes before it."""
    token = _made()("term", "", 0, text)
    token.meta = {"term": term, "own": own, "first": first, "introduced": False}
    return token


def _text_tokens(text: str) -> list[Token]:
    made = _made()
    if "\n" not in text:
        return [made("text", "", 0, text)] if text else []
    tokens = [token for line in text.split("\n") for token in (made("softbreak", "br", 0), made("text", "", 0, line))][1:]
    return [token for token in tokens if token.content or token.tag]


@lru_cache(maxsize=1)
def _made() -> Callable[..., Token]:
    """What makes a token. The parser is imported when a text is read, and not once for each token."""
    from ..states import made

    return made


def _lower(text: str) -> str:
    """In lower case, character by character, so that places stay what they are."""
    return text.lower() if text.isascii() else "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _is_capitals(name: str) -> bool:
    return name.isupper() and sum(c.isalpha() for c in name) > 1


def _with_plural(name: str) -> list[str]:
    """The name and its regular English plurals, with one space between words, as a text is looked up."""
    name = " ".join(name.split())
    forms = [name]
    if name and name[-1].isalpha():
        if re.search(r"(s|x|z|ch|sh)$", name, re.IGNORECASE):
            forms.append(name + "es")
        else:
            forms.append(name + "s")
        if re.search(r"[^aeiou]y$", name, re.IGNORECASE):
            forms.append(name[:-1] + "ies")
    return forms


def _trie(forms: Iterable[str]) -> str:
    """One pattern for all `forms`: the longest that ends at a word's edge, in time that the number of forms does not set."""
    root: dict = {}
    for form in forms:
        node = root
        for part in re.findall(r"\s+|\S", form):
            node = node.setdefault(" " if part.isspace() else part, {})
        node[""] = {}
    return r"(?<![\w/-])" + _branch(root)


def _branch(node: dict) -> str:
    ends = "" in node
    branches = [(r"\s+" if part == " " else re.escape(part)) + _branch(below) for part, below in sorted(node.items()) if part]
    if ends:
        branches.append(r"(?![\w/]|-\w)")
    return branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"

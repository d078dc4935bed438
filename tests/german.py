"""A small site in German that holds one of everything that pages say words of their own about. Its own words are German throughout."""

from __future__ import annotations

import re
from functools import lru_cache
from html.parser import HTMLParser

from bare_words import SPOKEN
from languages import CATALOGUES, extracted, shipped

from easycompilers_site.elements import VOID

SITE = {
    "course/site.yaml": "title: Kleiner Lehrgang\ntagline: Zahlen, kurz gefasst\nlanguage: de\nlicense: CC BY 4.0\nurl: https://example.org/\nrepository: https://github.com/example/lehrgang\n",
    "course/zahlen/course.yaml": "title: Zahlen\nsummary: Von der Summe zum Mittelwert.\nlevel: Beginner\nchapters:\n- summe\n- mittelwert\n"
                                 "- slug: streuung\n  title: Streuung\n",
    "course/zahlen/daten.txt": "1 2 3\n",
    "course/zahlen/rechnen.py": "eins = 1\nzwei = 2\n",
    "course/zahlen/punkt.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    "glossary.yaml": "Summe:\n  definition: Alles zusammengezählt.\n  aliases: [Gesamtzahl]\nMittelwert:\n  definition: Die {term}`Summe` durch die Anzahl.\n  see: [Summe]\n",
    "course/zahlen/01-summe.md": """\
---
title: Summe
summary: Was eine Summe ist.
level: Intermediate
outcomes:
- eine Summe bilden {sechs}
aliases: [alt]
updated: 2026-11-29
---

## Zusammenzählen

Die Summe steht in {ref}`bild`, {ref}`tafel`, {eq}`gleichung`, {ref}`liste`, {ref}`sechs` und {ref}`mitte`. Siehe {download}`daten.txt`.

- [x] gelesen
- [ ] verstanden

:::{note}
Eins.
:::
:::{tip} Zwei
:class: dropdown
Zwei.
:::
:::{important}
Drei.
:::
:::{warning}
Vier.
:::
:::{caution}
Sechs.
:::
:::{danger}
Sieben.
:::
:::{seealso}
Acht.
:::
:::{pitfall}
Neun.
:::

:::{figure} punkt.svg
:label: bild
:alt: Ein Punkt.
Ein Punkt.
:::

:::{table} Werte
:label: tafel
| a | b |
|---|---|
| 1 | 2 |
:::

```{math}
:label: gleichung
a = b
```

```{code-block} python
:label: liste
:caption: Eine Zeile
eins = 1
```

```{literalinclude} rechnen.py
:lines: 1-2
```

:::{prediction} Was wird zusammengezählt?
:label: vorher

- Alles.
- Nichts.
:::

:::{answer} vorher
Alles, was da steht.
:::

:::{recap} Was ist eine Summe?
Alles zusammengezählt.
:::

```{code-cell} python
:tags: [setup]
zahlen = [1, 2, 3]
```

```{code-cell} python
:tags: [predict]
sum(zahlen)
```

```{code-cell} python
:tags: [hide-input, isolated]
print("allein")
```

```{code-cell} python
:tags: [raises-exception]
zahlen[7]
```

```{code-cell} python
import coursekit

coursekit.bars({"eins": 1, "zwei": 2})
```

```{code-cell} python
:tags: [remove-input]
:caption: Drei Balken
:alt: Drei Balken.
:vary: mal = 1, 2
coursekit.lines({"Linie": [1 * mal, 2 * mal]})
```

````{exercise} Sechsmal sieben
:label: sechs
:parsons: true

Rechnen.

```{code-cell} python
:tags: [starter]
antwort = ____
```
```{code-cell} python
:tags: [check, remove-cell]
assert antwort == 42, f"{antwort} ist es nicht: malnehmen."
```
:::{hint}
Sieben und sieben.
:::
:::{question}
Wie oft wird addiert?

- [x] Sechsmal.
- [ ] Einmal.
  > Das ist die erste Zeile.
:::
:::{then-try}
Mit anderen Zahlen.
:::
````
````{solution} sechs
So geht es.
```{code-cell} python
:tags: [answer]
antwort = 0
for _ in range(6):
    antwort += 7
```
````

## Fragen

::::{quiz}
:::{question}
Was ist 1 + 1?

- [x] Zwei
  > Genau.
- [ ] Drei
  > Eins zu viel.
:::
:::{question}
:kind: number
:tolerance: 0.1
:answer: 2.5
Wie viel ist 5 durch 2?

- -6.5
  > Das ist zu wenig.

> Zweieinhalb.
:::
:::{question}
:kind: predict
Was gibt das aus?

```{code-cell} python
print(2 * 3)
print(7)
```

- 5
  > Das ist die Summe.

> Zweimal drei.
:::
:::{question}
Welche sind gerade?

- [x] Zwei
- [x] Vier
- [ ] Fünf
  > Ungerade.
:::
::::
""",
    "course/zahlen/02-mittelwert.md": """\
---
title: Mittelwert
requires: [summe]
---

## In der Mitte {#mitte}

Der Mittelwert von [le mot juste]{lang=fr}.

{lang=ar}
> سلام
""",
}

#: Chapters, listings and everything else that a reader may open.
PAGES = ("index.html", "404.html", "offline/index.html", "review/index.html", "glossary/index.html", "zahlen/index.html", "zahlen/summe/index.html",
         "zahlen/mittelwert/index.html", "zahlen/alt/index.html")
OTHERS = ("zahlen/summe/summe.md",)


#: The same in a language for which there are no words, so that its pages say theirs in English; with a term in a third language.
LATIN = {path: text.replace("language: de\n", "language: la\n") for path, text in SITE.items()}
LATIN["glossary.yaml"] += "Esprit:\n  definition: Ce que *Witz* traduit mal.\n  language: fr\n"
LATIN["course/zahlen/01-summe.md"] += "\nMit {term}`Esprit`.\n"

def visible(html: str) -> str:
    """The words that a page says, those for voices among them; without code, formulas, Python's own words and what is marked as another language."""
    return _said(_Visible(), html)


def unmarked(html: str) -> str:
    """The words that a page in Latin says without a mark of another language, where one could stand."""
    return _said(_Unmarked(), html)


def _said(reader: _Visible, html: str) -> str:
    reader.feed(html)
    return " ".join(reader.said)


class _Visible(HTMLParser):
    language = "de"
    #: Tags and classes.
    mute = frozenset({"script", "style", "code", "pre", "math", "data", "last-words"})

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = (given.get("lang") or self.language) != self.language
        mute = foreign or not self.mute.isdisjoint([tag, *(given.get("class") or "").split()])
        names = (*SPOKEN, "content") if {given.get("name"), given.get("property")} & {"description", "og:title", "og:description"} else SPOKEN
        if self.names(tag, mute):
            self.said += [given[name] or "" for name in names if name in given]
        if tag not in VOID:
            self.open.append((tag, mute or any(quiet for _, quiet in self.open)))

    def names(self, tag: str, mute: bool) -> bool:
        """Whether the names that an element has for voices are heard as well."""
        return True

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag in [name for name, _ in self.open] and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.open or not self.open[-1][1]:
            self.said.append(data)


class _Unmarked(_Visible):
    """Left out is what has no place for a language of its own: the page's name, those of regions and lists, and pictures, whose words Python made."""

    language = "la"
    mute = _Visible.mute | {"title", "svg", "picture", "numbers"}

    def names(self, tag: str, mute: bool) -> bool:
        return not mute and tag not in ("meta", "nav", "section", "ul", "img") and not any(quiet for _, quiet in self.open)


def english(text: str) -> set[str]:
    """The words of the interface's English in a text, but for those that are German too."""
    return set(_words(text)) & _english()


@lru_cache(maxsize=1)
def _english() -> set[str]:
    messages = [form for message in extracted() for form in ((message.id,) if isinstance(message.id, str) else message.id)]
    words = [form for message in shipped(CATALOGUES[0]) for form in ((message.string,) if isinstance(message.string, str) else message.string)]
    return set(_words(" ".join(messages))) - set(_words(" ".join(words))) - set(re.findall("[a-z]+", " ".join(SITE.values()).lower()))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]{3,}", re.sub(r"%\(\w+\)s|\{\w*\}|`[^`]*`|<[^>]*>|https?:\S+", " ", text).lower())

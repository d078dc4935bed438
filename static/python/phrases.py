"""What the page's Python says to a learner: words in English in, the same in the language of the page out.

`N_` marks words that are translated later, where they stand in a table. A place in a message is written `%(name)s`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from json import loads

__builtins__ = dict(vars(__import__("builtins")))  # what is defined below keeps them, whatever a run does to the module builtins

PLACE = re.compile(r"%\((\w+)\)s")
MESSAGES: dict[str, list[str]] = {}  # of each message its forms in the language of the page; none for English
RULE: list[Callable[[int], int]] = []


def speak(catalogue: str) -> None:
    """Speak the language of a catalogue: {plural, messages} as JSON, '' for English."""
    given = loads(catalogue) if catalogue else {"messages": {}}
    MESSAGES.clear()
    MESSAGES.update(given["messages"])
    RULE.clear()
    if MESSAGES:
        from gettext import c2py

        RULE.append(c2py(given["plural"]))


def N_(message: str) -> str:
    return message


def gettext(message: str, **values: object) -> str:
    return filled(MESSAGES.get(message, [message])[0], values)


def ngettext(one: str, many: str, count: int, **values: object) -> str:
    """The form that goes with `count`, which stands in it as `%(count)s`."""
    forms = MESSAGES.get(one)
    form = forms[min(RULE[0](count), len(forms) - 1)] if forms else one if count == 1 else many
    return filled(form, {"count": count, **values})


def filled(message: str, values: dict[str, object]) -> str:
    return PLACE.sub(lambda place: str(values[place[1]]), message)

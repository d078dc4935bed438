"""An exception in, one plain sentence for a learner out: what is wrong and where to look; '' where Python's own words must do.

Code stands in `backticks`. What Python says and what is said instead stands in sentences.py; here is what takes a look at
the code and its values (place.py).
"""

from __future__ import annotations

import ast
import builtins
import difflib
import keyword
import re
import sys
from collections.abc import Callable, Iterable
from types import ModuleType

from phrases import gettext, ngettext
from place import PLAIN, SIZED, Place, known, near, place_of, shown, steps_of, subscript, value_of
from sentences import INDENTATION, OVERFLOW_ERRORS, SYNTAX_ERRORS, TYPE_ERRORS, VALUE_ERRORS, a, filled

BLANK = re.compile(r"(?<!\w)_{3,}(?!\w)")
LOOKALIKES = {"true": "True", "false": "False", "none": "None", "null": "None", "nil": "None", "undefined": "None", "elseif": "elif",
              "Print": "print", "PRINT": "print", "Len": "len", "Range": "range", "Input": "input", "Return": "return", "Def": "def"}
SIGNS = {"&&": "and", "||": "or", "++": "+= 1", "--": "-= 1", "=<": "<=", "=>": ">=", "<>": "!=", "else if": "elif", "===": "=="}


def explain(error: BaseException, sources: Iterable[str], packages: tuple[str, ...] = ()) -> str:
    """The sentence. sources: the file names of the learner's cells, whose lines stand in linecache."""
    try:
        place = place_of(error, set(sources), packages)
        if BLANK.search(place.text) and place.direct:
            return still_blank()
        if place.text.lstrip().startswith("raise"):
            return ""
        for kind, tell in RULES:
            if isinstance(error, kind):
                return tell(error, place)
    except Exception:  # a sentence is never worth a second failure
        pass
    return ""


def still_blank() -> str:
    return gettext("There is still a `____` on this line: put your own code in its place.")


def unknown(name: str) -> str:
    return gettext("Python does not know `%(name)s`. It is written `%(other)s`.", name=name, other=LOOKALIKES[name])


# ── while running ──


def name_error(error: NameError, place: Place) -> str:
    name = error.name or (re.findall(r"variable '(\w+)'", str(error)) or [""])[0]
    if not name:
        return ""
    if isinstance(error, UnboundLocalError) or "free variable" in str(error):
        return gettext("`%(name)s` has no value yet on this line. A function that gives `%(name)s` a value anywhere has a `%(name)s` of its own, "
                       "apart from the one outside.", name=name)
    if name in LOOKALIKES:
        return unknown(name)
    close = near(name, known(place) - {name})
    if close:
        return gettext("Python does not know a name `%(name)s`.", name=name) + close
    if name in sys.stdlib_module_names or name in place.packages:
        return gettext("`%(name)s` is a module: write `import %(name)s` before you use it.", name=name)
    return gettext("Python does not know a name `%(name)s`. Give it a value on a line before this one; if it is meant as text, put quotes round it.", name=name)


def index_error(error: IndexError, place: Place) -> str:
    said = str(error)
    if "pop from empty" in said or "pop from an empty" in said:
        return gettext("The list is empty, so nothing can be taken out of it.")
    if "out of range" not in said:
        return ""
    try:
        text, owner, at = subscript(place)
        if type(owner) in SIZED and type(at) is int:
            if not owner:
                return gettext("Position %(position)s does not exist: `%(name)s` is empty.", position=at, name=text)
            return beyond(at, text, owner)
    except (LookupError, SyntaxError, ValueError):
        pass
    return gettext("That position does not exist: counting begins at 0, so the last position is one less than the length.")


def beyond(at: int, text: str, owner: str | list | tuple) -> str:
    count = len(owner)
    values = {"position": at, "name": text, "last": count - 1}
    if count == 1:
        return gettext("Position %(position)s does not exist: `%(name)s` has one item, at position 0.", **values)
    if type(owner) is str:
        return ngettext("Position %(position)s does not exist: `%(name)s` has %(count)s character, at the positions 0 to %(last)s.",
                        "Position %(position)s does not exist: `%(name)s` has %(count)s characters, at the positions 0 to %(last)s.", count, **values)
    return ngettext("Position %(position)s does not exist: `%(name)s` has %(count)s item, at the positions 0 to %(last)s.",
                    "Position %(position)s does not exist: `%(name)s` has %(count)s items, at the positions 0 to %(last)s.", count, **values)


def key_error(error: KeyError, place: Place) -> str:
    if not place.direct or not error.args:
        return ""
    key = error.args[0]
    start = gettext("The dictionary has no key %(key)s.", key=shown(key))
    try:
        text, owner, _ = subscript(place)
        if type(owner) is not dict:
            return ""
        keys = list(owner)
        if not keys:
            return gettext("The dictionary `%(name)s` is empty, so it has no key %(key)s.", name=text, key=shown(key))
        said = gettext("The dictionary `%(name)s` has no key %(key)s.", name=text, key=shown(key))
        if type(key) is str and near(key, [each for each in keys if type(each) is str]):
            found = difflib.get_close_matches(key, [each for each in keys if type(each) is str], 1, 0.7)[0]
            return said + " " + gettext("Did you mean %(key)s?", key=shown(found))
        if len(keys) <= 6 and all(type(each) in PLAIN for each in keys):
            return said + " " + gettext("Its keys are %(keys)s.", keys=", ".join(shown(each) for each in keys))
        return said
    except (LookupError, SyntaxError, ValueError):
        return start


def attribute_error(error: AttributeError, place: Place) -> str:
    name, owner = error.name, error.obj
    if not name or not place.direct:
        return ""
    if owner is None:
        return gettext("What stands before `.%(name)s` is `None`, which is nothing at all. A function without `return` gives `None`; so does `list.sort()`.", name=name)
    if issubclass(type(owner), ModuleType):
        return nothing_called(name, owner.__name__) + near(name, vars(owner))
    names = {each for kind in type(owner).__mro__ for each in vars(kind)} | own_names(owner)
    kind = a(type(owner).__name__)
    usual = {("list", "push"): "append", ("list", "add"): "append", ("list", "length"): "", ("str", "length"): "", ("set", "append"): "add",
             ("str", "push"): "", ("dict", "has_key"): ""}
    other = usual.get((type(owner).__name__, name))
    said = gettext("%(kind)s has nothing called `%(name)s`.", kind=kind[0].upper() + kind[1:], name=name)
    if name in ("length", "size", "len"):
        return said + " " + gettext("Its length is `len(…)`.")
    if other:
        return said + " " + gettext("Did you mean `%(name)s`?", name=other)
    return said + near(name, names)


def nothing_called(name: str, module: str) -> str:
    return gettext("The module `%(module)s` has nothing called `%(name)s`.", module=module, name=name)


def own_names(owner: object) -> set[str]:
    try:
        return set(object.__getattribute__(owner, "__dict__"))
    except AttributeError:
        return set()


def zero_error(error: ZeroDivisionError, place: Place) -> str:
    if "power" in str(error):
        return gettext("Zero cannot be raised to a negative power: that would divide by zero.")
    try:
        node = ast.parse(place.expression.strip(), mode="eval").body
        if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            return gettext("This divides by zero: `%(value)s` is 0 here.", value=ast.unparse(node.right))
    except SyntaxError:
        pass
    return gettext("This divides by zero. Look at what stands to the right of the division sign.")


def recursion_error(error: RecursionError, place: Place) -> str:
    own = [step.tb_frame.f_code.co_name for step in steps_of(error) if place.frame and step.tb_frame.f_code.co_filename == place.frame.f_code.co_filename]
    name = max(set(own), key=own.count) if own else ""
    if name.isidentifier() and own.count(name) > 20:
        return gettext("`%(name)s` calls itself again and again and never ends: it needs a case in which it answers without calling itself.", name=name)
    return gettext("A function calls itself again and again and never ends: it needs a case in which it answers without calling itself.")


def module_error(error: ModuleNotFoundError, place: Place) -> str:
    name = (error.name or "").partition(".")[0]
    if not name:
        return ""
    if name in sys.stdlib_module_names:
        return gettext("`%(name)s` belongs to Python, but not to the Python that runs in a page.", name=error.name)
    close = near(name, [*sys.stdlib_module_names, *place.packages])
    *others, last = (f"`{each}`" for each in place.packages)
    there = gettext("Cells can import Python’s standard library and %(last)s.", last=last) if not others else gettext(
        "Cells can import Python’s standard library, %(others)s and %(last)s.", others=", ".join(others), last=last)
    return gettext("There is no module `%(name)s` here.", name=name) + f"{close} {there}"


def import_error(error: ImportError, place: Place) -> str:
    said = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", str(error))
    module = sys.modules.get(said[2]) if said else None
    return nothing_called(said[1], said[2]) + near(said[1], vars(module) if module else ()) if said else ""


def file_error(error: FileNotFoundError, place: Place) -> str:
    if isinstance(error.filename, str):
        return gettext("There is no file `%(name)s` here: Python in a page cannot see the files of your computer.", name=error.filename)
    return gettext("There is no file of that name here: Python in a page cannot see the files of your computer.")


def assertion_error(error: AssertionError, place: Place) -> str:
    return gettext("What the `assert` on this line claims is not so.") if place.direct and not error.args else ""


def type_error(error: TypeError, place: Place) -> str:
    try:
        call = ast.parse(place.expression.strip(), mode="eval").body
        if "not callable" in str(error) and isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and place.frame:
            name, kind = call.func.id, a(type(value_of(call.func, place.frame)).__name__)
            said = gettext("`%(name)s` is %(kind)s and no function, so it takes no round brackets.", name=name, kind=kind)
            return said + " " + (gettext("A line above gave the name `%(name)s` another value.", name=name) if name in vars(builtins) else
                                 gettext("For one item of it use square brackets."))
    except (LookupError, SyntaxError):
        pass
    return by_message(TYPE_ERRORS)(error, place)


def by_message(rules: tuple[tuple[str, str], ...]) -> Callable[[BaseException, Place], str]:
    def tell(error: BaseException, place: Place) -> str:
        for pattern, sentence in rules if place.direct else ():
            caught = re.search(pattern, str(error), re.DOTALL)
            if caught:
                return filled(sentence, caught.groups(""))
        return ""

    return tell


# ── before running ──

def syntax_error(error: SyntaxError, place: Place) -> str:
    said = error.msg or ""
    if BLANK.search(place.text):
        return still_blank()
    if isinstance(error, TabError):
        return gettext("Tabs and spaces are mixed at the beginning of the lines. Use four spaces for each step.")
    for pattern, sentence in INDENTATION if isinstance(error, IndentationError) else SYNTAX_ERRORS:
        caught = re.search(pattern, said)
        if caught:
            return filled(sentence, caught.groups(""))
    text = re.sub(r"(['\"]).*?\1", "", place.text)
    for sign, ours in SIGNS.items():
        if sign in text:
            return gettext("`%(sign)s` is no sign of Python. Write `%(ours)s`.", sign=sign, ours=ours)
    words = re.findall(r"[A-Za-z]+", text)
    first = words[0] if words else ""
    close = "" if keyword.iskeyword(first) or first in vars(builtins) else near(first, ["while", "for", "if", "elif", "else", "def", "class", "return", "import", "from", "try", "except", "with"])
    if close and re.match(r"\s*\w+\s+\S", text):
        return gettext("Python cannot make sense of this line.") + close
    if first in LOOKALIKES:
        return unknown(first)
    if "invalid syntax" in said:
        return gettext("Python cannot make sense of this line. Look at the place that is marked, and right before it.")
    return ""


RULES: tuple[tuple[type[BaseException], Callable], ...] = (
    (SyntaxError, syntax_error), (NameError, name_error), (IndexError, index_error), (KeyError, key_error),
    (AttributeError, attribute_error), (ZeroDivisionError, zero_error), (RecursionError, recursion_error),
    (ModuleNotFoundError, module_error), (ImportError, import_error), (FileNotFoundError, file_error), (AssertionError, assertion_error),
    (TypeError, type_error), (ValueError, by_message(VALUE_ERRORS)),
    (OverflowError, by_message(OVERFLOW_ERRORS)),
)

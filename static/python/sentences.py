"""What Python says, as a pattern, and what is said to a learner instead: one table for each kind of exception.

In a sentence {0}, {1} … are what the pattern caught; {a0} and {A0} the same as a type in words, {n0} as a number of
arguments, {d0} as a question after it. The patterns know the wording of CPython 3.11 to 3.14.
"""

from __future__ import annotations

import re

from phrases import N_, gettext, ngettext

WORDS = {
    "int": N_("a whole number"), "float": N_("a number"), "complex": N_("a number"), "bool": N_("`True` or `False`"), "str": N_("text"),
    "bytes": N_("bytes"), "list": N_("a list"), "tuple": N_("a tuple"), "dict": N_("a dictionary"), "set": N_("a set"),
    "NoneType": N_("`None`"), "function": N_("a function"), "builtin_function_or_method": N_("a function"), "method": N_("a method"),
    "type": N_("a class"), "module": N_("a module"), "range": N_("a range"), "generator": N_("a generator"),
}

TYPE_ERRORS = (
    (r"unsupported operand type\(s\) for \+=?: 'NoneType'|unsupported operand type\(s\) for \S+ '?\w*'? and 'NoneType'|unsupported .*: 'NoneType'",
     N_("One of the two values is `None`, which is nothing at all. A function without `return` gives `None`.")),
    (r"can only concatenate str \(not \"(\w+)\"\) to str",
     N_("`+` joins text only to text, and this is {a0}. Write `str(…)` round it, or use an f-string.")),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\)", N_("`+` joins {a0} only to {a0}, and this is {a1}.")),
    (r"unsupported operand type\(s\) for (\S+?):? '([\w.]+)' and '([\w.]+)'", N_("`{0}` does not work between {a1} and {a2}. Turn one into the other first, as in `int(…)` or `str(…)`.")),
    (r"can't multiply sequence by non-int of type '(\w+)'", N_("A text or a list can be repeated only a whole number of times, and this is {a0}.")),
    (r"bad operand type for unary (\S+): '(\w+)'", N_("`{0}` cannot stand before {a1}.")),
    (r"'(\S+)' not supported between instances of '([\w.]+)' and '([\w.]+)'", N_("`{0}` cannot compare {a1} with {a2}.")),
    (r"'(\w+)' object is not callable", N_("This is {a0} and no function, so it takes no round brackets. For one item of it use square brackets; a name may also hide a function of that name.")),
    (r"'NoneType' object is not (subscriptable|iterable)|cannot unpack non-iterable NoneType", N_("This is `None`, which is nothing at all. A function without `return` gives `None`; so does `list.sort()`.")),
    (r"'(\w+)' object is not subscriptable", N_("This is {a0}, and square brackets do not work on it.")),
    (r"'(\w+)' object is not iterable", N_("This is {a0}, and one cannot go through it item by item. To count up to a number, write `range(…)`.")),
    (r"cannot unpack non-iterable (\w+) object", N_("This is {a0}, one value only, and cannot be shared out among several names.")),
    (r"argument of type '(\w+)' is not (?:iterable|a container)", N_("`in` looks into a list, a text or a dictionary, and this is {a0}.")),
    (r"(\w+)\(\) missing (\d+) required .*arguments?: (.+)", N_("`{0}` needs {n1} more than you gave it: {2}.")),
    (r"(\w+)\(\) takes (?:from )?(\d+)(?: to (\d+))? positional arguments? but (\d+) (?:was|were) given", N_("`{0}` takes {n1}, and you gave it {3}.")),
    (r"(\w+)\(\) takes no arguments? \((\d+) given\)", N_("`{0}` takes no argument, and you gave it {1}.")),
    (r"(\w+)\(\) takes exactly one argument \((\d+) given\)", N_("`{0}` takes exactly one argument, and you gave it {1}.")),
    (r"(\w+) expected (?:at (?:most|least) )?(\d+) arguments?, got (\d+)", N_("`{0}` takes {n1}, and you gave it {2}.")),
    (r"(\w+)\(\) takes no arguments", N_("`{0}` takes no arguments: leave its brackets empty.")),
    (r"(\w+)\(\) got an unexpected keyword argument '(\w+)'(?:\. Did you mean '(\w+)'\?)?", N_("`{0}` has no argument called `{1}`.{d2}")),
    (r"(\w+)\(\) got multiple values for argument '(\w+)'", N_("`{0}` was given its argument `{1}` twice.")),
    (r"(\w+) indices must be integers.*, not '?(\w+)'?", N_("Inside the square brackets of {a0} stands a position, a whole number, and this is {a1}.")),
    (r"'(\w+)' object does(?: not|n't) support item (?:assignment|deletion)", N_("{A0} cannot be changed item by item. Make a new one, or use a list.")),
    (r"unhashable type: '(\w+)'", N_("{A0} can change, so it cannot be a key of a dictionary or an item of a set. A tuple can.")),
    (r"object of type '(\w+)' has no len\(\)", N_("This is {a0}, which has no length.")),
    (r"'(\w+)' object cannot be interpreted as an integer", N_("A whole number is wanted here, and this is {a0}. `int(…)` or `//` gives one.")),
    (r"(int|float)\(\) argument must be .*, not '(\w+)'", N_("`{0}` turns text or a number into a number, and this is {a1}.")),
    (r"sequence item \d+: expected str instance, (\w+) found", N_("`join` joins texts only, and one of the items is {a0}. Write `str(…)` round each.")),
)
VALUE_ERRORS = (
    (r"invalid literal for int\(\) with base 10: (.+)", N_("`int(…)` cannot read `{0}` as a whole number.")),
    (r"could not convert string to float: (.+)", N_("`float(…)` cannot read `{0}` as a number.")),
    (r"not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)", N_("There are {0} names to the left of `=`, and only {1} of the values to go with them.")),
    (r"too many values to unpack \(expected (\d+)(?:, got (\d+))?\)", N_("There are more values than the {0} names to the left of `=`.")),
    (r"list\.remove\(x\): x not in list|.* is not in (?:list|tuple|range)|.*index\(x\): x not in|substring not found", N_("What is looked for is not in there. Ask with `in` first.")),
    (r"math domain error|expected a (?:nonnegative|positive|number)", N_("This function has no answer for that number: look at what it is given.")),
    (r"(min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)", N_("`{0}` has nothing to choose from: it was given something empty.")),
)

OVERFLOW_ERRORS = (
    (r"index-sized|repeated .* too (?:long|large)", N_("That is more items than a computer can hold.")),
    (r".", N_("The result is larger than a number with a decimal point can be.")),
)

SYNTAX_ERRORS = (
    (r"'([(\[{])' was never closed", N_("The bracket `{0}` is opened on this line and never closed.")),
    (r"unmatched '([)\]}])'", N_("This `{0}` closes a bracket that was never opened.")),
    (r"closing parenthesis '(.)' does not match opening parenthesis '(.)'", N_("A bracket that was opened with `{1}` is closed with `{0}`.")),
    (r"invalid character '[“”„‟«»]'|invalid character '[‘’‚‛]'", N_("This is a curly quote, as word processors make them. Type a straight one: `\"` or `'`.")),
    (r"invalid character '[–—−]'", N_("This is a dash and no minus sign. Type `-`.")),
    (r"invalid character '([×·÷])'", N_("`{0}` is no sign of Python. Multiply with `*`, divide with `/`.")),
    (r"invalid non-printable character U\+(?:00A0|202F|2007)", N_("There is a no-break space on this line: it looks like a space and comes from copying. Delete it and type a space.")),
    (r"invalid non-printable character U\+(\w+)", N_("There is an invisible character (U+{0}) on this line, from copying. Delete it, or type the line again.")),
    (r"invalid character '(.)'", N_("Python does not know the character `{0}` here.")),
    (r"expected ':'", N_("There is a colon `:` missing at the end of this line.")),
    (r"cannot assign to (?:literal|True|False|None|expression|function call|comparison)",
     N_("To the left of `=` stands a name, to its right the value. To compare two things, write `==`.")),
    (r"Maybe you meant '==' (?:or ':=' )?instead of '='", N_("`=` gives a name a value. To ask whether two things are equal, write `==`.")),
    (r"cannot assign to (.+)", N_("`=` cannot give a value to {0}: to its left stands a name.")),
    (r"unterminated triple-quoted", N_("A text that begins with three quotes is never ended with three.")),
    (r"unterminated (?:f-|t-)?string literal", N_("A text on this line has a quote at its beginning and none at its end.")),
    (r"Perhaps you forgot a comma", N_("There may be a comma missing between two items on this line.")),
    (r"Missing parentheses in call to '(\w+)'", N_("`{0}` needs round brackets: `{0}(…)`.")),
    (r"'(return|yield|await)' outside (?:async )?function", N_("`{0}` belongs inside a function. Is this line indented as it should be?")),
    (r"'(break|continue)' (?:outside|not properly in) loop", N_("`{0}` belongs inside a loop. Is this line indented as it should be?")),
    (r"invalid (?:decimal|hexadecimal|octal|binary) literal", N_("A name cannot begin with a digit, and a number cannot have letters in it.")),
    (r"leading zeros in decimal", N_("A number is not written with a 0 in front.")),
    (r"unexpected character after line continuation", N_("A `\\` may stand only inside a text, or at the very end of a line.")),
    (r"positional argument follows keyword argument", N_("Arguments without a name come first, then those of the form `name=value`.")),
    (r"f-string: (.+)|t-string: (.+)", N_("What stands in the braces of this f-string is not right.")),
    (r"expected 'except' or 'finally' block", N_("A `try` needs an `except` or a `finally` after it.")),
    (r"expected 'else' after 'if' expression", N_("A value with `if` in it needs an `else` too: `a if condition else b`.")),
    (r"name '(\w+)' is (?:assigned to|used) (?:before|prior to) global declaration", N_("The line `global {0}` must come before the first use of `{0}` in the function.")),
)
INDENTATION = (
    (r"expected an indented block after (.+) on line (\d+)", N_("The lines after line {1}, which ends in a colon, must be indented by four spaces.")),
    (r"expected an indented block", N_("The line after a colon must be indented by four spaces.")),
    (r"unexpected indent", N_("This line begins with more spaces than the one before, and nothing there asks for it.")),
    (r"unindent does not match", N_("This line is indented as deep as none of those before. Lines that belong together begin at the same column.")),
)


def filled(sentence: str, parts: tuple[str, ...]) -> str:
    """The sentence, in the language of the page, with what was caught in its places."""
    def one(match: re.Match[str]) -> str:
        how, part = match[1], parts[int(match[2])]
        if how == "n":
            return ngettext("%(count)s argument", "%(count)s arguments", int(part))
        if how == "d":
            return " " + gettext("Did you mean `%(name)s`?", name=part) if part else ""
        word = a(part) if how else part
        return word[0].upper() + word[1:] if how == "A" else word

    return re.sub(r"\{([aAnd]?)(\d)\}", one, gettext(sentence))


def a(kind: str) -> str:
    return gettext(WORDS[kind]) if kind in WORDS else gettext("a `%(kind)s`", kind=kind)

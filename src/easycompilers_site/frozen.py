"""A class with named values in, the same as `dataclass`, or `dataclass(frozen=True)`, makes of it out, in a thirtieth of the time.

The standard one writes seven functions for each class and compiles them at every start of the program, which was a fifth of the time that an edit takes.
Here the functions that need not be quick are the same for all classes. What a class has for fields is worked out when somebody first asks, and an `__init__`
of its own is written when it has had some values: of half the classes no value is made in an edit, and of most others a few.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from inspect import get_annotations
from operator import attrgetter
from threading import RLock
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type)

Declared = tuple[bool, Any, Any]  # whether it is given by name alone, the value that stands where nothing is given, and what makes one
Rule = tuple[tuple[str, ...], tuple[str, ...], dict[str, Any], dict[str, Any]]  # all names, those that may be given in order, values where nothing is given, makers

#: At which value of a class its own `__init__` is written: to write one takes as long as to fill thirty values without, and most have fewer in an edit.
ENOUGH_TO_WRITE = 32


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: Any = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """Use it as `@frozen` or with options, which are those of `dataclass`. `fields`, `replace` and `is_dataclass` know the class."""
    still = {"__setattr__": _refuse, "__delattr__": _refuse}
    return _made(cls, still, eq, kw_only) if cls else lambda one: _made(one, still, eq, kw_only)


@dataclass_transform(field_specifiers=(field,))
def changing(cls: Class) -> Class:
    """Use it as `@changing` for a class whose values change, as `dataclass` makes it: `__post_init__` is called, and there is no hash."""
    return _made(cls, {"__hash__": None}, True, False)


def _made(cls: Class, own: dict[str, Any], eq: bool, kw_only: bool) -> Class:
    there = vars(cls)
    for name, made in {"__init__": _first(cls), "__repr__": _shown, "__dataclass_fields__": _Late(cls, kw_only), **(_comparing(cls) if eq else {}), **own}.items():
        if name not in there or name == "__hash__":  # to write __eq__ alone sets __hash__ to None
            setattr(cls, name, made)
    return cls


class _Late:
    """Stands where `dataclass` puts the fields of a class, until somebody asks for them, which one thread at a time may do."""

    one_at_a_time = RLock()

    def __init__(self, cls: type, kw_only: bool) -> None:
        self.cls, self.kw_only = cls, kw_only

    def __get__(self, value: object, asked: type) -> dict[str, Field]:
        cls = self.cls
        with self.one_at_a_time:
            if vars(cls)["__dataclass_fields__"] is self:
                cls.__doc__ = cls.__doc__ or cls.__name__  # else dataclass works out a signature for it
                dataclass(init=False, repr=False, eq=False, kw_only=self.kw_only)(cls)
        return cls.__dataclass_fields__

    def declared(self) -> dict[str, Declared]:
        """What the class itself declares, which is all that `__init__` has to know: to work out fields takes ten times as long."""
        found = {}
        for name, kind in get_annotations(self.cls).items():
            if not str(kind).startswith("ClassVar"):
                value = getattr(self.cls, name, MISSING)
                if isinstance(value, Field) and name not in vars(self.cls):
                    value = value.default  # of a base, where it will stand when that is worked out
                one = value if isinstance(value, Field) else field(default=value)
                found[name] = (self.kw_only if one.kw_only is MISSING else one.kw_only, one.default, one.default_factory)
        return found


def _first(cls: type) -> Callable[..., None]:
    """An `__init__` for the first values, which puts a quicker one in its place where there come to be more."""
    left, rule = ENOUGH_TO_WRITE, None

    def __init__(self: object, *given: object, **named: object) -> None:
        nonlocal left, rule
        left, rule = left - 1, rule or _rule(cls)
        values = _values(rule, given, named) if left else None
        if values is None:
            cls.__init__ = written = _written(cls, rule)
            written(self, *given, **named)
            return
        vars(self).update(values)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()

    return __init__


def _rule(cls: type) -> Rule:
    declared: dict[str, Declared] = {}
    with _Late.one_at_a_time:
        for base in reversed(cls.__mro__):
            known = vars(base).get("__dataclass_fields__")
            if isinstance(known, _Late):
                declared |= known.declared()
            elif known is not None:
                declared |= {one.name: (one.kw_only, one.default, one.default_factory) for one in fields(base)}
    return (tuple(declared), tuple(name for name, (kw_only, _, _) in declared.items() if not kw_only),
            {name: default for name, (_, default, _) in declared.items() if default is not MISSING},
            {name: make for name, (_, _, make) in declared.items() if make is not MISSING})


def _values(rule: Rule, given: tuple, named: dict[str, object]) -> dict[str, object] | None:
    """The values of all names, in their order; None where it is not clear: the `__init__` that is written then says what is wrong."""
    names, ordered, defaults, makers = rule
    values = {**defaults, **dict(zip(ordered, given, strict=False)), **named}
    values |= {name: make() for name, make in makers.items() if name not in values}
    if len(given) > len(ordered) or len(values) != len(names) or not named.keys().isdisjoint(ordered[: len(given)]):
        return None
    try:
        return {name: values[name] for name in names}
    except KeyError:
        return None


def _written(cls: type, rule: Rule) -> Callable[..., None]:
    """`__init__` as a person would write it by hand: nothing that is the same for all is as quick."""
    names, ordered, defaults, makers = rule
    known = {"_missing": MISSING, **{f"_of_{name}": what for name, what in (defaults | makers).items()}}
    parameters = {name: name + ("=_missing" if name in makers else f"=_of_{name}" if name in defaults else "") for name in names}
    named = [parameters[name] for name in names if name not in ordered]
    values = {name: f"_of_{name}() if {name} is _missing else {name}" if name in makers else name for name in names}
    lines = ["    _all = self.__dict__", *(f"    _all[{name!r}] = {value}" for name, value in values.items())]  # in half the time of `object.__setattr__`
    lines += ["    self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    head = ", ".join(["self", *(parameters[name] for name in ordered), *(["*", *named] if named else [])])
    exec(f"def __init__({head}):\n" + "\n".join(lines), known)
    known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return known["__init__"]


def _comparing(cls: type) -> dict[str, Callable]:
    """Equal are two of the same class whose values are."""

    def values(value: object) -> object:
        """What is compared. It puts what knows the names in its own place."""
        nonlocal values
        names = [one.name for one in fields(cls) if one.compare]
        values = attrgetter(*names) if names else lambda one: ()
        return values(value)

    def __eq__(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:
        return hash(values(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _shown(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{one.name}={getattr(self, one.name)!r}' for one in fields(self) if one.repr)})"


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"{name} cannot be set or deleted: {type(self).__name__} is frozen")

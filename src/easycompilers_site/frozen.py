"""A class with named values in, the same as `dataclass`, or `dataclass(frozen=True)`, makes of it out, in a thirtieth of the time.

The standard one writes seven functions for each class and compiles them at every start of the program, which was a fifth of the time that an edit takes.
Here the functions that need not be quick are the same for all classes. What a class has for fields is worked out when somebody first asks, and an `__init__`
of its own is written when it has had some values: of half the classes no value is made in an edit, and of most others a few.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from threading import RLock
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type)

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


def _first(cls: type) -> Callable[..., None]:
    """An `__init__` for the first values, which puts a quicker one in its place where there come to be more."""
    left, rule = ENOUGH_TO_WRITE, None

    def __init__(self: object, *given: object, **named: object) -> None:
        nonlocal left, rule
        left, rule = left - 1, rule or _rule(cls)
        values = _values(rule, given, named) if left else None
        if values is None:
            cls.__init__ = written = _written(cls)
            written(self, *given, **named)
            return
        vars(self).update(values)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()

    return __init__


def _rule(cls: type) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, Any], dict[str, Callable[[], Any]]]:
    """All names, those that may be given in order, and what stands where nothing is given: the values, and what makes them."""
    all_of = fields(cls)
    return (tuple(one.name for one in all_of), tuple(one.name for one in all_of if not one.kw_only),
            {one.name: one.default for one in all_of if one.default is not MISSING},
            {one.name: one.default_factory for one in all_of if one.default_factory is not MISSING})


def _values(rule: tuple, given: tuple, named: dict[str, object]) -> dict[str, object] | None:
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


def _written(cls: type) -> Callable[..., None]:
    """`__init__` as a person would write it by hand: nothing that is the same for all is as quick."""
    known: dict[str, Any] = {"_put": object.__setattr__, "_missing": MISSING}
    positional, named, lines = [], [], []
    for one in fields(cls):
        known[f"_of_{one.name}"] = one.default if one.default_factory is MISSING else one.default_factory
        made = f"_of_{one.name}() if {one.name} is _missing else {one.name}" if one.default_factory is not MISSING else one.name
        lines.append(f"    _put(self, {one.name!r}, {made})")
        (named if one.kw_only else positional).append(one.name + _default(one))
    lines += ["    self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    parameters = ["self", *positional, *(["*", *named] if named else [])]
    exec(f"def __init__({', '.join(parameters)}):\n" + ("\n".join(lines) or "    pass"), known)
    known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return known["__init__"]


def _default(one: Field) -> str:
    if one.default_factory is not MISSING:
        return "=_missing"
    return "" if one.default is MISSING else f"=_of_{one.name}"


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

"""A frozen class is what the standard library's own frozen dataclass would be; only the start of the program is sooner."""

from __future__ import annotations

import dataclasses
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, dataclass, field
from functools import partial
from threading import Barrier
from typing import ClassVar

import pytest

from easycompilers_site.frozen import ENOUGH_TO_WRITE, changing, frozen


@frozen(kw_only=True)
class Kind:
    label: str = ""


@frozen
class Place(Kind):
    """A place."""

    name: str
    size: int = 3
    hidden: str = field(default="h", repr=False, compare=False)
    found: list = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class StandardKind:
    label: str = ""


@dataclass(frozen=True)
class StandardPlace(StandardKind):
    name: str
    size: int = 3
    hidden: str = field(default="h", repr=False, compare=False)
    found: list = field(default_factory=list)


@pytest.mark.parametrize(("given", "named"), [(("a",), {}), (("a", 4), {"label": "x"}), ((), {"name": "b", "found": [1], "hidden": "z"})])
def test_values_are_taken_shown_and_replaced_as_by_a_dataclass(given: tuple, named: dict) -> None:
    ours, standard = Place(*given, **named), StandardPlace(*given, **named)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert repr(ours) == repr(standard).replace("StandardPlace", "Place")
    assert dataclasses.replace(ours, size=9) == Place(ours.name, 9, found=ours.found, label=ours.label)
    assert pickle.loads(pickle.dumps(ours)) == ours


@pytest.mark.parametrize("place", [Place, StandardPlace])
def test_what_is_missing_or_strange_is_refused(place: type) -> None:
    for given, named in (((), {}), (("a", 1, "h", [], "more"), {}), (("a",), {"strange": 1})):
        with pytest.raises(TypeError):
            place(*given, **named)
    with pytest.raises(FrozenInstanceError):
        place("a").name = "b"
    with pytest.raises(FrozenInstanceError):
        del place("a").name


def test_equal_are_values_of_one_class_and_each_has_its_own_list() -> None:
    assert Place("a") == Place("a", hidden="other") != Place("b")
    assert Place("a") != StandardPlace("a") and Kind() == Kind() and hash(Kind(label="x")) == hash(Kind(label="x"))
    assert Place("a").found is not Place("a").found


def test_a_class_can_be_equal_to_itself_alone() -> None:
    @frozen(eq=False)
    class Unequal:
        name: str

    one = Unequal("a")
    assert one == one and one != Unequal("a") and len({one, Unequal("a")}) == 2


def test_the_fields_of_a_class_are_there_before_its_first_value_and_are_those_of_its_bases_too() -> None:
    @frozen
    class Below:
        found: list = field(default_factory=list)
        name: str = field(default="b", repr=False)

    @frozen
    class Above(Below):
        size: int = 3

    for ask in (dataclasses.is_dataclass, lambda cls: [one.name for one in dataclasses.fields(cls)] == ["found", "name", "size"]):
        assert ask(Above)
    bare = object.__new__(Above)  # as what is unpickled is made
    vars(bare).update(found=[1], name="x", size=4)
    assert bare == Above([1], "x", 4) and repr(bare).endswith("Above(found=[1], size=4)")
    assert Below().found == [] and Below().name == Below.name == "b"


@pytest.mark.parametrize(("given", "named"), [(("a",), {}), (("a", 4), {"label": "x"}), ((), {"name": "b", "found": [1]}), (("a", 4, "z", [2]), {})])
def test_the_first_values_of_a_class_and_the_later_ones_are_alike(given: tuple, named: dict) -> None:
    @frozen
    class Fresh(Kind):
        name: str
        size: int = 3
        hidden: str = field(default="h", repr=False, compare=False)
        found: list = field(default_factory=list)

    first = Fresh(*given, **named)
    for _ in range(ENOUGH_TO_WRITE):
        assert list(vars(Fresh(*given, **named)).items()) == list(vars(first).items())
    assert dataclasses.asdict(first) == dataclasses.asdict(StandardPlace(*given, **named))


@pytest.mark.parametrize(("still", "known_before"), [(frozen, False), (frozen, True), (dataclass(frozen=True), False)])
def test_a_class_that_declares_a_value_of_its_base_anew_has_what_stands_there(still: type, known_before: bool) -> None:
    @still
    class Low:
        word: ClassVar[str] = "low"
        found: list = field(default_factory=list)
        size: int = 3
        hidden: str = field(default="h", repr=False)

    @still
    class High(Low):
        found: list
        hidden: str
        size: int
        last: int = 4

    if known_before:
        dataclasses.fields(High)
    with pytest.raises(TypeError):
        High()
    assert vars(High(found=[1])) == {"found": [1], "size": 3, "hidden": "h", "last": 4} and High.word == "low"
    assert [one.name for one in dataclasses.fields(High)] == ["found", "size", "hidden", "last"]


def test_fields_are_worked_out_once_though_several_threads_ask() -> None:
    def ask(cls: type, number: int) -> bool:
        together.wait(10)
        return [one.name for one in dataclasses.fields(cls)] == ["first", "second", "third", "size"] if number % 2 else cls().third == [] and cls().size == 3

    interval, together = sys.getswitchinterval(), Barrier(4)
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as several:
            for _ in range(100):
                @frozen
                class Asked:
                    first: list = field(default_factory=list)
                    second: list = field(default_factory=list)
                    third: list = field(default_factory=list)
                    size: int = 3

                assert all(several.map(partial(ask, Asked), range(4)))
    finally:
        sys.setswitchinterval(interval)



def test_a_changing_class_is_what_dataclass_makes() -> None:
    @changing
    class Account:
        owner: str
        sums: list[int] = field(default_factory=list)
        total: int = 0

        def __post_init__(self) -> None:
            self.total = sum(self.sums)

    for _ in range(ENOUGH_TO_WRITE + 1):
        account = Account("a", sums=[1, 2])
        assert account.total == 3 and account == Account("a", [1, 2]) != Account("a")
    account.total += 1
    assert account.total == 4 and repr(account).endswith("Account(owner='a', sums=[1, 2], total=4)")
    with pytest.raises(TypeError):
        hash(account)

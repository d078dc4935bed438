"""Packages in, the wheels that they come to out, with all that these need in turn.

pip chooses among the versions of one package; which packages are needed is worked out here, since pip judges conditions
like `sys_platform == "win32"` by the machine that builds, and the wheels are for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from ..model import Package
from ..wheel import Wheel

#: Requirements in, a wheel for each out. Raises what it likes.
Fetch = Callable[[Sequence[str]], Sequence[Wheel]]


@dataclass
class Demand:
    """What is asked of one package. root: the entry that led to it first. asked: what each asks, '' standing for the course."""

    name: str
    root: Package
    specifier: SpecifierSet = field(default_factory=SpecifierSet)
    extras: set[str] = field(default_factory=set)
    asked: dict[str, SpecifierSet] = field(default_factory=dict)

    def meets(self, wheel: Wheel) -> bool:
        return self.specifier.contains(wheel.version, prereleases=True)

    @property
    def text(self) -> str:
        return f"{self.name}{self.specifier}"

    @property
    def by(self) -> str:
        """The wheels that need it, '' where only the course asks for it."""
        return " and ".join(f"`{name}`" for name in sorted(self.asked) if name)


class Conflict(Exception):
    """A wheel of the author's own is not what another wheel needs."""

    def __init__(self, demand: Demand, wheel: Wheel) -> None:
        by, wanted = next((by, wanted) for by, wanted in demand.asked.items() if not wanted.contains(wheel.version, prereleases=True))
        super().__init__(f"`{by}` needs `{demand.name}{wanted}`, and `{wheel.file}` is {wheel.version}")
        self.demand = demand


def demands_of(packages: Sequence[Package], wheels: Mapping[str, Wheel]) -> dict[str, Demand]:
    """All that `packages` ask for, as far as the wheels at hand tell, by name, in the order in which it is met."""
    found: dict[str, Demand] = {}

    def ask(name: str, specifier: SpecifierSet, extras: set[str], root: Package, by: str) -> None:
        demand = found.setdefault(name, Demand(name, root))
        fresh = name not in asked or not extras <= demand.extras
        demand.specifier &= specifier
        demand.asked[by] = demand.asked.get(by, SpecifierSet()) & specifier
        demand.extras |= extras
        if fresh and name in wheels:
            asked.add(name)
            for needed in wheels[name].needs(demand.extras):
                ask(canonicalize_name(needed.name), needed.specifier, set(needed.extras), root, name)

    asked: set[str] = set()
    for package in packages:
        ask(package.name, SpecifierSet(package.specifier), set(package.extras), package, "")
    return found


def resolve(packages: Sequence[Package], own: Mapping[str, Wheel], fetch: Fetch) -> Iterator[Wheel]:
    """The wheels, by name. own: the author's, by name. Raises `Conflict`, and what `fetch` raises."""
    wheels = dict(own)
    ever: dict[str, SpecifierSet] = {}  # all that was ever asked of a package: it only grows, so that this ends
    while True:
        demands = demands_of(packages, wheels)
        for name, demand in demands.items():
            demand.specifier &= ever.get(name, SpecifierSet())
            ever[name] = demand.specifier
        open_ = [demand for name, demand in demands.items() if name not in wheels or not demand.meets(wheels[name])]
        if not open_:
            return iter([wheels[name] for name in sorted(demands)])
        for demand in open_:
            if demand.name in own:
                raise Conflict(demand, own[demand.name])
        wheels |= {wheel.name: wheel for wheel in fetch([demand.text for demand in open_])}

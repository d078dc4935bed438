"""Why wheels cannot be had, as problems at the entry of course.yaml that asked for them. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Package
from ..problem import Problem
from ..source import Span
from ..wheel import PLATFORM, Unfit
from .lock import NAME, UPGRADE
from .pip import PipFailed
from .resolve import Conflict, Demand


def unfit_wheel(unfit: Unfit, span: Span) -> Problem:
    return Problem("wheel-unfit", str(unfit), span, unfit.hint)


def conflict(met: Conflict) -> Problem:
    return Problem("package-conflict", str(met), met.demand.root.span, "take versions that agree with each other")


def pip_failed(failed: PipFailed, demands: Mapping[str, Demand], first: Package) -> Problem:
    """demands: all that was asked for. first: the entry to point at where pip does not say which package it failed on."""
    demand = demands.get(failed.name)
    span = (demand.root if demand else first).span
    wanted = f"`{demand.text}`" if demand else f"`{failed.name}`" if failed.name else "the packages"
    need = "need" if demand and " and " in demand.by else "needs"
    asked = f"{wanted}, which {demand.by} {need}," if demand and demand.by else wanted
    if failed.kind == "missing":
        return Problem("no-pip", "packages are fetched by pip, and there is none in the Python that builds", span,
                       "install it: `python -m ensurepip`, or `uv pip install pip` in an environment that uv made")
    if failed.kind == "network":
        return Problem("package-network", f"pip does not reach the index that it takes packages from: {failed.said}", span,
                       "look at this machine's network, and at the index that `pip config list` names")
    if failed.kind == "hash":
        return Problem("wheel-changed", f"the wheel of {wanted} that pip finds is not the one that {NAME} knows: its hash is another", span,
                       "find out why it changed; if the new one is what you want, " + UPGRADE)
    if failed.kind == "none" and failed.versions:
        return Problem("package-unavailable", f"{asked} cannot be had for the Python of the page: there is {_versions(failed.versions)}", span,
                       "ask for one of these")
    if failed.kind == "none":
        return Problem("package-unavailable", f"{asked} cannot be had for the Python of the page", span,
                       f"look at its name; there has to be a wheel of pure Python, or one for `{PLATFORM}`")
    return Problem("pip", f"pip failed: {failed.said}", span, "pip's own words tell more: `python -m pip download …`")


def _versions(versions: tuple[str, ...], shown: int = 6) -> str:
    return ("… " if len(versions) > shown else "") + ", ".join(versions[-shown:])

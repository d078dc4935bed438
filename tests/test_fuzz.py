"""What once broke a reader, and the seeds from which `make fuzz` goes on: each is read without a fault."""

from __future__ import annotations

from pathlib import Path

import fuzz
import pytest

SEEDS = sorted(place for place in (Path(__file__).parent / "fuzz").glob("*/*") if place.is_file())


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.parent.name}: {seed.name}")
def test_it_is_read(seed: Path) -> None:
    fuzz.targets()[seed.parent.name](seed.read_bytes())


def test_each_reader_has_a_seed() -> None:
    assert {seed.parent.name for seed in SEEDS} == set(fuzz.targets())

"""What a learner types, read as a number: here as English writes it. How another language does is asked of a site in German."""

from __future__ import annotations

from pathlib import Path

from scripts import asked

SCRIPT = Path(__file__).parents[1] / "static/quiz/answers.js"


def test_every_number_that_a_text_can_mean() -> None:
    typed = ["0.5", ".5", "0,5", "1,024", "1.024", "1,024.5", "1 024", "1’024", "1_000", "−2", "1e-3", "1,02,4", "1.024,5", "half", ""]
    assert asked((SCRIPT,), "a.map(r.readings)", typed) == [
        [0.5], [0.5], [0.5], [1.024, 1024], [1.024], [1024.5], [1024], [1024], [1000], [-2], [0.001], [], [], [], []]


def test_a_number_is_right_within_its_tolerance_and_on_its_edge() -> None:
    assert asked((SCRIPT,), "a.map((typed) => r.agrees('number', typed, '0.5', 0.01))", ["0.51", "0,49", "0.511", "0.48"]) == [True, True, False, False]
    assert asked((SCRIPT,), "['1,000', '1000', '1.000'].map((typed) => r.agrees('number', typed, '1_000', 0))") == [True, True, False]

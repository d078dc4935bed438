"""The record of a learner's work: versions, what a file may hold, two records as one, and the days on which things come back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from scripts import asked

SCRIPTS = Path(__file__).parents[1] / "static" / "progress"
DAY = 86_400_000
NOW = 1_800_000_000_000
call = partial(asked, (SCRIPTS / "record.js", SCRIPTS / "merged.js"))

FIRST_VERSION = {
    "v": 1, "updated": 5,
    "parts": {"norms": {"items": {"by-hand": {"rev": "x", "code": "1", "last": 4}, "cell--2": {"code": "2", "last": 3}, "ex-one": {"guess": "6"}}}},
}


def test_the_first_version_is_understood() -> None:
    record = call("r.understood(a)", FIRST_VERSION)
    assert record == {"v": 2, "updated": 5, "parts": {}, "items": {
        "by-hand": {"rev": "x", "code": "1", "last": 4, "part": "norms"},
        "norms/cell--2": {"code": "2", "last": 3, "part": "norms"},
        "ex-one": {"guess": "6", "part": "norms"},
    }}


@pytest.mark.parametrize("value", [None, 7, "text", [], {}, {"v": 3, "items": {"a": {"state": "passed"}}}, {"v": 2}, {"v": 2, "items": [], "parts": 3, "last": 4}])
def test_what_is_not_understood_is_an_empty_record(value: Any) -> None:
    assert call("r.understood(a)", value) == {"v": 2, "parts": {}, "items": {}}


def test_a_field_that_is_not_what_it_should_be_is_left_out() -> None:
    item = {"state": "won", "tries": -1, "due": "soon", "last": 1e99, "sure": "yes", "code": "c" * 20_001, "answer": "four", "html": "<b>", "step": 1, "note": "n" * 2001, "arranged": "then"}
    record = call("r.understood(a)", {"v": 2, "items": {"q": item, "__proto__x": 4, "n" * 201: {"step": 1}}, "parts": {"p": {"done": True, "opened": 3}},
                                      "last": {"part": 7}})
    assert record == {"v": 2, "items": {"q": {"answer": "four", "step": 1}}, "parts": {"p": {"opened": 3}}}


def test_a_record_cannot_reach_the_prototype() -> None:
    text = '{"v": 2, "items": {"__proto__": {"state": "passed"}}, "parts": {}}'
    assert call("(() => { r.merged(r.fresh(), r.understood(JSON.parse(a))); return ({}).state ?? 'clean'; })()", text) == "clean"


# In each place of two good records each of these values: what is understood of it, and what it makes of another record.
SPOILED = """(() => {
  const odd = [null, 0, -1, 1e308, true, "", "x", "__proto__", "<img src=x onerror=alert(1)>", "y".repeat(300_000), [], [null], {}, {"constructor": null},
    JSON.parse('{"__proto__": {"state": "passed"}}'), JSON.parse("[".repeat(2000) + "]".repeat(2000))];
  const spoiled = (record, steps, value) => {
    const copy = structuredClone(record);
    const place = steps.slice(0, -1).reduce((at, step) => at[step], copy);
    place[steps.at(-1)] = value;
    return copy;
  };
  const places = (value, steps = []) => (typeof value === "object" && value ? Object.keys(value).flatMap((key) => [[...steps, key], ...places(value[key], [...steps, key])]) : []);
  let count = 0;
  for (const record of [a, b]) {
    for (const steps of places(record)) {
      for (const value of odd) {
        const course = r.understood(spoiled(record, steps, value));
        const again = JSON.stringify(r.understood(JSON.parse(JSON.stringify(course))));
        if (again !== JSON.stringify(course)) throw new Error(`not understood as it was written: ${steps}`);
        const { course: both } = r.merged(r.understood(b), course);
        if (JSON.stringify(both).length > 100_000 || ({}).state || r.due(both, 1e15).some((name) => typeof name !== "string")) throw new Error(`${steps}`);
        count += 1;
      }
    }
  }
  return count;
})()"""


def test_whatever_a_file_holds_is_understood_or_left_out() -> None:
    second = {"v": 2, "updated": 5, "last": {"part": "norms", "anchor": "a"}, "parts": {"norms": {"opened": 1, "done": 2}},
              "items": {"q": {"part": "norms", "rev": "x", "state": "passed", "tries": 1, "sure": True, "answer": "4", "first": 1, "last": 2, "step": 0, "due": 3, "code": "1", "guess": "2"}}}
    assert call(SPOILED, FIRST_VERSION, second) > 400


def test_of_each_item_the_newer_stays() -> None:
    mine = {"v": 2, "updated": 10, "last": {"part": "one"}, "parts": {"one": {"opened": 5, "done": 9}},
            "items": {"a": {"step": 0, "last": 10}, "b": {"step": 0, "last": 1}, "c": {"step": 2, "last": 4}}}
    theirs = {"v": 2, "updated": 20, "last": {"part": "two"}, "parts": {"one": {"opened": 7}, "two": {"done": 3}},
              "items": {"a": {"step": 1, "last": 5}, "b": {"step": 1, "last": 2}, "c": {"step": 2, "last": 4}, "d": {"step": 3, "last": 1}}}
    found = call("r.merged(a, b)", mine, theirs)
    assert (found["added"], found["changed"]) == (["d", "two"], ["b"])
    assert {name: item["step"] for name, item in found["course"]["items"].items()} == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert found["course"]["parts"] == {"one": {"opened": 7, "done": 9}, "two": {"done": 3}}
    assert found["course"]["last"] == {"part": "two"}


def test_merging_twice_changes_nothing() -> None:
    one = {"v": 2, "updated": 1, "parts": {}, "items": {"a": {"step": 1, "last": 5}}}
    assert call("r.merged(r.merged(r.fresh(), a).course, a)", one)["added"] == []


@pytest.mark.parametrize(("state", "sure", "comes_back"), [("passed", True, False), ("passed", False, True), ("retried", True, True), ("shown", True, True)])
def test_what_was_missed_or_guessed_comes_back_tomorrow(state: str, sure: bool, comes_back: bool) -> None:
    fields = call("r.answered({}, a, b)", {"state": state, "sure": sure, "tries": 1, "rev": "x"}, NOW)
    assert fields.get("due") == (NOW + DAY if comes_back else None) and fields["first"] == NOW


def test_what_is_known_comes_back_after_1_3_7_and_21_days_and_then_no_more() -> None:
    steps = "(() => { let item = {step: 0}; const days = []; for (let n = 0; n < 4; n += 1) {"\
            " const fields = r.returned(item, true, 0); days.push(fields.due === undefined ? null : fields.due / 86400000); item = {...item, ...fields}; } return days; })()"
    assert call(steps) == [3, 7, 21, None]
    assert call("r.returned({step: 3}, false, 0)") == {"step": 0, "due": DAY}


def test_what_one_was_sure_of_comes_first() -> None:
    record = {"v": 2, "parts": {}, "items": {"guessed": {"due": 1, "sure": False}, "sure": {"due": 5, "sure": True}, "older": {"due": 2, "sure": True}, "later": {"due": 99}}}
    assert call("r.due(a, 10)", record) == ["older", "sure", "guessed"]

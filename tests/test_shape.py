"""What is wrong with a record's shape: every code, its parameters, and the exact place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from allfives_cli.record.limits import MAX_FAULTS
from allfives_cli.record.reading import Fault, read_record
from allfives_cli.record.shape import SHAPE_CODES, shaped

TEXT = """\
{
  "allfives": 1,
  "players": [{"key": "Ann"}, {"key": "Ben"}],
  "rules": "all-fives",
  "rounds": [
    {"lead": {"by": "Ann"},
     "turns": [
      {"by": "Ann", "tile": "1-4", "sum": 5}
     ]}
  ]
}
"""
TURN = ("rounds", 0, "turns", 0)
ROUND = ("rounds", 0)


def faults_of(old: str, new: str) -> list[Fault]:
    """The faults of the text with one part replaced."""
    assert TEXT.count(old) == 1
    return read_record(TEXT.replace(old, new).encode(), "match.json", "json").faults


CASES: list[tuple[str, str, str, dict[str, Any], tuple[str | int, ...], str]] = [
    # old, new, code, some of the params, pointer, what the span covers
    ('"sum"', '"tyle"', "unknown-key", {"key": "tyle", "nearest": "tile"}, (*TURN, "tyle"),
     '"tyle"'),
    ('"sum"', '"Award"', "unknown-key", {"nearest": "award"}, (*TURN, "Award"), '"Award"'),
    ('"sum"', '"x"', "unknown-key", {"nearest": None}, (*TURN, "x"), '"x"'),
    ('"sum"', '"pass_"', "unknown-key", {"nearest": "pass"}, (*TURN, "pass_"), '"pass_"'),
    ('"lead"', '"led"', "unknown-key", {"nearest": "lead"}, (*ROUND, "led"), '"led"'),
    ('"rounds"', '"rulse": 1, "rounds"', "unknown-key", {"nearest": "rules"}, ("rulse",),
     '"rulse"'),
    ('{"key": "Ben"}', '{"key": "Ben", "nam": "B"}', "unknown-key", {"nearest": "name"},
     ("players", 1, "nam"), '"nam"'),
    ('"by": "Ann", "tile"', '"tile"', "missing-key", {"key": "by"}, TURN,
     '{"tile": "1-4", "sum": 5}'),
    ('{"by": "Ann"}', '{"how": "lot"}', "missing-key", {"key": "by"}, (*ROUND, "lead"),
     '{"how": "lot"}'),
    ('"sum": 5', '"sum": "5"', "wrong-type", {"expected": ["whole-number"], "found": "text"},
     (*TURN, "sum"), '"5"'),
    ('"sum": 5', '"sum": 5.0', "not-whole-number", {"value": "5.0"}, (*TURN, "sum"), "5.0"),
    ('"sum": 5', '"award": 7.5', "not-whole-number", {"value": "7.5"}, (*TURN, "award"), "7.5"),
    ('"allfives": 1', '"allfives": 1.0', "not-whole-number", {"value": "1.0"}, ("allfives",),
     "1.0"),
    ('"sum": 5', '"sum": true', "wrong-type", {"found": "true-or-false"}, (*TURN, "sum"), "true"),
    ('"sum": 5', '"sum": null', "wrong-type", {"found": "nothing"}, (*TURN, "sum"), "null"),
    ('"sum": 5', '"total": "x"', "wrong-type", {"expected": ["number"]}, (*TURN, "total"), '"x"'),
    ('"sum": 5', '"total": null', "wrong-type", {"found": "nothing"}, (*TURN, "total"), "null"),
    ('"sum": 5', '"on": null', "wrong-type", {"expected": ["whole-number", "text"]},
     (*TURN, "on"), "null"),
    ('"sum": 5', '"on": [4]', "wrong-type", {"found": "list"}, (*TURN, "on"), "[4]"),
    ('"sum": 5', '"pass": 1', "wrong-type", {"expected": ["true-or-false"]}, (*TURN, "pass"), "1"),
    ('"sum": 5', '"ext": []', "wrong-type", {"expected": ["mapping"]}, (*TURN, "ext"), "[]"),
    ('"sum": 5', '"alts": [{"line": 5}]', "wrong-type", {"expected": ["list"]},
     (*TURN, "alts", 0, "line"), "5"),
    ('"1-4"', "null", "wrong-type", {"expected": ["text"], "found": "nothing"}, (*TURN, "tile"),
     "null"),
    ('"all-fives"', "5", "wrong-type", {"expected": ["text", "mapping"]}, ("rules",), "5"),
    ('"allfives": 1', '"allfives": true', "wrong-type", {"expected": ["whole-number"]},
     ("allfives",), "true"),
    ('"allfives": 1', '"allfives": 0', "not-allowed-value", {"value": 0, "allowed": ["1"]},
     ("allfives",), "0"),
    ('"sum": 5', '"pass": false', "not-allowed-value", {"value": False, "allowed": ["true"]},
     (*TURN, "pass"), "false"),
    ('"sum": 5', '"mark": "!!!"', "not-allowed-value",
     {"value": "!!!", "allowed": ["!!", "!", "!?", "?!", "?", "??"]}, (*TURN, "mark"), '"!!!"'),
    ('{"by": "Ann"}', '{"by": "Ann", "how": "luck"}', "not-allowed-value", {"value": "luck"},
     (*ROUND, "lead", "how"), '"luck"'),
    ('"allfives": 1', '"allfives": 2', "newer-version", {"found": 2, "known": 1}, ("allfives",),
     "2"),
    ('"sum": 5', '"on": "7-7"', "not-a-tile", {"value": "7-7"}, (*TURN, "on"), '"7-7"'),
    ('"1-4"', '"1-7"', "not-a-tile", {"value": "1-7"}, (*TURN, "tile"), '"1-7"'),
    ('{"key": "Ben"}', '{"key": "B n"}', "bad-name", {"value": "B n"}, ("players", 1, "key"),
     '"B n"'),
    ('"by": "Ann", "tile"', '"by": "A\\u200bn", "tile"', "bad-name", {}, (*TURN, "by"),
     '"A\\u200bn"'),
    ('"lead": {"by": "Ann"}', '"lead": {"by": "Ann"}, "hands": {"A b": ["1-1"]}', "bad-name",
     {"value": "A b"}, (*ROUND, "hands", "A b"), '"A b"'),
    ('"rounds"', '"result": {"how": "agreed", "winners": ["a b"]}, "rounds"', "bad-name", {},
     ("result", "winners", 0), '"a b"'),
    ('"rounds"', '"event": "two\\nlines", "rounds"', "bad-text", {}, ("event",), '"two\\nlines"'),
    ('{"key": "Ben"}', '{"key": "Ben", "name": "\\u001b"}', "bad-text", {},
     ("players", 1, "name"), '"\\u001b"'),
    ('"rounds"', '"date": "2026-02-31", "rounds"', "bad-date", {"value": "2026-02-31"}, ("date",),
     '"2026-02-31"'),
    ('"rounds"', '"started": "noon", "rounds"', "bad-date", {"value": "noon"}, ("started",),
     '"noon"'),
    ('"rounds"', '"digest": {"game": "abc"}, "rounds"', "bad-digest", {"value": "abc"},
     ("digest", "game"), '"abc"'),
    ('"sum": 5', '"sum": -5', "out-of-range", {"value": -5, "least": 0}, (*TURN, "sum"), "-5"),
    ('"sum": 5', '"total": 1e9', "out-of-range", {"value": "1000000000.0", "most": 100_000_000},
     (*TURN, "total"), "1e9"),
    ('"sum": 5', '"total": 7.3', "not-half-points", {"value": "7.3"}, (*TURN, "total"), "7.3"),
    ('"sum": 5', '"total": 7.5000000001', "not-half-points", {"value": "7.5000000001"},
     (*TURN, "total"), "7.5000000001"),
    ('"Ben"', f'"{"B" * 41}"', "text-too-long", {"limit": 40}, ("players", 1, "key"),
     f'"{"B" * 41}"'),
    ('"rounds"', '"view": "", "rounds"', "text-empty", {}, ("view",), '""'),
    ('{"key": "Ann"}, ', "", "too-few", {"found": 1, "least": 2}, ("players",),
     '[{"key": "Ben"}]'),
    ('"sum": 5', '"alts": [{"line": []}]', "too-few", {"found": 0, "least": 1},
     (*TURN, "alts", 0, "line"), "[]"),
    ('{"key": "Ann"}, ', '{"key": "Ann"}, ' * 4, "too-many", {"found": 5, "most": 4},
     ("players",), "[" + 4 * '{"key": "Ann"}, ' + '{"key": "Ben"}]'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "params", "pointer", "covers"),
    CASES,
    ids=[f"{code}-{number}" for number, (_, _, code, *_) in enumerate(CASES)],
)
def test_fault(
    old: str,
    new: str,
    code: str,
    params: dict[str, Any],
    pointer: tuple[str | int, ...],
    covers: str,
) -> None:
    (fault,) = faults_of(old, new)
    assert fault.code == code
    assert set(fault.params) == set(SHAPE_CODES[code])
    assert {key: fault.params[key] for key in params} == params
    assert fault.pointer == pointer
    assert not fault.is_note
    text = TEXT.replace(old, new)
    at = text.index(covers, max(text.index(new) - 1, 0))
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    assert fault.span == (line, column, line, column + len(covers))


@pytest.mark.parametrize(
    ("text", "found"),
    [("[]", "list"), ("5", "whole-number"), ("5.5", "number"), ('"x"', "text"),
     ("true", "true-or-false"), ("null", "nothing")],
)  # fmt: skip
def test_what_is_no_mapping_is_no_record(text: str, found: str) -> None:
    reading = read_record(text.encode(), "match.json", "json")
    assert reading.faults == [Fault("not-a-record", {"found": found}, None)]


def test_every_code_has_its_case() -> None:
    assert {code for _, _, code, *_ in CASES} | {"not-a-record"} == set(SHAPE_CODES)


def test_params_are_plain_json() -> None:
    for old, new, *_ in CASES:
        (fault,) = faults_of(old, new)
        assert json.loads(json.dumps(fault.params)) == fault.params


def test_all_keys_that_are_missing_are_named() -> None:
    reading = read_record(b"{}", "match.json", "json")
    missing = [fault.params["key"] for fault in reading.faults]
    assert missing == ["allfives", "players", "rules", "rounds"]
    assert {fault.span for fault in reading.faults} == {None}


def test_an_unknown_key_comes_with_the_keys_that_are_known_there() -> None:
    (fault,) = faults_of('{"by": "Ann"}', '{"by": "Ann", "hwo": "lot"}')
    assert fault.params == {"key": "hwo", "known": ["by", "how"], "nearest": "how"}


def test_of_a_newer_version_nothing_else_is_said() -> None:
    text = TEXT.replace('"allfives": 1', '"allfives": 2').replace('"sum": 5', '"shuffled": "x"')
    (fault,) = read_record(text.encode(), "match.json", "json").faults
    assert fault.code == "newer-version"


def test_faults_stand_in_the_order_of_the_file() -> None:
    text = TEXT.replace('"sum": 5', '"total": 0.3, "sum": "x", "tyle": 1').replace('"Ben"', '"B n"')
    found = [fault.code for fault in read_record(text.encode(), "match.json", "json").faults]
    assert found == ["bad-name", "not-half-points", "wrong-type", "unknown-key"]


def test_a_name_that_cannot_be_a_key_is_said_once() -> None:
    text = TEXT.replace('"Ann"', '"Ann Lee"').replace('"sum": 5', '"mark": "Ann Lee"')
    faults = read_record(text.encode(), "match.json", "json").faults
    assert [(fault.code, fault.pointer) for fault in faults] == [
        ("bad-name", ("players", 0, "key")),
        ("not-allowed-value", (*TURN, "mark")),
    ]
    numbers = TEXT.replace('{"key": "Ann"}', '{"key": 5}').replace('"by": "Ann", ', '"by": 5, ')
    codes = [fault.code for fault in read_record(numbers.encode(), "match.json", "json").faults]
    assert codes == ["wrong-type", "wrong-type"]


def test_what_is_wrong_with_the_players_comes_before_what_follows_from_it() -> None:
    text = "allfives: 1\nplayers: [Ann]\nrules: all-fives\nrounds:\n- turns: |\n    Ben 6-6\n"
    faults = read_record(text.encode(), "sheet.yaml", "yaml").faults
    assert [fault.code for fault in faults] == ["too-few", "unknown-player"]


def test_long_values_are_shortened() -> None:
    (fault,) = faults_of('"1-4"', f'"{"x" * 500}"')
    assert len(fault.params["value"]) == 40
    (fault,) = faults_of('"sum"', f'"{"x" * 100_000}"')
    assert len(fault.params["key"]) == 40


def test_a_place_has_one_fault_even_where_pydantic_finds_several() -> None:
    (fault,) = faults_of('"sum": 5', '"on": 9')
    assert (fault.code, fault.params) == ("not-a-tile", {"value": 9})


MANY = {
    "faults of one kind": ["x"] * 20_000,
    "unknown keys": [{"by": "Ann", "tyle": "1-4", "pass": True}] * 20_000,
    "faults after much that is sound": [{"by": "Ann", "pass": True}] * 30_000 + [5] * 5_000,
    "lists of tiles": [{"by": "Ann", "draw": ["9-9"] * 500}] * 100,
}


@pytest.mark.parametrize("turns", MANY.values(), ids=MANY)
def test_of_very_many_faults_the_first_are_said(turns: list[Any]) -> None:
    tree = json.loads(TEXT)
    tree["rounds"][0]["turns"] = turns
    problems = shaped(tree)
    assert isinstance(problems, list)
    assert len(problems) == MAX_FAULTS
    assert {problem.pointer[:3] for problem in problems} == {("rounds", 0, "turns")}
    assert "missing-key" not in {problem.code for problem in problems}
    first = next(index for index, turn in enumerate(turns) if turn != {"by": "Ann", "pass": True})
    assert problems[0].pointer[3] == first

"""Canonical bytes of a record, and back: nothing lost, nothing added, always the same bytes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from dealing import play_match
from hypothesis import given, settings
from recording import Writing, match_tree
from records_strategy import Tree, as_record, record_trees

from allfives_cli.record.model import Record, Turn
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import GrowingRecord, to_plain, write_json, write_json_line
from allfives_cli.rulesets import published

SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": "all-fives",
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "1-4"}]}],
}


def read(text: str) -> Record:
    reading = read_record(text.encode("utf-8"), "match.json", "json")
    assert not reading.faults
    assert reading.record is not None
    return reading.record


@settings(max_examples=80)
@given(record_trees())
def test_record_to_text_to_record(tree: Tree) -> None:
    record = as_record(tree)
    for write in (write_json, write_json_line):
        text = write(record)
        again = read(text)
        assert again == record
        assert write(again) == text
    assert json.loads(write_json(record)) == json.loads(write_json_line(record)) == tree


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bytes_do_not_depend_on_the_order_in_which_keys_were_read(players: int) -> None:
    rounds = list(play_match(published("all-fives"), players, seed=players, target=60))
    tree = match_tree(rounds, Writing(("Ann", "Ben", "Cal", "Dee")[:players]))
    canonical = write_json(as_record(tree))
    rng = random.Random(players)  # noqa: S311 - a shuffle, not a secret
    for _ in range(5):
        assert write_json(read(json.dumps(_shuffled(tree, rng)))) == canonical


def _shuffled(value: Any, rng: random.Random) -> Any:
    """The same values with the keys of every mapping in another order."""
    if isinstance(value, dict):
        return {key: _shuffled(value[key], rng) for key in rng.sample(list(value), len(value))}
    return [_shuffled(item, rng) for item in value] if isinstance(value, list) else value


def test_the_layout_of_the_text() -> None:
    notes = ["a first note that is rather long, so that the list of them will not go on one line",
             "and a second one"]  # fmt: skip
    record = as_record(
        {
            "allfives": 1,
            "players": [{"key": "Ann", "name": "Ann Łuk"}, {"key": "Ben"}],
            "rules": {"target": 75, "base": "all-fives", "hand_size": {"3": 5, "2": 7}},
            "rounds": [
                {
                    "turns": [
                        {"by": "Ann", "tile": "4-6", "total": 10.0},
                        {"pass": True, "by": "Ben"},
                    ],
                    "lead": {"how": "lot", "by": "Ann"},
                    "hands": {"Ben": ["0-0", "??"], "Ann": []},
                    "boneyard": ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1", "1-2",
                                 "1-3"],
                    "end": {"totals": {"Ben": 7.5, "Ann": 10}, "how": "abandoned"},
                }
            ],
            "notes": notes,
            "result": {"totals": {"Ben": 7.5, "Ann": 10}, "how": "agreed"},
        }
    )  # fmt: skip
    assert (
        write_json(record)
        == """\
{
  "allfives": 1,
  "players": [
    {"key": "Ann", "name": "Ann Łuk"},
    {"key": "Ben"}
  ],
  "rules": {
    "base": "all-fives",
    "hand_size": {"2": 7, "3": 5},
    "target": 75
  },
  "rounds": [
    {
      "lead": {"by": "Ann", "how": "lot"},
      "hands": {"Ann": [], "Ben": ["0-0", "??"]},
      "turns": [
        {"by": "Ann", "tile": "4-6", "total": 10},
        {"by": "Ben", "pass": true}
      ],
      "boneyard": ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-1", "1-2", "1-3"],
      "end": {
        "how": "abandoned",
        "totals": {"Ann": 10, "Ben": 7.5}
      }
    }
  ],
  "result": {"how": "agreed", "totals": {"Ann": 10, "Ben": 7.5}},
  "notes": [
    "a first note that is rather long, so that the list of them will not go on one line",
    "and a second one"
  ]
}
"""
    )


def test_scores_of_pairs_stand_in_the_order_of_the_sides() -> None:
    scores = {"Ben+Dee": 5, "Ann+Cal": 10}
    tree = SMALL | {"players": [{"key": key} for key in ("Ann", "Ben", "Cal", "Dee")]}
    unnamed = as_record(tree | {"result": {"how": "agreed", "totals": scores}})
    assert '"totals": {"Ann+Cal": 10, "Ben+Dee": 5}' in write_json(unnamed)
    sides = [{"key": "Ben+Dee", "players": ["Ben", "Dee"]}, {"key": "Ann+Cal", "players": ["Ann"]}]
    named = as_record(tree | {"sides": sides, "result": {"how": "agreed", "totals": scores}})
    assert '"totals": {"Ben+Dee": 5, "Ann+Cal": 10}' in write_json(named)


def test_keys_that_are_nobodys_are_kept() -> None:
    tree = SMALL | {"result": {"how": "agreed", "totals": {"Zoe": 1, "Ben": 2, "Ann": 3}}}
    assert to_totals(read(write_json(as_record(tree)))) == {"Ann": 3, "Ben": 2, "Zoe": 1}


def to_totals(record: Record) -> dict[str, float] | None:
    assert record.result is not None
    return record.result.totals


@pytest.mark.parametrize("value", [1.0, None, True, "", [], {}, 1e-7, "\u2028", {"a": {"b": [1]}}])
def test_what_is_the_writers_own_comes_back_untouched(value: object) -> None:
    text = write_json(as_record(SMALL | {"ext": {"example.org/tv": value}}))
    ext = json.loads(text)["ext"]
    assert ext == {"example.org/tv": value}
    assert type(ext["example.org/tv"]) is type(value)


def test_a_part_as_plain_values() -> None:
    turn = Turn.model_validate_json('{"pass": true, "by": "Ann", "draw": ["0-1"]}')
    assert to_plain(turn) == {"by": "Ann", "draw": ["0-1"], "pass": True}
    assert list(to_plain(turn)) == ["by", "draw", "pass"]


@settings(max_examples=80)
@given(record_trees())
def test_a_record_that_grows_is_written_as_any_other(tree: Tree) -> None:
    record, growing = as_record(tree), GrowingRecord()
    for number in range(len(record.rounds) + 1):
        part = record.model_copy(update={"rounds": record.rounds[:number]})
        assert growing.json(part) == write_json(part)
        assert growing.line(part) == write_json_line(part)
    changed = [played.model_copy(update={"notes": ("new",)}) for played in record.rounds]
    part = record.model_copy(update={"rounds": (*record.rounds[:1], *changed[1:])})
    assert growing.json(part) == write_json(part)


def test_an_archive_has_a_record_a_line() -> None:
    line = write_json_line(as_record(SMALL | {"notes": ["a", "b"]}))
    assert line.count("\n") == 1
    assert line.endswith("}\n")
    assert ": " not in line

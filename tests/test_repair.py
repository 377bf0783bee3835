"""Readings that make a record agree again after one slip, and the first slip itself."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import Any

import pytest
from benchmarks.slips import Row, false_alarms, measure
from planting import SLIPS, Match, Planted, matches, planted, sheet
from recording import LEVELS, as_record

from allfives_cli.checking.agreeing import agreeing
from allfives_cli.checking.findings import Severity
from allfives_cli.checking.repair import (
    Candidate,
    candidates,
    candidates_of,
    first_error,
    sole_candidate,
)
from allfives_cli.checking.replay import check, digests, replay
from allfives_cli.checking.validation import examine
from allfives_cli.record.model import Record
from allfives_cli.record.output_schemas import finding as finding_schema
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import write_json
from allfives_cli.show.candidates import MOST_LISTED, candidate_text, candidates_lines
from allfives_cli.show.formats.plain import finding_json
from allfives_cli.text.catalog import LANGUAGES, catalog

ROUND: dict[str, Any] = {
    "lead": {"by": "Ann", "how": "lot"},
    "hands": {
        "Ann": ["0-3", "2-4", "2-5", "3-3", "3-4", "5-6", "6-6"],
        "Ben": ["0-6", "1-1", "2-3", "2-6", "3-6", "4-5", "5-5"],
    },
    "turns": [
        {"by": "Ann", "tile": "6-6", "sum": 12, "award": 0, "total": 0},
        {"by": "Ben", "tile": "3-6", "on": "6-6", "sum": 15, "award": 15, "total": 15},
        {"by": "Ann", "tile": "5-6", "on": "6-6", "sum": 8, "award": 0, "total": 0},
        {"by": "Ben", "tile": "2-6", "on": "6-6", "sum": 10, "award": 10, "total": 25},
        {"by": "Ann", "tile": "2-5", "on": "5-6", "sum": 7, "award": 0, "total": 0},
        {"by": "Ben", "tile": "0-6", "on": "6-6", "sum": 7, "award": 0, "total": 25},
        {"by": "Ann", "tile": "3-3", "on": "3-6", "sum": 10, "award": 10, "total": 10},
        {"by": "Ben", "tile": "2-3", "on": "2-5", "sum": 11, "award": 0, "total": 25},
        {"by": "Ann", "tile": "0-3", "on": "3-3", "sum": 5, "award": 5, "total": 15},
        {"by": "Ben", "draw": ["4-4", "0-1"], "tile": "0-1", "on": "0-3", "sum": 6, "award": 0,
         "total": 25},
        {"by": "Ann", "tile": "3-4", "on": "2-3", "sum": 7, "award": 0, "total": 15},
        {"by": "Ben", "tile": "4-5", "on": "3-4", "sum": 8, "award": 0, "total": 25},
        {"by": "Ann", "tile": "2-4", "on": "2-6", "sum": 10, "award": 10, "total": 25},
    ],
    "end": {
        "how": "out",
        "by": "Ann",
        "left": {"Ann": [], "Ben": ["1-1", "4-4", "5-5"]},
        "pips": {"Ann": 0, "Ben": 20},
        "settlement": {"Ann": 20},
        "totals": {"Ann": 45, "Ben": 25},
    },
}  # fmt: skip
"""The round of the format's own example, seven tiles each."""


def tree(**turn_edits: dict[str, Any]) -> dict[str, Any]:
    """The example with changes to turns, keyed ``t2`` for the second; None takes a key away."""
    played = json.loads(json.dumps(ROUND))
    for key, changes in turn_edits.items():
        turn = played["turns"][int(key[1:]) - 1]
        turn |= changes
        for name in [name for name, value in turn.items() if value is None]:
            del turn[name]
    rules = {"base": "all-fives", "hand_size": 7}
    players = [{"key": "Ann"}, {"key": "Ben"}]
    return {"allfives": 1, "players": players, "rules": rules, "rounds": [played]}


def broken(**turn_edits: dict[str, Any]) -> Record:
    return as_record(tree(**turn_edits))


def sole(record: Record) -> Candidate:
    found = candidates(record)
    assert len(found) == 1, [(each.kind, each.pointer, each.after) for each in found]
    return found[0]


def test_the_example_is_sound_and_has_no_candidates() -> None:
    assert check(broken()).sound
    assert candidates(broken()) == []
    assert sole_candidate([]) is None


def test_a_wrong_pip() -> None:
    each = sole(broken(t7={"tile": "2-3"}))
    assert (each.kind, each.before, each.after) == ("tile", "2-3", "3-3")
    assert each.pointer == ("rounds", 0, "turns", 6, "tile")
    assert each.params == {
        "round": 1, "turn": 7, "changed": 0, "player": "Ann", "sum": 10, "award": 10, "total": 10,
    }  # fmt: skip
    assert each.record == broken()


def test_a_wrong_place() -> None:
    each = sole(broken(t11={"on": "2-6", "tile": "2-4"}, t13={"on": "2-3", "tile": "3-4"}))
    assert (each.kind, each.params["with"]) == ("swap", 13)
    each = sole(broken(t5={"on": "6-6"}))
    assert (each.kind, each.before, each.after) == ("place", "6-6", "5-6")


def test_a_number_alone() -> None:
    for key, wrong in (("sum", 9), ("award", 5), ("total", 20)):
        each = sole(broken(t4={key: wrong}))
        assert (each.kind, each.pointer[-1], each.before) == ("number", key, wrong)
        assert each.record == broken()


def test_a_number_that_was_carried_on() -> None:
    record = tree(t4={"award": 15, "total": 30})
    for turn in record["rounds"][0]["turns"][4:]:
        turn["total"] += 5 if turn["by"] == "Ben" else 0
    record["rounds"][0]["end"]["totals"]["Ben"] += 5
    each = sole(as_record(record))
    assert (each.kind, each.before, each.after, each.params["moved"]) == ("carried", 15, 10, 6)
    assert each.record == broken()


def test_a_missing_turn_comes_without_claims() -> None:
    record = tree()
    gone = record["rounds"][0]["turns"].pop(7)
    each = sole(as_record(record))
    claims = {"sum", "award", "total"}
    assert each.kind == "missing"
    assert each.after == {key: value for key, value in gone.items() if key not in claims}
    assert check(each.record).sound


def test_a_turn_too_many() -> None:
    record = tree()
    turns = record["rounds"][0]["turns"]
    turns.insert(8, {"by": "Ben", "pass": True})
    each = sole(as_record(record))
    assert (each.kind, each.params["turn"]) == ("extra", 9)
    assert each.record == broken()


def test_two_turns_changed_over() -> None:
    record = tree()
    turns = record["rounds"][0]["turns"]
    for key in ("tile", "on", "sum", "award", "total"):
        turns[7][key], turns[8][key] = turns[8][key], turns[7][key]
    each = sole(as_record(record))
    assert (each.kind, each.params["turn"], each.params["with"]) == ("swap", 8, 9)
    assert each.record == broken()


def test_a_tile_drawn_that_was_not_written() -> None:
    each = sole(broken(t10={"draw": ["0-1"]}))
    assert (each.kind, each.before, each.after) == ("draw", ("0-1",), ("4-4", "0-1"))


def test_another_player() -> None:
    each = sole(broken(t6={"by": "Ann"}))
    assert (each.kind, each.before, each.after) == ("player", "Ann", "Ben")


def test_a_leftover_and_a_settlement() -> None:
    record = tree()
    record["rounds"][0]["end"]["left"]["Ben"] = ["1-1", "4-4", "5-6"]
    assert (sole(as_record(record)).kind, sole(as_record(record)).after) == (
        "left",
        ["1-1", "4-4", "5-5"],
    )
    record = tree()
    record["rounds"][0]["end"]["settlement"]["Ann"] = 15
    assert (sole(as_record(record)).kind, sole(as_record(record)).after) == ("number", 20)


def test_a_settlement_that_names_no_side() -> None:
    record = tree()
    record["rounds"][0]["end"]["settlement"] = {}
    each = candidates(as_record(record))[0]
    assert (each.kind, each.before, each.after) == ("number", None, 20)
    assert each.pointer == ("rounds", 0, "end", "settlement", "Ann")
    assert check(each.record).sound
    assert candidate_text(each, catalog("en")) == "1: Ann: settlement 20, not none"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_settlement_that_names_no_side_and_was_carried_on(lang: str) -> None:
    record = tree()
    record["rounds"][0]["end"] |= {"settlement": {}, "totals": {"Ann": 25, "Ben": 25}}
    found = [each for each in candidates(as_record(record)) if each.kind == "carried"]
    assert [check(each.record).sound for each in found] == [True]
    assert "Ann" in candidate_text(found[0], catalog(lang))


def test_a_tile_of_the_deal() -> None:
    record = tree()
    record["rounds"][0]["hands"]["Ben"][4] = "1-3"
    assert any(each.record == broken() for each in candidates(as_record(record)))


def test_a_result_that_names_another_winner() -> None:
    record = tree()
    record["rules"]["target"] = 45
    record["result"] = {"how": "target", "winners": ["Ben"]}
    each = sole(as_record(record))
    assert (each.kind, each.after, check(each.record).sound) == ("result", ["Ann"], True)


def test_a_place_left_open_gives_every_choice() -> None:
    bare = {"on": None, "sum": None, "award": None, "total": None}
    record = tree(t5=bare)
    del record["rounds"][0]["turns"][5:]
    del record["rounds"][0]["end"]
    found = [each for each in candidates(as_record(record)) if each.kind == "place"]
    assert [each.after for each in found] == ["2-6", "5-6"]
    assert candidates(as_record(record))[:2] == found


def test_candidates_leave_the_record_alone_and_drop_its_digest() -> None:
    record = tree(t7={"tile": "2-3"}) | {"digest": {"record": "0" * 64}}
    before = write_json(as_record(record))
    each = sole(as_record(record))
    assert write_json(as_record(record)) == before
    assert each.record.digest is None


def test_the_only_reading_of_a_sound_rest_is_sole() -> None:
    each = sole_candidate(candidates(broken(t7={"tile": "2-3"})))
    assert each is not None
    assert check(each.record).sound
    twice = tree(t7={"tile": "2-3"})
    twice["rounds"].append({"lead": {"by": "Ben"}, "turns": []})
    found = candidates(as_record(twice))
    assert found
    assert sole_candidate(found) is None, "the second round has an error of its own"


def test_two_slips_in_one_round_have_no_reading() -> None:
    record = broken(t3={"sum": 9, "award": 5}, t11={"sum": 8, "award": 5})
    assert candidates(record) == []


def test_each_round_is_taken_up_by_itself() -> None:
    record = tree(t4={"sum": 9})
    second = json.loads(json.dumps(ROUND))
    second["turns"][2]["sum"] = 9
    second["lead"]["how"] = "went-out"
    for turn in second["turns"]:
        turn["total"] += 45 if turn["by"] == "Ann" else 25
    second["end"]["totals"] = {"Ann": 90, "Ben": 50}
    record["rounds"].append(second)
    read = as_record(record)
    found = candidates_of(read, check(read))
    assert [
        (finding.pointer[:4], [each.kind for each in readings]) for finding, readings in found
    ] == [
        (("rounds", 0, "turns", 3), ["number"]),
        (("rounds", 1, "turns", 2), ["number"]),
    ]


# -- the first slip ------------------------------------------------------------------


def findings(record: Record) -> list[tuple[str, int]]:
    return [(f.code, f.follows) for f in check(record).findings if f.severity is Severity.ERROR]


def test_what_follows_from_a_tile_is_counted_with_it() -> None:
    record = tree(t3={"tile": "4-6"})
    record["rounds"][0]["hands"]["Ann"][5] = "4-6"
    record["rounds"][0]["turns"][4] |= {"tile": "2-4", "on": "4-6"}
    record["rounds"][0]["turns"][12] |= {"tile": "2-5", "on": "2-6"}
    # Of turn 3 the award and the total; of turn 4 the sum and the award (8 of 11).
    codes = [code for code, _ in findings(as_record(record))]
    assert codes[0] == "wrong-sum"
    assert codes.count("wrong-sum") == 1
    assert "wrong-award" not in codes


def test_an_award_beside_a_sum_that_agrees_is_a_slip_of_its_own() -> None:
    record = broken(t2={"award": 10, "total": 15}, t3={"award": 5, "total": 0})
    assert findings(record) == [("wrong-award", 0), ("wrong-award", 0)]


def test_the_end_follows_from_sums_that_disagreed_to_the_last() -> None:
    record = tree(t13={"sum": 5})
    record["rounds"][0]["end"]["settlement"]["Ann"] = 15
    assert findings(as_record(record)) == [("wrong-sum", 1)]
    record = tree(t12={"sum": 5})
    record["rounds"][0]["end"]["settlement"]["Ann"] = 15
    assert findings(as_record(record)) == [("wrong-sum", 0), ("wrong-settlement", 0)]


# -- places left out ---------------------------------------------------------------------


def alone(**turn: Any) -> Record:
    """Eight turns of the example, then 0-3 by Ann as given.

    On 3-3 it makes 5, on 2-3 it makes 8, on 0-6 it makes 14.
    """
    bare = {"on": None, "sum": None, "award": None, "total": None}
    record = tree(t9={**bare, **turn})
    del record["rounds"][0]["turns"][9:]
    del record["rounds"][0]["end"]
    return as_record(record)


def code_of(record: Record) -> str | None:
    error = first_error(check(record))
    return None if error is None else error.code


def last_tile(record: Record) -> str:
    state = replay(record).rounds[0].ended
    assert state is not None
    face = state.layout.last_face
    assert face is not None
    return face.tile.text


@pytest.mark.parametrize(
    ("claims", "on"),
    [
        ({"sum": 5}, "3-3"),
        ({"sum": 8}, "2-3"),
        ({"sum": 14}, "0-6"),
        ({"award": 5}, "3-3"),
        ({"total": 15}, "3-3"),
        ({"on": 3, "sum": 8}, "2-3"),
        ({"on": 3, "award": 0}, "2-3"),
        ({"sum": 8, "award": 0, "total": 10}, "2-3"),
    ],
)
def test_a_place_is_taken_from_the_sum_the_award_or_the_total(
    claims: dict[str, Any], on: str
) -> None:
    record = alone(**claims)
    assert code_of(record) is None
    assert last_tile(record) == on


def test_the_sum_is_asked_before_the_award() -> None:
    record = alone(sum=8, award=5)
    assert code_of(record) == "wrong-award"
    assert last_tile(record) == "2-3"


@pytest.mark.parametrize("claims", [{}, {"sum": 9}, {"award": 0}, {"award": 10}, {"total": 10}])
def test_a_place_that_no_claim_or_several_leave_stays_an_error(claims: dict[str, Any]) -> None:
    error = first_error(check(alone(**claims)))
    assert error is not None
    assert error.code == "place-needed"
    assert error.params["choices"] == [["0-6", 14], ["2-3", 8], ["3-3", 5]]


def touched(record: Record, turn: int, back: int = 1) -> set[str]:
    """The tiles that a play may touch, by the state after a turn; ``back`` plays before."""
    state = replay(record).rounds[0].steps[turn - 1].after
    return {layout.joints[-back].face.tile.text for layout in state.layouts}


def test_equal_places_that_a_claim_leaves_stay_open_until_a_play_tells_them_apart() -> None:
    """5-6 on 3-6 or on 1-6 makes 16 and is equal; on 4-5 it makes 18."""
    turns: list[dict[str, Any]] = [
        {"by": "Ann", "tile": "4-4"},
        {"by": "Ben", "tile": "3-4", "on": "4-4"},
        {"by": "Ann", "tile": "1-4", "on": "4-4"},
        {"by": "Ben", "tile": "3-6", "on": "3-4"},
        {"by": "Ann", "tile": "1-6", "on": "1-4"},
        {"by": "Ben", "tile": "4-5", "on": "4-4"},
        {"by": "Ann", "tile": "5-6"},
        {"by": "Ben", "tile": "2-6", "on": "3-6"},
    ]
    hands = {"Ann": ["1-4", "1-6", "4-4", "5-6", "0-0"], "Ben": ["3-4", "3-6", "4-5", "2-6", "2-2"]}
    played = {"lead": {"by": "Ann"}, "hands": hands, "turns": turns}
    rules = {"base": "all-fives", "hand_size": 5}
    players = [{"key": "Ann"}, {"key": "Ben"}]
    record = {"allfives": 1, "players": players, "rules": rules, "rounds": [played]}
    assert code_of(as_record(record)) == "place-needed"
    turns[6]["sum"] = 16
    assert touched(as_record(record), 7) == {"1-6", "3-6"}
    assert touched(as_record(record), 8, back=2) == {"1-6"}
    turns[6]["sum"] = 18
    assert touched(as_record(record), 7) == {"4-5"}


@pytest.mark.parametrize("view", ["table", "all"])
def test_places_left_out_of_played_matches_are_found_again_by_their_sums(view: str) -> None:
    """Every place that its sum alone settles may be left out, and the game is the same."""
    sound = sheet(played_matches()[1], "everything", view)
    game = digests(as_record(sound)).game
    turns = [turn for played in sound["rounds"] for turn in played["turns"]]
    left_out = 0
    for turn in turns:
        if "on" in turn:
            on = turn.pop("on")
            if check(as_record(sound)).sound:
                left_out += 1
            else:
                turn["on"] = on
    assert left_out > len(turns) // 2
    assert all(finding.severity is Severity.NOTE for finding in check(as_record(sound)).findings)
    assert game is not None
    assert digests(as_record(sound)).game == game


# -- many planted slips ------------------------------------------------------------------


@cache
def played_matches() -> list[Match]:
    return matches(60)


@cache
def sheets(level: str, view: str) -> list[dict[str, Any]]:
    return [sheet(match, level, view) for match in played_matches()]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("view", ["table", "all"])
def test_sound_records_have_no_finding(level: str, view: str) -> None:
    assert false_alarms(30, view, level, seed=5_000) == 0


def rows(kinds: list[str], level: str, view: str, size: int) -> dict[str, Row]:
    return {kind: measure(kind, sheets(level, view), size) for kind in kinds}


def test_slips_are_caught_with_award_total_and_leftovers() -> None:
    kinds = ["wrong pip", "wrong place", "line missing", "draw count ±1", "two plays swapped"]
    for kind, row in rows(kinds, "left", "table", 25).items():
        assert row.share("caught") >= (0.9 if "swapped" in kind else 0.97), kind
        assert row.share("among") >= 0.97, kind


def test_with_sums_the_first_finding_stands_on_the_slip() -> None:
    found = rows(["wrong pip", "two plays swapped", "wrong place"], "everything", "table", 25)
    assert found["wrong pip"].share("here") >= 0.98
    assert found["two plays swapped"].share("here") >= 0.97
    for kind in ("wrong pip", "wrong place"):
        assert found[kind].share("among") >= 0.97
        assert found[kind].share("alone") >= 0.8


@pytest.mark.parametrize("kind", ["award wrong", "- carried on", "total wrong", "sum wrong"])
def test_numbers_are_caught_and_put_right(kind: str) -> None:
    row = measure(kind, sheets("everything", "all"), 15)
    assert (row.caught, row.here, row.among) == (15, 15, 15)


def slip_of(kind: str) -> Planted:
    return next(islice(planted(kind, sheets("everything", "table")), 3, 4))


@pytest.mark.parametrize("kind", SLIPS)
def test_every_reading_agrees_after_its_slip(kind: str) -> None:
    record = as_record(slip_of(kind).tree)
    errors = len(findings(record))
    found = candidates(record)
    assert found
    for each in found:
        assert len(findings(each.record)) < errors
        assert each.record != record


def test_readings_equal_in_outcome_are_one() -> None:
    record = as_record(slip_of("wrong place").tree)
    error = first_error(check(record))
    assert error is not None
    index = int(error.pointer[1])
    made = [tuple(each.made) for each in agreeing(record, index, error, index) if each.made]
    assert len(made) == len(set(made))


# -- shown -------------------------------------------------------------------------------


def shown(record: Record, lang: str) -> list[str]:
    say = catalog(lang)
    return [candidate_text(each, say) for each in candidates(record)]


def test_readings_in_words() -> None:
    assert shown(broken(t7={"tile": "2-3"}), "en") == [
        "1.7: Ann plays 3-3, not 2-3 → end-sum 10, award 10, total 10"
    ]
    assert shown(broken(t4={"sum": 9}), "en") == ["1.4: Ben: end-sum 10, not 9"]
    assert shown(broken(t10={"draw": ["0-1"]}), "en") == [
        "1.10: Ben draws 4-4, 0-1; written: 0-1 → end-sum 6, award 0, total 25"
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", SLIPS)
def test_every_kind_is_said_in_every_language(kind: str, lang: str) -> None:
    found = candidates(as_record(slip_of(kind).tree))
    lines = candidates_lines(found, catalog(lang), 60)
    assert lines[0].strip() == catalog(lang).say("repair.head")
    assert sum(line.startswith("    - ") for line in lines) == min(len(found), MOST_LISTED)


def test_findings_bear_their_readings_only_when_asked() -> None:
    data = write_json(broken(t7={"tile": "2-3"})).encode()
    reading = read_record(data, "match.json", "json")
    assert all(not found.candidates for found in examine(reading).findings)
    found = examine(reading, repairs=True).findings[0]
    assert [each.kind for each in found.candidates] == ["tile"]
    plain = finding_json(found, catalog("en"))["candidates"]
    assert plain[0]["pointer"] == "/rounds/0/turns/6/tile"
    properties = finding_schema()["properties"]["candidates"]["items"]["properties"]
    assert list(plain[0]) == list(properties)

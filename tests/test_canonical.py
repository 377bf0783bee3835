"""The canonical form of a record, and the claims that can be filled in."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from make_records import FOLDER
from planting import SLIPS, matches, plant, sheet
from recording import LEVELS, Tree, as_record
from sheets import TWO_PLACES
from written_records import records

from allfives_cli.checking.canonical import canonical, redigested
from allfives_cli.checking.filling import Unsound, filled
from allfives_cli.checking.findings import Report
from allfives_cli.checking.replay import check, digests
from allfives_cli.checking.table import read_rules
from allfives_cli.game.rules import OPTIONS
from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.sheet_writing import write_sheet
from allfives_cli.record.writing import to_plain, write_json

PLAYED = matches(30)
SAMPLES = [path for path in sorted(FOLDER.iterdir()) if path.suffix in (".json", ".jsonl")]


def sample_records() -> Iterator[Record]:
    for path in SAMPLES:
        data = path.read_bytes()
        for text in data.splitlines() if path.suffix == ".jsonl" else [data]:
            record = read_record(text, path.name, "json").record
            assert record is not None
            yield record


def read(sheet_text: str) -> Record:
    reading = read_record(sheet_text.encode(), "sheet.yaml", "yaml")
    assert reading.faults == []
    assert reading.record is not None
    return reading.record


def found(report: Report) -> list[tuple[object, ...]]:
    return [(each.code, each.pointer, each.severity) for each in report.findings]


def places(record: Record, number: int = 1) -> list[str | int | None]:
    return [turn.on for turn in record.rounds[number - 1].turns]


def without(tree: Tree, how: Callable[[Tree], None]) -> Record:
    """A record of which something is changed in every turn."""
    edited = copy.deepcopy(tree)
    for played in edited["rounds"]:
        for turn in played["turns"]:
            how(turn)
    return as_record(edited)


def leave_place_out(turn: Tree) -> None:
    turn.pop("on", None)


def name_value(turn: Tree) -> None:
    if "on" in turn:
        [value] = set(turn["on"]) & set(turn["tile"]) - {"-"}
        turn["on"] = int(value)


sheets = st.builds(
    sheet,
    st.sampled_from(PLAYED),
    st.sampled_from(list(LEVELS)),
    st.sampled_from(["table", "all"]),
)


# -- canonical form: rules and order ---------------------------------------------------------


def test_rules_are_written_out_in_full() -> None:
    for rules in ("muggins", {"base": "muggins", "target": 75, "hand_size": "five-each"}):
        record = canonical(as_record({**SMALL, "rules": rules}))
        assert isinstance(record.rules, dict)
        assert list(record.rules) == ["base", *OPTIONS]
        assert read_rules(record.rules, (), Report()) == read_rules(rules, (), Report())


def test_rules_that_are_none_stay_as_they_are() -> None:
    for rules in ("sevens", {"base": "muggins", "target": 0}, {"target": 75}):
        assert canonical(as_record({**SMALL, "rules": rules})).rules == rules


def test_what_is_listed_by_players_stands_in_the_order_of_the_seats() -> None:
    tree = copy.deepcopy(SMALL)
    tree["rounds"][0]["hands"] = {"Ben": ["3-5", "2-2"], "Ann": ["1-5", "1-3"]}
    hands = canonical(as_record(tree)).rounds[0].hands
    assert hands is not None
    assert list(hands.items()) == [("Ann", ("1-5", "1-3")), ("Ben", ("3-5", "2-2"))]


SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": {"base": "all-fives", "hand_size": 2},
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "1-3"}]}],
}


# -- canonical form: places ------------------------------------------------------------------


def test_a_place_becomes_the_tile_that_is_touched() -> None:
    record = read("""\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 3}
rounds:
- turns: |
    Ann 1-3
    Ben 3-5 on 3
    Ann 5-5
    Ben 5-6
""")
    assert places(canonical(record)) == [None, "1-3", "3-5", "5-5"]


EQUAL = """\
allfives: 1
players: [Ann, Ben]
rules: all-fives
rounds:
- turns: |
    Ann 3-3
    Ben 3-5
    Ann draws 1, 3-6
    Ben 5-1
    Ann 6-1 on 6-3
    Ben 1-2
"""
"""Both ends are 1 when 1-2 is laid: on 1-5 or on 1-6."""


def test_equal_places_stay_the_value_joined() -> None:
    assert places(canonical(read(EQUAL)))[-1] == 1


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("    Ann 1-4 on 1-5\n", "1-6"),
        ("    Ann 1-4 on 1-6\n", "1-5"),
        ("    Ann 1-4\n", 1),
        ("    Ann 2-4\n", 1),
        ("    Ann 1-4\n    Ben 4-4 on 1-4\n", 1),
    ],
)
def test_a_later_play_may_tell_equal_places_apart(later: str, told: str | int) -> None:
    record = read(EQUAL + later)
    assert check(record).sound
    formed = canonical(record)
    assert places(formed)[5] == told
    assert canonical(formed) == formed
    assert digests(formed).game == digests(record).game


def test_what_tells_them_apart_may_come_much_later() -> None:
    record = read(EQUAL + "    Ann 2-4\n    Ben 4-0\n    Ann 0-0\n    Ben 1-4 on 6-1\n")
    assert [(f.code, f.pointer) for f in check(record).findings if f.code != "unfinished"] == []
    assert places(canonical(record))[5:] == ["1-5", "1-2", "2-4", "0-4", "1-6"]


@pytest.mark.parametrize(
    ("claim", "told"),
    [("=10", "1-3"), ("=2", "3-5"), ("+10", "1-3"), ("+0", "3-5"), ("(10)", "1-3"), ("(0)", "3-5")],
)
def test_a_place_left_to_the_claims_becomes_the_tile(claim: str, told: str) -> None:
    record = read(f"{TWO_PLACES} {claim}\n")
    assert check(record).sound
    assert places(canonical(record))[-1] == told


def test_claims_that_no_choice_makes_leave_each_choice_listed_with_its_sum() -> None:
    for claim in ("", "=7", "+5", "(15)"):
        record = read(f"{TWO_PLACES} {claim}\n")
        first = check(record).findings[0]
        assert (first.code, first.params["choices"]) == ("place-needed", [["1-3", 10], ["3-5", 2]])
        assert places(canonical(record)) == [None, "1-3", None]


def test_turns_after_one_that_is_refused_stay_as_they_are() -> None:
    record = read(TWO_PLACES + "\n    Ben 2-2\n")
    assert places(canonical(record)) == [None, "1-3", None, None]


@pytest.mark.parametrize("how", [leave_place_out, name_value])
@given(tree=sheets)
@settings(max_examples=30)
def test_nothing_but_the_form_changes(tree: Tree, how: Callable[[Tree], None]) -> None:
    record = without(tree, how)
    formed = canonical(record)
    assert canonical(formed) == formed
    assert found(check(formed)) == found(check(record))
    assert digests(formed).game == digests(record).game
    sound, whole = check(record).sound, as_record(tree)
    for played, meant, was in zip(formed.rounds, whole.rounds, record.rounds, strict=True):
        for turn, true, written in zip(played.turns, meant.turns, was.turns, strict=True):
            assert turn.model_copy(update={"on": written.on}) == written
            if sound and isinstance(turn.on, str):
                assert turn.on == true.on or written.on is None or isinstance(written.on, int)
            if sound and true.on is not None:
                assert turn.on is not None


@given(tree=sheets)
@settings(max_examples=60)
def test_what_names_every_place_is_canonical(tree: Tree) -> None:
    record = as_record(tree)
    assert canonical(record) == record


@given(records())
@settings(max_examples=100)
def test_it_takes_every_record_sound_or_not(record: Record) -> None:
    formed = canonical(record)
    assert canonical(formed) == formed
    assert write_json(canonical(formed)) == write_json(formed)
    assert write_sheet(canonical(formed)) == write_sheet(formed)
    assert found(check(formed)) == found(check(record))


@given(st.sampled_from(list(SLIPS)), sheets, st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_slip_is_found_in_the_canonical_form_as_before(kind: str, tree: Tree, rng: Any) -> None:
    slip = plant(kind, tree, rng)
    if slip is not None:
        record = as_record(slip.tree)
        formed = canonical(record)
        assert canonical(formed) == formed
        assert found(check(formed)) == found(check(record))


def test_samples_are_canonical() -> None:
    for record in sample_records():
        assert canonical(record) == record


# -- canonical form: alternatives --------------------------------------------------------------


ALTERNATIVE = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 3}
rounds:
- hands: {Ann: 1-3 1-5 2-2, Ben: 3-5 5-6 4-4}
  turns:
  - Ann 1-3
  - Ben 3-5
  - by: Ann
    tile: 1-5
    "on": 3-5
    alts:
    - line: |
        Ann 1-5 +10
        Ben 5-6 on 5
"""


def test_places_in_alternatives_are_named_as_well() -> None:
    record = read(ALTERNATIVE)
    assert check(record).sound
    [alternative] = canonical(record).rounds[0].turns[2].alts or ()
    assert [turn.on for turn in alternative.line] == ["1-3", 5]


def test_a_later_play_tells_places_in_an_earlier_alternative() -> None:
    turns = EQUAL.split("turns: |\n")
    lines = [f"  - {line.strip()}\n" for line in turns[1].splitlines()]
    lines += [
        '  - {by: Ann, tile: 2-4, alts: [{line: "Ann 1-4 on 1"}]}\n',
        "  - Ben 4-0\n",
        "  - Ann 0-0\n",
        "  - Ben 1-4 on 6-1\n",
    ]
    record = read(turns[0] + "turns:\n" + "".join(lines))
    formed = canonical(record)
    assert formed.rounds[0].turns[5].on == "1-5"
    [alternative] = formed.rounds[0].turns[6].alts or ()
    assert alternative.line[0].on == "1-6"
    assert canonical(formed) == formed


# -- digests -------------------------------------------------------------------------------------


@given(tree=sheets)
@settings(max_examples=12)
def test_a_true_digest_stays_true_and_a_wrong_one_wrong(tree: Tree) -> None:
    record = without(tree, name_value)
    true = record.model_copy(update={"digest": digests(record)})
    formed = canonical(true)
    assert formed.digest == digests(formed)
    assert formed.digest is not None
    assert formed.digest.record != digests(record).record
    assert true.digest is not None
    wrong = true.digest.model_copy(update={"record": "0" * 64})
    kept = canonical(record.model_copy(update={"digest": wrong})).digest
    assert kept is not None
    assert (kept.record, kept.game) == ("0" * 64, true.digest.game)


def test_no_digest_is_added() -> None:
    record = as_record(SMALL)
    assert canonical(record).digest is None
    part = digests(record).model_copy(update={"game": None})
    borne = record.model_copy(update={"digest": part})
    kept = redigested(canonical(record).model_copy(update={"digest": part}), borne).digest
    assert kept is not None
    assert kept.game is None
    assert kept.record == digests(canonical(record)).record


# -- filling in ------------------------------------------------------------------------------------


def is_part(one: Any, other: Any) -> bool:
    """Whether every value of one tree stands in the other, at its place."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(key in other and is_part(item, other[key]) for key, item in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_part, one, other))
    return bool(one == other)


@given(tree=sheets)
@settings(max_examples=40)
def test_nothing_that_is_written_is_changed_and_the_record_stays_sound(tree: Tree) -> None:
    record = as_record(tree)
    full = filled(record)
    assert check(full).findings == check(record).findings
    assert is_part(to_plain(record), to_plain(full))
    assert filled(full) == full
    assert canonical(full) == full
    assert digests(full).game == digests(record).game


@given(st.sampled_from(PLAYED), st.sampled_from(list(LEVELS)))
@settings(max_examples=60)
def test_what_is_filled_in_is_what_was_played(match: Any, level: str) -> None:
    full = to_plain(filled(as_record(sheet(match, level, "all"))))
    played = sheet(match, "everything", "all")
    for number, written in enumerate(played["rounds"]):
        if written["end"]["how"] == "target":
            # What is left does not matter then, and is filled in nowhere.
            del written["end"]["left"]
            del written["end"]["pips"]
        assert is_part(written, full["rounds"][number])
    assert is_part(played, full)


@given(
    tree=st.builds(sheet, st.sampled_from(PLAYED), st.sampled_from(list(LEVELS)), st.just("all")),
    data=st.data(),
)
@settings(max_examples=25)
def test_every_claim_that_is_taken_out_comes_back(tree: Tree, data: st.DataObject) -> None:
    full = filled(as_record(tree))
    holders: list[tuple[Tree, str]] = []
    edited = to_plain(full)
    for played in edited["rounds"]:
        holders += [(t, key) for t in played["turns"] for key in ("sum", "award", "total")]
        end = played["end"]
        holders += [(end, key) for key in ("pips", "settlement", "totals")]
        holders += [(end[key], name) for key in ("pips", "totals") for name in end.get(key, {})]
    for holder, key in data.draw(st.lists(st.sampled_from(holders), max_size=20)):
        holder.pop(key, None)
    if data.draw(st.booleans()):
        edited.pop("result", None)
    assert filled(as_record(edited)) == full


def test_a_record_with_errors_is_not_filled() -> None:
    for tree in ({**SMALL, "rules": "sevens"}, {**SMALL, "rounds": [{"turns": []}]}):
        with pytest.raises(Unsound):
            filled(as_record(tree))


def test_samples_have_every_claim_already() -> None:
    for record in sample_records():
        full = to_plain(filled(record))
        for played in full["rounds"]:
            # A hand of nothing may be written or left out.
            for part in ("left", "pips"):
                for key, value in list(played.get("end", {}).get(part, {}).items()):
                    if value in ([], 0):
                        del played["end"][part][key]
        bare = json.loads(json.dumps(to_plain(record)))
        assert is_part(full, bare) or any("alts" in t for r in bare["rounds"] for t in r["turns"])


def test_an_end_that_nobody_wrote_is_filled_in() -> None:
    for match in PLAYED[:12]:
        tree = sheet(match, "facts", "all")
        ended = filled(as_record(tree))
        del tree["rounds"][-1]["end"]
        tree.pop("result", None)
        assert filled(as_record(tree)) == ended


def test_what_nobody_saw_stays_unseen() -> None:
    for match in PLAYED[:12]:
        tree = sheet(match, "facts", "table")
        for played in filled(as_record(tree)).rounds:
            assert played.hands is not None
            assert all(set(hand) == {"??"} for hand in played.hands.values())
            end = played.end
            assert end is not None
            assert all(not hand for hand in (end.left or {}).values())


def test_scores_after_a_round_that_was_broken_off_are_not_known() -> None:
    played = filled(
        read("""\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- turns: |
    Ann 5-5
  end: {how: abandoned}
- turns: |
    Ben 4-6
""")
    ).rounds
    first, second = played[0].turns[0], played[1].turns[0]
    assert (first.sum, first.award, first.total) == (10, 10, 10)
    assert played[0].end is not None
    assert played[0].end.totals == {"Ann": 10, "Ben": 0}
    assert (second.sum, second.award, second.total) == (10, 10, None)


CALLED = """\
allfives: 1
players: [Ann, Ben, Cal]
rules: {base: muggins, hand_size: 2}
rounds:
- lead: {by: Ann}
  turns: |
    Ann 4-6 %s
"""


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", "=10 +10 (10)"),
        ("due 10", "=10 +0 (0) due 10"),
        ("claimed Cal +10", "=10 +0 (0) due 10 claimed Cal +10 (10)"),
        ("+5 due 10 claimed Cal +5", "=10 +5 (5) due 10 claimed Cal +5 (5)"),
        ("due 10 claimed Ben +5, Cal +5", "=10 +0 (0) due 10 claimed Ben +5 (5), Cal +5 (5)"),
    ],
)
def test_what_others_called_is_counted(written: str, expected: str) -> None:
    record = filled(read(CALLED % written))
    assert write_sheet(record).splitlines()[-1].strip() == f"Ann 4-6 {expected}"
    assert check(record).sound


def test_partners_share_the_totals_of_a_call() -> None:
    record = filled(read(CALLED.replace("Cal]", "Cal, Dee]") % "+5 due 10 claimed Cal +5"))
    assert write_sheet(record).splitlines()[-1].strip() == (
        "Ann 4-6 =10 +5 (5) due 10 claimed Cal +5 (10)"
    )


def test_alternatives_are_filled_in_too() -> None:
    record = filled(read(ALTERNATIVE))
    [alternative] = record.rounds[0].turns[2].alts or ()
    assert [(t.sum, t.award, t.total) for t in alternative.line] == [(10, 10, 10), (11, 0, 0)]
    assert check(record).sound


def test_the_result_says_who_won() -> None:
    won = next(match for match in PLAYED if match.rounds[-1].winners)
    tree = sheet(won, "facts", "all")
    tree["result"] = {"how": "target"}
    result = filled(as_record(tree)).result
    assert result is not None
    assert to_plain(result) == sheet(won, "everything", "all")["result"]


def test_who_won_by_agreement_is_not_computed() -> None:
    broken_off = next(match for match in PLAYED if not match.rounds[-1].winners)
    tree = sheet(broken_off, "facts", "all") | {"result": {"how": "agreed"}}
    result = filled(as_record(tree)).result
    assert result is not None
    assert result.winners is None
    assert result.totals == sheet(broken_off, "scores", "all")["rounds"][-1]["end"]["totals"]

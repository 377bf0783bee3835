"""Edits of a record as data: what is named changes, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_records import mappings, turns

from allfives_cli.checking.replay import check, digests
from allfives_cli.record.digest import record_digest
from allfives_cli.record.editing import (
    BadEdit,
    NoSuchTurn,
    NothingToRemove,
    Removal,
    TurnEdit,
    analyses_by,
    edit_turn,
    with_analysis,
)
from allfives_cli.record.model import Digest, Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import to_plain, write_json

PATH = Path(__file__).parent.parent / "records" / "annotated.json"


def annotated() -> Record:
    record = read_record(PATH.read_bytes(), PATH.name, "json").record
    assert record is not None
    return record


def turn_of(record: Record, place: tuple[int, int]) -> dict[str, Any]:
    return to_plain(record.rounds[place[0] - 1].turns[place[1] - 1])


LINE = {"line": [{"by": "Basia", "tile": "4-6"}]}
BARE = {"by": "Basia", "tile": "2-6", "sum": 8, "award": 0, "total": 40}
EDITS: list[tuple[str, TurnEdit, dict[str, Any]]] = [
    ("nothing", TurnEdit(), {}),
    ("a note is added behind", TurnEdit(notes=("b",)), {"notes": ["a", "b"]}),
    ("notes before the turn", TurnEdit(before=("x", "y")), {"before": ["x", "y"]}),
    ("a mark takes the place of the old one", TurnEdit(mark="!?"), {"mark": "!?"}),
    ("an alternative comes last", TurnEdit(alts=(LINE,)), {"alts": [LINE, LINE]}),
    ("all notes go", TurnEdit((Removal("notes"),)), {"notes": None}),
    ("the mark goes", TurnEdit((Removal("mark"),)), {"mark": None}),
    ("the one alternative goes", TurnEdit((Removal("alts", 1),)), {"alts": None}),
    ("what is removed goes first", TurnEdit((Removal("notes"),), (), ("c",)), {"notes": ["c"]}),
    (
        "numbers are those before any removal",
        TurnEdit((Removal("notes", 1), Removal("notes", 1)), (), ("c", "d")),
        {"notes": ["c", "d"]},
    ),
    ("a removal twice is one", TurnEdit((Removal("mark"), Removal("mark", 1))), {"mark": None}),
]


@pytest.mark.parametrize(
    ("edit", "changed"), [each[1:] for each in EDITS], ids=[each[0] for each in EDITS]
)
def test_a_turn_is_edited(edit: TurnEdit, changed: dict[str, Any]) -> None:
    start = {**BARE, "mark": "?", "notes": ["a"], "alts": [LINE]}
    tree = json.loads(PATH.read_bytes())
    tree["rounds"][1]["turns"][0] = start
    record = Record.model_validate_json(json.dumps(tree))
    edited = edit_turn(record, (2, 1), edit)
    expected = {key: item for key, item in (start | changed).items() if item is not None}
    assert turn_of(edited, (2, 1)) == expected
    # All else is as it was.
    tree["rounds"][1]["turns"][0] = expected
    assert edited == Record.model_validate_json(json.dumps(tree))


def test_numbers_of_several_removals_are_those_of_the_record() -> None:
    record = edit_turn(annotated(), (1, 2), TurnEdit(notes=("a", "b", "c")))
    kept = edit_turn(record, (1, 2), TurnEdit((Removal("notes", 1), Removal("notes", 3))))
    assert turn_of(kept, (1, 2))["notes"] == ["b"]


@pytest.mark.parametrize("place", [(0, 1), (3, 1), (1, 0), (1, 18), (2, 24), (-1, 1), (1, -1)])
def test_a_turn_that_is_not_there(place: tuple[int, int]) -> None:
    with pytest.raises(NoSuchTurn) as missing:
        edit_turn(annotated(), place, TurnEdit(notes=("a",)))
    assert missing.value.turns == (17, 23)


@pytest.mark.parametrize(
    "removal",
    [
        Removal("notes"),
        Removal("before"),
        Removal("alts", 1),
        Removal("mark", 2),
        Removal("mark", 0),
    ],
)
def test_what_is_not_there_cannot_be_removed(removal: Removal) -> None:
    with pytest.raises(NothingToRemove) as nothing:
        edit_turn(annotated(), (1, 1), TurnEdit((removal,)))
    assert nothing.value.removal == removal


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (TurnEdit(notes=("a\nb",)), "bad-text"),
        (TurnEdit(before=("\x1b[31m",)), "bad-text"),
        (TurnEdit(notes=("x" * 4001,)), "text-too-long"),
        (TurnEdit(mark="!!!"), "not-allowed-value"),
        (TurnEdit(alts=({"line": []},)), "too-few"),
        (TurnEdit(alts=({"line": [{"by": "Basia", "tile": "4-7"}]},)), "not-a-tile"),
    ],
)
def test_what_has_not_the_shape_of_a_record_is_refused(edit: TurnEdit, code: str) -> None:
    with pytest.raises(BadEdit) as bad:
        edit_turn(annotated(), (1, 1), edit)
    assert bad.value.problems[0].code == code
    assert bad.value.problems[0].pointer[:4] == ("rounds", 0, "turns", 0)


def test_a_true_digest_stays_true_and_a_false_one_stays() -> None:
    record = annotated()
    true = record.model_copy(update={"digest": digests(record)})
    edited = edit_turn(true, (1, 1), TurnEdit(notes=("a",)))
    assert edited.digest is not None
    assert true.digest is not None
    assert edited.digest.record == record_digest(edited) != true.digest.record
    assert edited.digest.game == true.digest.game
    assert check(edited).sound
    false = record.model_copy(update={"digest": Digest(record="ab" * 32)})
    assert edit_turn(false, (1, 1), TurnEdit(mark="!!")).digest == false.digest


def test_an_annotation_leaves_the_digest_of_the_game() -> None:
    record = annotated()
    line = {"line": [{"by": "Basia", "tile": "5-5"}]}
    edit = TurnEdit((Removal("mark"),), ("x",), ("y",), "??", (line,))
    changed = with_analysis(
        edit_turn(record, (1, 1), edit), "arithmetic", {"version": 1}, {(1, 2): {"version": 1}}
    )
    assert digests(changed).game == digests(record).game is not None
    assert digests(changed).record != digests(record).record


PLACES = st.tuples(st.integers(1, 2), st.integers(1, 2))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Two rounds of two turns or more that hold whatever a turn can, sound or not."""
    names = ["Ann", "Ben"]
    rounds = st.lists(turns(names), min_size=2, max_size=3).map(
        lambda listed: {"lead": {"by": "Ann"}, "turns": listed}
    )
    tree = {
        "allfives": 1,
        "players": [{"key": name} for name in names],
        "rules": "all-fives",
        "rounds": draw(st.lists(rounds, min_size=2, max_size=2)),
        "analysis": draw(mappings),
    }
    return Record.model_validate(tree, strict=False)


MAPPINGS = st.dictionaries(st.sampled_from(["version", "x"]), st.integers(0, 9), min_size=1)


@settings(max_examples=60)
@given(records(), st.data())
def test_an_analysis_is_read_back_and_nothing_else_has_changed(
    record: Record, data: st.DataObject
) -> None:
    said = data.draw(st.dictionaries(PLACES, MAPPINGS, max_size=3))
    match = data.draw(MAPPINGS)
    done = with_analysis(record, "arithmetic", match, said)
    again = read_record(write_json(done).encode(), "x.json", "json").record
    assert again == done
    assert list(analyses_by(done, "arithmetic")) == [match, *(said[p] for p in sorted(said))]
    assert without(done) == without(record)
    # The same a second time, and with nothing left of the first.
    assert with_analysis(done, "arithmetic", match, said) == done
    assert list(analyses_by(with_analysis(done, "arithmetic", match, {}), "arithmetic")) == [match]


def without(record: Record) -> dict[str, Any]:
    """The record's values without what one method said, nor an analysis that is empty then."""
    tree = to_plain(record)
    for holder in (tree, *(turn for played in tree["rounds"] for turn in played["turns"])):
        analysis = holder.pop("analysis", {})
        analysis.pop("arithmetic", None)
        if analysis:
            holder["analysis"] = analysis
    tree.pop("digest", None)
    return tree


@settings(max_examples=60)
@given(records(), st.data())
def test_a_note_leaves_everything_else(record: Record, data: st.DataObject) -> None:
    number, turn = data.draw(PLACES)
    edited = edit_turn(record, (number, turn), TurnEdit(notes=("one more",)))
    notes = edited.rounds[number - 1].turns[turn - 1].notes
    assert notes is not None
    back = edit_turn(edited, (number, turn), TurnEdit((Removal("notes", len(notes)),)))
    assert back == record

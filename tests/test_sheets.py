"""Sheets as people write them: the samples, places left out, and sheets beside their JSON twins."""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from commanding import Validate
from hostile import INPUTS
from hypothesis import given, settings
from hypothesis import strategies as st
from make_records import FOLDER
from planting import SLIPS, matches, plant, sheet
from recording import LEVELS, Tree, Writing, as_record, match_tree, record_of
from records_strategy import record_trees
from sheets import SHEETS, TWO_PLACES, Sheet

from allfives_cli.checking.canonical import canonical
from allfives_cli.checking.filling import filled
from allfives_cli.checking.findings import Severity
from allfives_cli.checking.replay import digests
from allfives_cli.checking.validation import Located, examine
from allfives_cli.record.model import Record
from allfives_cli.record.reading import Reading, read_record
from allfives_cli.record.sheet_writing import write_sheet
from allfives_cli.record.source import Form
from allfives_cli.record.writing import plain_record, to_plain, write_json
from allfives_cli.record.yaml_writing import yaml_text
from allfives_cli.text.catalog import LANGUAGES

MADE = {made.name: made for made in (make() for make in SHEETS)}
WHOLE = [name for name, made in MADE.items() if made.style.until is None]


def read(text: str | bytes, form: Form = "yaml") -> Reading:
    return read_record(text.encode() if isinstance(text, str) else text, f"m.{form}", form)


def sound(text: str | bytes) -> Record:
    reading = read(text)
    assert reading.faults == []
    assert reading.record is not None
    assert {found.code for found in examine(reading).findings} <= {"unfinished"}
    return reading.record


def record_at(name: str) -> Record:
    return sound((FOLDER / f"{name}.yaml").read_bytes())


def played(made: Sheet) -> Record:
    return record_of(made.rounds, Writing(made.style.players))


# -- the samples ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MADE)
def test_each_is_sound_and_reads_without_a_remark(name: str) -> None:
    record_at(name)


@pytest.mark.parametrize("name", WHOLE)
def test_each_is_the_match_that_was_played(name: str) -> None:
    assert digests(record_at(name)).game == digests(played(MADE[name])).game


@pytest.mark.parametrize("name", WHOLE)
def test_filled_in_and_in_form_it_says_what_the_game_says(name: str) -> None:
    record = filled(canonical(record_at(name)))
    everything = match_tree(MADE[name].rounds, Writing(MADE[name].style.players))
    for written, true in zip(to_plain(record)["rounds"], everything["rounds"], strict=True):
        for turn, made in zip(written["turns"], true["turns"], strict=True):
            for key in ("by", "tile", "pass", "sum", "award", "total"):
                assert turn.get(key) == made.get(key)
            assert len(turn.get("draw", ())) == len(made.get("draw", ()))
            if isinstance(turn.get("on"), int):
                assert str(turn["on"]) in made["on"]
            else:
                assert turn.get("on") == made.get("on")
        for key in ("settlement", "totals"):
            assert written["end"].get(key) == true["end"].get(key)
    assert to_plain(record).get("result") == everything.get("result")


@pytest.mark.parametrize("name", MADE)
def test_no_way_of_writing_it_changes_its_value(name: str) -> None:
    record = record_at(name)
    assert read(write_json(record), "json").record == record
    assert sound(write_sheet(record)) == record
    formed = canonical(record)
    assert sound(write_sheet(formed)) == formed


@pytest.mark.parametrize("name", MADE)
def test_every_comment_is_kept_as_a_note(name: str) -> None:
    text = (FOLDER / f"{name}.yaml").read_text("utf-8")
    said = sorted(line.partition("# ")[2] for line in text.splitlines() if "# " in line)
    record = record_at(name)
    notes = [*(record.notes or ())]
    for one in record.rounds:
        notes += one.notes or ()
        for turn in one.turns:
            notes += [*(turn.before or ()), *(turn.notes or ())]
    assert sorted(notes) == said


def lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.yaml").read_text("utf-8").splitlines()
    return [line.strip() for line in text if line.startswith("    ")]


def test_what_they_show_between_them() -> None:
    assert not any(set("=+(") & set(line) for line in lines("minimal"))
    assert any(line.startswith("12. ") for line in lines("with-claims"))
    assert any(" dobiera " in line and " na " in line for line in lines("po-polsku"))
    assert any("½)" in line for line in lines("three-players"))
    assert any("?? ?? " in line for line in lines("one-hand-seen"))
    assert record_at("pairs").sides is None
    assert record_at("one-hand-seen").view == "Kasia"
    assert record_at("broken-off").rounds[-1].end is None
    assert record_at("house-rule").rules != "muggins"
    assert {len(record_at(name).players) for name in MADE} == {2, 3, 4}


def test_places_are_left_out_and_found() -> None:
    record = record_at("places-left-out")
    formed = canonical(record)
    needed = 0
    for was, is_now in zip(record.rounds, formed.rounds, strict=True):
        for turn, named in zip(was.turns, is_now.turns, strict=True):
            if turn.on is None and named.on is not None:
                bare = turn.model_copy(update={"award": None, "total": None})
                needed += not _is_placed(record, turn, bare)
    assert needed > 5


def _is_placed(record: Record, turn: Any, bare: Any) -> bool:
    """Whether the record is sound with this turn in place of the other."""
    rounds = tuple(
        one.model_copy(update={"turns": tuple(bare if t is turn else t for t in one.turns)})
        for one in record.rounds
    )
    edited = record.model_copy(update={"rounds": rounds})
    reading = read(write_sheet(edited))
    return examine(reading).sound


@pytest.mark.parametrize("name", MADE)
def test_places_that_the_readme_names_are_turns(name: str) -> None:
    record = record_at(name)
    for _, where in MADE[name].shows:
        if where:
            number, turn = map(int, where.split("."))
            assert 1 <= turn <= len(record.rounds[number - 1].turns)


# -- places left out ---------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("claim", ["", " =7", " +5", " (15)", " # well"])
def test_a_place_that_is_needed_is_asked_for_with_every_choice(
    validate: Validate, claim: str, lang: str
) -> None:
    done = validate("m.yaml", "--lang", lang, files={"m.yaml": f"{TWO_PLACES}{claim}\n"})
    assert done.status == 1
    assert "m.yaml:9:9" in done.out
    said = " ".join(done.out.split())
    assert "1-3" in said
    assert "3-5" in said
    assert "10" in said.partition("[place-needed]")[2]


@pytest.mark.parametrize("claim", [" =10", " +10", " (10)", " =2", " +0", " (0)"])
def test_a_place_that_the_claim_tells_is_not_asked_for(validate: Validate, claim: str) -> None:
    assert validate("m.yaml", files={"m.yaml": f"{TWO_PLACES}{claim}\n"}).status == 0


# -- a sheet and its JSON twin -------------------------------------------------------------------


class Said(NamedTuple):
    """A finding without its place in the file."""

    code: str
    severity: Severity
    pointer: tuple[str | int, ...]
    params: str
    follows: int
    related: tuple[str, ...]


SPELLING = {"yaml-other-boolean", "yaml-other-number", "yaml-other-text", "tile-spelling"}
"""Remarks on what other tools make of a sheet, which JSON cannot raise."""


def said(found: Located) -> Said:
    related = tuple(word for word, _ in found.related)
    return Said(
        found.code, found.severity, found.pointer, repr(found.params), found.follows, related
    )


def findings(reading: Reading) -> list[Located]:
    return [found for found in examine(reading).findings if found.code not in SPELLING]


def check_places(reading: Reading, found: list[Located], text: str) -> None:
    """Every place is in the file, and at a tile or number it shows just that."""
    written = text.split("\n")
    for each in found:
        if each.span is None:
            assert not each.pointer or each.pointer[0] not in ("rounds", "players")
            continue
        assert 1 <= each.span.line <= len(written)
        line = written[each.span.line - 1]
        assert 1 <= each.span.column <= len(line) + 1
        if each.span.end_line == each.span.line and each.pointer[-1:] in (("tile",), ("sum",)):
            shown = line[each.span.column - 1 : each.span.end_column - 1]
            assert shown.strip('"=') == str(value_at(reading, each.pointer))


def value_at(reading: Reading, pointer: tuple[str | int, ...]) -> Any:
    value: Any = to_plain(reading.record) if reading.record else None
    for step in pointer:
        value = value[step]
    return value


def twins(tree: Tree) -> Iterator[tuple[Reading, str]]:
    """The same record as JSON, as a sheet of turn lines, and as YAML that spells out every key."""
    # Findings come in the order in which things are listed, so that order must be one.
    record = as_record(plain_record(as_record(tree)))
    for form, text in (
        ("json", write_json(record)),
        ("yaml", write_sheet(record)),
        ("yaml", yaml_text(to_plain(record))),
    ):
        yield read(text, "json" if form == "json" else "yaml"), text


PLAYED = matches(20)
sheets = st.builds(
    sheet, st.sampled_from(PLAYED), st.sampled_from(list(LEVELS)), st.sampled_from(["table", "all"])
)


@given(st.sampled_from(list(SLIPS)), sheets, st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_slip_is_found_alike_in_every_form_and_at_its_own_place(
    kind: str, tree: Tree, seed: int
) -> None:
    slip = plant(kind, tree, random.Random(seed))  # noqa: S311 - games, not secrets
    if slip is None:
        return
    expected: list[Said] | None = None
    for reading, text in twins(slip.tree):
        found = findings(reading)
        expected = expected or [said(each) for each in found]
        assert [said(each) for each in found] == expected
        check_places(reading, found, text)


@given(record_trees())
@settings(max_examples=40)
def test_records_of_any_content_are_found_alike(tree: Tree) -> None:
    expected: list[Said] | None = None
    for reading, text in twins(tree):
        found = findings(reading)
        expected = expected or [said(each) for each in found]
        assert [said(each) for each in found] == expected
        check_places(reading, found, text)


OTHERS: list[Any] = [None, "", "7-7", "a b", "??", [], ["1-4"], {}, {"x": 1}]
DAMAGE: list[Any] = [*OTHERS, True, -1, 7, 2.25, 10**9]
READ_OTHERWISE = ("ext", "analysis", "rules", "notes", "before")
"""What is the writer's own, and texts, which a sheet takes from what looks like numbers."""


@st.composite
def damaged(draw: st.DrawFn) -> Tree:
    """A sound record in which a few values are put, taken out or left without a key."""
    tree = copy.deepcopy(draw(sheets))
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = tree
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            keys = [key for key in keys if key not in READ_OTHERWISE and key != "lead"]
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(holder[key], dict | list) and holder[key] and draw(st.integers(0, 4)):
                holder = holder[key]
                continue
            how = draw(st.sampled_from(["put", "take", "add"]))
            if how == "put":
                # In a sheet a number where a text is wanted is a text: there they are no twins.
                kinds = DAMAGE if isinstance(holder[key], int | float) else OTHERS
                holder[key] = copy.deepcopy(draw(st.sampled_from(kinds)))
            elif how == "take" and key != "turns":
                del holder[key]
            elif isinstance(holder, dict):
                holder["tyle"] = copy.deepcopy(draw(st.sampled_from(DAMAGE)))
            else:
                holder.append(copy.deepcopy(draw(st.sampled_from(OTHERS))))
            break
    return tree


@given(damaged())
@settings(max_examples=80)
def test_faults_of_shape_are_found_alike(tree: Tree) -> None:
    json_text = json.dumps(tree, indent=1)
    yaml = yaml_text(tree)
    in_json, in_yaml = read(json_text, "json"), read(yaml)
    found, twin = findings(in_json), findings(in_yaml)
    assert [said(each) for each in twin] == [said(each) for each in found]
    for each in twin:
        if each.span is not None:
            assert each.span.line <= yaml.count("\n") + 1


# -- inputs that are made to take long ------------------------------------------------------------


@pytest.mark.parametrize("name", INPUTS)
def test_a_hostile_input_ends_soon_and_with_a_place(name: str) -> None:
    form, make, code = INPUTS[name]
    data = make()
    began = time.process_time()
    found = examine(read_record(data, "x", form), repairs=True).findings
    took = time.process_time() - began
    assert found[0].code == code
    whole_file = code in ("file-too-large", "file-encoding", "not-a-record")
    assert (found[0].span is None) == whole_file
    assert took < 4  # the bound, which tests/benchmarks/sheets.py measures, is half of that

"""What a person sees of findings, to the letter: every width, both languages, all three forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from commanding import Validate
from syrupy.assertion import SnapshotAssertion

from allfives_cli.show.wrapping import columns

HEAD = "allfives: 1\nplayers: [Ann, Ben]\nrules: {base: all-fives, hand_size: 2}\nrounds:\n"
TURNS = [
    {"by": "Ann", "tile": "6-6", "sum": 12, "award": 0, "total": 0},
    {"by": "Ben", "tile": "3-6", "on": "6-6", "sum": 15, "award": 15, "total": 15},
    {"by": "Ann", "tile": "5-6", "on": "6-6", "sum": 8, "award": 5, "total": 5},
    {"by": "Ben", "tile": "3-5", "on": "3-6", "sum": 10, "award": 10, "total": 25},
]
RECORD = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": {"base": "all-fives", "hand_size": 3},
    "rounds": [{"lead": {"by": "Ann"}, "turns": TURNS}],
    "result": {"how": "abandoned"},
}

CASES: Mapping[str, Mapping[str, str | bytes]] = {
    "a wrong sum on a sheet, with its layout and what may have been meant": {
        "sheet.yaml": HEAD
        + "- hands: {Ann: 5-5 1-2, Ben: 5-4 3-3}\n  turns: |\n"
        + "    Ann 5-5 +10 (10)\n    Ben 5-4 =15 +0 (0)\n",
    },
    "a wrong award from which totals follow": {"match.json": json.dumps(RECORD, indent=1)},
    "in the middle of a record on one line": {"match.json": json.dumps(RECORD)},
    "places that are left out and matter": {
        "sheet.yaml": HEAD
        + "- hands: {Ann: 1-3 1-5, Ben: 3-5 2-2}\n"
        + "  turns: |\n    Ann 1-3\n    Ben 3-5\n    Ann 1-5\n"
    },
    "a second place above": {
        "match.json": '{\n  "allfives": 1,\n  "rules": "all-fives",\n  "allfives": 1\n}\n'
    },
    "a second place on the same line": {"match.json": '{"allfives": 1, "allfives": 1}\n'},
    "a second place on the same line, which is cut": {
        "match.json": json.dumps(RECORD).replace('"rounds"', '"players": [], "rounds"')
    },
    "a bracket that is never closed": {"match.json": '{\n  "players": [\n    {"key": "Ann"}\n'},
    "under wide, combining and escaped characters": {
        "sheet.yaml": "allfives: 1\nplayers: [渡辺, Zoe\u0308]\n"
        "rules: {base: all-fives, hand_size: 2}\nrounds:\n- turns: |\n"
        "    渡辺 5-5 =15 # \u202e渡辺\n    Zoe\u0308 5-4 on 5-5 =9\nresult: {how: abandoned}\n",
    },
    "under tabs": {"match.json": json.dumps(RECORD, indent="\t")},
    "a value that would act on a terminal": {
        "match.json": json.dumps(RECORD).replace(
            "abandoned", "\\u001b[2J\\u202e\\n::error::\\u009b"
        ),
    },
    "a byte that is no text": {"match.json": b'{"event": "Troph\xe9e"}'},
    "a name that would act on a terminal": {"\x1b[31m\n.json": "{"},
    "nothing but a note": {"sheet.yaml": HEAD + "- turns: |\n    Ann 5-5 =10\n"},
    "nothing at all": {"match.json": "\n"},
    "a file that is not there": {},
}


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("name", CASES)
def test_text(
    validate: Validate, snapshot: SnapshotAssertion, name: str, width: int, lang: str
) -> None:
    paths = list(CASES[name]) or ["nowhere.json"]
    done = validate(*paths, "--width", str(width), "--lang", lang, files=CASES[name])
    assert done.err == ""
    assert max(columns(line) for line in done.out.splitlines()) <= width
    assert done.out == snapshot


@pytest.mark.parametrize(("width", "lang"), [(20, "en"), (20, "pl"), (30, "en")])
def test_only_a_single_word_is_wider_than_the_line(
    validate: Validate, width: int, lang: str
) -> None:
    broken = Path(__file__).parent / "broken"
    done = validate(str(broken), "--width", str(width), "--lang", lang)
    assert "[wrong-sum]" in done.out
    for line in done.out.splitlines():
        # of a line of the file a character is shown, be it ever so wide
        is_excerpt = " | " in line
        assert columns(line) <= width or len(line.split()) == 1 or is_excerpt, line


def test_a_path_is_never_broken(validate: Validate) -> None:
    name = "a-name-that-is-longer-than-the-line.json"
    files = {name: '{\n  "allfives": 1,\n  "allfives": 1\n}\n'}
    lines = validate(name, "--width", "20", files=files).out.splitlines()
    assert f"{name}:3:3" in lines
    assert f"  {name}:2:3:" in lines


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("form", ["concise", "json"])
def test_lines_and_json(
    validate: Validate, snapshot: SnapshotAssertion, form: str, lang: str
) -> None:
    files = {
        f"{number:02}-{path}": text
        for number, case in enumerate(CASES.values(), start=1)
        for path, text in case.items()
    }
    done = validate(".", "nowhere.json", "--format", form, "--lang", lang, files=files)
    assert done.out == snapshot


BOARDS = ["boxes", "ascii", "arms", "none"]


@pytest.mark.parametrize("board", BOARDS)
def test_layout_at_the_fault(validate: Validate, snapshot: SnapshotAssertion, board: str) -> None:
    files = {"match.json": json.dumps(RECORD, indent=1)}
    assert validate("match.json", "--board", board, files=files).out == snapshot


@pytest.mark.parametrize(
    ("turns", "tops"),
    [
        pytest.param(["Ann 9-9", "Ben 6-3", "Ann 6-5"], [""], id="the lead"),
        pytest.param(["Ann 6-6", "Ben 9-3", "Ann 6-5 on 6-6"], ["●12"], id="a later turn"),
        pytest.param(["Ann 6-6", "Ben 9-3", "Ann 6-5", "Ben 9-3"], ["●12", ""], id="two turns"),
        pytest.param(["Ann 9-9", "Ben 9-3", "Ann 6-5"], ["", ""], id="two turns, the lead first"),
        pytest.param(["2. Ann 6-6", "Ben 6-3"], ["●12"], id="nothing but a number"),
    ],
)
def test_the_layout_where_a_line_cannot_be_read(
    validate: Validate, turns: list[str], tops: list[str]
) -> None:
    head = "allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\nrounds:\n- turns: |\n"
    text = head + "".join(f"    {line}\n" for line in turns)
    said = validate("sheet.yaml", "--board", "boxes", files={"sheet.yaml": text}).out
    errors = [part for part in said.split("\n  what to do:") if "  error [" in part]
    # The uppermost line of a drawing stands below an empty one, and that below the excerpt.
    drawn = [part.partition("^\n\n")[2].split("\n")[0].strip() for part in errors]
    assert drawn == tops


def test_a_turn_has_the_number_of_its_line_whatever_could_not_be_read(validate: Validate) -> None:
    turns = "    Ann 9-9\n    Ben 6-3\n    Ann 9-8\n    Ben 9-7\n"
    text = f"allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\nrounds:\n- turns: |\n{turns}"
    text += "- turns: |\n    Ann 9-6\n"
    said = validate("sheet.yaml", "--format", "concise", files={"sheet.yaml": text}).out
    numbers = [line.split()[1] for line in said.splitlines() if "[not-a-tile]" in line]
    assert numbers == ["1.1:", "1.3:", "1.4:", "2.1:"]


def test_what_is_wrong_is_quoted_as_it_is_written(validate: Validate) -> None:
    head = "allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\n"
    files = {
        "blank.yaml": f'{head}rounds:\n- turns: [{{by: Ann, tile: "\u00a06-6"}}]\n',
        "points.yaml": f"{head}rounds: []\nresult: {{how: time, totals: {{Ann: 195.3}}}}\n",
    }
    said = validate(".", "--format", "concise", "--lang", "pl", files=files).out
    assert r"„\u{a0}6-6”" in said
    assert "„195.3”" in said


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [("players", " Ann and Ben", True), ("date", "", False), ("rules", " [muggins]", False)],
)
def test_how_a_list_is_written_is_told_where_one_is_wanted(
    validate: Validate, key: str, value: str, told: bool
) -> None:
    lines = {"allfives": " 1", "players": " [Anna, Ben]", "rules": " all-fives", "rounds": " []"}
    text = "".join(f"{name}:{written}\n" for name, written in {**lines, key: value}.items())
    said = validate("sheet.yaml", files={"sheet.yaml": text}).out
    assert "[wrong-type]" in said
    assert ("[Ann, Ben]" in said) is told


def test_colours_only_mark_how_grave_it_is(validate: Validate) -> None:
    files = {"sheet.yaml": CASES["nothing but a note"]["sheet.yaml"], "nothing.json": ""}
    plain = validate(".", files=files).out
    coloured = validate(".", "--color", "always").out
    assert "\x1b" not in plain
    assert coloured.count("\x1b[31merror\x1b[0m") == 1
    assert coloured.count("\x1b[36mnote\x1b[0m") == 1
    assert coloured.count("\x1b") == 4

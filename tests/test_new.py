"""Empty sheets: they read as unfinished records, say what each part is, and can be printed."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from allfives_cli.checking.validation import examine
from allfives_cli.commands.new import command
from allfives_cli.record.model import Record
from allfives_cli.record.notation import Part
from allfives_cli.record.reading import read_record
from allfives_cli.record.turn_lines import read_turn, read_turns
from allfives_cli.record.writing import to_plain
from allfives_cli.show.blank_sheets import NARROWEST
from allfives_cli.show.wrapping import columns
from allfives_cli.text.catalog import LANGUAGES

TABLES = {
    "two": ["--players", "Ann,Ben"],
    "three": ["--players", "Ann, Ben, Cal"],
    "pairs": ["--players", "Ann,Ben,Cal,Dee"],
    "four alone": ["--players", "Ann,Ben,Cal,Dee", "--rules", "muggins", "--alone"],
    "odd names": ["--players", "no,null,Łucja,y", "--set", "target=75"],
    "long names": ["--players", f"{'A' * 40},{'B' * 40}", "--set", "hand_size=14"],
    "a day": ["--players", "Ann,Ben", "--date", "2026-09-22"],
}
tables = pytest.mark.parametrize(
    ("arguments", "lang"),
    list(product(TABLES.values(), LANGUAGES)),
    ids=[f"{name} {lang}" for name, lang in product(TABLES, LANGUAGES)],
)


def new(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def sheet(*arguments: str) -> str:
    done = new(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def read(text: str) -> Record:
    reading = read_record(text.encode(), "new.yaml", "yaml")
    assert reading.faults == []
    assert reading.record is not None
    assert {found.code for found in examine(reading).findings} <= {"unfinished"}
    return reading.record


@tables
def test_it_reads_as_an_unfinished_record_without_a_finding(
    arguments: list[str], lang: str
) -> None:
    record = read(sheet(*arguments, "--lang", lang))
    assert [player.key for player in record.players] == [
        name.strip() for name in arguments[1].split(",")
    ]
    assert record.date == (arguments[3] if "--date" in arguments else None)
    assert len(record.rounds) == 1


@tables
def test_its_comments_are_no_notes_and_can_all_be_deleted(arguments: list[str], lang: str) -> None:
    text = sheet(*arguments, "--lang", lang)
    record = read(text)
    assert record.notes is None
    assert record.rounds[0].notes is None
    bare = "".join(
        line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#:")
    )
    assert bare.count("#") == 0
    assert read(bare) == record
    assert text.count("#:") > 15


@tables
def test_the_lines_that_it_shows_are_of_the_grammar(arguments: list[str], lang: str) -> None:
    text = sheet(*arguments, "--lang", lang)
    record = read(text)
    players = [player.key for player in record.players]
    shown = re.findall(r"^  #:   (.*)$", text, re.MULTILINE)
    lines = [line for line in shown if line.split()[0] in players]
    block = read_turns("\n".join(lines), players)
    assert block.problems == []
    assert [sorted(turn.plain) for turn in block.turns] == [
        ["by", "tile"],
        ["award", "by", "notes", "on", "sum", "tile", "total"],
        ["by", "draw", "on", "tile"],
        ["by", "pass"],
    ]


@tables
def test_the_end_and_the_result_that_it_shows_can_be_put_in(
    arguments: list[str], lang: str
) -> None:
    text = sheet(*arguments, "--lang", lang)
    keys = "end|how|by|left|settlement|totals|result|winners"
    text = re.sub(rf"^( *)#: ( *)(?=({keys}):)", r"\1\2", text, flags=re.MULTILINE)
    names = "|".join(re.escape(player) for player in ("A" * 40, "B" * 40))
    text = re.sub(rf"^( *)#: ( *)(?=({names}):)", r"\1\2", text, flags=re.MULTILINE)
    reading = read_record(text.encode(), "new.yaml", "yaml")
    assert reading.faults == []
    assert reading.record is not None
    assert reading.record.rounds[0].end is not None
    assert reading.record.result is not None
    assert reading.record.result.how == "target"
    # Nothing was played, so it cannot have ended; but everybody whom it names is at the table.
    codes = {found.code for found in examine(reading).findings}
    assert not codes & {"unknown-player", "unknown-side"}


def test_rules_are_written_as_shortly_as_they_can_be() -> None:
    assert "\nrules: all-fives\n" in sheet("--players", "Ann,Ben")
    assert "\nrules: muggins\n" in sheet("--players", "Ann,Ben", "--rules", "muggins")
    assert "\nrules: {base: all-fives, target: 75}\n" in sheet(
        "--players", "Ann,Ben", "--set", "target=75"
    )


def test_a_sheet_can_be_filled_in_where_it_stands() -> None:
    text = sheet("--players", "Ann,Ben", "--set", "hand_size=2")
    text = text.replace("    Ann: 2\n    Ben: 2\n", "    Ann: 6-6 5-0\n    Ben: 6-3 1-1\n")
    text = text.replace(
        "  turns: |\n", "  turns: |\n    A 6-6\n    B 6-3 +15  # Ha!\n    A draws 1\n"
    )
    played = read(text).rounds[0]
    assert to_plain(played.turns[1]) == {
        "by": "Ben", "tile": "3-6", "award": 15, "notes": ["Ha!"],
    }  # fmt: skip
    assert len(played.turns) == 3


# -- on paper ------------------------------------------------------------------------


@tables
@pytest.mark.parametrize("width", [NARROWEST, 80, 100])
def test_paper_keeps_to_its_width(arguments: list[str], lang: str, width: int) -> None:
    lines = sheet(*arguments, "--print", "--width", str(width), "--lang", lang).splitlines()
    assert max(map(columns, lines)) == width
    assert all(line == line.rstrip() for line in lines)


@tables
def test_paper_has_room_for_every_part(arguments: list[str], lang: str) -> None:
    text = sheet(*arguments, "--print", "--lang", lang)
    record = read(sheet(*arguments, "--lang", lang))
    size = len((record.rounds[0].hands or {})[record.players[0].key])
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(" 1."))
    hands, left = "\n".join(lines[:first]), "\n".join(lines[first + 28 :])
    assert hands.count("__-__") == left.count("__-__") == size * len(record.players)
    for player in record.players:
        assert text.count(f"  {player.key} ") >= 2


@tables
def test_a_line_of_the_paper_that_is_filled_in_can_be_typed_off(
    arguments: list[str], lang: str
) -> None:
    text = sheet(*arguments, "--print", "--lang", lang)
    players = [player.key for player in read(sheet(*arguments, "--lang", lang)).players]
    [line] = re.findall(r"^ 7\..*$", text, re.MULTILINE)
    for blank, written in (
        (r"_{8}(?=,)", "4-4 0-1"),
        (r"_{8}", players[1]),
        (r"__-__", "0-1"),
        (r"__-__", "0-3"),
        (r"=___", "=6"),
        (r"\+___", "+0"),
        (r"\(_____\)", "(25)"),
        (r"_{2,}", "well, well"),
    ):
        line, times = re.subn(blank, written, line, count=1)
        assert times == 1
    assert read_of(line, players) == {
        "by": players[1], "draw": ["4-4", "0-1"], "tile": "0-1", "on": "0-3",
        "sum": 6, "award": 0, "total": 25, "notes": ["well, well"],
    }  # fmt: skip


def read_of(line: str, players: list[str]) -> object:
    turn = read_turn(line, players)
    assert isinstance(turn, Part)
    return turn.plain()


def test_the_columns_of_the_paper_are_headed() -> None:
    lines = sheet("--players", "Ann,Ben", "--print").splitlines()
    head = next(line for line in lines if line.startswith("turn"))
    first = lines[lines.index(head) + 1]
    for name, cell in (("name", "____"), ("draws", "draws"), ("tile", "__-__"), ("sum", "="),
                       ("award", "+"), ("(total)", "("), ("# note", "#")):  # fmt: skip
        assert first[head.index(name) :].startswith(cell)


def test_partners_share_a_line_of_the_settlement() -> None:
    text = sheet("--players", "Ann,Ben,Cal,Dee", "--print")
    assert "sides: Ann+Cal, Ben+Dee" in text
    assert re.search(r"^  Ann\+Cal +settlement _+ +total _+$", text, re.MULTILINE)


# -- files and usage -------------------------------------------------------------------


def test_a_sheet_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    assert new("--players", "Ann,Ben", "-o", str(path)).exit_code == 0
    text = path.read_text("utf-8")
    assert text == sheet("--players", "Ann,Ben")
    done = new("--players", "Cal,Dee", "-o", str(path))
    assert done.exit_code == 2
    assert "there already" in done.stderr
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "Ann,Ben", "--alone"], "for four players"),
        (["--players", "Ann"], "Given: 1."),
        (["--players", "A,B,C,D,E"], "Given: 5."),
        (["--players", "Ann,Ann"], "[duplicate-player]"),
        (["--players", "Ann,"], "no name for a player"),
        (["--players", "Ann,2nd"], "no name for a player"),
        (["--players", "Ann,table"], "it tells who sees what"),
        (["--players", f"Ann,{'B' * 41}"], "no name for a player"),
        (["--players", "Ann,\x1b[31m"], "\\u{1b}[31m is no name"),
        (["--players", "Ann,Ben", "--date", "2026-02-30"], "not “2026-02-30”"),
        (["--players", "Ann,Ben", "-o", "match.json"], "is YAML"),
        (["--players", "Ann,Ben", "--date", "20260228"], "not “20260228”"),
        (["--players", "Ann,Ben", "--date", ""], "not “”"),
        (["--players", "Ann,Ben", "--rules", "sevens"], "[unknown-rule-set]"),
        (["--players", "A,B,C,D", "--alone"], "[sides-not-allowed]"),
        (["--players", "A,B,C,D", "--set", "hand_size=8"], "[hands-too-large]"),
        (["--players", "Ann,Ben", "--print", "--width", "40"], "--width"),
    ],
)
def test_usage(arguments: list[str], said: str) -> None:
    done = new(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""

"""Broken records: one fault a file, found as that fault, at its place, and as nothing else.

A file in `broken` is named for the code that it raises, with perhaps what is special about it
after two hyphens. `places.txt` says where the fault is. What cannot be kept as a small text file
is made here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.tally import PASSED_OVER
from allfives_cli.checking.validation import Located, examine
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.play.journal_lines import entry_line
from allfives_cli.record.codes import NOTES
from allfives_cli.record.limits import MAX_BYTES, MAX_DEPTH, MAX_VALUES
from allfives_cli.record.sheet_codes import SHEET_NOTES
from allfives_cli.record.sheet_comments import MAX_COMMENTS
from allfives_cli.record.sheet_turns import MAX_TURN_LINES
from allfives_cli.text.catalog import LANGUAGES, catalog

FOLDER = Path(__file__).parent / "broken"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.name != "places.txt")
WARNINGS = {"not-irregular.json", "may-not-draw--irregular.json"}
REMARKS = {*NOTES, *SHEET_NOTES, "unfinished"}

IMPOSSIBLE = {
    # an option that a record leaves out is that of its rule set
    "missing-option",
}
"""Codes that no input of any command can raise, each with the reason."""

SHEET = "allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\nrounds:\n- turns: |\n"
TURN = "    Ann passes\n"


BEGUN = {
    "event": "begin", "journal": 1, "pid": 1, "since": "2026-01-01", "was": "",
    "record": {
        "allfives": 1, "players": [{"key": "Ann"}, {"key": "Ben"}], "rules": "all-fives",
        "rounds": [],
    },
}  # fmt: skip


class Made(NamedTuple):
    """An input that is no small text file: its name and bytes, and the place of its fault.

    Of long ones ``repeated`` is written so many times, and ``tail`` once.
    """

    name: str
    data: bytes
    place: str
    repeated: bytes = b""
    times: int = 0
    tail: bytes = b""


MADE = {
    "file-too-large": Made("r.json", b"", "-", b" ", MAX_BYTES + 1),
    "file-encoding": Made("r.json", '{"allfives": 1}'.encode("utf-16"), "-"),
    "file-not-utf-8": Made("r.json", b'{"event":\n"Chlo\xe9"}', "2:6"),
    "nul-character": Made("r.json", b'{"event":\n"Cup\0"}', "2:5"),
    "too-deep": Made("r.json", b"", f"1:{MAX_DEPTH + 1}", b"[", 100_000),
    "too-deep--sheet": Made("r.yaml", b"", f"1:{MAX_DEPTH + 1}", b"[", 100_000),
    "too-many-values": Made("r.json", b"[", f"1:{2 * MAX_VALUES}", b"1,", MAX_VALUES, b"1]"),
    "too-many-turn-lines": Made(
        "r.yaml", SHEET.encode(), f"{MAX_TURN_LINES + 6}:5", TURN.encode(), MAX_TURN_LINES + 1
    ),
    "comments-dropped": Made(
        "r.yaml", b"", f"{MAX_COMMENTS + 1}:1", b"# note\n", MAX_COMMENTS + 1, SHEET.encode()
    ),
}
MADE |= {
    "file-journal-damaged": Made("r.json.part", b"not a journal\n", "1:1"),
    "file-journal-torn": Made("r.json.part", entry_line(1, BEGUN) + b'{"seq":2,"ev', "-"),
}
UNREADABLE = {"file-missing": "absent.json", "file-directory": "", "file-unreadable": "a\0b.json"}


def places() -> dict[str, tuple[str, str]]:
    """The place and the pointer of each file's fault."""
    lines = (FOLDER / "places.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {name: (place, "".join(pointer)) for name, place, *pointer in rows}


PLACES = places()


def code_of(name: str) -> str:
    return name.partition(".")[0].partition("--")[0]


def found_in(path: str, code: str) -> list[Located]:
    """What validating a file finds; that it is unfinished, which most are, is left out."""
    found = [each for reading in readings([path]) for each in examine(reading).findings]
    return [each for each in found if each.code in (code, *{each.code} - {"unfinished"})]


def place_of(found: Located) -> str:
    return "-" if found.span is None else f"{found.span.line}:{found.span.column}"


def pointer_of(found: Located) -> str:
    return "".join(f"/{step}" for step in found.pointer)


@pytest.mark.parametrize("name", FILES)
def test_it_is_found_at_its_place_and_nothing_else(name: str) -> None:
    [found] = found_in(str(FOLDER / name), code_of(name))
    assert found.code == code_of(name)
    assert (place_of(found), pointer_of(found)) == PLACES[name]


@pytest.mark.parametrize("name", FILES)
def test_how_grave_it_is(name: str) -> None:
    [found] = found_in(str(FOLDER / name), code_of(name))
    expected = Severity.WARNING if name in WARNINGS else Severity.ERROR
    assert found.severity is (Severity.NOTE if found.code in REMARKS else expected)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_said(name: str, lang: str) -> None:
    [found] = found_in(str(FOLDER / name), code_of(name))
    assert catalog(lang).finding(found.code, found.params)


@pytest.mark.parametrize("name", MADE)
def test_made_inputs(name: str, tmp_path: Path) -> None:
    made = MADE[name]
    path = tmp_path / made.name
    path.write_bytes(made.data + made.repeated * made.times + made.tail)
    first = found_in(str(path), code_of(name))[0]
    assert (first.code, place_of(first)) == (code_of(name), made.place)


@pytest.mark.parametrize("code", UNREADABLE)
def test_inputs_that_cannot_be_read(code: str, tmp_path: Path) -> None:
    [found] = found_in(str(tmp_path / UNREADABLE[code]), code)
    assert (found.code, place_of(found)) == (code, "-")


def test_what_is_in_a_journal_beside_a_record_is_said(tmp_path: Path) -> None:
    path, journal = tmp_path / "r.json", tmp_path / "r.json.part"
    path.write_text(json.dumps(BEGUN["record"]), "utf-8")
    assert found_in(str(path), "file-journal-beside") == []
    journal.write_bytes(b"of something else")
    assert found_in(str(path), "file-journal-beside") == []
    journal.write_bytes(entry_line(1, BEGUN))
    [found] = found_in(str(path), "file-journal-beside")
    assert found.severity is Severity.NOTE
    assert found.params == {"journal": f"{path}.part"}


def test_another_document_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("base: muggins\noptions: {}\n", "utf-8")
    [found] = found_in(str(tmp_path), PASSED_OVER)
    assert found.severity is Severity.NOTE
    assert found.params == {"found": "rule-set"}
    [found] = found_in(str(path), "not-a-record")
    assert found.params == {"found": "rule-set"}


def test_a_file_of_rules_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("[]\n", "utf-8")
    with pytest.raises(click.UsageError, match=r"house\.yaml:1:1: .*\[not-a-rule-set\]"):
        chosen_rules(str(path), (), catalog("en"))


def test_every_code_is_raised() -> None:
    raised = {code_of(name) for name in (*FILES, *MADE)} | set(UNREADABLE)
    raised |= {"not-a-rule-set", "file-journal-beside", PASSED_OVER}
    assert raised == set(catalog("en").codes) - IMPOSSIBLE


def test_every_file_has_its_place() -> None:
    assert sorted(PLACES) == FILES


def test_a_bad_line_of_an_archive_does_not_stop_the_rest(tmp_path: Path) -> None:
    sound = (
        (FOLDER.parent.parent / "records" / "archive.jsonl").read_bytes().splitlines(keepends=True)
    )
    path = tmp_path / "matches.jsonl"
    path.write_bytes(b"".join([sound[0], b'{"allfives": 1,}\n', sound[1], b"\n", b"[]\n"]))
    read = [examine(reading) for reading in readings([str(path)])]
    assert [each.sound for each in read] == [True, False, True, False]
    [comma], [other] = read[1].findings, read[3].findings
    assert (comma.code, place_of(comma)) == ("json-trailing-comma", "2:15")
    assert other.code == "not-a-record"

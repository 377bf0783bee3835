"""`allfives note`: what it adds, what it refuses, and that nothing is ever lost."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from commanding import ANNOTATED, Call, annotated_in, calling, read_whole

from allfives_cli.checking.replay import check
from allfives_cli.commands import rewriting
from allfives_cli.record.writing import write_json

ROOT = Path(__file__).parent.parent
SHEET = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 3}
# Kept at the club.
rounds:
- hands: {Ann: 4-6 5-5 1-2, Ben: 6-6 2-4 0-4}
  turns: |
    Ann 4-6 +10 (10)  # a good lead
    Ben 6-6
"""


@pytest.fixture
def note(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    return calling("note", monkeypatch, capfd)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return annotated_in(tmp_path)


def turn(path: Path, number: int, index: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())["rounds"][number - 1]["turns"][index - 1]
    return found


def files(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir())


# -- what is written ----------------------------------------------------------------------


def test_notes_marks_and_alternatives_are_added(note: Call, path: Path) -> None:
    done = note(
        path, "1.8", "--text", "first", "--text", "zażółć – “gęślą”", "--mark", "!?",
        "--before", "a pause", "--alt", "Hen 1-6 on 3-6; B 1-2 on 1-6 =4 +0 # quiet; # no gain",
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    assert turn(path, 1, 8) == {
        "by": "Henryk",
        "before": ["a pause"],
        "tile": "2-4",
        "on": "0-2",
        "sum": 10,
        "award": 10,
        "total": 10,
        "mark": "!?",
        "notes": ["first", "zażółć – “gęślą”"],
        "alts": [
            {
                "line": [
                    {"by": "Henryk", "tile": "1-6", "on": "3-6"},
                    {
                        "by": "Basia",
                        "tile": "1-2",
                        "on": "1-6",
                        "sum": 4,
                        "award": 0,
                        "notes": ["quiet"],
                    },
                ],
                "notes": ["no gain"],
            }
        ],
    }
    # Every other line is as it was, and what was written is canonical and sound.
    before, after = ANNOTATED.splitlines(), path.read_bytes().splitlines()
    assert [one for one, other in zip(before, after, strict=True) if one != other] == [before[47]]
    assert path.read_text("utf-8") == write_json(read_whole(path))
    assert check(read_whole(path)).sound


def test_what_was_added_can_be_taken_away_again(note: Call, path: Path) -> None:
    assert note(path, "1.2", "--text", "x", "--before", "y", "--alt", "H 1-6 on 4-6").status == 0
    assert note(path, "1.2", "--remove", "alts", "--text", "z", "--remove", "notes:1").status == 0
    assert turn(path, 1, 2)["notes"] == ["z"]
    assert note(path, "1.2", "--remove", "notes", "--remove", "before").status == 0
    assert path.read_bytes() == ANNOTATED


def test_the_record_may_go_elsewhere(note: Call, path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    done = note(path, "1.2", "--mark", "?", "-o", other)
    assert (done.status, path.read_bytes()) == (0, ANNOTATED)
    assert turn(other, 1, 2)["mark"] == "?"
    sheet = tmp_path / "other.yaml"
    assert note(path, "1.2", "--mark", "?", "-o", sheet).status == 0
    assert read_whole(sheet) == read_whole(other)


def test_from_standard_input_to_standard_output(note: Call) -> None:
    done = note("-", "1.2", "--mark", "?", "-o", "-", stdin=ANNOTATED)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out)["rounds"][0]["turns"][1]["mark"] == "?"


def test_a_sheet_stays_a_sheet_and_keeps_its_comments(note: Call, tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(SHEET, "utf-8")
    assert note(path, "1.2", "--text", "he had no choice", "--mark", "?!").status == 0
    record = read_whole(path)
    assert "players: [Ann, Ben]" in path.read_text("utf-8")
    assert record.rounds[0].turns[0].notes == ("a good lead",)
    assert record.rounds[0].turns[1].notes == ("he had no choice",)
    assert "Kept at the club." in str(record.rounds[0].notes) + str(record.notes)
    assert note(path, "1.1", "--alt", "A 5-5").status == 0
    assert read_whole(path).rounds[0].turns[0].alts is not None
    assert check(read_whole(path)).sound


def test_another_spelling_is_read_and_brought_to_the_canonical_one(note: Call, path: Path) -> None:
    path.write_bytes(ANNOTATED.replace(b'"tile": "4-6", "sum": 10', b'"tile": "6-4", "sum": 10'))
    assert note(path, "1.1", "--text", "x").status == 0
    assert turn(path, 1, 1)["tile"] == "4-6"


def test_a_record_with_findings_is_annotated_and_that_is_said(note: Call, path: Path) -> None:
    path.write_bytes(ANNOTATED.replace(b'"sum": 4, "award": 0', b'"sum": 5, "award": 0', 1))
    done = note(path, "2.1", "--text", "x")
    assert done.status == 1
    assert "wrong-sum" in done.err
    assert "has findings. It was written all the same" in done.err
    assert turn(path, 2, 1)["notes"][-1] == "x"
    assert b'"sum": 5, "award": 0' in path.read_bytes()


# -- what is refused ------------------------------------------------------------------------

REFUSED = [
    ("an illegal play", ["1.2", "--alt", "Henryk 5-5 on 4-6"], 1, "at character 8: Henryk"),
    ("not his turn", ["1.2", "--alt", "Basia 5-5 on 4-6"], 1, "[not-your-turn]"),
    ("a wrong sum", ["1.2", "--alt", "H 1-6 on 4-6 =6"], 1, "The end-sum is 5, not 6. [wrong-sum]"),
    ("illegal in the second turn", ["1.2", "--alt", "H 1-6 on 4-6; B 9-9"], 1, "character 17"),
    ("a tile not held", ["1.2", "--alt", "H 1-6 on 4-6; B 1-1"], 1, "at character 17: Basia"),
    ("the second line", ["1.2", "--alt", "H 1-6 on 4-6", "--alt", "H 6-6"], 1, "character 3: Hen"),
    ("nobody's name", ["1.2", "--alt", "Xaver 1-6"], 1, "In --alt at character 1:"),
    ("no turn", ["1.2", "--alt", " # words"], 1, "one turn at least"),
    ("a wrong number", ["1.2", "--alt", "7. H 1-6 on 4-6"], 1, "In --alt at character 1:"),
    ("a sum too large", ["1.2", "--alt", "H 1-6 on 4-6 =999999999"], 1, "at character 15:"),
    ("a note on two lines", ["1.2", "--text", "a\nb"], 1, "--text:"),
    ("control characters", ["1.2", "--before", "\x1b[31m"], 1, "--before:"),
    ("a note too long", ["1.2", "--text", "x" * 4001], 1, "--text:"),
    ("nothing to do", ["1.2"], 2, "--text, --before, --mark or --alt"),
    ("a whole round", ["1", "--text", "x"], 2, "write round 1 with a turn"),
    ("no turn number", ["x", "--text", "x"], 2, "ROUND.TURN"),
    ("no such turn", ["1.18", "--text", "x"], 2, "1.1–1.17, 2.1–2.23"),
    ("no such round", ["3.1", "--text", "x"], 2, "There is no turn 3.1"),
    ("no such mark", ["1.2", "--mark", "!!!"], 2, "“!!!”"),
    ("an empty note", ["1.2", "--text", "x", "--text", ""], 2, "Nothing is written in --text."),
    ("an empty note before", ["1.2", "--before", " "], 2, "Nothing is written in --before."),
    ("nothing to remove", ["1.2", "--remove", "notes"], 2, "There is no notes on this turn"),
    ("no such note", ["2.1", "--remove", "notes:2"], 2, "notes:2"),
    ("no such field", ["2.1", "--remove", "tile"], 2, "“tile” cannot be removed"),
    ("no such number", ["2.1", "--remove", "notes:x"], 2, "“notes:x” cannot be removed"),
]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [each[1:] for each in REFUSED],
    ids=[each[0] for each in REFUSED],
)
def test_what_is_refused_leaves_the_file(
    note: Call, path: Path, arguments: list[str], status: int, said: str, lang: str
) -> None:
    done = note(path, *arguments, "--lang", lang)
    assert done.status == status, done.err
    assert path.read_bytes() == ANNOTATED
    assert files(path.parent) == ["match.json"]
    assert "\x1b" not in done.err
    if lang == "en":
        assert said in done.err.replace("\n", " ")


@pytest.mark.parametrize("turn_number", ["1.3", "2.5"])
def test_an_alternative_that_cannot_be_checked_is_refused(
    note: Call, path: Path, turn_number: str
) -> None:
    """The record cannot be followed past 1.2; in the next round it can."""
    broken = ANNOTATED.replace(b'"tile": "0-6", "on": "4-6"', b'"tile": "5-5", "on": "4-6"', 1)
    path.write_bytes(broken)
    line = "Basia 0-2 on 0-6" if turn_number == "1.3" else "Basia 0-5 on 2-5"
    done = note(path, turn_number, "--alt", line)
    if turn_number == "1.3":
        assert "cannot be followed as far as 1.3" in done.err
        assert path.read_bytes() == broken
    else:
        assert turn(path, 2, 5)["alts"][0]["line"][0]["tile"] == "0-5"
    assert done.status == 1


def test_the_turn_that_was_refused_itself_may_have_an_alternative(note: Call, path: Path) -> None:
    path.write_bytes(
        ANNOTATED.replace(b'"tile": "0-6", "on": "4-6"', b'"tile": "5-5", "on": "4-6"', 1)
    )
    assert note(path, "1.2", "--alt", "H 1-6 on 4-6").status == 1
    assert turn(path, 1, 2)["alts"][0]["line"][0]["tile"] == "1-6"


def test_after_the_match_no_alternative_is_checked(note: Call, path: Path) -> None:
    tree = json.loads(ANNOTATED)
    tree["rounds"][1]["turns"].append({"by": "Henryk", "tile": "6-6", "on": "3-6"})
    path.write_text(json.dumps(tree), "utf-8")
    done = note(path, "2.24", "--alt", "Henryk 6-6 on 3-6")
    assert (done.status, "cannot be followed as far as 2.24" in done.err) == (1, True)


UNREADABLE: list[tuple[str, bytes, int]] = [
    ("cut off", ANNOTATED[:3000], 1),
    ("an unknown key", ANNOTATED.replace(b'"view"', b'"veiw"'), 1),
    ("a key twice", ANNOTATED.replace(b'"view": "all"', b'"view": "all", "view": "table"'), 1),
    ("empty", b"", 1),
    (
        "a turn that is no turn",
        ANNOTATED.replace(b'{"by": "Basia", "tile": "5-5", "on"', b'{"on"'),
        1,
    ),
    ("a later version", ANNOTATED.replace(b'"allfives": 1', b'"allfives": 2'), 1),
]


@pytest.mark.parametrize(
    ("data", "status"), [each[1:] for each in UNREADABLE], ids=[each[0] for each in UNREADABLE]
)
def test_a_record_that_does_not_read_is_not_rewritten(
    note: Call, path: Path, data: bytes, status: int
) -> None:
    assert data != ANNOTATED
    path.write_bytes(data)
    done = note(path, "1.1", "--text", "x")
    assert done.status == status, done.err
    assert path.read_bytes() == data


def test_a_sheet_of_which_a_line_could_not_be_read_stays(note: Call, tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(SHEET.replace("Ben 6-6", "Ben 6-6\n    Ann 9-9"), "utf-8")
    before = path.read_bytes()
    done = note(path, "1.1", "--text", "x")
    assert done.status == 1
    assert "Not all of" in done.err
    assert path.read_bytes() == before


def test_a_sheet_with_more_comments_than_are_kept_stays(note: Call, tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text(SHEET + "# one more\n" * 10_001, "utf-8")
    before = path.read_bytes()
    assert note(path, "1.1", "--text", "x").status == 1
    assert path.read_bytes() == before


def test_a_record_stays_while_newer_actions_lie_in_its_journal(note: Call, path: Path) -> None:
    journal = path.with_name(f"{path.name}.part")
    journal.write_bytes(b'{"seq":1,"event":"begin"')
    done = note(path, "1.1", "--text", "a note")
    assert done.status == 1
    assert "[file-journal-beside]" in done.err
    assert path.read_bytes() == ANNOTATED


def test_a_journal_is_not_rewritten(note: Call, path: Path) -> None:
    journal = path.rename(path.with_name(f"{path.name}.part"))
    assert note(journal, "1.1", "--text", "a note").status == 2
    assert journal.read_bytes() == ANNOTATED


def test_what_could_not_be_read_again_is_not_written(note: Call, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    tree = json.loads(ANNOTATED) | {
        "ext": {"example.org/x": "x" * (5_000_000 - len(ANNOTATED) - 2000)}
    }
    path.write_bytes(json.dumps(tree).encode())
    before = path.read_bytes()
    texts = [part for _ in range(10) for part in ("--text", "y" * 4000)]
    done = note(path, "1.1", *texts)
    assert (done.status, path.read_bytes() == before) == (1, True)
    assert "too large" in done.err


def test_archives_folders_and_missing_files(note: Call, tmp_path: Path, path: Path) -> None:
    archive = tmp_path / "all.jsonl"
    archive.write_bytes(b"{}\n")
    for wrong in (archive, tmp_path, "-"):
        done = note(wrong, "1.1", "--text", "x")
        assert done.status == 2, done.err
    assert note(path, "1.1", "--text", "x", "-o", tmp_path / "new.jsonl").status == 2
    assert note(tmp_path / "none.json", "1.1", "--text", "x").status == 3
    assert archive.read_bytes() == b"{}\n"
    assert files(tmp_path) == ["all.jsonl", "match.json"]


@pytest.mark.parametrize("elsewhere", [(), ("-o", "new.json")])
def test_a_folder_without_a_record_is_told_as_by_every_command(
    note: Call, tmp_path: Path, elsewhere: tuple[str, ...]
) -> None:
    done = note(tmp_path, "1.1", "--text", "x", *elsewhere)
    assert (done.status, done.out) == (3, "")
    assert "[file-directory]" in done.err
    assert files(tmp_path) == []


def test_of_a_folder_with_records_one_is_to_be_named(note: Call, path: Path) -> None:
    done = note(path.parent, "1.1", "--text", "x")
    assert done.status == 2
    assert f"{path.parent} is a folder; name the record in it." in " ".join(done.err.split())
    assert path.read_bytes() == ANNOTATED


def test_a_pipe_is_not_written_back(note: Call, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    assert note(pipe, "1.1", "--text", "x").status == 2


def test_the_output_may_not_be_the_record(note: Call, path: Path) -> None:
    assert note(path, "1.1", "--text", "x", "-o", path).status == 2
    assert path.read_bytes() == ANNOTATED


# -- the file -------------------------------------------------------------------------------


def test_links_and_modes_stay(note: Call, path: Path, tmp_path: Path) -> None:
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to("match.json")
    assert note(link, "1.2", "--mark", "?").status == 0
    assert link.is_symlink()
    assert turn(path, 1, 2)["mark"] == "?"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_full_disk_leaves_the_old_file(
    note: Call, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    done = note(path, "1.2", "--mark", "?")
    assert done.status == 3
    assert "cannot be written: no space is left on the disk." in done.err
    assert path.read_bytes() == ANNOTATED
    assert files(path.parent) == ["match.json"]


def test_a_file_that_changed_meanwhile_is_not_replaced(
    note: Call, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that knows no lock saves the file in the last moment."""
    edited = ANNOTATED.replace(b"Jerzy", b"Jakub")
    sync = os.fsync

    def and_an_editor(handle: int) -> None:
        sync(handle)
        path.write_bytes(edited)

    monkeypatch.setattr(os, "fsync", and_an_editor)
    done = note(path, "1.2", "--mark", "?")
    assert done.status == 3
    assert "was changed while it was being edited" in done.err
    assert path.read_bytes() == edited
    assert files(path.parent) == ["match.json"]


def test_a_file_that_vanished_meanwhile_is_not_written(
    note: Call, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: path.unlink())
    assert note(path, "1.2", "--mark", "?").status == 3
    assert files(path.parent) == []


def test_a_file_that_nobody_may_write_is_left(note: Call, path: Path) -> None:
    path.chmod(0o444)
    done = note(path, "1.2", "--mark", "?")
    assert done.status == 3
    assert "cannot be written: permission denied." in done.err
    assert path.read_bytes() == ANNOTATED


def test_a_folder_that_takes_no_new_file_is_left(note: Call, tmp_path: Path) -> None:
    """Its name is so long that the one of a temporary file would be too long."""
    path = tmp_path / f"{'m' * 240}.json"
    path.write_bytes(ANNOTATED)
    done = note(path, "1.2", "--mark", "?")
    assert (done.status, path.read_bytes(), files(tmp_path)) == (3, ANNOTATED, [path.name])
    assert "cannot be written: the name is too long." in done.err


def test_a_file_that_another_holds_is_in_use(
    note: Call, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewriting, "PATIENCE", 0.1)
    with path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = note(path, "1.2", "--mark", "?")
    assert done.status == 3
    assert "in use by another program" in done.err
    assert path.read_bytes() == ANNOTATED
    assert note(path, "1.2", "--mark", "?").status == 0


def test_a_disk_that_knows_no_locks_is_written_all_the_same(
    note: Call, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    assert note(path, "1.2", "--mark", "?").status == 0
    monkeypatch.setattr(rewriting, "find_spec", lambda _: None)
    assert note(path, "1.2", "--mark", "!").status == 0
    assert turn(path, 1, 2)["mark"] == "!"


def test_of_many_who_annotate_at_once_nobody_loses_a_note(path: Path) -> None:
    command = [sys.executable, "-m", "allfives_cli", "note", str(path), "1.2"]
    writers = [
        subprocess.Popen(
            [*command, "--text", f"note {number}"],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for number in range(6)
    ]  # fmt: skip
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    assert sorted(turn(path, 1, 2)["notes"]) == [f"note {number}" for number in range(6)]
    assert files(path.parent) == ["match.json"]


def test_names_of_files_cannot_act(note: Call, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m.json"
    path.write_bytes(ANNOTATED)
    done = note(path, "1.2", "--mark", "?")
    assert done.status == 0
    assert "\x1b" not in done.out + done.err

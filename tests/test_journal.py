"""The journal: what it keeps, what is left of it after damage, who may write it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from seated import FIVES, match_of, seated

from allfives_cli.play.draft import Draft, Misfit
from allfives_cli.play.events import Event
from allfives_cli.play.journal import InUse, Journal, digest_of, journal_path
from allfives_cli.play.journal_lines import Damaged, Kept, begin_of, entry_line, read_journal
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.seats import Answer, Leave, Move, Remark, Undo, View
from allfives_cli.record.model import Record
from allfives_cli.record.writing import write_json, write_json_line

KINDS = ("random", "greedy")
BEGIN = {"event": "begin", "journal": 1, "pid": 1, "since": "now", "was": ""}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "m.json")


@pytest.fixture
def journal(path: str) -> Iterator[Journal]:
    held = Journal.claim(path)
    yield held
    held.close()


def events_of(seed: int = 3, rounds: int = 2) -> tuple[Record, Recorder, list[Event]]:
    head, table = seated(FIVES, KINDS)
    return head, Recorder(head, table), list(match_of(table, KINDS, seed, rounds=rounds).events())


def written(path: str) -> tuple[bytes, list[Record]]:
    """The bytes of a journal of a whole match, and the record after each of its lines."""
    head, recorder, events = events_of()
    held = Journal.claim(path)
    held.begin(write_json_line(head), b"old")
    records = [recorder.record()]
    for event in events:
        entry = recorder.entry(event)
        if entry is not None:
            held.append(entry)
            recorder.add(entry)
            records.append(recorder.record())
    data = Path(journal_path(path)).read_bytes()
    held.empty()
    held.close()
    return data, records


def kept_in(data: bytes) -> Kept:
    kept = read_journal(data)
    assert kept is not None
    return kept


# -- what it keeps ------------------------------------------------------------------


def test_the_record_follows_from_the_journal_after_every_line(path: str) -> None:
    data, records = written(path)
    lines = data.splitlines(keepends=True)
    assert len(lines) == len(records) > 40
    for number, record in enumerate(records, start=1):
        kept = kept_in(b"".join(lines[:number]))
        assert kept.record == record
        assert (kept.lines, kept.last, kept.torn) == (number, number, False)
    assert kept_in(data).begin.pid == os.getpid()
    assert kept_in(data).begin.was == digest_of(b"old")


def test_each_line_is_json_with_its_number_and_what_happened(path: str) -> None:
    lines = [json.loads(line) for line in written(path)[0].splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["event"] for line in lines[:3]] == ["begin", "dealt", "turn"]
    assert {line["event"] for line in lines[-2:]} == {"round-end", "match-end"}
    assert all(set(line["crc"]) <= set("0123456789abcdef") for line in lines)


class Writer:
    """Writes beside the plays, takes one back, and leaves."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Answer:
        self.asked += 1
        play = view.choices[0].play
        answers: dict[int, Answer] = {
            1: Remark(note="first"),
            4: Remark(mark="!"),
            5: Move(play, "?!", ("beside",), 2.5),
            7: Remark(note="Łódź \u2028"),
            9: Undo(),
            11: Leave(),
        }
        return answers.get(self.asked, play)


def test_notes_marks_and_what_was_taken_back() -> None:
    head, table = seated(FIVES, KINDS)
    writer, recorder = Writer(), Recorder(head, table)
    data = entry_line(1, BEGIN | {"record": json.loads(write_json(head))})
    events = match_of(table, KINDS, 3, choosers=[writer, writer]).events()
    for seq, entry in enumerate(filter(None, map(recorder.entry, events)), start=2):
        recorder.add(entry)
        data += entry_line(seq, entry)
    kinds = {json.loads(line)["event"] for line in data.splitlines()}
    assert {"remark", "undone", "turn"} <= kinds
    assert kept_in(data).record == recorder.record()
    (played,) = recorder.record().rounds
    assert played.notes == ("first",)
    assert any(turn.notes == ("beside",) for turn in played.turns)


def test_a_recorder_says_nothing_of_what_is_written_already() -> None:
    _, recorder, events = events_of()
    for event in events:
        recorder(event)
    whole = recorder.record().model_copy(update={"result": None})
    again = Recorder(whole, seated(FIVES, KINDS)[1])
    entries = [entry for event in events if (entry := again.entry(event)) is not None]
    assert [entry["event"] for entry in entries] == ["match-end"]


# -- what is left of it --------------------------------------------------------------


def test_cut_off_anywhere_it_holds_every_whole_line(path: str) -> None:
    data, records = written(path)
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for cut in range(len(data)):
        whole = sum(end <= cut for end in ends)
        kept = read_journal(data[:cut])
        if not whole:
            assert kept is None
            continue
        assert kept is not None
        assert kept.lines == whole
        assert kept.torn is (cut not in ends)
        if cut in ends or cut % 97 == 0:
            assert kept.record == records[whole - 1]


@pytest.mark.parametrize("tail", [b"\0" * 300, b"\0\0\n\0\n", b'{"seq":9', b"[]\n", b"\xff\xfe\n"])
def test_a_tail_that_never_reached_the_disk_is_left_out(tail: bytes, path: str) -> None:
    data, records = written(path)
    kept = kept_in(data + tail)
    assert (kept.record, kept.torn) == (records[-1], True)


def test_damage_before_other_lines_is_not_guessed_at(path: str) -> None:
    lines = written(path)[0].splitlines(keepends=True)
    for number in range(1, len(lines)):  # but for the last
        line = lines[number - 1]
        for broken in (line.replace(b'"', b"'", 1), line[:-3] + b"\n", b"", line + line):
            data = b"".join([*lines[: number - 1], broken, *lines[number:]])
            with pytest.raises(Damaged) as caught:
                read_journal(data)
            assert caught.value.line in (number, number + 1)


FORGED = [
    {"event": "turn", "round": 1, "turn": 2, "value": {}},
    {"event": "turn", "round": 2, "turn": 1, "value": {}},
    {"event": "turn", "round": 1, "turn": 1, "value": None},
    {"event": "turn", "round": 1, "turn": 1, "value": {"by": 7}},
    {"event": "turn", "round": "1", "turn": 1, "value": {}},
    {"event": "dealt", "round": 1, "value": {}},
    {"event": "dealt", "round": 2, "value": 5},
    {"event": "undone", "round": 1, "turn": 0},
    {"event": "undone", "round": 1, "turn": "x"},
    {"event": "remark", "round": 1, "turn": 3, "note": "n"},
    {"event": "remark", "round": 1, "turn": -1, "note": "n"},
    {"event": "round-end", "round": 0, "value": {}},
    {"event": "round-end", "round": 1, "value": "out"},
    {"event": "match-end", "value": [1]},
    {"event": "incident"},
    {"event": "else"},
    {"round": 1},
]


@pytest.mark.parametrize("entry", FORGED, ids=str)
def test_an_entry_that_fits_nowhere_is_damage(entry: dict[str, Any], path: str) -> None:
    lines = written(path)[0].splitlines(keepends=True)
    data = b"".join([*lines[:2], entry_line(3, entry)])
    with pytest.raises(Damaged) as caught:
        read_journal(data)
    assert caught.value.line == 3


def test_a_number_left_out_is_damage(path: str) -> None:
    lines = written(path)[0].splitlines(keepends=True)
    with pytest.raises(Damaged):
        read_journal(b"".join([*lines[:5], *lines[6:]]))


@pytest.mark.parametrize(
    "first",
    [
        {"event": "turn"},
        BEGIN,
        BEGIN | {"record": {"allfives": 1}},
        BEGIN | {"record": 1},
        BEGIN | {"journal": 2},
        BEGIN | {"since": None},
    ],
    ids=str,
)
def test_a_first_line_that_begins_nothing_is_damage(first: dict[str, Any]) -> None:
    with pytest.raises(Damaged) as caught:
        read_journal(entry_line(1, first))
    assert caught.value.line == 1


@pytest.mark.parametrize("data", [b"", b"\0\0", b"{", b'{"seq":', b'{"seq":1,"event":"begin"'])
def test_a_journal_that_has_not_begun_holds_nothing(data: bytes) -> None:
    assert read_journal(data) is None
    assert begin_of(data) is None


@pytest.mark.parametrize("data", [b"\x89PNG", b"half a download\n", b"[1]\n[2]"])
def test_another_file_by_that_name_is_no_journal(data: bytes) -> None:
    with pytest.raises(Damaged):
        read_journal(data)


def test_a_draft_refuses_what_does_not_follow() -> None:
    draft = Draft(seated(FIVES, KINDS)[0])
    with pytest.raises(Misfit):
        draft.add({"event": "turn", "round": 1, "turn": 1, "value": {}})


# -- one writer ------------------------------------------------------------------------


def test_a_second_writer_is_told_who_has_it_and_since_when(path: str, journal: Journal) -> None:
    with pytest.raises(InUse) as caught:
        Journal.claim(path)
    assert caught.value.begin is None  # nothing is written yet
    journal.begin(write_json_line(seated(FIVES, KINDS)[0]), b"")
    with pytest.raises(InUse) as caught:
        Journal.claim(path)
    assert caught.value.begin is not None
    assert caught.value.begin.pid == os.getpid()
    assert caught.value.begin.since.startswith("20")


def test_a_link_is_the_same_record(tmp_path: Path, path: str, journal: Journal) -> None:
    del journal
    Path(path).write_text("{}", "utf-8")
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "link.json"
    link.symlink_to(path)
    with pytest.raises(InUse):
        Journal.claim(str(link))


def test_the_lock_dies_with_its_process(path: str) -> None:
    code = (
        "import os, sys\n"
        "from allfives_cli.play.journal import Journal\n"
        f"held = Journal.claim({path!r})\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(InUse):
            Journal.claim(path)
        holder.kill()
        holder.wait()
        Journal.claim(path).close()
    assert not Path(journal_path(path)).exists()


def test_a_lock_on_a_journal_that_was_removed_is_no_lock(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening and locking its last owner may have taken the file away."""
    first = Journal.claim(path)
    real = os.open

    def late(*arguments: Any) -> int:
        handle = real(*arguments)
        monkeypatch.setattr(os, "open", real)
        first.close()
        return handle

    monkeypatch.setattr(os, "open", late)
    second = Journal.claim(path)
    assert Path(journal_path(path)).exists()
    with pytest.raises(InUse):
        Journal.claim(path)
    second.close()


def test_an_empty_journal_is_taken_away_and_no_other(path: str) -> None:
    held = Journal.claim(path)
    held.close()
    assert not Path(journal_path(path)).exists()
    held = Journal.claim(path)
    held.begin(write_json_line(seated(FIVES, KINDS)[0]), b"")
    held.close()
    assert Path(journal_path(path)).exists()


def test_who_may_not_read_the_record_may_not_read_its_journal(path: str) -> None:
    Path(path).write_text("{}", "utf-8")
    Path(path).chmod(0o600)
    held = Journal.claim(path)
    assert Path(journal_path(path)).stat().st_mode & 0o777 == 0o600
    held.close()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_is_not_written(kind: str, path: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious", "utf-8")
    if kind == "link":
        Path(journal_path(path)).symlink_to(precious)
    elif kind == "pipe":
        os.mkfifo(journal_path(path))
    else:
        Path(journal_path(path)).mkdir()
    with pytest.raises(OSError, match=r"."):
        Journal.claim(path)
    assert precious.read_text("utf-8") == "precious"


# -- a disk that refuses ------------------------------------------------------------------


class Full:
    """A disk that takes so many more bytes."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.write = os.write

    def __call__(self, handle: int, data: bytes) -> int:
        if not self.left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self.write(handle, data[: self.left])
        self.left -= written
        return written


@pytest.mark.parametrize("left", [0, 1, 50])
def test_what_a_full_disk_cut_off_is_written_as_soon_as_it_can_be(
    left: int, path: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, recorder, events = events_of()
    journal.begin(write_json_line(head), b"")
    entries = []
    for event in events[:6]:
        entry = recorder.entry(event)
        assert entry is not None
        recorder.add(entry)
        entries.append(entry)
    journal.append(entries[0])
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", Full(left))
        for entry in entries[1:4]:
            with pytest.raises(OSError, match="No space"):
                journal.append(entry)
            data = Path(journal_path(path)).read_bytes()
            assert kept_in(data).lines == 2
            assert kept_in(data).torn is False
            assert journal.last == 2
    journal.append(entries[4])
    journal.append(entries[5])
    assert journal.last == 7
    assert kept_in(Path(journal_path(path)).read_bytes()).record == recorder.record()


def test_one_line_is_one_write(
    path: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    del path
    head, recorder, events = events_of()
    journal.begin(write_json_line(head), b"")
    sizes = []
    real = os.write

    def counted(handle: int, data: bytes) -> int:
        sizes.append(data.count(b"\n"))
        return real(handle, data)

    monkeypatch.setattr(os, "write", counted)
    for event in events[:5]:
        entry = recorder.entry(event)
        assert entry is not None
        journal.append(entry)
        recorder.add(entry)
    assert sizes == [1] * 5

"""Matches that end badly: nothing that was accepted is lost, and they are played on to the end.

A script plays against a bot. It notes something beside each of its plays; once it is told that
this was noted, it has to be in the record for ever.
"""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from disks import Died, Disk, names_in
from ptys import Terminal
from seated import findings_of

from allfives_cli.cli import run
from allfives_cli.play.journal_lines import entry_line, read_journal
from allfives_cli.record.writing import write_json

RUNS = int(os.environ.get("ALLFIVES_KILLS", "12"))
"""How often the kill loop kills."""
LONGEST = 120.0
NOTED = "Noted."
HEAD = ("--seed", "11", "--hand", "4", "--rounds", "3")
SHORT = ("--seed", "11", "--hand", "3", "--rounds", "2")


class Reference(NamedTuple):
    """A match that nothing interrupts: its bytes, and the lines of its script."""

    data: bytes
    lines: list[str]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ALLFIVES_LANG", "en")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return uninterrupted(tmp_path_factory.mktemp("reference"), HEAD)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return uninterrupted(tmp_path_factory.mktemp("short"), SHORT)


def uninterrupted(folder: Path, head: Sequence[str]) -> Reference:
    lines = [line for number in range(40) for line in ("#1", f"note n{number}")]
    (folder / "all.txt").write_text("\n".join(lines), "utf-8")
    output = str(folder / "m.json")
    run(["play", *seats(str(folder / "all.txt")), *head, "-o", output])
    data = Path(output).read_bytes()
    used = len(played_by_ann(data)) + len(notes_in(data))
    assert findings_of(data) == []
    assert len(json.loads(data)["rounds"]) == int(head[-1])
    return Reference(data, lines[:used])


def seats(script: str = "") -> list[str]:
    return ["--seat", f"Ann=script:{script}", "--seat", "Ben=greedy"]


def played_by_ann(data: bytes) -> list[dict[str, Any]]:
    rounds = json.loads(data)["rounds"]
    turns = [turn for played in rounds for turn in played["turns"]]
    return [turn for turn in turns if turn["by"] == "Ann" and "tile" in turn]


def notes_in(data: bytes) -> list[str]:
    found = []
    for played in json.loads(data)["rounds"]:
        found += played.get("notes", [])
        for turn in played["turns"]:
            found += turn.get("notes", [])
    return found


def has_begun(folder: Path) -> set[str]:
    """The files that hold a record; a journal may have been cut off before it did."""
    journal = folder / "m.json.part"
    empty = not journal.exists() or read_journal(journal.read_bytes()) is None
    return (names_in(folder) & {"m.json", "m.json.part"}) - ({journal.name} if empty else set())


def so_far(folder: Path) -> bytes:
    """The record as it can be told from what a crash has left: the journal, else the file."""
    journal = folder / "m.json.part"
    kept = read_journal(journal.read_bytes()) if journal.exists() else None
    return (folder / "m.json").read_bytes() if kept is None else write_json(kept.record).encode()


def play(script: Sequence[str], *more: str) -> int:
    Path("lines.txt").write_text("\n".join(script), "utf-8")
    return run(["play", *seats("lines.txt"), *more, "-o", "m.json"])


def check_and_resume(reference: Reference, folder: Path, acknowledged: int) -> None:
    """Nothing acknowledged is missing, every file can be read, and the match goes on to its end."""
    before = so_far(folder)
    for name in has_begun(folder):
        assert run(["validate", name]) == 0
    assert {found.code for found in findings_of(before)} <= {"unfinished"}
    notes = notes_in(before)
    assert notes == [f"n{number}" for number in range(len(notes))]
    assert len(notes) >= acknowledged
    if "result" not in json.loads(before):
        rest = reference.lines[len(played_by_ann(before)) + len(notes) :]
        assert play(rest, "--resume", "--fsync", "never") == 0
    elif (folder / "m.json.part").exists():
        assert run(["play", "--resume", "-o", "m.json"]) == 2  # the match has ended
    assert (folder / "m.json").read_bytes() == reference.data
    assert "m.json.part" not in names_in(folder)


# -- a process of its own ------------------------------------------------------------------


class Player:
    """``allfives play`` in another process, whose lines come slowly and whose words are read."""

    def __init__(self, *more: str, output: bool = True, **settings: Any) -> None:
        to = ["-o", "m.json"] if output else []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "allfives_cli", "play", *seats(), *HEAD, *to, *more],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings,
        )  # fmt: skip
        self.said: list[str] = []
        self.complained: list[str] = []
        self._readers = [
            threading.Thread(target=self._read, args=each, daemon=True)
            for each in ((self.process.stdout, self.said), (self.process.stderr, self.complained))
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: Any, into: list[str]) -> None:
        for line in iter(stream.readline, b""):
            into += [line.decode().rstrip("\n")]  # at once, for who looks on

    @property
    def noted(self) -> int:
        return sum(line.strip() == NOTED for line in self.said + self.complained)

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            for line in lines:
                self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()

    def until_noted(self, number: int) -> None:
        ends = time.monotonic() + LONGEST
        while self.noted < number:
            assert time.monotonic() < ends, (self.said, self.complained)
            assert self.process.poll() is None, (self.said, self.complained)
            time.sleep(0.005)

    def ended(self) -> int:
        status = self.process.wait(LONGEST)
        for reader in self._readers:
            reader.join(LONGEST)
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return status


@pytest.fixture
def player() -> Iterator[Any]:
    started: list[Player] = []

    def start(*more: str, **settings: Any) -> Player:
        started.append(Player(*more, **settings))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.ended()


@pytest.mark.parametrize("number", range(RUNS))
def test_killed_at_a_random_instant(
    number: int, reference: Reference, player: Any, tmp_path: Path
) -> None:
    chance = random.Random(number)  # noqa: S311 - an instant is no secret
    one = player("--fsync", chance.choice(["always", "round", "never"]))
    first = chance.randrange(2, len(reference.lines) - 2)
    one.type(*reference.lines[:first])
    if chance.random() < 0.9:  # else perhaps before it has begun
        one.until_noted(first // 2)
    for line in reference.lines[first:]:
        one.type(line)
        time.sleep(chance.choice([0, 0.001, 0.01]))
        if chance.random() < 0.2:
            break
    time.sleep(chance.uniform(0, 0.02))
    one.process.kill()
    one.ended()
    acknowledged = one.noted
    if "m.json" not in names_in(tmp_path):
        assert acknowledged == 0
        return
    check_and_resume(reference, tmp_path, acknowledged)


SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_a_signal_ends_it_with_everything_saved(
    number: signal.Signals, status: int, reference: Reference, player: Any, tmp_path: Path
) -> None:
    one = player()
    one.type(*reference.lines[:8])
    one.until_noted(4)
    one.process.send_signal(number)
    assert one.ended() == status
    assert names_in(tmp_path) == {"m.json"}
    assert one.complained[-1] == (
        "The match is not finished. To go on with it: allfives play --resume -o m.json"
    )
    assert one.said[-1] == "The record is in m.json."
    check_and_resume(reference, tmp_path, 4)


@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_without_a_file_a_signal_ends_it_with_the_record_printed(
    number: signal.Signals, status: int, player: Any, tmp_path: Path
) -> None:
    one = player(output=False)
    one.type("#1", "note n0")
    one.until_noted(1)
    one.process.send_signal(number)
    assert one.ended() == status
    printed = "\n".join(one.said[one.said.index("{") :]).encode()
    assert notes_in(printed) == ["n0"]
    assert {found.code for found in findings_of(printed)} == {"unfinished"}
    assert names_in(tmp_path) == set()


def test_nohup_is_obeyed(reference: Reference, player: Any, tmp_path: Path) -> None:
    one = player(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    one.type(*reference.lines[:4])
    one.until_noted(2)
    one.process.send_signal(signal.SIGHUP)
    one.type(*reference.lines[4:])
    one.process.stdin.close()
    assert one.ended() == 0
    assert (tmp_path / "m.json").read_bytes() == reference.data


def test_the_end_of_input(reference: Reference, player: Any, tmp_path: Path) -> None:
    one = player()
    one.type(*reference.lines[:7])
    one.process.stdin.close()
    assert one.ended() == 4
    assert names_in(tmp_path) == {"m.json"}
    check_and_resume(reference, tmp_path, 3)


def test_a_closed_pipe(reference: Reference, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "allfives_cli", "play", *seats(), *HEAD, "-o", "m.json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout and process.stderr  # noqa: PT018 - all are pipes
        process.stdin.write(b"#1\nnote n0\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == NOTED.encode()
        process.stdout.close()
        process.stdin.write(b"\n".join(line.encode() for line in reference.lines[2:6]) + b"\n")
        process.stdin.flush()
        assert process.wait(LONGEST) == 141
        assert process.stderr.read() == b""
    assert names_in(tmp_path) == {"m.json"}
    check_and_resume(reference, tmp_path, 2)


def test_a_terminal_that_goes_away(tmp_path: Path) -> None:
    with Terminal(
        ["play", "--seat", "Ann=human", "--seat", "Ben=greedy", *HEAD, "-o", "m.json"], cwd=tmp_path
    ) as terminal:
        terminal.until("Ann> ")
        terminal.type("#1")
        terminal.until("Ann> ")
        terminal.type("note n0")
        terminal.until(NOTED)
        os.close(terminal.master)
        terminal.master = os.open(os.devnull, os.O_RDONLY)  # which leaving the terminal closes
        assert terminal.process.wait(LONGEST) == 129
    assert names_in(tmp_path) == {"m.json"}
    assert notes_in((tmp_path / "m.json").read_bytes()) == ["n0"]


def test_a_disk_that_is_full_for_a_process_of_its_own(
    reference: Reference, player: Any, tmp_path: Path
) -> None:
    most = len(reference.data) // 2
    one = player(
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    one.type(*reference.lines)
    one.process.stdin.close()
    assert one.ended() == 1
    printed = "\n".join(one.said[one.said.index("{") :]) + "\n"
    assert printed.encode() == reference.data
    complaints = [line for line in one.complained if "cannot be written" in line]
    assert any("m.json.part" in line and "seq" in line for line in complaints)
    assert all("`save OTHER`" in line for line in complaints)
    assert not any("Traceback" in line for line in one.complained)
    check_and_resume(reference, tmp_path, 1)


# -- one writer --------------------------------------------------------------------------


def test_a_second_writer_is_refused(
    reference: Reference, player: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = player()
    one.type(*reference.lines[:4])
    one.until_noted(2)
    for more in ([], ["--resume"], ["--discard"]):
        assert run(["play", *seats("no.txt"), "-o", "m.json", *more]) == 3
        told = capsys.readouterr().err
        assert str(one.process.pid) in told
        assert f"{time.localtime().tm_hour:02}:" in told
    one.type(*reference.lines[4:])
    one.process.stdin.close()
    assert one.ended() == 0
    assert (tmp_path / "m.json").read_bytes() == reference.data


def test_a_match_broken_off_by_a_crash_is_not_replaced_unasked(
    reference: Reference, player: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = player()
    one.type(*reference.lines[:4])
    one.until_noted(2)
    one.process.kill()
    one.ended()
    left = (tmp_path / "m.json.part").read_bytes()
    assert run(["play", *seats("no.txt"), "-o", "m.json"]) == 2
    told = capsys.readouterr().err
    assert "round 1, turn " in told
    assert "--resume" in told
    assert "--discard" in told
    assert (tmp_path / "m.json.part").read_bytes() == left
    assert run(["validate", "m.json"]) == 0
    assert "m.json.part" in capsys.readouterr().out  # what is not in the record yet is said
    (tmp_path / "m.json").unlink()  # the journal alone is enough
    check_and_resume(reference, tmp_path, 2)


def test_a_match_broken_off_is_replaced_where_that_is_asked_for(
    reference: Reference, player: Any, tmp_path: Path
) -> None:
    one = player()
    one.type(*reference.lines[:4])
    one.until_noted(2)
    one.process.kill()
    one.ended()
    Path("lines.txt").write_text("\n".join(reference.lines), "utf-8")
    assert run(["play", *seats("lines.txt"), *HEAD, "-o", "m.json", "--discard"]) == 0
    assert (tmp_path / "m.json").read_bytes() == reference.data


# -- every call to the disk, failing -------------------------------------------------------


def on_disk(disk: Disk, script: Sequence[str], *more: str) -> int | None:
    """The status of a match on a disk that fails; None where it died."""
    with pytest.MonkeyPatch.context() as patch:
        disk.install(patch)
        try:
            return play(script, *more)
        except Died:
            return None
        finally:
            patch.undo()
            disk.let_go()


def played_anew(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


ALWAYS = (*SHORT, "--fsync", "always")


OLD = b"an old record, to be replaced\n"


def calls_of(short: Reference, folder: Path) -> int:
    """How many calls a match makes that replaces an old one."""
    disk = Disk(1 << 30)
    (folder / "m.json").write_bytes(OLD)
    assert on_disk(disk, short.lines, *ALWAYS, "--discard") == 0
    assert (folder / "m.json").read_bytes() == short.data
    assert names_in(folder) == {"m.json", "lines.txt"}
    played_anew(folder)
    return disk.calls


def test_dead_at_every_call(
    short: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for at in range(1, calls_of(short, tmp_path) + 1):
        (tmp_path / "m.json").write_bytes(OLD)
        capsys.readouterr()
        disk = Disk(at, dies=True)
        assert on_disk(disk, short.lines, *ALWAYS, "--discard") is None
        acknowledged = capsys.readouterr().out.count(NOTED)
        if (tmp_path / "m.json").read_bytes() == OLD:
            assert acknowledged == 0
            assert play(short.lines, *SHORT, "--discard") == 0
        else:
            check_and_resume(short, tmp_path, acknowledged)
        played_anew(tmp_path)


@pytest.mark.parametrize("stays", [False, True])
def test_an_error_at_every_call(
    *, stays: bool, short: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = 0
    for at in range(1, calls_of(short, tmp_path) + 1):
        (tmp_path / "m.json").write_bytes(OLD)
        capsys.readouterr()
        disk = Disk(at, stays=stays)
        status = on_disk(disk, short.lines, *ALWAYS, "--discard")
        told = capsys.readouterr()
        assert "a bug" not in told.err
        data = (tmp_path / "m.json").read_bytes()
        if status == 3:  # refused before the first tile was dealt
            assert NOTED not in told.out
            assert data == OLD or json.loads(data)["rounds"] == []
            played_anew(tmp_path)
            continue
        assert told.out.count(NOTED) == len(notes_in(short.data))
        if status == 0:
            saved += 1
            assert data == short.data
        else:
            assert status == 1
            assert "no space is left on the disk. The match goes on; `save OTHER`" in told.err
            assert told.out.endswith(short.data.decode())
            check_and_resume(short, tmp_path, 0)
        played_anew(tmp_path)
    assert saved > 0


def test_the_match_goes_on_and_can_be_saved_elsewhere(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*reference.lines[:6], "save other.json", "quit"]
    disk = Disk(25, stays=True, only="m.json")
    assert on_disk(disk, lines, *HEAD, "--fsync", "always") == 1
    told = capsys.readouterr()
    assert "The record is in other.json." in told.out
    assert told.err.count("m.json.part cannot be written") == 1  # said once
    assert notes_in((tmp_path / "other.json").read_bytes()) == ["n0", "n1", "n2"]
    assert told.out.endswith((tmp_path / "other.json").read_text("utf-8"))


def test_a_folder_that_may_not_be_written_is_refused_before_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = os.open

    def refuse(path: Any, flags: int, *more: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    bots = ["--seat", "Ann=greedy", "--seat", "Ben=greedy"]
    assert run(["play", *bots, "-o", "m.json"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "m.json" in told.err
    assert "permission denied" in told.err
    assert "--output" in told.err
    assert names_in(tmp_path) == set()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        bots = ["--seat", "Ann=greedy", "--seat", "Ben=greedy"]
        assert run(["play", *bots, "-o", "m.json"]) == 3
    finally:
        tmp_path.chmod(0o700)
    assert names_in(tmp_path) == set()


def test_how_often_it_is_synchronised(
    reference: Reference, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = {}
    for sync in ("always", "round", "never", "default", "bots"):
        with monkeypatch.context() as patch:
            calls: list[int] = []
            patch.setattr(os, "fsync", calls.append)
            if sync == "bots":
                bots = ["--seat", "Ann=greedy", "--seat", "Ben=greedy"]
                assert run(["play", *bots, *HEAD, "-o", "m.json"]) == 0
            else:
                more = [] if sync == "default" else ["--fsync", sync]
                assert play(reference.lines, *HEAD, *more) == 0
        counted[sync] = len(calls)
        played_anew(tmp_path)
    assert counted["never"] == 0
    assert counted["default"] == counted["always"] > counted["round"] + len(reference.lines)
    rounds_saved = 3 + 1 + 1  # each, the beginning, and the end
    assert counted["round"] == 2 * rounds_saved + 1
    assert counted["bots"] == counted["round"]


# -- other hands on the files ----------------------------------------------------------------


def left_by_a_crash(reference: Reference, folder: Path) -> None:
    """Files as a crash in the middle of the second round leaves them."""
    assert on_disk(Disk(60, dies=True), reference.lines, *HEAD, "--fsync", "always") is None
    assert names_in(folder) >= {"m.json", "m.json.part"}


def test_a_record_changed_since_the_crash_is_not_replaced(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_by_a_crash(reference, tmp_path)
    path, journal = tmp_path / "m.json", tmp_path / "m.json.part"
    path.write_bytes(path.read_bytes().replace(b'"allfives": 1', b'"allfives":  1'))
    before = path.read_bytes(), journal.read_bytes()
    assert run(["play", "--resume", "-o", "m.json"]) == 3
    assert "was changed after the match was broken off" in capsys.readouterr().err
    assert (path.read_bytes(), journal.read_bytes()) == before
    path.rename(tmp_path / "mine.json")
    check_and_resume(reference, tmp_path, 0)


def test_a_record_changed_while_it_is_played_is_not_replaced(
    reference: Reference, player: Any, tmp_path: Path
) -> None:
    one = player()
    one.type(*reference.lines[:2])
    one.until_noted(1)
    path = tmp_path / "m.json"
    path.write_bytes(path.read_bytes() + b"\n")
    changed = path.read_bytes()
    one.type(*reference.lines[2:])
    one.process.stdin.close()
    assert one.ended() == 1
    assert path.read_bytes() == changed
    assert sum("was changed by somebody else" in line for line in one.complained) == 1
    path.unlink()
    check_and_resume(reference, tmp_path, 2)


def test_a_damaged_journal_is_left_as_it_is(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_by_a_crash(reference, tmp_path)
    journal = tmp_path / "m.json.part"
    lines = journal.read_bytes().splitlines(keepends=True)
    broken = b"".join([lines[0], lines[1].replace(b"a", b"b"), *lines[2:]])
    journal.write_bytes(broken)
    assert run(["validate", "m.json.part"]) == 1
    assert "m.json.part:2:1" in capsys.readouterr().out
    for more in ([], ["--resume"]):
        assert run(["play", *seats("no.txt"), "-o", "m.json", *more]) == 3
        assert "from its line 2 on" in capsys.readouterr().err
        assert journal.read_bytes() == broken


@pytest.mark.parametrize("more", [[], ["--resume"], ["--discard"]])
def test_another_file_by_the_name_of_the_journal_stays(more: list[str], tmp_path: Path) -> None:
    (tmp_path / "m.json.part").write_bytes(b"half a download")
    assert play(["quit"], *HEAD, *more) == 3
    assert (tmp_path / "m.json.part").read_bytes() == b"half a download"


def test_a_torn_end_is_said(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left_by_a_crash(reference, tmp_path)
    journal = tmp_path / "m.json.part"
    journal.write_bytes(journal.read_bytes()[:-9])
    assert run(["validate", "m.json.part"]) == 0
    assert "[file-journal-torn]" in capsys.readouterr().out
    rest = reference.lines[len(played_by_ann(so_far(tmp_path))) + len(notes_in(so_far(tmp_path))) :]
    assert play(rest, "--resume") == 0
    told = capsys.readouterr().err
    assert "was taken from m.json.part" in told
    assert "was cut off and is left out" in told
    assert (tmp_path / "m.json").read_bytes() == reference.data


def test_a_match_given_up_while_the_writing_stopped_goes_on(
    reference: Reference, tmp_path: Path
) -> None:
    """Between the end of the round and that of the match there may be a crash."""
    left_by_a_crash(reference, tmp_path)
    journal = tmp_path / "m.json.part"
    data = journal.read_bytes()
    kept = read_journal(data)
    assert kept is not None
    first, newest = kept.record.rounds
    assert first.end is not None
    totals = dict(first.end.totals or {})
    totals |= {turn.by: turn.total for turn in newest.turns if turn.total is not None}
    end = {"how": "abandoned", "by": "Ann", "totals": totals}
    given_up = {"event": "round-end", "round": 2, "value": end}
    journal.write_bytes(data + entry_line(kept.last + 1, given_up))
    check_and_resume(reference, tmp_path, 0)


def test_devices_and_stdout_have_no_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["--seat", "Ann=greedy", "--seat", "Ben=greedy", *HEAD]
    assert run(["play", *bots, "-o", "/dev/null", "--discard"]) == 0
    capsys.readouterr()
    assert run(["play", *bots, "-o", "-"]) == 0
    assert findings_of(capsys.readouterr().out.encode()) == []
    assert names_in(tmp_path) == set()
    assert not Path("/dev/null.part").exists()

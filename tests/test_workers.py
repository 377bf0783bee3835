"""Processes that play: how a series that they play is broken off, and that none is left behind."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from allfives_cli.play.workers import Here, Processes, ProcessLost

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

ROOT = Path(__file__).parent.parent
BOTS = ("--seat", "A=greedy", "--seat", "B=random", "--target", "30", "--seed", "1")
MANY = 200_000
LONGEST = 20.0


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A series under way, in a process group of its own as a shell gives it."""
    words = [sys.executable, "-m", "allfives_cli", "series", *arguments, "-o", str(folder)]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "ALLFIVES_LANG": "en"}
    process = subprocess.Popen(
        words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def until(condition: Callable[[], bool], what: str) -> None:
    ends = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < ends, what
        time.sleep(0.02)


def has_records(folder: Path) -> Callable[[], bool]:
    path = folder / "records.jsonl"
    return lambda: path.exists() and path.stat().st_size > 0


def children(pid: int) -> list[int]:
    """Its processes, but for the one that only tidies up after the others."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if parent == pid and b"resource_tracker" not in command:
            found.append(int(entry.name))
    return found


def is_gone(pid: int) -> bool:
    try:
        state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def kept(folder: Path) -> int:
    """How many records there are; every one is whole, and the results know of them all."""
    data = (folder / "records.jsonl").read_bytes()
    assert data.endswith(b"\n")
    lines = data.splitlines()
    for number, line in enumerate(lines, start=1):
        assert json.loads(line)["ext"]["allfives/seed"] == f"1/{number}"
    results = json.loads((folder / "results.json").read_bytes())
    assert results["matches"]["played"] == len(lines)
    return len(lines)


@needs_proc
@pytest.mark.parametrize("to_all", [True, False], ids=["the key", "a signal to it alone"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_what_is_done(jobs: str, to_all: bool, tmp_path: Path) -> None:
    folder = tmp_path / "S"
    with running(folder, *BOTS, "-n", str(MANY), "--jobs", jobs) as process:
        until(has_records(folder), "no record")
        workers = children(process.pid)
        assert len(workers) == (0 if jobs == "1" else int(jobs))
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    number = kept(folder)
    assert err.decode() == (
        f"Stopped. Matches that are kept: {number}; the same command goes on.\n"
    )
    assert out.decode().startswith(f"Matches played: {number} of {MANY}.")
    assert all(map(is_gone, workers))


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_keep_it_as_well(number: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "S"
    with running(folder, *BOTS, "-n", str(MANY), "--jobs", "2") as process:
        until(has_records(folder), "no record")
        workers = children(process.pid)
        os.killpg(process.pid, number)
        _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 128 + number
    assert f"Matches that are kept: {kept(folder)};" in err.decode()
    assert "Traceback" not in err.decode()
    assert all(map(is_gone, workers))


@needs_proc
def test_an_interrupt_while_processes_start_shows_nothing_of_theirs(tmp_path: Path) -> None:
    folder = tmp_path / "S"
    with running(folder, *BOTS, "-n", str(MANY), "--jobs", "2") as process:
        until(lambda: bool(children(process.pid)), "no process")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert err.decode().startswith("Stopped. Matches that are kept: ")
    assert "Traceback" not in err.decode()


@needs_proc
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_programs_as_well(jobs: str, tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    program = f"sh -c {shlex.quote(f'echo $$ > {noted}; exec sleep 600')}"
    seats = ("--seat", "A=random", "--seat", f"B=program:{program}")
    with running(tmp_path / "S", *seats, "--start-limit", "600", "--jobs", jobs) as process:
        until(lambda: noted.exists() and noted.read_text().endswith("\n"), "no program")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert "Traceback" not in err.decode()
    until(lambda: is_gone(int(noted.read_text())), "the program is still there")


@needs_proc
def test_a_process_that_is_killed_is_told_with_its_match(tmp_path: Path) -> None:
    folder = tmp_path / "S"
    with running(folder, *BOTS, "-n", str(MANY), "--jobs", "2") as process:
        until(has_records(folder), "no record")
        workers = children(process.pid)
        os.kill(workers[0], signal.SIGKILL)
        _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 70
    number = kept(folder)
    assert f"Match {number + 1} could not be played: ProcessLost: exit status -9" in err.decode()
    assert all(map(is_gone, workers))


@needs_proc
def test_processes_leave_with_the_one_that_started_them(tmp_path: Path) -> None:
    folder = tmp_path / "S"
    with running(folder, *BOTS, "-n", str(MANY), "--jobs", "2") as process:
        until(has_records(folder), "no record")
        workers = children(process.pid)
        assert len(workers) == 2
        process.kill()
        until(lambda: all(map(is_gone, workers)), "processes are still there")


def test_what_a_process_raises_is_raised_here() -> None:
    with Processes(2) as processes:
        assert processes.submit(divmod, 7, 2).result(LONGEST) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            processes.submit(divmod, 7, 0).result(LONGEST)


def test_processes_that_are_lost_are_an_error_and_no_hang() -> None:
    def play() -> None:
        with Processes(1) as processes:
            processes.submit(os._exit, 3).result(LONGEST)

    with pytest.raises(ProcessLost, match="exit status 3"):
        play()


def test_left_by_an_exception_processes_give_up_what_they_do() -> None:
    def play() -> None:
        with Processes(1) as processes:
            processes.submit(abs, 1).result(LONGEST)
            processes.submit(time.sleep, 600)
            time.sleep(0.5)
            raise LookupError

    began = time.monotonic()
    with pytest.raises(LookupError):
        play()
    assert time.monotonic() - began < LONGEST


def test_what_is_done_here_waits_until_it_is_asked_for() -> None:
    done: list[int] = []
    task = Here().submit(done.append, 1)
    assert done == []
    assert task.cancel()
    task.result()
    assert done == [1]

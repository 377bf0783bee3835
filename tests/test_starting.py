"""Starting programs: an interrupt in the middle of it leaves none behind."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from allfives_cli.play.process import Process
from allfives_cli.play.starting import Start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


class Interrupted(BaseException):
    pass


def interrupt(_number: int, _frame: FrameType | None) -> None:
    raise Interrupted


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Every program that is started; an interrupt comes before whoever starts it knows of it."""
    programs: list[subprocess.Popen[bytes]] = []

    class Interrupting(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            programs.append(self)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)
            time.sleep(0.1)

    before = signal.signal(signal.SIGUSR1, interrupt)
    monkeypatch.setattr(subprocess, "Popen", Interrupting)
    yield programs
    signal.signal(signal.SIGUSR1, before)


def test_a_program_whose_start_is_interrupted_is_killed(
    started: list[subprocess.Popen[bytes]],
) -> None:
    with pytest.raises(Interrupted):
        Process(["sleep", "600"])
    (program,) = started
    assert program.returncode == -signal.SIGKILL
    for stream in (program.stdin, program.stdout, program.stderr):
        assert stream is not None
        assert stream.closed


def test_what_is_abandoned_before_its_start_is_not_started() -> None:
    start = Start(["sleep", "600"])
    start.abandon()
    with pytest.raises(OSError, match="abandoned"):
        start.child()


def test_what_cannot_be_started_is_told() -> None:
    with pytest.raises(FileNotFoundError):
        Process(["/no/such/program"])

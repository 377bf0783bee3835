"""Starts another program so that no interrupt can lose it.

It is started in a thread of its own. Handlers of signals raise only in the main
thread, and there such an exception would come between the start of the program
and the moment when it is known: nobody could end it then.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, final

REAPING: Final = 1.0
"""Seconds that a program which has been killed has to be gone."""


@final
class Start(threading.Thread):
    """A program that is started once; `child` is asked for it, or `abandon` gives it up."""

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__()
        self._command = command
        self._lock = threading.Lock()
        self._abandoned = False
        self._child: subprocess.Popen[bytes] | None = None
        self._error = OSError("abandoned")

    def run(self) -> None:
        """Start it, unless it has been abandoned meanwhile."""
        pipe = subprocess.PIPE
        with self._lock:
            if self._abandoned:
                return
            try:
                self._child = subprocess.Popen(  # noqa: S603 - it is the user who names the program
                    self._command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0,
                    start_new_session=True,
                )  # fmt: skip
            except OSError as error:
                self._error = error

    def child(self) -> subprocess.Popen[bytes]:
        """The program, once it is started. Raises OSError."""
        self.start()
        self.join()
        if self._child is None:
            raise self._error
        return self._child

    def abandon(self) -> None:
        """Kill what has been started, with its group, and start nothing any more."""
        with self._lock:
            self._abandoned = True
        if self._child is not None:
            signal_group(self._child.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(REAPING)
            for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
                if stream is not None:
                    stream.close()


def signal_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to a process group, if it is still there."""
    # macOS does not permit it for a group that has just ended.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)

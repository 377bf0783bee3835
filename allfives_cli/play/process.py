"""Another program at the far end of pipes: lines to it, lines from it, and a certain end.

The program runs in a process group of its own, without a shell. All three pipes
are served together, so that no full pipe can stop either side; what is kept of
its output is limited. `end` ends it whatever it does: its input is closed, then
SIGTERM, then SIGKILL go to the whole group. POSIX only, since other systems
cannot wait for several pipes at once.

What the lines say is not known here.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Collection, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Final, NoReturn, final

from allfives_cli.play.events import IncidentKind
from allfives_cli.play.starting import REAPING, Start, signal_group

LONGEST_LINE: Final = 65_536
"""Bytes of a line that a program may send."""
KEPT_ERRORS: Final = 2_000
"""Bytes kept of what a program wrote last to its standard error."""
GRACE: Final = 1.0
"""Seconds that a program has to end by itself, and again after SIGTERM."""

_CHUNK: Final = 65_536
_KEPT_EXTRA: Final = 400  # bytes kept of what comes when nothing was asked
_MOST_EXTRA: Final = 1_000_000  # bytes passed over at the end, before reading stops
_LOOK: Final = 0.2  # seconds after which a silent program is looked at
_GLANCE: Final = 0.01
_LAST_WORDS: Final = 8  # chunks that are still read once it has ended


class Trouble(Exception):
    """What a program did wrong: the kind of incident, why, and what it had sent.

    ``params`` are the facts of ``why``, plain JSON values.
    """

    def __init__(self, kind: IncidentKind, why: str, sent: bytes = b"", **params: object) -> None:
        super().__init__(kind, why, params)
        self.kind: IncidentKind = kind
        self.why = why
        self.sent = sent
        self.params = params


@final
class Process:
    """A program that was started. Raises OSError where it cannot be."""

    def __init__(self, command: Sequence[str]) -> None:
        self._unsent = bytearray()
        self._received = bytearray()
        self._errors = bytearray()
        self._leaving = False
        self._extra = 0
        self.ended_by: signal.Signals | None = None
        """The signal that ended it, where it did not end by itself."""
        start = Start(command)
        try:
            self._connect(start.child())
        except BaseException:
            start.abandon()
            raise

    def _connect(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin and child.stdout and child.stderr  # noqa: PT018, S101 - all are pipes
        self._child = child
        self._stdin, self._stdout, self._stderr = child.stdin, child.stdout, child.stderr
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    # -- talking -------------------------------------------------------------------

    def ask(self, line: bytes, limit: float, *, late: str = "no-answer") -> bytes:
        """Send a line and return the one that comes back, without its line feed.

        Raises Trouble: timeout, by the code ``late``, or ``line-not-ended`` where
        something came that is not yet a line; malformed ``line-too-long``;
        crash ``exited``, ``killed`` or ``closed-output``.
        """
        deadline = monotonic() + limit
        self._send(line)
        searched = 0
        while True:
            end = self._received.find(b"\n", searched)
            searched = len(self._received)
            if (end if end >= 0 else searched) > LONGEST_LINE:
                sent = bytes(self._received)
                raise Trouble("malformed", "line-too-long", sent, limit=LONGEST_LINE)
            if end >= 0:
                answer = bytes(self._received[:end])
                del self._received[: end + 1]
                return answer
            if self._stdout.closed:
                self._fail_as_gone(deadline)
            left = deadline - monotonic()
            if left <= 0:
                sent = bytes(self._received)
                why = "line-not-ended" if sent.strip() else late
                raise Trouble("timeout", why, sent, limit=_number(limit))
            if not self._pump(min(left, _LOOK)) and self._child.poll() is not None:
                # It has ended, and a process that it left behind holds its output open.
                self._fail_as_gone(deadline)

    def _fail_as_gone(self, deadline: float) -> NoReturn:
        until = min(deadline, monotonic() + GRACE)
        while self._child.poll() is None and monotonic() < until:
            self._pump(_GLANCE)
        self._pump(0)
        sent, status = bytes(self._received), self._child.poll()
        if status is None:
            raise Trouble("crash", "closed-output", sent)
        raise crashed("exited", sent, status)

    def _send(self, data: bytes) -> None:
        if self._stdin.closed:
            return
        if not self._unsent and data:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent += data

    def _pump(self, timeout: float) -> bool:
        """Move what can be moved through the pipes; whether anything was."""
        ready = self._selector.select(timeout)
        for key, _ in ready:
            if key.fileobj is self._stdin:
                self._write()
            elif key.fileobj is self._stdout:
                self._received += self._read(self._stdout)
                if self._leaving:
                    self._pass_over()
            else:
                self._errors += self._read(self._stderr)
                del self._errors[:-KEPT_ERRORS]
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._unsent[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # nobody reads any more; whether that matters its output will tell
            self._close(self._stdin)
            return
        del self._unsent[:written]
        if not self._unsent:
            self._selector.unregister(self._stdin)
            if self._leaving:
                self._stdin.close()

    def _read(self, stream: IO[bytes]) -> bytes:
        try:
            data = os.read(stream.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._close(stream)
        return data

    def _pass_over(self) -> None:
        """Keep a little of what nobody asked for; after very much of it, read no more."""
        self._extra += max(0, len(self._received) - _KEPT_EXTRA)
        del self._received[_KEPT_EXTRA:]
        if self._extra > _MOST_EXTRA and not self._stdout.closed:
            self._close(self._stdout)

    def _close(self, stream: IO[bytes]) -> None:
        if not stream.closed:
            with suppress(KeyError):  # its input, while nothing is to be sent
                self._selector.unregister(stream)
            stream.close()

    # -- what is left of it ------------------------------------------------------------

    @property
    def errors(self) -> str:
        """What it wrote last to its standard error; what is no UTF-8 is shown by its numbers."""
        return self._errors.decode("utf-8", "backslashreplace")

    @property
    def unasked(self) -> bytes:
        """The beginning of what it sent and nobody asked for."""
        return bytes(self._received)

    @property
    def status(self) -> int | None:
        """Its exit status, less than nothing for a signal; None while it runs."""
        return self._child.poll()

    # -- the end -----------------------------------------------------------------------

    def leave(self, farewell: bytes) -> None:
        """Send a last line, if it can be sent, and close the program's input."""
        self._send(farewell)
        self._leaving = True
        self._pass_over()
        if not self._unsent:
            self._close(self._stdin)

    def has_ended(self, timeout: float) -> bool:
        """Whether it has ended, after serving its pipes for so long at most."""
        self._pump(timeout)
        return self._child.poll() is not None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to it and to every process of its group."""
        self.ended_by = number
        signal_group(self._child.pid, number)

    def release(self) -> None:
        """Kill what is left of the group, reap the program, close every descriptor."""
        signal_group(self._child.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(REAPING)
        for _ in range(_LAST_WORDS):
            if not self._pump(0):
                break
        for stream in (self._stdin, self._stdout, self._stderr):
            self._close(stream)
        self._selector.close()


def end(processes: Collection[Process], farewell: bytes = b"", grace: float = GRACE) -> None:
    """End programs together: a last line, their input closed; then SIGTERM, then SIGKILL.

    They have ``grace`` seconds to end by themselves, and GRACE more after
    SIGTERM. `Process.ended_by` tells what it took. Interrupted, it kills all.
    """
    running = list(processes)
    try:
        for process in running:
            process.leave(farewell)
        running = _still_running(running, grace)
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in running:
                process.send_signal(number)
            running = _still_running(running, GRACE)
    finally:
        for process in processes:
            process.release()


def _still_running(processes: Sequence[Process], seconds: float) -> list[Process]:
    running, until = list(processes), monotonic() + seconds
    while running:
        running = [each for each in running if not each.has_ended(_GLANCE / len(running))]
        if monotonic() >= until:
            break
    return running


def crashed(why: str, sent: bytes, status: int) -> Trouble:
    """The trouble of a program that ended with a status, as subprocess has it.

    Its code is ``why``, or ``killed`` where a signal ended it.
    """
    if status < 0:
        return Trouble("crash", "killed", sent, signal=_signal_name(-status))
    return Trouble("crash", why, sent, status=status)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _number(seconds: float) -> int | float:
    return int(seconds) if float(seconds).is_integer() else seconds

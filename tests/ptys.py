"""A real pseudo-terminal of a given size, in which a command runs and is typed to."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

ROOT = Path(__file__).parent.parent
LONGEST_WAIT = 20.0
PLAIN = MappingProxyType({"NO_COLOR": "1"})


class Terminal:
    """Runs ``allfives`` in a pseudo-terminal; ends it when closed.

    What is typed is echoed by the terminal, as it is to a person.
    """

    def __init__(
        self,
        arguments: list[str],
        *,
        columns: int = 80,
        rows: int = 24,
        lang: str = "en",
        cwd: Path = ROOT,
        colours: Mapping[str, str] = PLAIN,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "ALLFIVES_LANG": lang,
            "TERM": "xterm", "PYTHONPATH": str(ROOT), **colours,
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "allfives_cli", *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment,
            start_new_session=True, preexec_fn=_control_terminal,  # noqa: PLW1509 - one thread
        )  # fmt: skip
        os.close(slave)
        self.shown = ""
        self._bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def until(self, *texts: str) -> str:
        """Read until one of these texts is shown, and return what was shown up to its end."""
        ends = time.monotonic() + LONGEST_WAIT
        while not any(text in self.shown for text in texts):
            if not self._read(ends):
                raise AssertionError(f"none of {texts} is shown, but: {self.shown!r}")
        places = [self.shown.index(text) + len(text) for text in texts if text in self.shown]
        found, self.shown = self.shown[: min(places)], self.shown[min(places) :]
        return found

    def rest(self) -> str:
        """Read to the end of the command, and return everything that was still shown."""
        ends = time.monotonic() + LONGEST_WAIT
        while self._read(ends):
            pass
        self.process.wait(LONGEST_WAIT)
        found, self.shown = self.shown, ""
        return found

    def _read(self, ends: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(ends - time.monotonic(), 0))
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the command has ended, and nothing is left to be read
            return False
        self._bytes += data
        text = self._bytes.decode("utf-8", "ignore")
        if text.encode() == self._bytes:  # else a character is still on its way
            self.shown += text.replace("\r\n", "\n")
            self._bytes = b""
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.master, line.encode() + b"\n")

    def interrupt(self) -> None:
        """Press the interrupt key."""
        os.write(self.master, b"\x03")

    def end_input(self) -> None:
        """Press the key that ends the input."""
        os.write(self.master, b"\x04")

    def kill(self) -> None:
        """End the command by a signal that cannot be caught."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def _control_terminal() -> None:
    """Let the interrupt key of the terminal reach the command."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

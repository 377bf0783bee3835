"""Single keys from a terminal, none lost that is typed ahead.

The terminal is left in its key-by-key mode as long as keys are wanted: changing
modes for every key, as `click.getchar` does, throws away what was typed
meanwhile. Where there is no such mode to set (not POSIX), `click.getchar` it is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import click

_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])")
_CHUNK: Final = 64

Mode = Callable[[], None]
"""Sets a mode of the terminal."""


class Keys(Protocol):
    """Where keys come from."""

    def key(self) -> str:
        """The next key: a character, or the sequence that a special key sends; empty at the end."""

    def line(self) -> str:
        """A line typed and ended, shown while it is typed; empty at the end of input."""


@contextmanager
def keyboard() -> Iterator[Keys]:
    """Read keys one by one until left, then give the terminal back as it was."""
    try:
        import termios  # noqa: PLC0415 - POSIX only
        import tty  # noqa: PLC0415 - as termios
    except ImportError:
        yield _KeysByClick()
        return
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)

    def by_keys() -> None:
        tty.setcbreak(stream, termios.TCSADRAIN)

    def by_lines() -> None:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)

    by_keys()
    try:
        yield _KeysOfTerminal(stream, by_keys, by_lines)
    finally:
        by_lines()


class _KeysOfTerminal:
    def __init__(self, stream: int, by_keys: Mode, by_lines: Mode) -> None:
        self._stream = stream
        self._by_keys, self._by_lines = by_keys, by_lines
        self._typed = ""

    def key(self) -> str:
        if not self._typed:
            self._typed = os.read(self._stream, _CHUNK).decode("utf-8", "replace")
        found = _SEQUENCE.match(self._typed)
        key = found[0] if found else self._typed[:1]
        self._typed = self._typed[len(key) :]
        return key

    def line(self) -> str:
        self._by_lines()
        try:
            line, self._typed = self._typed, ""
            return line + sys.stdin.readline()
        finally:
            self._by_keys()


class _KeysByClick:
    def key(self) -> str:
        try:
            return click.getchar()
        except EOFError:
            return ""

    def line(self) -> str:
        return sys.stdin.readline()

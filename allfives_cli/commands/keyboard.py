"""Single keys from a terminal, none lost that is typed ahead.

The terminal is left in its key-by-key mode as long as keys are wanted: changing
modes for every key, as `click.getchar` does, throws away what was typed
meanwhile. Where there is no such mode to set (not POSIX), `click.getchar` it is.
A line is put together of keys as well, so that a key can give it up.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

import click

from allfives_cli.show.wrapping import columns

ESCAPE: Final = "\x1b"
_ENTER: Final = ("\r", "\n")
_GIVES_UP: Final = (ESCAPE, "\x04", "")
_ERASES: Final = ("\x7f", "\b")
_LONGEST: Final = 40

_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])")
_CHUNK: Final = 64

Write = Callable[[str], None]
"""Shows a text at once, where the cursor is."""


class Keys(Protocol):
    """Where keys come from."""

    def key(self) -> str:
        """The next key: a character, or the sequence that a special key sends; empty at the end."""


def typed_line(keys: Keys, write: Write) -> str | None:
    """A short line, shown while it is typed; None where Esc or the end of input gives it up."""
    line = ""
    while (key := keys.key()) not in _ENTER:
        if key in _GIVES_UP:
            return None
        if key in _ERASES and line:
            wide = columns(line[-1])
            line = line[:-1]
            write("\b" * wide + " " * wide + "\b" * wide)
        elif len(key) == 1 and key.isprintable() and len(line) < _LONGEST:
            line += key
            write(key)
    return line


@contextmanager
def keyboard() -> Iterator[Keys]:
    """Read keys one by one until left, then give the terminal back as it was, if it is there."""
    try:
        import termios  # noqa: PLC0415 - POSIX only
        import tty  # noqa: PLC0415 - as termios
    except ImportError:
        yield _KeysByClick()
        return
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    try:
        tty.setcbreak(stream, termios.TCSADRAIN)
        yield _KeysOfTerminal(stream)
    finally:
        with suppress(termios.error):
            termios.tcsetattr(stream, termios.TCSADRAIN, before)


class _KeysOfTerminal:
    def __init__(self, stream: int) -> None:
        self._stream = stream
        self._typed = ""

    def key(self) -> str:
        if not self._typed:
            try:
                data = os.read(self._stream, _CHUNK)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                data = b""  # a terminal that has gone is at its end
            self._typed = data.decode("utf-8", "replace")
        found = _SEQUENCE.match(self._typed)
        key = found[0] if found else self._typed[:1]
        self._typed = self._typed[len(key) :]
        return key


class _KeysByClick:
    def key(self) -> str:
        try:
            return click.getchar()
        except EOFError:
            return ""

"""The terminal and the texts at which people and scripts play."""

from __future__ import annotations

import errno
import os
import sys
from typing import BinaryIO, Final, final

import click

from allfives_cli.play.desk import Desk
from allfives_cli.play.events import Listener
from allfives_cli.play.person import Terminal
from allfives_cli.play.sayings import Saver, Saying
from allfives_cli.play.script import NextLine, Script
from allfives_cli.play.typed import LONGEST_LINE
from allfives_cli.show.dialogue import Dialogue

STDIN: Final = "stdin"
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
_LINES_AWAY: Final = 60
_MOST_BYTES: Final = 4 * LONGEST_LINE + 2


@final
class ConsoleScreen:
    """A terminal: what is said goes to ``err`` or stdout, lines come from stdin."""

    def __init__(self, dialogue: Dialogue, *, err: bool) -> None:
        self._dialogue = dialogue
        self._err = err

    def say(self, saying: Saying) -> None:
        """Print what is said."""
        for line in self._dialogue.lines(saying):
            click.echo(line, err=self._err)

    def ask(self, player: str | None) -> str | None:
        """Prompt and read a line; None at the end of input. Raises KeyboardInterrupt.

        Without a player it is the name of a file that is asked for.
        """
        click.echo(self._dialogue.prompt(player), nl=False, err=self._err)
        (sys.stderr if self._err else sys.stdout).flush()
        line = next_line_of(sys.stdin.buffer)()
        if line is None:
            click.echo(err=self._err)
        return line

    def clear(self) -> None:
        """Leave nothing to be seen, nor to be scrolled back to."""
        stream = sys.stderr if self._err else sys.stdout
        plain = not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb"
        # Not by click, which leaves such sequences out where colours are not wanted.
        stream.write("\n" * _LINES_AWAY if plain else _CLEAR)
        stream.flush()


def next_line_of(stream: BinaryIO) -> NextLine:
    """Lines of a stream, one at a time, at most so long; what is not UTF-8 comes as surrogates.

    A terminal that has gone is at its end.
    """

    def next_line() -> str | None:
        try:
            data = stream.readline(_MOST_BYTES)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return None
        if not data:
            return None
        return data.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")

    return next_line


@final
class Floor:
    """Where people and scripts of one match come in: one screen, one reader for each text.

    ``screen`` is the one screen, ``listeners`` hear the match; `finish` reads what
    scripts hold beyond its end.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        save: Saver,
        players: tuple[str, ...],
        people: tuple[int, ...],
        *,
        err: bool,
        resumed: bool,
    ) -> None:
        self._resumed = resumed
        self._players = players
        self._people = people
        self.screen = ConsoleScreen(dialogue, err=err)
        self._desk = Desk(self.screen.say, save)
        self._terminal: Terminal | None = None
        self._scripts: dict[str, Script] = {}
        self._opened: list[BinaryIO] = []
        self.listeners: list[Listener] = [self._desk]

    @property
    def has_people(self) -> bool:
        """Whether somebody sits at the screen."""
        return self._terminal is not None

    def terminal(self) -> Terminal:
        """The chooser of everybody who sits at the screen."""
        if self._terminal is None:
            self._terminal = Terminal(
                self.screen, self._desk, self._players, self._people, resumed=self._resumed
            )
            self.listeners.append(self._terminal)
        return self._terminal

    def script(self, path: str) -> Script:
        """The chooser of every seat that a text plays; without a path, of stdin's text.

        Raises OSError for a file that cannot be read.
        """
        if path not in self._scripts:
            stream: BinaryIO = sys.stdin.buffer
            if path:
                stream = open(path, "rb")  # noqa: PTH123, SIM115 - /dev/fd/63 too; close() closes it
                self._opened.append(stream)
            source = path or STDIN
            script = Script(source, next_line_of(stream), self._desk, self._players)
            self._scripts[path] = script
            self.listeners.append(script)
        return self._scripts[path]

    def finish(self) -> None:
        """Read what scripts hold beyond the match's end. Raises Stopped."""
        for script in self._scripts.values():
            script.finish()

    def close(self) -> None:
        """Close the files that scripts were read from."""
        for stream in self._opened:
            stream.close()

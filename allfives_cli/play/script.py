"""Players whose lines come from a text: a heredoc, a pipe, the turns of a sheet.

A script is never prompted and never waits for anything but its own input. Each
play of its seats takes a line. Lines about what the table or other players did,
passes among them, are optional, and have to be true. What cannot be obeyed, or
is not true, stops the script: it is not asked again.

A comment, a line whose first sign is a ``#`` that no digit follows, is left out;
a note behind a turn or a choice is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, final

from allfives_cli.play.desk import Desk, Outcome
from allfives_cli.play.events import Event, Resumed, RoundEnded, TurnTaken, Undone
from allfives_cli.play.moves import Line, move_of, picked, turn_differs, turn_meant
from allfives_cli.play.seats import Answer, Leave, Remark, View
from allfives_cli.play.typed import Command, Pick, Refusal, Turn, Typed, read_typed

NextLine = Callable[[], str | None]
"""Gives the next line without its line feed, None at the end."""


class Stopped(Exception):
    """A script's line that is not obeyed: where it stands, from 1, and why."""

    def __init__(self, source: str, line: int, refusal: Refusal) -> None:
        super().__init__(source, line, refusal)
        self.source = source
        self.line = line
        self.refusal = refusal

    @property
    def column(self) -> int:
        """The column at which the refusal points, from 1."""
        return self.refusal.start + 1


@final
class Script:
    """One text, and the seats that it plays. Listens to the table; is every such seat's chooser."""

    def __init__(
        self, source: str, next_line: NextLine, desk: Desk, players: Sequence[str]
    ) -> None:
        self.source = source
        self._next_line = next_line
        self._desk = desk
        self._players = tuple(players)
        self._number = 0
        self._done: list[TurnTaken] = []  # turns of which a line may still speak
        self._own = False  # whether the turn to come is the one that a line has just made
        self._blocked = False

    def __call__(self, event: Event) -> None:
        """Keep the turns that were not made by a line of this script."""
        match event:
            case TurnTaken() if self._own:
                self._own = False
            case TurnTaken():
                self._done.append(event)
            case Undone(number, turn):
                self._done = [t for t in self._done if (t.round, t.turn) < (number, turn)]
            case RoundEnded(how=how):
                self._blocked = how == "blocked"
            case Resumed():
                self._done = []  # an earlier script had its say on these
            case _:
                pass

    def choose(self, view: View) -> Answer:
        """The answer that the next lines give. Raises Stopped."""
        while True:
            line = self._next()
            if line is None:
                return Leave()
            typed = read_typed(line, self._players, self._players[view.seat])
            answer = self._obey(typed, view)
            if isinstance(answer, Refusal):
                raise Stopped(self.source, self._number, answer)
            if answer is not None:
                return answer

    def finish(self) -> None:
        """Read what is left once the match is over. Raises Stopped where it asks for more."""
        while (line := self._next()) is not None:
            typed = read_typed(line, self._players, self._players[0])
            if typed is None or (isinstance(typed, Command) and typed.kind == "quit"):
                continue
            refused = typed if isinstance(typed, Refusal) else self._after_the_end(typed)
            if refused is not None:
                raise Stopped(self.source, self._number, refused)

    def _next(self) -> str | None:
        line = self._next_line()
        if line is None:
            return None
        self._number += 1
        return line.removeprefix("\ufeff") if self._number == 1 else line

    def _obey(self, typed: Typed, view: View) -> Outcome:
        match typed:
            case Command():
                return self._desk.obey(typed, view)
            case Pick():
                return self._made(picked(typed, self._players, view))
            case Turn():
                return self._turn(Line(typed, self._players), view)
            case _:
                return typed

    def _turn(self, line: Line, view: View) -> Outcome:
        if "tile" in line.parts and line.by == view.seat:
            return self._made(move_of(line, view))
        told = self._told(line)
        return move_of(line, view) if told is False else told

    def _made(self, answer: Outcome) -> Outcome:
        """Note that the next turn is a line's own, and what came before is out of reach."""
        if answer is not None and not isinstance(answer, Refusal):
            self._own, self._blocked = True, False
            self._done = []
        return answer

    def _told(self, line: Line) -> Outcome | Literal[False]:
        """What a line says of a turn that was taken; false where it speaks of none.

        What is noted in it is put on that turn, as long as its round is under way.
        """
        turn = turn_meant(line, self._done)
        if turn is None:
            # After a block nobody need pass, but a sheet may say that everybody did.
            return None if self._blocked and "pass" in line.parts else False
        refused = turn_differs(line, turn)
        if refused is not None:
            return refused
        newest = self._done[-1].round
        del self._done[: self._done.index(turn) + 1]
        mark, notes = line.written.get("mark"), line.written.get("notes", ())
        if (mark or notes) and turn.round == newest:
            return Remark(mark, notes[0] if notes else None, turn.turn)
        return None

    def _after_the_end(self, typed: Typed) -> Refusal | None:
        if isinstance(typed, Turn):
            line = Line(typed, self._players)
            told = self._told(line)
            if isinstance(told, Refusal):
                return told
            return line.refusal("match-over") if told is False else None
        if isinstance(typed, Command | Pick):
            return Refusal("match-over", {}, typed.start, typed.end)
        return None

"""What is said at the table, as data: who listens puts it into words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from allfives_cli.game.actions import Play
from allfives_cli.play.events import MatchEnded, RoundEnded, TurnTaken
from allfives_cli.play.seats import Choice, View
from allfives_cli.play.typed import Refusal


class Happened(NamedTuple):
    """A turn. ``plays`` are those of the round up to it.

    ``own`` where only its player looks: what was drawn may be shown.
    """

    turn: TurnTaken
    plays: tuple[Play, ...]
    own: bool = False


class TakenBack(NamedTuple):
    """Turns were taken back by a player."""

    round: int
    turn: int
    seat: int


class Begun(NamedTuple):
    """A round begins: who leads it, and how that was found."""

    round: int
    leader: int
    how: str


class Settled(NamedTuple):
    """A round is over."""

    ended: RoundEnded


class Won(NamedTuple):
    """The match is over."""

    ended: MatchEnded


class Asked(NamedTuple):
    """The position, for the seat to move."""

    view: View


class Listed(NamedTuple):
    """The choices, each with the number by which it can be taken, and the sum it makes."""

    view: View


class Refused(NamedTuple):
    """Why a line is not obeyed; with a view, the open ends too where a play was meant."""

    refusal: Refusal
    view: View | None


class Hinted(NamedTuple):
    """A play that is suggested."""

    choice: Choice


class Why(NamedTuple):
    """Why the newest play scored what it did."""

    view: View


class Board(NamedTuple):
    """The layout."""

    view: View


class OwnHand(NamedTuple):
    """The hand of the seat to move."""

    view: View


class Scores(NamedTuple):
    """The scores."""

    view: View


class History(NamedTuple):
    """The turns of the round."""

    view: View


class Help(NamedTuple):
    """What can be typed."""


class Noted(NamedTuple):
    """A note or a mark was taken down."""


class Saved(NamedTuple):
    """The record was written to a file."""

    path: str


class HandOver(NamedTuple):
    """The screen goes to another player."""

    seat: int


class Unkept(NamedTuple):
    """No file has the record of a match that is over or left: one may be named now."""


class NoName(NamedTuple):
    """A word that is typed at the table was typed where the name of a file is asked for."""

    word: str


class Unnamed(NamedTuple):
    """The interrupt key was pressed where a file is asked for; again, and the record is printed."""


class Covered(NamedTuple):
    """A hand stays covered, as another line was typed than the empty one."""


class Dropped(NamedTuple):
    """The record of a match is not kept, as was wished."""


class Interrupted(NamedTuple):
    """The interrupt key was pressed once; pressed again it ends the command."""


Saying = (
    Happened | TakenBack | Begun | Settled | Won | Asked | Listed | Refused | Hinted | Why
    | Board | OwnHand | Scores | History | Help | Noted | Saved | HandOver | Unkept | Dropped
    | Interrupted | NoName | Unnamed | Covered
)  # fmt: skip

Say = Callable[[Saying], None]
"""Says it to whoever is at the table."""


class Screen(Protocol):
    """Where people are asked: a terminal."""

    def say(self, saying: Saying) -> None:
        """Show what is said."""
        ...

    def ask(self, player: str) -> str | None:
        """Ask a player for a line; None at the end of input. Raises KeyboardInterrupt."""
        ...

    def clear(self) -> None:
        """Leave nothing on the screen of what was shown before."""
        ...


class Saver(Protocol):
    """Writes the record so far to a file. Raises NotSaved."""

    def __call__(self, path: str | None) -> str:
        """Write to ``path``, or to the match's own file where None; return the path."""
        ...


class NotSaved(Exception):
    """The record was not written: a refusal's ``code`` and ``params``."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def plays_in(turns: Sequence[TurnTaken]) -> tuple[Play, ...]:
    """The plays among turns."""
    actions = [turn.action for turn in turns]
    return tuple(action for action in actions if isinstance(action, Play))

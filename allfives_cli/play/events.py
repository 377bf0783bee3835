"""What happens at a table, told to whoever listens: a recorder, a journal, a screen.

Events hold everything, hidden tiles as well. A listener that shows them to
players must show only what the table may see. Totals and changes are in halves,
sums in pips, awards in points; seats and sides count from 0, rounds and turns
from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.matches import Lead
from allfives_cli.game.settlement import Settlement
from allfives_cli.game.tiles import Face, Tile
from allfives_cli.play.seats import Move, PublicTurn

EndHow = Literal["out", "blocked", "target", "abandoned"]
ResultHow = Literal["target", "agreed", "resigned", "forfeit"]
IncidentKind = Literal["illegal", "malformed", "timeout", "crash", "hang"]
Consequence = Literal["retry", "forfeit", "abort", "nothing"]


class Dealt(NamedTuple):
    """A round begins. ``lead`` says how the leader was found, ``leader`` who it is.

    Hands are by seat, as they were dealt; the boneyard is in the order of drawing.
    """

    round: int
    lead: Lead
    leader: int
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]


class TurnTaken(NamedTuple):
    """A turn is over: what the table saw of it, and what it did not.

    ``seat``, ``action``, ``end_sum``, ``award`` and ``total`` are those of a
    `PublicTurn`. ``choices`` is how many plays the player had; none for a pass.
    ``face`` is None for a lead and for a turn without a play. ``draws`` are the
    tiles drawn, in order. ``beside`` has what was written beside a play, if
    anything.
    """

    round: int
    turn: int
    seat: int
    action: Play | Pass | None
    end_sum: int
    award: int
    total: int
    draws: tuple[Tile, ...]
    choices: int
    face: Face | None
    beside: Move | None

    @property
    def public(self) -> PublicTurn:
        """What the whole table saw."""
        _, _, seat, action, end_sum, award, total, draws, _, _, _ = self
        return PublicTurn(seat, len(draws), action, end_sum, award, total)


class Remarked(NamedTuple):
    """A mark or a note was put on a turn; turn 0 is the round before its first turn."""

    round: int
    turn: int
    seat: int
    mark: str | None
    note: str | None


class Undone(NamedTuple):
    """The turns of a round from ``turn`` on were taken back by ``seat``."""

    round: int
    turn: int
    seat: int


class RoundEnded(NamedTuple):
    """A round is over. ``by`` went out or reached the target; None after a block.

    ``left`` are the tiles in each hand. ``settlement`` is None where the match
    ended in mid-round. ``winners`` are the sides that have won the match by it.
    """

    round: int
    how: EndHow
    by: int | None
    left: tuple[frozenset[Tile], ...]
    settlement: Settlement | None
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class MatchEnded(NamedTuple):
    """The match is over. ``winners`` are sides."""

    how: ResultHow
    winners: tuple[int, ...]
    totals: tuple[int, ...]


class Resumed(NamedTuple):
    """All that had been played before has been told again; from here on it is new."""


class Left(NamedTuple):
    """A player broke the match off; it stays unfinished."""

    seat: int


class Incident(NamedTuple):
    """A program at the table did what it must not; round and turn are None after the match.

    ``why`` is a code and ``params`` its facts, plain JSON values. ``sent`` is
    what the program had sent, ``errors`` what it last wrote to its standard
    error, line by line; both are short and safe to show. ``then`` is what
    followed.
    """

    seat: int
    kind: IncidentKind
    why: str
    params: Mapping[str, object]
    round: int | None
    turn: int | None
    sent: str
    errors: tuple[str, ...]
    then: Consequence


Event = Dealt | TurnTaken | Remarked | Undone | RoundEnded | MatchEnded | Resumed | Left | Incident
Listener = Callable[[Event], None]

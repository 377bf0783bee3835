"""What players do and hold: actions, hands, and what is refused.

A hand can be partly unseen, so one state machine serves records that show
every hand and records kept by one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, final

from allfives_cli.game.tiles import Face, Tile

Where = Tile | int | None
"""Where a tile is laid: the tile that it touches, the value joined, or not said."""


class Play(NamedTuple):
    """Lay ``tile``; ``on`` is None for a lead or where the place is not said."""

    tile: Tile
    on: Where = None


class Draw(NamedTuple):
    """Take a tile from the boneyard; None where the recorder did not see it."""

    tile: Tile | None = None


class Pass(NamedTuple):
    """Neither play nor draw."""


Action = Play | Draw | Pass


class Ending(StrEnum):
    """How a round ends by itself; a target reached ends the match around it."""

    OUT = "out"
    BLOCKED = "blocked"


_SEATS: Final = frozenset({"expected", "holder"})
"""Params of Illegal that are seats."""


class Illegal(Exception):
    """An action that the rules refuse. ``code`` says which rule, ``params`` the facts."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def named(self, players: Sequence[str]) -> dict[str, object]:
        """The params with players in place of seats."""
        return {
            name: players[value] if name in _SEATS and isinstance(value, int) else value
            for name, value in self.params.items()
        }


@final
class Hand:
    """Tiles held by one player: those known, and how many are unseen."""

    __slots__ = ("known", "unseen")

    def __init__(self, known: Iterable[Tile] = (), unseen: int = 0) -> None:
        self.known = set(known)
        self.unseen = unseen

    def __len__(self) -> int:
        return len(self.known) + self.unseen

    def __repr__(self) -> str:
        tiles = " ".join(tile.text for tile in sorted(self.known))
        return f"<Hand {tiles} + {self.unseen} unseen>"

    @property
    def pips(self) -> int | None:
        """Pips in the hand, or None while a tile of it is unseen."""
        return None if self.unseen else sum([tile.pips for tile in self.known])

    def copy(self) -> Hand:
        """Return a hand that changes independently of this one."""
        return Hand(self.known, self.unseen)


class Outcome(NamedTuple):
    """What a play brought: its face (None for a lead), end-sum in pips, award in points."""

    face: Face | None
    end_sum: int
    award: int

"""Where the tiles of each round come from: a deal that is given, else a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, final

from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.play.shuffling import Seed, Stream, deal, lot


class Deal(NamedTuple):
    """The tiles of a round, and whom a lot chose to lead it.

    Hands are by seat; the boneyard is in the order of drawing, empty where a
    given deal leaves it to be shuffled. ``lot`` is a seat, None where the lot
    is still to be drawn.
    """

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    lot: int | None = None


@final
class Dealer:
    """Deals the rounds of a match: those given, and further ones from a seed.

    What a given deal leaves open follows from the seed as well: the lot, and
    the boneyard where only hands are given. Rounds count from 1; a round is the
    same whenever it is asked for.
    """

    def __init__(
        self, seed: Seed, players: int, hand_size: int, given: Sequence[Deal] = ()
    ) -> None:
        self._seed = seed
        self._players = players
        self._hand_size = hand_size
        self._given = given

    def deal(self, number: int) -> Deal:
        """The tiles of a round."""
        if number > len(self._given):
            return Deal(*deal(self._seed, number, self._players, self._hand_size))
        found = self._given[number - 1]
        if found.boneyard:
            return found
        held = {tile for hand in found.hands for tile in hand}
        rest = [tile for tile in DOUBLE_SIX if tile not in held]
        return found._replace(boneyard=tuple(Stream(self._seed, "deal", number).shuffled(rest)))

    def lot(self, number: int) -> int:
        """The seat that a lot chooses to lead a round."""
        given = self._given[number - 1].lot if number <= len(self._given) else None
        return lot(self._seed, number, self._players) if given is None else given

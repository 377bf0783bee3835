"""What is proved about each hand and the boneyard after a turn, and why.

A tile is certain in a hand where every deal that agrees with the facts has it
there, impossible where none has, else possible. That is exact: `hidden` leaves
out no fact that a legal turn implies, and looks at whole deals. How likely a
tile is, is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from allfives_cli.checking.facts import RoundFacts, tiles_in
from allfives_cli.checking.hidden import Places, Reason, Way, Why
from allfives_cli.checking.matching import bits, filling, possible, reachable
from allfives_cli.game.tiles import DOUBLE_SIX, Tile

Excluded = tuple[Tile, tuple[Reason, ...]]
"""A tile and every reason why it cannot be there: one for each way in which it might have come."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of one hand, or of the boneyard where ``player`` is None.

    ``size`` counts its tiles. The three lists are disjoint and, with the tiles
    on the table, make up the set.
    """

    player: str | None
    size: int
    certain: tuple[Tile, ...]
    possible: tuple[Tile, ...]
    impossible: tuple[Excluded, ...]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known after a turn: hands by seat, then the boneyard; ``laid`` are on the table."""

    turn: int
    holdings: tuple[Holding, ...]
    laid: tuple[Tile, ...]


def knowledge(facts: RoundFacts, turn: int, *, hindsight: bool = False) -> Knowledge | None:
    """What is known after a turn (0: after the deal); None where no deal agrees with the facts.

    Only what was done up to that turn is used; with ``hindsight`` the whole
    round and its end.
    """
    places = Places(facts, len(facts.turns) if hindsight else turn, end=hindsight)
    ways = list(places.ways())
    return _Question(places, ways, turn).answer() if ways else None


@final
class _Question:
    """Places and all ways to fill them, asked about one moment of the round."""

    def __init__(self, places: Places, ways: Sequence[Way], turn: int) -> None:
        self.places = places
        self.ways = ways
        self.turn = turn
        self.facts = places.facts
        self.laid = self.facts.table
        self.played = [0] * len(self.facts.players)
        for done in self.facts.turns[:turn]:
            if done.tile is not None:
                self.laid |= 1 << done.tile.rank
                self.played[done.seat] += 1

    def answer(self) -> Knowledge:
        holders: list[int | None] = [*range(len(self.facts.players)), None]
        can = [0] * len(self.places.all)
        for way in self.ways:
            found = possible(way.masks, way.held, reachable(way.masks, way.held))
            can = [one | other for one, other in zip(can, found, strict=True)]
        might = [self._might(holder, can) for holder in holders]
        holdings: list[Holding] = []
        for index, holder in enumerate(holders):
            elsewhere = 0
            for tiles in (*might[:index], *might[index + 1 :]):
                elsewhere |= tiles
            holdings.append(self._holding(holder, might[index], might[index] & ~elsewhere))
        return Knowledge(self.turn, tuple(holdings), tiles_in(self.laid))

    def _holding(self, holder: int | None, might: int, certain: int) -> Holding:
        places = list(self._of(holder))
        size = sum(self.places.all[index].room for index in places)
        never = self.places.tiles & ~self.laid & ~might
        return Holding(
            player=None if holder is None else self.facts.players[holder],
            size=size if holder is None else size - self.played[holder],
            certain=tiles_in(certain),
            possible=tiles_in(might & ~certain),
            impossible=tuple(
                (DOUBLE_SIX[one.bit_length() - 1], self._reasons(places, one))
                for one in bits(never)
            ),
        )

    def _of(self, holder: int | None) -> Iterator[int]:
        """The places of a hand now, by index; the boneyard has those not yet drawn from it."""
        for index, place in enumerate(self.places.all):
            drawn = place.seat is not None and place.since <= self.turn
            if place.seat == holder if drawn else holder is None:
                yield index

    def _might(self, holder: int | None, can: Sequence[int]) -> int:
        found = 0
        for index in self._of(holder):
            found |= can[index]
        return found & ~self.laid

    def _reasons(self, places: Sequence[int], tile: int) -> tuple[Reason, ...]:
        """Why a tile (a set of one) is in none of these places: the distinct reasons, in order."""
        open_to_others = [index for index in places if self.places.all[index].room]
        if not open_to_others:
            return (Reason(Why.EMPTY),)
        found = [
            self.places.all[index].reason(tile) or self._crowded_out(index, tile)
            for index in open_to_others
            if not self.places.all[index].seen
        ]
        return tuple(dict.fromkeys(found)) or (Reason(Why.ALL_SEEN),)

    def _crowded_out(self, index: int, tile: int) -> Reason:
        """Why a tile that may be in this place by itself is not: others must be, or the lead."""
        held, reach, can = self._led_by_anybody
        if can[index] & tile:
            lead = self.facts.lead
            assert lead is not None  # noqa: S101 - else every way is one of these
            return Reason(Why.LEAD, self.facts.players[lead.leader])
        tiles = filling(held, reach, index)
        return Reason(Why.FILLED, tiles=tiles & ~self.laid or tiles)

    @cached_property
    def _led_by_anybody(self) -> tuple[Sequence[int], list[int], list[int]]:
        """What places could hold if how the lead was decided were not known."""
        masks, held = self.places.masks, self.ways[0].held
        reach = reachable(masks, held)
        return held, reach, possible(masks, held, reach)

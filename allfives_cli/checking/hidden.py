"""Where the tiles can have been: places of a round, and what excludes a tile from one.

Every tile was dealt to a hand, drawn into one, or stayed in the boneyard. Each
such place is known by whose hand it is and when it was filled, and a tile that
was put there stays until its own play, which the record tells, or to the end.
So it is told of each tile and each place whether they agree, without looking
at the other tiles: all that is left is to give every place its tiles, which is
a matching. With the one rule that is no such pair, that the highest tile leads,
there is one matching for each tile that may have decided it.

What a legal turn says (S1): nobody draws or passes with a tile that fits; of
the tiles drawn in a turn only the last can fit, and if the turn ends in a play
it is the tile played. A play without a draw says nothing of the rest of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, final

from allfives_cli.checking.facts import ALL_TILES, RoundFacts, TurnFacts, set_of
from allfives_cli.checking.matching import fill, is_full


class Why(StrEnum):
    """Why a tile cannot be in a hand, or in the boneyard."""

    PLAYED = "played"
    DEALT = "dealt"
    DRAWN = "drawn"
    IN_BONEYARD = "in-boneyard"
    DREW = "drew"
    PASSED = "passed"
    DREW_ON = "drew-on"
    LEFT = "left"
    NOT_LEFT = "not-left"
    BLOCKED = "blocked"
    LEAD = "lead"
    FILLED = "filled"
    ALL_SEEN = "all-seen"
    EMPTY = "empty"


SILENT: Final = frozenset({Why.DREW, Why.PASSED, Why.DREW_ON})
"""Reasons that a turn gives without naming a tile."""


class Reason(NamedTuple):
    """Why, whose doing, in which turn; ``tiles`` (a set) that fill the places there are."""

    why: Why
    player: str | None = None
    turn: int | None = None
    tiles: int = 0


@final
class Place:
    """Equal places of one hand, or the boneyard's rest.

    ``seat`` is None for the boneyard. ``since`` is the turn in which they were
    filled, 0 for the deal. ``mask`` is the set of tiles that they can hold and
    ``room`` their number; ``seen`` where their tiles are known from the first.
    ``barred`` are the tiles taken out of the mask, with the reasons.
    """

    __slots__ = ("barred", "mask", "room", "seat", "seen", "since")

    def __init__(self, seat: int | None, since: int, room: int, mask: int, *, seen: bool) -> None:
        self.seat = seat
        self.since = since
        self.room = room
        self.mask = mask
        self.seen = seen
        self.barred: list[tuple[int, Reason]] = []

    def bar(self, tiles: int, reason: Reason) -> None:
        """Take tiles out of what can have been here."""
        tiles &= self.mask
        if tiles:
            self.mask ^= tiles
            self.barred.append((tiles, reason))

    def split(self, seat: int, since: int, room: int) -> Place:
        """Places of a hand, filled from these."""
        self.room -= room
        taken = Place(seat, since, room, self.mask, seen=self.seen)
        taken.barred = self.barred.copy()
        return taken

    def reason(self, tile: int) -> Reason | None:
        """Why a tile (a set of one) cannot have been here; None where nothing bars it."""
        return next((reason for tiles, reason in self.barred if tiles & tile), None)


class Way(NamedTuple):
    """One way to give every place its tiles: what each may hold, and what it is given."""

    masks: tuple[int, ...]
    held: tuple[int, ...]


@final
class Places:
    """The places of a round after some of its turns, with everything that excludes a tile.

    ``laid`` is the set of tiles on the table.
    """

    def __init__(self, facts: RoundFacts, turns: int = 0, *, end: bool = False) -> None:
        """Take in the deal, the first so many turns and, if asked, the end of the round."""
        self.facts = facts
        self.tiles = ALL_TILES & ~facts.table
        self.laid = facts.table
        self.boneyard = Place(None, 0, facts.boneyard_size, self.tiles, seen=False)
        self.all = [self.boneyard]
        self.ranking: Sequence[int] = (
            () if facts.lead is None else [1 << tile.rank for tile in facts.lead.ranking]
        )
        self._deal()
        for turn in facts.turns[:turns]:
            self._take(turn)
        if end:
            self._end()

    def _deal(self) -> None:
        facts = self.facts
        for seat, hand in enumerate(facts.dealt):
            if hand.unseen:
                self.all.append(Place(seat, 0, hand.unseen, self.tiles, seen=False))
        for seat, hand in enumerate(facts.dealt):
            if hand.tiles:
                self._see(seat, 0, hand.tiles, Reason(Why.DEALT, facts.players[seat]))
        if facts.boneyard is not None:
            known = set_of(facts.boneyard)
            for place in self.all[1:]:
                place.bar(known, Reason(Why.IN_BONEYARD))
            self.boneyard.bar(~known, Reason(Why.ALL_SEEN))
            self.boneyard.seen = True

    def _see(self, seat: int, since: int, tiles: int, reason: Reason) -> None:
        """Add places whose tiles are known: these tiles were nowhere else."""
        for place in self.all:
            place.bar(tiles, reason)
        self.all.append(Place(seat, since, tiles.bit_count(), tiles, seen=True))

    def _take(self, turn: TurnFacts) -> None:
        player = self.facts.players[turn.seat]
        unfit = turn.fits & ~self.laid
        if not turn.irregular and (turn.drawn or turn.passed):
            reason = Reason(Why.DREW if turn.drawn else Why.PASSED, player, turn.number)
            for place in self._hand(turn.seat):
                place.bar(unfit, reason)
        self._draw(turn, player, unfit)
        if turn.tile is not None:
            tile = 1 << turn.tile.rank
            reason = Reason(Why.PLAYED, player, turn.number)
            for place in self.all:
                if place.seat != turn.seat:
                    place.bar(tile, reason)
            if not self.laid and not turn.irregular and self.facts.lead and self.facts.lead.is_led:
                self.ranking = [each for each in self.ranking if each == tile]
            self.laid |= tile

    def _draw(self, turn: TurnFacts, player: str, unfit: int) -> None:
        drew_on = Reason(Why.DREW_ON, player, turn.number)
        drawn = Reason(Why.DRAWN, player, turn.number)
        last = len(turn.drawn) - 1
        unseen = 0
        for index, tile in enumerate(turn.drawn):
            if tile is not None:
                self.boneyard.room -= 1
                self._see(turn.seat, turn.number, 1 << tile.rank, drawn)
            elif index == last and not turn.irregular and turn.tile is not None:
                self.boneyard.room -= 1
                self._see(turn.seat, turn.number, 1 << turn.tile.rank, drawn)
            elif turn.irregular or (index == last and not turn.passed):
                self.all.append(self.boneyard.split(turn.seat, turn.number, 1))
            else:
                unseen += 1
        if unseen:
            place = self.boneyard.split(turn.seat, turn.number, unseen)
            place.bar(unfit, drew_on)
            self.all.append(place)

    def _end(self) -> None:
        facts = self.facts
        for seat, hand in facts.left.items():
            reason = Reason(Why.LEFT, facts.players[seat])
            for place in self.all:
                if place.seat != seat:
                    place.bar(hand.tiles, reason)
            if not hand.unseen:
                for place in self._hand(seat):
                    others = ~(hand.tiles | self.laid)
                    place.bar(others, Reason(Why.NOT_LEFT, facts.players[seat]))
        for place in self.all:
            if place.seat is not None:
                place.bar(facts.unplayable & ~self.laid, Reason(Why.BLOCKED))

    def _hand(self, seat: int) -> Iterator[Place]:
        return (place for place in self.all if place.seat == seat)

    # -- matching ------------------------------------------------------------------

    @property
    def masks(self) -> tuple[int, ...]:
        """What each place can hold, as far as pairs of a tile and a place say."""
        return tuple(place.mask for place in self.all)

    @property
    def rooms(self) -> tuple[int, ...]:
        """How many tiles each place holds."""
        return tuple(place.room for place in self.all)

    def ways(self) -> Iterator[Way]:
        """A way to fill all places, for each tile that may have decided the lead.

        One at most where the lead was not decided by a tile; none where the
        facts contradict each other.
        """
        rooms, tiles = self.rooms, self.tiles
        for masks in self._masks_by_lead():
            held = fill(masks, rooms, tiles)
            if is_full(held, rooms):
                yield Way(masks, tuple(held))

    def _masks_by_lead(self) -> Iterator[tuple[int, ...]]:
        lead = self.facts.lead
        if lead is None:
            yield self.masks
            return
        dealt = 0
        for place in self._hand(lead.leader):
            dealt |= 0 if place.since else place.mask
        above = lead.above
        for tile in [1 << tile.rank for tile in lead.ranking]:
            if tile in self.ranking and dealt & tile:
                yield tuple(self._with_lead(lead.leader, tile, above))
            above |= tile

    def _with_lead(self, leader: int, tile: int, above: int) -> Iterator[int]:
        for place in self.all:
            if place.since or place.seat is None:
                yield place.mask & ~tile
            elif place.seat == leader:
                yield place.mask & ~above
            else:
                yield place.mask & ~above & ~tile

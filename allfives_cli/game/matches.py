"""A match: whose score an award goes to, when it is won, who leads. Units: halves."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, final

from allfives_cli.game.actions import Hand
from allfives_cli.game.rules import RuleSet, max_players
from allfives_cli.game.settlement import Settlement, Side, settle
from allfives_cli.game.tiles import DOUBLE_SIX, Tile


class LeadHow(StrEnum):
    """How the leader of a round was found."""

    LOT = "lot"
    HIGHEST_DOUBLE = "highest-double"
    HEAVIEST_TILE = "heaviest-tile"
    WENT_OUT = "went-out"


class Lead(NamedTuple):
    """Who leads and why; ``seat`` None where a lot decides or hands are unseen.

    ``tile`` is the double or heaviest tile that decided it, if one did.
    """

    how: LeadHow
    seat: int | None = None
    tile: Tile | None = None


def default_sides(players: int) -> tuple[Side, ...]:
    """Sides where none are named: pairs of opposite seats at four, else each alone."""
    if players == max_players():
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(players))


@final
class MatchState:
    """Scores and the round count of a match.

    ``totals`` by side, in halves; never clipped at the target. ``winners`` are
    the sides that have won, empty while the match goes on. ``scores_known`` is
    false once a part of the match could not be followed: then nobody wins by
    the target.
    """

    __slots__ = (
        "_lead_known",
        "_went_out",
        "rules",
        "scores_known",
        "side_of",
        "sides",
        "target",
        "totals",
        "winners",
    )

    def __init__(self, rules: RuleSet, sides: Sequence[Side], target: int) -> None:
        self.rules = rules
        self.sides = tuple(sides)
        self.target = 2 * target
        self.side_of = [0] * sum(map(len, sides))
        for index, side in enumerate(sides):
            for seat in side:
                self.side_of[seat] = index
        self.totals = [0] * len(self.sides)
        self.winners: tuple[int, ...] = ()
        self.scores_known = True
        self._went_out: int | None = None
        self._lead_known = True

    def copy(self) -> MatchState:
        """Return a state that changes independently of this one."""
        twin = MatchState(self.rules, self.sides, self.target // 2)
        twin.totals = self.totals.copy()
        twin.winners = self.winners
        twin.scores_known = self.scores_known
        twin._went_out, twin._lead_known = self._went_out, self._lead_known
        return twin

    def bank(self, seat: int, points: int) -> int:
        """Add an award, in whole points, to a player's side; return its total in halves.

        The match is won the instant a side reaches the target, in mid-round too:
        who calls the rest of a play after that comes too late to win.
        """
        side = self.side_of[seat]
        total = self.totals[side] + 2 * points
        self.totals[side] = total
        if points and total >= self.target and self.scores_known and not self.winners:
            self.winners = (side,)
        return total

    def settle(self, pips: Sequence[int], out: int | None) -> Settlement:
        """Settle a finished round and test the target. ``pips`` by seat; ``out`` None is a block.

        Where a split carries both over the target, the higher total wins and
        equal totals share the win.
        """
        settlement = settle(self.rules, self.sides, pips, out)
        for side, change in settlement.changes.items():
            self.totals[side] += change
        self.ended(out)
        totals, target = self.totals, self.target
        over = [side for side in settlement.changes if totals[side] >= target]
        if over and self.scores_known:
            best = max(self.totals[side] for side in over)
            self.winners = tuple(side for side in over if self.totals[side] == best)
        return settlement

    def ended(self, out: int | None, *, known: bool = True) -> None:
        """Note who went out, None after a block; not ``known`` where that cannot be told."""
        self._went_out = out
        self._lead_known = known

    def forget_scores(self) -> None:
        """Note that a part of the match could not be followed."""
        self.scores_known = False

    def next_lead(self, hands: Sequence[Hand], *, first: bool) -> Lead | None:
        """Who leads the round that these hands begin; None where that is not known.

        The player who went out leads, not his side; after a block it is decided
        anew, whoever played last.
        """
        if not self._lead_known:
            return None
        if not first and self._went_out is not None:
            return Lead(LeadHow.WENT_OUT, self._went_out)
        by = self.rules.first_lead if first else self.rules.lead_after_block
        return Lead(LeadHow.LOT) if by == "lot" else highest_tile(hands)


def highest_tile(hands: Sequence[Hand]) -> Lead:
    """The holder of the highest double; with no double dealt, of the heaviest tile.

    The seat is None where an unseen tile might decide otherwise.
    """
    unseen = any(hand.unseen for hand in hands)
    holder = {tile: seat for seat, hand in enumerate(hands) for tile in hand.known}
    doubles, others = lead_order()
    for how, tiles in ((LeadHow.HIGHEST_DOUBLE, doubles), (LeadHow.HEAVIEST_TILE, others)):
        for tile in tiles:
            if tile in holder:
                return Lead(how, holder[tile], tile)
            if unseen:
                return Lead(how)
    return Lead(LeadHow.HIGHEST_DOUBLE)


def lead_order() -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles as they rank for the lead: doubles, highest first; then the others, heaviest first.

    Of equally heavy tiles the one with the higher half counts more (S3).
    """
    doubles = sorted((t for t in DOUBLE_SIX if t.is_double), reverse=True)
    others = sorted(
        (t for t in DOUBLE_SIX if not t.is_double), key=lambda t: (t.pips, t.high), reverse=True
    )
    return tuple(doubles), tuple(others)

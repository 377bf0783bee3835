"""Arithmetic that needs no engine: what a turn could have scored, left to the next, and proved.

Every play that the rules allowed is weighed by two numbers only: its award, and
the best award that it leaves to the next player among tiles that the mover has
not seen. Awards in points, end-sums in pips.

Deliberately not here: strategy. What the tiles in hand are good for later, what
others may hold, and whether a play leads to a block are not asked; stronger
methods can say that beside this one. How an award was shared out when it was
not called (``due``) is not either: a play counts for what it was worth. A turn
that the players let stand against the rules has no analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from allfives_cli.checking.replay import Replay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Step
from allfives_cli.explain import touched
from allfives_cli.game.actions import Ending, Hand
from allfives_cli.game.counting import Laid, award, plays_at, sum_with
from allfives_cli.game.layout import Layout
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.sites import distinct_sites, interchangeable, site_on
from allfives_cli.game.tiles import ALL_TILES, TILE_BY_TEXT, Face, Tile
from allfives_cli.record.arithmetic import (
    VERSION,
    Choice,
    Left,
    MatchArithmetic,
    PlayerArithmetic,
    TurnArithmetic,
)
from allfives_cli.record.model import UNSEEN


@dataclass(frozen=True, slots=True)
class Analysed:
    """A turn with what arithmetic says of it. ``round`` counts from 1."""

    round: int
    step: Step
    found: TurnArithmetic


def analysed_turns(replayed: Replay) -> list[Analysed]:
    """Every accepted turn of which there is something to say, in order."""
    table = replayed.table
    if table is None:
        return []
    found: list[Analysed] = []
    scores_known = True
    for played in replayed.rounds:
        target = 2 * table.target if scores_known else None
        for step in played.steps:
            arithmetic = _arithmetic(table, step, target)
            if arithmetic is not None:
                found.append(Analysed(played.number, step, arithmetic))
        scores_known = scores_known and not played.failed
    return found


def match_arithmetic(players: Iterable[str], turns: Iterable[Analysed]) -> MatchArithmetic:
    """The sums for each player, in the order of the seats."""
    counted = {player: dict.fromkeys(PlayerArithmetic.model_fields, 0) for player in players}
    for turn in turns:
        found, choice = turn.found, turn.found.played
        if choice is None:
            continue
        sums = counted[turn.step.written.by]
        sums["plays"] += 1
        sums[{True: "forced", False: "unforced", None: "unsure"}[found.forced]] += 1
        if found.forced is False:
            sums["best"] += not found.missed
            sums["missed"] += found.missed or 0
            sums["left"] += choice.left.award if choice.left else 0
    return MatchArithmetic(
        version=VERSION,
        players={player: PlayerArithmetic(**sums) for player, sums in counted.items()},
    )


def _arithmetic(table: Table, step: Step, target: int | None) -> TurnArithmetic | None:
    """What there is to say of one turn. ``target`` in halves, None where it cannot be reached."""
    if step.written.irregular:
        return None
    lacks = _lacks(step)
    if step.award is None:
        return None if lacks is None else TurnArithmetic(version=VERSION, lacks=lacks)
    position = _position(table, step, target)
    choices = tuple(position.choices(step))
    best = max(choice.award for choice in choices)
    if len(choices) > 1:
        forced: bool | None = False
    else:
        forced = None if position.unseen else True
    return TurnArithmetic(
        version=VERSION,
        forced=forced,
        choices=choices,
        best=best,
        missed=best - step.award,
        unseen=position.unseen or None,
        lacks=lacks,
    )


def _lacks(step: Step) -> tuple[int, ...] | None:
    """The values of which the player holds nothing after the turn; None where it proves none.

    Nobody draws or passes with a tile that fits, and of tiles drawn only the last
    can fit and is then played. Of draws that were broken off the last tile is open.
    """
    written = step.written
    ended = step.award is not None or written.pass_ or step.after.ending is Ending.BLOCKED
    if not (written.draw or written.pass_) or not ended:
        return None
    return tuple(sorted(step.before.open_values()))


class _Position(NamedTuple):
    """The round when a player had to choose: after any draws.

    ``held`` are the known tiles of the hand, and ``tiles`` those that may be
    played; ``unseen`` counts tiles that might be as well. ``needs`` are the
    halves that win the match, None where that cannot be told.
    """

    state: RoundState
    seat: int
    held: frozenset[Tile]
    tiles: frozenset[Tile]
    unseen: int
    goes_out: bool
    needs: int | None

    def choices(self, step: Step) -> Iterator[Choice]:
        """The distinct plays, the one that was played as the record has it."""
        weighed = [self._weighed(tile, face) for tile, face in self._plays()]
        played = _played(weighed, step)
        for choice in weighed:
            is_played = choice is played
            yield Choice.model_validate(
                {
                    "tile": choice.tile.text,
                    "on": touched(step.after) if is_played else self._on(choice.face),
                    "sum": choice.sum,
                    "award": choice.award,
                    "left": choice.left,
                    "played": True if is_played else None,
                }
            )

    def _plays(self) -> Iterator[tuple[Tile, Face | None]]:
        state = self.state.copy()
        state.hands[self.seat] = Hand(self.tiles)
        for tile, on in state.legal_plays(self.seat):
            face = site_on(state.layout, on, tile, state.rules) if isinstance(on, Tile) else None
            yield tile, face

    def _weighed(self, tile: Tile, face: Face | None) -> _Weighed:
        total = sum_with(self.state.layout, tile, face, self.state.end_sum)
        points = award(total)
        wins = self.needs is not None and points > 0 and self.needs <= 2 * points
        left = None if self.goes_out or wins else self._left(tile, face, total)
        return _Weighed(tile, face, total, points, left)

    def _left(self, tile: Tile, face: Face | None, total: int) -> Left:
        """The best award for the next player after a play that makes this end-sum."""
        layout = self.state.layout.copy()
        layout.place(tile, face)
        best = max(self._replies(layout, total), key=_by_award, default=None)
        if best is None:
            return Left(award=0)
        tile, face, _, points = best
        if not points:
            return Left(award=0)
        reply = {"award": points, "tile": tile.text, "on": self._on(face)}
        return Left.model_validate(reply)

    def _replies(self, layout: Layout, total: int) -> list[Laid]:
        """Every play that a tile not seen by the mover could make, by place, then tile."""
        unseen = ALL_TILES.difference(layout.covered, self.held)
        return plays_at(layout, distinct_sites(layout, self.state.rules), unseen, total)

    def _on(self, face: Face | None) -> str | int | None:
        if face is None:
            return None
        return face.value if self.state.twins else face.tile.text


class _Weighed(NamedTuple):
    tile: Tile
    face: Face | None
    sum: int
    award: int
    left: Left | None


def _by_award(reply: Laid) -> tuple[int, int]:
    """Order by award; of equal awards the first tile comes last."""
    tile, _, _, points = reply
    return points, -tile.rank


def _played(weighed: list[_Weighed], step: Step) -> _Weighed:
    """The choice that the turn made: of its tile, at a place that comes to the same."""
    state = step.after
    tile, face = state.layout.tiles[-1], state.layout.last_face
    return next(
        choice
        for choice in weighed
        if choice.tile is tile
        and (choice.face is face or (choice.face and face and interchangeable(choice.face, face)))
    )


def _position(table: Table, step: Step, target: int | None) -> _Position:
    written, seat = step.written, step.seat
    state = step.before.copy()
    for text in written.draw or ():
        state.draw(seat, None if text == UNSEEN else TILE_BY_TEXT[text])
    hand, tile = state.hands[seat], step.after.layout.tiles[-1]
    unseen = hand.unseen - (tile not in hand.known)
    held = frozenset(hand.known | {tile})
    return _Position(
        state,
        seat,
        held,
        # After a draw only the tile drawn last can fit, whatever else is in the hand.
        tiles=frozenset({tile}) if written.draw else held,
        unseen=0 if written.draw else unseen,
        goes_out=len(held) + unseen == 1,
        needs=None if target is None else target - _total_before(table, step),
    )


def _total_before(table: Table, step: Step) -> int:
    """The score of the mover's side before the turn, in halves."""
    written = step.written
    side = table.side_of(step.seat)
    scored = step.award or 0
    if written.due is not None or written.claimed is not None:
        scored = (written.award or 0) + sum(
            claim.award
            for claim in written.claimed or ()
            if table.seat_of.get(claim.by) in table.sides[side]
        )
    return step.totals[side] - 2 * scored

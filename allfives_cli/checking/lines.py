"""Lines that were not played, followed under the rules, and what a turn brought to whom.

Scores are in halves, as in `Step`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from allfives_cli.checking.claims import Claims
from allfives_cli.checking.findings import Report
from allfives_cli.checking.replay import Replay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Course, Step, fold
from allfives_cli.record.model import Turn


class Banked(NamedTuple):
    """Points that a turn brought a player, and the total of that player's side after them."""

    seat: int
    points: int
    total: int


def banked(table: Table, step: Step) -> list[Banked]:
    """What a play brought, its player first and then who called; empty for no play.

    A call by somebody who is not at the table brings nothing.
    """
    turn = step.written
    if step.award is None:
        return []
    is_shared = turn.due is not None or turn.claimed is not None
    brought = [(step.seat, (turn.award or 0) if is_shared else step.award)]
    calls = [claim for claim in turn.claimed or () if claim.by in table.seat_of]
    brought += [(table.seat_of[claim.by], claim.award) for claim in calls]
    totals = list(step.totals)
    for seat, points in brought:
        totals[table.side_of(seat)] -= 2 * points
    found = []
    for seat, points in brought:
        side = table.side_of(seat)
        totals[side] += 2 * points
        found.append(Banked(seat, points, totals[side]))
    return found


def known_scores(done: Replay) -> list[bool]:
    """Whether scores were known at the beginning of each round that was replayed.

    A round that was broken off, or whose leftovers nobody knows, leaves them unknown.
    """
    found, known = [], done.report.sound
    for played in done.rounds:
        found.append(known)
        known = known and played.settlement is not None
    return found


def line_steps(table: Table, step: Step, line: Sequence[Turn], *, known: bool) -> list[Step]:
    """The turns of a line that stands in place of a step's turn, as far as the rules take them.

    ``known`` says whether the scores are; where not, no total tells a place.
    """
    match, report = table.new_match(), Report()
    match.totals = list(step.totals)
    for each in banked(table, step):
        match.totals[match.side_of[each.seat]] -= 2 * each.points
    claims = Claims(report, len(table.sides))
    if not known:
        match.forget_scores()
        claims.lose_totals()
    course = Course(table, match, step.before.copy(), claims, report)
    steps: list[Step] = []
    fold(course, line, (), steps.append)
    return steps

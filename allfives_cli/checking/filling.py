"""The claims that a record lacks, computed from its replay: what `fmt --fill` writes in.

Filled in are end-sums, awards, totals, pips, settlements, tiles left over where every one of
the hand was seen, who went out or won, and the result of a match that was won. Nothing that is
written is changed, and what nobody saw stays unseen: a hand that can only be proved is not
written down. Scores that are not known, as after a round that was broken off, are left out.

Deliberately not here: due points, called points and leads, which are facts, unless a call is
written without what the play was worth.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from allfives_cli.checking.canonical import redigested
from allfives_cli.checking.findings import points
from allfives_cli.checking.lines import banked, known_scores, line_steps
from allfives_cli.checking.replay import RoundReplay, replay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Step
from allfives_cli.game.actions import Ending
from allfives_cli.record.model import Json, Record
from allfives_cli.record.writing import to_plain

_TARGET: Final = "target"
_SETTLED: Final = frozenset({Ending.OUT.value, Ending.BLOCKED.value})


class Unsound(ValueError):
    """The record has errors: what it lacks cannot be told."""


@dataclass(frozen=True, slots=True)
class _Scores:
    """Who sits at the table, and whether scores are known there."""

    table: Table
    known: bool

    def by_side(self, halves: Iterable[int]) -> dict[str, int | float]:
        return dict(zip(self.table.side_keys, map(points, halves), strict=True))


def filled(record: Record) -> Record:
    """The record with the claims that it lacks. Raises Unsound.

    A digest that was true is true of the new record; one that was not stays as it is.
    """
    done = replay(record)
    table, match = done.table, done.match
    if not done.report.sound or table is None or match is None:
        raise Unsound
    tree = to_plain(record)
    rounds = zip(tree["rounds"], done.rounds, known_scores(done), strict=True)
    for written, played, known in rounds:
        scores = _Scores(table, known)
        winners = match.winners if played is done.rounds[-1] else ()
        _fill_turns(written["turns"], played.steps, scores)
        _fill_end(written, played, winners, scores)
    if match.winners:
        tree.setdefault("result", {"how": _TARGET})
    if "result" in tree:
        result = tree["result"]
        if match.winners and result["how"] == _TARGET:
            result.setdefault("winners", [table.side_keys[side] for side in match.winners])
        if match.scores_known:
            _complete(result, "totals", _Scores(table, known=True).by_side(match.totals))
    return redigested(Record.model_validate_json(json.dumps(tree)), record)


def _fill_turns(turns: Sequence[Json], steps: Sequence[Step], scores: _Scores) -> None:
    for turn, step in zip(turns, steps, strict=False):
        _fill_turn(turn, step, scores)
        for alternative, written in zip(turn.get("alts", ()), step.written.alts or (), strict=True):
            line = line_steps(scores.table, step, written.line, known=scores.known)
            _fill_turns(alternative["line"], line, scores)


def _fill_turn(turn: Json, step: Step, scores: _Scores) -> None:
    """Fill in what a play is worth and what its player and those who called it have then."""
    if step.award is None:
        return
    own, *calls = banked(scores.table, step)
    turn.setdefault("sum", step.after.end_sum)
    if "claimed" in turn and "award" not in turn:
        turn.setdefault("due", step.award)
    turn.setdefault("award", own.points)
    if scores.known:
        turn.setdefault("total", points(own.total))
        for claim, call in zip(turn.get("claimed", ()), calls, strict=True):
            claim.setdefault("total", points(call.total))


def _fill_end(written: Json, played: RoundReplay, winners: Sequence[int], scores: _Scores) -> None:
    """Fill in how a round ended. ``winners`` are the sides that have then won the match."""
    state = played.ended
    assert state is not None  # noqa: S101 - every round of a sound record was followed
    won_at_once = bool(winners) and played.settlement is None
    by_itself = None if state.ending is None else state.ending.value
    how = _TARGET if won_at_once else by_itself
    if "end" not in written:
        if how is None:
            return
        written["end"] = {"how": how}
    end = written["end"]
    table = scores.table
    if end["how"] == Ending.OUT:
        empty = [bool(hand) for hand in state.hands].index(False)
        end.setdefault("by", table.players[empty])
    elif end["how"] == _TARGET and won_at_once:
        reached = _who_reached(table, played, winners)
        if reached is not None:
            end.setdefault("by", reached)
    if end["how"] in _SETTLED:
        _fill_leftovers(end, played, table)
    if played.settlement is not None and "settlement" not in end:
        changes = played.settlement.changes.items()
        end["settlement"] = {table.side_keys[side]: points(change) for side, change in changes}
    settled = end["how"] not in _SETTLED or played.settlement is not None
    if scores.known and settled:
        _complete(end, "totals", scores.by_side(played.totals))


def _fill_leftovers(end: Json, played: RoundReplay, table: Table) -> None:
    """Fill in the hands that were seen to the last tile, and the pips of all that are known."""
    assert played.ended is not None  # noqa: S101 - as above
    if played.steps:
        # Not the state of the end, to which a hand that must hold all the rest is known.
        hands = zip(table.players, played.steps[-1].after.hands, strict=True)
        seen = {key: [t.text for t in sorted(hand.known)] for key, hand in hands if not hand.unseen}
        _complete(end, "left", seen)
    hands = zip(table.players, played.ended.hands, strict=True)
    _complete(end, "pips", {key: hand.pips for key, hand in hands if hand.pips is not None})


def _who_reached(table: Table, played: RoundReplay, winners: Sequence[int]) -> str | None:
    """The player whose points won the match in mid-round."""
    seats = {seat for side in winners for seat in table.sides[side]}
    got = banked(table, played.steps[-1]) if played.steps else []
    return next((table.players[each.seat] for each in got if each.seat in seats), None)


def _complete(holder: Json, key: str, known: Json) -> None:
    """Add what is known to a mapping; what stands in it stays."""
    if known:
        holder[key] = {**known, **holder.get(key, {})}

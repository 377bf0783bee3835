"""A replayed match as a row of scenes: every turn, and the end of every round.

Here it is decided who is seen. A hand that is not shown is not in a scene at
all, nor is what would tell it: tiles drawn to it, and alternatives from it.
No words and no HTML are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from allfives_cli.checking.replay import Replay, RoundReplay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Step, take
from allfives_cli.explain import (
    Explanation,
    SettlementExplanation,
    explain_round_end,
    explain_step,
)
from allfives_cli.game.actions import Hand, Illegal
from allfives_cli.game.layout import Layout
from allfives_cli.game.rounds import RoundState
from allfives_cli.record.arithmetic import TurnArithmetic, arithmetic_in
from allfives_cli.record.model import UNSEEN, Record, Turn
from allfives_cli.show.arranging import Arrangement, arrange

EVERY: Final = "all"
NOBODY: Final = "none"


@dataclass(frozen=True, slots=True)
class Told:
    """A turn of an alternative: with its end-sum and award as far as the rules take it."""

    turn: Turn
    sum: int | None
    award: int | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A turn, or the end of its round where ``explained`` is None.

    ``held`` are the hands by seat as they are shown, unseen tiles counted;
    ``shown`` says which of them may be seen. ``totals`` by side, in halves.
    ``alternatives`` are lines; None stands for one that is not shown. ``arithmetic``
    is what the record bears of it, for a turn whose hand is shown.
    """

    round: int
    turn: int | None
    layout: Layout
    arrangement: Arrangement | None
    held: tuple[Hand, ...]
    boneyard: int
    totals: tuple[int, ...]
    step: Step | None = None
    explained: Explanation | None = None
    alternatives: tuple[tuple[tuple[Told, ...], tuple[str, ...]] | None, ...] = ()
    arithmetic: TurnArithmetic | None = None

    @property
    def address(self) -> str:
        """``2.7`` for a turn, ``2.end`` for the end of a round."""
        return f"{self.round}.{'end' if self.turn is None else self.turn}"

    @property
    def scored(self) -> int:
        """Points that the mover scored with a play, whatever it was worth."""
        if self.step is None or self.step.award is None:
            return 0
        written = self.step.written
        taken = written.due is not None or written.claimed is not None
        return (written.award or 0) if taken else self.step.award


@dataclass(frozen=True, slots=True)
class Act:
    """The scenes of one round. ``settled`` is None for a round that was not settled.

    ``how`` the round ended, None where it goes on; ``failed`` where it could
    not be followed to its end. ``winners`` are the keys of the sides that won
    the match in it.
    """

    number: int
    scenes: tuple[Scene, ...]
    settled: SettlementExplanation | None
    how: str | None
    failed: bool
    winners: tuple[str, ...]


def acts(record: Record, replayed: Replay, hands: str) -> list[Act]:
    """Every round of a record as scenes; ``hands`` are EVERY, NOBODY or one player's key."""
    table = replayed.table
    if table is None:
        return []
    shown = [hands in (EVERY, player) for player in table.players]
    return [_act(record, replayed, table, played, shown) for played in replayed.rounds]


def _act(
    record: Record, replayed: Replay, table: Table, played: RoundReplay, shown: Sequence[bool]
) -> Act:
    arrangements = _arrangements(played)
    scenes = [
        _scene(table, played.number, step, arrangement, shown)
        for step, arrangement in zip(played.steps, arrangements, strict=True)
    ]
    settled, how = None, None
    last = played.steps[-1].after if played.steps else played.began
    if last is not None and not played.failed:
        match = replayed.match
        settled = None if match is None else explain_round_end(table, played, match)
        how = _how(record, played, settled)
        # The state at the end holds what the record laid open; the last turn's does not.
        final = played.ended or last
        scenes.append(
            Scene(
                round=played.number,
                turn=None,
                layout=final.layout,
                arrangement=arrangements[-1]
                if arrangements
                else arrange(final.layout, final.rules),
                held=_held(final, shown),
                boneyard=final.boneyard_size,
                totals=played.totals,
            )
        )
    return Act(
        played.number, tuple(scenes), settled, how, played.failed, _winners(table, replayed, played)
    )


def _winners(table: Table, replayed: Replay, played: RoundReplay) -> tuple[str, ...]:
    """The sides that won the match in its last round, by a play or by the settlement."""
    if replayed.match is None or played is not replayed.rounds[-1]:
        return ()
    return tuple(table.side_keys[side] for side in replayed.match.winners)


def _how(record: Record, played: RoundReplay, settled: SettlementExplanation | None) -> str | None:
    if settled is not None:
        return settled.how
    end = record.rounds[played.number - 1].end
    if end is not None:
        return end.how
    return None if played.ended is None or played.ended.ending is None else "not-settled"


def _scene(
    table: Table,
    number: int,
    step: Step,
    arrangement: Arrangement | None,
    shown: Sequence[bool],
) -> Scene:
    explained = explain_step(table, number, step)
    if not shown[step.seat]:
        explained = replace(explained, draw=(UNSEEN,) * len(explained.draw))
    return Scene(
        round=number,
        turn=step.number,
        layout=step.after.layout,
        arrangement=arrangement,
        held=_held(step.after, shown),
        boneyard=step.after.boneyard_size,
        totals=step.totals,
        step=step,
        explained=explained,
        alternatives=tuple(
            (_told(table, step.before, alternative.line), alternative.notes or ())
            if all(
                shown[table.seat_of[turn.by]]
                for turn in alternative.line
                if turn.by in table.seat_of
            )
            else None
            for alternative in step.written.alts or ()
        ),
        arithmetic=arithmetic_in(step.written.analysis) if shown[step.seat] else None,
    )


def _held(state: RoundState, shown: Sequence[bool]) -> tuple[Hand, ...]:
    """The hands; of one that is not shown only the number of its tiles."""
    return tuple(
        hand.copy() if seen else Hand(unseen=len(hand))
        for hand, seen in zip(state.hands, shown, strict=True)
    )


def _told(table: Table, before: RoundState, line: Sequence[Turn]) -> tuple[Told, ...]:
    state: RoundState | None = before.copy()
    told: list[Told] = []
    for turn in line:
        award = None
        if state is not None:
            try:
                award = take(state, table.seat_of[turn.by], turn)
            except (Illegal, KeyError):
                state = None
        told.append(Told(turn, None if state is None or award is None else state.end_sum, award))
    return tuple(told)


def _arrangements(played: RoundReplay) -> list[Arrangement | None]:
    """One for each turn: that of the latest layout that this turn's grew into.

    So nothing on the table moves while a round goes on, unless a record leaves
    open where a tile was laid and a later turn tells.
    """
    found: list[Arrangement | None] = []
    later: Layout | None = None
    arrangement: Arrangement | None = None
    for step in reversed(played.steps):
        layout = step.after.layout
        if later is None or not _grew_into(layout, later):
            later, arrangement = layout, arrange(layout, step.after.rules)
        found.append(arrangement)
    return found[::-1]


def _grew_into(layout: Layout, later: Layout) -> bool:
    joints = layout.joints
    return (
        bool(layout.covered)
        and layout.tiles == later.tiles[: len(layout.covered)]
        and joints == later.joints[: len(joints)]
    )

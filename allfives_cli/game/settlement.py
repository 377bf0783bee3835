"""What is paid when a round ends: leftovers, ties, halves. Units: pips in, halves out.

Going out and a block are settled by two options of the rule set. Every amount
comes with the steps of its arithmetic, rounding included: the steps of a side
add up to what its score changes by. The settlement after a target reached in
mid-round is none, and is not asked for here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from allfives_cli.game.rules import RuleSet

_new: Final = tuple.__new__

NEAREST: Final = 5
ROUND_UP_FROM: Final = 3
TIED_AND_THIRD: Final = 3
SHARING: Final = 2

Side = tuple[int, ...]
"""The seats of a side, from 0."""


class StepWhy(StrEnum):
    """What one amount of a settlement is for."""

    OPPONENT_PIPS = "opponent-pips"
    OWN_PIPS = "own-pips"
    ROUNDING = "rounding"
    SHARED = "shared"
    NOT_BELOW_ZERO = "not-below-zero"


class SettlementStep(NamedTuple):
    """One amount, in halves, that goes to ``side`` (an index).

    ``seats`` whose pips it stands for or rounds; for ``shared`` the seats with
    whom it is shared.
    """

    side: int
    why: StepWhy
    seats: Side
    amount: int


class Settlement(NamedTuple):
    """How a round was settled; sides are indexes.

    ``changes`` has a side only if its score changes (halves). ``fewest`` are
    the sides tied for fewest pips after a block that no side won alone.
    ``winners`` are the sides that won the round: both of two that split the
    third hand, none after another tie, none after a block where nobody is paid.
    """

    changes: dict[int, int]
    steps: tuple[SettlementStep, ...]
    winners: tuple[int, ...]
    fewest: tuple[int, ...]


def side_of(sides: Sequence[Side], seat: int) -> int:
    """The index of the side that a seat plays for."""
    for index, side in enumerate(sides):
        if seat in side:
            return index
    raise ValueError(f"seat {seat} plays for no side")


def rounded(pips: int) -> int:
    """Pips to the nearest five: a remainder of 1 or 2 goes down, 3 or 4 up."""
    rest = pips % NEAREST
    return pips - rest + (NEAREST if rest >= ROUND_UP_FROM else 0)


def settle(
    rules: RuleSet, sides: Sequence[Side], pips: Sequence[int], out: int | None
) -> Settlement:
    """Settle a round. ``pips`` by seat; ``out`` is the seat that went out, None a block."""
    kind = rules.blocked_settlement if out is None else rules.out_settlement
    if kind == "deducted":
        winners = () if out is None else (side_of(sides, out),)
        return _settlement(winners, (), _deducted(sides, pips))
    if out is not None:
        winner = side_of(sides, out)
        return _settlement((winner,), (), _paid(kind, sides, pips, winner))
    of_sides = [sum(pips[seat] for seat in side) for side in sides]
    fewest = tuple(i for i, total in enumerate(of_sides) if total == min(of_sides))
    if len(fewest) == 1:
        return _settlement(fewest, (), _paid(kind, sides, pips, fewest[0]))
    split_by_two = rules.tie == "split-by-two-of-three"
    if split_by_two and len(sides) == TIED_AND_THIRD and len(fewest) == SHARING:
        return _settlement(fewest, fewest, _split(sides, pips, fewest))
    return _settlement((), fewest, [])


def _settlement(
    winners: tuple[int, ...], fewest: tuple[int, ...], steps: list[SettlementStep]
) -> Settlement:
    changes: dict[int, int] = {}
    for side, _, _, amount in steps:  # side by side, in their order
        changes[side] = changes.get(side, 0) + amount
    if 0 in changes.values():
        changes = {side: change for side, change in changes.items() if change}
    return _new(Settlement, (changes, tuple(steps), winners, fewest))


def _opponents(own: Side, pips: Sequence[int]) -> Side:
    return tuple([seat for seat in range(len(pips)) if seat not in own])


def _pips(
    side: int, why: StepWhy, seats: Side, pips: Sequence[int], sign: int
) -> list[SettlementStep]:
    return [SettlementStep(side, why, (seat,), sign * 2 * pips[seat]) for seat in seats]


def _rounding(side: int, seats: Side, amount: int, sign: int) -> list[SettlementStep]:
    """Round ``amount`` pips, a pool of ``seats``; no step where nothing changes."""
    change = sign * 2 * (rounded(amount) - amount)
    return [SettlementStep(side, StepWhy.ROUNDING, seats, change)] if change else []


def _each(
    side: int, why: StepWhy, pools: Sequence[Side], pips: Sequence[int], sign: int
) -> list[SettlementStep]:
    """Round each pool of seats by itself."""
    steps: list[SettlementStep] = []
    for seats in pools:
        total = 0
        for seat in seats:
            amount = pips[seat]
            total += amount
            # SettlementStep(…) with a call fewer: every round of every record is settled.
            steps.append(_new(SettlementStep, (side, why, (seat,), sign * 2 * amount)))
        if total % NEAREST:
            steps += _rounding(side, seats, total, sign)
    return steps


def _deducted(sides: Sequence[Side], pips: Sequence[int]) -> list[SettlementStep]:
    """S2: everybody's own pips, each hand rounded, come off his side's score."""
    return [
        step
        for index, side in enumerate(sides)
        for step in _each(index, StepWhy.OWN_PIPS, [(seat,) for seat in side], pips, -1)
        if step.amount
    ]


def _paid(
    kind: str, sides: Sequence[Side], pips: Sequence[int], winner: int
) -> list[SettlementStep]:
    """What the one winning side gets."""
    if kind == "pooled":
        pool = _opponents(sides[winner], pips)
        return _each(winner, StepWhy.OPPONENT_PIPS, [pool], pips, 1)
    if kind == "each-hand":
        hands = [(seat,) for seat in _opponents(sides[winner], pips)]
        return _each(winner, StepWhy.OPPONENT_PIPS, hands, pips, 1)
    others = [side for index, side in enumerate(sides) if index != winner]
    own = sides[winner]
    if kind == "less-own-rounded":
        return [
            *_each(winner, StepWhy.OPPONENT_PIPS, others, pips, 1),
            *_each(winner, StepWhy.OWN_PIPS, [own], pips, -1),
        ]
    if kind == "less-own":
        steps = [
            *_each(winner, StepWhy.OPPONENT_PIPS, others, pips, 1),
            *_pips(winner, StepWhy.OWN_PIPS, own, pips, -1),
        ]
        total = sum(step.amount for step in steps)
        # 12 rounded to 10, less 11 of one's own, would be a payment below nothing.
        floor = [SettlementStep(winner, StepWhy.NOT_BELOW_ZERO, own, -total)] if total < 0 else []
        return steps + floor
    seats = _opponents(sides[winner], pips)
    difference = sum(pips[seat] for seat in seats) - sum(pips[seat] for seat in own)
    return [
        *_pips(winner, StepWhy.OPPONENT_PIPS, seats, pips, 1),
        *_pips(winner, StepWhy.OWN_PIPS, own, pips, -1),
        *_rounding(winner, tuple(range(len(pips))), difference, 1),
    ]


def _split(
    sides: Sequence[Side], pips: Sequence[int], tied: tuple[int, ...]
) -> list[SettlementStep]:
    """S1: the third hand, rounded, is split exactly between the two tied."""
    third = next(i for i in range(len(sides)) if i not in tied)
    amount = sum(pips[seat] for seat in sides[third])
    steps: list[SettlementStep] = []
    for side, other in (tied, tied[::-1]):
        steps += _pips(side, StepWhy.OPPONENT_PIPS, sides[third], pips, 1)
        steps += _rounding(side, sides[third], amount, 1)
        steps.append(SettlementStep(side, StepWhy.SHARED, sides[other], -rounded(amount)))
    return steps

"""The tally that is kept on paper: a stroke for five points, a cross for fifty.

S1: one stroke stands for 5 points; fifty are a large X in the middle with a
small x in each of the four fields around it; half points are written apart, so
that the score stays exact. Whatever strokes cannot say is written apart as a
number, and a score below zero has a minus sign before it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

STROKE: Final = 2 * 5
CROSS: Final = 2 * 50


class Tally(NamedTuple):
    """A score as it is tallied. ``rest`` in halves, less than a stroke."""

    below_zero: bool
    crosses: int
    strokes: int
    rest: int


def tally(halves: int) -> Tally:
    """Take a score, in halves, apart."""
    crosses, left = divmod(abs(halves), CROSS)
    strokes, rest = divmod(left, STROKE)
    return Tally(halves < 0, crosses, strokes, rest)

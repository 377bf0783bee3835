"""The tally that is kept on paper: a stroke for five points, a cross for fifty.

S1: one stroke stands for 5 points; fifty are a large X in the middle with a
small x in each of the four fields around it; half points are written apart, so
that the score stays exact. Whatever strokes cannot say is written apart as a
number, and a score below zero has a minus sign before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from allfives_cli.checking.findings import points
from allfives_cli.show.wrapping import columns
from allfives_cli.text.catalog import MINUS, Catalog
from allfives_cli.text.safe import safe

STROKE: Final = 2 * 5
CROSS: Final = 2 * 50
_CROSS_ROWS: Final = ("  x  ", "x X x", "  x  ")


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


def tally_lines(halves: int, say: Catalog) -> list[str]:
    """A score as three lines of text; a score of nothing is a zero on the middle one."""
    below_zero, crosses, strokes, rest = tally(halves)
    parts: list[tuple[str, ...]] = [_CROSS_ROWS] * crosses
    if strokes:
        parts.append(("", " ".join("|" * strokes), ""))
    if rest or not halves:
        number = say.number(points(rest))
        parts.append(("", f"+ {number}" if parts else number, ""))
    if below_zero:
        parts.insert(0, ("", MINUS, ""))
    widths = [max(len(row) for row in part) for part in parts]
    return [
        "  ".join(
            part[row].ljust(width) for part, width in zip(parts, widths, strict=True)
        ).rstrip()
        for row in range(len(_CROSS_ROWS))
    ]


def tallies(scores: Iterable[tuple[str, int]], say: Catalog, indent: str) -> list[str]:
    """Every side's score, in halves, as it stands on paper; the name before the middle line."""
    named = [(safe(key), halves) for key, halves in scores]
    room = max(columns(key) for key, _ in named) + 2
    lines: list[str] = []
    for key, halves in named:
        before = ("", key, "")
        for name, line in zip(before, tally_lines(halves, say), strict=True):
            if name or line:
                lines.append(f"{indent}{name}{' ' * (room - columns(name))}{line}".rstrip())
    return lines

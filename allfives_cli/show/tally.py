"""The tally that is kept on paper: a stroke for five points, a cross for fifty.

S1: one stroke stands for 5 points; fifty are a large X in the middle with a
small x in each of the four fields around it; half points are written apart, so
that the score stays exact. Whatever strokes cannot say is written apart as a
number, and a score below zero has a minus sign before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from allfives_cli.checking.findings import points
from allfives_cli.show.wrapping import columns, leaves_room
from allfives_cli.text.catalog import MINUS, Catalog
from allfives_cli.text.safe import safe

STROKE: Final = 2 * 5
CROSS: Final = 2 * 50
Part = tuple[str, str, str]
"""Three rows of signs."""

_CROSS_ROWS: Final[Part] = ("  x  ", "x X x", "  x  ")
_GAP: Final = "  "


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


def tally_lines(halves: int, say: Catalog, room: int) -> list[str]:
    """A score as three lines of text; a score of nothing is a zero on the middle one.

    Where it is wider than the room, three more lines go on with it, and so on.
    """
    below_zero, crosses, strokes, rest = tally(halves)
    parts: list[Part] = [_CROSS_ROWS] * crosses
    abreast = max((room + 1) // 2, 1)
    parts += [
        ("", " ".join("|" * min(strokes - first, abreast)), "")
        for first in range(0, strokes, abreast)
    ]
    if rest or not halves:
        number = say.number(points(rest))
        parts.append(("", f"+ {number}" if parts else number, ""))
    if below_zero:
        parts.insert(0, ("", MINUS, ""))
    return [line for band in _bands(parts, room) for line in _side_by_side(band)]


def _bands(parts: Sequence[Part], room: int) -> Iterator[list[Part]]:
    """As many parts together as there is room for."""
    band: list[Part] = []
    for part in parts:
        if band and len(_side_by_side([*band, part])[1]) > room:
            yield band
            band = []
        band.append(part)
    yield band


def _side_by_side(parts: Sequence[Part]) -> list[str]:
    widths = [max(map(len, part)) for part in parts]
    return [
        _GAP.join(
            part[row].ljust(width) for part, width in zip(parts, widths, strict=True)
        ).rstrip()
        for row in range(len(_CROSS_ROWS))
    ]


def tallies(scores: Iterable[tuple[str, int]], say: Catalog, indent: str, width: int) -> list[str]:
    """Every side's score, in halves, as it stands on paper; the name before the middle line.

    Names that leave too little room stand above their scores.
    """
    named = [(safe(key), halves) for key, halves in scores]
    label = indent + " " * (max(columns(key) for key, _ in named) + len(_GAP))
    beside = leaves_room(label, width)
    if not beside:
        label = indent + _GAP
    lines: list[str] = []
    for key, halves in named:
        told = tally_lines(halves, say, width - columns(label))
        if beside:
            middle = indent + key + " " * (columns(label) - columns(indent + key)) + told[1]
            lines += [label + told[0], middle, *(label + line for line in told[2:])]
        else:
            lines += [indent + key, *(label + line for line in told)]
    return [line.rstrip() for line in lines if line.strip()]

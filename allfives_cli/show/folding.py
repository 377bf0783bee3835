"""A chain of given widths folded like a snake into a given room: arithmetic only.

Places are counted outward from the start of the chain, whichever way it will be
drawn. Rows run outward and backward in turn. It knows no tiles and no drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

BEND: Final = 2
"""Columns that a row gives up where the chain bends: the bend and a rule before it."""


class Piece(NamedTuple):
    """Where a piece lies: its row, its column nearest to the start, which way its row runs."""

    row: int
    start: int
    width: int
    outward: bool


class Bend(NamedTuple):
    """A bend from one row down to the next at ``column``; its rule begins at ``gap``."""

    row: int
    column: int
    gap: int


@dataclass(frozen=True, slots=True)
class Fold:
    """A folded chain: a piece for each width and the bends between its rows."""

    pieces: tuple[Piece, ...]
    bends: tuple[Bend, ...]

    @property
    def rows(self) -> int:
        """The number of rows taken."""
        return len(self.bends) + 1


def fold(widths: Sequence[int], room: int, inset: int) -> Fold | None:
    """Fold a chain into columns 0 to ``room`` - 1, or None where it does not fit.

    The last two widths stay together: a label never stands alone in a row. Rows
    after the first begin at ``inset``, which may be negative.
    """
    pieces: list[Piece] = []
    bends: list[Bend] = []
    rest = list(widths)
    while True:
        row = len(bends)
        outward = row % 2 == 0
        # Steps are counted along the row; turning them about gives backward rows.
        length = room - inset if row else room
        step = BEND if row else 0
        taken = len(rest)
        if step + sum(rest) > length:
            taken = _taken(rest, length - step - BEND)
            if not taken:
                return None
        for width in rest[:taken]:
            start = room - length + step if outward else room - step - width
            pieces.append(Piece(row, start, width, outward))
            step += width
        rest = rest[taken:]
        if not rest:
            return Fold(tuple(pieces), tuple(bends))
        if outward:
            bends.append(Bend(row, room - 1, room - length + step))
        else:
            bends.append(Bend(row, inset, room - step - 1))


def _taken(widths: Sequence[int], length: int) -> int:
    """How many pieces go into a row of this length that ends in a bend."""
    taken = 0
    while taken < len(widths) - 2 and widths[taken] <= length:
        length -= widths[taken]
        taken += 1
    return taken


def fold_least(widths: Sequence[int], room: int, inset: int) -> Fold | None:
    """Fold a chain into no more rows than ``room`` asks for, as narrow as they allow."""
    widest = fold(widths, room, inset)
    if widest is None:
        return None
    for less in range(max(inset, 0), room):
        folded = fold(widths, less, inset)
        if folded is not None and folded.rows <= widest.rows:
            return folded
    return widest


def fold_both(
    one: Sequence[int], other: Sequence[int], room: int, inset: int
) -> tuple[Fold, Fold] | None:
    """Fold two chains that share ``room``: straight where they fit, else the lowest way.

    The room is divided so that the higher of the two has the fewest rows, then
    both together, then as evenly as can be. None where no division fits.
    """
    best: tuple[tuple[int, int, int], int] | None = None
    for share in range(room + 1):
        here, there = fold(one, share, inset), fold(other, room - share, inset)
        if here is not None and there is not None:
            rows = here.rows, there.rows
            found = (max(rows), sum(rows), abs(room - 2 * share)), share
            best = found if best is None else min(best, found)
    if best is None:
        return None
    share = best[1]
    here, there = fold_least(one, share, inset), fold_least(other, room - share, inset)
    return None if here is None or there is None else (here, there)

"""What counts: contributions, the end-sum and the award. Units: pips and points.

A tile with at most one neighbour is an end. A plain end counts its open half,
an end double both its halves, a lone lead both its halves once (S1: 2-2 counts
4). A tile with two neighbours or more counts nothing, so neither an inner
spinner nor an arm that has not been begun does.

This is the one place that adds up ends. Where a tile may go is another
question, asked of `sites`.
"""

from __future__ import annotations

from collections.abc import Container
from enum import StrEnum
from typing import Final, NamedTuple

from allfives_cli.game.layout import Layout
from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF, Face, Tile

MULTIPLE: Final = 5


class Why(StrEnum):
    """Why a tile counts."""

    LEAD_HALF = "lead-half"
    LEAD_DOUBLE = "lead-double"
    END = "end"
    END_DOUBLE = "end-double"


class Contribution(NamedTuple):
    """Pips that one tile brings to the end-sum, and why."""

    tile: Tile
    value: int
    why: Why


COUNTED: Final[dict[Face, int]] = {
    face: tile.pips if tile.is_double else tile.pips - face.value
    for tile in DOUBLE_SIX
    for face in tile.faces
}
"""What an end counts, by the one face that its neighbour covers."""

# The tiles that can be laid at a face of each value, by rank, and what they count then.
_COUNTED_WITH: Final[list[list[tuple[Tile, int]]]] = [
    [(tile, COUNTED[face]) for tile in DOUBLE_SIX if (face := tile.facing[value]) is not None]
    for value in range(HIGHEST_HALF + 1)
]


def end_sum(layout: Layout) -> int:
    """The end-sum of the layout in pips; 0 before the lead."""
    total = 0
    for face in layout.ends.values():
        if face is None:
            return sum([tile.pips for tile in layout.ends])
        total += COUNTED[face]
    return total


def sums_with(
    layout: Layout, face: Face, tiles: Container[Tile], total: int
) -> list[tuple[Tile, int]]:
    """The end-sums that laying tiles at ``face`` would leave, without laying one.

    Those of ``tiles`` that have a half of the face's value come in their order
    of rank. ``total`` is the end-sum of the layout as it stands. The tile that
    is touched counts another way, or no longer, and the new one counts;
    nothing else changes.
    """
    if face.tile in layout.ends:
        covered = layout.ends[face.tile]
        if covered is None:
            total += COUNTED[face] - face.tile.pips
        else:
            total -= COUNTED[covered]
    found: list[tuple[Tile, int]] = []
    for tile, counted in _COUNTED_WITH[face.value]:
        if tile in tiles:
            found.append((tile, total + counted))
    return found


def sum_with(layout: Layout, tile: Tile, face: Face | None, total: int) -> int:
    """The end-sum that laying one tile would leave; ``face`` None leads. As `sums_with`."""
    return tile.pips if face is None else sums_with(layout, face, (tile,), total)[0][1]


def contributions(layout: Layout) -> list[Contribution]:
    """What each end counts and why, sorted by tile; they add up to the end-sum.

    A lone plain lead has two entries, the high half first.
    """
    found: list[Contribution] = []
    for tile, face in sorted(layout.ends.items(), key=lambda end: end[0].rank):
        if face is not None:
            why = Why.END_DOUBLE if tile.is_double else Why.END
            found.append(Contribution(tile, COUNTED[face], why))
        elif tile.is_double:
            found.append(Contribution(tile, tile.pips, Why.LEAD_DOUBLE))
        else:
            found.append(Contribution(tile, tile.high, Why.LEAD_HALF))
            found.append(Contribution(tile, tile.low, Why.LEAD_HALF))
    return found


def award(total: int) -> int:
    """Points for a play that leaves this end-sum: itself if a multiple of five, else 0."""
    return 0 if total % MULTIPLE else total


AWARDS: Final = tuple(award(total) for total in range(sum(tile.pips for tile in DOUBLE_SIX) + 1))
"""The award for every end-sum that the set can make."""

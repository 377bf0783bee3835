"""What counts: contributions, the end-sum and the award. Units: pips and points.

A tile with at most one neighbour is an end. A plain end counts its open half,
an end double both its halves, a lone lead both its halves once (S1: 2-2 counts
4). A tile with two neighbours or more counts nothing, so neither an inner
spinner nor an arm that has not been begun does.

This is the one place that adds up ends. Where a tile may go is another
question, asked of `sites`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from allfives_cli.game.layout import Layout
from allfives_cli.game.tiles import DOUBLE_SIX, Face, Tile

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


# What an end counts, by the one face that its neighbour covers.
_COUNTED: Final[dict[Face, int]] = {
    face: tile.pips if tile.is_double else tile.pips - face.value
    for tile in DOUBLE_SIX
    for face in tile.faces
}


def end_sum(layout: Layout) -> int:
    """The end-sum of the layout in pips; 0 before the lead."""
    total = 0
    for tile, face in layout.ends.items():
        total += tile.pips if face is None else _COUNTED[face]
    return total


def sum_with(layout: Layout, tile: Tile, face: Face | None, total: int) -> int:
    """The end-sum that laying ``tile`` at a site would leave, told without laying it.

    ``total`` is the end-sum of the layout as it stands; ``face`` None leads.
    The tile that is touched counts another way, or no longer, and the new one
    counts; nothing else changes.
    """
    if face is None:
        return tile.pips
    own = tile.facing[face.value]
    if own is None:
        raise ValueError(f"{tile} has no half of value {face.value}")
    total += _COUNTED[own]
    touched = face.tile
    if touched in layout.ends:
        covered = layout.ends[touched]
        if covered is None:
            return total - touched.pips + _COUNTED[face]
        return total - _COUNTED[covered]
    return total


def contributions(layout: Layout) -> list[Contribution]:
    """What each end counts and why, sorted by tile; they add up to the end-sum.

    A lone plain lead has two entries, the high half first.
    """
    found: list[Contribution] = []
    for tile, face in sorted(layout.ends.items(), key=lambda end: end[0].rank):
        if face is not None:
            why = Why.END_DOUBLE if tile.is_double else Why.END
            found.append(Contribution(tile, _COUNTED[face], why))
        elif tile.is_double:
            found.append(Contribution(tile, tile.pips, Why.LEAD_DOUBLE))
        else:
            found.append(Contribution(tile, tile.high, Why.LEAD_HALF))
            found.append(Contribution(tile, tile.low, Why.LEAD_HALF))
    return found


def award(total: int) -> int:
    """Points for a play that leaves this end-sum: itself if a multiple of five, else 0."""
    return 0 if total % MULTIPLE else total

"""What counts: contributions, the end-sum and the award. Units: pips and points.

A tile with at most one neighbour is an end. A plain end counts its open half,
an end double both its halves, a lone lead both its halves once (S1: 2-2 counts
4). A tile with two neighbours or more counts nothing, so neither an inner
spinner nor an arm that has not been begun does.

This is the one place that adds up ends. Where a tile may go is another
question, asked of `sites`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from allfives_cli.game.layout import Layout
from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF, Face, Tile

MULTIPLE: Final = 5


Laid = tuple[Tile, Face | None, int, int]
"""A play and what it brings: the tile, its face (None for a lead), the end-sum, the award."""


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
    face: tile.pips if tile.is_double else face.value for tile in DOUBLE_SIX for face in tile.faces
}
"""What an end counts, by its face across from its neighbour."""


def _laid_at(value: int) -> tuple[int, dict[int, tuple[tuple[Tile, int], ...]]]:
    """The tiles with a half of a value, as bits; and for each set of these, what each counts.

    What it counts once it is laid by that half, and so is an end.
    """
    sets: dict[int, tuple[tuple[Tile, int], ...]] = {0: ()}
    having = 0
    for tile in DOUBLE_SIX:
        own = tile.facing[value]
        if own is not None:
            having |= tile.bit
            laid = (tile, COUNTED[own.across])
            sets |= {bits | tile.bit: (*others, laid) for bits, others in sets.items()}
    return having, sets


_LAID_AT: Final = [_laid_at(value) for value in range(HIGHEST_HALF + 1)]


def end_sum(layout: Layout) -> int:
    """The end-sum of the layout in pips; 0 before the lead."""
    total = 0
    for end in layout.ends.values():
        if end is None:
            return sum([tile.pips for tile in layout.ends])
        total += COUNTED[end]
    return total


def plays_at(
    layout: Layout, faces: Iterable[Face], tiles: Iterable[Tile], total: int
) -> list[Laid]:
    """Every play of one of ``tiles`` at one of ``faces``, without laying one.

    In the order of the faces, then of the tiles by rank. ``total`` is the
    end-sum as it stands. The tile that is touched then counts another way, or
    no longer, and the new one counts; nothing else changes.
    """
    held = 0
    for tile in tiles:
        held |= tile.bit
    ends = layout.ends
    found: list[Laid] = []
    for face in faces:
        having, laid = _LAID_AT[face.value]
        fitting = laid[held & having]
        if fitting:
            end = ends.get(face.tile)
            if end is not None:
                beside = total - COUNTED[end]
            else:  # a lone lead counts both its halves until it is joined, an inner tile nothing
                beside = total if len(layout.covered) > 1 else COUNTED[face.across]
            for tile, counted in fitting:
                end_sum = beside + counted
                found.append((tile, face, end_sum, AWARDS[end_sum]))
    return found


def sum_with(layout: Layout, tile: Tile, face: Face | None, total: int) -> int:
    """The end-sum that laying one tile would leave; ``face`` None leads. As `plays_at`."""
    return tile.pips if face is None else plays_at(layout, (face,), (tile,), total)[0][2]


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

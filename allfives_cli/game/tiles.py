"""Tiles of the double-six set, and the faces by which they join.

A tile has no orientation: ``Tile(4, 1) is Tile(1, 4)``. Tiles and faces are
interned, so identity is equality and both are cheap keys.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, final

HIGHEST_HALF: Final = 6


class FaceName(StrEnum):
    """The names of a tile's faces.

    A plain tile has ``low`` and ``high``. A double has two chain sides and two
    arms; within each pair the faces are interchangeable and are named in the
    order in which they are covered.
    """

    LOW = "low"
    HIGH = "high"
    CHAIN_A = "chain-a"
    CHAIN_B = "chain-b"
    ARM_A = "arm-a"
    ARM_B = "arm-b"


@final
class Face:
    """One face of one tile; ``value`` is the pips of the half it shows.

    ``rank`` orders faces by tile, then by name. ``kind`` is a bit that says
    what the face is: bit v for a plain half of value v, v + 7 for a chain side
    and v + 14 for an arm. ``across`` is the face at the
    other end of the tile: the other half, chain side or arm. ``alone`` and
    ``after_across`` are the tuples of this face, and of the one across and it:
    what is covered of a tile that is joined by it alone, and last.
    """

    __slots__ = (
        "across",
        "after_across",
        "alone",
        "is_arm",
        "kind",
        "name",
        "rank",
        "tile",
        "value",
    )

    across: Face
    alone: tuple[Face, ...]
    after_across: tuple[Face, ...]

    def __init__(self, tile: Tile, name: FaceName, value: int) -> None:
        self.tile: Final = tile
        self.name: Final = name
        self.value: Final = value
        self.is_arm: Final = name in (FaceName.ARM_A, FaceName.ARM_B)
        self.kind: Final = 1 << value + (HIGHEST_HALF + 1) * (tile.is_double + self.is_arm)
        self.rank: Final = len(FaceName) * tile.rank + sorted(FaceName).index(name)

    def __repr__(self) -> str:
        return f"<{self.tile.text} {self.name}>"

    def __lt__(self, other: Face) -> bool:
        """Order by tile, then by the face's name."""
        return self.rank < other.rank

    def __reduce__(self) -> tuple[object, ...]:
        return _face_of, (self.tile, self.name.value)


@final
class Tile:
    """A domino of the double-six set, low half first. Units: pips.

    ``rank`` orders tiles by low half, then high half; ``bit`` is 1 shifted by
    it, so that sets of tiles can be numbers. ``faces`` are in the
    order in which a double's are covered. ``facing[value]`` is the face by
    which the tile joins a face of that value, or None where it has none.
    ``shared`` has the value at which the tile can join each other that it can:
    two different tiles share at most one.
    """

    __slots__ = (
        "bit",
        "faces",
        "facing",
        "high",
        "is_double",
        "low",
        "pips",
        "rank",
        "shared",
        "text",
    )

    low: int
    high: int
    pips: int
    is_double: bool
    rank: int
    bit: int
    text: str
    faces: tuple[Face, ...]
    facing: tuple[Face | None, ...]
    shared: dict[Tile, int]

    def __new__(cls, one: int, other: int) -> Tile:
        """Return the one tile with these halves, in either order.

        Raises ValueError when the double-six set has no such tile.
        """
        try:
            return _INTERNED[one, other]
        except KeyError:
            raise ValueError(f"no tile {one}-{other} in the double-six set") from None

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Tile) -> bool:
        """Order by low half, then by high half."""
        return self.rank < other.rank

    def __reduce__(self) -> tuple[object, ...]:
        return Tile, (self.low, self.high)


def _make_tile(low: int, high: int, rank: int) -> Tile:
    tile = object.__new__(Tile)
    tile.low, tile.high, tile.rank, tile.bit = low, high, rank, 1 << rank
    tile.pips = low + high
    tile.is_double = low == high
    tile.text = f"{low}-{high}"
    names = (
        (FaceName.CHAIN_A, FaceName.CHAIN_B, FaceName.ARM_A, FaceName.ARM_B)
        if tile.is_double
        else (FaceName.LOW, FaceName.HIGH)
    )
    tile.faces = tuple(Face(tile, name, high if name is FaceName.HIGH else low) for name in names)
    for one, other in zip(tile.faces[::2], tile.faces[1::2], strict=True):
        one.across, other.across = other, one
        one.alone, other.alone = (one,), (other,)
        one.after_across, other.after_across = (other, one), (one, other)
    facing: list[Face | None] = [None] * (HIGHEST_HALF + 1)
    for face in reversed(tile.faces):
        facing[face.value] = face
    tile.facing = tuple(facing)
    return tile


_INTERNED: dict[tuple[int, int], Tile] = {}


def _make_set() -> tuple[Tile, ...]:
    made: list[Tile] = []
    for low in range(HIGHEST_HALF + 1):
        for high in range(low, HIGHEST_HALF + 1):
            tile = _make_tile(low, high, len(made))
            _INTERNED[low, high] = _INTERNED[high, low] = tile
            made.append(tile)
    for tile in made:
        tile.shared = {
            other: value
            for other in made
            for value in range(HIGHEST_HALF + 1)
            if other is not tile and tile.facing[value] and other.facing[value]
        }
    return tuple(made)


DOUBLE_SIX: Final = _make_set()
"""All 28 tiles, by rank."""

ALL_TILES: Final = frozenset(DOUBLE_SIX)

TILES_WITH: Final = tuple(
    frozenset(tile for tile in DOUBLE_SIX if value in (tile.low, tile.high))
    for value in range(HIGHEST_HALF + 1)
)
"""The seven tiles that have a half of each value."""

TILE_BY_TEXT: Final = {tile.text: tile for tile in DOUBLE_SIX}
"""Tiles by their canonical text, low half first: ``"1-4"``."""


def _face_of(tile: Tile, name: str) -> Face:
    return next(face for face in tile.faces if face.name == name)

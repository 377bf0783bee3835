"""The tiles on the table and how they are joined: geometry only.

A layout is a tree of tiles joined face to face, in the order of play. It holds
any such tree; where a tile may go is asked of `sites`, what counts of
`counting`. It has no left or right and no coordinates.
"""

from __future__ import annotations

from typing import NamedTuple, final

from allfives_cli.game.tiles import Face, Tile


class Joint(NamedTuple):
    """Where two tiles touch: a face of the earlier tile and one of the later."""

    face: Face
    to_face: Face


@final
class Layout:
    """Tiles joined face to face, in the order of play.

    ``covered`` maps each tile, in the order of play, to its covered faces in
    the order of covering. ``ends`` maps each tile with at most one neighbour
    to the face by which that neighbour is joined (None for a lone lead).
    ``first_double`` is the first double played: which one it was cannot be
    read off a finished layout. A placement takes constant time.
    """

    __slots__ = ("covered", "ends", "first_double", "joints")

    def __init__(self) -> None:
        self.covered: dict[Tile, tuple[Face, ...]] = {}
        self.ends: dict[Tile, Face | None] = {}
        self.joints: list[Joint] = []
        self.first_double: Tile | None = None

    def copy(self) -> Layout:
        """Return a layout that changes independently of this one."""
        twin = Layout()
        twin.covered = self.covered.copy()
        twin.ends = self.ends.copy()
        twin.joints = self.joints.copy()
        twin.first_double = self.first_double
        return twin

    def place(self, tile: Tile, face: Face | None) -> None:
        """Join ``tile`` to a free ``face`` of a tile on the table; None leads.

        The caller has asked `sites` for the face: this neither judges the
        rules nor refuses a face of another value.
        """
        covered = self.covered
        if face is None:
            covered[tile] = ()
            self.ends[tile] = None
        else:
            own = tile.facing[face.value]
            if own is None:
                raise ValueError(f"{tile} has no half of value {face.value}")
            touched = face.tile
            before = covered[touched]
            covered[touched] = (*before, face)
            covered[tile] = (own,)
            ends = self.ends
            if before:
                ends.pop(touched, None)
            else:
                ends[touched] = face
            ends[tile] = own
            self.joints.append(Joint(face, own))
        if tile.is_double and self.first_double is None:
            self.first_double = tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order of play."""
        return tuple(self.covered)

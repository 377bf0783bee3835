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
    to the face across from that neighbour (None for a lone lead).
    ``first_double`` is the first double played: which one it was cannot be
    read off a finished layout. A placement takes constant time.
    """

    __slots__ = ("_touched", "covered", "ends", "first_double")

    def __init__(self) -> None:
        self.covered: dict[Tile, tuple[Face, ...]] = {}
        self.ends: dict[Tile, Face | None] = {}
        self.first_double: Tile | None = None
        # The faces on which all tiles but the lead were laid; the first that is covered of a
        # later tile is the one by which it was.
        self._touched: list[Face] = []

    def copy(self) -> Layout:
        """Return a layout that changes independently of this one."""
        twin = Layout()
        twin.covered = self.covered.copy()
        twin.ends = self.ends.copy()
        twin.first_double = self.first_double
        twin._touched = self._touched.copy()
        return twin

    def place(self, tile: Tile, face: Face | None) -> None:
        """Join ``tile`` to a free ``face`` of a tile on the table; None leads.

        The caller has asked `sites` for the face: this neither judges the
        rules nor refuses a face that is covered. Raises ValueError for a face
        of another value.
        """
        covered, ends = self.covered, self.ends
        if face is None:
            covered[tile] = ()
            ends[tile] = None
        else:
            own = tile.facing[face.value]
            if own is None:
                raise ValueError(f"{tile} has no half of value {face.value}")
            touched = face.tile
            before = covered[touched]
            if before:
                covered[touched] = before + (face,)  # noqa: RUF005 - twice as fast, once a play
                if touched in ends:
                    del ends[touched]
            else:
                covered[touched] = face.alone
                ends[touched] = face.across
            covered[tile] = own.alone
            ends[tile] = own.across
            self._touched.append(face)
        if tile.is_double and self.first_double is None:
            self.first_double = tile

    def lengthen(self, tile: Tile, own: Face, end: Face) -> None:
        """Join ``tile`` by its face ``own`` to ``end``, a face of `ends`.

        What `place` does for that face, with fewer steps and without a question:
        most plays of a match are of this kind.
        """
        covered, ends, touched = self.covered, self.ends, end.tile
        covered[touched] = end.after_across
        covered[tile] = own.alone
        del ends[touched]
        ends[tile] = own.across
        self._touched.append(end)
        if self.first_double is None and tile.is_double:
            self.first_double = tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order of play."""
        return tuple(self.covered)

    @property
    def joints(self) -> list[Joint]:
        """Where tiles touch, in the order of play."""
        laid = list(self.covered.values())[1:]
        return [Joint(face, own[0]) for face, own in zip(self._touched, laid, strict=True)]

    @property
    def last_face(self) -> Face | None:
        """The face on which the newest tile was laid; None for a lead or an empty table."""
        return self._touched[-1] if self._touched else None

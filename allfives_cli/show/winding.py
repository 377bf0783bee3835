"""How one chain of tiles winds over a table: straight on, and back in rows where it must.

A chain is wound in a frame of its own: it starts at the middle of its table,
runs along the first axis and turns towards the second; `turned` brings a box or
a point to the way in which the chain leaves the centre of the whole layout.

A tile at a corner joins with its half as any other and lies across the way that
the chain came; only tiles that are no doubles lie at corners, and corners next
to a double are avoided where that is possible. Tiles that do not join keep
CLEAR between them. Units as in `arranging`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

HALF: Final = 20
"""The width of a half; a tile is two halves long and one wide."""

LABEL: Final = 24
"""Room for a label ahead of an open face; it is as wide as a half."""

CLEAR: Final = 5
"""Room between what does not join."""

FAR: Final = 10_000
"""Beyond any table."""

ONWARD, ASIDE, BACK, NOWHERE = range(4)
"""Ways that a chain may take in its own frame, in quarter turns clockwise."""

_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LIMITS: Final = (100, 80, 64, 52, 42, 34, 27, 21)
"""How far along the first axis a chain may reach, in parts of a hundred of its straight length."""
_NARROWEST: Final = 5 * HALF
_BESIDE_DOUBLE: Final = 3
_PATIENCE: Final = 600
"""Tiles tried before a winding is given up; the straight one needs each tile once."""


class Point(NamedTuple):
    """A place on the table."""

    x: int
    y: int

    def ahead(self, way: int, far: int) -> Point:
        """The point so far ahead in this way."""
        across, down = _STEPS[way]
        return Point(self.x + across * far, self.y + down * far)


class Box(NamedTuple):
    """A part of the table with upright sides."""

    left: int
    top: int
    right: int
    bottom: int

    def clear_of(self, other: Box, room: int = CLEAR) -> bool:
        """Whether so much room lies between the two, along either axis."""
        return (
            self.left - room >= other.right
            or other.left - room >= self.right
            or self.top - room >= other.bottom
            or other.top - room >= self.bottom
        )


class Joined(NamedTuple):
    """A tile, or the label at a chain's end, in its place.

    ``way`` is that of the chain through the tile; ``joint`` is the point where
    the tile joins the one before and ``came`` the way that the chain came there.
    """

    middle: Point
    way: int
    joint: Point
    came: int
    box: Box


@dataclass(frozen=True, slots=True)
class Winding:
    """A chain wound: its tiles, the point where it ends, what it covers with its label.

    ``corners`` are what they cost the eye: one beside a double as much as three.
    """

    tiles: tuple[Joined, ...]
    end: Point
    way: int
    box: Box
    corners: int


def union(boxes: Iterable[Box]) -> Box:
    """The least box around others."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def turned(point: Point, quarters: int) -> Point:
    """A point turned clockwise about 0, 0."""
    for _ in range(quarters % 4):
        point = Point(-point.y, point.x)
    return point


def turned_box(box: Box, quarters: int) -> Box:
    """A box turned clockwise about 0, 0."""
    one = turned(Point(box.left, box.top), quarters)
    other = turned(Point(box.right, box.bottom), quarters)
    return Box(min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y))


def windings(doubles: Sequence[bool], start: int, taken: Sequence[Box]) -> Iterator[Winding]:
    """Every different winding that is worth a look, the straight one first.

    ``doubles`` says of each tile whether it lies across its chain, which begins
    at ``start`` on the first axis and keeps clear of what is ``taken``.
    """
    straight = start + LABEL + sum(HALF if double else 2 * HALF for double in doubles)
    seen: set[Box] = set()
    for part in _LIMITS:
        limit = straight * part // 100
        if part < _LIMITS[0] and limit < _NARROWEST:
            return
        for depth, strict in product((FAR, limit // 2), (True, False)):
            found = _Winder(doubles, taken, Point(limit, depth), strict=strict).wind(start)
            if found is not None and found.box not in seen:
                seen.add(found.box)
                yield found


class _Winder:
    """One search, depth first: straight on where there is room, else a corner."""

    def __init__(
        self, doubles: Sequence[bool], taken: Sequence[Box], limit: Point, *, strict: bool
    ) -> None:
        self.doubles = doubles
        self.taken = taken
        self.limit = limit
        self.strict = strict
        self.left = _PATIENCE
        self.placed: list[Joined] = []

    def wind(self, start: int) -> Winding | None:
        joint = Point(start, 0)
        if not self._goes_on(0, joint, ONWARD, ONWARD):
            return None
        last = self.placed[-1] if self.placed else None
        end, way = (joint, ONWARD) if last is None else _leaving(last, self.doubles[-1])
        boxes = [tile.box for tile in self.placed]
        corners = sum(
            _BESIDE_DOUBLE if number and self.doubles[number - 1] else 1
            for number, tile in enumerate(self.placed)
            if tile.way != tile.came
        )
        return Winding(tuple(self.placed), end, way, union([*boxes, _label(end, way)]), corners)

    def _goes_on(self, number: int, joint: Point, way: int, row: int) -> bool:
        """Place tile ``number`` and all after it. ``row`` is the way of the last row."""
        if number == len(self.doubles):
            return self._free(_label(joint, way), number)
        self.left -= 1
        if self.left < 0:
            return False
        double = self.doubles[number]
        for to in self._ways(number, way, row):
            tile = _corner(joint, way, to) if to != way else _straight(joint, way, double=double)
            if not self._free(tile.box, number):
                continue
            self.placed.append(tile)
            leaves, _ = _leaving(tile, double)
            if self._goes_on(number + 1, leaves, to, row if to == ASIDE else to):
                return True
            self.placed.pop()
        return False

    def _ways(self, number: int, way: int, row: int) -> tuple[int, ...]:
        corner = not self.doubles[number] and number > 0
        if corner and self.strict:
            corner = not self.doubles[number - 1]
        if not corner:
            return (way,)
        if way == ASIDE:
            return (BACK if row == ONWARD else ONWARD, ASIDE)
        return (way, ASIDE)

    def _free(self, box: Box, number: int) -> bool:
        """Whether nothing but the tile that it joins is near, and the table not too narrow."""
        if box.right > self.limit.x or box.left < -self.limit.x or box.bottom > self.limit.y:
            return False
        placed = self.placed[: max(number - 1, 0)]
        if not all(box.clear_of(tile.box) for tile in placed):
            return False
        return all(box.clear_of(other) for other in self.taken)


def _straight(joint: Point, way: int, *, double: bool) -> Joined:
    """A tile that goes straight on; a double lies across."""
    long, broad = (HALF // 2, HALF) if double else (HALF, HALF // 2)
    middle = joint.ahead(way, long)
    return Joined(middle, way, joint, way, _around(middle, way, long, broad))


def _corner(joint: Point, came: int, to: int) -> Joined:
    """A tile at a corner: the joining half straight ahead, the other round the corner."""
    middle = joint.ahead(came, HALF // 2).ahead(to, HALF // 2)
    return Joined(middle, to, joint, came, _around(middle, to, HALF, HALF // 2))


def _label(joint: Point, way: int) -> Box:
    return _around(joint.ahead(way, LABEL // 2), way, LABEL // 2, HALF // 2)


def _leaving(tile: Joined, double: bool) -> tuple[Point, int]:  # noqa: FBT001 - one of a tile's two kinds
    """Where a chain leaves a tile, and in which way."""
    return tile.middle.ahead(tile.way, HALF // 2 if double else HALF), tile.way


def _around(middle: Point, way: int, long: int, broad: int) -> Box:
    across, down = (long, broad) if way in (ONWARD, BACK) else (broad, long)
    return Box(middle.x - across, middle.y - down, middle.x + across, middle.y + down)

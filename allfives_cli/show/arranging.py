"""Where the tiles of a layout lie on a table: coordinates, with corners for long chains.

Tiles join half to half, doubles across their chain. A chain that grows too long
turns clockwise and comes back in rows beside itself, so that the sides and arms
of a spinner wind into four quarters of the table, like the sails of a windmill,
and never meet. Of many such windings those are taken that let the tiles be drawn
largest on a table of the proportions of TABLE.

Sides and arms leave the centre as in every drawing: the side of the spinner
covered first to the left, the second to the right, the first arm up, the second
down. Units: a half is HALF wide; x grows to the right, y downward; the centre
lies at 0, 0. All numbers are whole. How it looks is another question, asked of
`svg`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import Face, FaceName, Tile
from allfives_cli.show.arms import Branch, Lying, Spread, spread_of
from allfives_cli.show.winding import (
    CLEAR,
    FAR,
    HALF,
    LABEL,
    Box,
    Point,
    Winding,
    turned,
    turned_box,
    union,
    windings,
)

TABLE: Final = (14 * HALF, 10 * HALF)
"""Width and height of the smallest table: a lone tile is not drawn huge. A larger one has
its proportions, as far as the tiles allow."""

_RIGHT, _DOWN, _LEFT, _UP = range(4)
_WAYS: Final = {
    FaceName.CHAIN_A: _LEFT,
    FaceName.HIGH: _LEFT,
    FaceName.CHAIN_B: _RIGHT,
    FaceName.LOW: _RIGHT,
    FaceName.ARM_A: _UP,
    FaceName.ARM_B: _DOWN,
}
_PRICE_OF_A_CORNER: Final = 0.02
"""A corner costs the eye as much as tiles that are smaller by this part."""


class Spot(NamedTuple):
    """Where a tile lies: its middle, and by how many quarters it is turned clockwise.

    Not turned, it lies with its low half to the left.
    """

    middle: Point
    turn: int

    @property
    def box(self) -> Box:
        """The part of the table that the tile covers."""
        across, down = (HALF, HALF // 2) if self.turn % 2 == 0 else (HALF // 2, HALF)
        x, y = self.middle
        return Box(x - across, y - down, x + across, y + down)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A layout on the table.

    ``labels`` has the middle of a label for every face on which a tile lies or
    may be laid, so that the arrangement serves every earlier position of the
    same layout too. ``above`` is the place for what a lone double counts.
    ``box`` holds all tiles and labels.
    """

    spots: dict[Tile, Spot]
    labels: dict[Face, Point]
    above: Point
    box: Box


def arrange(layout: Layout, rules: RuleSet) -> Arrangement | None:
    """Arrange the tiles of a layout; None before the lead."""
    spread = spread_of(layout, rules)
    if spread is None:
        return None
    across: dict[tuple[Tile, Tile], Face] = {}
    for face, to_face in layout.joints:
        across[face.tile, to_face.tile] = face
        across[to_face.tile, face.tile] = to_face
    centre = Spot(Point(0, 0), 1 if spread.centre.is_double else _plain_turn(spread))
    above = Point(0, 0).ahead(_UP, HALF + LABEL // 2)
    spots: dict[Tile, Spot] = {spread.centre: centre}
    labels: dict[Face, Point] = {}
    boxes = [centre.box]
    for branch, winding in zip(spread.branches, _best(spread), strict=True):
        way = _WAYS[branch.face.name]
        boxes.append(turned_box(winding.box, way))
        _spread_out(spread, branch, winding, across, spots, labels)
    if spread.alone is not None:
        boxes.append(Box(-HALF // 2, -HALF - LABEL, HALF // 2, HALF))
    return Arrangement(spots, labels, above, union(boxes))


def _plain_turn(spread: Spread) -> int:
    """How a centre that is no double is turned, its first branch to the left."""
    return 0 if spread.branches[0].face.value == spread.centre.low else 2


def _spread_out(
    spread: Spread,
    branch: Branch,
    winding: Winding,
    across: Mapping[tuple[Tile, Tile], Face],
    spots: dict[Tile, Spot],
    labels: dict[Face, Point],
) -> None:
    """Put the tiles of one branch, and labels at their faces, where its winding has them."""
    quarters = _WAYS[branch.face.name]
    before, outward = spread.centre, branch.face
    for lying, joined in zip(branch.tiles, winding.tiles, strict=True):
        tile = lying.tile
        inward = across[tile, before]
        labels[across.get((before, tile), outward)] = _label(joined.joint, joined.came, quarters)
        labels[inward] = _label(joined.joint, joined.came + 2, quarters)
        spots[tile] = Spot(turned(joined.middle, quarters), _turn(lying, joined.way + quarters))
        before = tile
    if branch.site is not None:
        labels[branch.site] = _label(winding.end, winding.way, quarters)


def _label(joint: Point, way: int, quarters: int) -> Point:
    return turned(joint.ahead(way % 4, LABEL // 2), quarters)


def _turn(lying: Lying, way: int) -> int:
    """How a tile is turned that lies in a chain going this way, its near half behind."""
    tile, near, _ = lying
    if tile.is_double:
        return (way + 1) % 2
    return (way if near == tile.low else way + 2) % 4


def _best(spread: Spread) -> tuple[Winding, ...]:
    """One winding for each branch, so that together they can be drawn largest."""
    ways = [_WAYS[branch.face.name] for branch in spread.branches]
    choices = []
    for branch in spread.branches:
        doubles = [lying.tile.is_double for lying in branch.tiles]
        start = _start(spread.centre, branch)
        choices.append(list(windings(doubles, start, _taken(spread, branch, start))))
    boxes = {
        id(winding): turned_box(winding.box, way)
        for found, way in zip(choices, ways, strict=True)
        for winding in found
    }

    def cost(chosen: tuple[Winding, ...]) -> float:
        box = union(boxes[id(winding)] for winding in chosen)
        smaller = max((box.right - box.left) / TABLE[0], (box.bottom - box.top) / TABLE[1], 1.0)
        return smaller * (1 + _PRICE_OF_A_CORNER * sum(winding.corners for winding in chosen))

    return min(product(*choices), key=cost)


def _start(centre: Tile, branch: Branch) -> int:
    """How far from the middle of the centre a branch begins: doubles stand upright."""
    return HALF // 2 if centre.is_double and not branch.face.is_arm else HALF


def _taken(spread: Spread, branch: Branch, start: int) -> list[Box]:
    """What a branch must keep clear of, in its own frame.

    That is the centre with the opposite branch, and the branch on the side to
    which it turns: its whole quarter of the table if it has tiles, or the place
    for a label above or below a double.
    """
    taken = [Box(-FAR, -HALF, start - CLEAR, HALF)]
    beside = _WAYS[branch.face.name] + 1
    for other in spread.branches:
        if _WAYS[other.face.name] == beside % 4 and other.tiles:
            near = _start(spread.centre, other)
            # An arm begins nearer to a side's row than the row's own doubles reach.
            near += CLEAR if branch.face.is_arm else 0
            return [*taken, Box(-FAR, near, HALF, FAR)]
    if spread.centre.is_double and not branch.face.is_arm:
        taken.append(Box(-HALF // 2, HALF, HALF // 2, HALF + LABEL))
    return taken

"""Where tiles lie on a table: nothing overlaps, what joins touches, labels find room."""

from __future__ import annotations

from itertools import combinations

import pytest
from dealing import lay
from hypothesis import given
from layouts import Position, layouts

from allfives_cli.game.layout import Layout
from allfives_cli.game.sites import sites
from allfives_cli.game.tiles import Face, Tile
from allfives_cli.rulesets import NAMES, published
from allfives_cli.show.arranging import TABLE, Arrangement, Spot, arrange
from allfives_cli.show.winding import CLEAR, HALF, Box, Point

LABEL_RADIUS = 10
ALL_TILES = (
    "4-4, 2-4 on 4-4, 1-4 on 4-4, 3-4 on 4-4, 4-6 on 4-4, 3-6 on 3-4, 0-2 on 2-4, "
    "0-6 on 0-2, 6-6 on 0-6, 2-6 on 6-6, 2-2 on 2-6, 2-3 on 2-2, 3-5 on 2-3, 1-5 on 3-5, "
    "1-6 on 1-4, 5-6 on 1-6, 5-5 on 5-6, 2-5 on 5-5, 1-2 on 2-5, 1-1 on 1-2, 0-1 on 1-1, "
    "0-0 on 0-1, 0-4 on 0-0, 4-5 on 0-4, 0-5 on 4-5, 0-3 on 0-5, 3-3 on 0-3, 1-3 on 3-3"
)


def arranged(position: Position) -> Arrangement:
    found = arrange(*position)
    assert found is not None
    return found


def halves(tile: Tile, spot: Spot) -> dict[int, Point]:
    """The middle of each half, told from how a tile is turned; of a double only its own."""
    if tile.is_double:
        return {tile.low: spot.middle}
    across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[spot.turn]
    x, y = spot.middle
    step = HALF // 2
    return {
        tile.low: Point(x - across * step, y - down * step),
        tile.high: Point(x + across * step, y + down * step),
    }


def labelled(layout: Layout, found: Arrangement, faces: list[Face]) -> list[Box]:
    """The labels of a layout as squares around their circles."""
    points = [found.labels[face] for face in faces]
    if len(layout.covered) == 1 and layout.tiles[0].is_double:
        points.append(found.above)
    r = LABEL_RADIUS
    return [Box(x - r, y - r, x + r, y + r) for x, y in points]


@given(layouts())
def test_tiles_never_overlap_and_only_what_is_joined_touches(position: Position) -> None:
    layout, _ = position
    spots = arranged(position).spots
    assert set(spots) == set(layout.covered)
    joined = {frozenset((one.tile, other.tile)) for one, other in layout.joints}
    for (one, at), (other, there) in combinations(spots.items(), 2):
        if frozenset((one, other)) in joined:
            assert at.box.clear_of(there.box, 0)
            assert not at.box.clear_of(there.box, 1), f"{one} and {other} do not touch"
        else:
            assert at.box.clear_of(there.box, CLEAR), f"{one} is too near to {other}"


@given(layouts())
def test_tiles_join_at_the_halves_that_match(position: Position) -> None:
    layout, _ = position
    spots = arranged(position).spots
    for face, to_face in layout.joints:
        one = halves(face.tile, spots[face.tile])[face.value]
        other = halves(to_face.tile, spots[to_face.tile])[to_face.value]
        apart = HALF + (HALF // 2 if face.is_arm else 0)
        assert abs(one.x - other.x) + abs(one.y - other.y) == apart
        assert one.x == other.x or one.y == other.y


@given(layouts())
def test_doubles_lie_across_their_chains(position: Position) -> None:
    layout, _ = position
    spots = arranged(position).spots
    for face, to_face in layout.joints:
        for double, tile in ((face, to_face.tile), (to_face, face.tile)):
            if double.tile.is_double and not double.is_arm:
                middle = spots[double.tile].middle
                half = halves(tile, spots[tile])[double.value]
                upright = spots[double.tile].turn == 1
                assert (half.y == middle.y) if upright else (half.x == middle.x)


@given(layouts())
def test_labels_stand_in_the_open_at_every_turn_of_the_round(position: Position) -> None:
    whole, rules = position
    found = arranged(position)
    layout = Layout()
    faces = [None, *(face for face, _ in whole.joints)]
    for tile, face in zip(whole.tiles, faces, strict=True):
        layout.place(tile, face)
        boxes = [found.spots[laid].box for laid in layout.covered]
        labels = labelled(layout, found, sites(layout, rules))
        for label in labels:
            assert all(label.clear_of(box, 0) for box in boxes)
        for one, other in combinations(labels, 2):
            assert one.clear_of(other, 0)


@given(layouts())
def test_the_box_holds_everything(position: Position) -> None:
    layout, rules = position
    found = arranged(position)
    for box in (*(spot.box for spot in found.spots.values()),
                *labelled(layout, found, sites(layout, rules))):  # fmt: skip
        assert found.box.left <= box.left <= box.right <= found.box.right
        assert found.box.top <= box.top <= box.bottom <= found.box.bottom


@given(layouts())
def test_all_the_tiles_fit_a_screen(position: Position) -> None:
    """No picture is more than about twice as large as the smallest table, whatever is laid."""
    left, top, right, bottom = arranged(position).box
    assert right - left <= 2 * TABLE[0]
    assert bottom - top <= 2 * TABLE[1]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_arranged_before_the_lead(name: str) -> None:
    assert arrange(Layout(), published(name)) is None


def test_a_spinner_has_its_sides_and_arms_where_every_drawing_has_them() -> None:
    rules = published("all-fives")
    plays = "1-1, 1-2 on 1-1, 1-4 on 1-1, 1-5 on 1-1, 1-3 on 1-1"
    found = arranged((lay(rules, plays), rules))
    middles = {tile.text: spot.middle for tile, spot in found.spots.items()}
    assert middles["1-1"] == (0, 0)
    assert (middles["1-2"].x < 0, middles["1-2"].y) == (True, 0)
    assert (middles["1-4"].x > 0, middles["1-4"].y) == (True, 0)
    assert (middles["1-5"].x, middles["1-5"].y < 0) == (0, True)
    assert (middles["1-3"].x, middles["1-3"].y > 0) == (0, True)


def test_a_plain_lead_has_its_high_half_to_the_left() -> None:
    rules = published("muggins")
    found = arranged((lay(rules, "2-6"), rules))
    tile = Tile(2, 6)
    assert halves(tile, found.spots[tile])[6].x < 0


def test_all_28_tiles_with_long_sides_wind_into_a_table() -> None:
    rules = published("all-fives")
    layout = lay(rules, ALL_TILES)
    assert len(layout.covered) == 28
    left, top, right, bottom = arranged((layout, rules)).box
    assert right - left <= 1.4 * TABLE[0]
    assert bottom - top <= 1.4 * TABLE[1]


def test_a_short_chain_has_no_corner() -> None:
    rules = published("muggins")
    found = arranged((lay(rules, "1-2, 2-3 on 1-2, 1-4 on 1-2"), rules))
    assert {spot.middle.y for spot in found.spots.values()} == {0}

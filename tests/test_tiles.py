import copy
import pickle

import brute
import pytest

from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, FaceName, Tile


def test_the_set_has_twenty_eight_tiles_once_each() -> None:
    assert len(DOUBLE_SIX) == len(set(DOUBLE_SIX)) == 28
    assert {(tile.low, tile.high) for tile in DOUBLE_SIX} == set(brute.SET)
    assert sum(tile.pips for tile in DOUBLE_SIX) == 168
    assert sum(tile.is_double for tile in DOUBLE_SIX) == 7


def test_a_tile_has_no_orientation() -> None:
    for one in range(7):
        for other in range(7):
            tile = Tile(one, other)
            assert tile is Tile(other, one)
            assert (tile.low, tile.high) == (min(one, other), max(one, other))
            assert TILE_BY_TEXT[tile.text] is tile
            assert str(tile) == f"{min(one, other)}-{max(one, other)}"


@pytest.mark.parametrize(("one", "other"), [(0, 7), (-1, 3), (7, 7), (3, 12)])
def test_no_tile_outside_the_double_six_set(one: int, other: int) -> None:
    with pytest.raises(ValueError, match="no tile"):
        Tile(one, other)


def test_tiles_are_ordered_by_low_half_then_high() -> None:
    assert sorted(DOUBLE_SIX, key=lambda tile: tile.text) == sorted(DOUBLE_SIX)
    assert [tile.rank for tile in DOUBLE_SIX] == list(range(28))
    assert max(DOUBLE_SIX) is Tile(6, 6)


@pytest.mark.parametrize("tile", DOUBLE_SIX, ids=str)
def test_faces_of_a_tile(tile: Tile) -> None:
    names = [face.name for face in tile.faces]
    if tile.is_double:
        assert names == [FaceName.CHAIN_A, FaceName.CHAIN_B, FaceName.ARM_A, FaceName.ARM_B]
        assert [face.is_arm for face in tile.faces] == [False, False, True, True]
        assert {face.value for face in tile.faces} == {tile.low}
    else:
        assert [(face.name, face.value) for face in tile.faces] == [
            (FaceName.LOW, tile.low),
            (FaceName.HIGH, tile.high),
        ]
        assert not any(face.is_arm for face in tile.faces)
    for value in range(7):
        face = tile.facing[value]
        if value in (tile.low, tile.high):
            assert face is next(face for face in tile.faces if face.value == value)
        else:
            assert face is None


def test_two_different_tiles_share_at_most_one_value() -> None:
    for one in DOUBLE_SIX:
        for other in DOUBLE_SIX:
            if one is not other:
                common = {one.low, one.high} & {other.low, other.high}
                assert len(common) <= 1
                assert one.shared.get(other) == (common.pop() if common else None)


def test_tiles_and_faces_stay_themselves_when_copied_or_pickled() -> None:
    for tile in DOUBLE_SIX:
        assert pickle.loads(pickle.dumps(tile)) is tile  # noqa: S301 - our own bytes
        assert copy.deepcopy(tile) is tile
        for face in tile.faces:
            assert pickle.loads(pickle.dumps(face)) is face  # noqa: S301 - our own bytes

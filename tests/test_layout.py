import pytest
from cases import POSITIONS
from dealing import lay

from allfives_cli.game.layout import Layout
from allfives_cli.game.tiles import TILE_BY_TEXT, Tile
from allfives_cli.rulesets import published

T = TILE_BY_TEXT


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_tiles_and_joints_of_the_worked_positions(case: dict) -> None:
    layout = lay(published("all-fives"), case["plays"])
    assert [tile.text for tile in layout.tiles] == case["tiles"]
    joints = [
        [face.tile.text, face.name.value, to.tile.text, to.name.value] for face, to in layout.joints
    ]
    assert joints == case["joints"]


def test_the_first_double_is_kept_in_the_order_of_play() -> None:
    rules = published("all-fives")
    one = lay(rules, "1-4, 1-1 on 1-4, 4-4 on 1-4")
    other = lay(rules, "1-4, 4-4 on 1-4, 1-1 on 1-4")
    assert set(one.tiles) == set(other.tiles)
    assert one.first_double is T["1-1"]
    assert other.first_double is T["4-4"]
    assert lay(rules, "1-4, 4-6 on 1-4").first_double is None
    assert lay(rules, "2-2, 2-3 on 2-2, 3-3 on 2-3").first_double is T["2-2"]


def test_a_double_joins_by_its_first_chain_side() -> None:
    layout = lay(published("all-fives"), "3-6, 6-6 on 3-6, 2-6 on 6-6")
    assert [face.name.value for face in layout.covered[T["6-6"]]] == ["chain-a", "chain-b"]


def test_a_tile_is_not_joined_to_a_half_that_it_lacks() -> None:
    layout = Layout()
    layout.place(T["1-4"], None)
    face = T["1-4"].facing[4]
    with pytest.raises(ValueError, match="no half of value 4"):
        layout.place(T["2-3"], face)
    assert layout.tiles == (T["1-4"],)
    assert layout.ends == {T["1-4"]: None}
    assert layout.joints == []


def test_a_copy_changes_independently() -> None:
    layout = lay(published("all-fives"), "1-4, 1-1 on 1-4")
    twin = layout.copy()
    twin.place(T["4-4"], Tile(1, 4).facing[4])
    assert layout.tiles == (T["1-4"], T["1-1"])
    assert len(layout.joints) == 1
    assert T["4-4"] not in layout.ends
    assert T["1-4"] in layout.ends
    assert T["1-4"] not in twin.ends


def test_ends_are_the_tiles_with_at_most_one_neighbour() -> None:
    plays = "6-6, 3-6 on 6-6, 2-6 on 6-6, 0-6 on 6-6, 4-6 on 6-6"
    layout = lay(published("all-fives"), plays)
    assert set(layout.ends) == {T["3-6"], T["2-6"], T["0-6"], T["4-6"]}
    assert len(layout.covered[T["6-6"]]) == 4

"""Layouts walked outward from their centre."""

import pytest
from dealing import lay

from allfives_cli.game.counting import Contribution, Why
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import Tile
from allfives_cli.rulesets import published
from allfives_cli.show.arms import Spread, spread_of

ALL_FIVES = published("all-fives")
MUGGINS = published("muggins")


def spread(rules: RuleSet, plays: str) -> Spread:
    found = spread_of(lay(rules, plays), rules)
    assert found is not None
    return found


def walked(found: Spread) -> dict[str, str]:
    """Every branch with its tiles written outward."""
    return {
        branch.face.name.value: " ".join(f"{lying.near}-{lying.far}" for lying in branch.tiles)
        for branch in found.branches
    }


@pytest.mark.parametrize("rules", [ALL_FIVES, MUGGINS])
def test_nothing_before_the_lead(rules: RuleSet) -> None:
    assert spread_of(Layout(), rules) is None


def test_the_spinner_is_the_centre_though_another_tile_led() -> None:
    plays = "1-4, 1-1 on 1-4, 4-4 on 1-4, 1-2 on 1-1, 3-4 on 4-4, 1-5 on 1-1, 5-5 on 1-5"
    found = spread(ALL_FIVES, plays)
    assert found.centre is Tile(1, 1)
    assert found.is_spinner
    assert walked(found) == {
        "chain-a": "1-4 4-4 4-3",
        "chain-b": "1-2",
        "arm-a": "1-5 5-5",
        "arm-b": "",
    }
    assert [branch.end and branch.end.value for branch in found.branches] == [3, 2, 10, None]
    assert found.branches[3].site is Tile(1, 1).faces[3]
    assert " ".join(f"{near}{far}" for _, near, far in found.line) == "34 44 41 11 12"


def test_without_a_spinner_the_lead_is_the_centre_and_its_high_half_first() -> None:
    found = spread(MUGGINS, "2-6, 6-6 on 2-6, 2-3 on 2-6, 3-3 on 2-3, 1-6 on 6-6")
    assert found.centre is Tile(2, 6)
    assert not found.is_spinner
    assert walked(found) == {"high": "6-6 6-1", "low": "2-3 3-3"}
    assert " ".join(f"{near}{far}" for _, near, far in found.line) == "16 66 62 23 33"


def test_a_double_that_led_without_spinners_has_two_sides() -> None:
    found = spread(MUGGINS, "5-5, 1-5 on 5-5, 2-5 on 5-5")
    assert walked(found) == {"chain-a": "5-1", "chain-b": "5-2"}
    assert not found.is_spinner


@pytest.mark.parametrize("rules", [ALL_FIVES, MUGGINS])
def test_a_lone_double_counts_once_and_at_no_side(rules: RuleSet) -> None:
    found = spread(rules, "5-5")
    assert found.alone == Contribution(Tile(5, 5), 10, Why.LEAD_DOUBLE)
    assert [branch.end for branch in found.branches[:2]] == [None, None]
    assert tuple(branch.site for branch in found.branches[:2]) == Tile(5, 5).faces[:2]
    assert found.counted == (found.alone,)


def test_a_lone_plain_lead_counts_each_half_at_its_side() -> None:
    found = spread(ALL_FIVES, "3-6")
    assert [counted.value for counted in found.counted] == [6, 3]
    assert found.alone is None


def test_a_lead_with_one_neighbour_counts_at_its_other_half() -> None:
    found = spread(ALL_FIVES, "3-6, 2-3 on 3-6")
    assert [branch.end for branch in found.branches] == [
        Contribution(Tile(3, 6), 6, Why.END),
        Contribution(Tile(2, 3), 2, Why.END),
    ]


def test_a_spinner_with_one_neighbour_counts_at_its_open_chain_side_alone() -> None:
    found = spread(ALL_FIVES, "6-6, 1-6 on 6-6")
    spinner = Contribution(Tile(6, 6), 12, Why.END_DOUBLE)
    assert [branch.end for branch in found.branches] == [
        Contribution(Tile(1, 6), 1, Why.END),
        spinner,
        None,
        None,
    ]
    assert [branch.site is not None for branch in found.branches] == [True, True, False, False]

"""Where a tile may go: each test is named after the clause of the rules it shows."""

from typing import Any

import pytest
from cases import POSITIONS, by_rules
from dealing import lay, play_match, plays_of

from allfives_cli.game.layout import Layout
from allfives_cli.game.sites import interchangeable, open_values, site_on, sites, spinners
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT
from allfives_cli.rulesets import NAMES, published

T = TILE_BY_TEXT


def named_sites(layout: Layout, rules: str) -> list[list[Any]]:
    return [[f.tile.text, f.name.value, f.value] for f in sites(layout, published(rules))]


@pytest.mark.parametrize("rules", ["all-fives", "all-fives-deducted"])
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_sites_and_spinners_of_the_worked_positions(case: dict[str, Any], rules: str) -> None:
    layout = lay(published(rules), case["plays"])
    assert named_sites(layout, rules) == case["sites"]
    assert [tile.text for tile in spinners(layout, published(rules))] == case["spinners"]


@pytest.mark.parametrize(
    ("rules", "case"),
    [pytest.param(name, case, id=label) for label, name, case in by_rules("layout")],
)
def test_places_in_the_field(rules: str, case: dict[str, Any]) -> None:
    layout = Layout()
    for (tile, on), expected in zip(plays_of(case["plays"]), case["expected"][rules], strict=True):
        face = None if on is None else site_on(layout, on, tile, published(rules))
        assert (on is not None and face is None) == (expected == "illegal")
        if expected != "illegal":
            layout.place(tile, face)
    if "open_sites" in case and "illegal" not in case["expected"][rules]:
        found = named_sites(layout, rules)
        if rules == "muggins":
            assert found == [s for s in case["open_sites"] if not s[1].startswith("arm")]
        else:
            assert found == case["open_sites"]


# clause, rule set, plays, sites
CLAUSES = [
    ("nothing is open before the lead", "all-fives", "", []),
    ("a lone plain lead is open at both halves", "muggins", "2-5", ["2-5 high", "2-5 low"]),
    (
        "a lone double is open at its two chain sides",
        "muggins",
        "5-5",
        ["5-5 chain-a", "5-5 chain-b"],
    ),
    (
        "both chain sides before any arm",
        "all-fives",
        "5-5, 2-5 on 5-5",
        ["2-5 low", "5-5 chain-b"],
    ),
    (
        "then either arm",
        "all-fives",
        "5-5, 2-5 on 5-5, 3-5 on 5-5",
        ["2-5 low", "3-5 low", "5-5 arm-a", "5-5 arm-b"],
    ),
    (
        "the other arm stays open to the end of the round",
        "all-fives-deducted",
        "5-5, 2-5 on 5-5, 3-5 on 5-5, 4-5 on 5-5, 4-4 on 4-5, 2-4 on 4-4, 2-2 on 2-4, 2-3 on 2-2",
        ["2-3 high", "2-5 low", "3-5 low", "5-5 arm-b"],
    ),
    (
        "a spinner takes four neighbours and no more",
        "all-fives",
        "5-5, 2-5 on 5-5, 3-5 on 5-5, 4-5 on 5-5, 0-5 on 5-5",
        ["0-5 low", "2-5 low", "3-5 low", "4-5 low"],
    ),
    (
        "no spinner: two ends only",
        "muggins",
        "5-5, 2-5 on 5-5, 3-5 on 5-5",
        ["2-5 low", "3-5 low"],
    ),
    (
        "the first double is the spinner wherever it is laid",
        "all-fives",
        "2-5, 5-5 on 2-5, 5-6 on 5-5",
        ["2-5 low", "5-5 arm-a", "5-5 arm-b", "5-6 high"],
    ),
    (
        "a later double opens no arm",
        "all-fives",
        "1-5, 1-1 on 1-5, 5-5 on 1-5, 5-6 on 5-5",
        ["1-1 chain-b", "5-6 high"],
    ),
]


@pytest.mark.parametrize(
    ("rules", "plays", "expected"), [c[1:] for c in CLAUSES], ids=[c[0] for c in CLAUSES]
)
def test_clause(rules: str, plays: str, expected: list[str]) -> None:
    layout = lay(published(rules), plays)
    found = [f"{tile} {face}" for tile, face, _ in named_sites(layout, rules)]
    assert found == expected
    assert open_values(layout, published(rules)) == {
        value for _, _, value in named_sites(layout, rules)
    }


def test_a_rule_set_decides_whether_there_is_a_spinner() -> None:
    plays = "2-5, 5-5 on 2-5"
    assert spinners(lay(published("all-fives"), plays), published("all-fives")) == (T["5-5"],)
    assert spinners(lay(published("muggins"), plays), published("muggins")) == ()


def test_a_face_of_one_tile_is_never_ambiguous() -> None:
    """Whatever lies on the table, naming the tile touched names one face or none."""
    for name in NAMES:
        rules = published(name)
        for played in play_match(rules, 2, seed=5, rounds=3):
            layout = played.state.layout
            everywhere = sites(layout, rules)
            for touched in layout.tiles:
                for tile in DOUBLE_SIX:
                    if tile in layout.covered:
                        continue
                    fitting = [
                        f
                        for f in everywhere
                        if f.tile is touched and f.value in (tile.low, tile.high)
                    ]
                    face = site_on(layout, touched, tile, rules)
                    assert (face is None) == (not fitting)
                    if face is not None:
                        assert face in fitting
                        assert all(interchangeable(face, other) for other in fitting)


# plays, one site, another, whether laying on either comes to the same
PAIRS = [
    ("0-4, 0-2 on 0-4, 2-4 on 0-2", "0-4 high", "2-4 high", True),
    ("2-4, 4-4 on 2-4, 0-2 on 2-4, 0-4 on 0-2", "4-4 chain-b", "0-4 high", False),
    ("5-5, 2-5 on 5-5, 3-5 on 5-5", "5-5 arm-a", "5-5 arm-b", True),
    ("5-5", "5-5 chain-a", "5-5 chain-b", True),
    ("2-5", "2-5 low", "2-5 high", False),
    ("5-5, 2-5 on 5-5, 3-5 on 5-5, 0-2 on 2-5, 0-3 on 3-5", "0-2 low", "0-3 low", True),
]


@pytest.mark.parametrize(("plays", "one", "other", "same"), PAIRS)
def test_interchangeable_sites(plays: str, one: str, other: str, same: bool) -> None:
    rules = published("all-fives")
    layout = lay(rules, plays)
    by_name = {f"{f.tile.text} {f.name}": f for f in sites(layout, rules)}
    assert interchangeable(by_name[one], by_name[other]) is same
    assert interchangeable(by_name[other], by_name[one]) is same


def test_a_chain_side_and_an_arm_of_one_double_differ() -> None:
    chain_a, chain_b, arm_a, arm_b = T["5-5"].faces
    assert interchangeable(chain_a, chain_b)
    assert interchangeable(arm_a, arm_b)
    assert not interchangeable(chain_b, arm_a)

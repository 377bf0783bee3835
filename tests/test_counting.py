"""What counts: each test is named after the clause of the rules it shows."""

from typing import Any

import pytest
from cases import POSITIONS, by_rules
from dealing import lay, play_match, plays_of

from allfives_cli.game.actions import Play
from allfives_cli.game.counting import Why, award, contributions, end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.sites import site_on
from allfives_cli.game.tiles import TILE_BY_TEXT, Tile
from allfives_cli.rulesets import NAMES, published


def sums_of(rules: str, plays: str) -> list[tuple[int, int]]:
    layout = Layout()
    found = []
    for tile, on in plays_of(plays):
        face = site_on(layout, on, tile, published(rules)) if isinstance(on, Tile) else None
        layout.place(tile, face)
        found.append((end_sum(layout), award(end_sum(layout))))
    return found


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_sum_and_award_after_every_play_of_the_worked_positions(case: dict[str, Any]) -> None:
    expected = list(zip(case["sums"], case["awards"], strict=True))
    assert sums_of("all-fives", case["plays"]) == expected


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_contributions_of_the_worked_positions(case: dict[str, Any]) -> None:
    layout = lay(published("all-fives"), case["plays"])
    found = [[c.tile.text, c.value] for c in contributions(layout)]
    assert found == case["contributions"]


@pytest.mark.parametrize(
    ("rules", "case"),
    [pytest.param(name, case, id=label) for label, name, case in by_rules("layout")],
)
def test_sums_in_the_field(rules: str, case: dict[str, Any]) -> None:
    legal = [tuple(pair) for pair in case["expected"][rules] if pair != "illegal"]
    plays = ", ".join(case["plays"].split(", ")[: len(legal)])
    assert sums_of(rules, plays) == legal


# clause, rule set, plays, {tile: (value, why)}, sum
CLAUSES = [
    ("nothing counts before the lead", "", [], 0),
    (
        "a lone plain lead counts its two halves, the high one first",
        "2-5",
        [("2-5", 5, Why.LEAD_HALF), ("2-5", 2, Why.LEAD_HALF)],
        7,
    ),
    (
        "a lone double counts both halves once",
        "2-2",
        [("2-2", 4, Why.LEAD_DOUBLE)],
        4,
    ),
    ("a plain end counts its open value", "2-5, 0-5 on 2-5", [("0-5", 0), ("2-5", 2)], 2),
    ("an end double counts both halves", "2-5, 5-5 on 2-5", [("2-5", 2), ("5-5", 10)], 12),
    (
        "a spinner with one neighbour is still an end",
        "6-6, 3-6 on 6-6",
        [("3-6", 3), ("6-6", 12)],
        15,
    ),
    (
        "an inner spinner and its unused arms count nothing",
        "6-6, 3-6 on 6-6, 2-6 on 6-6",
        [("2-6", 2), ("3-6", 3)],
        5,
    ),
    (
        "a begun arm counts its outer end, the unused one nothing",
        "6-6, 3-6 on 6-6, 2-6 on 6-6, 5-6 on 6-6",
        [("2-6", 2), ("3-6", 3), ("5-6", 5)],
        10,
    ),
    (
        "an inner double counts nothing",
        "1-4, 4-4 on 1-4, 4-6 on 4-4",
        [("1-4", 1), ("4-6", 6)],
        7,
    ),
    (
        "an end of value 0 counts, as nothing",
        "0-0, 0-5 on 0-0",
        [("0-0", 0), ("0-5", 5)],
        5,
    ),
]


@pytest.mark.parametrize(
    ("plays", "expected", "total"), [c[1:] for c in CLAUSES], ids=[c[0] for c in CLAUSES]
)
def test_clause(plays: str, expected: list[tuple[Any, ...]], total: int) -> None:
    layout = lay(published("all-fives"), plays)
    found = contributions(layout)
    assert [(c.tile.text, c.value) for c in found] == [entry[:2] for entry in expected]
    assert end_sum(layout) == total == sum(c.value for c in found)
    for entry, contribution in zip(expected, found, strict=True):
        ends = Why.END_DOUBLE if contribution.tile.is_double else Why.END
        assert contribution.why is (entry[2] if len(entry) > 2 else ends)


@pytest.mark.parametrize(
    ("total", "points"),
    [(0, 0), (1, 0), (4, 0), (5, 5), (9, 0), (10, 10), (14, 0), (15, 15), (35, 35), (36, 0)],
)
def test_award_is_the_sum_if_a_positive_multiple_of_five(total: int, points: int) -> None:
    assert award(total) == points


ONE_SPINNER = (
    "3-3, 3-6 on 3-3, 3-5 on 3-3, 3-4 on 3-3, 0-3 on 3-3, {} on 0-3, 4-4 on 3-4, 5-5 on 3-5, "
    "6-6 on 3-6"
)
MAXIMA = [
    ("one spinner, the largest sum", "all-fives", ONE_SPINNER.format("0-6"), 36, 0),
    ("one spinner, the largest award", "all-fives-deducted", ONE_SPINNER.format("0-5"), 35, 35),
    ("no spinner, the largest sum", "muggins", "5-6, 6-6 on 5-6, 5-5 on 5-6", 22, 0),
    ("no spinner, the largest award", "muggins", "4-6, 6-6 on 4-6, 4-4 on 4-6", 20, 20),
]


@pytest.mark.parametrize(
    ("rules", "plays", "total", "points"), [c[1:] for c in MAXIMA], ids=[c[0] for c in MAXIMA]
)
def test_largest_sums_and_awards_are_reached(
    rules: str, plays: str, total: int, points: int
) -> None:
    assert sums_of(rules, plays)[-1] == (total, points)


@pytest.mark.parametrize(
    ("rules", "ends", "most_sum", "most_award"),
    [("all-fives", 4, 36, 35), ("all-fives-deducted", 4, 36, 35), ("muggins", 2, 22, 20)],
)
def test_larger_sums_and_awards_are_never_met(
    rules: str, ends: int, most_sum: int, most_award: int
) -> None:
    """The most that so many different ends could hold, and what greedy play comes to."""
    doubles = sorted((t.pips for t in TILE_BY_TEXT.values() if t.is_double), reverse=True)
    assert most_sum == sum(doubles[:ends])
    assert most_award == max(n for n in range(most_sum + 1) if award(n) == n)
    met = 0
    for seed in range(6):
        for played in play_match(
            published(rules), 2, seed=seed, policies=("highest-sum",), rounds=5
        ):
            outcomes = [e.outcome for e in played.events if isinstance(e.action, Play)]
            assert all(o is not None and o.end_sum <= most_sum for o in outcomes)
            assert all(o is not None and o.award <= most_award for o in outcomes)
            met = max(met, *(o.end_sum for o in outcomes if o is not None))
    assert met > most_sum // 2


@pytest.mark.parametrize("name", NAMES)
def test_contributions_add_up_to_the_sum_in_every_position_of_a_match(name: str) -> None:
    for players in (2, 3, 4):
        for played in play_match(published(name), players, seed=players, rounds=3):
            layout = Layout()
            for event in played.events:
                if isinstance(event.action, Play):
                    assert event.outcome is not None
                    layout.place(event.action.tile, event.outcome.face)
                    found = contributions(layout)
                    assert sum(c.value for c in found) == event.outcome.end_sum
                    assert found == sorted(found, key=lambda c: c.tile.rank)

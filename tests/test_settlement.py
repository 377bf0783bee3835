"""What is paid when a round ends: named clauses, field cases, and a second computation."""

from fractions import Fraction
from typing import Any

import brute
import pytest
from cases import by_rules
from dealing import tiles_of
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.game.matches import MatchState, default_sides
from allfives_cli.game.rules import RuleSet, allowed_words
from allfives_cli.game.settlement import Settlement, StepWhy, rounded, settle
from allfives_cli.rulesets import NAMES, published, rules_from

Sides = list[tuple[int, ...]]

TWO: Sides = [(0,), (1,)]
THREE: Sides = [(0,), (1,), (2,)]
ALONE: Sides = [(0,), (1,), (2,), (3,)]
PAIRS: Sides = [(0, 2), (1, 3)]


def points(changes: dict[int, int]) -> dict[int, Fraction]:
    return {side: Fraction(halves, 2) for side, halves in changes.items()}


@pytest.mark.parametrize(
    ("pips", "expected"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10), (12, 10), (13, 15)],
)
def test_rounding_a_remainder_of_1_or_2_down_and_3_or_4_up(pips: int, expected: int) -> None:
    assert rounded(pips) == expected


def test_rounding_is_to_the_nearest_five_for_every_hand() -> None:
    assert all(rounded(pips) == brute.nearest_five(pips) for pips in range(169))


# clause, rule set or overrides, sides, pips by seat, who went out, changes, winners of the round
CLAUSES: list[tuple[str, str, Sides, list[int], int | None, dict[int, float], tuple[int, ...]]] = [
    ("out: paid the other's hand, rounded", "all-fives", TWO, [0, 13], 0, {0: 15}, (0,)),
    ("out against 0-0: won, worth nothing", "all-fives", TWO, [0, 0], 1, {}, (1,)),
    ("out: one pool of all opponents", "all-fives", THREE, [0, 7, 7], 0, {0: 15}, (0,)),
    ("out: each hand by itself", "muggins", THREE, [0, 7, 7], 0, {0: 10}, (0,)),
    ("out: a partner is not paid for", "all-fives", PAIRS, [0, 7, 30, 7], 0, {0: 15}, (0,)),
    ("out: nor in muggins", "muggins", PAIRS, [7, 30, 7, 0], 3, {1: 10}, (1,)),
    (
        "out: nobody is paid, all lose their own, a partner's too",
        "all-fives-deducted",
        PAIRS,
        [0, 7, 13, 7],
        0,
        {0: -15, 1: -10},
        (0,),
    ),
    ("out: four alone, each loses his own", "all-fives-deducted", ALONE, [3, 2, 0, 8], 2,
     {0: -5, 3: -10}, (2,)),
    ("out: four alone, each hand paid", "muggins", ALONE, [3, 2, 0, 8], 2, {2: 15}, (2,)),
    ("blocked: fewest pips takes the pool, own not subtracted", "all-fives", TWO, [7, 13], None,
     {0: 15}, (0,)),
    ("blocked: three, one pool of two hands", "all-fives", THREE, [12, 6, 11], None, {1: 25}, (1,)),
    ("blocked: partners' pips summed", "all-fives", PAIRS, [1, 8, 20, 9], None, {1: 20}, (1,)),
    ("blocked: everybody loses his own, nobody wins", "all-fives-deducted", TWO, [7, 13], None,
     {0: -5, 1: -15}, ()),
    ("blocked: rounded less own rounded", "muggins", TWO, [7, 13], None, {0: 10}, (0,)),
    ("blocked: rounded per side, not per hand", "muggins", PAIRS, [2, 4, 2, 4], None, {0: 5}, (0,)),
    ("blocked: three, each other side rounded", "muggins", THREE, [2, 13, 13], None, {0: 30}, (0,)),
    ("blocked: won by a hair, worth nothing", "muggins", TWO, [11, 12], None, {}, (0,)),
    ("blocked: four alone", "muggins", ALONE, [2, 13, 13, 3], None, {0: 35}, (0,)),
    ("tie: two players, nothing", "all-fives", TWO, [9, 9], None, {}, ()),
    ("tie: pairs, nothing", "all-fives", PAIRS, [5, 4, 2, 3], None, {}, ()),
    ("tie: two of three split the third exactly", "all-fives", THREE, [4, 6, 4], None,
     {0: 2.5, 2: 2.5}, (0, 2)),
    ("tie: two of three, the third rounded first", "all-fives", THREE, [12, 4, 4], None,
     {1: 5, 2: 5}, (1, 2)),
    ("tie: two of three at 1, a third rounded to nothing", "all-fives", THREE, [1, 1, 2], None,
     {}, (0, 1)),
    ("tie: three ways, nothing", "all-fives", THREE, [6, 6, 6], None, {}, ()),
    ("tie: the two that tie for most do not matter", "all-fives", THREE, [3, 6, 6], None,
     {0: 10}, (0,)),
    ("tie: nothing in muggins", "muggins", THREE, [4, 4, 9], None, {}, ()),
    ("tie: own tiles are lost all the same", "all-fives-deducted", TWO, [9, 9], None,
     {0: -10, 1: -10}, ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sides", "pips", "out", "changes", "winners"),
    [case[1:] for case in CLAUSES],
    ids=[case[0] for case in CLAUSES],
)
def test_clause(
    name: str,
    sides: Sides,
    pips: list[int],
    out: int | None,
    changes: dict[int, float],
    winners: tuple[int, ...],
) -> None:
    settlement = settle(published(name), sides, pips, out)
    assert points(settlement.changes) == changes
    assert settlement.winners == winners


# reading of the blocked formula, own pips, others' pips (of two), what it pays
READINGS = [
    ("less-own-rounded", 7, 13, 10),
    ("less-own", 7, 13, 8),
    ("rounded-difference", 7, 13, 5),
    ("pooled", 7, 13, 15),
    ("less-own", 11, 12, 0),  # 10 less 11 is not taken from the winner
    ("less-own", 9, 12, 1),  # no multiple of five, and not rounded to one
    ("rounded-difference", 9, 11, 0),
    ("rounded-difference", 9, 12, 5),
]


@pytest.mark.parametrize(("word", "own", "other", "paid"), READINGS)
def test_readings_of_the_blocked_formula(word: str, own: int, other: int, paid: int) -> None:
    rules = rules_from("muggins", {"blocked_settlement": word})
    settlement = settle(rules, TWO, [other, own], None)
    assert points(settlement.changes) == ({1: paid} if paid else {})
    assert settlement.winners == (1,)


@pytest.mark.parametrize(
    ("rules", "case"),
    [pytest.param(name, case, id=label) for label, name, case in by_rules("settlement")],
)
def test_settlements_in_the_field(rules: str, case: dict[str, Any]) -> None:
    sides = [tuple(side) for side in case["sides"]]
    pips = [sum(tile.pips for tile in tiles_of(hand)) for hand in case["hands"]]
    expected = case["expected"][rules]
    match = MatchState(published(rules), sides, case.get("target", 200))
    match.totals = [int(2 * total) for total in case.get("totals", [0] * len(sides))]
    before = list(match.totals)
    settlement = match.settle(pips, case["out"])
    changes = {int(side): Fraction(amount) for side, amount in expected["changes"].items()}
    assert points(settlement.changes) == changes
    for side, total in enumerate(match.totals):
        assert Fraction(total - before[side], 2) == changes.get(side, 0)
    if "winners" in expected:
        assert list(settlement.winners) == expected["winners"]
    if "totals" in expected:
        assert [Fraction(total, 2) for total in match.totals] == expected["totals"]
        assert list(match.winners) == expected["match_winners"]
    if "next_lead" in expected:
        assert match.next_lead([], first=False).seat == expected["next_lead"]


Steps = list[tuple[int, str, tuple[int, ...], float]]

# clause, rule set, sides, pips, out, steps as (side, why, seats, points)
STEPS: list[tuple[str, str, Sides, list[int], int | None, Steps]] = [
    ("one pool, rounded once", "all-fives", THREE, [0, 7, 6], 0,
     [(0, "opponent-pips", (1,), 7), (0, "opponent-pips", (2,), 6), (0, "rounding", (1, 2), 2)]),
    ("no step for a rounding that changes nothing", "all-fives", TWO, [0, 15], 0,
     [(0, "opponent-pips", (1,), 15)]),
    ("each hand rounded by itself", "muggins", THREE, [0, 7, 6], 0,
     [(0, "opponent-pips", (1,), 7), (0, "rounding", (1,), -2),
      (0, "opponent-pips", (2,), 6), (0, "rounding", (2,), -1)]),
    ("own pips come off, rounded", "all-fives-deducted", PAIRS, [0, 7, 13, 0], 0,
     [(0, "own-pips", (2,), -13), (0, "rounding", (2,), -2),
      (1, "own-pips", (1,), -7), (1, "rounding", (1,), 2)]),
    ("less own, both rounded", "muggins", TWO, [7, 13], None,
     [(0, "opponent-pips", (1,), 13), (0, "rounding", (1,), 2),
      (0, "own-pips", (0,), -7), (0, "rounding", (0,), 2)]),
    ("a split", "all-fives", THREE, [4, 7, 4], None,
     [(0, "opponent-pips", (1,), 7), (0, "rounding", (1,), -2), (0, "shared", (2,), -2.5),
      (2, "opponent-pips", (1,), 7), (2, "rounding", (1,), -2), (2, "shared", (0,), -2.5)]),
    ("a tie that pays nothing has no steps", "all-fives", TWO, [9, 9], None, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sides", "pips", "out", "steps"),
    [case[1:] for case in STEPS],
    ids=[case[0] for case in STEPS],
)
def test_steps_of_the_arithmetic(
    name: str,
    sides: Sides,
    pips: list[int],
    out: int | None,
    steps: Steps,
) -> None:
    settlement = settle(published(name), sides, pips, out)
    found = [(s.side, s.why.value, s.seats, s.amount / 2) for s in settlement.steps]
    assert found == steps


def test_the_floor_of_less_own_is_a_step() -> None:
    rules = rules_from("muggins", {"blocked_settlement": "less-own"})
    settlement = settle(rules, TWO, [11, 12], None)
    assert settlement.steps[-1] == (0, StepWhy.NOT_BELOW_ZERO, (0,), 2)
    assert settlement.changes == {}


def test_the_sides_tied_for_fewest_are_told() -> None:
    rules = published("muggins")
    assert settle(rules, THREE, [6, 6, 9], None).fewest == (0, 1)
    assert settle(rules, THREE, [6, 6, 6], None).fewest == (0, 1, 2)
    assert settle(rules, THREE, [5, 6, 6], None).fewest == ()
    assert settle(rules, THREE, [0, 6, 6], 0).fewest == ()


# -- a second computation ----------------------------------------------------------

ALL_RULES = [published(name) for name in NAMES] + [
    rules_from(base, {"blocked_settlement": word, "out_settlement": out, "tie": tie})
    for base in ("all-fives", "muggins")
    for word in allowed_words("blocked_settlement")
    for out in allowed_words("out_settlement")
    for tie in allowed_words("tie")
]


@st.composite
def leftovers(draw: st.DrawFn) -> tuple[RuleSet, Sides, list[int], int | None]:
    rules = draw(st.sampled_from(ALL_RULES))
    sides = draw(st.sampled_from([TWO, THREE, ALONE, PAIRS]))
    seats = sum(len(side) for side in sides)
    tiles = draw(st.permutations(brute.SET))
    cuts = sorted(draw(st.lists(st.integers(1, 20), min_size=seats, max_size=seats)))
    hands = [tiles[a:b] for a, b in zip([0, *cuts], cuts, strict=False)]
    pips = [sum(sum(tile) for tile in hand) for hand in hands]
    if draw(st.booleans()):  # few pips, so that ties are common
        pips = [draw(st.integers(0, 6)) for _ in pips]
    out = draw(st.none() | st.sampled_from(range(seats)))
    if out is not None:
        pips[out] = 0
    return rules, sides, pips, out


@given(leftovers())
def test_settlement_agrees_with_the_words_of_the_rules(
    case: tuple[RuleSet, Sides, list[int], int | None],
) -> None:
    rules, sides, pips, out = case
    how = rules.blocked_settlement if out is None else rules.out_settlement
    settlement = settle(rules, sides, pips, out)
    assert points(settlement.changes) == brute.payments(sides, pips, out, how, rules.tie)


@given(leftovers())
def test_steps_add_up_to_the_changes(
    case: tuple[RuleSet, Sides, list[int], int | None],
) -> None:
    settlement: Settlement = settle(*case)
    added: dict[int, int] = dict.fromkeys(range(len(case[1])), 0)
    for step in settlement.steps:
        added[step.side] += step.amount
    assert {side: amount for side, amount in added.items() if amount} == settlement.changes


@given(leftovers())
def test_only_a_deduction_takes_points_away(
    case: tuple[RuleSet, Sides, list[int], int | None],
) -> None:
    rules, _, _, out = case
    how = rules.blocked_settlement if out is None else rules.out_settlement
    changes = settle(*case).changes.values()
    assert (
        all(change < 0 for change in changes) if how == "deducted" else min(changes, default=1) > 0
    )


@pytest.mark.parametrize("name", NAMES)
def test_half_points_arise_only_from_a_split(name: str) -> None:
    rules = published(name)
    odd = 0
    for one in range(12):
        for two in range(12):
            for three in range(12):
                changes = settle(rules, default_sides(3), [one, two, three], None).changes
                odd += sum(change % 2 for change in changes.values())
    assert bool(odd) == (rules.tie == "split-by-two-of-three")

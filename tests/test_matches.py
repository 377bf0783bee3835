"""A match: banking, the target, who leads, and whole matches against a second referee."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import brute
import pytest
from cases import FIELD_CASES
from dealing import POLICIES, TARGET, RoundPlayed, play_match, search, tiles_of

from allfives_cli.game.actions import Ending, Hand, Pass, Play
from allfives_cli.game.matches import Lead, LeadHow, MatchState, default_sides, highest_tile
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Side
from allfives_cli.game.tiles import TILE_BY_TEXT, Tile
from allfives_cli.rulesets import NAMES, published, rules_from

T = TILE_BY_TEXT
FIELD = {case["id"]: case for case in FIELD_CASES["match"]}


def match_of(name: str, players: int, target: int, totals: list[float] | None = None) -> MatchState:
    match = MatchState(published(name), default_sides(players), target)
    if totals is not None:
        match.totals = [int(2 * total) for total in totals]
    return match


def points(match: MatchState) -> list[Fraction]:
    return [Fraction(total, 2) for total in match.totals]


def hands_of(*texts: str) -> list[Hand]:
    return [Hand(tiles_of(text)) for text in texts]


# -- sides and banking -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sides"),
    [(2, ((0,), (1,))), (3, ((0,), (1,), (2,))), (4, ((0, 2), (1, 3)))],
)
def test_sides_where_none_are_named(players: int, sides: tuple[Side, ...]) -> None:
    assert default_sides(players) == sides


def test_partners_share_one_score() -> None:
    match = match_of("all-fives", 4, 200)
    assert [match.bank(seat, 10) for seat in (0, 1, 2, 3)] == [20, 20, 40, 40]
    assert points(match) == [20, 20]


def test_four_alone_each_have_their_own() -> None:
    match = MatchState(published("muggins"), [(0,), (1,), (2,), (3,)], 200)
    for seat in range(4):
        match.bank(seat, 5 * seat)
    assert points(match) == [0, 5, 10, 15]


# -- the end of the match ----------------------------------------------------------------


@pytest.mark.parametrize("name", FIELD["b59"]["rules"])
def test_reaching_the_target_in_mid_round_wins_at_once(name: str) -> None:
    case = FIELD["b59"]
    match = match_of(name, 2, case["target"], case["totals"])
    assert match.winners == ()
    assert match.bank(case["seat"], T[case["tile"]].pips) == 2 * case["total"]
    assert list(match.winners) == case["winners"]


def test_scores_are_not_clipped_at_the_target() -> None:
    match = match_of("all-fives", 2, 250, [245, 100])
    match.bank(0, 35)
    assert points(match) == [280, 100]
    assert match.winners == (0,)


def test_one_point_below_the_target_is_not_there() -> None:
    match = match_of("all-fives", 2, 250, [244.5, 0])
    match.bank(0, 5)
    assert match.winners == ()


def test_a_play_without_award_wins_nothing() -> None:
    match = match_of("all-fives", 2, 250, [245, 240])
    match.bank(0, 0)
    assert match.winners == ()


# clause, rules, players, totals before, pips, out, totals after, winners
SETTLED: list[tuple[str, str, int, list[float], list[int], int | None, list[float], list[int]]] = [
    ("won by a settlement", "all-fives", 2, [190, 150], [0, 13], 0, [205, 150], [0]),
    ("not quite won by a settlement", "all-fives", 2, [180, 150], [0, 13], 0, [195, 150], []),
    ("won by a block", "muggins", 2, [150, 195], [13, 7], None, [150, 205], [1]),
    ("won by a split of half points", "all-fives", 3, [197.5, 0, 0], [4, 4, 6], None,
     [200, 2.5, 0], [0]),
    ("a split carries both over, the higher total wins", "all-fives", 3, [195, 60, 197.5],
     [4, 12, 4], None, [200, 60, 202.5], [2]),
    ("a split carries both over, equal totals share", "all-fives", 3, [60, 197.5, 197.5],
     [6, 4, 4], None, [60, 200, 200], [1, 2]),
    ("nobody wins by losing points", "all-fives-deducted", 2, [195, 10], [0, 30], 0,
     [195, -20], []),
    ("a score may fall below zero", "all-fives-deducted", 3, [0, 5, 10], [8, 0, 30], 1,
     [-10, 5, -20], []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "players", "before", "pips", "out", "after", "winners"),
    [case[1:] for case in SETTLED],
    ids=[case[0] for case in SETTLED],
)
def test_target_after_the_settlement(  # noqa: PLR0917 - the columns of a table
    name: str,
    players: int,
    before: list[float],
    pips: list[int],
    out: int | None,
    after: list[float],
    winners: list[int],
) -> None:
    match = match_of(name, players, 200, before)
    match.settle(pips, out)
    assert points(match) == after
    assert list(match.winners) == winners


def test_nobody_wins_by_the_target_once_the_scores_are_lost() -> None:
    match = match_of("all-fives", 2, 250, [245, 240])
    match.forget_scores()
    match.bank(0, 5)
    match.settle([0, 30], 0)
    assert match.winners == ()


# -- who leads ----------------------------------------------------------------------------

DOUBLES = ("0-1 2-2 5-6", "4-4 0-0", "3-3 4-6")
NO_DOUBLES = ("0-1 4-6", "3-6 0-2", "1-6 5-6")
NINE_PIPS = ("0-1 4-5", "3-6 0-2", "1-6 0-5")

# clause, rules, first round, who went out before (None a block), hands, expected lead
LEADS: list[tuple[str, str, bool, int | None, tuple[str, ...], Lead]] = [
    ("first round: a lot", "all-fives", True, None, DOUBLES, Lead(LeadHow.LOT)),
    ("first round: a lot", "all-fives-deducted", True, None, DOUBLES, Lead(LeadHow.LOT)),
    ("first round: the highest double", "muggins", True, None, DOUBLES,
     Lead(LeadHow.HIGHEST_DOUBLE, 1, T["4-4"])),
    ("no double: the heaviest tile", "muggins", True, None, NO_DOUBLES,
     Lead(LeadHow.HEAVIEST_TILE, 2, T["5-6"])),
    ("equally heavy: the higher half", "muggins", True, None, NINE_PIPS,
     Lead(LeadHow.HEAVIEST_TILE, 1, T["3-6"])),
    ("0-0 is a double", "muggins", True, None, ("0-0 0-1", "5-6 4-6"),
     Lead(LeadHow.HIGHEST_DOUBLE, 0, T["0-0"])),
    *((f"after going out: that player ({name})", name, False, 2, DOUBLES,
       Lead(LeadHow.WENT_OUT, 2)) for name in NAMES),
    ("after a block: a new lot", "all-fives", False, None, DOUBLES, Lead(LeadHow.LOT)),
    ("after a block: a new lot", "all-fives-deducted", False, None, DOUBLES, Lead(LeadHow.LOT)),
    ("after a block: the highest double", "muggins", False, None, DOUBLES,
     Lead(LeadHow.HIGHEST_DOUBLE, 1, T["4-4"])),
    ("after a block without a double", "muggins", False, None, NO_DOUBLES,
     Lead(LeadHow.HEAVIEST_TILE, 2, T["5-6"])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "first", "out", "hands", "expected"),
    [case[1:] for case in LEADS],
    ids=[f"{case[0]} ({case[1]})" for case in LEADS],
)
def test_who_leads(
    name: str,
    first: bool,
    out: int | None,
    hands: tuple[str, ...],
    expected: Lead,
) -> None:
    match = match_of(name, len(hands), 200)
    if not first:
        match.settle([0 if seat == out else 9 for seat in range(len(hands))], out)
    assert match.next_lead(hands_of(*hands), first=first) == expected


def test_it_is_the_player_who_went_out_not_his_side() -> None:
    match = match_of("all-fives", 4, 200)
    match.settle([3, 5, 0, 4], 2)
    assert match.next_lead([], first=False) == Lead(LeadHow.WENT_OUT, 2)


def test_a_block_is_led_anew_also_when_the_round_before_was_won_by_going_out() -> None:
    match = match_of("all-fives", 2, 200)
    match.settle([0, 5], 0)
    match.settle([3, 5], None)
    assert match.next_lead([], first=False) == Lead(LeadHow.LOT)


def test_options_decide_who_leads_not_the_base() -> None:
    rules = rules_from("all-fives", {"first_lead": "highest-double"})
    match = MatchState(rules, default_sides(3), 200)
    assert match.next_lead(hands_of(*DOUBLES), first=True).seat == 1
    match.settle([1, 2, 3], None)
    assert match.next_lead(hands_of(*DOUBLES), first=False) == Lead(LeadHow.LOT)


@pytest.mark.parametrize("name", FIELD["b65"]["expected"])
def test_the_opener_in_the_field(name: str) -> None:
    case = FIELD["b65"]
    expected = case["expected"][name]
    lead = match_of(name, 2, 200).next_lead(
        [Hand(tiles_of(hand)) for hand in case["hands"]], first=True
    )
    assert (lead.how.value, lead.seat) == (expected["how"], expected["seat"])


def test_a_round_whose_end_is_not_known_leaves_the_lead_unknown() -> None:
    match = match_of("all-fives", 2, 200)
    match.ended(None, known=False)
    assert match.next_lead([], first=False) is None
    match.ended(1)
    assert match.next_lead([], first=False) == Lead(LeadHow.WENT_OUT, 1)


# hands partly unseen: (known, unseen) by seat, expected
UNSEEN: list[tuple[list[tuple[str, int]], Lead]] = [
    ([("6-6", 0), ("", 3)], Lead(LeadHow.HIGHEST_DOUBLE, 0, T["6-6"])),
    ([("5-5", 0), ("", 3)], Lead(LeadHow.HIGHEST_DOUBLE)),
    ([("", 3), ("", 3)], Lead(LeadHow.HIGHEST_DOUBLE)),
    ([("5-5 0-1", 1), ("6-6", 3)], Lead(LeadHow.HIGHEST_DOUBLE, 1, T["6-6"])),
]


@pytest.mark.parametrize(("hands", "expected"), UNSEEN)
def test_an_unseen_tile_that_might_decide_leaves_the_leader_open(
    hands: list[tuple[str, int]], expected: Lead
) -> None:
    held = [Hand(tiles_of(known), unseen) for known, unseen in hands]
    assert highest_tile(held) == expected


def test_a_copy_changes_independently() -> None:
    match = match_of("muggins", 2, 200, [10, 20])
    match.settle([0, 5], 0)
    twin = match.copy()
    twin.bank(0, 300)
    twin.settle([7, 0], 1)
    assert points(match) == [15, 20]
    assert match.winners == ()
    assert match.next_lead([], first=False) == Lead(LeadHow.WENT_OUT, 0)
    assert twin.winners == (0,)


def test_who_reaches_the_target_first_has_won() -> None:
    """A play of 20 of which its player takes 10 and another calls the rest (muggins)."""
    match = match_of("muggins", 2, 200, [195, 195])
    match.bank(0, 10)
    match.bank(1, 10)
    assert points(match) == [205, 205]
    assert match.winners == (0,)


# -- whole matches against the second referee ------------------------------------------------


def pair_of(tile: Tile) -> brute.Pair:
    return tile.low, tile.high


def check_round(
    rules: RuleSet,
    sides: tuple[Side, ...],
    target: int,
    before: RoundPlayed | None,
    it: RoundPlayed,
) -> None:
    """One round of a match, followed by the second referee, its scores in whole points."""
    hands = [{pair_of(tile) for tile in hand} for hand in it.hands]
    referee = brute.Round(
        hands,
        [pair_of(tile) for tile in it.boneyard],
        it.leader,
        with_spinner=rules.spinner == "first-double",
    )
    check_lead(rules, before, it, hands)
    totals = {side: Fraction(total, 2) for side, total in enumerate(it.totals_before)}
    side_of = {seat: index for index, side in enumerate(sides) for seat in side}
    for number, event in enumerate(it.events):
        seat, action = event.seat, event.action
        assert seat == referee.seat
        assert not referee.blocked()
        if isinstance(action, Play):
            on = action.on
            referee.do((seat, "play", pair_of(action.tile), on and pair_of(on)))  # type: ignore[arg-type]
            totals[side_of[seat]] += referee.table.award()
        elif isinstance(action, Pass):
            referee.do((seat, "pass"))
        else:
            assert action.tile is not None
            referee.do((seat, "draw", pair_of(action.tile)))
        assert Fraction(event.total, 2) == totals[side_of[seat]]
        over = [side for side, total in totals.items() if total >= target]
        assert bool(over) == (it.how == TARGET and number == len(it.events) - 1)
    if it.how == TARGET:
        assert it.settlement is None
        winners = [side for side, total in totals.items() if total >= target]
    else:
        out = referee.out()
        assert (out is None) == referee.blocked() == (it.how == Ending.BLOCKED)
        how = rules.blocked_settlement if out is None else rules.out_settlement
        paid = brute.payments(list(sides), referee.pips(), out, how, rules.tie)
        for side, amount in paid.items():
            totals[side] += amount
        over = [side for side in totals if totals[side] >= target]
        winners = [side for side in over if totals[side] == max(totals.values())]
    assert [Fraction(total, 2) for total in it.totals] == [totals[side] for side in sorted(totals)]
    assert list(it.winners) == winners


def check_lead(
    rules: RuleSet, before: RoundPlayed | None, it: RoundPlayed, hands: list[set[brute.Pair]]
) -> None:
    if before is not None and before.how == Ending.OUT:
        assert (it.lead.how, it.leader) == (LeadHow.WENT_OUT, before.mover)
        assert not before.state.hands[before.mover]
        return
    by = rules.first_lead if before is None else rules.lead_after_block
    if by == "lot":
        assert it.lead == Lead(LeadHow.LOT)
    else:
        seat, tile = brute.holder_of_the_highest(hands)
        assert (it.leader, it.lead.seat, it.lead.tile) == (seat, seat, Tile(*tile))


MATCHES: list[tuple[str, int, tuple[Side, ...]]] = [
    *((name, players, default_sides(players)) for name in NAMES for players in (2, 3, 4)),
    ("all-fives-deducted", 4, ((0,), (1,), (2,), (3,))),
    ("muggins", 4, ((0,), (1,), (2,), (3,))),
]


@pytest.mark.parametrize(("name", "players", "sides"), MATCHES)
@pytest.mark.parametrize("policy", ["random", "most-points", "shut"])
def test_whole_matches(name: str, players: int, sides: tuple[Side, ...], policy: str) -> None:
    rules = published(name)
    target = rules.target_for(players, len(sides))
    assert target is not None
    before: RoundPlayed | None = None
    policies = (policy, "most-points")
    for played in play_match(rules, players, sides, seed=players, policies=policies, rounds=25):
        check_round(rules, sides, target, before, played)
        assert played.number == (1 if before is None else before.number + 1)
        before = played
    assert before is not None


def split_over_the_target(played: RoundPlayed) -> bool:
    paid = played.settlement.changes if played.settlement else {}
    return len(paid) == 2 and all(played.totals[side] >= 400 for side in paid)


# An ending that is seldom met, and where to find one.
RARE: list[tuple[str, str, int, dict[str, Any], Any]] = [
    ("won in mid-round", "all-fives", 2, {}, lambda it: it.how == TARGET),
    ("won by a settlement", "muggins", 3, {"policies": ("avoid",), "target": 60},
     lambda it: it.how == Ending.OUT and it.winners),
    ("blocked after a draw", "muggins", 2, {"policies": ("shut",)},
     lambda it: it.how == Ending.BLOCKED and it.turns()[-1].action is None),
    ("out against 0-0", "all-fives", 2, {},
     lambda it: it.how == Ending.OUT and not it.settlement.changes),
    ("a pass", "all-fives-deducted", 3, {"policies": ("shut",)},
     lambda it: any(turn.action == Pass() for turn in it.turns())),
    ("below zero", "all-fives-deducted", 4, {}, lambda it: min(it.totals) < 0),
    ("half points", "all-fives", 3, {"policies": ("shut",)},
     lambda it: any(total % 2 for total in it.totals)),
    ("a tie that pays nothing", "muggins", 3, {"policies": ("shut",)},
     lambda it: it.settlement and len(it.settlement.fewest) > 1),
    ("a split carries both over the target", "all-fives", 3,
     {"policies": ("shut-quietly",), "totals": [390, 395, 385]}, split_over_the_target),
    ("a match won by two", "all-fives", 3,
     {"policies": ("shut-quietly",), "totals": [380, 380, 380]}, lambda it: len(it.winners) == 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "players", "how", "wanted"),
    [case[1:] for case in RARE],
    ids=[case[0] for case in RARE],
)
def test_rare_endings(
    name: str, players: int, how: dict[str, Any], wanted: Callable[[RoundPlayed], object]
) -> None:
    rules, sides = published(name), default_sides(players)
    target = how.get("target") or rules.target_for(players, len(sides))
    _, rounds = search(rules, players, wanted, **how)
    before: RoundPlayed | None = None
    for played in rounds:
        check_round(rules, sides, target, before, played)
        before = played
    assert wanted(rounds[-1])


def test_play_follows_from_the_seed() -> None:
    def events(seed: int, policy: str) -> list[Any]:
        rounds = play_match(published("all-fives"), 3, seed=seed, policies=(policy,), rounds=4)
        return [(played.hands, played.boneyard, played.events) for played in rounds]

    for policy in POLICIES:
        assert events(7, policy) == events(7, policy)
    assert events(7, "random") != events(8, "random")

"""What arithmetic says of turns: worked cases, and against a count of everything possible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dealing import RoundPlayed, play_match
from hypothesis import given, settings
from hypothesis import strategies as st
from recording import Writing, record_of, state_before

from allfives_cli.annotating.arithmetic import Analysed, analysed_turns, match_arithmetic
from allfives_cli.checking.replay import replay
from allfives_cli.game.actions import Hand, Illegal, Play
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import sites
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.arithmetic import Choice, TurnArithmetic, arithmetic_in
from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import to_plain
from allfives_cli.rulesets import rules_from

HEAD = "allfives: 1\nplayers: [Ann, Ben]\nrules: {base: %s, hand_size: %d, target: %d}\n"


def sheet(
    turns: str, hands: str = "", base: str = "all-fives", size: int = 3, target: int = 100
) -> Record:
    lines = "\n".join(f"    {line.strip()}" for line in turns.splitlines() if line.strip())
    hands = f"  hands: {{{hands}}}\n" if hands else ""
    text = HEAD % (base, size, target) + f"rounds:\n- lead: {{by: Ann, how: lot}}\n{hands}"
    reading = read_record(f"{text}  turns: |\n{lines}\n".encode(), "x.yaml", "yaml")
    assert reading.record is not None, reading.faults
    return reading.record


def analysed(record: Record) -> list[Analysed]:
    done = replay(record)
    assert done.report.sound, done.report.findings
    return analysed_turns(done)


def said(record: Record, turn: int) -> TurnArithmetic:
    return next(each.found for each in analysed(record) if each.step.number == turn)


def plays(found: TurnArithmetic) -> dict[str, tuple[int, int]]:
    """Each choice by its words, with its sum and award."""
    return {_words(choice): (choice.sum, choice.award) for choice in found.choices or ()}


def _words(choice: Choice) -> str:
    return choice.tile if choice.on is None else f"{choice.tile} on {choice.on}"


# -- worked cases ----------------------------------------------------------------------

OPENING = "Ann: 4-6 5-5 1-2, Ben: 6-6 2-4 0-4"


def test_a_lead_is_any_tile_and_a_lead_of_ten_leaves_what_can_be_laid_to_it() -> None:
    found = said(sheet("Ann 4-6", OPENING), 1)
    assert plays(found) == {"1-2": (3, 0), "4-6": (10, 10), "5-5": (10, 10)}
    assert (found.forced, found.best, found.missed) == (False, 10, 0)
    assert found.played is not None
    assert found.played.tile == "4-6"
    # On 4-6 the 6-6 makes 16, 1-6 makes 5, 3-4 makes 9, 4-4 makes 14: five is the most.
    assert found.played.left is not None
    assert to_plain(found.played.left) == {"award": 5, "tile": "1-6", "on": "4-6"}


def test_points_are_missed_against_the_best_award() -> None:
    found = said(sheet("Ann 1-2", OPENING), 1)
    assert (found.best, found.missed) == (10, 10)


@pytest.mark.parametrize(
    ("hand", "award", "tile"),
    [("3-5 5-6 6-6", 5, "1-3"), ("1-3 5-6 6-6", 5, "2-2"), ("1-3 2-2 2-4", 0, None)],
)
def test_a_tile_that_the_mover_holds_is_not_left_to_the_next_player(
    hand: str, award: int, tile: str | None
) -> None:
    """After 1-2 the tiles that make five are 1-3, 2-2 and 2-4."""
    found = said(sheet("Ann 1-2", f"Ann: 1-2 {hand}, Ben: 0-0 0-4 0-5 0-6", size=4), 1)
    assert found.played is not None
    assert found.played.left is not None
    assert (found.played.left.award, found.played.left.tile) == (award, tile)


def test_one_play_is_forced_and_misses_nothing() -> None:
    found = said(sheet("Ann 4-6\nBen 6-6", "Ann: 4-6 5-5 1-2, Ben: 6-6 2-3 0-1"), 2)
    assert plays(found) == {"6-6 on 4-6": (16, 0)}
    assert (found.forced, found.missed) == (True, 0)


def test_after_a_draw_the_choice_is_where_to_lay_the_tile_that_fits() -> None:
    record = sheet(
        "Ann 1-1\nBen draws 2-2 1-4, 1-4 on 1-1\nAnn 1-5\nBen draws 4-5, 4-5 on 1-5",
        "Ann: 1-1 1-5 3-6, Ben: 3-3 6-6 2-3",
    )
    turns = {each.step.number: each.found for each in analysed(record)}
    assert turns[2].forced is True
    assert turns[2].lacks == (1,)
    assert plays(turns[4]) == {"4-5 on 1-4": (10, 10), "4-5 on 1-5": (8, 0)}
    assert turns[4].forced is False
    assert turns[4].missed == 10
    # The first tile drawn in 1.2 was 2-2: kept, since nothing there fits a two.
    assert turns[4].lacks == (1, 4, 5)


def test_a_pass_proves_what_the_player_lacks_and_has_no_choices() -> None:
    path = Path(__file__).parent.parent / "records" / "two-players-to-250.json"
    record = read_record(path.read_bytes(), path.name, "json").record
    assert record is not None
    passes = [each for each in analysed(record) if each.step.written.pass_]
    assert passes
    for each in passes:
        values = sorted(face.value for face in sites(each.step.before.layout, record_rules(record)))
        assert to_plain(each.found) == {"version": 1, "lacks": sorted(set(values))}


def record_rules(record: Record) -> RuleSet:
    table = replay(record).table
    assert table is not None
    return table.rules


def test_draws_that_were_broken_off_prove_nothing_of_the_last_tile() -> None:
    record = sheet("Ann 1-1\nBen draws 2-2", "Ann: 1-1 1-5 3-6, Ben: 3-3 6-6 2-3")
    assert [each.step.number for each in analysed(record)] == [1]


def test_a_play_that_ends_the_round_or_the_match_leaves_nothing() -> None:
    out = sheet("Ann 1-1\nBen 1-2\nAnn 1-5", "Ann: 1-1 1-5, Ben: 1-2 3-3", size=2)
    assert [bool(each.found.played and each.found.played.left) for each in analysed(out)] == [
        True,
        True,
        False,
    ]
    lead = sheet("Ann 5-5", "Ann: 5-5 1-5 1-2, Ben: 1-3 3-3 2-2", target=10)
    found = said(lead, 1)
    left = {choice.tile: choice.left for choice in found.choices or ()}
    assert left["5-5"] is None
    assert left["1-5"] is not None


def test_tiles_of_the_hand_that_the_record_does_not_show_leave_the_choice_open() -> None:
    record = sheet("Ann 4-6\nBen 6-6", "")
    first, second = analysed(record)
    assert (first.found.forced, first.found.unseen, first.found.missed) == (None, 2, 0)
    assert plays(second.found) == {"6-6 on 4-6": (16, 0)}
    assert match_arithmetic(["Ann", "Ben"], [first, second]).players["Ben"].unsure == 1


def test_known_tiles_of_a_hand_that_is_partly_unseen_are_choices() -> None:
    found = said(sheet("Ann 4-6", "Ann: 5-5 1-2 ??"), 1)
    assert plays(found) == {"1-2": (3, 0), "4-6": (10, 10), "5-5": (10, 10)}
    assert (found.forced, found.unseen) == (False, None)
    assert said(sheet("Ann 4-6", "Ann: 5-5 ?? ??"), 1).unseen == 1


def test_an_unseen_draw_before_a_play_leaves_nothing_open() -> None:
    record = sheet("Ann 1-1\nBen draws 2, 1-4", "Ann: 1-1 1-5 3-6")
    found = said(record, 2)
    assert (found.forced, found.unseen, found.lacks) == (True, None, (1,))


def test_a_play_counts_for_what_it_was_worth_whoever_took_it() -> None:
    record = sheet(
        "Ann 5-5 +0 due 10 claimed Ben +10\nBen 5-6", "Ann: 5-5 1-2 0-0, Ben: 5-6 1-1 2-2"
    )
    first = said(record, 1)
    assert (first.best, first.missed) == (10, 0)


def test_a_turn_against_the_rules_has_no_analysis() -> None:
    record = sheet(
        "Ann 1-1\nBen draws 2-2, 1-3 on 1-1 irregular",
        "Ann: 1-1 1-5 3-6, Ben: 1-3 6-6 2-3",
    )
    assert [each.step.number for each in analysed_turns(replay(record))] == [1]


def test_a_place_that_the_record_leaves_open_is_a_value() -> None:
    """0-1 goes to one of two equal noughts: nobody can tell where the other one is now."""
    record = sheet(
        "Ann 2-2\nBen 2-3\nAnn 0-2 on 2-2\nBen 0-3 on 3\nAnn 0-1 on 0\nBen 1-5 on 1",
        "Ann: 2-2 0-2 0-1 6-6, Ben: 2-3 0-3 1-5 0-5",
        size=4,
    )
    unclear = said(record, 5).played
    assert unclear is not None
    assert unclear.on == 0
    assert plays(said(record, 6)) == {"0-5 on 0": (6, 0), "1-5 on 0-1": (5, 5)}


def test_a_stored_analysis_is_read_back_and_anything_else_is_not() -> None:
    found = said(sheet("Ann 4-6", OPENING), 1)
    assert arithmetic_in({"arithmetic": to_plain(found), "stronger": {"version": 7}}) == found
    strange: list[Any] = [None, {}, {"arithmetic": 5}, {"arithmetic": {"version": 2}}]
    strange += [{"arithmetic": {"version": True}}, {"arithmetic": {"version": 1.0}}]
    strange += [{"arithmetic": {"version": 1, "missed": "\x1b[31m"}}]
    strange += [
        {"arithmetic": {"version": 1, "lacks": [7]}},
        {"arithmetic": {"version": 1, "x": 0}},
    ]
    assert [arithmetic_in(each) for each in strange] == [None] * len(strange)


# -- against everything that could have been played ---------------------------------------

RULES = [("all-fives", 2), ("all-fives", 3), ("all-fives", 4), ("muggins", 2), ("muggins", 4)]


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[RoundPlayed], int]:
    base, players = draw(st.sampled_from(RULES))
    policies = draw(st.sampled_from([("random",), ("most-points", "random"), ("shut",)]))
    rules = rules_from(base, {"target": draw(st.sampled_from([30, 60]))})
    seed = draw(st.integers(0, 10**6))
    return list(play_match(rules, players, None, seed, policies=policies, rounds=2)), players


NAMES = ("Ann", "Ben", "Cal", "Dee")


@settings(max_examples=15)
@given(matches())
def test_every_number_is_that_of_trying_every_tile_everywhere(
    match: tuple[list[RoundPlayed], int],
) -> None:
    rounds, players = match
    record = record_of(rounds, Writing(NAMES[:players]))
    found = analysed(record)
    for each in found:
        if each.found.choices is None:
            continue
        played = rounds[each.round - 1]
        state = state_before(played, each.step.number)
        for text in each.step.written.draw or ():
            state.draw(each.step.seat, TILE_BY_TEXT[text])
        target = _needed(played, each)
        by_words: dict[tuple[str, int], Choice] = {(c.tile, c.sum): c for c in each.found.choices}
        assert set(by_words) == {(tile.text, after.end_sum) for tile, after in outcomes(state)}
        for tile, after in outcomes(state):
            choice = by_words[tile.text, after.end_sum]
            ended = not after.hands[each.step.seat] or 0 < target <= 2 * choice.award
            expected = None if ended else best_left(state, tile, choice)
            assert (None if choice.left is None else choice.left.award) == expected


def _needed(played: RoundPlayed, each: Analysed) -> int:
    """Halves that the mover's side needs to win."""
    table_target = played.state.rules.target_for(len(played.hands), len(each.step.totals))
    assert table_target is not None
    before = played.turns()[each.step.number - 1].total - 2 * (each.step.award or 0)
    return 2 * table_target - before


def outcomes(state: RoundState) -> Iterator[tuple[Tile, RoundState]]:
    """Every tile of the hand laid on everything that is on the table, where the rules allow it."""
    places: list[Tile | None] = list(state.layout.covered) or [None]
    for tile in state.hands[state.to_move].known:
        for on in places:
            twin = state.copy()
            try:
                twin.play(twin.to_move, tile, on)
            except Illegal:
                continue
            yield tile, twin


def best_left(state: RoundState, tile: Tile, choice: Choice) -> int:
    """The best award of any tile that the mover does not see, laid anywhere."""
    mover = state.hands[state.to_move].known
    on = TILE_BY_TEXT[choice.on] if isinstance(choice.on, str) else None
    twin = RoundState(state.rules, [Hand(mover), Hand(unseen=1)], 0, 0)
    twin.set_layout(state.layout.copy())
    twin.ended, twin.may_have_blocked = None, False
    twin.play(0, tile, on)
    twin.ended, twin.may_have_blocked = None, False
    best = 0
    for reply in DOUBLE_SIX:
        for place in list(twin.layout.covered):
            after = twin.copy()
            try:
                best = max(best, after.play(1, reply, place))
            except Illegal:
                continue
    return best


@settings(max_examples=25)
@given(matches())
def test_what_holds_of_every_turn(match: tuple[list[RoundPlayed], int]) -> None:
    rounds, players = match
    found = analysed(record_of(rounds, Writing(NAMES[:players])))
    sums = match_arithmetic(NAMES[:players], found)
    for each in found:
        arithmetic = each.found
        held = each.step.after.hands[each.step.seat].known
        values = {value for tile in held for value in (tile.low, tile.high)}
        assert not values & set(arithmetic.lacks or ())
        assert (arithmetic.choices is None) is (each.step.award is None)
        if arithmetic.choices is None:
            continue
        assert arithmetic.best == max(choice.award for choice in arithmetic.choices)
        assert arithmetic.missed is not None
        assert arithmetic.missed >= 0
        assert arithmetic.missed == arithmetic.best - (each.step.award or 0)
        assert arithmetic.forced is (len(arithmetic.choices) == 1)
        assert not (arithmetic.forced and arithmetic.missed)
        played = [choice for choice in arithmetic.choices if choice.played]
        assert len(played) == 1
        assert played[0].tile == each.step.written.tile
        assert played[0].on == each.step.written.on
        assert (played[0].sum, played[0].award) == (each.step.after.end_sum, each.step.award)
    for player, counted in sums.players.items():
        own = [each.found for each in found if each.step.written.by == player]
        choices = [each for each in own if each.forced is False]
        assert counted.plays == counted.forced + counted.unforced + counted.unsure
        assert counted.unforced == len(choices)
        assert counted.missed == sum(each.missed or 0 for each in own)
        assert counted.best == sum(each.missed == 0 for each in choices)


@settings(max_examples=15)
@given(matches())
def test_a_player_who_sees_the_own_hand_is_told_the_same_of_the_own_turns(
    match: tuple[list[RoundPlayed], int],
) -> None:
    rounds, players = match
    whole = analysed(record_of(rounds, Writing(NAMES[:players])))
    mine = analysed(record_of(rounds, Writing(NAMES[:players], view="Ann")))
    of_ann = [each.found for each in whole if each.step.written.by == "Ann"]
    assert [each.found for each in mine if each.step.written.by == "Ann"] == of_ann
    for each, full in zip(mine, whole, strict=True):
        # Who sees less sees fewer choices, and can exclude fewer replies.
        known = {(choice.tile, choice.sum) for choice in each.found.choices or ()}
        assert known <= {(choice.tile, choice.sum) for choice in full.found.choices or ()}
        assert (each.found.missed or 0) <= (full.found.missed or 0)
        assert each.found.lacks == full.found.lacks
        if each.found.forced is not None:
            assert each.found.forced is full.found.forced


@pytest.mark.parametrize("failed", ["1-1 on 2-2", "3-3"])
def test_what_comes_before_a_failure_is_analysed(failed: str) -> None:
    record = sheet(f"Ann 4-6\nBen {failed}", OPENING)
    done = replay(record)
    assert not done.report.sound
    assert [each.step.number for each in analysed_turns(done)] == [1]


def test_nothing_is_said_where_nothing_could_be_played() -> None:
    record = sheet("Ann 4-6", OPENING, base="nonsense")
    assert analysed_turns(replay(record)) == []


def test_a_play_is_a_play_of_the_rules() -> None:
    """`legal_plays` is the one place that lists plays: what it lists can be played."""
    for each in analysed(sheet("Ann 4-6\nBen 6-6", OPENING)):
        for choice in each.found.choices or ():
            on = TILE_BY_TEXT.get(str(choice.on))
            why = each.step.before.why_illegal(each.step.seat, Play(TILE_BY_TEXT[choice.tile], on))
            assert why is None

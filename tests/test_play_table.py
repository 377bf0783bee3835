"""The table: it forces what the rules force, asks for the rest, and can take a match up again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from dealing import plays_of
from hypothesis import given, settings
from hypothesis import strategies as st
from seated import (
    FIVES,
    KINDS,
    RULE_SETS,
    TABLES,
    Scripted,
    findings_of,
    kinds_of,
    match_of,
    played,
    seated,
)  # fmt: skip

from allfives_cli.game.actions import Illegal, Pass, Play
from allfives_cli.game.matches import LeadHow
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT
from allfives_cli.play.bots import BOTS, BotPlayer, greedy, most_points
from allfives_cli.play.dealing import Deal, Dealer
from allfives_cli.play.events import (
    Dealt,
    Left,
    MatchEnded,
    Remarked,
    Resumed,
    RoundEnded,
    TurnTaken,
    Undone,
)
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.seats import Leave, Move, Remark, Resign, Undo, View
from allfives_cli.play.table import MatchTable
from allfives_cli.record.writing import write_json
from allfives_cli.rulesets import published

SEEDS = 29


@pytest.mark.parametrize(("name", "players", "alone"), TABLES)
def test_every_record_validates_with_no_finding(name: str, players: int, alone: bool) -> None:
    """319 matches over all rule sets, seats, sides and bots; every twelfth also to the byte."""
    for seed in range(SEEDS):
        kinds = kinds_of(seed, players)
        data, events = played(published(name), kinds, seed, alone=alone)
        assert findings_of(data) == []
        ended = events[-1]
        assert isinstance(ended, MatchEnded)
        assert ended.how == "target"
        if seed % 12 == 0:
            assert played(published(name), kinds, seed, alone=alone)[0] == data


class Shown:
    """A bot that is shown its views, as one without a pick is."""

    def choose(self, view: View) -> Play:
        return BotPlayer(greedy, 1).choose(view)


class Blind:
    """A bot that picks by its choices, and sees nothing else."""

    pick = staticmethod(most_points)

    def choose(self, view: View) -> Play:
        raise AssertionError(view)


@pytest.mark.parametrize(("name", "players", "alone"), TABLES)
def test_picking_by_the_choices_alone_comes_to_the_same(
    name: str, players: int, alone: bool
) -> None:
    _, table = seated(published(name), ["greedy"] * players, alone=alone)
    for seed in range(4):
        picked = match_of(table, (), seed, choosers=[Blind()] * players)
        shown = match_of(table, (), seed, choosers=[Shown()] * players)
        assert list(picked.events()) == list(shown.events())


def test_one_who_does_not_pick_makes_all_be_shown_their_views() -> None:
    _, table = seated(FIVES, ("greedy", "greedy"))
    with pytest.raises(AssertionError):
        list(match_of(table, (), 1, choosers=[Shown(), Blind()]).events())


def test_at_least_three_hundred_matches_are_checked() -> None:
    assert len(TABLES) * SEEDS >= 300


OVERRIDES: list[dict[str, Any]] = [
    {"hand_size": 14},
    {"hand_size": 1},
    {"hand_size": 7, "target": 75},
    {"led_tile": "deciding-tile", "first_lead": "highest-double"},
    {"spinner": "none"},
    {"first_lead": "highest-double", "lead_after_block": "highest-double"},
    {"out_settlement": "each-hand", "blocked_settlement": "less-own"},
    {"blocked_settlement": "rounded-difference", "tie": "nothing"},
    {"out_settlement": "deducted", "blocked_settlement": "deducted", "target": 1000},
    {"target": 1},
]


@pytest.mark.parametrize("options", OVERRIDES, ids="-".join)
@pytest.mark.parametrize("kinds", [("greedy", "random"), ("careful", "greedy", "random")])
def test_rules_of_the_house_are_played_by(options: dict[str, Any], kinds: tuple[str, ...]) -> None:
    if options.get("hand_size", 0) * len(kinds) > len(DOUBLE_SIX):
        pytest.skip("these hands need more tiles than there are")
    for seed in range(3):
        data, _ = played(replace(FIVES, **options), kinds, seed, rounds=12)
        assert findings_of(data) == []


# -- what is asked, and what is not -----------------------------------------------


def tiles(text: str) -> tuple[Any, ...]:
    return tuple(TILE_BY_TEXT[name] for name in text.split())


def rest_of(*hands: str) -> tuple[Any, ...]:
    dealt = {tile for hand in hands for tile in tiles(hand)}
    return tuple(tile for tile in DOUBLE_SIX if tile not in dealt)


def open_table(
    ann: str, ben: str, boneyard: str | None = None, rules: RuleSet = FIVES, lot: int = 0
) -> tuple[MatchTable, Scripted, Scripted]:
    """A match of one round whose deal is open; Ann leads."""
    rules = replace(rules, hand_size=len(ann.split()))
    _, table = seated(rules, ("human", "human"))
    rest = rest_of(ann, ben)
    if boneyard is not None:
        first = tiles(boneyard)
        rest = first + tuple(tile for tile in rest if tile not in first)
    dealer = Dealer("x", 2, table.hand_size, [Deal((tiles(ann), tiles(ben)), rest, lot)])
    players = Scripted(), Scripted()
    return MatchTable(table, players, dealer, rounds=1), *players


def test_draws_are_done_until_a_tile_fits_and_it_is_played() -> None:
    match, ann, ben = open_table("6-6 0-0", "1-1 2-2", "3-3 4-5 3-6 0-1")
    ann.answers = [Play(TILE_BY_TEXT["6-6"])]
    events = match.events()
    turns = [event for event in events if isinstance(event, TurnTaken)][:2]
    assert turns[1].draws == tiles("3-3 4-5 3-6")
    assert turns[1].public.draws == 3
    assert turns[1].public.action == Play(TILE_BY_TEXT["3-6"], TILE_BY_TEXT["6-6"])
    (asked,) = ben.views[:1]
    assert asked.drawn == tiles("3-3 4-5 3-6")
    assert asked.hand == frozenset(tiles("1-1 2-2 3-3 4-5 3-6"))
    assert [choice.tile.text for choice in asked.choices] == ["3-6"]


def test_a_pass_is_done_only_with_nothing_to_draw_and_asked_of_nobody() -> None:
    turns: list[TurnTaken] = []
    for seed in range(6):
        _, events = played(FIVES, ("random", "random", "random"), seed)
        turns += [event for event in events if isinstance(event, TurnTaken)]
    passes = [turn for turn in turns if isinstance(turn.public.action, Pass)]
    blocked_by_draws = [turn for turn in turns if turn.public.action is None]
    assert passes
    assert not any(turn.choices for turn in (*passes, *blocked_by_draws))
    assert all(turn.choices for turn in turns if isinstance(turn.public.action, Play))
    assert all(turn.public.award == 0 and turn.face is None for turn in passes)


def test_a_view_shows_what_the_table_saw_and_its_own_hand() -> None:
    match, ann, ben = open_table("6-6 0-0", "3-6 2-2")
    ann.answers = [Play(TILE_BY_TEXT["6-6"])]
    events = list(match.events())
    asked = ben.views[0]
    assert (asked.seat, asked.round, asked.turn) == (1, 1, 2)
    assert asked.held == (1, 2)
    assert asked.boneyard_size == 24
    assert asked.end_sum == 12
    assert [turn.seat for turn in asked.history] == [0]
    assert asked.layout.tiles == tiles("6-6")
    assert not asked.can_undo
    assert any(view.can_undo for view in ann.views[1:] + ben.views[1:])
    assert isinstance(events[-1], MatchEnded)


def test_nothing_hidden_can_be_reached_from_a_view() -> None:
    """Every object that hangs on a view: no state of the match, and no tile of another hand."""
    for players in (2, 3, 4):
        _, table = seated(FIVES, ["greedy"] * players)
        asked: list[View] = []

        class Watching:
            def choose(self, view: View) -> Play:
                asked.append(view)  # noqa: B023 - used up before the next turn of the loop
                return view.choices[-1].play

        match = match_of(table, (), "hidden", rounds=2, choosers=[Watching()] * players)
        deals: dict[int, Dealt] = {}
        for event in match.events():
            if isinstance(event, Dealt):
                deals[event.round] = event
        for view in asked:
            shown = {turn.action.tile for turn in view.history if isinstance(turn.action, Play)}
            allowed = view.hand | shown
            assert {tile for tile in reachable(view) if tile in DOUBLE_SIX} <= allowed
            others = [
                hand for seat, hand in enumerate(deals[view.round].hands) if seat != view.seat
            ]
            assert not {tile for hand in others for tile in hand} - shown & view.hand


def reachable(value: Any) -> set[Any]:
    """Tiles in a value, through tuples, sets and the view's own properties.

    Whatever else hangs on it must be a number, a word, a rule set or None.
    """
    from allfives_cli.game.tiles import Face, Tile  # noqa: PLC0415 - only this test walks values

    if isinstance(value, Tile):
        return {value}
    if isinstance(value, Face):
        return {value.tile}
    if isinstance(value, tuple | list | frozenset):
        return {found for item in value for found in reachable(item)}
    assert value is None or isinstance(value, int | str | bool | RuleSet), value
    return set()


# -- leads ------------------------------------------------------------------------


def leads_of(rules: RuleSet, seed: int, players: int = 2) -> list[tuple[Dealt, RoundEnded | None]]:
    _, events = played(rules, ["greedy", "random", "careful", "random"][:players], seed)
    rounds: list[tuple[Dealt, RoundEnded | None]] = []
    before = None
    for event in events:
        if isinstance(event, Dealt):
            rounds.append((event, before))
        if isinstance(event, RoundEnded):
            before = event
    return rounds


def test_who_leads() -> None:
    seen: set[LeadHow] = set()
    for seed in range(12):
        for rules in (FIVES, published("muggins")):
            for dealt, before in leads_of(rules, seed):
                how = dealt.lead.how
                seen.add(how)
                if before is not None and before.how == "out":
                    assert (how, dealt.leader) == (LeadHow.WENT_OUT, before.by)
                elif how is LeadHow.HIGHEST_DOUBLE:
                    doubles = [(t.low, seat) for seat, hand in enumerate(dealt.hands) for t in hand
                               if t.is_double]  # fmt: skip
                    assert dealt.leader == max(doubles)[1]
    assert {LeadHow.LOT, LeadHow.WENT_OUT, LeadHow.HIGHEST_DOUBLE} <= seen


def test_the_heaviest_tile_leads_where_no_double_was_dealt() -> None:
    match, *_ = open_table("0-1 5-6", "0-2 4-6", rules=published("muggins"), lot=1)
    dealt = next(iter(match.events()))
    assert isinstance(dealt, Dealt)
    assert (dealt.lead.how, dealt.leader) == (LeadHow.HEAVIEST_TILE, 0)


def test_a_lot_is_the_one_that_the_deal_names() -> None:
    for lot in (0, 1):
        match, *_ = open_table("0-1 5-6", "0-2 4-6", lot=lot)
        dealt = next(iter(match.events()))
        assert isinstance(dealt, Dealt)
        assert (dealt.lead.how, dealt.leader) == (LeadHow.LOT, lot)


def test_the_deciding_tile_alone_may_be_led_where_the_rules_say_so() -> None:
    rules = replace(published("muggins"), led_tile="deciding-tile")
    match, ann, _ = open_table("0-1 5-5 0-5", "0-2 4-6 1-1", rules=rules)
    list(match.events())
    assert [choice.tile.text for choice in ann.views[0].choices] == ["5-5"]


# -- ends -------------------------------------------------------------------------


def test_the_match_ends_the_instant_the_target_is_reached() -> None:
    data, events = played(replace(FIVES, target=10), ("greedy", "greedy"), 5)
    ended, over = events[-2:]
    assert isinstance(ended, RoundEnded)
    assert isinstance(over, MatchEnded)
    assert (ended.how, ended.settlement) == ("target", None)
    assert findings_of(data) == []


def test_rounds_that_were_agreed_end_the_match() -> None:
    data, events = played(FIVES, ("random", "random"), 5, rounds=2)
    over = events[-1]
    assert isinstance(over, MatchEnded)
    assert over.how == "agreed"
    assert [over.totals[side] for side in over.winners] == [max(over.totals)] * len(over.winners)
    assert sum(isinstance(event, RoundEnded) for event in events) == 2
    assert findings_of(data) == []


def test_a_play_that_the_rules_refuse_is_a_bug_of_its_chooser() -> None:
    match, ann, _ = open_table("6-6 0-0", "1-1 2-2")
    ann.answers = [Play(TILE_BY_TEXT["1-1"])]
    with pytest.raises(Illegal) as refused:
        list(match.events())
    assert refused.value.code == "tile-in-another-hand"


def test_a_view_tells_why_a_play_is_refused_and_gives_nothing_away() -> None:
    match, ann, ben = open_table("6-6 0-0", "3-6 2-2")
    ann.answers = [Play(TILE_BY_TEXT["6-6"])]
    list(match.events())
    led, asked = ann.views[0], ben.views[0]
    hidden = led.why_illegal(Play(TILE_BY_TEXT["2-2"]))
    lying = led.why_illegal(Play(TILE_BY_TEXT["4-5"]))
    assert hidden is not None
    assert lying is not None
    assert hidden.code == lying.code == "tile-not-in-hand"
    codes = {
        Play(TILE_BY_TEXT["2-2"], TILE_BY_TEXT["6-6"]): "does-not-match",
        Play(TILE_BY_TEXT["3-6"], TILE_BY_TEXT["5-5"]): "place-not-in-layout",
        Play(TILE_BY_TEXT["6-6"], TILE_BY_TEXT["6-6"]): "already-played",
    }
    for play, code in codes.items():
        refused = asked.why_illegal(play)
        assert refused is not None
        assert refused.code == code
    assert asked.why_illegal(Play(TILE_BY_TEXT["3-6"], TILE_BY_TEXT["6-6"])) is None


# -- remarks, taking back, leaving --------------------------------------------------


def test_remarks_are_told_and_the_question_comes_again() -> None:
    match, ann, ben = open_table("6-6 0-0", "3-6 2-2")
    ann.answers = [Remark(note="a fine day"), Move(Play(TILE_BY_TEXT["6-6"]), "!", ("bold",))]
    ben.answers = [Remark(mark="?"), Remark(note="hm")]
    events = list(match.events())
    remarks = [event for event in events if isinstance(event, Remarked)]
    assert [(each.turn, each.mark, each.note) for each in remarks] == [
        (0, None, "a fine day"), (1, "?", None), (1, None, "hm")
    ]  # fmt: skip
    turn = next(event for event in events if isinstance(event, TurnTaken))
    assert turn.beside == Move(Play(TILE_BY_TEXT["6-6"]), "!", ("bold",))
    assert len(ann.views) >= 2


def test_undo_takes_the_seat_back_to_its_last_choice() -> None:
    match, ann, _ = open_table("6-6 0-6 0-0", "3-6 2-2 5-5")
    ann.answers = [Play(TILE_BY_TEXT["6-6"]), Undo(), Play(TILE_BY_TEXT["0-0"])]
    head, _ = seated(replace(FIVES, hand_size=3), ("human", "human"))
    recorder = Recorder(head, match.table)
    events = []
    for event in match.events():
        events.append(event)
        recorder(event)
    undone = next(event for event in events if isinstance(event, Undone))
    assert (undone.round, undone.turn, undone.seat) == (1, 1, 0)
    before, again = ann.views[0], ann.views[2]
    assert again == before
    data = write_json(recorder.record()).encode()
    assert findings_of(data) == []
    assert b'"tile": "0-0", "sum": 0' in data


def test_undo_gives_back_points_and_tiles_and_keeps_what_was_drawn_before() -> None:
    match, ann, ben = open_table("5-5 2-3 0-0", "1-1 2-2 2-4", "3-4 3-5 5-6")
    ann.answers = plays_of("5-5, 2-3 on 3-5")
    ben.answers = [*plays_of("3-5 on 5-5, 2-2 on 2-3"), Undo()]
    list(match.events())
    turns = [view.turn for view in ben.views]
    assert turns[:4] == [2, 4, 6, 4]
    before, later, again = ben.views[1:4]
    assert again == before
    assert later != before
    assert before.hand == frozenset(tiles("1-1 2-2 2-4 3-4"))
    assert before.totals == (20, 0)


def test_what_was_forced_is_not_taken_back() -> None:
    """A seat that had one play alone goes back to where it had more."""
    match, ann, ben = open_table("5-5 2-3 0-0", "1-1 2-2 2-4", "3-4 3-5 5-6")
    ann.answers = plays_of("5-5, 2-3 on 3-5")
    list(match.events())
    assert [view.can_undo for view in ben.views[:3]] == [False, False, True]
    assert [len(view.choices) for view in ben.views[:2]] == [1, 2]


def test_nothing_to_take_back() -> None:
    match, ann, _ = open_table("6-6 0-0", "3-6 2-2")
    ann.answers = [Undo()]
    with pytest.raises(ValueError, match="nothing to take back"):
        list(match.events())


def test_leaving_keeps_the_match_unfinished() -> None:
    match, ann, _ = open_table("6-6 0-0", "3-6 2-2")
    ann.answers = [Play(TILE_BY_TEXT["6-6"]), Leave()]
    events = list(match.events())
    assert events[-1] == Left(0)
    assert not any(isinstance(event, MatchEnded) for event in events)


@pytest.mark.parametrize("how", ["resigned", "forfeit"])
def test_resigning_gives_the_match_to_the_others(how: Any) -> None:
    rules = replace(FIVES, hand_size=2)
    head, table = seated(rules, ("human", "human"))
    players = Scripted(), Scripted(Resign(how))
    match = match_of(table, (), "x", choosers=players)
    recorder = Recorder(head, table)
    events = []
    for event in match.events():
        events.append(event)
        recorder(event)
    ended, over = events[-2:]
    assert isinstance(ended, RoundEnded)
    assert ended.how == "abandoned"
    assert over == MatchEnded(how, (0,), tuple(match.match.totals))
    assert findings_of(write_json(recorder.record()).encode()) == []


# -- resuming -----------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.data())
def test_a_match_resumed_is_the_match_uninterrupted(seed: int, data: st.DataObject) -> None:
    players = 2 + seed % 3
    kinds = kinds_of(seed, players)
    rules = replace(published(RULE_SETS[seed // 3 % 3]), target=60)
    head, table = seated(rules, kinds)
    whole = list(match_of(table, kinds, seed).events())
    plays = [turn.public.action for turn in whole if isinstance(turn, TurnTaken) and turn.choices]
    cut = data.draw(st.integers(1, len(plays)))
    answers = [play for play in plays[:cut] if isinstance(play, Play)]
    again = list(match_of(table, kinds, seed, answers=answers).events())
    assert [event for event in again if not isinstance(event, Resumed)] == whole
    at = again.index(Resumed())
    turns = [event for event in again[:at] if isinstance(event, TurnTaken) and event.choices]
    assert len(turns) == cut
    recorder = Recorder(head, table)
    for event in again[:at]:
        recorder(event)
    so_far = write_json(recorder.record()).encode()
    assert {found.code for found in findings_of(so_far)} <= {"unfinished"}


def test_a_bot_is_not_asked_for_what_was_answered_before() -> None:
    _, table = seated(FIVES, ("greedy", "random"))
    whole = [
        e for e in match_of(table, ("greedy", "random"), 9).events() if isinstance(e, TurnTaken)
    ]
    answers = [turn.public.action for turn in whole if isinstance(turn.public.action, Play)]
    watch = Scripted()
    match = match_of(table, (), 9, answers=answers, choosers=[watch, watch])
    turns = [event for event in match.events() if isinstance(event, TurnTaken)]
    assert turns == whole
    assert watch.views == []


def test_bots_are_functions_of_the_view_alone() -> None:
    asked: list[tuple[View, Play]] = []

    class Keeping:
        def __init__(self, kind: str) -> None:
            self.bot = BotPlayer(BOTS[kind], "s")

        def choose(self, view: View) -> Play:
            play = self.bot.choose(view)
            asked.append((view, play))
            return play

    _, table = seated(FIVES, KINDS)
    choosers = [Keeping(kind) for kind in KINDS]
    list(match_of(table, (), "s", rounds=3, choosers=choosers).events())
    for view, play in reversed(asked):
        assert BotPlayer(BOTS[KINDS[view.seat]], "s").choose(view) == play

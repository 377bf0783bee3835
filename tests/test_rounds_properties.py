"""Rounds against the second referee: every action in every position, under every rule set."""

import random
from collections import Counter
from typing import Any

import brute
import pytest
from dealing import ENDLESS, deal, snapshot
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from allfives_cli.game.actions import (
    Action,
    Draw,
    Ending,
    Hand,
    Illegal,
    Outcome,
    Pass,
    Play,
    Where,
)
from allfives_cli.game.counting import award, contributions, end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import open_values
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.rulesets import NAMES, published, rules_from

Told = tuple[object, ...]

RULES: list[RuleSet] = [
    *(published(name) for name in NAMES),
    rules_from("muggins", {"spinner": "first-double"}),
]


def pair_of(tile: Tile) -> brute.Pair:
    return tile.low, tile.high


def tile_of(pair: object) -> Tile:
    assert isinstance(pair, tuple)
    return Tile(*pair)


def told(seat: int, action: Action) -> Told:
    """An action in the second referee's words."""
    match action:
        case Play(tile, on):
            return seat, "play", pair_of(tile), pair_of(on) if isinstance(on, Tile) else on
        case Draw(tile):
            return seat, "draw", tile and pair_of(tile)
        case Pass():
            return seat, "pass"


def untold(action: Told) -> tuple[int, Action]:
    seat, kind, *rest = action
    assert isinstance(seat, int)
    if kind == "play":
        return seat, Play(tile_of(rest[0]), None if rest[1] is None else tile_of(rest[1]))
    return seat, Draw(tile_of(rest[0])) if kind == "draw" else Pass()


def table_of(layout: Layout, rules: RuleSet) -> brute.Table:
    """A layout told to the second referee as who touched whom, in the order of play."""
    table = brute.Table(with_spinner=rules.spinner == "first-double")
    touched = {joint.to_face.tile: joint.face.tile for joint in layout.joints}
    for tile in layout.tiles:
        on = touched.get(tile)
        table.plays.append((pair_of(tile), on and pair_of(on)))
    return table


def every_action(state: RoundState) -> list[tuple[int, Action]]:
    """Each tile on each tile of the table (and one that is not there), each draw, a pass."""
    stranger = next(tile for tile in DOUBLE_SIX if tile not in state.layout.covered)
    places: list[Tile | None] = [*state.layout.tiles, stranger]
    if not state.layout.covered:
        places.append(None)
    found: list[tuple[int, Action]] = []
    for seat in range(len(state.hands)):
        found += [(seat, Play(tile, on)) for tile in DOUBLE_SIX for on in places]
        found += [(seat, Draw(tile)) for tile in DOUBLE_SIX]
        found.append((seat, Pass()))
    return found


def check_position(state: RoundState, referee: brute.Round) -> None:
    """Both referees agree on everything that can be asked of a position."""
    table = referee.table
    assert state.end_sum == table.count() == end_sum(state.layout)
    assert sum(c.value for c in contributions(state.layout)) == table.count()
    assert award(state.end_sum) == table.award()
    assert open_values(state.layout, state.rules) == set(table.open_values())
    fitting = [tile for tile in DOUBLE_SIX if table.places_for(pair_of(tile))]
    assert state.playable(DOUBLE_SIX) == fitting
    assert (state.ending is Ending.OUT) == (referee.out() is not None)
    assert (state.ending is Ending.BLOCKED) == referee.blocked()
    assert [hand.pips for hand in state.hands] == referee.pips()
    places = [state.layout.tiles, *(hand.known for hand in state.hands), state.boneyard or ()]
    assert Counter(tile for place in places for tile in place) == Counter(DOUBLE_SIX)
    assert state.loose == set(state.boneyard or ())
    assert state.boneyard_size == len(referee.boneyard)


def check_legality(state: RoundState, referee: brute.Round) -> None:
    """Exactly the actions that the second referee allows are allowed, and none is done."""
    before = snapshot(state)
    legal = referee.legal()
    if referee.blocked():
        assert legal == {(state.to_move, "pass")}
    found = {
        told(seat, action)
        for seat, action in every_action(state)
        if state.why_illegal(seat, action) is None
    }
    assert found == legal
    assert snapshot(state) == before


def outcome_of(referee: brute.Round, tile: object, on: object) -> tuple[object, ...]:
    """What laying a tile comes to: sum, open values, and whether the place is a double."""
    table = brute.Table(with_spinner=referee.table.with_spinner)
    table.plays = [*referee.table.plays, (tile, on)]  # type: ignore[list-item]
    double = isinstance(on, tuple) and on[0] == on[1]
    return tile, table.count(), tuple(sorted(table.open_values().items())), double


def check_legal_plays(state: RoundState, referee: brute.Round) -> None:
    """`legal_plays` lists legal plays, one for each different outcome, in order."""
    legal = {action for action in referee.legal() if action[1] == "play"}
    for seat in range(len(state.hands)):
        listed = state.legal_plays(seat)
        assert {told(seat, play) for play in listed} <= legal
        assert [play.tile for play in listed] == sorted(play.tile for play in listed)
        if seat == state.to_move and state.ending is None:
            mine = [told(seat, play) for play in listed]
            outcomes = Counter(outcome_of(referee, *action[2:]) for action in mine)
            assert set(outcomes.values()) <= {1}
            assert set(outcomes) == {outcome_of(referee, *action[2:]) for action in legal}
        else:
            assert listed == []


def deal_both(
    rules: RuleSet, players: int, hand_size: int, leader: int, rng: random.Random
) -> tuple[RoundState, brute.Round]:
    hands, boneyard = deal(players, hand_size, rng)
    state = RoundState(rules, [Hand(hand) for hand in hands], leader, len(boneyard), boneyard)
    referee = brute.Round(
        [{pair_of(tile) for tile in hand} for hand in hands],
        [pair_of(tile) for tile in boneyard],
        leader,
        with_spinner=rules.spinner == "first-double",
    )
    return state, referee


# -- whole rounds, every position asked everything ---------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.base}-{rules.spinner}")
def test_exactly_the_legal_actions_are_accepted(rules: RuleSet, players: int) -> None:
    rng = random.Random(players)  # noqa: S311 - games, not secrets
    for _ in range(3):
        hand_size = rng.choice([3, 5, 7])
        state, referee = deal_both(rules, players, hand_size, rng.randrange(players), rng)
        unasked = state.copy()  # goes the same way, and is asked nothing before the end
        for _ in range(ENDLESS):
            if state.ending is not None:
                break
            check_position(state, referee)
            check_legality(state, referee)
            check_legal_plays(state, referee)
            action = rng.choice(sorted(referee.legal(), key=repr))
            outcome = state.apply(*untold(action))
            unasked.apply(*untold(action))
            referee.do(action)
            if outcome is not None:
                assert outcome.end_sum == referee.table.count()
                assert outcome.award == referee.table.award()
        assert state.ending is not None
        assert unasked.ending is state.ending
        check_position(state, referee)
        check_legality(state, referee)
        check_legal_plays(state, referee)


# -- arbitrary actions, legal and not, in any order ----------------------------------------


class TwoReferees(RuleBasedStateMachine):
    """One round before two referees, with foul play tried in between."""

    state: RoundState
    referee: brute.Round

    @initialize(
        rules=st.sampled_from(RULES),
        players=st.integers(2, 4),
        hand_size=st.integers(1, 7),
        leader=st.integers(0, 3),
        rng=st.randoms(use_true_random=False),
    )
    def start(
        self, rules: RuleSet, players: int, hand_size: int, leader: int, rng: random.Random
    ) -> None:
        self.state, self.referee = deal_both(rules, players, hand_size, leader % players, rng)
        self.kept = self.state.copy()
        self.kept_as = snapshot(self.kept)

    @precondition(lambda self: self.referee.legal())
    @rule(data=st.data())
    def act_legally(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(sorted(self.referee.legal(), key=repr)))
        self.kept = self.state.copy()
        self.kept_as = snapshot(self.kept)
        outcome = self.state.apply(*untold(action))
        self.referee.do(action)
        if action[1] == "play":
            assert isinstance(outcome, Outcome)
            assert (outcome.end_sum, outcome.award) == (
                self.referee.table.count(),
                self.referee.table.award(),
            )
        else:
            assert outcome is None

    @rule(
        seat=st.integers(0, 3),
        tile=st.sampled_from(DOUBLE_SIX),
        on=st.none() | st.integers(0, 6) | st.sampled_from(DOUBLE_SIX),
        kind=st.sampled_from(["play", "draw", "pass"]),
    )
    def try_anything(self, seat: int, tile: Tile, on: Where, kind: str) -> None:
        seat %= len(self.state.hands)
        actions: dict[str, Action] = {"play": Play(tile, on), "draw": Draw(tile), "pass": Pass()}
        action = actions[kind]
        before = snapshot(self.state)
        trial = self.state.copy()
        asked = self.state.why_illegal(seat, action)
        if asked is None:
            trial.apply(seat, action)
        else:
            with pytest.raises(Illegal) as raised:
                trial.apply(seat, action)
            assert (asked.code, asked.params) == (raised.value.code, raised.value.params)
            assert snapshot(trial) == before
        assert snapshot(self.state) == before
        if kind != "play" or isinstance(on, Tile) or not self.state.layout.covered:
            assert (asked is None) == (told(seat, action) in self.referee.legal())

    @invariant()
    def both_agree(self) -> None:
        if hasattr(self, "state"):
            check_position(self.state, self.referee)
            check_legal_plays(self.state, self.referee)

    @invariant()
    def the_copy_taken_before_the_last_action_is_untouched(self) -> None:
        if hasattr(self, "kept"):
            assert snapshot(self.kept) == self.kept_as


def test_two_referees() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        TwoReferees, settings=settings(max_examples=60, stateful_step_count=40)
    )


# -- places that are not said ----------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES[1:], ids=lambda rules: f"{rules.base}-{rules.spinner}")
def test_places_left_out_or_named_by_value(rules: RuleSet) -> None:
    """A place may be left open just where every place that fits comes to the same.

    With a value of 0 a double and a plain tile can come to the same sum and values; the
    game asks for the place there, as the layouts differ.
    """
    kept_open = asked_for = 0
    for seed in range(25):
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        state, referee = deal_both(rules, 2, 7, 0, rng)
        while state.ending is None:
            seat = state.to_move
            for tile in state.hands[seat].known:
                pair = pair_of(tile)
                fitting = [on for on in referee.table.places_for(pair) if on is not None]
                for on in (None, *range(7)) if referee.table.plays else ():
                    meant = [
                        place
                        for place in fitting
                        if on is None or brute.common_value(pair, place) == on
                    ]
                    outcomes = {outcome_of(referee, pair, place)[1:] for place in meant}
                    illegal = state.why_illegal(seat, Play(tile, on))
                    if not meant:
                        assert illegal is not None
                        assert illegal.code == ("does-not-fit" if on is None else "no-open-value")
                    elif len(outcomes) == 1:
                        assert illegal is None
                        kept_open += len(meant) > 1
                    else:
                        assert illegal is not None
                        assert illegal.code == "place-needed"
                        choices: Any = illegal.params["choices"]
                        assert {(pair_of(place), total) for place, total in choices} == {
                            (place, outcome_of(referee, pair, place)[1]) for place in meant
                        }
                        asked_for += 1
            action = rng.choice(sorted(referee.legal(), key=repr))
            state.apply(*untold(action))
            referee.do(action)
    assert kept_open
    assert asked_for


@pytest.mark.parametrize("rules", RULES[1:], ids=lambda rules: f"{rules.base}-{rules.spinner}")
def test_layouts_kept_open_agree_and_hold_the_one_played(rules: RuleSet) -> None:
    """The place of every play is left out where it may be; the true layout is never lost."""
    most = 0
    for seed in range(40):
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        truth, referee = deal_both(rules, 2, 7, 0, rng)
        sheet = truth.copy()
        while truth.ending is None:
            action = rng.choice(sorted(referee.legal(), key=repr))
            seat, play = untold(action)
            referee.do(action)
            outcome = truth.apply(seat, play)
            if not isinstance(play, Play):
                sheet.apply(seat, play)
                continue
            vague = Play(play.tile)
            if sheet.why_illegal(seat, vague) is not None:
                vague = play
            told_of = sheet.apply(seat, vague)
            assert outcome is not None
            assert told_of is not None
            assert told_of[1:] == outcome[1:]
            tables = [table_of(layout, rules) for layout in sheet.layouts]
            assert len({tuple(table.plays) for table in tables}) == len(tables)
            assert table_of(truth.layout, rules).plays in [table.plays for table in tables]
            assert {table.count() for table in tables} == {truth.end_sum}
            values = table_of(truth.layout, rules).open_values()
            assert all(table.open_values() == values for table in tables)
            most = max(most, len(tables))
        assert sheet.ending is truth.ending
    assert most > 1


def test_the_second_referee_plays_the_worked_example() -> None:
    """The referee that the game is measured by is itself measured by the worked answers."""
    table = brute.Table(with_spinner=True)
    found = []
    for tile, on in [("1-4", None), ("1-1", "1-4"), ("4-4", "1-4"), ("3-4", "4-4"), ("1-2", "1-1"),
                     ("1-5", "1-1"), ("5-5", "1-5"), ("0-5", "5-5"), ("1-3", "1-1")]:  # fmt: skip
        table.plays.append((brute.pair(tile), None if on is None else brute.pair(on)))
        found.append(table.count())
    assert found == [5, 6, 10, 5, 5, 10, 15, 5, 8]
    assert sorted(TILE_BY_TEXT) == sorted(f"{low}-{high}" for low, high in brute.SET)

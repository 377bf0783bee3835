"""The bots judged on positions made by hand, and against each other."""

from __future__ import annotations

from collections import Counter

import pytest
from dealing import lay, plays_of, position, tiles_of
from hypothesis import given
from hypothesis import strategies as st
from seated import FIVES, match_of, played, seated

from allfives_cli.game.actions import Play
from allfives_cli.game.counting import award, end_sum, plays_at
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import TILES_WITH
from allfives_cli.play.bots import BOTS, best_award, careful, greedy
from allfives_cli.play.events import MatchEnded, TurnTaken
from allfives_cli.play.seats import Choice, PublicTurn, View, choices_of
from allfives_cli.rulesets import NAMES, published


def view_of(plays: str, hand: str, rules: RuleSet = FIVES, **changes: object) -> View:
    """What the first of two players sees after these plays, holding this hand."""
    state = position(rules, plays, [hand.split(), ["0-0"]], boneyard=["1-1"])
    tiles = frozenset(tiles_of(hand))
    history = tuple(
        PublicTurn(seat % 2, 0, play, 0, 0, 0) for seat, play in enumerate(plays_of(plays))
    )
    view = View(
        0, 1, len(history) + 1, rules, ((0,), (1,)), 500, (0, 0), tiles, (), state.end_sum,
        tuple(Choice(*laid) for laid in choices_of(state, tiles)), 9, 1, None, history,
        can_undo=False,
    )  # fmt: skip
    return view._replace(**changes)


GREEDY = [
    # plays on the table, hand, what greedy lays and on what
    ("", "5-5 4-6 0-1", "4-6"),  # 5-5 and 4-6 both make 10 and have 10 pips: the first in order
    ("", "0-1 0-2 6-6", "6-6"),  # nothing scores: most pips
    ("", "0-5 6-6 5-6", "0-5"),  # 5 now rather than 12 pips
    ("5-5", "0-5 5-6", "0-5 on 5-5"),  # 10 against 16
    ("6-6, 3-6 on 6-6", "5-6 0-3 3-3", "5-6 on 6-6"),  # 8, 12 and 18: nothing; most pips
    ("2-4", "2-2 4-6 2-6 1-4", "2-6 on 2-4"),  # 8, 8, 10, 3
    ("0-0, 0-5 on 0-0", "5-5 0-4 0-6", "5-5 on 0-5"),  # 10 against 9 and 11
]


@pytest.mark.parametrize(("plays", "hand", "expected"), GREEDY)
def test_greedy_takes_most_points_and_then_most_pips(plays: str, hand: str, expected: str) -> None:
    assert greedy(view_of(plays, hand), "s").play == plays_of(expected)[0]


CAREFUL = [
    # 2-5 on 2-3 makes 5 + 5 and is answered by 5-5 with 15; on 3-5 it makes 2 + 2, and nothing
    # that joins a 2 makes a multiple of five: 2-3 and 2-5, which might, lie on the table.
    ("2-3, 3-5 on 2-3", "1-5 2-5", "2-5 on 3-5"),
    # The same with 1-5: 5 + 5 now and 15 against it, or 1 + 1, to which only 1-4 would score.
    ("1-4, 4-5 on 1-4", "4-4 1-5", "1-5 on 4-5"),
    # 0-5 on 0-2 makes 10 and lets 5-5 make 15; on 2-5 it makes 0, to which 0-5 alone would score.
    ("2-5, 0-2 on 2-5", "1-6 0-5", "0-5 on 2-5"),
]


@pytest.mark.parametrize(("plays", "hand", "expected"), CAREFUL)
def test_careful_looks_at_the_reply(plays: str, hand: str, expected: str) -> None:
    view = view_of(plays, hand)
    chosen = careful(view, "s")
    assert chosen.play == plays_of(expected)[0]
    assert worth(view, chosen.play) == max(worth(view, choice.play) for choice in view.choices)


def worth(view: View, play: Play) -> int:
    """Points now less the best reply, by laying every tile that could answer."""
    state = view.known_state()
    now = state.play(0, *play)
    seen = {*view.hand, *view.layout.covered, play.tile}
    replies = [0]
    for value, tiles in enumerate(TILES_WITH):
        for tile in tiles - seen:
            for on in list(state.layout.covered):
                twin = state.copy()
                twin.hands[1].known, twin.hands[1].unseen = {tile, *tiles_of("0-0")} - {None}, 0
                twin.loose.discard(tile)
                if value in (on.low, on.high) and not twin.why_illegal(1, Play(tile, on)):
                    replies.append(twin.play(1, tile, on))
    return now - max(replies)


KEEPING = [
    # 1-5 and 5-6 score nothing and cannot be answered. After 1-5 the hand's 1-3 fits; after 5-6,
    # which has more pips, neither 1-3 nor 1-5 does.
    ("0-4, 4-5 on 0-4", "1-3 1-5 5-6", "1-5 on 4-5"),
    # 2-2 and 2-4 make 5 and lose 10; 2-4, the heavier, shuts out 2-2 as well as 3-6.
    ("1-5, 2-5 on 1-5", "2-4 2-2 3-6", "2-2 on 2-5"),
]


@pytest.mark.parametrize(("plays", "hand", "expected"), KEEPING)
def test_careful_keeps_its_hand_playable(plays: str, hand: str, expected: str) -> None:
    view = view_of(plays, hand)
    chosen = careful(view, "s")
    assert chosen.play == plays_of(expected)[0]
    best = max(worth(view, choice.play) for choice in view.choices)
    rivals = [choice.play for choice in view.choices if worth(view, choice.play) == best]
    assert len(rivals) > 1
    assert fitting_after(view, chosen.play) == max(fitting_after(view, play) for play in rivals)


def fitting_after(view: View, play: Play) -> int:
    state = view.known_state()
    state.play(0, *play)
    return len(state.playable(view.hand - {play.tile}))


def test_careful_wins_at_once_where_it_can() -> None:
    """10 points now win; a play of 5 that leaves no reply would only be better otherwise."""
    view = view_of("5-5", "0-5 1-5", target=20, totals=(0, 0))
    assert careful(view, "s").play == plays_of("0-5 on 5-5")[0]


def test_careful_fears_no_reply_to_its_last_tile() -> None:
    view = view_of("5-5", "0-5")
    assert careful(view, "s").award == 10


@given(st.integers(0, 5000), st.sampled_from(NAMES))
def test_choices_are_the_legal_plays_and_their_sums(seed: int, name: str) -> None:
    rules = published(name)
    _, table = seated(rules, ("random", "random"))
    for view in views(table, seed):
        state = view.known_state()
        plays = [choice.play for choice in view.choices]
        assert sorted(plays, key=str) == sorted(state.legal_plays(view.seat), key=str)
        places = [choice.face for choice in view.choices if choice.face is not None]
        assert places == sorted(places, key=places.index)  # the choices of a site stand together
        for choice in view.choices:
            layout = view.layout
            layout.place(choice.tile, choice.face)
            assert choice.end_sum == end_sum(layout)
            assert choice.award == award(choice.end_sum)


def views(table: object, seed: int) -> list[View]:
    found: list[View] = []

    class Watching:
        def choose(self, view: View) -> Play:
            found.append(view)
            return BOTS["random"](view, seed).play

    match = match_of(table, (), seed, rounds=1, choosers=[Watching()] * 2)  # type: ignore[arg-type]
    list(match.events())
    return found


def test_a_sum_told_without_laying_changes_nothing() -> None:
    layout = lay(FIVES, "5-5, 5-6 on 5-5, 2-5 on 5-5")
    before = (dict(layout.covered), dict(layout.ends))
    face = layout.tiles[0].faces[2]
    assert plays_at(layout, [face], tiles_of("0-5 1-5"), 8) == [
        (tile, face, end_sum, 0) for tile, end_sum in zip(tiles_of("0-5 1-5"), (8, 9), strict=True)
    ]
    assert (dict(layout.covered), dict(layout.ends)) == before


def test_the_best_award_of_no_tiles_is_nothing() -> None:
    layout = lay(FIVES, "5-5")
    assert best_award(layout, 10, [], FIVES) == 0
    assert best_award(layout, 10, tiles_of("0-5 5-6 1-2"), FIVES) == 10


def test_random_is_fair_and_follows_its_seed() -> None:
    view = view_of("5-5", "0-5 1-5 2-5 3-5")
    found = Counter(BOTS["random"](view, seed).tile for seed in range(4000))
    assert sorted(found) == tiles_of("0-5 1-5 2-5 3-5")
    assert min(found.values()) > 850
    assert len({BOTS["random"](view._replace(turn=turn), 1).tile for turn in range(20)}) > 1


def test_greedy_and_careful_beat_random() -> None:
    """Over 40 matches a pair with the seats swapped, the better one wins nearly all of them."""
    for better, worse, least in (("greedy", "random", 34), ("careful", "random", 34)):
        wins = 0
        for seed in range(40):
            kinds = (better, worse) if seed % 2 else (worse, better)
            ended = played(FIVES, kinds, seed)[1][-1]
            assert isinstance(ended, MatchEnded)
            wins += kinds[ended.winners[0]] == better
        assert wins >= least, (better, worse, wins)


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_plays_the_same_whatever_was_asked_before(kind: str) -> None:
    def turns(rounds: int) -> list[TurnTaken]:
        _, events = played(FIVES, (kind, kind), "again", rounds=rounds)
        return [event for event in events if isinstance(event, TurnTaken)]

    assert turns(2)[: len(turns(1))] == turns(1)

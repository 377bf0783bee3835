"""The only judge of legality: clauses, refusals, unseen tiles, open places, blocks."""

from typing import Any

import pytest
from cases import POSITIONS, by_rules
from dealing import plays_of, position, snapshot, tiles_of

from allfives_cli.game.actions import Action, Draw, Ending, Hand, Illegal, Outcome, Pass, Play
from allfives_cli.game.counting import end_sum
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.sites import sites
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT
from allfives_cli.rulesets import NAMES, published

T = TILE_BY_TEXT
FIVES = published("all-fives")


def action_of(text: str) -> Action:
    """``pass``, ``draw``, ``draw 1-2``, ``1-4``, ``1-4 on 4-4`` or ``1-4 on 4``."""
    if text == "pass":
        return Pass()
    if text == "draw":
        return Draw()
    if text.startswith("draw "):
        return Draw(T[text.removeprefix("draw ")])
    return plays_of(text)[0]


def refused(state: RoundState, seat: int, action: Action) -> Illegal:
    """The refusal of an action, having checked that both ways of asking agree.

    Nothing may have changed.
    """
    before = snapshot(state)
    asked = state.why_illegal(seat, action)
    with pytest.raises(Illegal) as raised:
        state.apply(seat, action)
    assert asked is not None
    assert (asked.code, asked.params) == (raised.value.code, raised.value.params)
    assert snapshot(state) == before
    return raised.value


def accepted(state: RoundState, seat: int, action: Action) -> Outcome | None:
    assert state.why_illegal(seat, action) is None
    return state.apply(seat, action)


@pytest.mark.parametrize("rules", ["all-fives", "all-fives-deducted"])
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_worked_positions_are_played(case: dict[str, Any], rules: str) -> None:
    state = RoundState(published(rules), [Hand(unseen=10), Hand(unseen=10)], 0, 8)
    found = []
    for turn, play in enumerate(plays_of(case["plays"])):
        outcome = accepted(state, turn % 2, play)
        assert outcome is not None
        assert outcome.end_sum == state.end_sum
        found.append((outcome.end_sum, outcome.award))
    assert found == list(zip(case["sums"], case["awards"], strict=True))


@pytest.mark.parametrize(
    ("rules", "case"),
    [pytest.param(name, case, id=label) for label, name, case in by_rules("layout")],
)
def test_layouts_in_the_field_are_played(rules: str, case: dict[str, Any]) -> None:
    state = RoundState(published(rules), [Hand(unseen=10), Hand(unseen=10)], 0, 8)
    plays = plays_of(case["plays"])
    for turn, (play, expected) in enumerate(zip(plays, case["expected"][rules], strict=True)):
        if expected == "illegal":
            illegal = refused(state, turn % 2, play)
            assert illegal.code in ("face-closed", "does-not-match")
        else:
            outcome = accepted(state, turn % 2, play)
            assert outcome is not None
            assert [outcome.end_sum, outcome.award] == expected


@pytest.mark.parametrize(
    ("rules", "case"),
    [pytest.param(name, case, id=label) for label, name, case in by_rules("conduct")],
)
def test_conduct_in_the_field(rules: str, case: dict[str, Any]) -> None:
    state = position(
        published(rules), case["plays"], case["hands"], case["boneyard"], case["to_move"]
    )
    for seat, text, expected in case["steps"]:
        assert state.ending is None or expected == "after-the-end"
        if isinstance(expected, str):
            assert refused(state, seat, action_of(text)).code == expected
        else:
            outcome = accepted(state, seat, action_of(text))
            assert (outcome and list(outcome[1:])) == expected
    assert (state.ending and state.ending.value) == case["ends"]


# -- every refusal -----------------------------------------------------------------

UNSEEN = Hand(unseen=3)

# name, plays on the table, hands, boneyard, to move, actions before, seat, action, code, params
REFUSALS: list[tuple[str, str, list[Any], str, int, str, int, str, str, dict[str, Any]]] = [
    ("play after going out", "1-1", [["1-6"], ["1-5"]], "", 0, "0: 1-6 on 1-1", 1,
     "1-5 on 1-1", "after-the-end", {"how": "out"}),
    ("draw after going out", "1-1", [["1-6"], ["5-5"]], "0-0", 0, "0: 1-6 on 1-1", 1,
     "draw", "after-the-end", {"how": "out"}),
    ("pass after going out", "1-1", [["1-6"], ["5-5"]], "", 0, "0: 1-6 on 1-1", 1,
     "pass", "after-the-end", {"how": "out"}),
    ("play after a block", "1-1", [["6-6"], ["5-5"]], "", 0, "", 0,
     "6-6 on 1-1", "after-the-end", {"how": "blocked"}),
    ("play out of turn", "1-1", [["1-6"], ["1-5"]], "0-0", 0, "", 1,
     "1-5 on 1-1", "not-your-turn", {"expected": 0}),
    ("play twice running", "", [["1-4", "1-1"], ["2-2"]], "0-0", 0, "0: 1-4", 0,
     "1-1 on 1-4", "not-your-turn", {"expected": 1}),
    ("draw out of turn", "1-1", [["6-6"], ["5-5"]], "1-2", 0, "", 1,
     "draw 1-2", "not-your-turn", {"expected": 0}),
    ("pass out of turn", "1-1", [["6-6"], ["1-6"], ["5-5"]], "", 0, "", 2,
     "pass", "not-your-turn", {"expected": 0}),
    ("pass out of turn after a block", "1-1", [["6-6"], ["5-5"]], "", 0, "", 1,
     "pass", "not-your-turn", {"expected": 0}),
    ("a tile that lies on the table", "1-1, 1-2 on 1-1", [["6-6"], ["5-5"]], "1-3", 0, "", 0,
     "1-2 on 1-1", "already-played", {"tile": T["1-2"]}),
    ("a tile of another hand", "1-1", [["6-6"], ["1-5"]], "1-3", 0, "", 0,
     "1-5 on 1-1", "tile-in-another-hand", {"tile": T["1-5"], "holder": 1}),
    ("another's tile while own tiles are unseen", "1-1", [UNSEEN, ["1-5"]], "", 0, "", 0,
     "1-5 on 1-1", "tile-in-another-hand", {"holder": 1}),
    ("a tile that nobody holds", "1-1", [["6-6"], ["1-5"]], "1-3", 0, "", 0,
     "1-4 on 1-1", "tile-not-in-hand", {"tile": T["1-4"]}),
    ("a tile known to lie in the boneyard", "1-1", [UNSEEN, ["1-5"]], "1-3", 0, "", 0,
     "1-3 on 1-1", "tile-in-boneyard", {"tile": T["1-3"]}),
    ("a lead laid on a tile", "", [["1-1", "6-6"], ["1-5"]], "", 0, "", 0,
     "1-1 on 6-6", "lead-takes-no-place", {"tile": T["1-1"]}),
    ("a lead laid on a value", "", [["1-1", "6-6"], ["1-5"]], "", 0, "", 0,
     "1-1 on 1", "lead-takes-no-place", {"tile": T["1-1"]}),
    ("on a tile that is not on the table", "1-1", [["1-4"], ["1-5"]], "4-4", 0, "", 0,
     "1-4 on 4-4", "place-not-in-layout", {"on": T["4-4"]}),
    ("on a tile that shares no half", "2-3", [["1-4"], ["2-5"]], "", 0, "", 0,
     "1-4 on 2-3", "does-not-match", {"tile": T["1-4"], "on": T["2-3"]}),
    ("on the covered half of a plain tile", "1-4, 4-6 on 1-4", [["4-5"], ["1-5"]], "", 0, "", 0,
     "4-5 on 4-6", "face-closed", {"value": 4}),
    ("on an inner double that is no spinner", "1-4, 1-1 on 1-4, 4-4 on 1-4, 3-4 on 4-4",
     [["4-5"], ["1-5"]], "", 0, "", 0, "4-5 on 4-4", "face-closed", {"on": T["4-4"]}),
    ("on a spinner with four neighbours",
     "6-6, 3-6 on 6-6, 2-6 on 6-6, 0-6 on 6-6, 4-6 on 6-6", [["5-6"], ["1-3"]], "", 0, "", 0,
     "5-6 on 6-6", "face-closed", {"on": T["6-6"], "value": 6}),
    ("nothing fits, no place named", "2-3", [["1-4"], ["2-5"]], "", 0, "", 0,
     "1-4", "does-not-fit", {"tile": T["1-4"]}),
    ("a value that is nowhere open", "2-3", [["1-2"], ["2-5"]], "", 0, "", 0,
     "1-2 on 1", "no-open-value", {"on": 1}),
    ("drawing with a tile that fits", "5-6", [["1-5"], ["3-3"]], "0-0", 0, "", 0,
     "draw 0-0", "may-not-draw", {"playable": [T["1-5"]]}),
    ("drawing before the lead", "", [["1-5"], ["3-3"]], "0-0", 0, "", 0,
     "draw 0-0", "may-not-draw", {"playable": [T["1-5"]]}),
    ("drawing on past a tile that fits", "5-6", [["1-2"], ["3-3"]], "0-5 0-0", 0, "0: draw 0-5",
     0, "draw 0-0", "drew-past-playable", {"playable": T["0-5"]}),
    ("another tile than the one drawn", "5-6", [Hand(tiles_of("1-2"), 2), ["3-3"]], "0-5", 0,
     "0: draw 0-5", 0, "4-5 on 5-6", "must-play-drawn", {"drawn": T["0-5"]}),
    ("another tile than the one drawn, by value", "5-6", [Hand(tiles_of("1-2"), 2), ["3-3"]],
     "0-5", 0, "0: draw 0-5", 0, "4-5 on 5", "must-play-drawn", {"tile": T["4-5"]}),
    ("drawing from nothing", "5-6", [["1-2"], ["5-5"]], "", 0, "", 0,
     "draw", "boneyard-empty", {}),
    ("drawing what lies on the table", "5-6", [["1-2"], ["5-5"]], "0-0", 0, "", 0,
     "draw 5-6", "drawn-already-played", {"tile": T["5-6"]}),
    ("drawing what another holds", "5-6", [["1-2"], ["5-5"]], "0-0", 0, "", 0,
     "draw 5-5", "drawn-in-a-hand", {"holder": 1}),
    ("drawing what one holds", "5-6", [["1-2"], ["5-5"]], "0-0", 0, "", 0,
     "draw 1-2", "drawn-in-a-hand", {"holder": 0}),
    ("drawing out of order", "5-6", [["1-2"], ["5-5"]], "0-0 1-1", 0, "", 0,
     "draw 1-1", "not-next-in-boneyard", {"next": T["0-0"]}),
    ("drawing what is not in a known boneyard", "5-6", [["1-2"], UNSEEN], "0-0", 0, "", 0,
     "draw 1-1", "drawn-not-in-boneyard", {"tile": T["1-1"]}),
    ("passing with a tile that fits", "6-6", [["5-6"], ["0-1"]], "", 0, "", 0,
     "pass", "must-play", {"playable": [T["5-6"]]}),
    ("passing on a drawn tile that fits", "5-6", [["1-2"], ["3-3"]], "0-5", 0, "0: draw 0-5", 0,
     "pass", "must-play", {"playable": [T["0-5"]]}),
    ("passing before the lead", "", [["1-5"], ["3-3"]], "", 0, "", 0,
     "pass", "must-play", {"playable": [T["1-5"]]}),
    ("passing while there is something to draw", "5-6", [["1-2"], ["3-3"]], "0-0 0-1", 0, "", 0,
     "pass", "must-draw", {"left": 2}),
    ("passing between draws", "5-6", [["1-2"], ["3-3"]], "0-0 0-1", 0, "0: draw 0-0", 0,
     "pass", "must-draw", {"left": 1}),
    ("unseen tiles, drawing before the lead", "", [UNSEEN, ["3-3"]], "0-0", 0, "", 0,
     "draw", "may-not-draw", {"playable": []}),
    ("unseen tiles, passing before the lead", "", [UNSEEN, ["3-3"]], "0-0", 0, "", 0,
     "pass", "must-play", {"playable": []}),
    ("a value with two unequal places", "2-4, 4-4 on 2-4, 0-2 on 2-4, 0-4 on 0-2",
     [["1-4"], ["3-3"]], "", 0, "", 0, "1-4 on 4", "place-needed",
     {"choices": ((T["0-4"], 9), (T["4-4"], 5))}),
    ("an open value that the tile lacks", "1-4", [["0-1", "4-4"], ["0-0"]], "5-5", 0, "", 0,
     "0-1 on 4", "no-open-value", {"on": 4}),
    ("no place named, several unequal ones fit", "2-5, 0-5 on 2-5", [["0-2"], ["3-3"]], "", 0,
     "", 0, "0-2", "place-needed", {"choices": ((T["0-5"], 4), (T["2-5"], 0))}),
]  # fmt: skip

IDS = [case[0] for case in REFUSALS]


@pytest.mark.parametrize(
    ("plays", "hands", "boneyard", "to_move", "before", "seat", "action", "code", "params"),
    [case[1:] for case in REFUSALS],
    ids=IDS,
)
def test_refused(  # noqa: PLR0913, PLR0917 - the columns of a table
    plays: str,
    hands: list[Any],
    boneyard: str,
    to_move: int,
    before: str,
    seat: int,
    action: str,
    code: str,
    params: dict[str, Any],
) -> None:
    held = [hand.copy() if isinstance(hand, Hand) else hand for hand in hands]
    state = position(FIVES, plays, held, boneyard.split(), to_move)
    for step in before.split(";") if before else ():
        who, _, text = step.strip().partition(": ")
        accepted(state, int(who), action_of(text))
    illegal = refused(state, seat, action_of(action))
    assert illegal.code == code
    for key, expected in params.items():
        assert illegal.params[key] == expected


def test_the_table_of_refusals_has_every_code() -> None:
    """A code raised in judging.py that no case above shows would be untested."""
    import inspect  # noqa: PLC0415
    import re  # noqa: PLC0415

    from allfives_cli.game import judging  # noqa: PLC0415

    source = inspect.getsource(judging)
    raised = set(re.findall(r'(?:Illegal\(|_refuse\(\s*position,)\s*"([a-z-]+)"', source))
    raised |= {"does-not-fit", "no-open-value"}  # raised by way of a variable
    assert raised == {case[8] for case in REFUSALS} | {"wrong-led-tile"}


# -- leads ---------------------------------------------------------------------------


def test_any_tile_may_be_led() -> None:
    hand = ["0-1", "2-2", "5-6"]
    for name in NAMES:
        state = position(published(name), "", [hand, ["3-3"]])
        assert state.legal_plays(0) == [Play(tile) for tile in tiles_of(hand)]
        assert state.legal_plays(1) == []


def test_the_tile_that_must_be_led() -> None:
    state = position(published("muggins"), "", [["0-1", "2-2", "5-6"], ["1-1"]], ["0-0"])
    state.must_lead = T["2-2"]
    illegal = refused(state, 0, Play(T["5-6"]))
    assert illegal.code == "wrong-led-tile"
    assert illegal.params == {"tile": T["5-6"], "must": T["2-2"]}
    assert state.legal_plays(0) == [Play(T["2-2"])]
    accepted(state, 0, Play(T["2-2"]))
    accepted(state, 1, Draw(T["0-0"]))


# -- drawing and passing ---------------------------------------------------------------


def test_draw_one_at_a_time_until_one_fits_then_play_it_where_one_likes() -> None:
    state = position(FIVES, "5-6", [["1-2"], ["3-3"]], ["0-0", "1-1", "5-5", "2-2"])
    for text in ("0-0", "1-1", "5-5"):
        assert state.legal_plays(0) == []
        accepted(state, 0, Draw(T[text]))
        assert state.to_move == 0
    assert state.legal_plays(0) == [Play(T["5-5"], T["5-6"])]
    outcome = accepted(state, 0, Play(T["5-5"], T["5-6"]))
    assert outcome is not None
    assert (outcome.end_sum, outcome.award) == (16, 0)
    assert state.to_move == 1
    assert state.hands[0].known == set(tiles_of("1-2 0-0 1-1"))
    assert state.boneyard == [T["2-2"]]
    assert state.drawn == []


def test_the_player_picks_the_place_of_a_drawn_tile() -> None:
    state = position(FIVES, "2-5, 2-6 on 2-5", [["1-1"], ["3-3"]], ["5-6"])
    accepted(state, 0, Draw(T["5-6"]))
    assert state.legal_plays(0) == [Play(T["5-6"], T["2-5"]), Play(T["5-6"], T["2-6"])]


def test_a_draw_with_the_tile_left_unsaid_takes_the_next_of_a_known_boneyard() -> None:
    state = position(FIVES, "5-6", [["1-2"], ["3-3"]], ["0-0", "1-1"])
    accepted(state, 0, Draw())
    assert state.hands[0].known == set(tiles_of("0-0 1-2"))
    assert state.drawn == [T["0-0"]]


def test_a_pass_only_ends_the_turn() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["1-6"], ["2-2"]])
    end_sum, tiles = state.end_sum, state.layout.tiles
    accepted(state, 0, Pass())
    assert (state.to_move, state.end_sum, state.layout.tiles) == (1, end_sum, tiles)
    assert state.ending is None


# -- the end of a round ------------------------------------------------------------------


def test_out_comes_before_blocked() -> None:
    """The last tile ends the round also where nobody could have gone on."""
    state = position(FIVES, "1-1", [["1-6"], ["2-2"]])
    accepted(state, 0, Play(T["1-6"], T["1-1"]))
    assert state.ending is Ending.OUT


def test_the_end_is_the_same_whether_it_was_asked_for_before_or_not() -> None:
    """A block is looked for when the end is first asked; going out is never taken for one."""
    state = position(FIVES, "1-1", [["1-6", "3-3"], ["1-2"]])
    for seat, play in ((0, "1-6 on 1-1"), (1, "1-2 on 1-1")):
        state.apply(seat, *plays_of(play))
    assert state.ending is Ending.OUT
    state = position(FIVES, "1-1", [["1-6", "3-3"], ["1-2", "4-4"]])
    for seat, play in ((0, "1-6 on 1-1"), (1, "1-2 on 1-1")):
        state.apply(seat, *plays_of(play))
    assert state.ending is Ending.BLOCKED


def test_going_out_against_a_boneyard_that_is_not_empty() -> None:
    state = position(FIVES, "1-1", [["1-6"], ["1-2"]], ["0-0", "3-3"])
    accepted(state, 0, Play(T["1-6"], T["1-1"]))
    assert state.ending is Ending.OUT


def test_blocked_is_seen_after_a_play() -> None:
    state = position(FIVES, "1-1", [["1-6", "2-2"], ["3-3"]])
    accepted(state, 0, Play(T["1-6"], T["1-1"]))
    assert state.ending is Ending.BLOCKED


def test_blocked_is_seen_after_the_draw_that_empties_the_boneyard() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["5-5"]], ["2-2", "3-3"])
    accepted(state, 0, Draw(T["2-2"]))
    assert state.ending is None
    accepted(state, 0, Draw(T["3-3"]))
    assert state.ending is Ending.BLOCKED
    assert state.to_move == 0


def test_not_blocked_while_another_can_play() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["5-5"], ["1-2", "4-4"]], ["3-3"])
    accepted(state, 0, Draw(T["3-3"]))
    assert state.ending is None
    for seat in (0, 1):
        accepted(state, seat, Pass())
    assert state.ending is None
    accepted(state, 2, Play(T["1-2"], T["1-1"]))
    assert state.ending is Ending.BLOCKED


def test_not_blocked_while_the_boneyard_holds_a_tile() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["5-5"]], ["0-0"])
    assert not state.is_blocked()
    assert not state.may_be_blocked()


def test_an_open_arm_keeps_a_round_from_being_blocked() -> None:
    plays = "4-4, 2-4 on 4-4, 3-4 on 4-4"
    hands = [["4-5"], ["0-0"]]
    assert not position(FIVES, plays, hands).is_blocked()
    assert position(published("muggins"), plays, hands).is_blocked()


def test_nothing_is_blocked_before_the_lead() -> None:
    assert not position(FIVES, "", [["4-5"], ["0-0"]]).is_blocked()


def test_passes_after_a_block_are_taken_in_turn_and_change_nothing_else() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["5-5"], ["4-4"]])
    assert state.ending is Ending.BLOCKED
    for seat in (0, 1, 2, 0):
        accepted(state, seat, Pass())
        assert state.ending is Ending.BLOCKED
    assert state.layout.tiles == (T["1-1"],)
    assert len(state.hands[0]) == 1


# -- hands partly unseen -------------------------------------------------------------------


def unseen_table(boneyard: int = 8) -> RoundState:
    return RoundState(FIVES, [Hand(unseen=10), Hand(unseen=10)], 0, boneyard)


def test_an_unseen_tile_is_known_once_it_is_played() -> None:
    state = unseen_table()
    accepted(state, 0, Play(T["1-4"]))
    assert (len(state.hands[0]), state.hands[0].unseen) == (9, 9)
    assert T["1-4"] not in state.loose
    assert refused(state, 1, Play(T["1-4"], T["1-4"])).code == "already-played"
    assert state.hands[0].pips is None


def test_what_cannot_be_known_is_not_judged() -> None:
    """An unseen hand may or may not have had to play: draws and passes stand."""
    state = unseen_table()
    accepted(state, 0, Play(T["1-4"]))
    accepted(state, 1, Draw())
    accepted(state, 1, Draw())
    assert (state.hands[1].unseen, state.boneyard_size) == (12, 6)
    accepted(state, 1, Play(T["4-4"], T["1-4"]))
    assert state.hands[1].unseen == 11
    assert refused(state, 0, Pass()).code == "must-draw"
    empty = unseen_table(0)
    accepted(empty, 0, Play(T["1-4"]))
    accepted(empty, 1, Pass())


def test_a_known_tile_of_a_partly_unseen_hand_binds() -> None:
    state = position(FIVES, "1-4", [Hand(tiles_of("4-5"), 3), Hand(unseen=4)], ["0-0"])
    assert refused(state, 0, Draw()).params["playable"] == [T["4-5"]]
    assert refused(state, 0, Pass()).code == "must-play"
    assert state.legal_plays(0) == [Play(T["4-5"], T["1-4"])]


def test_the_draw_of_a_known_tile_into_an_unseen_hand() -> None:
    state = unseen_table()
    accepted(state, 0, Play(T["1-4"]))
    accepted(state, 1, Draw(T["0-0"]))
    accepted(state, 1, Draw(T["4-6"]))
    assert state.hands[1].known == set(tiles_of("0-0 4-6"))
    assert refused(state, 1, Draw()).code == "drew-past-playable"
    assert refused(state, 1, Play(T["1-1"], T["1-4"])).code == "must-play-drawn"
    accepted(state, 1, Play(T["4-6"], T["1-4"]))
    assert (state.hands[1].known, state.hands[1].unseen) == ({T["0-0"]}, 10)


def test_an_unseen_hand_goes_out_with_its_last_tile() -> None:
    state = RoundState(FIVES, [Hand(unseen=1), Hand(unseen=1)], 0, 26)
    accepted(state, 0, Play(T["1-4"]))
    assert state.ending is Ending.OUT


def test_not_blocked_while_an_unseen_tile_may_fit() -> None:
    state = position(FIVES, "1-1", [Hand(unseen=1), ["5-5"]])
    assert not state.is_blocked()
    assert state.may_be_blocked()
    assert state.ending is None


def test_blocked_for_certain_although_tiles_are_unseen() -> None:
    """Every tile with a 4 lies on the table and both ends are a 4."""
    muggins = published("muggins")
    plays = (
        "1-4, 0-1 on 1-4, 0-4 on 0-1, 4-4 on 0-4, 2-4 on 4-4, 2-3 on 2-4, 3-4 on 2-3, "
        "4-5 on 3-4, 5-6 on 4-5, 4-6 on 5-6"
    )
    state = position(muggins, plays, [Hand(unseen=2), Hand(tiles_of("0-0"), 3)])
    assert {face.value for face in sites(state.layout, muggins)} == {4}
    assert state.ending is Ending.BLOCKED
    accepted(state, 0, Pass())
    drawable = position(muggins, plays, [Hand(unseen=2), Hand(unseen=3)], ["0-0"])
    assert not drawable.is_blocked()


def test_blocked_for_certain_is_seen_after_the_play_that_brings_it() -> None:
    plays = (
        "1-4, 0-1 on 1-4, 0-4 on 0-1, 4-4 on 0-4, 2-4 on 4-4, 2-3 on 2-4, 3-4 on 2-3, "
        "4-5 on 3-4, 5-6 on 4-5"
    )
    state = position(published("muggins"), plays, [Hand(unseen=2), Hand(unseen=3)])
    assert state.ending is None
    accepted(state, 0, Play(T["4-6"], T["5-6"]))
    assert state.ending is Ending.BLOCKED


# hands as (known, unseen), boneyard (None where unknown), its size, what seat 1 then holds
LAST_UNSEEN: list[tuple[str, int, str | None, int, set[str]]] = [
    ("", 2, "", 0, {"0-0", "5-5"}),
    ("5-5", 1, "", 0, {"0-0", "5-5"}),
    ("", 1, "0-0", 1, {"5-5"}),
    ("", 1, None, 1, set()),
]


@pytest.mark.parametrize(("known", "unseen", "boneyard", "size", "held"), LAST_UNSEEN)
def test_the_last_unseen_hand_holds_what_is_left_over(
    known: str, unseen: int, boneyard: str | None, size: int, held: set[str]
) -> None:
    """All tiles but 0-0 and 5-5 are in the other hand."""
    others = set(DOUBLE_SIX) - set(tiles_of("0-0 5-5"))
    hands = [Hand(others), Hand(tiles_of(known), unseen)]
    rest = None if boneyard is None else tiles_of(boneyard)
    state = RoundState(FIVES, hands, 0, size, rest)
    state.resolve_last_unseen()
    assert {tile.text for tile in state.hands[1].known} == held
    assert state.hands[1].unseen == (0 if held else unseen)


def test_two_unseen_hands_are_not_told_apart() -> None:
    state = RoundState(FIVES, [Hand(unseen=14), Hand(unseen=14)], 0, 0)
    state.resolve_last_unseen()
    assert [hand.unseen for hand in state.hands] == [14, 14]


# -- places that the record leaves open ------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "tile", "written", "touched"),
    [
        ("1-4", "4-6", [None, 4], "1-4"),
        ("6-6", "3-6", [None, 6], "6-6"),
        ("6-6, 3-6 on 6-6, 2-6 on 6-6", "4-6", [None, 6], "6-6"),
        ("1-4, 1-1 on 1-4", "4-5", [None, 4], "1-4"),
        ("2-5, 0-5 on 2-5", "0-2", [0], "0-5"),
        ("2-5, 0-5 on 2-5", "0-2", [2], "2-5"),
    ],
)
def test_a_place_left_out_where_only_one_outcome_is_possible(
    plays: str, tile: str, written: list[int | None], touched: str
) -> None:
    by_tile = position(FIVES, plays, [[tile, "0-0"], ["5-5"]])
    outcome = accepted(by_tile, 0, Play(T[tile], T[touched]))
    for on in written:
        state = position(FIVES, plays, [[tile, "0-0"], ["5-5"]])
        assert accepted(state, 0, Play(T[tile], on)) == outcome
        assert state.twins == []
        assert snapshot(state) == snapshot(by_tile)


TWO_FOURS = "0-4, 0-2 on 0-4, 2-4 on 0-2"


def test_two_equal_places_are_both_kept_until_a_later_play_tells_them_apart() -> None:
    for later, first in (("0-4", "2-4"), ("2-4", "0-4")):
        state = position(FIVES, TWO_FOURS, [["4-5", "1-1"], ["3-4", "3-3"]])
        outcome = accepted(state, 0, Play(T["4-5"], 4))
        assert outcome is not None
        assert outcome.end_sum == 9
        touched = {layout.joints[-1].face.tile for layout in state.layouts}
        assert touched == {T["0-4"], T["2-4"]}
        accepted(state, 1, Play(T["3-4"], T[later]))
        assert state.twins == []
        assert state.layout.joints[-2].face.tile is T[first]
        assert state.layout.joints[-1].face.tile is T[later]


def test_twins_agree_in_every_sum_and_every_open_value() -> None:
    hands = [["4-5", "4-6", "1-1"], ["3-4", "3-3", "5-5"]]
    state = position(FIVES, TWO_FOURS, hands)
    accepted(state, 0, Play(T["4-5"]))
    accepted(state, 1, Play(T["3-4"]))
    assert len(state.layouts) == 2
    for layout in state.layouts:
        assert sorted(f.value for f in sites(layout, FIVES)) == [3, 5]
        assert end_sum(layout) == 8
    assert refused(state, 0, Play(T["4-6"])).code == "does-not-fit"


def test_a_place_that_no_twin_has_is_refused_and_both_stay() -> None:
    state = position(FIVES, TWO_FOURS, [["4-5", "1-1"], ["3-4", "3-3"]])
    accepted(state, 0, Play(T["4-5"], 4))
    assert refused(state, 1, Play(T["3-4"], T["0-2"])).code == "does-not-match"
    assert refused(state, 1, Play(T["3-4"], T["4-5"])).code == "face-closed"
    assert refused(state, 1, Play(T["3-4"], T["6-6"])).code == "place-not-in-layout"
    assert len(state.layouts) == 2


def test_a_copy_of_twins_changes_independently() -> None:
    state = position(FIVES, TWO_FOURS, [["4-5", "1-1"], ["3-4", "3-3"]])
    accepted(state, 0, Play(T["4-5"], 4))
    before = snapshot(state)
    twin = state.copy()
    accepted(twin, 1, Play(T["3-4"], T["0-4"]))
    assert snapshot(state) == before
    assert twin.twins == []


def test_choices_name_each_place_with_the_sum_it_makes() -> None:
    plays = "2-4, 4-4 on 2-4, 0-2 on 2-4, 0-4 on 0-2"
    state = position(FIVES, plays, [["1-4"], ["3-3"]])
    choices = refused(state, 0, Play(T["1-4"])).params["choices"]
    assert choices == ((T["0-4"], 9), (T["4-4"], 5))
    for on, total in choices:
        outcome = accepted(state.copy(), 0, Play(T["1-4"], on))
        assert outcome is not None
        assert outcome.end_sum == total


# -- turns that were let stand ---------------------------------------------------------------

# clause, plays, hands, boneyard, actions waived (seat: action), codes noted
WAIVED = [
    ("out of turn", "1-1", [["6-6"], ["1-5", "0-0"]], "1-3", "1: 1-5 on 1-1", ["not-your-turn"]),
    ("drawing without need", "1-1", [["1-6"], ["5-5"]], "2-2", "0: draw 2-2", ["may-not-draw"]),
    ("drawing past a tile that fits", "1-1", [["6-6"], ["5-5"]], "1-2 2-2",
     "0: draw 1-2; 0: draw 2-2", ["drew-past-playable"]),
    ("passing without need", "1-1", [["1-6"], ["5-5"]], "", "0: pass", ["must-play"]),
    ("passing with a boneyard", "1-1", [["6-6"], ["5-5"]], "2-2", "0: pass", ["must-draw"]),
    ("drawing out of order", "1-1", [["6-6"], ["5-5"]], "2-2 3-3", "0: draw 3-3",
     ["not-next-in-boneyard"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plays", "hands", "boneyard", "actions", "codes"),
    [case[1:] for case in WAIVED],
    ids=[case[0] for case in WAIVED],
)
def test_a_waived_breach_is_noted_and_stands(
    plays: str, hands: list[list[str]], boneyard: str, actions: str, codes: list[str]
) -> None:
    state = position(FIVES, plays, hands, boneyard.split())
    state.waived = []
    for step in actions.split("; "):
        who, _, text = step.partition(": ")
        state.apply(int(who), action_of(text))
    assert [illegal.code for illegal in state.waived] == codes
    held = [tile for hand in state.hands for tile in hand.known]
    everywhere = [*held, *state.layout.tiles, *(state.boneyard or ())]
    dealt = [*tiles_of(" ".join(" ".join(hand) for hand in hands)), *tiles_of(boneyard)]
    assert sorted(everywhere) == sorted([*dealt, *(play.tile for play in plays_of(plays))])


def test_after_a_turn_out_of_turn_the_next_seat_moves() -> None:
    state = position(FIVES, "1-1", [["6-6"], ["1-5", "0-0"], ["3-3"]], ["1-3"])
    state.waived = []
    state.play(1, T["1-5"], T["1-1"])
    assert state.to_move == 2
    state.pass_turn(1)
    assert state.to_move == 2
    assert [illegal.code for illegal in state.waived] == [
        "not-your-turn",
        "not-your-turn",
        "must-draw",
    ]


def test_what_the_tiles_make_impossible_is_never_waived() -> None:
    state = position(FIVES, "1-4", [["2-3"], ["1-5"]])
    state.waived = []
    for text, code in (("2-3 on 1-4", "does-not-match"), ("1-5 on 1-4", "tile-in-another-hand")):
        assert refused(state, 0, action_of(text)).code == code
    assert refused(state, 0, Draw()).code == "boneyard-empty"


def test_asking_notes_nothing() -> None:
    state = position(FIVES, "1-1", [["1-6"], ["1-5"]], ["2-2"])
    state.waived = []
    state.why_illegal(0, Draw(T["2-2"]))
    state.why_illegal(1, Play(T["1-5"], T["1-1"]))
    assert state.waived == []


def test_a_breach_is_noted_once_a_turn() -> None:
    """Also where it is judged more than once: by draw and play, or against twins."""
    state = position(FIVES, TWO_FOURS, [["4-5", "1-1"], ["3-3"], ["3-4", "6-6"]])
    accepted(state, 0, Play(T["4-5"], 4))
    state.waived = []
    state.apply(2, Play(T["3-4"], 4))
    assert [illegal.code for illegal in state.waived] == ["not-your-turn"]


def test_every_tile_is_somewhere() -> None:
    state = position(FIVES, "1-1", [["1-6"], Hand(unseen=3)], ["2-2"])
    assert state.loose == set(DOUBLE_SIX) - {T["1-1"], T["1-6"]}

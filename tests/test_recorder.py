"""The record in the making: valid at every moment, every claim in it, nothing lost on the way."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from seated import FIVES, Scripted, findings_of, match_of, seated

from allfives_cli.checking.replay import replay
from allfives_cli.game.actions import Play
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Dealt, MatchEnded, TurnTaken
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.resuming import SEED_KEY, Unplayable, deals_of, plays_of
from allfives_cli.play.seats import Move, Remark
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record, Round
from allfives_cli.record.writing import write_json
from allfives_cli.rulesets import NAMES, published


def recorded(kinds: tuple[str, ...], seed: str, name: str = "all-fives") -> Record:
    head, table = seated(replace(published(name), target=80), kinds, seed=seed)
    recorder = Recorder(head, table)
    for event in match_of(table, kinds, seed).events():
        recorder(event)
    return recorder.record()


@pytest.mark.parametrize("name", NAMES)
def test_the_record_is_valid_after_every_event(name: str) -> None:
    kinds = ("greedy", "random", "careful")
    head, table = seated(replace(published(name), target=60), kinds)
    recorder = Recorder(head, table)
    assert codes_of(recorder) == {"unfinished"}
    for event in match_of(table, kinds, 4).events():
        recorder(event)
        # A turn that wins ends the match by itself, whether or not its end is written yet.
        allowed = [{"unfinished"}] if isinstance(event, Dealt) else [{"unfinished"}, set()]
        assert codes_of(recorder) in ([set()] if isinstance(event, MatchEnded) else allowed)


def codes_of(recorder: Recorder) -> set[str]:
    return {found.code for found in findings_of(write_json(recorder.record()).encode())}


def test_rounds_that_are_over_are_not_made_again() -> None:
    head, table = seated(replace(published("all-fives"), target=150), ("greedy", "random"))
    recorder = Recorder(head, table)
    before: tuple[Round, ...] = ()
    for event in match_of(table, ("greedy", "random"), 4).events():
        recorder(event)
        rounds = recorder.record().rounds
        for one, other in zip(before[:-1], rounds, strict=False):
            assert one is other
        assert recorder.record() == Record.model_validate_json(write_json(recorder.record()))
        before = rounds
    assert len(before) > 2


def test_every_claim_is_written_in() -> None:
    record = recorded(("greedy", "random"), "claims")
    for played in record.rounds:
        assert played.lead is not None
        assert played.end is not None
        for turn in played.turns:
            if turn.tile is not None:
                assert None not in (turn.sum, turn.award, turn.total)
        assert played.end.totals is not None
        if played.end.how != "target":
            assert None not in (played.end.left, played.end.pips)
        hands = [tile for hand in (played.hands or {}).values() for tile in hand]
        assert sorted([*hands, *(played.boneyard or ())]) == [tile.text for tile in DOUBLE_SIX]
    assert record.view == "all"
    assert record.result is not None


def test_rules_are_written_out_and_the_seed_is_noted() -> None:
    record = recorded(("greedy", "random"), "Łódź 7")
    assert isinstance(record.rules, dict)
    assert record.rules == {"base": "all-fives", **replace(FIVES, target=80).options()}
    assert record.ext == {SEED_KEY: "Łódź 7"}
    assert [player.kind for player in record.players] == ["greedy", "random"]


def test_places_are_the_tiles_that_were_touched() -> None:
    for played in recorded(("greedy", "random"), "places").rounds:
        for number, turn in enumerate(turn for turn in played.turns if turn.tile is not None):
            assert isinstance(turn.on, str) == bool(number)


def test_halves_are_written_as_points() -> None:
    """Two of three tied for fewest split the third hand: 7.5 each."""
    head, table = seated(FIVES, ("human", "human", "human"))
    recorder = Recorder(head, table)
    lines: list[str] = []
    for seed in range(400):
        recorder = Recorder(head, table)
        for event in match_of(table, ("random",) * 3, seed, rounds=6).events():
            recorder(event)
        text = write_json(recorder.record())
        lines = [line for line in text.splitlines() if '"settlement"' in line and ".5" in line]
        if lines:
            assert findings_of(text.encode()) == []
            break
    assert lines


def test_remarks_stand_where_they_belong() -> None:
    head, table = seated(replace(FIVES, hand_size=2), ("human", "human"))
    players = Scripted(Remark(note="before all"), Remark(mark="!")), Scripted(Remark("!?", "why?"))
    recorder = Recorder(head, table)
    for event in match_of(table, (), "remarks", rounds=1, choosers=players).events():
        recorder(event)
    (played,) = recorder.record().rounds
    assert played.notes == ("before all",)
    assert any(turn.mark == "!?" and turn.notes == ("why?",) for turn in played.turns)
    assert findings_of(write_json(recorder.record()).encode()) == []


def test_a_move_brings_its_own_mark_and_notes() -> None:
    class Marking:
        def choose(self, view: Any) -> Move:
            return Move(view.choices[0].play, "!!", ("sure", "enough"))

    head, table = seated(replace(FIVES, hand_size=2), ("human", "human"))
    recorder = Recorder(head, table)
    for event in match_of(table, (), "moves", rounds=1, choosers=[Marking()] * 2).events():
        recorder(event)
    turn = recorder.record().rounds[0].turns[0]
    assert (turn.mark, turn.notes) == ("!!", ("sure", "enough"))


def test_what_a_resumed_record_holds_already_stays_as_it_stands() -> None:
    """A record that others have written into is gone on with, and keeps what they wrote."""
    kinds = ("greedy", "random")
    whole = recorded(kinds, "annotated")
    plain = json.loads(write_json(whole))
    del plain["result"]
    del plain["rounds"][-1]["end"]
    plain["rounds"][-1]["turns"] = plain["rounds"][-1]["turns"][:3]
    plain["event"] = "Club night"
    plain["rounds"][0]["turns"][1]["notes"] = ["A pity."]
    plain["rounds"][0]["ext"] = {"example.org/clock": [1, 2]}
    head = Record.model_validate_json(json.dumps(plain))
    _, table = seated(replace(FIVES, target=80), kinds)
    recorder = Recorder(head, table)
    dealer = Dealer("annotated", 2, table.hand_size, deals_of(head, table.hand_size))
    choosers = [BotPlayer(BOTS[kind], "annotated") for kind in kinds]
    for event in MatchTable(table, choosers, dealer, answers=plays_of(head)).events():
        recorder(event)
    again = json.loads(write_json(recorder.record()))
    assert again.pop("event") == "Club night"
    assert again["rounds"][0]["turns"][1].pop("notes") == ["A pity."]
    assert again["rounds"][0].pop("ext") == {"example.org/clock": [1, 2]}
    assert again == json.loads(write_json(whole))


def test_a_deal_comes_back_from_its_record() -> None:
    record = recorded(("greedy", "random"), "deals")
    head, table = seated(replace(FIVES, target=80), ("greedy", "random"))
    dealt = [e for e in match_of(table, ("greedy", "random"), "deals").events()
             if isinstance(e, Dealt)]  # fmt: skip
    deals = deals_of(record, table.hand_size)
    assert [(d.hands, d.boneyard, d.lot) for d in deals] == [
        (tuple(tuple(sorted(hand)) for hand in event.hands), event.boneyard, event.leader)
        for event in dealt
    ]
    assert head.rounds == ()
    assert len(plays_of(record)) == sum(
        isinstance(event, TurnTaken) and isinstance(event.public.action, Play)
        for event in match_of(table, ("greedy", "random"), "deals").events()
    )


BAD_DEALS: list[tuple[str, dict[str, Any]]] = [
    ("hand-missing", {"hands": {"Ann": ["0-0", "1-1"]}}),
    ("hand-unseen", {"hands": {"Ann": ["0-0", "??"], "Ben": ["1-1", "2-2"]}}),
    ("hand-size", {"hands": {"Ann": ["0-0"], "Ben": ["1-1", "2-2"]}}),
    ("tile-twice", {"hands": {"Ann": ["0-0", "1-1"], "Ben": ["1-1", "2-2"]}}),
    ("boneyard-size", {"hands": {"Ann": ["0-0", "1-1"], "Ben": ["3-3", "2-2"]},
                       "boneyard": ["4-4"]}),
    ("set-up", {"setup": {"layout": [{"tile": "5-5"}], "hands": {"Ann": ["0-0"], "Ben": ["1-1"]},
                          "boneyard": 0, "turn": "Ann"}}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "played"), BAD_DEALS, ids=[code for code, _ in BAD_DEALS])
def test_a_deal_that_cannot_be_played(code: str, played: dict[str, Any]) -> None:
    head, _ = seated(replace(FIVES, hand_size=2), ("human", "human"))
    plain = json.loads(write_json(head))
    plain["rounds"] = [{"lead": {"by": "Ann"}, "turns": [], **played}]
    if "setup" in played:
        del plain["rounds"][0]["lead"]
    record = Record.model_validate_json(json.dumps(plain))
    with pytest.raises(Unplayable) as refused:
        deals_of(record, 2)
    assert (refused.value.code, refused.value.number) == (code, 1)


def test_a_boneyard_that_was_not_seen_follows_from_the_seed() -> None:
    record = recorded(("greedy", "random"), "yard")
    plain = json.loads(write_json(record))
    for played in plain["rounds"]:
        del played["boneyard"]
    deals = deals_of(Record.model_validate_json(json.dumps(plain)), 9)
    first = Dealer("x", 2, 9, deals).deal(1)
    assert len(first.boneyard) == 10
    assert set(first.boneyard) == set(DOUBLE_SIX) - {t for hand in first.hands for t in hand}
    assert Dealer("x", 2, 9, deals).deal(1) == first
    assert Dealer("y", 2, 9, deals).deal(1) != first
    assert replay(record).report.sound

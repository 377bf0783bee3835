"""Scenes: who is seen, what holds still, what a record leaves open."""

from __future__ import annotations

from dealing import play_match
from recording import Writing, as_record, expanded, record_of

from allfives_cli.checking.replay import replay
from allfives_cli.record.model import Record
from allfives_cli.rulesets import published
from allfives_cli.show.scenes import EVERY, NOBODY, Act, acts

RULES = {"base": "all-fives", "target": 60}


def match() -> Record:
    rounds = list(play_match(published("all-fives"), 2, seed=1, target=60))
    return record_of(rounds, Writing(["Ann", "Ben"]), rules=RULES)


def scenes_of(record: Record, hands: str = EVERY) -> list[Act]:
    return acts(record, replay(record), hands)


def test_nothing_moves_while_a_round_goes_on() -> None:
    for act in scenes_of(match()):
        assert len({id(scene.arrangement) for scene in act.scenes}) == 1


def test_addresses_name_turns_and_ends() -> None:
    first = scenes_of(match())[0]
    assert first.scenes[0].address == "1.1"
    assert first.scenes[-1].address == "1.end"
    assert first.scenes[-1].explained is None


def test_of_a_hidden_hand_only_the_number_of_tiles_is_there() -> None:
    for every, nobody in zip(scenes_of(match()), scenes_of(match(), NOBODY), strict=True):
        for seen, hidden in zip(every.scenes, nobody.scenes, strict=True):
            assert all(not hand.known for hand in hidden.held)
            assert [len(hand) for hand in hidden.held] == [len(hand) for hand in seen.held]


def test_a_seat_sees_its_own_hand_and_draws() -> None:
    for act in scenes_of(match(), "Ben"):
        for scene in act.scenes:
            assert not scene.held[0].known
            assert not scene.held[1].unseen
            if scene.explained is not None and scene.step is not None:
                hidden = scene.step.seat == 0
                assert all((tile == "??") == hidden for tile in scene.explained.draw)


def test_the_match_is_won_in_its_last_round() -> None:
    *before, last = scenes_of(match())
    assert last.winners in (("Ann",), ("Ben",))
    assert all(act.winners == () for act in before)


def test_a_place_that_only_a_later_turn_tells_is_drawn_as_it_was_known() -> None:
    """5-6 may lie at either 5; that 0-5 lies on 3-5 tells that it was the one of 4-5."""
    turns = [("3-5", None), ("3-4", "3-5"), ("4-5", "3-4"), ("5-6", 5), ("0-5", "3-5")]
    record = as_record(
        {
            "allfives": 1,
            "players": [{"key": "Ann"}, {"key": "Ben"}],
            "view": "table",
            "rules": expanded(published("all-fives")),
            "rounds": [
                {
                    "lead": {"by": "Ann", "how": "lot"},
                    "turns": [
                        {"by": ("Ann", "Ben")[number % 2], "tile": tile}
                        | ({} if on is None else {"on": on})
                        for number, (tile, on) in enumerate(turns)
                    ],
                }
            ],
        }
    )
    (act,) = scenes_of(record)
    arranged = [scene.arrangement for scene in act.scenes]
    assert len(act.scenes) == len(turns) + 1
    for scene, found in zip(act.scenes, arranged, strict=True):
        assert found is not None
        assert set(scene.layout.covered) <= set(found.spots)
        for face, to_face in scene.layout.joints:
            one, other = found.spots[face.tile], found.spots[to_face.tile]
            assert not one.box.clear_of(other.box, 1)
    assert arranged[3] is not arranged[4]

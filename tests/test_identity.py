"""By what a match is known: the digest of its public core, and whether recorded digests agree."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from dealing import RoundPlayed, play_match
from recording import SCORES, Writing, match_tree

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.identity import core
from allfives_cli.checking.replay import check, digests, replay
from allfives_cli.game.matches import default_sides
from allfives_cli.record.model import Digest, Record
from allfives_cli.rulesets import published

Tree = dict[str, Any]

NAMES = ("Ann", "Ben", "Cal", "Dee")


def played(rules: str, players: int, *, target: int = 60, seed: int = 4) -> list[RoundPlayed]:
    return list(play_match(published(rules), players, seed=seed, target=target, rounds=8))


def written(rounds: list[RoundPlayed], target: int = 60, **how: Any) -> Tree:
    players = NAMES[: len(rounds[0].hands)]
    tree = match_tree(rounds, Writing(**({"players": players} | how)))
    tree["rules"]["target"] = target
    return json.loads(json.dumps(tree))


def record_of(tree: Tree) -> Record:
    return Record.model_validate_json(json.dumps(tree))


def game_of(tree: Tree) -> str | None:
    return digests(record_of(tree)).game


MATCHES = {
    f"{rules}-{players}": played(rules, players)
    for rules in ("all-fives", "all-fives-deducted", "muggins")
    for players in (2, 3, 4)
}


@pytest.fixture(params=MATCHES.values(), ids=MATCHES)
def rounds(request: pytest.FixtureRequest) -> list[RoundPlayed]:
    found: list[RoundPlayed] = request.param
    return found


# -- what two recorders of one match may do otherwise ----------------------------------------


def test_it_is_one_game_whoever_saw_it(rounds: list[RoundPlayed]) -> None:
    views = ["all", "table", NAMES[0], NAMES[1]]
    found = {game_of(written(rounds, view=view)) for view in views}
    assert len(found) == 1
    assert None not in found


def test_it_is_one_game_whatever_was_claimed(rounds: list[RoundPlayed]) -> None:
    assert game_of(written(rounds, claims=())) == game_of(written(rounds, claims=SCORES))


def test_it_is_one_game_whatever_the_players_are_called(rounds: list[RoundPlayed]) -> None:
    others = ("Zoe", "Yan", "Xu", "Wim")[: len(rounds[0].hands)]
    assert game_of(written(rounds, players=others)) == game_of(written(rounds))


def test_it_is_one_game_whoever_is_listed_first(rounds: list[RoundPlayed]) -> None:
    tree = written(rounds)
    players, sides = tree["players"], tree.get("sides")
    for _ in players[1:]:
        players.append(players.pop(0))
        turned = tree | {"players": list(players)}
        if len(players) == len(NAMES) and sides is None:
            turned["sides"] = [
                {"key": "+".join(NAMES[seat] for seat in side), "players": [NAMES[s] for s in side]}
                for side in default_sides(len(NAMES))
            ]
        assert check(record_of(turned)).sound
        assert game_of(turned) == game_of(tree)


def annotated(tree: Tree) -> None:
    tree |= {"event": "Club evening", "notes": ["rain"], "recorder": "Eve", "ext": {"a.org/x": 1}}
    tree["rounds"][0]["notes"] = ["a long round"]
    first = tree["rounds"][0]["turns"][0]
    alternative = {"line": [copy.deepcopy(first)], "notes": ["the same"]}
    first |= {"mark": "!", "notes": ["well led"], "before": ["quiet"], "time": 3.5}
    first |= {"alts": [alternative], "analysis": {"depth": 3}}


def with_the_rules_by_name(tree: Tree) -> None:
    base, target = tree["rules"]["base"], tree["rules"]["target"]
    tree["rules"] = {"base": base, "target": target}


def with_numbers_by_seats(tree: Tree) -> None:
    key = {2: "2", 3: "3", 4: "4-pairs"}[len(tree["players"])]
    tree["rules"]["target"] = {key: tree["rules"]["target"]}


def without_ends(tree: Tree) -> None:
    for each in tree["rounds"]:
        del each["end"]
    tree.pop("result", None)


@pytest.mark.parametrize(
    "change", [annotated, with_the_rules_by_name, with_numbers_by_seats, without_ends]
)
def test_it_is_one_game_however_it_is_written(
    rounds: list[RoundPlayed], change: Callable[[Tree], None]
) -> None:
    tree = written(rounds)
    before = game_of(tree)
    change(tree)
    assert game_of(tree) == before


def test_passes_of_a_blocked_round_may_be_written_or_not() -> None:
    blocked = next(
        rounds
        for seed in range(200)
        if (rounds := played("all-fives", 2, seed=seed)) and rounds[0].how == "blocked"
    )
    tree = written(blocked)
    before = game_of(tree)
    turns = tree["rounds"][0]["turns"]
    last = NAMES.index(turns[-1]["by"])
    turns += [{"by": NAMES[(last + step) % 2], "pass": True} for step in (1, 2)]
    assert check(record_of(tree)).sound
    assert game_of(tree) == before


def test_a_place_may_be_a_value_where_that_is_enough() -> None:
    """Both halves of the lead are open to the double: the core names a value and a kind."""
    tree: Tree = {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}],
        "rules": "all-fives",
        "view": "table",
        "rounds": [{"lead": {"by": "Ann"}, "turns": []}],
    }
    plays = [("1-4", None), ("4-4", "1-4"), ("4-5", "4-4"), ("1-1", "1-4"), ("1-5", "1-1")]
    for number, (tile, on) in enumerate(plays):
        place = {} if on is None else {"on": on}
        tree["rounds"][0]["turns"].append({"by": NAMES[number % 2], "tile": tile} | place)
    by_value = copy.deepcopy(tree)
    by_value["rounds"][0]["turns"][2]["on"] = 4
    # 5-5 fits two equal halves; which of them, the record by value leaves open.
    tree["rounds"][0]["turns"].append({"by": "Ben", "tile": "5-5", "on": "4-5"})
    by_value["rounds"][0]["turns"].append({"by": "Ben", "tile": "5-5", "on": 5})
    assert check(record_of(by_value)).sound
    assert game_of(by_value) == game_of(tree)


# -- what makes another game ---------------------------------------------------------------


def test_the_core_in_full() -> None:
    tree: Tree = {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}, {"key": "Cal"}],
        "rules": {"base": "all-fives", "hand_size": 5},
        "rounds": [
            {
                "lead": {"by": "Ben"},
                "hands": {"Ben": ["2-6", "6-6", "4-4", "0-5", "0-0"]},
                "turns": [
                    {"by": "Ben", "tile": "2-6"},
                    {"by": "Cal", "draw": ["??", "??"], "tile": "1-2", "on": "2-6"},
                    {"by": "Ann", "tile": "3-6", "on": "2-6"},
                    {"by": "Ben", "draw": ["1-1"], "tile": "1-1", "on": "1-2"},
                    {"by": "Cal", "draw": ["??"]},
                ],
            }
        ],
    }
    record = record_of(tree)
    done = replay(record)
    ended = done.ended(record)
    assert done.table is not None
    assert ended is not None
    found = core(record, done.table, ended)
    rules = found.pop("rules")
    assert found == {
        "core": 1,
        "seats": 3,
        "sides": [[0], [1], [2]],
        "rounds": [
            {
                "turns": [
                    [0, 0, "2-6", None, "lead"],
                    [1, 2, "1-2", 2, "half"],
                    [2, 0, "3-6", 6, "half"],
                    [0, 1, "1-1", 1, "half"],
                    [1, 1],
                ]
            }
        ],
    }
    assert rules["hand_size"] == 5
    assert rules["target"] == 200
    assert rules["spinner"] == "first-double"
    assert "four_players" not in rules
    assert "base" not in rules


def test_chain_sides_and_arms_are_told_apart() -> None:
    """3-3 with both sides covered: 3-4 goes on an arm, and that is another kind of face."""
    plays = [("3-3", None), ("3-6", "3-3"), ("3-5", "3-3"), ("3-4", "3-3")]
    turns = [
        {"by": NAMES[number % 2], "tile": tile} | ({} if on is None else {"on": on})
        for number, (tile, on) in enumerate(plays)
    ]
    setup = {"layout": [{"tile": "3-3"}, {"tile": "3-6", "on": "3-3"}], "turn": "Ben"}
    tree: Tree = {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}],
        "rules": "all-fives",
        "rounds": [{"lead": {"by": "Ann"}, "turns": turns}],
    }
    record = record_of(tree)
    done = replay(record)
    ended = done.ended(record)
    assert done.table is not None
    assert ended is not None
    kinds = [turn[4] for turn in core(record, done.table, ended)["rounds"][0]["turns"]]
    assert kinds == ["lead", "chain", "chain", "arm"]
    setup |= {"hands": {"Ann": ["??"] * 8, "Ben": ["??"] * 8}, "boneyard": 10}
    tree["rounds"] = [{"setup": setup, "turns": turns[2:]}]
    tree["rounds"][0]["turns"][0]["by"] = "Ben"
    tree["rounds"][0]["turns"][1]["by"] = "Ann"
    record = record_of(tree)
    done = replay(record)
    ended = done.ended(record)
    assert done.table is not None
    assert ended is not None
    (found,) = core(record, done.table, ended)["rounds"]
    assert found["setup"] == {
        "layout": [["3-3", None, "lead"], ["3-6", 3, "chain"]],
        "hands": [8, 8],
        "boneyard": 10,
        "seat": 0,
    }
    assert found["turns"] == [[0, 0, "3-5", 3, "chain"], [1, 0, "3-4", 3, "arm"]]


def dropped(tree: Tree) -> None:
    tree["rounds"].pop()
    tree.pop("result", None)


def target_doubled(tree: Tree) -> None:
    tree["rules"]["target"] *= 2
    tree.pop("result", None)
    for each in tree["rounds"]:
        each.pop("end")


@pytest.mark.parametrize("change", [dropped, target_doubled])
def test_another_match_is_another_game(change: Callable[[Tree], None]) -> None:
    tree = written(MATCHES["all-fives-2"])
    before = game_of(tree)
    change(tree)
    assert game_of(tree) not in (None, before)


def test_every_match_is_another_game() -> None:
    found = {game_of(written(rounds)) for rounds in MATCHES.values()}
    assert len(found) == len(MATCHES)


# -- recorded digests -------------------------------------------------------------------------


def test_digests_that_agree_are_no_finding(rounds: list[RoundPlayed]) -> None:
    record = record_of(written(rounds))
    report = check(record.model_copy(update={"digest": digests(record)}))
    assert report.sound


@pytest.mark.parametrize("which", ["record", "game"])
def test_a_digest_that_differs_is_an_error(which: str) -> None:
    record = record_of(written(MATCHES["all-fives-2"]))
    computed = getattr(digests(record), which)
    changed = record.model_copy(update={"digest": Digest(**{which: "0" * 64})})
    (finding,) = check(changed).findings
    assert finding.code == "digest-differs"
    assert finding.severity is Severity.ERROR
    assert finding.pointer == ("digest", which)
    assert finding.params == {"which": which, "claimed": "0" * 64, "computed": computed}


def test_a_record_changed_in_transit_is_noticed() -> None:
    record = record_of(written(MATCHES["all-fives-2"]))
    signed = record.model_copy(update={"digest": digests(record)})
    changed = signed.model_copy(update={"place": "elsewhere"})
    (finding,) = check(changed).findings
    assert finding.params["which"] == "record"


def test_a_match_that_cannot_be_followed_has_no_digest_of_its_game() -> None:
    tree = written(MATCHES["all-fives-2"])
    del tree["rounds"][0]["turns"][3]
    record = record_of(tree)
    found = digests(record)
    assert found.game is None
    assert found.record is not None
    signed = record.model_copy(update={"digest": Digest(record=found.record, game="0" * 64)})
    assert "digest-differs" not in {finding.code for finding in check(signed).findings}


def test_without_rules_only_the_record_is_compared() -> None:
    record = record_of(written(MATCHES["all-fives-2"]) | {"rules": "unheard-of"})
    signed = record.model_copy(update={"digest": Digest(record="0" * 64, game="0" * 64)})
    codes = [(finding.code, finding.pointer) for finding in check(signed).findings]
    assert codes[-1] == ("digest-differs", ("digest", "record"))
    assert digests(record).game is None

"""What checking finds in sound and in edited records: the first slip, where it is, and no more.

Every code by itself is shown in `test_broken`; here it is what several findings, rounds and
claims have to do with each other. Edits are made on records of matches that were played.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import FIELD_CASES
from dealing import POLICIES, play_match
from recording import LEVELS, Tree, Writing, as_record, record_of

from allfives_cli.checking.findings import Finding, Severity
from allfives_cli.checking.replay import check, replay
from allfives_cli.checking.validation import examine
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.places import Pointer
from allfives_cli.record.reading import read_record
from allfives_cli.rulesets import NAMES, rules_from

RECORDS = Path(__file__).parent.parent / "records"
KEYS = ("Ann", "Ben", "Cal", "Dee")
Found = list[tuple[str, str, int]]
"""Code, pointer with slashes, and how many disagreements follow."""


def sample(name: str) -> Tree:
    tree: Tree = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    return tree


def errors(tree: Tree) -> list[Finding]:
    findings = check(as_record(tree)).findings
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def told(findings: list[Finding]) -> Found:
    return [(f.code, "/".join(map(str, f.pointer)), f.follows) for f in findings]


# -- sound records ------------------------------------------------------------------------


@pytest.mark.parametrize("base", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_match_that_was_played_is_sound_however_it_was_written(
    base: str, players: int, policy: str
) -> None:
    rules = rules_from(base, {"target": 80})
    for seed in range(3):
        policies = (policy, "most-points")
        rounds = list(play_match(rules, players, seed=seed, policies=policies, rounds=6))
        for view in ("all", "table", "Ben"):
            for claims in LEVELS.values():
                writing = Writing(KEYS[:players], view=view, claims=claims)
                report = check(record_of(rounds, writing))
                assert {finding.code for finding in report.findings} <= {"unfinished"}


def test_a_replay_has_a_step_for_every_turn() -> None:
    for path in sorted(RECORDS.glob("*.json")):
        record = as_record(json.loads(path.read_text("utf-8")))
        done = replay(record)
        assert [len(played.steps) for played in done.rounds] == [
            len(written.turns) for written in record.rounds
        ]
        assert not any(played.failed for played in done.rounds)


# -- one claim changed is one finding, at that claim ---------------------------------------


def claims_of(tree: Tree) -> Iterator[Pointer]:
    """Every claim of a record. An award that others took a part of is a fact."""
    for number, played in enumerate(tree["rounds"]):
        at = ("rounds", number)
        for index, turn in enumerate(played["turns"]):
            keys = ("sum", "due", "total") if "due" in turn else ("sum", "award", "total")
            yield from ((*at, "turns", index, key) for key in keys if key in turn)
            for place in range(len(turn.get("claimed", ()))):
                yield (*at, "turns", index, "claimed", place, "total")
        end = played.get("end", {})
        for key in ("pips", "settlement", "totals"):
            yield from ((*at, "end", key, name) for name in end.get(key, ()))
    yield from (("result", "totals", name) for name in tree.get("result", {}).get("totals", ()))


def changed(tree: Tree, at: Pointer, amount: int) -> Tree:
    edited = copy.deepcopy(tree)
    holder: Any = edited
    for step in at[:-1]:
        holder = holder[step]
    holder[at[-1]] += amount
    return edited


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.json")))
def test_a_wrong_claim_is_found_where_it_is_and_once(name: str) -> None:
    tree = sample(name)
    claims = list(claims_of(tree))
    assert claims
    for number, at in enumerate(claims):
        found = errors(changed(tree, at, (5, 1)[number % 2]))
        assert [finding.pointer for finding in found] == [at]


# -- what follows from a slip is counted in it ------------------------------------------------


def small(*turns: dict[str, Any], **rules: object) -> Tree:
    """A record of one round of unseen tiles."""
    return {
        "allfives": 1,
        "players": [{"key": "Ann"}, {"key": "Ben"}],
        "rules": {"base": "all-fives", **rules},
        "rounds": [{"lead": {"by": "Ann", "how": "lot"}, "turns": list(turns)}],
    }


def turn(by: str, tile: str, on: str | None = None, **claims: object) -> dict[str, Any]:
    return {"by": by, "tile": tile, **({} if on is None else {"on": on}), **claims}


A, B = "Ann", "Ben"


def a_second_slip(tree: Tree) -> None:
    tree["rounds"][0]["turns"][1]["sum"] += 1
    tree["rounds"][1]["turns"][2]["sum"] += 1


def totals_carried_on(tree: Tree) -> None:
    """The first total is five too high, and all that is counted on from it."""
    side = tree["rounds"][0]["turns"][0]["by"]
    for played in tree["rounds"]:
        for each in played["turns"]:
            if each["by"] == side:
                each["total"] += 5
        played["end"]["totals"][side] += 5
    tree["result"]["totals"][side] += 5


def a_round_that_fails(tree: Tree) -> None:
    """The first round cannot be followed; what the second claims is still compared with itself."""
    tree["rounds"][0]["turns"][2]["by"] = tree["rounds"][0]["turns"][1]["by"]


def a_round_that_fails_and_a_later_slip(tree: Tree) -> None:
    a_round_that_fails(tree)
    tree["rounds"][1]["turns"][3]["total"] += 5


def an_unknown_view_and_a_slip(tree: Tree) -> None:
    tree["view"] = "Zoe"
    tree["rounds"][0]["turns"][0]["sum"] += 1


def a_lead_after_a_round_that_fails(tree: Tree) -> None:
    """Who went out is not known, so nobody is contradicted; nor is the player to act."""
    a_round_that_fails(tree)
    del tree["rounds"][1:]
    del tree["result"]
    tree["rounds"].append({"lead": {"by": "Omar", "how": "went-out"}, "turns": []})


MID = "target-in-mid-round"
CASES: list[tuple[str, str, Callable[[Tree], None], Found]] = [
    ("slips in two rounds are two findings", MID, a_second_slip,
     [("wrong-sum", "rounds/0/turns/1/sum", 0), ("wrong-sum", "rounds/1/turns/2/sum", 0)]),
    ("totals counted on from a wrong one", MID, totals_carried_on,
     [("wrong-total", "rounds/0/turns/0/total", 18)]),
    ("a round that fails", MID, a_round_that_fails,
     [("not-your-turn", "rounds/0/turns/2/by", 0)]),
    ("a slip after a round that fails", MID, a_round_that_fails_and_a_later_slip,
     [("not-your-turn", "rounds/0/turns/2/by", 0), ("wrong-total", "rounds/1/turns/3/total", 0)]),
    ("a lead after a round that fails", MID, a_lead_after_a_round_that_fails,
     [("not-your-turn", "rounds/0/turns/2/by", 0)]),
    ("an unknown view hides nothing", MID, an_unknown_view_and_a_slip,
     [("unknown-view", "view", 0), ("wrong-sum", "rounds/0/turns/0/sum", 0)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "edit", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_edits(name: str, edit: Callable[[Tree], None], expected: Found) -> None:
    tree = sample(name)
    edit(tree)
    assert told(errors(tree)) == expected


# name, record of one round and its rules, what is found in it
SMALL: list[tuple[str, Tree, Found]] = [
    ("a wrong award carried into the totals",
     small(turn(A, "1-4", award=10, total=10), turn(B, "4-4", "1-4", award=0, total=0),
           turn(A, "4-5", "4-4", award=0, total=10)),
     [("wrong-award", "rounds/0/turns/0/award", 2)]),
    ("an award that fits a wrong sum follows from it",
     small(turn(A, "1-4", sum=10, award=10, total=10)),
     [("wrong-sum", "rounds/0/turns/0/sum", 2)]),
    ("an award that fits neither sum is a slip of the sum first",
     small(turn(A, "1-4", sum=10, award=5), turn(B, "4-4", "1-4", sum=9, award=0)),
     [("wrong-sum", "rounds/0/turns/0/sum", 0)]),
    ("sums wrong in a row, as after a tile written wrong",
     small(turn(A, "1-4", sum=6), turn(B, "4-4", "1-4", sum=10), turn(A, "4-5", "4-4", sum=7),
           turn(B, "1-1", "1-4", sum=7)),
     [("wrong-sum", "rounds/0/turns/0/sum", 2)]),
    ("a total that is wrong once and right again",
     small(turn(A, "1-4", total=50), turn(B, "4-4", "1-4"), turn(A, "4-5", "4-4", total=5)),
     [("wrong-total", "rounds/0/turns/0/total", 0)]),
    ("a total that is wrong twice, by other amounts",
     small(turn(A, "1-4", total=10), turn(B, "4-4", "1-4"), turn(A, "4-5", "4-4", total=20)),
     [("wrong-total", "rounds/0/turns/0/total", 0), ("wrong-total", "rounds/0/turns/2/total", 0)]),
    ("a target reached only by a wrong award",
     small(turn(A, "1-4", award=10, total=10), target=10)
     | {"result": {"how": "target", "winners": [A], "totals": {A: 10, B: 0}}},
     [("wrong-award", "rounds/0/turns/0/award", 3)]),
    ("play that goes on because the winning award was missed by the recorder",
     small(turn(A, "5-5", award=0, total=0), turn(B, "0-5", "5-5", award=10, total=10), target=10),
     [("wrong-award", "rounds/0/turns/0/award", 2)]),
    ("play that goes on after a target that was written",
     small(turn(A, "5-5", award=10, total=10), turn(B, "0-5", "5-5"), target=10),
     [("turn-after-match", "rounds/0/turns/1", 0)]),
    ("more called than there was, and the total that comes of it",
     small(turn(A, "1-4", award=5, due=5, total=5, claimed=[{"by": B, "award": 5, "total": 5}])),
     [("over-claimed", "rounds/0/turns/0/claimed", 0)]),
    ("points called bring the match to its end",
     small(turn(A, "5-5", award=0, due=10, claimed=[{"by": B, "award": 10, "total": 10}]),
           target=10) | {"result": {"how": "target", "winners": [B], "totals": {A: 0, B: 10}}},
     []),
    ("a breach that stood keeps its arithmetic",
     small({"by": A, "tile": "1-4", "sum": 5},
           {"by": A, "tile": "4-4", "on": "1-4", "sum": 8, "irregular": True}),
     [("wrong-sum", "rounds/0/turns/1/sum", 0)]),
    ("what tiles make impossible cannot stand",
     small(turn(A, "1-4"), turn(B, "2-3", "1-4", irregular=True)),
     [("does-not-match", "rounds/0/turns/1/tile", 0)]),
    ("the draw that is refused is pointed at",
     small(turn(A, "1-4"), turn(B, "4-4", "1-4", draw=["2-3", "1-5", "4-4"])),
     [("drew-past-playable", "rounds/0/turns/1/draw/2", 0)]),
    ("draws at the end of an unfinished record are a turn broken off",
     small(turn(A, "1-4"), {"by": B, "draw": ["??"]}),
     []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "expected"), [case[1:] for case in SMALL], ids=[case[0] for case in SMALL]
)
def test_small_records(tree: Tree, expected: Found) -> None:
    assert told(errors(tree)) == expected


def test_scores_that_are_not_known_are_compared_with_each_other() -> None:
    tree = sample(MID)
    a_round_that_fails_and_a_later_slip(tree)
    written = tree["rounds"][1]["turns"][3]["total"]
    slip = errors(tree)[1]
    assert slip.params == {"claimed": written, "computed": written - 5}


def test_alternatives_are_checked_like_the_main_line_and_do_not_move_it() -> None:
    tree = sample("annotated")
    expected = []
    for number, played in enumerate(tree["rounds"]):
        for index, each in enumerate(played["turns"]):
            for place, alternative in enumerate(each.get("alts", ())):
                alternative["line"][0]["award"] += 5
                at = f"rounds/{number}/turns/{index}/alts/{place}/line/0/award"
                expected.append(("wrong-award", at, 0))
    assert len(expected) > 1
    assert told(errors(tree)) == expected


# -- after what could not be read ---------------------------------------------------------------

SHEET = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 7}
rounds:
- turns: |
    Ann 5-5 +10 (10)
    Ben 5-4
    Ann 5-1 on 5-5
    Ben 4-4
- lead: {by: Ann, how: unknown}
  turns: |
    Ann 1-4 +5
"""


@pytest.mark.parametrize(
    ("written", "misread", "expected"),
    [
        ("Ben 5-4", "Ben 5-7", ["not-a-tile 7:9"]),
        ("Ben 4-4", "Ben 4-7", ["not-a-tile 9:9"]),
        ("Ann 5-5", "Ann 5-5 5-6", ["second-tile 6:13"]),
        ("Ann 1-4 +5", "Ann 1-4 +ten", ["bad-amount 12:13", "round-unfinished 9:5"]),
        ("Ben 5-4\n    Ann 5-1", "Ben 3-4\n    Ann 5-7", ["not-a-tile 8:9", "does-not-fit 7:9"]),
        (
            "Ben 4-4",
            "Ben 4-7\n- turns: |\n    Ann 3-3 +5",
            ["not-a-tile 9:9", "wrong-award 11:14", "round-unfinished 11:5"],
        ),
        ("[Ann, Ben]", "[Ann, Ben, {name: Cal}]", ["missing-key 2:21"]),
        # where no line can be read, none says who led
        (
            "- lead: {by: Ann, how: unknown}\n  turns: |\n    Ann 1-4 +5",
            "- turns: |\n    Anx 1-4 +5\n    Ben 4-7",
            ["unknown-player 11:5", "not-a-tile 12:9", "round-unfinished 9:5"],
        ),
        (
            "- lead: {by: Ann, how: unknown}\n  turns: |\n    Ann 1-4 +5",
            "- turns: |\n    # nobody wrote it down",
            ["round-unfinished 9:5", "missing-lead 10:3"],
        ),
    ],
)
def test_nothing_follows_from_what_could_not_be_read(
    written: str, misread: str, expected: list[str]
) -> None:
    assert written in SHEET
    text = SHEET.replace(written, misread)
    found = []
    for each in examine(read_record(text.encode(), "r.yaml", "yaml")).findings:
        assert each.span is not None or each.severity is Severity.NOTE
        if each.span is not None:
            found.append(f"{each.code} {each.span.line}:{each.span.column}")
    assert found == expected


# -- faults that were found in the field -----------------------------------------------------------


@pytest.mark.parametrize("case", FIELD_CASES["records"], ids=lambda case: case["id"])
def test_records_in_the_field(case: dict[str, Any]) -> None:
    if "file" in case:
        read = examine(read_record(case["file"].encode(), "save.json", "json"))
        assert {found.code for found in read.findings} == {"missing-key"}
        return
    hands = case["hands"] if "hands" in case else case["deal"]["hands"]
    tree = small(hand_size=len(hands[0]))
    tree["rounds"][0]["hands"] = dict(zip((A, B), hands, strict=True))
    read = examine(read_record(json.dumps(tree).encode(), "r.json", "json"))
    [found] = [each for each in read.findings if each.severity is Severity.ERROR]
    assert found.code == "tile-twice"
    assert [word for word, _ in found.related] == ["first"]


# -- positions set up with an empty hand ------------------------------------------------


def set_up(layout: str, hands: dict[str, str], turn: str, boneyard: int, **rules: object) -> Tree:
    """A round of three players from a position; ``layout`` is one chain."""
    laid = layout.split()
    places = [{"tile": tile, "on": before} for before, tile in itertools.pairwise(laid)]
    setup = {
        "layout": [{"tile": laid[0]}, *places],
        "hands": {key: tiles.split() for key, tiles in hands.items()},
        "boneyard": boneyard,
        "turn": turn,
    }
    return {
        "allfives": 1,
        "players": [{"key": key} for key in hands],
        "rules": {"base": "all-fives", **rules},
        "rounds": [{"setup": setup, "turns": []}],
    }


@pytest.mark.parametrize("empty", ["Ann", "Cal"])
def test_the_player_who_played_last_went_out_not_one_whose_hand_was_empty(empty: str) -> None:
    other = "Cal" if empty == "Ann" else "Ann"
    hands = {"Ann": "", "Ben": "1-2", "Cal": ""} | {other: "5-6"}
    tree = set_up("1-1", hands, "Ben", 25)
    tree["rounds"][0]["turns"] = [turn("Ben", "1-2", "1-1")]
    for by in ({}, {"by": "Ben"}):
        tree["rounds"][0]["end"] = {"how": "out", "settlement": {"Ben": 10}, **by}
        assert [each.code for each in check(as_record(tree)).findings] == ["unfinished"]
    del tree["rounds"][0]["end"]["by"]
    tree["rounds"][0]["end"]["settlement"] = {empty: 10}
    assert "wrong-settlement" in [each.code for each in check(as_record(tree)).findings]


def test_a_block_is_settled_as_a_block_though_a_hand_is_empty() -> None:
    rest = [tile for tile in TILE_BY_TEXT if "0" not in tile]
    layout = "0-1 1-2 0-2 0-0 0-3 3-4 0-4 0-5 5-6 0-6"
    left = [tile for tile in rest if tile not in layout.split()]
    hands = {"Ann": " ".join(left[:9]), "Ben": " ".join(left[9:]), "Cal": ""}
    tree = set_up(layout, hands, "Ann", 0, spinner="none", out_settlement="deducted")
    pips = sum(sum(map(int, tile.split("-"))) for tile in left)
    tree["rounds"][0]["end"] = {"how": "blocked", "settlement": {"Cal": (pips + 2) // 5 * 5}}
    lead = {"by": "Ben", "how": "lot"}
    tree["rounds"].append({"lead": lead, "turns": []})
    assert [each.code for each in check(as_record(tree)).findings] == ["unfinished"]

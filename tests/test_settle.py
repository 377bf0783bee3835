"""``allfives settle``: cases found in the field, arithmetic that adds up, and wrong usage."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cases import by_rules
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.commands.settle import command
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.rulesets import NAMES

PLAYERS = ("Ann", "Ben", "Cal", "Dee")


def settle(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), standalone_mode=False)


def settled(*arguments: str) -> dict[str, Any]:
    result = settle(*arguments, "--format", "json")
    assert result.exception is None, result.exception
    document: dict[str, Any] = json.loads(result.stdout)
    return document


SETTLEMENTS = by_rules("settlement")


@pytest.mark.parametrize(
    ("name", "case"), [c[1:] for c in SETTLEMENTS], ids=[c[0] for c in SETTLEMENTS]
)
def test_case_found_in_the_field(name: str, case: dict[str, Any]) -> None:
    expected = case["expected"][name]
    names = PLAYERS[: len(case["hands"])]
    sides = ["+".join(names[seat] for seat in side) for side in case["sides"]]
    arguments = [f"{n}={','.join(h)}" for n, h in zip(names, case["hands"], strict=True)]
    arguments += ["--rules", name]
    if case["out"] is not None:
        arguments += ["--out", names[case["out"]]]
    if "totals" in case:
        pairs = zip(sides, case["totals"], strict=True)
        arguments += ["--totals", ",".join(f"{side}={total}" for side, total in pairs)]
    found = settled(*arguments)
    assert found["settlement"] == {sides[int(s)]: n for s, n in expected["changes"].items()}
    if "winners" in expected:
        assert found["round_winners"] == [sides[side] for side in expected["winners"]]
    if "match_winners" in expected:
        assert found["winners"] == [sides[side] for side in expected["match_winners"]]
        assert list(found["totals"].values()) == expected["totals"]
    if case["out"] is not None:
        assert found["next_lead"] == names[case["out"]]
    else:
        assert found["next_lead"] is None


@given(
    st.sampled_from(NAMES),
    st.integers(2, 4),
    st.permutations(sorted(TILE_BY_TEXT)),
    st.lists(st.integers(1, 5), min_size=4, max_size=4),
    st.booleans(),
)
def test_the_steps_of_a_side_add_up_to_its_settlement(
    name: str, players: int, tiles: list[str], sizes: list[int], goes_out: bool
) -> None:
    names, deck = PLAYERS[:players], iter(tiles)
    hands = [[next(deck) for _ in range(size)] for size in sizes[:players]]
    arguments = ["--rules", name]
    if goes_out:
        hands[0] = []
        arguments += ["--out", names[0]]
    found = settled(
        *(f"{n}={','.join(hand)}" for n, hand in zip(names, hands, strict=True)), *arguments
    )
    for side, total in found["totals"].items():
        steps = sum(step["amount"] for step in found["steps"] if step["side"] == side)
        assert steps == found["settlement"].get(side, 0) == total
    assert found["pips"] == {
        n: sum(TILE_BY_TEXT[tile].pips for tile in hand)
        for n, hand in zip(names, hands, strict=True)
    }


WRONG = [
    ("no hands", []),
    ("one hand", ["Ann=1-2"]),
    ("five hands", ["A=0-0", "B=0-1", "C=0-2", "D=0-3", "E=0-4"]),
    ("no equals sign", ["Ann", "Ben=1-2"]),
    ("no tile", ["Ann=7-7", "Ben=1-2"]),
    ("a hand twice", ["Ann=1-1", "Ann=1-2"]),
    ("a tile twice", ["Ann=1-2", "Ben=2-1"]),
    ("out and unknown", ["Ann=", "Ben=1-2", "--out", "Cal"]),
    ("out and holding tiles", ["Ann=1-1", "Ben=1-2", "--out", "Ann"]),
    ("empty and not out", ["Ann=", "Ben=1-2"]),
    ("totals of nobody", ["Ann=1-1", "Ben=1-2", "--totals", "Cal=5"]),
    ("out and not told apart", ["Ann=", "Anna=", "Ben=1-2", "--out", "an"]),
    ("totals in quarters", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=5.25"]),
    ("totals too large", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=100000001"]),
    ("totals without a side", ["Ann=1-1", "Ben=1-2", "--totals", "12,5"]),
    ("totals of one side twice", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=5,ann=5"]),
    ("totals with a sign", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=+5"]),
    ("totals that blanks divide", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=5 Ben=5"]),
    ("totals with a fraction too many", ["Ann=1-1", "Ben=1-2", "--totals", "Ann=1,5,5"]),
    (
        "totals of two players of different sides",
        ["A=0-0", "B=0-1", "C=0-2", "D=0-3", "--totals", "a+b=1"],
    ),
    (
        "totals of one side by both names",
        ["A=0-0", "B=0-1", "C=0-2", "D=0-3", "--totals", "a=1,c=2"],
    ),
    ("totals of one player and himself", ["A=0-0", "B=0-1", "C=0-2", "D=0-3", "--totals", "a+a=1"]),
    ("four alone where pairs are the rule", ["A=0-0", "B=0-1", "C=0-2", "D=0-3", "--alone"]),
]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("arguments", [case[1] for case in WRONG], ids=[case[0] for case in WRONG])
def test_wrong_usage_is_said_in_a_sentence(arguments: list[str], lang: str) -> None:
    result = settle(*arguments, "--lang", lang)
    assert getattr(result.exception, "exit_code", None) == 2


def test_tiles_are_read_in_any_spelling() -> None:
    assert settled("Ann=", "Ben=4-3,6|6", "--out", "Ann")["settlement"] == {"Ann": 20}
    assert settled("Ann=", "Ben=43 66", "--out", "Ann")["settlement"] == {"Ann": 20}


@pytest.mark.parametrize(
    ("written", "before"),
    [
        ("Ann=12,Ben=5", (12, 5)),
        ("Ann=12.5,Ben=5", (12.5, 5)),
        ("Ann=12,5,Ben=7,5", (12.5, 7.5)),
        ("Ben=7,5", (0, 7.5)),
        ("Ann=12,0, Ben=5", (12, 5)),
        ("Ann=12,5; Ben=7.5;", (12.5, 7.5)),
        ("Ann=7½", (7.5, 0)),
        ("Ann=-5,5,Ben=−5", (-5.5, -5)),
        ("ben=5", (0, 5)),
        ("A=5", (5, 0)),
        ("", (0, 0)),
    ],
)
def test_totals_are_read_with_a_point_or_a_comma(written: str, before: tuple[float, float]) -> None:
    found = settled("Ann=1-1", "Ben=0-2", "--totals", written)
    assert found["settlement"] == {}, "a tie of two pays nothing"
    assert tuple(found["totals"].values()) == before


def test_a_side_may_have_a_number_for_its_name() -> None:
    found = settled("Ann=1-1", "5=0-2", "--totals", "Ann=12,5=7")
    assert found["totals"] == {"Ann": 12, "5": 7}


@pytest.mark.parametrize(
    ("written", "before"),
    [
        ("a=10,d=20", (10, 20)),
        ("d+b=20", (0, 20)),
        ("C+A=5", (5, 0)),
        ("B + D=7;c=1", (1, 7)),
        ("A+C=3,B+D=4", (3, 4)),
    ],
)
def test_any_player_of_a_side_names_it(written: str, before: tuple[int, int]) -> None:
    hands = ("A=1-3", "B=", "C=2-2", "D=6-6", "--out", "b")
    found = settled(*hands, "--totals", written)
    totals = [total - found["settlement"].get(side, 0) for side, total in found["totals"].items()]
    assert tuple(totals) == before


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The match was over before this settlement: the target is 250, "),
        ("pl", "Mecz był skończony przed tym rozliczeniem. Cel: 250, "),
    ],
)
def test_a_match_that_was_over_is_not_settled(lang: str, said: str) -> None:
    hands = ("Ann=1-3", "Ben=", "--out", "Ben")
    result = settle(*hands, "--totals", "Ann=260,Ben=2", "--lang", lang)
    assert getattr(result.exception, "exit_code", None) == 2
    message = getattr(result.exception, "message", "")
    assert message.startswith(said)
    assert message.endswith("Ann: 260, Ben: 2.")
    assert settle(*hands, "--totals", "Ann=250").exception is not None
    assert settle(*hands, "--totals", "Ann=249.5").exception is None


def test_a_tile_that_is_twice_in_one_hand_is_not_said_to_be_in_two() -> None:
    said = [
        getattr(settle(*hands).exception, "message", None)
        for hands in (("Ann=1-3 3-1", "Ben=2-2"), ("Ann=1-3", "Ben=2-2 1-3"))
    ]
    assert said == ["1-3 is in the hand of Ann twice.", "1-3 is in two hands."]


def test_who_went_out_is_named_as_in_a_turn_line() -> None:
    for name in ("Ann", "ann", "A"):
        assert settled("Ann=", "Ben=3-4", "--out", name)["by"] == "Ann"


def test_text_shows_every_step(snapshot: Any) -> None:
    """A split in halves, pairs, deductions and a net payment, in both languages."""
    shown = [
        settle("Ann=1-3", "Ben=0-4", "Cal=1-6", "--lang", lang, "--width", width).stdout
        for lang in ("en", "pl")
        for width in ("80", "40")
    ]
    pairs = ("Ann=", "Ben=0-2", "Cal=6-6,5-5", "Dee=0-1", "--out", "Ann")
    shown += [settle(*pairs, "--rules", name).stdout for name in NAMES]
    shown += [settle("Ann=3-4", "Ben=6-6,0-1", "--rules", "muggins", "--lang", "pl").stdout]
    assert "\n".join(shown) == snapshot

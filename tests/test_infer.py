"""`allfives infer`: hands in words, as grids and as JSON, through whose eyes is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from allfives_cli.checking.hidden import Why
from allfives_cli.commands.infer import command
from allfives_cli.text.catalog import LANGUAGES, catalog

SHEET = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 9}
view: Ann
rounds:
- hands: {Ann: 0-1 0-2 1-2 1-6 2-6 3-3 4-5 5-5 6-6}
  turns: |
    Ann 6-6
    Ben draws 2, 3-6
    Ann 1-6
    Ben 1-5
    Ann 2-6
"""
"""After 1.2 Ben holds nothing with a six but what came last, and that is on the table."""
IMPOSSIBLE = SHEET.replace("draws 2, 3-6", "draws 2, 4-6").replace("Ben 1-5", "Ben 3-6")
FULL = """\
allfives: 1
players: [Ann, Ben]
rules: {base: all-fives, hand_size: 2}
rounds:
- hands: {Ann: 1-6 5-5, Ben: 1-2 2-2}
  turns: |
    Ann 5-5
    Ben draws 4-4 0-5, 0-5
"""
ALL = 28


def infer(text: str, *arguments: str, status: int = 0) -> Result:
    done = CliRunner().invoke(
        command, ["-", *arguments], input=text, standalone_mode=False, env={"LANG": "C"}
    )
    if done.exception is not None:
        raise done.exception
    assert done.return_value == status, done.output
    return done


def inferred(text: str, *arguments: str, status: int = 0) -> list[dict[str, Any]]:
    found = json.loads(infer(text, "--format", "json", *arguments, status=status).stdout)
    assert isinstance(found, list)
    return found


def reasons(holding: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {excluded["tile"]: excluded["why"] for excluded in holding["impossible"]}


def test_json_divides_the_set_among_table_hands_and_boneyard() -> None:
    for turn in inferred(SHEET):
        assert turn["agrees"] is True
        for holding in (*turn["hands"], turn["boneyard"]):
            told = [*turn["table"], *holding["certain"], *holding["possible"], *reasons(holding)]
            assert sorted(told) == sorted(set(told))
            assert len(told) == ALL
    assert [(turn["round"], turn["turn"]) for turn in inferred(SHEET)] == [
        (1, number) for number in range(1, 6)
    ]


def test_a_draw_says_what_the_hand_and_the_first_tile_drawn_were_not() -> None:
    (turn,) = inferred(SHEET, "--at", "1.2")
    ann, ben = turn["hands"]
    assert ann["certain"] == ["0-1", "0-2", "1-2", "1-6", "2-6", "3-3", "4-5", "5-5"]
    assert (ben["player"], ben["tiles"]) == ("Ben", 10)
    assert reasons(ben)["5-6"] == [
        {"code": "drew", "player": "Ben", "turn": 2},
        {"code": "drew-on", "player": "Ben", "turn": 2},
    ]
    assert reasons(ben)["3-3"] == [{"code": "dealt", "player": "Ann"}]
    assert turn["boneyard"]["certain"] == ["0-6", "4-6", "5-6"]


def test_later_turns_are_used_only_in_hindsight() -> None:
    sheet = SHEET.replace("    Ann 2-6\n", "    Ann 2-6\n    Ben 2-4\n")
    (then,) = inferred(sheet, "--at", "1.2")
    (later,) = inferred(sheet, "--at", "1.2", "--hindsight")
    assert "2-4" in then["boneyard"]["possible"]
    assert "2-4" in later["hands"][1]["certain"]
    assert reasons(later["boneyard"])["2-4"] == [{"code": "played", "player": "Ben", "turn": 6}]


def test_a_seat_does_not_see_the_others() -> None:
    (as_ann,) = inferred(FULL, "--at", "1.2", "--seat", "Ann")
    (as_ben,) = inferred(FULL, "--at", "1.2", "--seat", "Ben")
    (as_table,) = inferred(FULL, "--at", "1.2", "--seat", "table")
    (as_shown,) = inferred(FULL, "--at", "1.2")
    assert [hand["certain"] for hand in as_ann["hands"]] == [["1-6"], []]
    assert [hand["certain"] for hand in as_ben["hands"]] == [[], ["1-2", "2-2", "4-4"]]
    assert [hand["certain"] for hand in as_table["hands"]] == [[], []]
    assert [hand["certain"] for hand in as_shown["hands"]] == [["1-6"], ["1-2", "2-2", "4-4"]]
    assert [turn["eyes"] for turn in (as_ann, as_table, as_shown)] == ["Ann", "table", "record"]


def test_draws_that_a_seat_does_not_see_are_not_told_either() -> None:
    assert "4-4 0-5" in infer(FULL, "--at", "1.2").stdout.split("\n")[0]
    assert "?? ??" in infer(FULL, "--at", "1.2", "--seat", "Ann").stdout.split("\n")[0]
    assert "4-4" not in infer(FULL, "--at", "1.2", "--seat", "Ann").stdout.split("\n")[0]


def test_the_table_is_asked_in_any_letters_unless_a_player_is_called_so() -> None:
    asked = [inferred(FULL, "--seat", name)[0]["eyes"] for name in ("table", "TABLE", "Table")]
    assert asked == ["table"] * 3
    played = FULL.replace("Ben", "Table")
    asked = [inferred(played, "--seat", name)[0]["eyes"] for name in ("table", "TABLE", "Table")]
    assert asked == ["table", "Table", "Table"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_seat_is_refused_with_the_names(lang: str) -> None:
    with pytest.raises(click.UsageError, match=r"Ann, Ben.*table"):
        infer(FULL, "--seat", "Bob", "--lang", lang)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("9", "There is no round 9 in this record."),
        ("1.9", "There is no turn 1.9 in this record."),
        ("", "Write a turn as ROUND.TURN, for example 2.7, not “”."),
    ],
)
def test_a_place_that_is_none_is_called_what_it_would_be(at: str, said: str) -> None:
    with pytest.raises(click.UsageError, match=re.escape(said)):
        infer(FULL, "--at", at)


@pytest.mark.parametrize("seat", ["ann", "ANN", "A"])
def test_a_seat_is_named_as_in_a_turn_line(seat: str) -> None:
    (turn,) = inferred(FULL, "--at", "1.2", "--seat", seat)
    assert turn["eyes"] == "Ann"
    assert [hand["certain"] for hand in turn["hands"]] == [["1-6"], []]


def test_a_seat_that_might_be_two_is_refused() -> None:
    with pytest.raises(click.UsageError, match="Bea, Ben"):
        infer(FULL.replace("Ann", "Bea"), "--seat", "be")


def test_words_give_the_reason_of_each_exclusion() -> None:
    lines = infer(SHEET, "--at", "1.2", "--width", "100").stdout.splitlines()
    assert lines[1] == "     as the record shows it"
    assert "     Ben  tiles: 10" in lines
    at = lines.index("     boneyard  tiles: 8")
    assert lines[at + 1] == "          certain     0-6 4-6 5-6"
    why = "would have fitted when Ben drew at 1.2; would have ended the draws of Ben at 1.2"
    assert f" 0-6 4-6 5-6: {why} " in " ".join(" ".join(lines).split())
    assert max(map(len, infer(SHEET, "--width", "60").stdout.splitlines())) <= 60


def test_a_grid_shows_each_tile_twice() -> None:
    lines = infer(SHEET, "--at", "1.2", "--format", "grid", "--width", "100").stdout.splitlines()
    top = next(index for index, line in enumerate(lines) if line.startswith("     Ann"))
    rows = [line.split() for line in lines[top + 2 : top + 9]]
    ann, ben, boneyard = ([row[at : at + 8] for row in rows] for at in (0, 8, 16))
    for grid in (ann, ben, boneyard):
        cells = [row[1:] for row in grid]
        assert [row[0] for row in grid] == list("0123456")
        assert all(cells[one][two] == cells[two][one] for one in range(7) for two in range(7))
        assert cells[6][6] == cells[3][6] == "-"
    assert ann[3][4] == ann[5][6] == "#"
    assert ben[5][7] == "."
    assert ben[0][1] == "?"
    assert boneyard[6][6] == "#"
    assert lines[-2].strip() == "# certain   ? possible   . impossible   - on the table"


def test_where_no_deal_agrees_nothing_follows() -> None:
    *before, last = inferred(IMPOSSIBLE, status=1)[:4]
    assert [turn["agrees"] for turn in before] == [True, True, True]
    assert last["agrees"] is False
    assert "hands" not in last
    done = infer(IMPOSSIBLE, "--at", "1.4", status=1)
    assert "No deal agrees" in done.stdout
    assert "[no-place-for-tile]" in done.stderr
    assert "No deal agrees" in infer(IMPOSSIBLE, "--at", "1.4", "--format", "grid", status=1).stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_can_be_said(lang: str) -> None:
    said = catalog(lang).group("infer.why")
    assert set(said) == {why.value for why in Why}


def test_every_record_of_the_samples_is_inferred_in_both_languages() -> None:
    records = Path(__file__).parent.parent / "records"
    for path in sorted(records.glob("*.json")):
        for lang in LANGUAGES:
            text = infer(path.read_text("utf-8"), "--lang", lang, "--seat", "table").stdout
            assert "{" not in text

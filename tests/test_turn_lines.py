import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from written_records import turns

from allfives_cli.record.model import Turn
from allfives_cli.record.notation import Part, Problem
from allfives_cli.record.sheet_codes import SHEET_CODES
from allfives_cli.record.turn_lines import read_turn, read_turns
from allfives_cli.record.turn_quick import quick_tiles, quick_turn
from allfives_cli.record.turn_writing import write_turn

PLAYERS = ("Ann", "Anna", "Ben", "Łukasz", "Pasha")


def turn_of(line: str, mover: str | None = None) -> Any:
    found = read_turn(line, PLAYERS, mover)
    assert isinstance(found, Part), found
    return found.plain()


def problem_of(line: str, mover: str | None = None) -> Problem:
    found = read_turn(line, PLAYERS, mover)
    assert isinstance(found, Problem)
    return found


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("Ben 6-6", {"tile": "6-6"}),
        ("  Ben\t6-3  ", {"tile": "3-6"}),
        ("12. Ben 6-3", {"tile": "3-6"}),
        ("12.Ben: 6-3", {"tile": "3-6"}),
        ("Ben 6-3 on 6-6", {"tile": "3-6", "on": "6-6"}),
        ("Ben 63 na [6|6]", {"tile": "3-6", "on": "6-6"}),
        ("Ben 6-3 ON 6", {"tile": "3-6", "on": 6}),
        ("Ben 6 - 3 on 6 - 6", {"tile": "3-6", "on": "6-6"}),
        ("Ben 6-3 =15 +15 (15)", {"tile": "3-6", "sum": 15, "award": 15, "total": 15}),
        ("Ben 6-3 (15) + 15 = 15", {"tile": "3-6", "sum": 15, "award": 15, "total": 15}),
        ("Ben 6-3+15(7,5)!?", {"tile": "3-6", "award": 15, "total": 7.5, "mark": "!?"}),
        ("Ben 6-3 ( 7½ )", {"tile": "3-6", "total": 7.5}),
        ("Ben 6-3 (-2.5)", {"tile": "3-6", "total": -2.5}),
        ("Ben 6-3 # a: note # still", {"tile": "3-6", "notes": ["a: note # still"]}),
        ("Ben 6-3#tab\there", {"tile": "3-6", "notes": ["tab here"]}),
        ("Ben 6-3 #", {"tile": "3-6"}),
        ("Ben passes", {"pass": True}),
        ("Ben KNOCKS ??", {"pass": True, "mark": "??"}),
        ("Ben pasuje (5)", {"pass": True, "total": 5}),
        ("Ben puka", {"pass": True}),
        ("Ben draws 2, passes", {"draw": ["??", "??"], "pass": True}),
        ("Ben draws 2, 1-0", {"draw": ["??", "??"], "tile": "0-1"}),
        ("Ben draws 2 1-0", {"draw": ["??", "??"], "tile": "0-1"}),
        ("Ben draws 17, 1-0", {"draw": ["??"] * 17, "tile": "0-1"}),
        ("Ben draws ?? 1-0", {"draw": ["??", "0-1"]}),
        ("Ben draws ??, ??", {"draw": ["??", "??"]}),
        ("Ben draws 05, 05", {"draw": ["0-5"], "tile": "0-5"}),
        ("Ben draws 34, 34", {"draw": ["3-4"], "tile": "3-4"}),
        (
            "Ben draws 4-4 1-0, 1-0 on 3-0",
            {"draw": ["4-4", "0-1"], "tile": "0-1", "on": "0-3"},
        ),
        ("Ben dobiera 4-4, 1-0, 1-0 na 3", {"draw": ["4-4", "0-1"], "tile": "0-1", "on": 3}),
        ("Ben dobrac 1, 1-0", {"draw": ["??"], "tile": "0-1"}),
        ("Ben draws 1-0, ?!", {"draw": ["0-1"], "mark": "?!"}),
        ("Ben draws 1-0 (10)", {"draw": ["0-1"], "total": 10}),
        (
            "Ben 3-3 +0 due 10 claimed Łuk +10 (25), Anna +5 ?!",
            {
                "tile": "3-3",
                "award": 0,
                "due": 10,
                "claimed": [
                    {"by": "Łukasz", "award": 10, "total": 25},
                    {"by": "Anna", "award": 5},
                ],
                "mark": "?!",
            },
        ),
        (
            "Ben 3-3 należne 10 zgłasza lukasz +10 nieprzepisowo",
            {
                "tile": "3-3",
                "due": 10,
                "claimed": [{"by": "Łukasz", "award": 10}],
                "irregular": True,
            },
        ),
        ("Ben 3-3 12.5s irregular", {"tile": "3-3", "time": 12.5, "irregular": True}),
        ("Ben", {}),
    ],
)
def test_a_turn_line(line: str, turn: dict[str, object]) -> None:
    assert turn_of(line) == {"by": "Ben", **turn}


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Ann", "Ann"),  # though Anna begins so
        ("ann", "Ann"),
        ("ANNA", "Anna"),
        ("B", "Ben"),
        ("be", "Ben"),
        ("Ł", "Łukasz"),
        ("lukasz", "Łukasz"),
        ("pa", "Pasha"),
        ("pas", "Pasha"),  # a word for passing, but the first word of a line is a name
    ],
)
def test_names_may_be_shortened_while_one_player_is_meant(name: str, player: str) -> None:
    assert turn_of(f"{name} 3-4")["by"] == player


def test_names_are_told_however_their_accents_are_encoded() -> None:
    found = read_turn("Z\u0307aneta 3-4", ["\u017baneta", "Ben"])
    assert isinstance(found, Part)
    assert found.plain() == {"by": "\u017baneta", "tile": "3-4"}


def test_without_known_players_names_are_taken_as_written() -> None:
    found = read_turn("Zed 3-4 claimed Q +5", None)
    assert isinstance(found, Part)
    assert found.plain() == {"by": "Zed", "tile": "3-4", "claimed": [{"by": "Q", "award": 5}]}


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("3-4 on 4", {"by": "Ben", "tile": "3-4", "on": 4}),
        ("draws 2, 3-4", {"by": "Ben", "draw": ["??", "??"], "tile": "3-4"}),
        ("pas", {"by": "Ben", "pass": True}),
        ("Anna 3-4", {"by": "Anna", "tile": "3-4"}),
        ("Łuk pas", {"by": "Łukasz", "pass": True}),
        ("\N{DOMINO TILE HORIZONTAL-03-04}", {"by": "Ben", "tile": "3-4"}),
    ],
)
def test_at_the_keyboard_the_mover_need_not_be_named(line: str, turn: dict[str, object]) -> None:
    assert turn_of(line, mover="Ben") == turn


PROBLEMS = [
    ("Ben 7-3 +15", "not-a-tile", {"value": "7-3"}, "7-3"),
    ("Ben 3.4", "not-a-tile", {"value": "3.4"}, "3.4"),
    ("Ben 3-4-5", "not-a-tile", {"value": "3-4-5"}, "3-4-5"),
    ("Ben 3-4 on 7", "not-a-tile", {"value": "7"}, "7"),
    ("Ben draws 4-4 x", "unknown-word", {"word": "x"}, "x"),
    ("Ben draws x", "not-a-tile", {"value": "x"}, "x"),
    ("Ben plays 3-4", "unknown-word", {"word": "plays"}, "plays"),
    ("Zed 3-4", "unknown-player", {"player": "Zed", "players": list(PLAYERS)}, "Zed"),
    ("an 3-4", "name-not-unique", {"name": "an", "choices": ["Ann", "Anna"]}, "an"),
    ("3-4 on 4-4", "player-missing", {"text": "3-4"}, "3-4"),
    ("2. passes", "player-missing", {"text": "passes"}, "passes"),
    ("!! 3-4", "turn-line", {"text": "!!"}, "!!"),
    ("Ben 3-4 & more", "turn-line", {"text": "&"}, "&"),
    ("Ben 3-4 on", "nothing-after", {"word": "on"}, "on"),
    ("Ben draws # two?", "nothing-after", {"word": "draws"}, "draws"),
    ("Ben 3-4 due", "nothing-after", {"word": "due"}, "due"),
    ("Ben claimed", "nothing-after", {"word": "claimed"}, "claimed"),
    ("Ben 3-4 4-4", "second-tile", {"tile": "4-4", "first": "3-4", "points": None}, "4-4"),
    ("Ben 34 +15 15", "second-tile", {"tile": "1-5", "first": "3-4", "points": "15"}, "15"),
    ("Ben 3-4 +15 100", "bare-number", {"text": "100"}, "100"),
    ("Ben 3-4 7,5", "bare-number", {"text": "7,5"}, "7,5"),
    ("Ben 7", "not-a-tile", {"value": "7"}, "7"),
    ("Ben 3-4 +5 +5", "part-twice", {"part": "award", "text": "5"}, "5"),
    ("Ben passes pas", "part-twice", {"part": "pass", "text": "pas"}, "pas"),
    ("Ben 3-4 draws 2", "draws-after-tile", {"word": "draws"}, "draws"),
    ("Ben draws 4-4 1-0 on 3-0", "draws-comma", {"tile": "0-1"}, "on"),
    ("Ben draws 4-4 1-0 +5", "draws-comma", {"tile": "0-1"}, "5"),
    ("Ben draws 4-4, 1-0 3-0", "draws-comma", {"tile": "0-3"}, "3-0"),
    ("Ben draws 12, 1-2", "count-or-tile", {"text": "12", "count": 12, "tile": "1-2"}, "12"),
    ("Ben draws 77", "too-many-tiles", {"limit": 28}, "77"),
    ("Ben 3-4 +five", "bad-amount", {"text": "+five"}, "+five"),
    ("Ben 3-4 (15", "bad-amount", {"text": "(15"}, "(15"),
    ("Ben 3-4 =1x", "bad-amount", {"text": "=1x"}, "=1x"),
    ("Ben 3-4 due ten", "bad-amount", {"text": "ten"}, "ten"),
    ("Ben 3-4 claimed Ann", "bad-claim", {"text": "Ann"}, "Ann"),
    ("Ben 3-4 claimed Ann +5, +6", "bad-claim", {"text": "+6"}, "+6"),
]


@pytest.mark.parametrize(("line", "code", "params", "place"), PROBLEMS)
def test_the_first_problem_of_a_line(
    line: str, code: str, params: dict[str, object], place: str
) -> None:
    found = problem_of(line)
    assert (found.code, found.params, line[found.start : found.end]) == (code, params, place)
    assert SHEET_CODES[code] == tuple(params)


def test_no_problem_repeats_more_of_a_line_than_an_excerpt() -> None:
    text = str(problem_of(f"Ben {'x' * 1000}").params["word"])
    assert len(text) == 40
    assert text.endswith("…")


def test_every_part_of_a_line_has_its_own_place() -> None:
    line = "3. Ben draws 4-4 ??, 1-0 on 3-0 =10 +10 (25) ?! due 15 claimed Ann +5 (9)  #  why "
    found = read_turn(line, PLAYERS)
    assert isinstance(found, Part)
    assert isinstance(found.value, dict)
    assert {key: line[part.start : part.end] for key, part in found.value.items()} == {
        "by": "Ben",
        "draw": "4-4 ??",
        "tile": "1-0",
        "on": "3-0",
        "sum": "10",
        "award": "10",
        "total": "25",
        "mark": "?!",
        "due": "15",
        "claimed": "Ann +5 (9",
        "notes": "why",
    }
    draw, claimed = found.value["draw"].value, found.value["claimed"].value
    assert isinstance(draw, list)
    assert isinstance(claimed, list)
    assert [line[part.start : part.end] for part in draw] == ["4-4", "??"]
    assert isinstance(claimed[0].value, dict)
    assert [line[part.start : part.end] for part in claimed[0].value.values()] == ["Ann", "5", "9"]
    assert line[found.start : found.end] == line[3:].rstrip()


BLOCK = """
# the first evening
Ann 6-6
Ben 7-7 +3

   # he thought long
3. Anna 6-5   # at last
Ben 6-4
7. Ann 6-2
8. Ben 6-1
# to be continued
"""


def test_a_block_of_lines_is_read_past_its_problems() -> None:
    block = read_turns(BLOCK, PLAYERS)
    assert [turn.part.plain() for turn in block.turns] == [turn.plain for turn in block.turns]
    assert [turn.plain for turn in block.turns] == [
        {"by": "Ann", "before": ["the first evening"], "tile": "6-6"},
        {"by": "Anna", "before": ["he thought long"], "tile": "5-6", "notes": ["at last"]},
        {"by": "Ben", "tile": "4-6"},
        {"by": "Ann", "tile": "2-6"},
        {"by": "Ben", "tile": "1-6"},
    ]
    assert [part.value for part in block.closing] == ["to be continued"]
    assert (block.lines, block.overflow) == (6, None)
    assert [
        (index, one.code, one.params, BLOCK[one.start : one.end]) for index, one in block.problems
    ] == [
        (1, "not-a-tile", {"value": "7-7"}, "7-7"),
        (3, "turn-number", {"found": 7, "expected": 5}, "7"),  # and 8 follows from it
    ]


def test_places_of_a_block_count_from_its_beginning() -> None:
    block = read_turns(BLOCK, PLAYERS)
    for turn in block.turns:
        assert isinstance(turn.part.value, dict)
        for key in ("by", "tile"):
            part = turn.part.value[key]
            written = BLOCK[part.start : part.end]
            assert written == part.value or written == str(part.value)[::-1]


def test_lines_past_the_limit_are_not_read() -> None:
    text = "Ann 6-6\n# note\nBen 6-5\nAnn 6-4\n"
    block = read_turns(text, PLAYERS, first=9, most=2)
    assert len(block.turns) == block.lines == 2
    assert block.overflow is not None
    assert text[block.overflow :] == "Ann 6-4\n"


def test_lines_end_at_any_line_end() -> None:
    assert len(read_turns("Ann 6-6\r\nBen 6-5\rAnn 6-4", PLAYERS).turns) == 3


tricky = st.text(alphabet="AnnaBen 0123456-–|.,:;=+()#?!½s\t[]drawsonpassclaimedue🀱", max_size=40)


@given(st.one_of(tricky, tricky.map("Ben ".__add__)), st.sampled_from([None, "Ben"]))
def test_any_line_gives_a_turn_or_a_problem_with_a_place(line: str, mover: str | None) -> None:
    found = read_turn(line, PLAYERS, mover)
    assert 0 <= found.start <= found.end <= len(line)
    if isinstance(found, Problem):
        assert SHEET_CODES[found.code] == tuple(found.params)
        json.dumps(found.params, allow_nan=False)


pieces = st.lists(
    st.sampled_from(
        [
            "Ann", "Ben", "Łukasz", "x", "draws", "dobiera", "Draws", "on", "na", "passes", "pas",
            "3-4", "4-3", "??", "34", "2", "6", "1-0,", "2,", "3-4, 3-4", "=5", "+10", "(15)",
            "(7,5)", "(7½)", "(-5)", "!", "?!", "??", "!!!", "# note", "#", "# a\u00a0", " ",
        ]
    ),
    max_size=9,
)  # fmt: skip


@given(pieces.map(" ".join))
@example("Ann draws ?? 3-4, 3-4 on 4 =5 +10 (7,5) ?? # note")
@example("Ann draws 2, passes")
def test_what_is_read_quickly_is_read_no_other_than_slowly(line: str) -> None:
    quick = quick_turn(line, PLAYERS)
    if quick is not None:
        assert turn_of(line) == quick


@pytest.mark.parametrize(
    "line",
    [
        "Ann 6-6",
        "Ben 3-6 on 6-6 =15 +15 (15) !? # well",
        "Łukasz draws ?? 0-1, 0-1 on 3 (7.5)",
        "Ben dobiera 2, pasuje",
    ],
)
def test_usual_lines_are_read_quickly(line: str) -> None:
    assert quick_turn(line, PLAYERS) == turn_of(line)


def test_usual_tiles_are_read_quickly() -> None:
    assert quick_tiles("6-6 5-6 6-5 ??") == ["6-6", "5-6", "5-6", "??"]
    for text in ("66", "6-6,5-5", "6-6  5-5", "", "6-6 7-7", " ".join(["??"] * 29)):
        assert quick_tiles(text) is None


@given(turns(list(PLAYERS)))
def test_a_turn_that_a_line_can_hold_is_read_back_unchanged(fields: dict[str, Any]) -> None:
    turn = Turn.model_validate_json(json.dumps(fields))
    line = write_turn(turn)
    unheld = (turn.alts, turn.analysis, turn.ext) != (None, None, None)
    if unheld or len(turn.notes or ()) > 1:
        assert line is None
    if line is not None:
        block = read_turns(line, sorted({turn.by, *(one.by for one in turn.claimed or ())}))
        assert block.problems == []
        (found,) = block.turns
        assert Turn.model_validate_json(json.dumps(found.plain)) == turn


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"tile": "6-6"}, "Ann 6-6"),
        ({"tile": "3-6", "on": 6, "total": 7.5, "mark": "?!"}, "Ann 3-6 on 6 (7.5) ?!"),
        ({"tile": "3-6", "sum": 15, "award": 0, "total": -3}, "Ann 3-6 =15 +0 (-3)"),
        ({"draw": ["??", "??"], "tile": "0-1"}, "Ann draws 2, 0-1"),
        ({"draw": ["??", "0-1"], "pass": True}, "Ann draws ?? 0-1, passes"),
        ({"draw": ["??"] * 3}, "Ann draws 3"),
        ({"draw": ["0-1"], "total": 5}, "Ann draws 0-1, (5)"),
        ({"draw": ["??"] * 12}, f"Ann draws{' ??' * 12}"),  # 12 might be a tile
        ({"pass": True, "notes": ["a # b"]}, "Ann passes # a # b"),
        ({"tile": "6-6", "before": ["one", "two"]}, "# one\n# two\nAnn 6-6"),
        (
            {"tile": "3-3", "due": 10, "claimed": [{"by": "Ben", "award": 10, "total": 25}]},
            "Ann 3-3 due 10 claimed Ben +10 (25)",
        ),
        ({"tile": "3-3", "irregular": True, "time": 12}, "Ann 3-3 irregular 12s"),
        ({"tile": "3-3", "notes": ["one", "two"]}, None),
        ({"tile": "3-3", "notes": [" blank "]}, None),
        ({"tile": "3-3", "notes": ["\ufeff"]}, None),
        ({"tile": "3-3", "alts": [{"line": [{"by": "Ann", "pass": True}]}]}, None),
        ({"tile": "3-3", "pass": True}, None),
        ({"on": "3-3"}, None),
        ({"draw": ["??"], "mark": "??"}, None),
        ({"draw": ["??"] * 29, "tile": "0-1"}, None),
        ({"tile": "3-3", "time": 1e-9}, None),
    ],
)  # fmt: skip
def test_a_turn_is_written_canonically_and_minimally(
    fields: dict[str, object], line: str | None
) -> None:
    turn = Turn.model_validate_json(json.dumps({"by": "Ann", **fields}))
    assert write_turn(turn) == line

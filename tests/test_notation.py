import pytest
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.record.notation import (
    MOST_TILES,
    Part,
    Problem,
    amount_of,
    amount_text,
    is_clear_count,
    read_hand,
    read_plays,
    read_tile,
    split_tiles,
)
from allfives_cli.record.sheet_codes import SHEET_CODES

SPELLINGS = [
    "{0}-{1}",
    "{0}{1}",
    "{0}|{1}",
    "[{0}|{1}]",
    "[ {0} | {1} ]",
    "[{0}-{1}]",
    "{0}:{1}",
    "{0}/{1}",
    "{0}\N{EN DASH}{1}",
    "{0}\N{EM DASH}{1}",
    "{0}\N{MINUS SIGN}{1}",
    "{0}\N{NON-BREAKING HYPHEN}{1}",
    "{0}\N{HYPHEN}{1}",
    "{0}\N{FIGURE DASH}{1}",
    "{0}\N{FULLWIDTH HYPHEN-MINUS}{1}",
    "{0} - {1}",
    "{0} | {1}",
    " {0}-{1}\t",
]
# what HOSTILE writers put where a tile should be
NO_TILES = [
    "", "3", "3-", "-4", "3-7", "7-3", "3--4", "3-4-5", "3.4", "0.5", "3_4", "1:2:3", "3:4.5",
    "3e4", "0x5", "+5", "-5", "345", "3 4", "3,4", "a-b", "3-4x", "x3-4", "[3-4", "3-4]", "((3-4))",
    "\u0663-\u0664", "3\u00ad4", "3-4 5-6", "\U0001f030", "\U0001f094", "3\n-4", "??",
]  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_of_every_tile_in_both_orders(spelling: str) -> None:
    for one in range(7):
        for other in range(7):
            written = spelling.format(one, other)
            tile = Tile(one, other)
            assert read_tile(written) == (tile, written == tile.text)


def test_domino_glyphs_lying_and_standing_are_the_tiles_that_unicode_names() -> None:
    names = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"]
    assert read_tile("\N{DOMINO TILE HORIZONTAL-03-05}") == (Tile(3, 5), False)
    assert read_tile("\N{DOMINO TILE VERTICAL-06-02}\N{VARIATION SELECTOR-16}") == (
        Tile(2, 6),
        False,
    )
    for index in range(49):
        for first in (0x1F031, 0x1F063):
            found = read_tile(chr(first + index))
            assert found == (Tile(index // len(names), index % len(names)), False)


@pytest.mark.parametrize("written", NO_TILES)
def test_what_is_no_tile(written: str) -> None:
    assert read_tile(written) is None


def test_tiles_of_a_text_have_their_places() -> None:
    text = "6-6, 65;\t[1|4] 3 - 4 \N{DOMINO TILE HORIZONTAL-01-02}?? \N{DOMINO TILE VERTICAL BACK}"
    tiles, problems = split_tiles(text)
    assert [part.value for part in tiles] == ["6-6", "5-6", "1-4", "3-4", "1-2", "??", "??"]
    assert [text[part.start : part.end] for part in tiles] == [
        "6-6", "65", "[1|4]", "3 - 4", "\N{DOMINO TILE HORIZONTAL-01-02}", "??",
        "\N{DOMINO TILE VERTICAL BACK}",
    ]  # fmt: skip
    assert problems == []


def test_what_is_no_tile_in_a_list_is_left_out_with_its_place() -> None:
    tiles, problems = split_tiles("6-6 7-3 x, 5-5")
    assert [part.value for part in tiles] == ["6-6", "5-5"]
    assert problems == [
        Problem("not-a-tile", {"value": "7-3"}, 4, 7),
        Problem("not-a-tile", {"value": "x"}, 8, 9),
    ]


def test_a_list_has_no_more_tiles_than_the_set() -> None:
    tiles, problems = split_tiles(" ".join(["3-4"] * 40))
    assert len(tiles) == MOST_TILES == len(DOUBLE_SIX)
    assert problems == [Problem("too-many-tiles", {"limit": 28}, 28 * 4, 28 * 4 + 3)]


@pytest.mark.parametrize(
    ("written", "tiles"),
    [
        ("3", ["??"] * 3),
        (" 7 ", ["??"] * 7),
        ("17", ["??"] * 17),  # no tile has a seven
        ("0", []),
        ("05", ["0-5"]),
        ("00", ["0-0"]),
        ("34", ["3-4"]),  # no hand has so many
        ("3-4", ["3-4"]),
        ("12 34", ["1-2", "3-4"]),
        ("", []),
    ],
)
def test_a_hand_is_tiles_or_their_number(written: str, tiles: list[str]) -> None:
    parts, problems = read_hand(written)
    assert ([part.value for part in parts], problems) == (tiles, [])


def test_a_number_that_is_a_tile_as_well_is_not_guessed_at() -> None:
    assert read_hand("12") == (
        [],
        [Problem("count-or-tile", {"text": "12", "count": 12, "tile": "1-2"}, 0, 2)],
    )
    assert [number for number in range(29) if not is_clear_count(number)] == [
        *range(10, 17),
        *range(20, 27),
    ]
    assert read_hand("39")[1][0].code == "too-many-tiles"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("15", 15),
        ("7.5", 7.5),
        ("7,5", 7.5),
        ("7\N{VULGAR FRACTION ONE HALF}", 7.5),
        ("\N{VULGAR FRACTION ONE HALF}", 0.5),
        ("-2.5", -2.5),
        ("\N{MINUS SIGN}3", -3),
        ("7.0", 7),
        ("7.25", 7.25),
    ],
)
def test_points_whole_and_half(written: str, value: float) -> None:
    found = amount_of(written)
    assert (found, type(found)) == (value, type(value))


@given(st.integers(-(10**9), 10**9))
def test_points_come_back_as_they_were_written(halves: int) -> None:
    text = amount_text(halves / 2)
    assert text is not None
    assert amount_of(text) * 2 == halves


def test_points_that_are_no_halves_are_not_written() -> None:
    assert amount_text(7.25) is None


def test_plays_with_their_places() -> None:
    text = "1-4, 1-1 on 4-1; 44 na 4\n5-4"
    plays, problems = read_plays(text)
    assert problems == []
    assert [play.plain() for play in plays] == [
        {"tile": "1-4"},
        {"tile": "1-1", "on": "1-4"},
        {"tile": "4-4", "on": 4},
        {"tile": "4-5"},
    ]
    assert [text[play.start : play.end] for play in plays] == [
        "1-4",
        "1-1 on 4-1",
        "44 na 4",
        "5-4",
    ]


@pytest.mark.parametrize(
    ("text", "code", "params", "place"),
    [
        ("1-4, 7-7", "not-a-tile", {"value": "7-7"}, "7-7"),
        ("1-4 to 3-3", "unknown-word", {"word": "to"}, "to"),
        ("1-4 on", "nothing-after", {"word": "on"}, "on"),
        ("1-4 on, 3-4", "nothing-after", {"word": "on"}, "on"),
        ("1-4 on 9-9", "not-a-tile", {"value": "9-9"}, "9-9"),
        ("1-4 on 3 on 4", "part-twice", {"part": "on", "text": "4"}, "on 4"),
        ("on 3-4", "turn-line", {"text": ""}, "on 3-4"),
    ],
)
def test_what_cannot_be_read_in_a_list_of_plays(
    text: str, code: str, params: dict[str, object], place: str
) -> None:
    _, problems = read_plays(text)
    assert [(one.code, one.params, text[one.start : one.end]) for one in problems] == [
        (code, params, place)
    ]
    assert SHEET_CODES[code] == tuple(params)


def test_plays_after_a_problem_are_read() -> None:
    plays, problems = read_plays("1-4, 8-8, 4-4 on 1-4")
    assert [play.plain() for play in plays] == [{"tile": "1-4"}, {"tile": "4-4", "on": "1-4"}]
    assert len(problems) == 1


@given(st.text(alphabet="0123456 -|:/[],;on?\t\n\U0001f031"))
def test_any_text_is_read_without_an_exception_and_every_place_is_within_it(text: str) -> None:
    for parts, problems in (split_tiles(text), read_hand(text), read_plays(text)):
        for part in (*parts, *problems):
            assert isinstance(part, Part | Problem)
            assert 0 <= part.start <= part.end <= len(text)

"""Drawings of layouts: worked drawings, and what must hold of every drawing."""

import random
import re
from collections import Counter
from textwrap import dedent

import pytest
from dealing import lay
from drawings import Read, read, told_tiles
from hypothesis import given
from hypothesis import strategies as st
from layouts import Position, layouts

from allfives_cli.game.counting import contributions, end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import site_on, sites, spinners
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT
from allfives_cli.rulesets import NAMES, published
from allfives_cli.show.board import LONGEST_UPRIGHT_ARM, Style, draw_board
from allfives_cli.show.strips import Labels

ENGLISH = Labels(
    spinner="spinner",
    line="line",
    left="left",
    right="right",
    up="up",
    down="down",
    ends="ends",
    counts="counts",
    is_open="open",
    uncounted="not counted",
    last="last",
)
POLISH = Labels(
    spinner="dubel rozgałęziający",
    line="linia",
    left="lewo",
    right="prawo",
    up="góra",
    down="dół",
    ends="końce",
    counts="liczone",
    is_open="wolne",
    uncounted="nieliczone",
    last="ostatni",
)

OPEN_ARMS = "1-1, 1-2 on 1-1, 1-4 on 1-1, 4-4 on 1-4, 3-4 on 4-4"
CROSS = f"{OPEN_ARMS}, 1-5 on 1-1, 5-5 on 1-5, 0-5 on 5-5, 1-3 on 1-1"
ALL_TILES = (
    "4-4, 2-4 on 4-4, 1-4 on 4-4, 3-4 on 4-4, 4-6 on 4-4, 3-6 on 3-4, 0-2 on 2-4, "
    "0-6 on 0-2, 6-6 on 0-6, 2-6 on 6-6, 2-2 on 2-6, 2-3 on 2-2, 3-5 on 2-3, 1-5 on 3-5, "
    "1-6 on 1-4, 5-6 on 1-6, 5-5 on 5-6, 2-5 on 5-5, 1-2 on 2-5, 1-1 on 1-2, 0-1 on 1-1, "
    "0-0 on 0-1, 0-4 on 0-0, 4-5 on 0-4, 0-5 on 4-5, 0-3 on 0-5, 3-3 on 0-3, 1-3 on 3-3"
)
LONG_ARM = "2-2, 2-6 on 2-2, 2-3 on 2-2, 1-2 on 2-2, 1-6 on 1-2, 3-6 on 1-6, 3-4 on 3-6, 4-4 on 3-4"
LINE = "2-6, 6-6 on 2-6, 2-3 on 2-6, 3-3 on 2-3, 1-6 on 6-6, 3-5 on 3-3, 1-5 on 1-6"

# name, rule set, plays, last play, width, style, drawing
WORKED = [
    (
        "cross",
        "all-fives",
        CROSS,
        "1-3",
        80,
        "boxes",
        """
                 ●0
                ┌─┐
                │0│
                ├─┤
                │5│
                └─┘
               ┌─┬─┐
               │5│5│
               └─┴─┘
                ┌─┐
                │5│
                ├─┤
                │1│
                └─┘
                ╔═╗     ┌─┐
           ┌─┬─┐║1║┌─┬─┐│4│┌─┬─┐
        2● │2│1│╟─╢│1│4│├─┤│4│3│ ●3
           └─┴─┘║1║└─┴─┘│4│└─┴─┘
                ╚═╝     └─┘
                ┏━┓
                ┃1┃
                ┣━┫
                ┃3┃
                ┗━┛
                 ●3
        """,
    ),
    (
        "cross",
        "all-fives",
        CROSS,
        "1-3",
        80,
        "ascii",
        """
                <0>
                [0]
                [-]
                [5]
               [5:5]
                [5]
                [-]
                [1]
                {1}     [4]
        <2>[2|1]{:}[1|4][:][4|3]<3>
                {1}     [4]
                [1]
                [*]
                [3]
                <3>
        """,
    ),
    (
        "cross",
        "all-fives",
        CROSS,
        "1-3",
        80,
        "arms",
        """
        spinner: 1-1
        left (1): 1-2; counts 2
        right (3): 1-4, 4-4, 4-3; counts 3
        up (3): 1-5, 5-5, 5-0; counts 0
        down (1): 1-3 (last); counts 3
        ends: 2 + 3 + 0 + 3 = 8
        """,
    ),
    (
        "open-arms",
        "all-fives",
        OPEN_ARMS,
        None,
        80,
        "boxes",
        """
                 ○
                ╔═╗     ┌─┐
           ┌─┬─┐║1║┌─┬─┐│4│┌─┬─┐
        2● │2│1│╟─╢│1│4│├─┤│4│3│ ●3
           └─┴─┘║1║└─┴─┘│4│└─┴─┘
                ╚═╝     └─┘
                 ○
        """,
    ),
    (
        "open-arms",
        "all-fives",
        OPEN_ARMS,
        None,
        80,
        "ascii",
        """
                 o
                {1}     [4]
        <2>[2|1]{:}[1|4][:][4|3]<3>
                {1}     [4]
                 o
        """,
    ),
    (
        "open-arms",
        "all-fives",
        OPEN_ARMS,
        None,
        80,
        "arms",
        """
        spinner: 1-1
        left (1): 1-2; counts 2
        right (3): 1-4, 4-4, 4-3; counts 3
        up: open, not counted
        down: open, not counted
        ends: 2 + 3 = 5
        """,
    ),
    (
        "all-28",
        "all-fives",
        ALL_TILES,
        "1-3",
        80,
        "boxes",
        """
                                  ●6
                                 ┌─┐
                                 │6│
                                 ├─┤
                                 │3│
                                 └─┘
                                 ┌─┐
                                 │3│
                                 ├─┤
                                 │4│
                                 └─┘
               ┌─┐               ╔═╗               ┌─┐          ┌─┐
          ┌─┬─┐│6│┌─┬─┐┌─┬─┐┌─┬─┐║4║┌─┬─┐┌─┬─┐┌─┬─┐│5│┌─┬─┐┌─┬─┐│1│┌─┬─┐
        ╭─│2│6│├─┤│6│0││0│2││2│4│╟─╢│4│1││1│6││6│5│├─┤│5│2││2│1│├─┤│1│0│─╮
        │ └─┴─┘│6│└─┴─┘└─┴─┘└─┴─┘║4║└─┴─┘└─┴─┘└─┴─┘│5│└─┴─┘└─┴─┘│1│└─┴─┘ │
        │      └─┘               ╚═╝               └─┘          └─┘      │
        │                        ┌─┐                                     │
        │ ┌─┐                    │4│          ┌─┐                    ┌─┐ │
        │ │2│┌─┬─┐┌─┬─┐┌─┬─┐     ├─┤     ┏━┳━┓│3│┌─┬─┐┌─┬─┐┌─┬─┐┌─┬─┐│0│ │
        ╰─├─┤│2│3││3│5││5│1│ ●1  │6│  1● ┃1┃3┃├─┤│3│0││0│5││5│4││4│0│├─┤─╯
          │2│└─┴─┘└─┴─┘└─┴─┘     └─┘     ┗━┻━┛│3│└─┴─┘└─┴─┘└─┴─┘└─┴─┘│0│
          └─┘                     ●6          └─┘                    └─┘
        """,
    ),
    (
        "all-28",
        "all-fives",
        ALL_TILES,
        "1-3",
        80,
        "ascii",
        """
                                 <6>
                                 [6]
                                 [-]
                                 [3]
                                 [3]
                                 [-]
                                 [4]
               [6]               {4}               [5]          [1]
        .-[2|6][:][6|0][0|2][2|4]{:}[4|1][1|6][6|5][:][5|2][2|1][:][1|0]-.
        |      [6]               {4}               [5]          [1]      |
        |                        [4]                                     |
        | [2]                    [-]          [3]                    [0] |
        '-[:][2|3][3|5][5|1]<1>  [6]  <1>[1*3][:][3|0][0|5][5|4][4|0][:]-'
          [2]                    <6>          [3]                    [0]
        """,
    ),
    (
        "all-28",
        "all-fives",
        ALL_TILES,
        "1-3",
        80,
        "arms",
        """
        spinner: 4-4
        left (9): 4-2, 2-0, 0-6, 6-6, 6-2, 2-2, 2-3, 3-5, 5-1; counts 1
        right (15): 4-1, 1-6, 6-5, 5-5, 5-2, 2-1, 1-1, 1-0, 0-0, 0-4, 4-5, 5-0, 0-3,
            3-3, 3-1 (last); counts 1
        up (2): 4-3, 3-6; counts 6
        down (1): 4-6; counts 6
        ends: 1 + 1 + 6 + 6 = 14
        """,
    ),
    (
        "long-arm",
        "all-fives",
        LONG_ARM,
        "4-4",
        80,
        "boxes",
        """
                 ●8
                 ⋮
                ╔═╗
           ┌─┬─┐║2║┌─┬─┐
        6● │6│2│╟─╢│2│3│ ●3
           └─┴─┘║2║└─┴─┘
                ╚═╝
                 ○

        up (5): 2-1, 1-6, 6-3, 3-4, 4-4 (last); counts 8
        """,
    ),
    (
        "long-arm",
        "all-fives",
        LONG_ARM,
        "4-4",
        80,
        "ascii",
        """
                <8>
                 ^
                {2}
        <6>[6|2]{:}[2|3]<3>
                {2}
                 o

        up (5): 2-1, 1-6, 6-3, 3-4, 4-4 (last); counts 8
        """,
    ),
    (
        "long-arm",
        "all-fives",
        LONG_ARM,
        "4-4",
        80,
        "arms",
        """
        spinner: 2-2
        left (1): 2-6; counts 6
        right (1): 2-3; counts 3
        up (5): 2-1, 1-6, 6-3, 3-4, 4-4 (last); counts 8
        down: open, not counted
        ends: 6 + 3 + 8 = 17
        """,
    ),
    (
        "lone-double",
        "all-fives",
        "5-5",
        None,
        80,
        "boxes",
        """
           ●10
          ╔═╗
          ║5║
        ○ ╟─╢ ○
          ║5║
          ╚═╝
        """,
    ),
    (
        "lone-double",
        "all-fives",
        "5-5",
        None,
        80,
        "ascii",
        """
         <10>
         {5}
        o{:}o
         {5}
        """,
    ),
    (
        "lone-double",
        "all-fives",
        "5-5",
        None,
        80,
        "arms",
        """
        spinner: 5-5; counts 10
        left: open
        right: open
        ends: 10
        """,
    ),
    (
        "lone-lead",
        "all-fives",
        "3-6",
        None,
        80,
        "boxes",
        """
           ┌─┬─┐
        6● │6│3│ ●3
           └─┴─┘
        """,
    ),
    (
        "lone-lead",
        "all-fives",
        "3-6",
        None,
        80,
        "ascii",
        """
        <6>[6|3]<3>
        """,
    ),
    (
        "lone-lead",
        "all-fives",
        "3-6",
        None,
        80,
        "arms",
        """
        line (1): 6-3; left counts 6, right counts 3
        ends: 6 + 3 = 9
        """,
    ),
    (
        "spinner-end",
        "all-fives",
        "6-6, 1-6 on 6-6",
        "6-6",
        80,
        "boxes",
        """
                ╔═╗
           ┌─┬─┐║6║
        1● │1│6│╟*╢ ●12
           └─┴─┘║6║
                ╚═╝
        """,
    ),
    (
        "spinner-end",
        "all-fives",
        "6-6, 1-6 on 6-6",
        "6-6",
        80,
        "ascii",
        """
                {6}
        <1>[1|6]{*}<12>
                {6}
        """,
    ),
    (
        "spinner-end",
        "all-fives",
        "6-6, 1-6 on 6-6",
        "6-6",
        80,
        "arms",
        """
        spinner: 6-6 (last); counts 12
        left (1): 6-1; counts 1
        right: open
        ends: 1 + 12 = 13
        """,
    ),
    (
        "no-spinner",
        "muggins",
        LINE,
        "1-5",
        80,
        "boxes",
        """
                     ┌─┐          ┌─┐
           ┏━┳━┓┌─┬─┐│6│┌─┬─┐┌─┬─┐│3│┌─┬─┐
        5● ┃5┃1┃│1│6│├─┤│6│2││2│3│├─┤│3│5│ ●5
           ┗━┻━┛└─┴─┘│6│└─┴─┘└─┴─┘│3│└─┴─┘
                     └─┘          └─┘
        """,
    ),
    (
        "no-spinner",
        "muggins",
        LINE,
        "1-5",
        80,
        "ascii",
        """
                     [6]          [3]
        <5>[5*1][1|6][:][6|2][2|3][:][3|5]<5>
                     [6]          [3]
        """,
    ),
    (
        "no-spinner",
        "muggins",
        LINE,
        "1-5",
        80,
        "arms",
        """
        line (7): 5-1 (last), 1-6, 6-6, 6-2, 2-3, 3-3, 3-5; left counts 5,
            right counts 5
        ends: 5 + 5 = 10
        """,
    ),
    (
        "no-spinner-folded",
        "muggins",
        LINE,
        "1-5",
        30,
        "boxes",
        """
                     ┌─┐
           ┏━┳━┓┌─┬─┐│6│┌─┬─┐
        5● ┃5┃1┃│1│6│├─┤│6│2│─╮
           ┗━┻━┛└─┴─┘│6│└─┴─┘ │
                     └─┘      │
                              │
                     ┌─┐      │
                ┌─┬─┐│3│┌─┬─┐ │
             5● │5│3│├─┤│3│2│─╯
                └─┴─┘│3│└─┴─┘
                     └─┘
        """,
    ),
    (
        "no-spinner-folded",
        "muggins",
        LINE,
        "1-5",
        30,
        "ascii",
        """
                     [6]
        <5>[5*1][1|6][:][6|2]-.
                     [6]      |
                              |
                     [3]      |
             <5>[5|3][:][3|2]-'
                     [3]
        """,
    ),
    (
        "no-spinner-folded",
        "muggins",
        LINE,
        "1-5",
        30,
        "arms",
        """
        line (7): 5-1 (last), 1-6,
            6-6, 6-2, 2-3, 3-3, 3-5;
            left counts 5,
            right counts 5
        ends: 5 + 5 = 10
        """,
    ),
]


def draw(
    plays: str, rules: RuleSet, width: int, style: Style, last: str | None = None
) -> list[str]:
    marked = None if last is None else TILE_BY_TEXT[last]
    return draw_board(lay(rules, plays), rules, ENGLISH, width=width, style=style, last=marked)


@pytest.mark.parametrize(
    ("rules", "plays", "last", "width", "style", "drawing"),
    [case[1:] for case in WORKED],
    ids=[f"{case[0]}-{case[5]}" for case in WORKED],
)
def test_worked_drawings(
    rules: str, plays: str, last: str | None, width: int, style: Style, drawing: str
) -> None:
    drawn = draw(plays, published(rules), width, style, last)
    assert drawn == dedent(drawing).strip("\n").split("\n")


@pytest.mark.parametrize("style", ["boxes", "ascii", "arms"])
@pytest.mark.parametrize("rules", NAMES)
def test_the_empty_layout_draws_as_nothing(rules: str, style: Style) -> None:
    assert draw_board(Layout(), published(rules), ENGLISH, width=80, style=style) == []


def test_an_arm_of_four_tiles_is_drawn_and_one_of_five_is_told() -> None:
    four, five = LONG_ARM.rpartition(", ")[0], LONG_ARM
    rules = published("all-fives")
    assert read(draw(four, rules, 80, "ascii"), "ascii").told == []
    assert read(draw(five, rules, 80, "ascii"), "ascii").told == [
        "up (5): 2-1, 1-6, 6-3, 3-4, 4-4; counts 8"
    ]


def test_the_side_covered_first_is_at_the_left_whatever_led() -> None:
    rules = published("all-fives")
    assert draw("3-6, 3-3 on 3-6", rules, 80, "ascii")[1] == "<6>[6|3]{:}<6>"
    assert draw("3-6, 6-6 on 3-6", rules, 80, "ascii")[1] == "<3>[3|6]{:}<12>"


@pytest.mark.parametrize(
    ("rules", "plays", "width", "first"),
    [("all-fives", ALL_TILES, 20, "spinner: 4-4"), ("muggins", LINE, 9, "line (7):")],
)
def test_too_narrow_for_a_drawing_is_told_in_words(
    rules: str, plays: str, width: int, first: str
) -> None:
    drawn = draw(plays, published(rules), width, "boxes")
    assert drawn == draw(plays, published(rules), width, "arms")
    assert drawn[0] == first


def test_words_are_the_callers() -> None:
    rules = published("all-fives")
    drawn = draw_board(lay(rules, OPEN_ARMS), rules, POLISH, width=80, style="arms")
    assert drawn == [
        "dubel rozgałęziający: 1-1",
        "lewo (1): 1-2; liczone 2",
        "prawo (3): 1-4, 4-4, 4-3; liczone 3",
        "góra: wolne, nieliczone",
        "dół: wolne, nieliczone",
        "końce: 2 + 3 = 5",
    ]


def test_words_are_folded_between_phrases() -> None:
    rules = published("all-fives")
    drawn = draw_board(lay(rules, OPEN_ARMS), rules, POLISH, width=20, style="arms")
    assert drawn == [
        "dubel",
        "    rozgałęziający:",
        "    1-1",
        "lewo (1): 1-2;",
        "    liczone 2",
        "prawo (3): 1-4, 4-4,",
        "    4-3; liczone 3",
        "góra: wolne,",
        "    nieliczone",
        "dół: wolne,",
        "    nieliczone",
        "końce: 2 + 3 = 5",
    ]


@pytest.mark.parametrize("width", range(1, 20))
def test_no_room_at_all_breaks_words_and_still_tells_everything(width: int) -> None:
    rules = published("all-fives")
    position = lay(rules, CROSS)
    last = position.tiles[-1]
    drawn = draw_board(position, rules, ENGLISH, width=width, style="arms", last=last)
    told = draw_board(position, rules, ENGLISH, width=80, style="arms", last=last)
    assert max(map(len, drawn)) <= width
    assert all(line and line == line.rstrip() for line in drawn)
    assert "".join("".join(drawn).split()) == "".join("".join(told).split())


# -- every layout ----------------------------------------------------------------------


def drawn_and_read(
    layout: Layout, rules: RuleSet, width: int, style: Style
) -> tuple[list[str], Read]:
    lines = draw_board(layout, rules, ENGLISH, width=width, style=style, last=layout.tiles[-1])
    return lines, read(lines, style)


def told_counts(lines: list[str]) -> list[int]:
    return [int(number) for number in re.findall(r"\bcounts (\d+)", " ".join(lines))]


widths = st.integers(40, 120)
pictures = st.sampled_from(["boxes", "ascii"])


@given(layouts(), widths, pictures)
def test_every_drawing_shows_every_tile_once_and_joined_as_it_lies(
    position: Position, width: int, style: Style
) -> None:
    layout, rules = position
    _, found = drawn_and_read(layout, rules, width, style)
    told = told_tiles(found.told)
    assert found.tiles + told == Counter(layout.tiles)
    joints = {(frozenset((a.tile, b.tile)), a.value) for a, b in layout.joints}
    assert found.touching <= joints
    # A bend hides one joint; words below the drawing hide one for every tile in them.
    assert len(found.touching) + found.bends + told.total() == len(joints)


@given(layouts(), widths, pictures)
def test_every_drawing_labels_what_the_engine_counted_and_only_that(
    position: Position, width: int, style: Style
) -> None:
    layout, rules = position
    _, found = drawn_and_read(layout, rules, width, style)
    told = told_tiles(found.told)
    counted = contributions(layout)
    drawn = Counter((c.tile, c.value) for c in counted if c.tile not in told)
    assert Counter(label for label in found.filled if label[0] is not None) == drawn
    # An arm told below keeps its number in its place in the drawing too.
    away = sorted(c.value for c in counted if c.tile in told)
    assert sorted(value for tile, value in found.filled if tile is None) == away
    assert sorted(told_counts(found.told)) == away


@given(layouts(), widths, pictures)
def test_every_uncounted_site_is_hollow(position: Position, width: int, style: Style) -> None:
    layout, rules = position
    _, found = drawn_and_read(layout, rules, width, style)
    if len(layout.covered) == 1 and layout.tiles[0].is_double:
        expected = [layout.tiles[0]] * 2
    else:
        expected = [face.tile for face in sites(layout, rules) if face.is_arm]
        # The innermost face of an arm is the spinner's; every other site counts.
        assert len(sites(layout, rules)) == len(expected) + len(contributions(layout))
    assert found.hollow == expected


@given(layouts(), widths, pictures)
def test_the_last_play_alone_is_marked(position: Position, width: int, style: Style) -> None:
    layout, rules = position
    lines, found = drawn_and_read(layout, rules, width, style)
    assert len(found.starred) + " ".join(found.told).count("(last)") == 1
    assert found.starred in ([], [layout.tiles[-1]])
    unmarked = draw_board(layout, rules, ENGLISH, width=width, style=style)
    assert read(unmarked, style).starred == []
    assert len(unmarked) <= len(lines)


@given(layouts(), st.integers(20, 120), st.sampled_from(["boxes", "ascii", "arms"]))
def test_no_drawing_is_wider_than_asked_nor_twice_different(
    position: Position, width: int, style: Style
) -> None:
    layout, rules = position
    for labels in (ENGLISH, POLISH):
        lines = draw_board(layout, rules, labels, width=width, style=style)
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)
        assert "".join(lines).isprintable()
        assert style == "boxes" or labels is POLISH or "".join(lines).isascii()
        assert draw_board(layout.copy(), rules, labels, width=width, style=style) == lines


@given(layouts(), st.integers(20, 39), pictures)
def test_a_narrow_drawing_leaves_nothing_out(position: Position, width: int, style: Style) -> None:
    layout, rules = position
    lines, found = drawn_and_read(layout, rules, width, style)
    in_words = lines[0].startswith(("spinner:", "line"))
    tiles = told_tiles(lines) if in_words else found.tiles + told_tiles(found.told)
    assert tiles == Counter(layout.tiles)


@given(layouts(), st.integers(20, 120))
def test_words_tell_every_tile_end_and_open_site(position: Position, width: int) -> None:
    layout, rules = position
    lines = draw_board(layout, rules, ENGLISH, width=width, style="arms")
    text = " ".join(line.strip() for line in lines)
    assert told_tiles(lines) == Counter(layout.tiles)
    assert sorted(told_counts(lines)) == sorted(c.value for c in contributions(layout))
    uncounted = sum(face.is_arm for face in sites(layout, rules))
    assert text.count("open, not counted") == uncounted
    assert text.startswith("spinner:") is bool(spinners(layout, rules))
    assert text.rpartition("ends: ")[2].rpartition("= ")[2] == str(end_sum(layout))


def test_random_layouts_reach_folds_and_long_arms() -> None:
    """The properties above would say little of drawings that never fold."""
    folded = told = 0
    rules = published("all-fives")
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311 - a position, not a secret
        rest = chance.sample(DOUBLE_SIX, len(DOUBLE_SIX))
        layout = Layout()
        layout.place(rest.pop(), None)
        for tile in rest:
            places = [face for face in sites(layout, rules) if tile.facing[face.value]]
            if places:
                layout.place(tile, site_on(layout, chance.choice(places).tile, tile, rules))
        _, found = drawn_and_read(layout, rules, 60, "boxes")
        folded += bool(found.bends)
        told += sum(len(told_tiles([line])) > LONGEST_UPRIGHT_ARM for line in found.told)
    assert folded > 5
    assert told > 5

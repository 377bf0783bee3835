"""Pictures: every tile once, the numbers that the engine counted, one outline for the last play."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from dealing import lay
from hypothesis import given
from layouts import Position, layouts

from allfives_cli.commands.reports import board_labels
from allfives_cli.game.counting import Why, contributions
from allfives_cli.game.layout import Layout
from allfives_cli.game.sites import sites, spinners
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.rulesets import published
from allfives_cli.show.arranging import arrange
from allfives_cli.show.svg import STYLE, board, hand, in_words, picture, symbols, view_box
from allfives_cli.text.catalog import catalog

SVG = "{http://www.w3.org/2000/svg}"
LABELS = board_labels(catalog("en"))
TILE = re.compile(r"#(\d)(\d)[abc]?")


def parsed(position: Position) -> ET.Element:
    layout, rules = position
    last = layout.tiles[-1] if layout.covered else None
    return ET.fromstring(picture(layout, rules, LABELS, title="<&>", last=last))  # noqa: S314 - our own text


def uses(picture: ET.Element) -> list[str]:
    """What a picture uses, outside its definitions."""
    return [found.attrib["href"] for found in picture.findall(f"{SVG}use")]


@given(layouts())
def test_every_tile_is_drawn_once(position: Position) -> None:
    found = [f"{m[1]}-{m[2]}" for href in uses(parsed(position)) if (m := TILE.fullmatch(href))]
    assert sorted(found) == sorted(tile.text for tile in position[0].covered)


@given(layouts())
def test_every_counted_end_has_its_number_and_other_sites_are_hollow(position: Position) -> None:
    layout, rules = position
    used = uses(parsed(position))
    counted = contributions(layout)
    numbers = Counter(int(href[2:]) for href in used if href.startswith("#e"))
    assert numbers == Counter(part.value for part in counted)
    beside = sum(part.why is not Why.LEAD_DOUBLE for part in counted)
    assert used.count("#o") == len(sites(layout, rules)) - beside


@given(layouts())
def test_the_last_play_and_the_spinner_have_their_outlines(position: Position) -> None:
    layout, rules = position
    used = uses(parsed(position))
    with_arms = spinners(layout, rules)
    assert used.count("#s") == len(with_arms)
    outlines = [href for href in used if href in ("#l", "#la", "#sl")]
    assert len(outlines) == 1
    assert (outlines[0] == "#sl") == (layout.tiles[-1] in with_arms)


@given(layouts())
def test_a_picture_refers_only_to_what_it_holds(position: Position) -> None:
    found = parsed(position)
    ids = {each.attrib["id"] for each in found.iter() if "id" in each.attrib}
    assert {each.attrib["href"][1:] for each in found.iter(f"{SVG}use")} <= ids
    assert "http" not in ET.tostring(found, encoding="unicode").replace(SVG[1:-1], "")


def test_tiles_have_their_pips() -> None:
    drawn = ET.fromstring(f"<svg>{symbols()}</svg>")  # noqa: S314 - our own text
    for tile in DOUBLE_SIX:
        symbol = drawn.find(f"symbol[@id='{tile.low}{tile.high}']")
        assert symbol is not None
        pips = symbol.find("path[@class='p']")
        assert pips is not None
        across = [float(x) for x in re.findall(r"M(-?[\d.]+)", pips.attrib["d"])]
        assert (sum(x < 0 for x in across), sum(x > 0 for x in across)) == (tile.low, tile.high)


def test_no_two_pips_of_a_half_lie_in_one_place() -> None:
    drawn = ET.fromstring(f"<svg>{symbols()}</svg>")  # noqa: S314 - our own text
    for path in drawn.iter("path"):
        dots = re.findall(r"M\S+ \S+?h0", path.attrib["d"])
        assert len(dots) == len(set(dots))


def test_a_picture_says_in_words_what_it_shows() -> None:
    rules = published("all-fives")
    layout = lay(rules, "1-4, 1-1 on 1-4, 1-2 on 1-1")
    told = in_words(layout, rules, LABELS, layout.tiles[-1])
    assert told == (
        "spinner: 1-1. left (1): 1-4; counts 4. right (1): 1-2 (last); counts 2."
        " up: open, not counted. down: open, not counted"
    )
    found = parsed((layout, rules))
    assert found.findtext(f"{SVG}desc") == told
    assert found.findtext(f"{SVG}title") == "<&>"


def test_an_empty_table_is_a_picture_too() -> None:
    rules = published("muggins")
    assert uses(parsed((Layout(), rules))) == []
    assert in_words(Layout(), rules, LABELS, None) == ""


def test_a_lone_double_counts_once_and_at_no_one_side() -> None:
    rules = published("all-fives")
    assert sorted(uses(parsed((lay(rules, "2-2"), rules)))) == sorted(
        ["#22a", "#s", "#sl", "#e4", "#o", "#o"]
    )


@given(layouts())
def test_an_earlier_position_is_drawn_where_the_later_one_has_it(position: Position) -> None:
    whole, rules = position
    arrangement = arrange(whole, rules)
    assert arrangement is not None
    early = Layout()
    early.place(whole.tiles[0], None)
    first = board(early, rules, arrangement, None)
    whole_drawn = board(whole, rules, arrangement, None)
    tiles = [use for use in re.findall(r"<use[^>]*>", first) if TILE.search(use)]
    assert len(tiles) == 1
    assert tiles[0] in whole_drawn


def test_a_hand_is_a_row_of_tiles_and_backs() -> None:
    drawn = hand(list(DOUBLE_SIX[:2]), 3)
    assert re.findall(r'href="#(\w+)"', drawn) == ["00a", "01a", "b", "b", "b"]
    places = [int(x) for x in re.findall(r' x="(\d+)"', drawn)]
    assert places == sorted(set(places))
    assert hand([], 0) == ""


def test_a_lone_tile_is_shown_on_a_whole_table() -> None:
    rules = published("all-fives")
    few, many = (arrange(lay(rules, plays), rules) for plays in ("1-2", "1-2, 2-3 on 1-2"))
    assert few is not None
    assert many is not None
    assert view_box(few.box).split()[2:] == view_box(many.box).split()[2:]


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    hexes = color.lstrip("#")
    if len(hexes) == 3:
        hexes = "".join(sign * 2 for sign in hexes)
    parts = [int(hexes[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("one", "other", "least"), [("p", "t", 7), ("n", "e", 7)])
def test_pips_and_numbers_stand_out(one: str, other: str, least: float) -> None:
    colors = {m[1]: m[2] for m in re.finditer(r"\.(\w)\{(?:fill:none;)?\w+:(#\w+)", STYLE)}
    assert contrast(colors[one], colors[other]) >= least
    assert {"s", "l", "o"} <= colors.keys()
    assert all(contrast(colors[sign], "#fff") >= 3 for sign in ("s", "l", "o"))

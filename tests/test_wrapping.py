"""Lines that fit: nothing is lost, and a narrow line is used for more than its label."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.show.wrapping import LEAST_ROOM, columns, folded, hanging, leaves_room, stacked

NARROWEST = 20
WORDS = st.text(st.sampled_from("abcż漢"), min_size=1, max_size=9)
PARTS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=6)
LABELS = st.tuples(st.integers(0, 10), WORDS, st.integers(1, 12)).map(
    lambda made: " " * made[0] + made[1] + " " * made[2]
)


@pytest.mark.parametrize(
    ("label", "parts", "width", "expected"),
    [
        ("  to  ", ["one", "two"], 20, ["  to  one two"]),
        ("  to  ", ["one", "two three"], 22, ["  to  one two three"]),
        # folded under the first part
        ("to  ", ["one", "two", "three", "four"], 20, ["to  one two three", "    four"]),
        # too little room beside the label
        ("  counted      ", ["1-4 → 1", "1-1 → 2"], 24, ["  counted", "    1-4 → 1 1-1 → 2"]),
        # little room, and enough
        ("  counted      ", ["7"], 20, ["  counted      7"]),
        # room for most, and not for one word
        ("  note  ", ["a", "w" * 17], 24, ["  note", "    a " + "w" * 17]),
        # nothing is won by a line of its own
        ("    - ", ["one", "two", "three"], 14, ["    - one two", "      three"]),
        ("            ", ["one", "two", "three"], 20, ["            one two", " " * 12 + "three"]),
        ("  none  ", [], 20, ["  none"]),
    ],
)
def test_parts_after_a_label(label: str, parts: list[str], width: int, expected: list[str]) -> None:
    assert hanging(label, parts, width) == expected


def test_several_lists_under_one_label() -> None:
    lists = [["one", "two"], ["three"]]
    assert stacked("to  ", lists, 20) == ["to  one two", "    three"]
    assert stacked("much too long  ", lists, 20) == ["much too long", "  one two", "  three"]
    assert stacked("to  ", [], 20) == []


@given(LABELS, st.lists(PARTS, min_size=1, max_size=3), st.integers(NARROWEST, 60))
def test_nothing_is_lost_and_what_can_fit_does(
    label: str, lists: list[list[str]], width: int
) -> None:
    lines = stacked(label, lists, width)
    said = [word for parts in lists for part in parts for word in part.split()]
    assert " ".join(lines).split() == [label.strip(), *said]
    widest = max(map(columns, said))
    behind = len(label) - len(label.lstrip()) + 2
    if columns(label.rstrip()) <= width and behind + widest <= width:
        assert all(columns(line) <= width for line in lines)


@given(LABELS.filter(lambda label: columns(label.lstrip()) > 2), PARTS, st.integers(NARROWEST, 60))
def test_nothing_is_folded_in_a_narrow_column(label: str, parts: list[str], width: int) -> None:
    lines = hanging(label, parts, width)
    assert len(lines) == 1 or lines[0] == label.rstrip() or leaves_room(label, width)


@given(st.lists(WORDS, max_size=8), st.integers(NARROWEST, 60))
def test_a_sentence_is_folded_at_its_blanks(words: list[str], width: int) -> None:
    lines = folded(" ".join(words), width, "  ")
    assert " ".join(lines).split() == words
    assert all(columns(line) <= width for line in lines)


def test_least_room_is_that_of_the_narrowest_terminal_behind_an_indent() -> None:
    assert leaves_room("    ", NARROWEST)
    assert not leaves_room(" " * (NARROWEST - LEAST_ROOM + 1), NARROWEST)

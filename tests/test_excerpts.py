"""The line that a finding is about, and the carets under what is meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.record.places import Span
from allfives_cli.show.excerpts import excerpt
from allfives_cli.show.wrapping import columns
from allfives_cli.text.safe import safe

GUTTER = len("    1 | ")

CASES = [
    ("in a line that fits", "Ann 5-5 =15", (9, 12), 80,
     "Ann 5-5 =15",
     "        ^^^"),
    ("behind the last character", "Ann 5-5", (8, 8), 80,
     "Ann 5-5",
     "       ^"),
    ("past the end of the line", "Ann", (9, 9), 80,
     "Ann",
     "   ^"),
    ("an empty line", "", (1, 1), 80,
     "",
     "^"),
    ("wide characters take two columns each", "渡辺 5-5 =15", (8, 11), 80,
     "渡辺 5-5 =15",
     "         ^^^"),
    ("under a wide character", "渡辺 5-5", (2, 3), 80,
     "渡辺 5-5",
     "  ^^"),
    ("combining marks take none", "Zoe\u0308 5-5 =15", (10, 13), 80,
     "Zoe\u0308 5-5 =15",
     "        ^^^"),
    ("an escape takes what it shows", "a\x1b[31mb =15", (9, 12), 80,
     r"a\u{1b}[31mb =15",
     "             ^^^"),
    ("under an escape", "a\u202eb", (2, 3), 80,
     r"a\u{202e}b",
     " ^^^^^^^^"),
    ("a tab is one blank", "\t\t5-5 =15", (7, 10), 80,
     "  5-5 =15",
     "      ^^^"),
    ("cut behind", "0123456789" * 4, (3, 5), 28,
     "012345678901234567…",
     "  ^^"),
    ("cut before", "0123456789" * 4, (39, 41), 28,
     "…234567890123456789",
     "                 ^^"),
    ("cut on both sides", "0123456789" * 4, (21, 22), 28,
     "…456789012345678901…",
     "       ^"),
    ("more is meant than there is room for", "0123456789" * 4, (1, 41), 28,
     "012345678901234567…",
     "^^^^^^^^^^^^^^^^^^"),
    ("wide characters are cut by columns", "渡" * 20, (11, 12), 28,
     "…渡渡渡渡渡渡渡渡渡…",
     "       ^^"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "columns_", "width", "shown", "carets"),
    [c[1:] for c in CASES],
    ids=[c[0] for c in CASES],
)
def test_excerpt(line: str, columns_: tuple[int, int], width: int, shown: str, carets: str) -> None:
    got = excerpt(line, Span(1, columns_[0], 1, columns_[1]), width)
    assert got == [f"    1 | {shown}".rstrip(), f"      | {carets}"]


def test_what_goes_on_in_the_next_line_is_marked_to_the_end_of_this_one() -> None:
    assert excerpt("hands: [", Span(7, 8, 9, 2), 80) == ["    7 | hands: [", "      |        ^"]


def test_a_number_of_many_digits_moves_the_line_and_the_carets_alike() -> None:
    assert excerpt("=15", Span(1234567, 2, 1234567, 4), 80) == ["1234567 | =15", "        |  ^^"]


def test_a_heap_of_combining_marks_is_cut_as_well() -> None:
    shown, carets = excerpt("x" + "\u0308" * 100_000, Span(1, 1, 1, 2), 40)
    assert len(shown) < 400
    assert carets == "      | ^"


LINES = st.text(st.sampled_from("ab 渡\u0308\x1b\u202e\t"), max_size=120)


def cells(text: str) -> list[str]:
    """The characters of a text column by column; a combining mark has no column of its own."""
    return [char for char in text for _ in range(columns(char))]


@given(line=LINES, start=st.integers(1, 121), length=st.integers(0, 30), width=st.integers(24, 100))
def test_nothing_is_wider_than_the_room_and_the_caret_is_under_its_character(
    line: str, start: int, length: int, width: int
) -> None:
    shown, carets = excerpt(line, Span(1, start, 1, start + length), width)
    assert columns(shown) <= width
    assert columns(carets) <= width
    at = carets.index("^")
    meant = cells(safe(line[start - 1 : start].replace("\t", " "), None))
    assert cells(shown.ljust(width))[at : at + len(meant)] == meant

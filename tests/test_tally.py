"""The paper tally of S1: strokes for five, a cross for fifty, halves apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.show.tally import tally

WORKED = [
    (0, (False, 0, 0, 0)),
    (10, (False, 0, 1, 0)),
    (90, (False, 0, 9, 0)),
    (100, (False, 1, 0, 0)),
    (235, (False, 2, 3, 5)),
    (5, (False, 0, 0, 5)),
    (-30, (True, 0, 3, 0)),
    (-5, (True, 0, 0, 5)),
    (16, (False, 0, 1, 6)),
]


@pytest.mark.parametrize(("halves", "tallied"), WORKED)
def test_a_score_on_paper(halves: int, tallied: tuple[bool, int, int, int]) -> None:
    assert tally(halves) == tallied


@given(st.integers(-10_000, 10_000))
def test_a_tally_is_worth_its_score(halves: int) -> None:
    below_zero, crosses, strokes, rest = tally(halves)
    worth = 100 * crosses + 10 * strokes + rest
    assert (-worth if below_zero else worth) == halves
    assert 0 <= strokes < 10
    assert 0 <= rest < 10

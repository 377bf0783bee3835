"""The paper tally of S1: strokes for five, a cross for fifty, halves apart."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.commands.replay import command
from allfives_cli.show.tally import tally, tally_lines
from allfives_cli.text.catalog import catalog

ROOM = 80
WORKED = [
    (0, ["", "0", ""]),
    (10, ["", "|", ""]),
    (90, ["", "| | | | | | | | |", ""]),
    (100, ["  x", "x X x", "  x"]),
    (235, ["  x      x", "x X x  x X x  | | |  + 2.5", "  x      x"]),
    (5, ["", "2.5", ""]),
    (-30, ["", "−  | | |", ""]),
    (-5, ["", "−  2.5", ""]),
    (16, ["", "|  + 3", ""]),
]


@pytest.mark.parametrize(("halves", "lines"), WORKED)
def test_a_score_on_paper(halves: int, lines: list[str]) -> None:
    assert tally_lines(halves, catalog("en"), ROOM) == lines


def test_a_score_goes_on_below_where_there_is_no_room() -> None:
    lines = ["  x", "x X x", "  x", "", "| | | | |", "", "", "| |  + 2.5", ""]
    assert tally_lines(175, catalog("en"), 10) == lines


def test_halves_are_written_as_the_language_writes_them() -> None:
    assert tally_lines(15, catalog("pl"), ROOM)[1] == "|  + 2,5"


@given(st.integers(-10_000, 10_000))
def test_a_tally_is_worth_its_score(halves: int) -> None:
    below_zero, crosses, strokes, rest = tally(halves)
    worth = 100 * crosses + 10 * strokes + rest
    assert (-worth if below_zero else worth) == halves
    assert 0 <= strokes < 10
    assert 0 <= rest < 10


@given(st.integers(0, 2_000), st.integers(7, ROOM))
def test_every_sign_is_on_paper(halves: int, room: int) -> None:
    lines = tally_lines(halves, catalog("en"), room)
    assert max(map(len, lines)) <= room
    text = "\n".join(lines)
    _, crosses, strokes, _ = tally(halves)
    assert (text.count("X"), text.count("x"), text.count("|")) == (crosses, 4 * crosses, strokes)


def test_replay_shows_the_tally_after_each_round() -> None:
    done = CliRunner().invoke(
        command, ["records/three-players-halves.json", "--tally", "--board", "none", "--at", "1"]
    )
    assert done.exit_code == 0
    assert "|" in done.output.split("leads the next round.")[-1]

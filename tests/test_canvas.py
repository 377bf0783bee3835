"""The sheet on which pieces are put."""

import pytest

from allfives_cli.game.tiles import Tile
from allfives_cli.show.arms import Lying
from allfives_cli.show.canvas import ASCII, BOXES, Canvas, Pen


def test_a_sheet_is_cut_to_what_is_written() -> None:
    canvas = Canvas()
    assert canvas.lines() == []
    canvas.put(-1, -3, "ab ")
    canvas.put(1, 0, "c")
    assert canvas.lines() == ["ab", "", "   c"]


def test_no_piece_is_put_on_another_even_by_a_blank() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "a b")
    with pytest.raises(ValueError, match="row 0, column 1 is taken"):
        canvas.put(0, 1, "c")


@pytest.mark.parametrize("pen", [ASCII, BOXES])
@pytest.mark.parametrize("upright", [False, True])
def test_every_look_of_a_tile_is_of_one_size_and_shows_its_halves(pen: Pen, upright: bool) -> None:
    looks = set()
    for lying in (Lying(Tile(3, 6), 6, 3), Lying(Tile(2, 2), 2, 2)):
        for spinner in (False, True):
            for last in (False, True):
                rows = pen.tile(lying, upright=upright, spinner=spinner, last=last)
                assert len(rows) == pen.height(upright=upright)
                assert {len(row) for row in rows} == {3 if upright else 5}
                digits = [int(sign) for sign in "".join(rows) if sign.isdigit()]
                assert digits == [lying.near, lying.far]
                looks.add(tuple(rows))
    assert len(looks) == 8

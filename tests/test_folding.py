"""Chains folded into a room: arithmetic."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from allfives_cli.show.folding import Bend, Piece, fold, fold_both, fold_least

chains = st.lists(st.sampled_from([3, 5]), max_size=28).map(lambda tiles: [*tiles, 3])
rooms = st.integers(0, 80)
insets = st.integers(-4, 4)


def test_a_chain_that_fits_stays_straight() -> None:
    folded = fold([5, 3, 5, 3], 16, 2)
    assert folded is not None
    assert [piece.start for piece in folded.pieces] == [0, 5, 8, 13]
    assert folded.bends == ()


def test_a_chain_turns_back_below_and_forth_again() -> None:
    folded = fold([5, 5, 5, 5, 3], 14, 2)
    assert folded is not None
    assert folded.pieces == (
        Piece(0, 0, 5, outward=True),
        Piece(0, 5, 5, outward=True),
        Piece(1, 7, 5, outward=False),
        Piece(2, 4, 5, outward=True),
        Piece(2, 9, 3, outward=True),
    )
    assert folded.bends == (Bend(0, 13, 10), Bend(1, 2, 6))


@pytest.mark.parametrize(("room", "fits"), [(7, False), (8, True)])
def test_a_label_stays_with_the_last_tile(room: int, fits: bool) -> None:
    assert (fold([5, 3], room, 0) is not None) is fits


@given(chains, rooms, insets)
def test_pieces_keep_order_within_the_room(widths: list[int], room: int, inset: int) -> None:
    folded = fold(widths, room, inset)
    assume(folded is not None)
    assert folded is not None
    assert [piece.width for piece in folded.pieces] == widths
    for piece in folded.pieces:
        assert (inset if piece.row else 0) <= piece.start <= room - piece.width
        assert piece.outward is (piece.row % 2 == 0)
    for one, other in pairwise(folded.pieces):
        if one.row == other.row:
            ahead, behind = (one, other) if one.outward else (other, one)
            assert ahead.start + ahead.width == behind.start
        else:
            assert other.row == one.row + 1
    assert len(widths) == 1 or folded.pieces[-1].row == folded.pieces[-2].row


@given(chains, rooms, insets)
def test_the_least_room_takes_no_more_rows(widths: list[int], room: int, inset: int) -> None:
    folded, least = fold(widths, room, inset), fold_least(widths, room, inset)
    assert (folded is None) is (least is None)
    if folded is not None and least is not None:
        assert least.rows <= folded.rows


@given(chains, chains, rooms)
def test_two_chains_share_the_room(one: list[int], other: list[int], room: int) -> None:
    folds = fold_both(one, other, room, 2)
    straight = sum(one) + sum(other) <= room
    if folds is None:
        assert not straight
    else:
        assert straight is (folds[0].rows == folds[1].rows == 1)
        reach = [max(piece.start + piece.width for piece in half.pieces) for half in folds]
        assert sum(reach) <= room

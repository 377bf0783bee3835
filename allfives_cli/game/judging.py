"""What the rules refuse: each action judged against the position in which it is taken.

Every function raises Illegal with a code and the facts, and changes nothing but
``Position.waived``, where a breach of conduct is noted that the players let
stand. What the tiles make impossible is refused there too. What cannot be known
of unseen tiles is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from allfives_cli.game.actions import Ending, Illegal, Where
from allfives_cli.game.counting import sum_with
from allfives_cli.game.layout import Layout
from allfives_cli.game.positions import Position
from allfives_cli.game.sites import distinct_faces, interchangeable, site_on
from allfives_cli.game.tiles import Face, Tile


def _refuse(position: Position, code: str, **params: object) -> None:
    """Refuse a breach of conduct, or note it where it is waived."""
    illegal = Illegal(code, **params)
    if position.waived is None:
        raise illegal
    if all((noted.code, noted.params) != (code, params) for noted in position.waived):
        position.waived.append(illegal)


def _judge_turn(position: Position, seat: int) -> None:
    if position.ending is not None:
        raise Illegal("after-the-end", how=position.ending.value)
    if seat != position.to_move:
        _refuse(position, "not-your-turn", expected=position.to_move)


def judge_play(position: Position, seat: int, tile: Tile, on: Where, layout: Layout) -> Face | None:
    """Judge a play on a tile, or a lead, against one layout."""
    if position.ending is not None or seat != position.to_move:
        _judge_turn(position, seat)
    if tile not in position.hands[seat].known:
        _judge_unknown_tile(position, seat, tile)
    covered = layout.covered
    if not covered:
        if on is not None:
            raise Illegal("lead-takes-no-place", tile=tile)
        if position.must_lead is not None and tile is not position.must_lead:
            _refuse(position, "wrong-led-tile", tile=tile, must=position.must_lead)
        return None
    if not isinstance(on, Tile) or on not in covered:
        raise Illegal("place-not-in-layout", tile=tile, on=on)
    face = site_on(layout, on, tile, position.rules)
    if face is None:
        raise _no_site(on, tile)
    if position.drawn:
        _judge_drawn(position, tile)
    return face


def _judge_unknown_tile(position: Position, seat: int, tile: Tile) -> None:
    """A tile that is not known to be in the hand: it may be an unseen one of it."""
    if tile in position.layout.covered:
        raise Illegal("already-played", tile=tile)
    if position.hands[seat].unseen and tile in position.loose:
        if position.boneyard is not None and tile in position.boneyard:
            raise Illegal("tile-in-boneyard", tile=tile)
        return
    for holder, hand in enumerate(position.hands):
        if tile in hand.known:
            raise Illegal("tile-in-another-hand", tile=tile, holder=holder)
    raise Illegal("tile-not-in-hand", tile=tile)


def _judge_drawn(position: Position, tile: Tile) -> None:
    """S1: the first drawn tile that fits is the one that is played."""
    last = position.drawn[-1]
    if last is None or tile is last:
        return
    _refuse(position, "must-play-drawn", tile=tile, drawn=last)


def judge_draw(position: Position, seat: int, tile: Tile | None) -> None:
    """Judge a draw; None is a tile that was not seen."""
    if position.ending is not None or seat != position.to_move or not position.boneyard_size:
        _judge_boneyard(position, seat, tile)
    if not position.drawn:
        fitting = position.playable(position.hands[seat].known)
        if fitting or not position.layout.covered:  # anything can be led, unseen tiles too
            _refuse(position, "may-not-draw", playable=sorted(fitting))
    else:
        last = position.drawn[-1]
        if last is not None and position.playable((last,)):
            _refuse(position, "drew-past-playable", playable=last)
    if tile is not None and (tile not in position.loose or position.boneyard):
        _judge_drawn_tile(position, tile)


def _judge_boneyard(position: Position, seat: int, tile: Tile | None) -> None:
    """Whether this player may turn to the boneyard at all."""
    if position.ending is Ending.OUT:
        raise Illegal("after-the-end", how=position.ending.value)
    if not position.boneyard_size:
        raise Illegal("boneyard-empty", tile=tile)
    _judge_turn(position, seat)


def _judge_drawn_tile(position: Position, tile: Tile) -> None:
    """Whether a tile can come from the boneyard now."""
    if tile not in position.loose:
        if tile in position.layout.covered:
            raise Illegal("drawn-already-played", tile=tile)
        holder = next(i for i, hand in enumerate(position.hands) if tile in hand.known)
        raise Illegal("drawn-in-a-hand", tile=tile, holder=holder)
    if position.boneyard and tile is not position.boneyard[0]:
        if tile not in position.boneyard:
            raise Illegal("drawn-not-in-boneyard", tile=tile)
        _refuse(position, "not-next-in-boneyard", tile=tile, next=position.boneyard[0])


def judge_pass(position: Position, seat: int) -> None:
    """Judge a pass. One after a block is let stand: it is not needed there, but it is true."""
    if position.ending is Ending.OUT:
        raise Illegal("after-the-end", how=position.ending.value)
    if seat != position.to_move:
        _refuse(position, "not-your-turn", expected=position.to_move)
    fitting = position.playable(position.hands[seat].known)
    if fitting or not position.layout.covered:
        _refuse(position, "must-play", playable=sorted(fitting))
    elif position.boneyard_size:
        _refuse(position, "must-draw", left=position.boneyard_size)


def faces_meant(
    position: Position, seat: int, tile: Tile, on: Where, makes: int | None = None
) -> list[tuple[Layout, list[Face | None]]]:
    """The faces that a play may mean, for each layout where there is one.

    Raises Illegal where there is none, and ``place-needed`` with the
    choices where faces of unequal outcome remain.
    """
    if isinstance(on, Tile) or not position.layout.covered:
        return _faces_on_tile(position, seat, tile, on)
    _judge_tile(position, seat, tile)
    meant: list[tuple[Layout, list[Face | None]]] = []
    for layout in position.layouts:
        faces = [
            face
            for face in distinct_faces(layout, position.rules)
            if tile.facing[face.value] is not None
            and (on is None or face.value == on)
            and (makes is None or sum_with(layout, tile, face, position.end_sum) == makes)
        ]
        if not faces:
            code = "does-not-fit" if on is None else "no-open-value"
            raise Illegal(code, tile=tile, on=on)
        if not all(interchangeable(faces[0], face) for face in faces):
            raise Illegal(
                "place-needed", tile=tile, choices=_choices(position, layout, tile, faces)
            )
        meant.append((layout, list(faces)))
    if position.drawn:
        _judge_drawn(position, tile)
    return meant


def _faces_on_tile(
    position: Position, seat: int, tile: Tile, on: Where
) -> list[tuple[Layout, list[Face | None]]]:
    meant: list[tuple[Layout, list[Face | None]]] = []
    refused: Illegal | None = None
    for layout in position.layouts:
        try:
            meant.append((layout, [judge_play(position, seat, tile, on, layout)]))
        except Illegal as illegal:
            refused = refused or illegal
    if not meant:
        assert refused is not None  # noqa: S101 - there is always a layout
        raise refused
    return meant


def _judge_tile(position: Position, seat: int, tile: Tile) -> None:
    _judge_turn(position, seat)
    if tile not in position.hands[seat].known:
        _judge_unknown_tile(position, seat, tile)


def _choices(
    position: Position, layout: Layout, tile: Tile, faces: Sequence[Face]
) -> tuple[tuple[Tile, int], ...]:
    """The tiles that a play may touch, each with the end-sum that it makes."""
    return tuple((face.tile, sum_with(layout, tile, face, position.end_sum)) for face in faces)


def _no_site(on: Tile, tile: Tile) -> Illegal:
    """Why a tile cannot be laid on one that is on the table."""
    value = tile.shared.get(on)
    if value is None:
        return Illegal("does-not-match", tile=tile, on=on)
    return Illegal("face-closed", tile=tile, on=on, value=value)

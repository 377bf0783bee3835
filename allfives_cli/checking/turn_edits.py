"""Single edits of the turns of a round: what a writer may have meant instead.

Another tile, another place, two plays changed over, a turn left out or one too
many, a draw more or fewer, another player. Every edit that can be told to lead
nowhere without playing on is left out; whether the others agree with the rest
of the record is asked of `trial`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from allfives_cli.checking.trial import Edit, Scene
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.sites import distinct_faces
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, Round, Turn
from allfives_cli.record.writing import to_plain

_ACTION: Final = ("draw", "tile", "on", "pass_")
_SWAPPED: Final[Sequence[tuple[str, ...]]] = (
    ("tile", "on"),
    _ACTION,
    (*_ACTION, "sum", "award"),
    (*_ACTION, "sum", "award", "total"),
    ("by", *_ACTION, "sum", "award", "total"),
)
"""What may have gone along when two plays were changed over."""


def turn_edits(scene: Scene, index: int) -> Iterator[Edit]:
    """Every edit that begins at one turn."""
    turn = scene.written.turns[index]
    yield from _tiles(scene, index, turn)
    yield from _places(scene, index, turn)
    yield from _swaps(scene, index)
    yield from _draws(scene, index, turn)
    yield from _players(scene, index, turn)
    yield _extra(scene, index, turn)


def _changed(scene: Scene, index: int, kind: str, field: str, after: Any) -> Edit:  # noqa: ANN401 - any JSON value
    """One field of one turn changed."""
    turn = scene.written.turns[index]
    edited = turn.model_copy(update={field: after})
    pointer = (*scene.at, "turns", index, field)
    return Edit(
        kind, pointer, getattr(turn, field), after, _with_turns(scene, index, 1, edited), index
    )


def _with_turns(scene: Scene, index: int, taken: int, *put: Turn) -> Round:
    """The round with ``taken`` turns replaced."""
    turns = scene.written.turns
    return scene.written.model_copy(
        update={"turns": (*turns[:index], *put, *turns[index + taken :])}
    )


def _tiles(scene: Scene, index: int, turn: Turn) -> Iterator[Edit]:
    if turn.tile is None:
        return
    laid = scene.before[index].state.layout.covered
    later = {other.tile for other in scene.written.turns[index + 1 :]}
    for tile in DOUBLE_SIX:
        if tile.text != turn.tile and tile not in laid and tile.text not in later:
            yield _changed(scene, index, "tile", "tile", tile.text)


def _places(scene: Scene, index: int, turn: Turn) -> Iterator[Edit]:
    if turn.tile is None:
        return
    state = scene.before[index].state
    if not state.layout.covered:
        if turn.on is not None:
            yield _changed(scene, index, "place", "on", None)
        return
    for touched in _touchable(state, TILE_BY_TEXT[turn.tile]):
        if touched.text != turn.on:
            yield _changed(scene, index, "place", "on", touched.text)


def _touchable(state: RoundState, tile: Tile) -> list[Tile]:
    """The tiles on which a tile could be laid now, in any layout that the plays may mean."""
    found = {
        face.tile
        for layout in state.layouts
        for face in distinct_faces(layout, state.rules)
        if tile.facing[face.value] is not None
    }
    return sorted(found)


def _swaps(scene: Scene, index: int) -> Iterator[Edit]:
    """The turn changed over with the next one, or with the player's next one."""
    turns = scene.written.turns
    others = [index + 1]
    others += [i for i in range(index + 2, len(turns)) if turns[i].by == turns[index].by][:1]
    for other in others:
        if other < len(turns):
            for fields in _SWAPPED:
                yield _swapped(scene, index, other, fields)


def _swapped(scene: Scene, index: int, other: int, fields: Sequence[str]) -> Edit:
    turns = scene.written.turns
    one, two = turns[index], turns[other]
    put = (
        one.model_copy(update={field: getattr(two, field) for field in fields}),
        *turns[index + 1 : other],
        two.model_copy(update={field: getattr(one, field) for field in fields}),
    )
    pointer = (*scene.at, "turns", index)
    edited = _with_turns(scene, index, len(put), *put)
    return Edit("swap", pointer, to_plain(one), to_plain(two), edited, index, other=other)


def _draws(scene: Scene, index: int, turn: Turn) -> Iterator[Edit]:
    """A tile drawn more or fewer, or another one."""
    drawn = turn.draw or ()
    for place in range(len(drawn)):
        if place == 0 or drawn[place] != drawn[place - 1]:
            fewer = drawn[:place] + drawn[place + 1 :]
            yield _changed(scene, index, "draw", "draw", fewer or None)
    # What lies before the last tile drawn may lie in any order.
    head, last = (drawn[:-1], drawn[-1:]) if turn.tile in drawn[-1:] else (drawn, ())
    seat = scene.table.seat_of.get(turn.by)
    if seat is None:
        return
    state = scene.before[index].state
    yield _changed(scene, index, "draw", "draw", (*head, UNSEEN, *last))
    if state.hands[seat].unseen or UNSEEN in drawn:
        return
    if turn.tile is not None and turn.tile not in drawn:
        yield _changed(scene, index, "draw", "draw", (*drawn, turn.tile))
    loose = [tile.text for tile in sorted(state.loose) if tile.text not in drawn]
    for text in (*loose, UNSEEN):
        if text not in (turn.tile, UNSEEN):
            yield _changed(scene, index, "draw", "draw", (*head, text, *last))
        for place in range(len(drawn)):
            other = (*drawn[:place], text, *drawn[place + 1 :])
            yield _changed(scene, index, "draw", "draw", other)


def _players(scene: Scene, index: int, turn: Turn) -> Iterator[Edit]:
    for key in scene.table.players:
        if key != turn.by:
            yield _changed(scene, index, "player", "by", key)


def _extra(scene: Scene, index: int, turn: Turn) -> Edit:
    edited = _with_turns(scene, index, 1)
    return Edit("extra", (*scene.at, "turns", index), to_plain(turn), None, edited, index, moved=-1)


def missing_turns(scene: Scene, index: int) -> Iterator[Edit]:
    """Every turn that the player to move can have had before the turn at an index."""
    state = scene.before[index].state
    if state.ending is not None:
        return
    by = scene.table.players[state.to_move]
    for turn in _turns_of(state, by):
        edited = _with_turns(scene, index, 0, turn)
        pointer = (*scene.at, "turns", index)
        yield Edit("missing", pointer, None, to_plain(turn), edited, index, moved=1)


def _turns_of(state: RoundState, by: str) -> Iterator[Turn]:
    blank = Turn(by=by)
    hand = state.hands[state.to_move]
    fitting = state.playable(hand.known)
    if not fitting:
        unseen = (UNSEEN,) * state.boneyard_size or None
        yield blank.model_copy(update={"draw": unseen, "pass_": True})
    for count in range(1 if fitting else state.boneyard_size + 1):
        tiles = set(fitting) if count == 0 or hand.unseen else set()
        if count or hand.unseen:
            tiles |= state.loose
        drawn = [UNSEEN] * count
        for tile in sorted(tiles):
            if count and not hand.unseen:
                drawn[-1] = tile.text
            for touched in _touchable(state, tile) if state.layout.covered else [None]:
                on = None if touched is None else touched.text
                play = {"draw": tuple(drawn) or None, "tile": tile.text, "on": on}
                yield blank.model_copy(update=play)

"""Deals and plays out of a record: to play a given deal, or to go on with a match.

A record says more than a match needs. Taken from it are the tiles of each
round, whom a lot chose, and the plays; draws, passes and settlements follow
from these.
"""

from __future__ import annotations

from collections.abc import Iterable

from allfives_cli.game.actions import Play
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.play.dealing import Deal
from allfives_cli.record.model import UNSEEN, Record, Round
from allfives_cli.record.notation import where_of

SEED_KEY = "allfives/seed"
"""Where a record notes, under ``ext``, the seed of its deals."""
ROUNDS_KEY = "allfives/rounds"
"""Where a record notes, under ``ext``, after how many rounds the match ends."""


class Unplayable(Exception):
    """A round whose deal cannot be played: ``code``, its ``number`` from 1, and ``params``.

    Codes: set-up, hand-missing, hand-unseen, hand-size, tile-twice,
    boneyard-size.
    """

    def __init__(self, code: str, number: int, **params: object) -> None:
        super().__init__(code, number, params)
        self.code = code
        self.number = number
        self.params = params


def deals_of(record: Record, hand_size: int) -> list[Deal]:
    """The deal of each round, hands in the order of the record's players. Raises Unplayable.

    An unseen boneyard is left empty.
    """
    players = [player.key for player in record.players]
    return [
        _deal(played, number, players, hand_size)
        for number, played in enumerate(record.rounds, start=1)
    ]


def _deal(played: Round, number: int, players: list[str], hand_size: int) -> Deal:
    if played.setup is not None:
        raise Unplayable("set-up", number)
    hands: list[tuple[Tile, ...]] = []
    for key in players:
        texts = (played.hands or {}).get(key)
        if texts is None:
            raise Unplayable("hand-missing", number, player=key)
        if UNSEEN in texts:
            raise Unplayable("hand-unseen", number, player=key)
        if len(texts) != hand_size:
            raise Unplayable("hand-size", number, player=key, found=len(texts), expected=hand_size)
        hands.append(_tiles(texts))
    boneyard = _tiles(played.boneyard or ())
    left = len(DOUBLE_SIX) - hand_size * len(players)
    if played.boneyard is not None and len(boneyard) != left:
        raise Unplayable("boneyard-size", number, found=len(boneyard), expected=left)
    seen: set[Tile] = set()
    for tile in [tile for tiles in (*hands, boneyard) for tile in tiles]:
        if tile in seen:
            raise Unplayable("tile-twice", number, tile=tile.text)
        seen.add(tile)
    lot = None if played.lead is None else _seat(played.lead.by, players)
    return Deal(tuple(hands), boneyard, lot)


def _seat(key: str, players: list[str]) -> int | None:
    return players.index(key) if key in players else None


def _tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(TILE_BY_TEXT[text] for text in texts)


def reopened(record: Record) -> Record:
    """The record without the end of a round in whose middle a match was given up.

    A match that has a result is not reopened. Without one its giving up was
    being written when the writing stopped, and nobody was told of it.
    """
    if record.result is not None or not record.rounds:
        return record
    *before, last = record.rounds
    if last.end is None or last.end.how != "abandoned":
        return record
    return record.model_copy(update={"rounds": (*before, last.model_copy(update={"end": None}))})


def plays_of(record: Record) -> list[Play]:
    """Every play of a record, in order, each on the tile that it touches.

    The record has been checked; a play whose place it leaves open has it open here.
    """
    return [
        Play(TILE_BY_TEXT[turn.tile], where_of(turn.on))
        for played in record.rounds
        for turn in played.turns
        if turn.tile is not None
    ]

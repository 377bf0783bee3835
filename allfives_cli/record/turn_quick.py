"""The usual turn line and the usual list of tiles, read in one step and without places.

Nearly every line of a sheet is a tile, perhaps with its place and what it scored. `quick_turn`
reads such lines several times faster than `turn_reader`, and reads nothing otherwise than that:
what it does not know it leaves. Places are asked for only where something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.notation import MOST_TILES, amount_of
from allfives_cli.record.turn_words import WORDS, Kind

QUICK_TILES: Final[Mapping[str, str]] = {
    UNSEEN: UNSEEN,
    **{f"{tile.low}-{tile.high}": tile.text for tile in DOUBLE_SIX},
    **{f"{tile.high}-{tile.low}": tile.text for tile in DOUBLE_SIX},
}


def _words(kind: Kind) -> str:
    return "|".join(word for words in WORDS.values() for word in words[kind])


_TILE: Final = "[0-6]-[0-6]"
_DRAWN: Final = rf"(?:{_TILE}|\?\?)"
_LINE: Final = re.compile(
    rf"(\w++) (?:(?:{_words('draws')}) ([1-9]|(?:{_DRAWN} )*+{_DRAWN}), )?"
    rf"(?:({_TILE})(?: (?:{_words('on')}) ({_TILE}|[0-6]))?|(?:{_words('passes')}))"
    r"(?: =([0-9]{1,4}))?(?: \+([0-9]{1,4}))?(?: \(([0-9]{1,6}(?:[.,]5|\u00bd)?)\))?"
    r"(?: (!!|!\?|!|\?!|\?\?|\?))?(?:[ ]++\#[ ]*+([^\s](?:[^\t]*[^\s])?+))?"
)


def quick_turn(line: str, players: Sequence[str]) -> dict[str, Any] | None:
    """The plain turn of a usual line whose player is named in full; None leaves it unread."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    by, drawn, tile, on, end_sum, award, total, mark, note = found.groups()
    if by not in players:
        return None
    turn: dict[str, Any] = {"by": by}
    if drawn is not None:
        tiles = drawn.split(" ")
        if len(tiles) > MOST_TILES:
            return None
        unseen = len(drawn) == 1
        turn["draw"] = [UNSEEN] * int(drawn) if unseen else [QUICK_TILES[name] for name in tiles]
    if tile is not None:
        turn["tile"] = QUICK_TILES[tile]
        if on is not None:
            turn["on"] = QUICK_TILES.get(on) or int(on)
    else:
        turn["pass"] = True
    if end_sum is not None:
        turn["sum"] = int(end_sum)
    if award is not None:
        turn["award"] = int(award)
    if total is not None:
        turn["total"] = int(total) if total.isdigit() else amount_of(total)
    if mark is not None:
        turn["mark"] = mark
    if note is not None:
        turn["notes"] = [note]
    return turn


def quick_tiles(text: str) -> list[str] | None:
    """The tiles of a text in which each has a hyphen and one blank before it; None otherwise."""
    tiles = [QUICK_TILES.get(name) for name in text.split(" ")]
    if len(tiles) > MOST_TILES or None in tiles:
        return None
    return [tile for tile in tiles if tile]

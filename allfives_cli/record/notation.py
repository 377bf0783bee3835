"""Tiles, numbers of points and lists of plays as text, as people write them.

A tile is two halves in either order: ``1-4``, ``4-1``, ``14``, ``1|4``, ``1:4``, ``1/4``, any of
these in brackets (``[1|4]``), blanks round the sign (``1 - 4``), any dash or minus for the
hyphen, or one of Unicode's domino glyphs, lying or standing. ``??`` and a glyph that shows the
back are a tile that nobody saw. Points are whole or half: ``15``, ``7.5``, ``7,5``, ``7½``.

Whatever is read comes as a `Part`, with the place where it stands in the text: offsets from 0,
the end exclusive. What cannot be read comes as a `Problem`; nothing here raises for its input,
and nothing takes longer than in proportion to its length.

Turn lines are in `turn_lines`. Whether a tile fits is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from allfives_cli.game.actions import Where
from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.places import excerpt
from allfives_cli.record.turn_words import kind_of

MOST_TILES: Final = len(DOUBLE_SIX)
"""The longest list of tiles that is read from text."""

_HALVES: Final = HIGHEST_HALF + 1
_LYING: Final = 0x1F031  # the domino glyphs, Unicode block 1F030: each row begins with its back
_STANDING: Final = 0x1F063
_BACKS: Final = "\U0001f030\U0001f062"
_DASHES: Final = "-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_SIGN: Final = rf"[{_DASHES}|:/]"
_PAIR: Final = rf"[0-6](?:[ \t]*+{_SIGN}[ \t]*+)?[0-6]"
STOP: Final = r"(?=[\s,;!?+=()\#]|\Z)"
"""What may follow a tile, a number or a word."""
TILE: Final = (
    rf"(?:{_PAIR}{STOP}|\[[ \t]*+{_PAIR}[ \t]*+\]"
    r"|[\U0001F031-\U0001F061\U0001F063-\U0001F093][\ufe0e\ufe0f]?)"
)
"""Pattern of a tile, in any spelling."""
BACK: Final = rf"(?:\?\?|[{_BACKS}][\ufe0e\ufe0f]?)"
"""Pattern of a tile that nobody saw."""
AMOUNT: Final = rf"[-\u2212]?(?:[0-9]{{1,15}}+(?:\u00bd|[.,][0-9]{{1,9}}+)?|\u00bd){STOP}"
"""Pattern of points, whole or half."""

_TILE: Final = re.compile(TILE)
_HALF: Final = re.compile("[0-6]")
_IN_LIST: Final = re.compile(rf"[\s,;]*+(?:(?P<tile>{TILE})|(?P<back>{BACK})|(?P<other>[^\s,;]++))")
_COUNT: Final = re.compile(r"[0-9]{1,9}")
_PLAY: Final = re.compile(
    rf"[\s,;]*+(?:(?P<tile>{TILE})|(?P<word>[^\W\d_]++){STOP}|(?P<other>[^\s,;]++))"
)
_PLACE: Final = re.compile(rf"[ \t]*+(?:(?P<tile>{TILE})|(?P<half>[0-6]){STOP})")
_CHUNK: Final = re.compile(r"[ \t]*+([^\s,;\#]*+)")

Value: TypeAlias = "str | int | float | bool | list[Part] | dict[str, Part]"


class Part(NamedTuple):
    """Something read from a text, and the offsets between which it is written."""

    value: Value
    start: int
    end: int

    def plain(self) -> Any:  # noqa: ANN401 - any JSON value
        """The value without places, as JSON would have it."""
        if isinstance(self.value, dict):
            return {key: part.plain() for key, part in self.value.items()}
        if isinstance(self.value, list):
            return [part.plain() for part in self.value]
        return self.value


class Problem(NamedTuple):
    """Why something was not read: a code and params of `SHEET_CODES`, and its place."""

    code: str
    params: dict[str, object]
    start: int
    end: int


class Unreadable(Exception):
    """Carries the first problem of a line or a list out to its reader."""

    def __init__(self, code: str, start: int, end: int, **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(
            code, {name: excerpt(value) for name, value in params.items()}, start, end
        )


def where_of(on: str | int | None) -> Where:
    """What a record writes under ``on``, as the game has it: a tile or the value joined."""
    return TILE_BY_TEXT[on] if isinstance(on, str) else on


def read_tile(text: str) -> tuple[Tile, bool] | None:
    """Read one tile, and whether it was in canonical spelling; None if the text is no tile."""
    tile = TILE_BY_TEXT.get(text)
    if tile is not None:
        return tile, True
    found = _TILE.fullmatch(text.strip(" \t"))
    return (tile_of(found[0]), False) if found else None


def tile_of(written: str) -> Tile:
    """The tile that a match of `TILE` spells."""
    tile = TILE_BY_TEXT.get(written)
    if tile is not None:
        return tile
    glyph = ord(written[0])
    if glyph >= _LYING:
        first = _STANDING if glyph >= _STANDING else _LYING
        return Tile(*divmod(glyph - first, _HALVES))
    one, other = _HALF.findall(written)
    return Tile(int(one), int(other))


def split_tiles(text: str) -> tuple[list[Part], list[Problem]]:
    """Read tiles, seen or not, that are separated by blanks or commas.

    What is no tile becomes a problem and is left out. Reading stops at `MOST_TILES`.
    """
    tiles: list[Part] = []
    problems: list[Problem] = []
    for found in _IN_LIST.finditer(text):
        kind = str(found.lastgroup)
        place = found.span(kind)
        if len(tiles) + len(problems) == MOST_TILES:
            problems.append(Problem("too-many-tiles", {"limit": MOST_TILES}, *place))
            break
        if kind == "other":
            problems.append(Problem("not-a-tile", {"value": excerpt(found[kind])}, *place))
        else:
            written = found[kind]
            tiles.append(Part(tile_of(written).text if kind == "tile" else UNSEEN, *place))
    return tiles, problems


def read_hand(text: str) -> tuple[list[Part], list[Problem]]:
    """Read tiles as `split_tiles` does, or their mere number: ``3`` is three unseen tiles."""
    start, end = _trimmed(text)
    if not _COUNT.fullmatch(text, start, end):
        return split_tiles(text)
    try:
        return counted(text, start, end), []
    except Unreadable as unreadable:
        return [], [unreadable.problem]


def counted(text: str, start: int, end: int) -> list[Part]:
    """Read digits that stand where tiles or their number may stand.

    Two digits that are a number no boneyard has, or that no number begins with, are a tile.
    Raises Unreadable where both readings make sense, or neither does.
    """
    digits = text[start:end]
    number = int(digits)
    tile = tile_of(digits) if _TILE.fullmatch(digits) else None
    if tile is not None and (digits[0] == "0" or number >= MOST_TILES):
        return [Part(tile.text, start, end)]
    if tile is not None:
        raise Unreadable("count-or-tile", start, end, text=digits, count=number, tile=tile.text)
    if number > MOST_TILES:
        raise Unreadable("too-many-tiles", start, end, limit=MOST_TILES)
    return [Part(UNSEEN, start, end)] * number


def is_clear_count(number: int) -> bool:
    """Whether the digits of a number of tiles would be read as that and not as a tile."""
    return number <= MOST_TILES and not _TILE.fullmatch(str(number))


def amount_of(written: str) -> int | float:
    """The points that a match of `AMOUNT` spells; whole ones as int."""
    if written.isascii() and written.isdigit():
        return int(written)
    text = written.replace("\u2212", "-").replace(",", ".")
    if text.endswith("\u00bd"):
        text = f"{text[:-1]}.5"
    number = float(text)
    return int(number) if number.is_integer() else number


def amount_text(number: float) -> str | None:
    """Points in canonical spelling; None for a number that is neither whole nor half."""
    if number % 1 not in (0, 0.5):
        return None
    return str(int(number)) if number % 1 == 0 else f"{number:.1f}"


def read_plays(text: str) -> tuple[list[Part], list[Problem]]:
    """Read plays without their players: ``1-4, 1-1 on 1-4, 4-4 on 1-4``.

    Each becomes a mapping with ``tile`` and perhaps ``on``, a tile or a number of pips. Reading
    goes on after a problem.
    """
    plays: list[Part] = []
    problems: list[Problem] = []
    at = 0
    while found := _PLAY.match(text, at):
        if len(plays) + len(problems) == MOST_TILES:
            place = found.span(str(found.lastgroup))
            problems.append(Problem("too-many-tiles", {"limit": MOST_TILES}, *place))
            break
        try:
            at = _read_play(text, found, plays)
        except Unreadable as unreadable:
            problems.append(unreadable.problem)
            at = max(found.end(), unreadable.problem.end)
    return plays, problems


def _read_play(text: str, found: re.Match[str], plays: list[Part]) -> int:
    """Add a play, or its place to the last; return where what follows begins."""
    kind = str(found.lastgroup)
    written, place = found[kind], found.span(kind)
    if kind == "tile":
        plays.append(Part({"tile": Part(tile_of(written).text, *place)}, *place))
        return found.end()
    if kind == "other":
        raise Unreadable("not-a-tile", *place, value=written)
    if kind_of(written) != "on":
        raise Unreadable("unknown-word", *place, word=written)
    site, at = read_place(text, found.end(), written)
    _add_place(plays, site, place)
    return at


def read_place(text: str, at: int, word: str) -> tuple[Part, int]:
    """Read the tile or the number of pips that a tile joins, after the word for it.

    Returns the place, and where what follows begins. Raises Unreadable.
    """
    found = _PLACE.match(text, at)
    if found:
        kind = str(found.lastgroup)
        value = tile_of(found[kind]).text if kind == "tile" else int(found[kind])
        return Part(value, *found.span(kind)), found.end()
    chunk = _CHUNK.match(text, at)
    if chunk is None or not chunk[1]:
        raise Unreadable("nothing-after", at - len(word), at, word=word)
    raise Unreadable("not-a-tile", *chunk.span(1), value=chunk[1])


def _add_place(plays: list[Part], place: Part, word: tuple[int, int]) -> None:
    """Give the last play its place. Raises Unreadable where no play waits for one."""
    play: Mapping[str, Part] = plays[-1].value if plays else {}  # type: ignore[assignment] # made so
    if not play:
        raise Unreadable("turn-line", word[0], place.end, text="")
    if "on" in play:
        raise Unreadable("part-twice", word[0], place.end, part="on", text=str(place.value))
    plays[-1] = Part({**play, "on": place}, plays[-1].start, place.end)


def _trimmed(text: str) -> tuple[int, int]:
    """Where a text begins and ends without the blanks around it."""
    inner = text.strip()
    start = text.find(inner)
    return start, start + len(inner)

"""Reads one turn line from left to right. The grammar is described in `turn_lines`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from allfives_cli.record.model import UNSEEN
from allfives_cli.record.naming import find_player
from allfives_cli.record.notation import (
    AMOUNT,
    BACK,
    MOST_TILES,
    STOP,
    TILE,
    Part,
    Unreadable,
    Value,
    amount_of,
    counted,
    read_place,
    tile_of,
)
from allfives_cli.record.turn_words import Kind, kind_of

_NAME: Final = r"[^\s,:;!?+=()\[\]{}|\"\\<>&%@`~^$\#*/]++"
_PLAYER: Final = re.compile(rf"[ \t]*+({_NAME})[ \t]*+:?")
_BEGINS_WITH_TILE: Final = re.compile(rf"[ \t]*+{TILE}")
_PART: Final = re.compile(
    rf"[ \t,]*+(?:(?P<end>\Z)|\#(?P<note>.*)|(?P<tile>{TILE})|=[ \t]*+(?P<sum>{AMOUNT})"
    rf"|\+[ \t]*+(?P<award>{AMOUNT})|\([ \t]*+(?P<total>{AMOUNT})[ \t]*+\)"
    r"|(?P<mark>!\?|\?!|!!?|\?\??)(?![!?])"
    rf"|(?P<time>[0-9]{{1,9}}+(?:[.,][0-9]{{1,9}}+)?)s{STOP}"
    r"|(?P<word>[^\W\d_][^\s,;!?+=()\#]*+))"
)
_DRAWN_COUNT: Final = re.compile(rf"[ \t,]*+([0-9]{{1,9}}+){STOP}[ \t]*+,?")
_DRAWN: Final = re.compile(rf"[ \t,]*+(?:(?P<tile>{TILE})|(?P<back>{BACK}))[ \t]*+(?P<comma>,?)")
_CLAIM: Final = re.compile(
    rf"[ \t]*+(?P<by>{_NAME})[ \t]*+\+[ \t]*+(?P<award>{AMOUNT})"
    rf"(?:[ \t]*+\([ \t]*+(?P<total>{AMOUNT})[ \t]*+\))?+[ \t]*+(?P<comma>,?)"
)
_AMOUNT: Final = re.compile(AMOUNT)
_DUE: Final = re.compile(rf"[ \t]*+({AMOUNT})")
_CHUNK: Final = re.compile(r"[ \t,]*+([=+(]?[ \t]*+[^\s,;\#]*+)")
_OF_A_PLAY: Final = frozenset({"sum", "award", "on"})
_OF_THE_ACTION: Final = ("draw", "tile", "on", "pass")
_FIELDS: Final[dict[Kind, str]] = {
    "draws": "draw",
    "on": "on",
    "passes": "pass",
    "due": "due",
    "irregular": "irregular",
    "claimed": "claimed",
}
"""The field of a turn that a word begins."""


class TurnReader:
    """Reads one line that begins at `offset` of its text; Parts count from the text's beginning.

    Raises Unreadable with places that count from the line's beginning.
    """

    def __init__(self, line: str, players: Sequence[str] | None, offset: int = 0) -> None:
        self._line = line
        self._players = players
        self._offset = offset
        self._parts: dict[str, Part] = {}
        self._at = 0
        self._open_draw = ""  # the last tile drawn, while no comma has ended the draws

    def read(self, at: int, mover: str | None = None, before: list[Part] | None = None) -> Part:
        """Read from `at`, where the player is named, to the end of the line."""
        self._at = at
        self._read_player(mover)
        if before:
            self._parts["before"] = Part(before, before[0].start, before[-1].end)
        return self._read_parts()

    def read_behind(self, start: int, at: int, mover: str) -> Part:
        """Read what stands from `at` behind a whole play of `mover`, which began at `start`.

        The play's own parts, which are not known here, are not among those returned.
        """
        self._at = at
        self._put("by", mover, start, start)
        for field in _OF_THE_ACTION:  # as if written: a second one is refused
            self._put(field, self._line[start:at], start, at)
        self._read_parts()
        for field in _OF_THE_ACTION:
            del self._parts[field]
        return Part(self._parts, start + self._offset, at + self._offset)

    def _read_parts(self) -> Part:
        line, match = self._line, _PART.match
        while found := match(line, self._at):
            kind = str(found.lastgroup)
            start, end = found.span(kind)
            self._at = found.end()
            if kind == "word":
                self._read_word(found[kind], start)
            elif kind in {"end", "note"}:
                self._put_note(start, end)
                by = self._parts["by"]
                return Part(self._parts, by.start, self._offset + len(line.rstrip(" \t,")))
            else:
                self._read_symbol(kind, found[kind], start, end)
        raise self._rest()

    def _read_player(self, mover: str | None) -> None:
        line, players, at = self._line, self._players, self._at
        found = _PLAYER.match(line, at)
        start, end = found.span(1) if found else (at, at)
        name = line[start:end]
        if not (found and players and name in players):
            begins = found is None or _BEGINS_WITH_TILE.match(line, at) or kind_of(name)
            if begins and mover is not None:
                self._put("by", mover, at, at)
                return
            name = self._find_player(start, end, refuse=bool(begins))
        self._put("by", name, start, end)
        self._at = found.end() if found else at

    def _find_player(self, start: int, end: int, *, refuse: bool = False) -> str:
        """Who a name is; with `refuse`, it is more probably no name."""
        name = self._line[start:end]
        try:
            if self._players is not None and name:
                return find_player(name, self._players, start, end)
        except Unreadable:
            if not refuse:
                raise
        if not refuse:
            return name
        chunk = self._chunk()
        code = (
            "player-missing" if name or _BEGINS_WITH_TILE.match(self._line, start) else "turn-line"
        )
        raise Unreadable(code, *chunk, text=self._line[slice(*chunk)])

    def _read_symbol(self, kind: str, text: str, start: int, end: int) -> None:
        """Read a tile, or a claim or remark that a sign tells."""
        if kind in self._parts:
            if kind == "tile":
                first, points = self._parts["tile"].value, text if text.isdecimal() else None
                tile = tile_of(text).text
                raise Unreadable("second-tile", start, end, tile=tile, first=first, points=points)
            raise Unreadable("part-twice", start, end, part=kind, text=text)
        if kind == "tile":
            self._put(kind, tile_of(text).text, start, end)
        elif kind == "mark":
            self._put(kind, text, start, end)
        else:
            self._refuse_without_comma(kind, start, end)
            self._put(kind, amount_of(text), start, end)

    def _read_word(self, word: str, start: int) -> None:
        kind, end = kind_of(word), self._at
        if kind is None:
            raise Unreadable("unknown-word", start, end, word=word)
        field = _FIELDS[kind]
        if field in self._parts:
            raise Unreadable("part-twice", start, end, part=field, text=word)
        if kind in {"passes", "irregular"}:
            self._put(field, True, start, end)  # noqa: FBT003 - the value of the field
        elif kind == "draws":
            if "tile" in self._parts:
                raise Unreadable("draws-after-tile", start, end, word=word)
            self._read_draws(word, start)
        elif kind == "on":
            self._refuse_without_comma(field, start, end)
            place, self._at = read_place(self._line, end, word)
            self._put(field, place.value, place.start, place.end)
        elif kind == "due":
            found = _DUE.match(self._line, end)
            if found is None:
                self._refuse_after(word, start, "bad-amount")
            self._at = found.end()
            self._put(field, amount_of(found[1]), *found.span(1))
        else:
            self._read_claims(word, start)

    def _read_draws(self, word: str, start: int) -> None:
        """Read the number of tiles drawn, or the tiles with the play that may end them."""
        count = _DRAWN_COUNT.match(self._line, self._at)
        if count:
            drawn = counted(self._line, *count.span(1))
            if not drawn or drawn[0].value == UNSEEN:
                self._at = count.end()
                unseen = [self._placed(part.value, part.start, part.end) for part in drawn]
                self._put("draw", unseen, *count.span(1))
                return
        drawn, last_comma = self._read_drawn()
        if not drawn:
            self._refuse_after(word, start, "not-a-tile")
        after, last = len(drawn) - last_comma, drawn[-1]
        if last_comma and after > 1:
            place = last.start - self._offset, last.end - self._offset
            raise Unreadable("draws-comma", *place, tile=last.value)
        if last_comma and after and last.value != UNSEEN:
            self._parts["tile"] = drawn.pop()
        elif not last_comma:
            self._open_draw = str(last.value)
        self._parts["draw"] = Part(drawn, drawn[0].start, drawn[-1].end)

    def _read_drawn(self) -> tuple[list[Part], int]:
        """Read tiles, seen or not; returns how many stand before the last comma as well."""
        drawn: list[Part] = []
        last_comma = 0
        while found := _DRAWN.match(self._line, self._at):
            seen = found["tile"] is not None
            place = found.span("tile" if seen else "back")
            if len(drawn) > MOST_TILES:
                raise Unreadable("too-many-tiles", *place, limit=MOST_TILES)
            drawn.append(self._placed(tile_of(found["tile"]).text if seen else UNSEEN, *place))
            self._at = found.end()
            if found["comma"]:
                last_comma = len(drawn)
        return drawn, last_comma

    def _read_claims(self, word: str, start: int) -> None:
        """Read what other players called: names, each with an award and perhaps a total."""
        claims: list[Part] = []
        comma = True
        while comma:
            found = _CLAIM.match(self._line, self._at)
            if found is None or len(claims) == MOST_TILES:
                self._refuse_after(word, start, "bad-claim")
            self._at = found.end()
            claim = {"by": self._placed(self._find_player(*found.span("by")), *found.span("by"))}
            for field in ("award", "total"):
                if found[field] is not None:
                    claim[field] = self._placed(amount_of(found[field]), *found.span(field))
            end = [part.end for part in claim.values()][-1]
            claims.append(Part(claim, claim["by"].start, end))
            comma = bool(found["comma"])
        self._parts["claimed"] = Part(claims, claims[0].start, claims[-1].end)

    def _placed(self, value: Value, start: int, end: int) -> Part:
        return Part(value, start + self._offset, end + self._offset)

    def _put(self, field: str, value: Value, start: int, end: int) -> None:
        self._parts[field] = Part(value, start + self._offset, end + self._offset)

    def _put_note(self, start: int, end: int) -> None:
        note = read_note(self._line, start, end, self._offset)
        if note:
            self._parts["notes"] = Part([note], note.start, note.end)

    def _refuse_without_comma(self, field: str, start: int, end: int) -> None:
        """Refuse what only a play has after tiles of which none can be told to be the play."""
        if self._open_draw and field in _OF_A_PLAY:
            raise Unreadable("draws-comma", start, end, tile=self._open_draw)

    def _refuse_after(self, word: str, start: int, code: str) -> NoReturn:
        """Refuse what follows a word, or that nothing does."""
        chunk = self._chunk()
        text = self._line[slice(*chunk)]
        if not text.strip() or text.lstrip().startswith("#"):
            raise Unreadable("nothing-after", start, start + len(word), word=word)
        if code == "not-a-tile":
            raise Unreadable(code, *chunk, value=text)
        raise Unreadable(code, *chunk, text=text)

    def _rest(self) -> Unreadable:
        """Say what it is that fits no part of a turn."""
        chunk = self._chunk()
        text = self._line[slice(*chunk)]
        if text.startswith(("=", "+", "(")):
            return Unreadable("bad-amount", *chunk, text=text)
        amount = _AMOUNT.match(self._line, chunk[0]) if "tile" in self._parts else None
        if amount:
            return Unreadable("bare-number", *amount.span(), text=amount[0])
        if any(letter.isdigit() for letter in text):
            return Unreadable("not-a-tile", *chunk, value=text)
        return Unreadable("turn-line", *chunk, text=text)

    def _chunk(self) -> tuple[int, int]:
        """What stands at the place reached, up to the next blank or else to the end."""
        found = _CHUNK.match(self._line, self._at)
        if found and found[1]:
            return found.span(1)
        return self._at, len(self._line)


def read_note(line: str, start: int, end: int, offset: int) -> Part | None:
    """The note between two offsets of a line, without the blanks round it; None if empty."""
    inner = line[start:end].strip(" \t")
    if not inner:
        return None
    start = line.index(inner, start)
    # a tab may stand in a sheet, but in no text of a record
    return Part(inner.replace("\t", " "), start + offset, start + len(inner) + offset)

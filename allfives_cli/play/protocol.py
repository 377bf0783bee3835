"""What table and program say to each other: JSON, one object a line, version 1.

The table asks; the program answers each ``hello`` and each ``move`` with one
line that repeats its ``seq``. Every ``move`` holds all that the seat may know,
so that a program need remember nothing. ``bye`` wants no answer. The JSON
Schemas are `record.program_schemas`.

Messages are made from a View, and so from nothing that the seat may not know.
Of an answer only its form is judged by `read_answer`; whether a play is legal
is judged by `read_move`, which asks the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from allfives_cli.checking.findings import plain_params, points
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Pass, Play
from allfives_cli.game.tiles import TILE_BY_TEXT, Tile
from allfives_cli.play.events import MatchEnded
from allfives_cli.play.process import Trouble
from allfives_cli.play.seats import Choice, PublicTurn, View
from allfives_cli.record.json_source import read_json
from allfives_cli.record.places import Refusal
from allfives_cli.record.shape import kind_of
from allfives_cli.record.source import plain

VERSION: Final = 1
Plain = dict[str, Any]
_SHORT: Final = 40

_OF_A_LINE: Final[Mapping[str, str]] = {
    "file-empty": "empty-line",
    "file-encoding": "not-utf-8",
    "json-unclosed": "unclosed",
    "text-after-end": "goes-on",
    "several-documents": "goes-on",
}
"""What reading calls by words that suit a file, as it is called of a line."""

WHYS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_OF_A_LINE.values(), ()),
    "no-object": ("found",),
    "wrong-seq": ("found", "expected"),
    "other-protocol": ("found", "known"),
    "line-too-long": ("limit",),
    "unasked": (),
    "no-hello": ("limit",),
    "no-answer": ("limit",),
    "line-not-ended": ("limit",),
    "not-started": ("reason",),
    "exited": ("status",),
    "failed": ("status",),
    "killed": ("signal",),
    "closed-output": (),
    "not-ended": ("signal",),
}
"""Why an incident is one, in words of the table's own: code -> names of its params.

Other incidents have the code of a finding.
"""


# -- what is sent --------------------------------------------------------------------


def line_of(message: Plain) -> bytes:
    """A message as the line that is sent: ASCII alone, so that no encoding can matter."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def hello(table: Table, seat: int, seq: int, *, start: float, move: float) -> Plain:
    """The first message: the versions, the match, and the limits in seconds."""
    limits = {"start": start, "move": move}
    return {
        "type": "hello", "seq": seq, "protocol": VERSION, **_match(table, seat), "limits": limits
    }  # fmt: skip


def move(table: Table, view: View, seq: int, refused: Trouble | None = None) -> Plain:
    """A request for a play: everything that the seat may know.

    ``refused`` is what was wrong with the answer before, where it is asked for again.
    """
    players = table.players
    totals = zip(table.side_keys, map(points, view.totals), strict=True)
    message: Plain = {
        "type": "move",
        "seq": seq,
        **_match(table, view.seat),
        "round": view.round,
        "turn": view.turn,
        "totals": dict(totals),
        "hand": [tile.text for tile in sorted(view.hand)],
        "drawn": [tile.text for tile in view.drawn],
        "held": dict(zip(players, view.held, strict=True)),
        "boneyard": view.boneyard_size,
        "sum": view.end_sum,
        "turns": [_turn(turn, players) for turn in view.history],
        "sites": [
            {"tile": face.tile.text, "face": face.name.value, "value": face.value}
            for face in view.sites
        ],
        "plays": [_play(choice) for choice in view.choices],
    }
    if refused is not None:
        message["refused"] = {"incident": refused.kind, "why": refused.why}
    return message


def bye(table: Table, ended: MatchEnded | None) -> Plain:
    """The last message; without a result where the match was broken off."""
    message: Plain = {"type": "bye"}
    if ended is not None:
        totals = zip(table.side_keys, map(points, ended.totals), strict=True)
        winners = [table.side_keys[side] for side in ended.winners]
        message["result"] = {"how": ended.how, "winners": winners, "totals": dict(totals)}
    return message


def _match(table: Table, seat: int) -> Plain:
    players = table.players
    return {
        "you": players[seat],
        "players": list(players),
        "sides": [
            {"key": key, "players": [players[each] for each in side]}
            for key, side in zip(table.side_keys, table.sides, strict=True)
        ],
        "rules": {"base": table.rules.base, **table.rules.options()},
        "hand_size": table.hand_size,
        "target": table.target,
    }


def _turn(turn: PublicTurn, players: Sequence[str]) -> Plain:
    """A turn as the whole table saw it; of what was drawn its number."""
    message: Plain = {"by": players[turn.seat]}
    if turn.draws:
        message["draws"] = turn.draws
    match turn.action:
        case Play(tile, on):
            message["tile"] = tile.text
            if isinstance(on, Tile):
                message["on"] = on.text
        case Pass():
            message["pass"] = True
        case None:
            pass  # the draws left the round blocked
    return message | {"sum": turn.end_sum, "award": turn.award, "total": points(turn.total)}


def _play(choice: Choice) -> Plain:
    on = {} if choice.face is None else {"on": choice.face.tile.text}
    return {"tile": choice.tile.text, **on, "sum": choice.end_sum, "award": choice.award}


# -- what comes back -----------------------------------------------------------------


def read_hello(line: bytes, seq: int) -> None:
    """Read the answer to a hello. Raises Trouble, malformed."""
    found = read_answer(line, seq, "protocol")["protocol"]
    if type(found) is not int:
        raise _of_kind(line, ["whole-number"], found)
    if found != VERSION:
        raise Trouble("malformed", "other-protocol", line, found=found, known=VERSION)


def read_move(line: bytes, seq: int, table: Table, view: View) -> Choice:
    """Read the answer to a move. Raises Trouble, malformed or illegal."""
    written = read_answer(line, seq, "play")["play"]
    if not isinstance(written, dict):
        raise _of_kind(line, ["mapping"], written)
    _only(line, written, ("tile",), ("on", "sum", "award"))
    tile = _tile(line, written["tile"])
    on = _tile(line, written["on"]) if "on" in written else None
    for claim in ("sum", "award"):
        if claim in written and type(written[claim]) is not int:
            raise _of_kind(line, ["whole-number"], written[claim])
    choice = _chosen(line, Play(tile, on), table, view)
    if written.get("sum", choice.end_sum) != choice.end_sum:
        params = {"claimed": written["sum"], "computed": choice.end_sum}
        raise Trouble("illegal", "wrong-sum", line, **params)
    if written.get("award", choice.award) != choice.award:
        params = {"claimed": written["award"], "computed": choice.award, "sum": choice.end_sum}
        raise Trouble("illegal", "wrong-award", line, **params)
    return choice


def read_answer(line: bytes, seq: int, key: str) -> dict[str, Any]:
    """An answer's plain values: a mapping of ``seq``, which must agree, and ``key``.

    Raises Trouble, malformed. JSON is read to the letter: nothing that is no
    number, no key twice, nothing too deep or too long.
    """
    try:
        found = plain(read_json(line, "").root)
    except Refusal as refusal:
        code = _OF_A_LINE.get(refusal.code)
        params = refusal.params if code is None else {}
        raise Trouble("malformed", code or refusal.code, line, **params) from None
    if not isinstance(found, dict):
        raise Trouble("malformed", "no-object", line, found=kind_of(found))
    _only(line, found, ("seq", key))
    if type(found["seq"]) is not int:
        raise _of_kind(line, ["whole-number"], found["seq"])
    if found["seq"] != seq:
        raise Trouble("malformed", "wrong-seq", line, found=found["seq"], expected=seq)
    return found


def _only(
    line: bytes, found: Mapping[str, object], needed: Sequence[str], others: Sequence[str] = ()
) -> None:
    """Refuse a mapping that lacks a key or has another. Raises Trouble."""
    for key in needed:
        if key not in found:
            raise Trouble("malformed", "missing-key", line, key=key)
    for key in found:
        if key not in (*needed, *others):
            params = {"key": key[:_SHORT], "known": [*needed, *others], "nearest": None}
            raise Trouble("malformed", "unknown-key", line, **params)


def _of_kind(line: bytes, expected: list[str], found: object) -> Trouble:
    return Trouble("malformed", "wrong-type", line, expected=expected, found=kind_of(found))


def _tile(line: bytes, written: object) -> Tile:
    if not isinstance(written, str):
        raise _of_kind(line, ["text"], written)
    tile = TILE_BY_TEXT.get(written)
    if tile is None:
        raise Trouble("malformed", "not-a-tile", line, value=written[:_SHORT])
    return tile


def _chosen(line: bytes, play: Play, table: Table, view: View) -> Choice:
    """The choice that a play is. Raises Trouble, illegal, with the reason that the rules give."""
    illegal = view.why_illegal(play)
    if illegal is not None:
        named = illegal.named(table.players)
        known = {"player": table.players[view.seat], **plain_params(named)}
        raise Trouble("illegal", illegal.code, line, **known)
    return next(
        choice
        for choice in view.choices
        if choice.tile is play.tile
        and (play.on is None or (choice.face is not None and choice.face.tile is play.on))
    )

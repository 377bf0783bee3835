"""A number written wrong once and carried on: the later totals of its side with it.

The plays stay as they are. An award misread, or an addition gone wrong, moves
every total after it by the same amount; put right, all of them move back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from allfives_cli.checking.findings import Finding, Report
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.record.model import Record
from allfives_cli.record.places import Pointer
from allfives_cli.record.writing import to_plain

_MOVES: Final = frozenset({"wrong-award", "wrong-total", "wrong-totals", "wrong-settlement"})

Place = tuple[dict[str, Any], str]
"""A mapping and the key of a total in it."""


class Carried(NamedTuple):
    """The record with a number and the totals after it put right; how many totals moved.

    ``player`` is whose number it was: a player, or outside turns a side.
    """

    record: Record
    player: str
    moved: int


def carried(record: Record, finding: Finding) -> Carried | None:
    """Put right the number of a finding and every total that it moved; None where it moved none."""
    table = seat_players(record, Report())
    if table is None or finding.code not in _MOVES:
        return None
    claimed, computed = finding.params["claimed"], finding.params["computed"]
    tree = to_plain(record)
    tree.pop("digest", None)
    at = finding.pointer
    if at[-1] == "settlement":  # the side is not written in it
        at = (*at, finding.params["side"])
    side = _side(table, tree, at)
    holder: Any = tree
    for step in at[:-1]:
        holder = holder[step]
    totals = list(_totals(table, tree, at, side))
    if finding.code in ("wrong-award", "wrong-settlement"):
        holder[at[-1]] = computed
    for place, key in totals:
        place[key] += computed - claimed
    if len(totals) < 1 + (finding.code in ("wrong-total", "wrong-totals")):
        return None
    player = holder["by"] if "by" in holder else str(at[-1])
    return Carried(Record.model_validate_json(json.dumps(tree)), player, len(totals))


def _side(table: Table, tree: dict[str, Any], pointer: Pointer) -> int:
    match pointer:
        case ("rounds", int(number), "turns", int(index), *_):
            return _side_of(table, tree["rounds"][number]["turns"][index]["by"])
    return table.side_index[str(pointer[-1])]


def _side_of(table: Table, player: str) -> int:
    seat = table.seat_of.get(player)
    return -1 if seat is None else table.side_of(seat)


def _totals(table: Table, tree: dict[str, Any], pointer: Pointer, side: int) -> Iterator[Place]:
    """Every total of a side from a place on, up to a position that begins from new ones."""
    match pointer:
        case ("rounds", int(number), "turns", int(index), *_):
            first = index
        case ("rounds", int(number), *_):
            first = len(tree["rounds"][number]["turns"])
        case _:
            return
    key = table.side_keys[side]
    for played in tree["rounds"][number:]:
        if played is not tree["rounds"][number] and "totals" in played.get("setup", {}):
            return
        for turn in played["turns"][first:]:
            for claim in (turn, *turn.get("claimed", ())):
                if "total" in claim and _side_of(table, claim["by"]) == side:
                    yield claim, "total"
        if key in played.get("end", {}).get("totals", {}):
            yield played["end"]["totals"], key
        first = 0
    if key in tree.get("result", {}).get("totals", {}):
        yield tree["result"]["totals"], key

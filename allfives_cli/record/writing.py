"""A record's canonical bytes: UTF-8, LF, two-space indent, fixed key order, one turn a line.

Optional fields that are absent are left out; points are ``15`` or ``7.5``. What
is listed by players stands in the order of the seats, what is listed by sides
in the order of the sides. Writing what was read gives the same record. Nothing
is filled in here: a rule set that was written as a name stays one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, final

from allfives_cli.game.rules import NUMBER_KEYS, OPTIONS
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import UNSEEN, Record, Round, Shape

WIDTH: Final = 100
_INDENT: Final = "  "
_TIGHT: Final = (",", ":")
"""Separators of a line of an archive."""

_ONE_LINE: Final = frozenset({"lead", "digest", "result"})
"""Keys whose value is always one line."""
_ITEMS_ON_LINES: Final = frozenset({"players", "sides", "turns", "layout"})
"""Keys of lists with one item a line."""


def write_json(record: Record) -> str:
    """The canonical JSON of a record, with a line feed at the end."""
    return _written(plain_record(record), 0) + "\n"


def write_json_line(record: Record) -> str:
    """The record as one line of an archive, with a line feed at the end."""
    return _line(plain_record(record), _TIGHT) + "\n"


def to_plain(part: Shape) -> dict[str, Any]:
    """A part of a record as plain JSON values, with its fields in canonical order."""
    return part.model_dump(mode="json", by_alias=True, exclude_none=True)


def plain_record(record: Record) -> dict[str, Any]:
    """A record as plain JSON values in canonical order."""
    tree = to_plain(record)
    players, sides = _keys_of(record)
    if isinstance(tree["rules"], dict):
        tree["rules"] = _rules(tree["rules"])
    for played in tree["rounds"]:
        _put_in_order(played, players, sides)
    if "totals" in tree.get("result", {}):
        tree["result"]["totals"] = _ordered(tree["result"]["totals"], sides)
    return tree


@final
class GrowingRecord:
    """Writes one record again and again while it grows: a round that has been written is kept.

    What it gives is what `write_json` and `write_json_line` give, so long as
    the players and sides stay. A round is known again by being the same object.
    """

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[Round, str, str]] = {}

    def json(self, record: Record) -> str:
        """The canonical JSON of the record, with a line feed at the end."""
        rounds = [json for _, json, _ in self._written(record)]
        parts = [
            f"{_line(name)}: {_broken('[]', rounds, _INDENT)}"
            if rounds and name == "rounds"
            else f"{_line(name)}: {_written(item, 1, name)}"
            for name, item in plain_record(_without_rounds(record)).items()
        ]
        return _broken("{}", parts, "") + "\n"

    def line(self, record: Record) -> str:
        """The record as one line of an archive, with a line feed at the end."""
        rounds = ",".join([line for _, _, line in self._written(record)])
        parts = [
            f'"rounds":[{rounds}]' if name == "rounds" else f"{_line(name)}:{_line(item, _TIGHT)}"
            for name, item in plain_record(_without_rounds(record)).items()
        ]
        return "{" + ",".join(parts) + "}\n"

    def _written(self, record: Record) -> Iterable[tuple[Round, str, str]]:
        players, sides = _keys_of(record)
        kept, self._rounds = self._rounds, {}
        for played in record.rounds:
            found = kept.get(id(played))
            if found is None:
                tree = to_plain(played)
                _put_in_order(tree, players, sides)
                found = played, _written(tree, 2), _line(tree, _TIGHT)
            self._rounds[id(played)] = found  # which keeps the round, and with it its number
        return self._rounds.values()


def _without_rounds(record: Record) -> Record:
    return record.model_copy(update={"rounds": ()})


def _keys_of(record: Record) -> tuple[list[str], list[str]]:
    """The keys of players and sides, in their order."""
    players = [player.key for player in record.players]
    return players, _sides(record, players)


def _put_in_order(played: dict[str, Any], players: list[str], sides: list[str]) -> None:
    """Put what a round lists by players and sides in their order."""
    ends = played.get("end", {}), played.get("setup", {})
    for holder, keys, order in (
        (played, ("hands",), players),
        *((end, ("hands", "left", "pips"), players) for end in ends),
        *((end, ("settlement", "totals"), sides) for end in ends),
    ):
        for key in keys:
            if key in holder:
                holder[key] = _ordered(holder[key], order)


def _rules(written: Mapping[str, Any]) -> dict[str, Any]:
    rules = _ordered(written, ("base", *OPTIONS))
    for option, keys in NUMBER_KEYS.items():
        if isinstance(rules.get(option), dict):
            rules[option] = _ordered(rules[option], keys)
    return rules


def _sides(record: Record, players: Sequence[str]) -> list[str]:
    """The keys of the sides in order; where none are written, of players alone and of pairs."""
    if record.sides is not None:
        return [side.key for side in record.sides]
    pairs = [f"{one}+{other}" for one, other in zip(players, players[2:], strict=False)]
    return [*players, *pairs]


def _ordered(items: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """The items with these keys first, in this order, then the others as they stood."""
    return {key: items[key] for key in keys if key in items} | dict(items)


def _written(value: object, depth: int, key: str = "") -> str:
    """A value as it stands after its key, without the indent of its first line."""
    if not isinstance(value, dict | list) or not value or key in _ONE_LINE or _are_tiles(value):
        return _line(value)
    indent = _INDENT * depth
    if key in _ITEMS_ON_LINES and isinstance(value, list):
        parts = [_line(item) for item in value]
        return _broken("[]", parts, indent)
    if _is_flat(value):
        line = _line(value)
        before = f'{indent}"{key}": ' if key else indent
        if len(before) + len(line) < WIDTH:  # a comma may follow
            return line
    if isinstance(value, list):
        return _broken("[]", [_written(item, depth + 1) for item in value], indent)
    parts = [f"{_line(name)}: {_written(item, depth + 1, name)}" for name, item in value.items()]
    return _broken("{}", parts, indent)


def _broken(brackets: str, parts: Iterable[str], indent: str) -> str:
    inner = indent + _INDENT
    return (
        f"{brackets[0]}\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}{brackets[1]}"
    )


def _line(value: object, separators: tuple[str, str] = (", ", ": ")) -> str:
    return json.dumps(value, ensure_ascii=False, separators=separators)


def _are_tiles(value: Mapping[str, Any] | Sequence[Any]) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, str) and (item in TILE_BY_TEXT or item == UNSEEN) for item in value
    )


def _is_flat(value: Mapping[str, Any] | Sequence[Any]) -> bool:
    """Whether it holds nothing deeper than lists of scalars, so that it may be one line."""
    if isinstance(value, Mapping):
        return all(
            not isinstance(item, dict) and (not isinstance(item, list) or _is_flat(item))
            for item in value.values()
        )
    return not any(isinstance(item, dict | list) for item in value)

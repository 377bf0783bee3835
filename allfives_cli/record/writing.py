"""A record's canonical bytes: UTF-8, LF, two-space indent, fixed key order, one turn a line.

Empty optional fields are left out; points are ``15`` or ``7.5``. Writing what
was read gives the same record. Nothing is filled in here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.record.model import Record, Shape

WIDTH: Final = 100

_ONE_LINE: Final = frozenset({"lead", "digest", "result", "boneyard"})
_LINE_EACH: Final = frozenset({"turns", "layout", "players", "sides"})


def write_json(record: Record) -> str:
    """The canonical JSON of a record, with a line feed at the end."""
    return _written(to_plain(record), "", one_line=False) + "\n"


def write_json_line(record: Record) -> str:
    """The record as one line of an archive, with a line feed at the end."""
    return json.dumps(to_plain(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def to_plain(part: Shape) -> dict[str, Any]:
    """A record, or a part of one, as plain JSON values in canonical order."""
    return part.model_dump(mode="json", by_alias=True, exclude_none=True)


def _written(value: object, indent: str, *, one_line: bool) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if one_line or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        if _is_flat(value) and len(inner) + len(line) <= WIDTH:
            return line
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {_of_key(key, item, inner)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}}}"
    if not any(isinstance(item, dict | list) for item in value) and len(inner + line) <= WIDTH:
        return line
    parts = [_written(item, inner, one_line=False) for item in value]
    return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"


def _of_key(key: str, value: object, indent: str) -> str:
    if key in _LINE_EACH and isinstance(value, list):
        return _list_of_lines(value, indent)
    return _written(value, indent, one_line=key in _ONE_LINE)


def _list_of_lines(items: list[Any], indent: str) -> str:
    if not items:
        return "[]"
    inner = indent + "  "
    lines = [inner + json.dumps(item, ensure_ascii=False) for item in items]
    return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def _is_flat(value: Mapping[str, Any]) -> bool:
    """Whether a mapping holds nothing deeper than lists of tiles, so that it may be one line."""
    return all(
        not isinstance(item, dict)
        and not (isinstance(item, list) and any(isinstance(part, dict | list) for part in item))
        for item in value.values()
    )

"""The JSON Schemas (2020-12) of the format and of what the commands print.

The record's comes from its models. The others describe JSON that has no model:
it is written by this program alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from allfives_cli.game.rules import (
    HAND_SIZES,
    NUMBER_KEYS,
    NUMBER_LIMITS,
    OPTIONS,
    allowed_words,
)
from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF, FaceName
from allfives_cli.record.model import Record
from allfives_cli.rulesets import NAMES

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_TILE: Final[Schema] = {"enum": [tile.text for tile in DOUBLE_SIX]}
_FACE: Final[Schema] = {"enum": [name.value for name in FaceName]}
_POINTS: Final[Schema] = {"type": "number", "multipleOf": 0.5}
_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_FROM_ONE: Final[Schema] = {"type": "integer", "minimum": 1}
_WHYS: Final = ("lead-half", "lead-double", "end", "end-double")
_STEP_WHYS: Final = ("opponent-pips", "own-pips", "rounding", "shared", "not-below-zero")


def schema_text(name: str) -> str:
    """A schema as the file that is published, with a line feed at the end."""
    return json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=2) + "\n"


def _closed(title: str, description: str, properties: Mapping[str, Schema]) -> Schema:
    """A mapping with all of these keys and no others."""
    return {
        "$schema": DIALECT,
        "title": title,
        "description": description,
        **_object(properties),
    }


def _object(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _by_key(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _record() -> Schema:
    schema = Record.model_json_schema(by_alias=True)
    schema["properties"]["rules"] = {
        "description": "A rule set's name, or `base` and options.",
        "anyOf": [{"enum": list(NAMES)}, _rules_object()],
    }
    schema["title"] = "Game record of All Fives, version 1"
    schema["$defs"]["Round"]["anyOf"] = [{"required": ["lead"]}, {"required": ["setup"]}]
    return {"$schema": DIALECT, **_without_nulls(schema)}


def _without_nulls(schema: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Optional fields are left out of a record, never null."""
    if isinstance(schema, list):
        return [_without_nulls(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _without_nulls(item) for key, item in schema.items()}
    if found.get("default", ...) is None:
        del found["default"]
    choices = [choice for choice in found.get("anyOf", ()) if choice != {"type": "null"}]
    if choices and len(choices) < len(found["anyOf"]):
        del found["anyOf"]
        found.update(choices[0] if len(choices) == 1 else {"anyOf": choices})
    return found


def _rules_object() -> Schema:
    properties = {"base": {"enum": list(NAMES)}} | {key: _option(key) for key in OPTIONS}
    return _object(properties) | {"required": ["base"]}


def _option(option: str) -> Schema:
    if option not in NUMBER_KEYS:
        return {"enum": list(allowed_words(option))}
    least, most = NUMBER_LIMITS[option]
    number = {"type": "integer", "minimum": least, "maximum": most}
    by_seats = _object(dict.fromkeys(NUMBER_KEYS[option], number)) | {"required": []}
    named = [{"enum": list(HAND_SIZES)}] if option == "hand_size" else []
    return {"anyOf": [number, by_seats, *named]}


def _rule_set() -> Schema:
    options = _object({key: _option(key) for key in OPTIONS}) | {"required": []}
    return {
        "$schema": DIALECT,
        "title": "Rule set of All Fives",
        "description": "A house rule: options that differ from the base.",
        "type": "object",
        "properties": {"base": {"enum": list(NAMES)}, "options": options},
        "required": ["options"],
        "additionalProperties": False,
    }


def _turn() -> Schema:
    half = {"type": "integer", "minimum": 0, "maximum": HIGHEST_HALF}
    return _closed(
        "Explained turn",
        "One element of what `explain` and `replay` print as JSON. Lists are sorted by tile, "
        "then face. `tile` is null in a turn without a play; contributions and sites are those "
        "of the layout after the turn.",
        {
            "round": _FROM_ONE,
            "turn": _FROM_ONE,
            "by": _or_null(_TEXT),
            "draw": _list({"enum": [*_TILE["enum"], "??"]}),
            "tile": _or_null(_TILE),
            "on": {"anyOf": [_TILE, half, {"type": "null"}]},
            "face": _or_null(_FACE),
            "sum": _COUNT,
            "award": _COUNT,
            "total": _or_null(_POINTS),
            "spinners": _list(_TILE),
            "contributions": _list(
                _object({"tile": _TILE, "value": _COUNT, "why": {"enum": list(_WHYS)}})
            ),
            "sites": _list(_object({"tile": _TILE, "face": _FACE, "value": half})),
            "joints": _list(
                _object({"tile": _TILE, "face": _FACE, "to_tile": _TILE, "to_face": _FACE})
            ),
        },
    )


def _settlement() -> Schema:
    step = _object(
        {
            "why": {"enum": list(_STEP_WHYS)},
            "amount": _POINTS,
            "side": _TEXT,
            "players": _list(_TEXT),
        }
    )
    return _closed(
        "Settlement of a round",
        "What `settle` prints as JSON. Only sides whose score changes stand in `settlement`; the "
        "amounts of a side's steps add up to it.",
        {
            "how": {"enum": ["out", "blocked"]},
            "by": _or_null(_TEXT),
            "pips": _by_key(_COUNT),
            "settlement": _by_key(_POINTS),
            "totals": _by_key(_POINTS),
            "winners": _list(_TEXT),
            "round_winners": _list(_TEXT),
            "next_lead": _or_null(_TEXT),
            "steps": _list(step),
        },
    )


def _finding_object() -> Schema:
    place = {"line": _FROM_ONE, "column": _FROM_ONE, "end_line": _FROM_ONE, "end_column": _FROM_ONE}
    return _object(
        {
            "code": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "severity": {"enum": ["error", "warning", "note"]},
            "path": _TEXT,
            **{key: _or_null(schema) for key, schema in place.items()},
            "pointer": _TEXT,
            "round": _or_null(_FROM_ONE),
            "turn": _or_null(_FROM_ONE),
            "message": _TEXT,
            "params": {"type": "object"},
            "follows": _COUNT,
            "related": _list(_object({"what": _TEXT, **place})),
        }
    )


def _finding() -> Schema:
    return {
        "$schema": DIALECT,
        "title": "Finding",
        "description": "One finding of `validate --format json`. Lines and columns count from 1, "
        "columns in characters; the end is exclusive. Null where the whole file is meant.",
        **_finding_object(),
    }


def _report() -> Schema:
    return _closed(
        "Report of findings",
        "What `validate --format json` prints.",
        {"findings": _list(_finding_object()), "records": _COUNT, "sound": _COUNT},
    )


SCHEMAS: Final[Mapping[str, Callable[[], Schema]]] = {
    "record": _record,
    "rule-set": _rule_set,
    "explained-turn": _turn,
    "settlement": _settlement,
    "finding": _finding,
    "report": _report,
}
"""Every published schema by its name."""

__all__: Sequence[str] = ["SCHEMAS", "schema_text"]

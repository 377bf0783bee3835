"""The published JSON Schemas (2020-12), by name.

The record's is made from its models: pydantic says what each field takes, the
texts under the fields say what it means, and what many fields have in common
gets a name. It says besides what any reader can see although the models leave
it to the rules, as that a turn does not both play and pass.

Deliberately not said, since JSON Schema cannot: that a key stands once in a
mapping, that 12.0 is no whole number, that there is no 31 February (unless
formats are asserted), how large a file may be; nor anything that needs the rules.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from allfives_cli.record import model
from allfives_cli.record.analysis_schemas import annotation, arithmetic
from allfives_cli.record.output_schemas import (
    explained_turn,
    finding,
    report,
    settlement,
)
from allfives_cli.record.program_schemas import (
    bot_check,
    incidents,
    program_answer,
    program_message,
)
from allfives_cli.record.rule_schemas import rule_set, rules_in_record
from allfives_cli.record.schema_parts import Schema
from allfives_cli.record.series_schemas import series
from allfives_cli.record.value_schemas import REF, SHARED
from allfives_cli.record.values import KEY_PATTERN
from allfives_cli.rulesets import NAMES

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_text(name: str) -> str:
    """A schema as the file that is published, in ASCII, with a line feed at the end."""
    schema = {"$schema": DIALECT, "$id": file_name(name), **SCHEMAS[name]()}
    return json.dumps(schema, indent=2) + "\n"


def file_name(name: str) -> str:
    """The file of a schema, and its identifier, relative to wherever the schemas lie."""
    return f"{name}.schema.json"


_FIRST: Final = ("description", "type", "properties", "required")
"""Keywords in the order in which they read best; others follow as they come."""

_NAMED: Final = {"SideOf": "Side", "LeadBy": "Lead"}
"""Models whose name in the schema is another."""

_CONDITIONS: Final[Mapping[str, Schema]] = {
    "Turn": {
        "anyOf": [
            {"required": ["tile"]},
            {"required": ["pass"]},
            {"required": ["draw"], "properties": {"draw": {"minItems": 1}}},
        ],
        "not": {"required": ["tile", "pass"]},
        "dependentRequired": {"on": ["tile"]},
    },
    "Round": {
        "if": {"required": ["setup"]},
        "then": {"properties": {"lead": False, "hands": False, "boneyard": False}},
        "else": {"required": ["lead"]},
    },
}
"""What any reader can see of several fields together."""


def _record() -> Schema:
    made = model.Record.model_json_schema(by_alias=True)
    descriptions = _descriptions()
    models = made.pop("$defs") | {"Record": made}
    definitions: dict[str, Schema] = {}
    for name, schema in models.items():
        found = _plainer(schema)
        for key, field in found["properties"].items():
            found["properties"][key] = {"description": descriptions[name, key], **field}
        definitions[_NAMED.get(name, name)] = found | _CONDITIONS.get(name, {})
    record = definitions.pop("Record")
    record["properties"]["rules"] = {
        "description": descriptions["Record", "rules"],
        "type": ["string", "object"],
        "if": {"type": "string"},
        "then": {"enum": list(NAMES)},
        "else": {"$ref": f"{REF}Rules"},
    }
    definitions["Rules"] = rules_in_record()
    definitions |= {name: schema for name, (_, schema) in SHARED.items()}
    record["title"] = "Game record of All Fives, version 1"
    head = {key: record.pop(key) for key in ("title", "description")}
    return {**head, **record, "$defs": dict(sorted(definitions.items()))}


def _plainer(schema: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A schema of pydantic's with names for what is shared, and without what says nothing."""
    if isinstance(schema, list):
        return [_plainer(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    # Until version 2.10 pydantic wraps a reference with a description beside it.
    wrapped: list[Schema] = schema.get("allOf", [])
    if len(wrapped) == 1:
        schema = {key: item for key, item in schema.items() if key != "allOf"} | wrapped[0]
    if "const" in schema:  # and says it twice
        schema = {key: item for key, item in schema.items() if key != "enum"}
    first = sorted(schema, key=lambda key: (*_FIRST, key).index(key))
    schema = {key: schema[key] for key in first if not _says_nothing(key, schema[key])}
    shared = _NAMES_BY_SCHEMA.get(_key_of(schema))
    if shared is not None:
        return {"$ref": f"{REF}{shared}"}
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return schema | {"$ref": f"{REF}{_NAMED.get(name, name)}"}
    if "patternProperties" in schema:
        ((pattern, values),) = schema["patternProperties"].items()
        keys = "Key" if pattern == KEY_PATTERN else "SideKey"
        return {
            "type": "object",
            "propertyNames": {"$ref": f"{REF}{keys}"},
            "additionalProperties": _plainer(values),
        }
    return {key: _plainer(item) for key, item in schema.items()}


def _says_nothing(key: str, value: object) -> bool:
    """Whether it is a title made from a key, no limit, or the default of what is left out."""
    return (
        (key == "title" and isinstance(value, str))
        or (key == "default" and value is None)
        or (key == "additionalProperties" and value is True)
    )


def _key_of(schema: Mapping[str, Any]) -> str:
    return json.dumps(
        {key: item for key, item in schema.items() if key != "description"}, sort_keys=True
    )


_NAMES_BY_SCHEMA: Final = {
    _key_of(TypeAdapter(of).json_schema()): name for name, (of, _) in SHARED.items()
}


def _descriptions() -> dict[tuple[str, str], str]:
    """The text under each field of the models, by model and key."""
    found: dict[tuple[str, str], str] = {}
    for part in ast.parse(inspect.getsource(model)).body:
        if isinstance(part, ast.ClassDef):
            for field, text in zip(part.body, part.body[1:], strict=False):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(text, ast.Expr)
                    and isinstance(text.value, ast.Constant)
                ):
                    words = " ".join(str(text.value.value).split())
                    found[part.name, field.target.id.rstrip("_")] = words
    return found


SCHEMAS: Final[Mapping[str, Callable[[], Schema]]] = {
    "record": _record,
    "rule-set": rule_set,
    "explained-turn": explained_turn,
    "settlement": settlement,
    "finding": finding,
    "report": report,
    "arithmetic": arithmetic,
    "annotation": annotation,
    "program-message": program_message,
    "program-answer": program_answer,
    "incidents": incidents,
    "bot-check": bot_check,
    "series": series,
}
"""Every published schema by its name."""

"""The keys that a mapping of a record may have, found in the published schema by their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from allfives_cli.record.model import Record


@cache
def _schema() -> dict[str, Any]:
    return Record.model_json_schema(by_alias=True)


def known_keys(loc: Sequence[str | int]) -> list[str]:
    """The keys of the mapping that a key stands in; ``loc`` as pydantic tells it."""
    schema = _schema()
    definitions = schema["$defs"]
    here: dict[str, Any] = schema
    for step in loc[:-1]:
        if isinstance(step, str) and step in here.get("properties", {}):
            here = here["properties"][step]
        elif isinstance(step, int) and "items" in here:
            here = here["items"]
        here = _resolved(here, definitions)
    return list(here.get("properties", {}))


def _resolved(schema: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Follow references, and of alternatives take the one that is a list or mapping."""
    if "$ref" in schema:
        return _resolved(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    for choice in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        resolved = _resolved(choice, definitions)
        if resolved.get("type") in ("array", "object"):
            return resolved
    return schema

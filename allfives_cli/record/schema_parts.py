"""Parts of which the JSON Schemas are made: what a value may be, and what stands together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF

Schema = dict[str, Any]

TILE: Final[Schema] = {"enum": [tile.text for tile in DOUBLE_SIX]}
HALF: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": HIGHEST_HALF}
TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
FROM_ONE: Final[Schema] = {"type": "integer", "minimum": 1}
POINTS: Final[Schema] = {"type": "number", "multipleOf": 0.5}

TILE_REF: Final[Schema] = {"$ref": "#/$defs/Tile"}
POINTS_REF: Final[Schema] = {"$ref": "#/$defs/Points"}


def about(description: str, schema: Schema) -> Schema:
    """A schema that says what it is for."""
    return {"description": description, **schema}


TILE_DEFINED: Final = about("A tile, the low half first.", TILE)
POINTS_DEFINED: Final = about("Points, whole or half.", POINTS)


def closed(properties: Mapping[str, Schema], *optional: str) -> Schema:
    """A mapping with these keys and no others; those that are ``optional`` may be left out."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def list_of(items: Schema, least: int = 0) -> Schema:
    """A list of at least so many items."""
    return {"type": "array", "items": items} | ({"minItems": least} if least else {})


def or_null(schema: Schema) -> Schema:
    """What a schema allows, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def by_key(values: Schema) -> Schema:
    """A mapping with any keys."""
    return {"type": "object", "additionalProperties": values}

"""The JSON Schemas (2020-12) of a record's single values, each by the name that others refer to.

They say what the types in `values` say, in ways that read alike in every
pattern engine; tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.record import values
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.schema_parts import HALF, TILE, Schema, about


def _text(least: int, most: int, not_in: str, **more: object) -> Schema:
    """A text of limited length without the characters of a class.

    A class in ``not`` reads alike in every pattern engine; a pattern that ends
    in ``$`` does not, since some let it stand before a line feed.
    """
    length = {"minLength": least} if least else {}
    return {
        "type": "string",
        **length,
        "maxLength": most,
        "not": {"pattern": f"[{not_in}]"},
        **more,
    }


REF: Final = "#/$defs/"
_LARGEST: Final = values.LARGEST_NUMBER
SHARED: Final[Mapping[str, tuple[Any, Schema]]] = {
    "Tile": (values.TileText, about("A tile, low half first.", TILE)),
    "SeenOrNot": (
        values.SeenOrNot,
        about(
            "A tile, or `??` for one that the recorder did not see.",
            {"anyOf": [{"$ref": f"{REF}Tile"}, {"const": UNSEEN}]},
        ),
    ),
    "Half": (values.Half, about("Pips of half a tile.", HALF)),
    "Key": (
        values.Key,
        about(
            "The short name of a player: no blanks and no sign with a meaning in turn lines. "
            "Keys are the same if their characters are.",
            _text(
                1,
                values.LONGEST_KEY,
                values.NOT_IN_KEYS,
                pattern=f"^[^{values.NOT_FIRST_IN_KEYS}]",
                examples=["Ann", "Łucja", "bot-2"],
            ),
        ),
    ),
    "SideKey": (
        values.SideKey,
        about(
            "The name of a side: its one player's key, or as `Ann+Cal` for a pair.",
            _text(
                1,
                values.LONGEST_NAME,
                values.NOT_IN_SIDE_KEYS,
                examples=["Ann", "Ann+Cal", "North"],
            ),
        ),
    ),
    "Text": (
        values.Text,
        about("One line of text.", _text(0, values.LONGEST_TEXT, values.NOT_IN_TEXTS)),
    ),
    "Name": (values.Name, about("A name.", _text(1, values.LONGEST_NAME, values.NOT_IN_TEXTS))),
    "Word": (
        values.Word,
        about("A short text.", _text(1, values.LONGEST_KEY, values.NOT_IN_TEXTS)),
    ),
    "Date": (
        values.Date,
        {
            "description": "A day of the calendar: year, month, day.",
            "type": "string",
            "format": "date",
            "pattern": values.DATE_PATTERN,
            "maxLength": len("2026-09-22"),
            "examples": ["2026-09-22"],
        },
    ),
    "Started": (
        values.Started,
        {
            "description": "A day and a time, perhaps with seconds and an offset from UTC.",
            "type": "string",
            "pattern": values.STARTED_PATTERN,
            "not": {"pattern": "\\n"},
            "examples": ["2026-09-22T19:30", "2026-09-22T19:30:05+02:00"],
        },
    ),
    "Hash": (
        values.Hash,
        {
            "description": "SHA-256 in hexadecimal digits.",
            "type": "string",
            "pattern": values.DIGEST_PATTERN,
            "maxLength": 64,
        },
    ),
    "Count": (
        values.Whole,
        {
            "description": "A whole number, written without a fraction.",
            "type": "integer",
            "minimum": 0,
            "maximum": _LARGEST,
        },
    ),
    "Points": (
        values.Points,
        {
            "description": "Points, whole or half.",
            "type": "number",
            "minimum": -_LARGEST,
            "maximum": _LARGEST,
            "multipleOf": 0.5,
            "examples": [15, 7.5],
        },
    ),
    "Seconds": (
        values.Seconds,
        {"description": "Seconds.", "type": "number", "minimum": 0, "maximum": _LARGEST},
    ),
}
"""What many fields have in common: the type of the models, and how the schema says it."""

"""The JSON Schemas (2020-12) of what arithmetic says: in a record, and as ``annotate`` prints it.

In a record what does not apply is left out; what is printed has every key, and
null for it. The models in `arithmetic` say the same as the first; tests hold
both against each other.
"""

from __future__ import annotations

from typing import Any, Final

from allfives_cli.game.tiles import HIGHEST_HALF
from allfives_cli.record.arithmetic import METHOD, VERSION
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.schema_parts import (
    FROM_ONE,
    HALF,
    TILE_DEFINED,
    TILE_REF,
    Schema,
    about,
    closed,
    list_of,
    or_null,
)
from allfives_cli.record.values import LARGEST_NUMBER

_COUNT: Final[Schema] = {"$ref": "#/$defs/Count"}
_PLACE: Final[Schema] = {"anyOf": [TILE_REF, HALF]}
_VERSION: Final = about("Version of the method.", {"type": "integer", "const": VERSION})
_SHARED: Final[dict[str, Schema]] = {
    "Tile": TILE_DEFINED,
    "Count": about("A whole number.", {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}),
}

_LEFT: Final[dict[str, Schema]] = {
    "award": about("Points; 0 where no tile that the mover has not seen scores.", _COUNT),
    "tile": about("The tile that would score them; none for 0.", TILE_REF),
    "on": about("The tile that it would touch, or the value joined.", _PLACE),
}
_CHOICE: Final[dict[str, Schema]] = {
    "tile": about("The tile.", TILE_REF),
    "on": about(
        "The tile that it touches, or the value joined where the record leaves that open; "
        "none for a lead.",
        _PLACE,
    ),
    "sum": about("The end-sum that it makes, in pips.", _COUNT),
    "award": about("Points that it scores.", _COUNT),
}
_LEFT_BY: Final = (
    "The most that the next player can score with a tile that the mover has not seen; none "
    "where the play ends the round or the match."
)
_LACKS: Final = "Values of which the player holds no tile after the turn, as draws or pass prove."
_FORCED: Final = "Whether there was no other play; not said where unseen tiles leave that open."
_CHOICES: Final = "The distinct plays from the known tiles, by tile, then place."
_BEST: Final = "The best award among the choices."
_MISSED: Final = "How much less the play was worth."
_UNSEEN: Final = "Tiles of the hand that the record does not show: the choices leave them out."
_SUMS: Final[dict[str, Schema]] = {
    "plays": about("Turns with a play.", _COUNT),
    "forced": about("Those with no other play.", _COUNT),
    "unforced": about("Those with a choice.", _COUNT),
    "unsure": about("Those of which unseen tiles leave that open.", _COUNT),
    "best": about("Turns with a choice in which no award was missed.", _COUNT),
    "missed": about("Points missed in the turns with a choice.", _COUNT),
    "left": about("The best awards left to the next player in those turns, added up.", _COUNT),
}


def arithmetic() -> Schema:
    """What stands under the method's name in the ``analysis`` of a turn or of a record."""
    choice = _CHOICE | {
        "left": about(_LEFT_BY, closed(_LEFT, "tile", "on")),
        "played": about("This is what was played.", {"const": True}),
    }
    turn = {
        "version": _VERSION,
        "forced": about(_FORCED, {"type": "boolean"}),
        "choices": about(_CHOICES, list_of(closed(choice, "on", "left", "played"), least=1)),
        "best": about(_BEST, _COUNT),
        "missed": about(_MISSED, _COUNT),
        "unseen": about(_UNSEEN, _COUNT),
        "lacks": about(_LACKS, list_of(HALF, least=1)),
    }
    match = {
        "version": _VERSION,
        "players": about(
            "The sums for each player.", {"type": "object", "additionalProperties": closed(_SUMS)}
        ),
    }
    return {
        "title": "Arithmetic in a record",
        "description": f"What stands under `{METHOD}` in the `analysis` of a turn or of a record.",
        "anyOf": [{"$ref": "#/$defs/Turn"}, {"$ref": "#/$defs/Match"}],
        "$defs": {
            "Turn": about(
                "What is said of a turn.", closed(turn, *(key for key in turn if key != "version"))
            ),
            "Match": about("What is said of a match.", closed(match)),
            **_SHARED,
        },
    }


def annotation() -> Schema:
    """What ``annotate`` prints as JSON."""
    left = _LEFT | {key: or_null(_LEFT[key]) for key in ("tile", "on")}
    choice = _CHOICE | {
        "on": or_null(_CHOICE["on"]),
        "left": about(_LEFT_BY, or_null(closed(left))),
        "played": about("Whether this is what was played.", {"type": "boolean"}),
    }
    drawn: dict[str, Any] = {"anyOf": [TILE_REF, {"const": UNSEEN}]}
    turn = {
        "round": about("The round, from 1.", FROM_ONE),
        "turn": about("The turn of its round, from 1.", FROM_ONE),
        "by": about("The player.", {"type": "string"}),
        "draw": about("Tiles drawn, in order; `??` for one unseen.", list_of(drawn)),
        "tile": about("The tile played; null in a turn without a play.", or_null(TILE_REF)),
        "on": about("The tile touched, or the value joined.", or_null(_PLACE)),
        "sum": about("The end-sum after the turn, in pips.", _COUNT),
        "award": about("What the play was worth; 0 without one.", _COUNT),
        "mark": about("An annotator's mark.", {"type": ["string", "null"]}),
        "forced": about(_FORCED, {"type": ["boolean", "null"]}),
        "choices": about(_CHOICES, list_of(closed(choice))),
        "best": about(_BEST, or_null(_COUNT)),
        "missed": about(_MISSED, or_null(_COUNT)),
        "unseen": about(_UNSEEN, _COUNT),
        "lacks": about(_LACKS, list_of(HALF) | {"maxItems": HIGHEST_HALF + 1}),
    }
    average: Schema = {"type": ["number", "null"], "minimum": 0}
    sums = _SUMS | {
        "missed_per_turn": about("`missed` for each turn with a choice.", average),
        "left_per_turn": about("`left` for each turn with a choice.", average),
    }
    record = {
        "path": about("The file.", {"type": "string"}),
        "line": about("Its line in an archive; else 1.", FROM_ONE),
        "turns": about("The turns of which there is something to say.", list_of(closed(turn))),
        "players": about(
            "The sums for each player, in the order of the seats.",
            {"type": "object", "additionalProperties": closed(sums)},
        ),
    }
    return {
        "title": "Annotation",
        "description": "What `annotate` prints as JSON: the arithmetic of every turn.",
        **closed(
            {
                "method": about("The method.", {"const": METHOD}),
                "version": _VERSION,
                "records": about("A record each.", list_of(closed(record))),
            }
        ),
        "$defs": _SHARED,
    }

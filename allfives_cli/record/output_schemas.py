"""The JSON Schemas (2020-12) of what the commands print: turns, settlements, findings.

That JSON has no model, since it is written by this program alone: tests hold
what is printed against these schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.game.counting import Why
from allfives_cli.game.settlement import StepWhy
from allfives_cli.game.tiles import DOUBLE_SIX, HIGHEST_HALF, FaceName
from allfives_cli.record.model import UNSEEN

Schema = dict[str, Any]

TILE: Final[Schema] = {"enum": [tile.text for tile in DOUBLE_SIX]}
HALF: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": HIGHEST_HALF}

_TILE: Final[Schema] = {"$ref": "#/$defs/Tile"}
_FACE: Final[Schema] = {"$ref": "#/$defs/Face"}
_POINTS: Final[Schema] = {"$ref": "#/$defs/Points"}
_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_FROM_ONE: Final[Schema] = {"type": "integer", "minimum": 1}
_SHARED: Final[Mapping[str, Schema]] = {
    "Tile": {"description": "A tile, the low half first.", **TILE},
    "Face": {
        "description": "A face of a tile. A double has two chain sides and, as the spinner, arms.",
        "enum": [name.value for name in FaceName],
    },
    "Points": {
        "description": "Points, whole or half.",
        "type": "number",
        "multipleOf": 0.5,
    },
}


def closed(properties: Mapping[str, Schema]) -> Schema:
    """A mapping with all of these keys and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def about(description: str, schema: Schema) -> Schema:
    """A schema that says what it is for."""
    return {"description": description, **schema}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _by_key(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _document(title: str, description: str, properties: Mapping[str, Schema]) -> Schema:
    schema = {"title": title, "description": description, **closed(properties)}
    used = {name: part for name, part in _SHARED.items() if f"#/$defs/{name}'" in str(schema)}
    return schema | ({"$defs": used} if used else {})


def explained_turn() -> Schema:
    """One element of what ``explain`` and ``replay`` print."""
    return _document(
        "Explained turn",
        "One turn and why it scored what it scored: an element of the list that `explain` and "
        "`replay` print as JSON. The lists are sorted by tile, then face.",
        {
            "round": about("The round, from 1.", _FROM_ONE),
            "turn": about("The turn of its round, from 1.", _FROM_ONE),
            "by": about("The player; null for plays without players.", _or_null(_TEXT)),
            "draw": about(
                "Tiles drawn, in order; `??` for one unseen.",
                _list({"anyOf": [_TILE, {"const": UNSEEN}]}),
            ),
            "tile": about("The tile played; null in a turn without a play.", _or_null(_TILE)),
            "on": about(
                "The tile touched; the value joined where the record leaves equal places open; "
                "null for a lead and where nothing was played.",
                {"anyOf": [_TILE, HALF, {"type": "null"}]},
            ),
            "face": about(
                "The face joined, as the layout is shown; null where `on` is.", _or_null(_FACE)
            ),
            "sum": about("The end-sum of the layout after the turn, in pips.", _COUNT),
            "award": about("Points for the play; 0 without one.", _COUNT),
            "total": about(
                "The score of the player's side after the turn; null for plays without players.",
                _or_null(_POINTS),
            ),
            "spinners": about("The spinners on the table.", _list(_TILE)),
            "contributions": about(
                "What counts, and why. The values add up to `sum`.",
                _list(
                    closed(
                        {
                            "tile": _TILE,
                            "value": about("Pips that it brings.", _COUNT),
                            "why": {"enum": [why.value for why in Why]},
                        }
                    )
                ),
            ),
            "sites": about(
                "Where a tile may be laid now.",
                _list(closed({"tile": _TILE, "face": _FACE, "value": HALF})),
            ),
            "joints": about(
                "Where tiles touch: a face of the earlier tile and one of the later.",
                _list(closed({"tile": _TILE, "face": _FACE, "to_tile": _TILE, "to_face": _FACE})),
            ),
        },
    )


def settlement() -> Schema:
    """What ``settle`` prints."""
    step = closed(
        {
            "why": {"enum": [why.value for why in StepWhy]},
            "amount": about("What it adds to the side's score.", _POINTS),
            "side": about("The side whose score changes.", _TEXT),
            "players": about(
                "Whose pips these are or are rounded; of a shared hand, with whom it is shared.",
                _list(_TEXT),
            ),
        }
    )
    return _document(
        "Settlement of a round",
        "What `settle` prints as JSON: what a round brought when it ended, step by step.",
        {
            "how": about("How the round ended.", {"enum": ["out", "blocked"]}),
            "by": about("The player who went out; null after a block.", _or_null(_TEXT)),
            "pips": about("Pips left in each hand, by player.", _by_key(_COUNT)),
            "settlement": about(
                "What each score changed by; only sides whose score changes.", _by_key(_POINTS)
            ),
            "totals": about("The scores after the round, by side.", _by_key(_POINTS)),
            "winners": about("Sides that have won the match.", _list(_TEXT)),
            "round_winners": about("Sides that won the round.", _list(_TEXT)),
            "next_lead": about(
                "The player who leads the next round; null where that is decided by a lot or by "
                "the coming hands.",
                _or_null(_TEXT),
            ),
            "steps": about(
                "The arithmetic: a side's amounts add up to what its score changes by.",
                _list(step),
            ),
        },
    )


_FINDING_DESCRIPTION: Final = (
    "One thing that `validate --format json` found. Lines and columns count from 1, columns in "
    "characters; the end is exclusive. Places are null where the whole file is meant."
)


def _finding_properties() -> dict[str, Schema]:
    place = {"line": _FROM_ONE, "column": _FROM_ONE, "end_line": _FROM_ONE, "end_column": _FROM_ONE}
    return {
        "code": about(
            "What was found; `allfives codes CODE` tells more.",
            {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        ),
        "severity": about("Only errors make a record unsound.", {"enum": list(_SEVERITIES)}),
        "path": about("The file as it was named.", _TEXT),
        **{key: _or_null(schema) for key, schema in place.items()},
        "pointer": about(
            "The place in the record as a JSON Pointer (RFC 6901); empty for the whole.", _TEXT
        ),
        "round": about("The round, from 1, where the finding is in one.", _or_null(_FROM_ONE)),
        "turn": about("The turn of its round, from 1.", _or_null(_FROM_ONE)),
        "message": about("A sentence, in the language that was asked for.", _TEXT),
        "params": about("What the sentence speaks of, by code.", {"type": "object"}),
        "follows": about("Later disagreements that only follow from this one.", _COUNT),
        "related": about(
            "Further places, each with a word for what it is.",
            _list(closed({"what": _TEXT, **place})),
        ),
        "candidates": about(
            "Readings that make everything after agree, likeliest first; none is applied.",
            _list(closed(_candidate_properties())),
        ),
    }


def _candidate_properties() -> dict[str, Schema]:
    anything: Schema = {}
    return {
        "kind": about("What may have been written wrong.", {"enum": list(_CANDIDATES)}),
        "pointer": about("The place in the record as a JSON Pointer.", _TEXT),
        "before": about("What stands there; null for a turn that is missing.", anything),
        "after": about("What was meant; for a swap the other turn.", anything),
        "round": about("The round, from 1.", _or_null(_FROM_ONE)),
        "turn": about("The turn of its round, from 1.", _or_null(_FROM_ONE)),
        "player": about("The player whose turn or tiles they are.", _or_null(_TEXT)),
        "with": about("The other turn of a swap.", _or_null(_FROM_ONE)),
        "sum": about("The end-sum that the play then makes.", _or_null(_COUNT)),
        "award": about("The award that it then brings.", _or_null(_COUNT)),
        "total": about("The total of its side after it.", _or_null(_POINTS)),
        "changed": about("Other turns that then make another sum.", _COUNT),
        "moved": about("Later totals that move with a number.", _or_null(_COUNT)),
    }


_CANDIDATES: Final = (
    "tile", "place", "swap", "missing", "extra", "draw", "player", "number", "carried", "lead",
    "hand", "left", "end", "result",
)  # fmt: skip


_SEVERITIES: Final = ("error", "warning", "note")


def finding() -> Schema:
    """One finding of ``validate --format json``."""
    return _document("Finding", _FINDING_DESCRIPTION, _finding_properties())


def report() -> Schema:
    """The document that ``validate --format json`` prints."""
    one = {"description": _FINDING_DESCRIPTION, **closed(_finding_properties())}
    return _document(
        "Report of findings",
        "What `validate --format json` prints: one document, whatever was found.",
        {
            "findings": about("What was found, record by record.", _list(one)),
            "not_shown": about("Findings left out, where one record has very many.", _COUNT),
            "records": about("Records looked at.", _COUNT),
            "sound": about("Records without an error.", _COUNT),
        },
    )

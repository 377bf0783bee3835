"""The JSON Schemas (2020-12) of what the commands print: turns, settlements, findings.

That JSON has no model, since it is written by this program alone: tests hold
what is printed against these schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from allfives_cli.game.counting import Why
from allfives_cli.game.settlement import StepWhy
from allfives_cli.game.tiles import FaceName
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.schema_parts import (
    COUNT,
    FROM_ONE,
    HALF,
    POINTS_DEFINED,
    POINTS_REF,
    TEXT,
    TILE_DEFINED,
    TILE_REF,
    Schema,
    about,
    by_key,
    closed,
    list_of,
    or_null,
)

_FACE: Final[Schema] = {"$ref": "#/$defs/Face"}
_SHARED: Final[Mapping[str, Schema]] = {
    "Tile": TILE_DEFINED,
    "Face": {
        "description": "A face of a tile. A double has two chain sides and, as the spinner, arms.",
        "enum": [name.value for name in FaceName],
    },
    "Points": POINTS_DEFINED,
}


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
            "round": about("The round, from 1.", FROM_ONE),
            "turn": about("The turn of its round, from 1.", FROM_ONE),
            "by": about("The player; null for plays without players.", or_null(TEXT)),
            "draw": about(
                "Tiles drawn, in order; `??` for one unseen.",
                list_of({"anyOf": [TILE_REF, {"const": UNSEEN}]}),
            ),
            "tile": about("The tile played; null in a turn without a play.", or_null(TILE_REF)),
            "on": about(
                "The tile touched; the value joined where the record leaves equal places open; "
                "null for a lead and where nothing was played.",
                {"anyOf": [TILE_REF, HALF, {"type": "null"}]},
            ),
            "face": about(
                "The face joined, as the layout is shown; null where `on` is.", or_null(_FACE)
            ),
            "sum": about("The end-sum of the layout after the turn, in pips.", COUNT),
            "award": about("Points for the play; 0 without one.", COUNT),
            "total": about(
                "The score of the player's side after the turn; null for plays without players.",
                or_null(POINTS_REF),
            ),
            "spinners": about("The spinners on the table.", list_of(TILE_REF)),
            "contributions": about(
                "What counts, and why. The values add up to `sum`.",
                list_of(
                    closed(
                        {
                            "tile": TILE_REF,
                            "value": about("Pips that it brings.", COUNT),
                            "why": {"enum": [why.value for why in Why]},
                        }
                    )
                ),
            ),
            "sites": about(
                "Where a tile may be laid now.",
                list_of(closed({"tile": TILE_REF, "face": _FACE, "value": HALF})),
            ),
            "joints": about(
                "Where tiles touch: a face of the earlier tile and one of the later.",
                list_of(
                    closed({"tile": TILE_REF, "face": _FACE, "to_tile": TILE_REF, "to_face": _FACE})
                ),
            ),
        },
    )


def settlement() -> Schema:
    """What ``settle`` prints."""
    step = closed(
        {
            "why": {"enum": [why.value for why in StepWhy]},
            "amount": about("What it adds to the side's score.", POINTS_REF),
            "side": about("The side whose score changes.", TEXT),
            "players": about(
                "Whose pips these are or are rounded; of a shared hand, with whom it is shared.",
                list_of(TEXT),
            ),
        }
    )
    return _document(
        "Settlement of a round",
        "What `settle` prints as JSON: what a round brought when it ended, step by step.",
        {
            "how": about("How the round ended.", {"enum": ["out", "blocked"]}),
            "by": about("The player who went out; null after a block.", or_null(TEXT)),
            "pips": about("Pips left in each hand, by player.", by_key(COUNT)),
            "settlement": about(
                "What each score changed by; only sides whose score changes.", by_key(POINTS_REF)
            ),
            "totals": about("The scores after the round, by side.", by_key(POINTS_REF)),
            "winners": about("Sides that have won the match.", list_of(TEXT)),
            "round_winners": about("Sides that won the round.", list_of(TEXT)),
            "next_lead": about(
                "The player who leads the next round; null where that is decided by a lot or by "
                "the coming hands.",
                or_null(TEXT),
            ),
            "steps": about(
                "The arithmetic: a side's amounts add up to what its score changes by.",
                list_of(step),
            ),
        },
    )


_FINDING_DESCRIPTION: Final = (
    "One thing that `validate --format json` found. Lines and columns count from 1, columns in "
    "characters; the end is exclusive. Places are null where the whole file is meant."
)


def _finding_properties() -> dict[str, Schema]:
    place = {"line": FROM_ONE, "column": FROM_ONE, "end_line": FROM_ONE, "end_column": FROM_ONE}
    return {
        "code": about(
            "What was found; `allfives codes CODE` tells more.",
            {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        ),
        "severity": about("Only errors make a record unsound.", {"enum": list(_SEVERITIES)}),
        "path": about("The file as it was named.", TEXT),
        **{key: or_null(schema) for key, schema in place.items()},
        "pointer": about(
            "The place in the record as a JSON Pointer (RFC 6901); empty for the whole.", TEXT
        ),
        "round": about("The round, from 1, where the finding is in one.", or_null(FROM_ONE)),
        "turn": about("The turn of its round, from 1.", or_null(FROM_ONE)),
        "message": about("A sentence, in the language that was asked for.", TEXT),
        "params": about("What the sentence speaks of, by code.", {"type": "object"}),
        "follows": about("Later disagreements that only follow from this one.", COUNT),
        "related": about(
            "Further places, each with a word for what it is.",
            list_of(closed({"what": TEXT, **place})),
        ),
        "candidates": about(
            "Readings that make everything after agree, likeliest first; none is applied.",
            list_of(closed(_candidate_properties())),
        ),
    }


def _candidate_properties() -> dict[str, Schema]:
    anything: Schema = {}
    return {
        "kind": about("What may have been written wrong.", {"enum": list(_CANDIDATES)}),
        "pointer": about("The place in the record as a JSON Pointer.", TEXT),
        "before": about("What stands there; null for a turn that is missing.", anything),
        "after": about("What was meant; for a swap the other turn.", anything),
        "round": about("The round, from 1.", or_null(FROM_ONE)),
        "turn": about("The turn of its round, from 1.", or_null(FROM_ONE)),
        "player": about("The player whose turn or tiles they are.", or_null(TEXT)),
        "with": about("The other turn of a swap.", or_null(FROM_ONE)),
        "sum": about("The end-sum that the play then makes.", or_null(COUNT)),
        "award": about("The award that it then brings.", or_null(COUNT)),
        "total": about("The total of its side after it.", or_null(POINTS_REF)),
        "changed": about("Other turns that then make another sum.", COUNT),
        "moved": about("Later totals that move with a number.", or_null(COUNT)),
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
            "findings": about("What was found, record by record.", list_of(one)),
            "not_shown": about("Findings left out, where one record has very many.", COUNT),
            "records": about("Records looked at.", COUNT),
            "sound": about("Records without an error.", COUNT),
        },
    )

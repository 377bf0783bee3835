"""The JSON Schemas (2020-12) of what table and programs say to each other, and of what goes wrong.

Messages have no model: what is sent is written by this program alone, and what
comes back is read to the letter in one place. Tests hold both against these
schemas.
"""

from __future__ import annotations

from typing import Any, Final

from allfives_cli.game.tiles import FaceName
from allfives_cli.record.rule_schemas import rules_in_record
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
    closed,
    list_of,
)

PROTOCOL: Final = 1
INCIDENTS: Final = ("illegal", "malformed", "timeout", "crash", "hang")
CONSEQUENCES: Final = ("retry", "forfeit", "abort", "nothing")

_PLAYER: Final[Schema] = {"$ref": "#/$defs/Player"}
_SIDE: Final[Schema] = {"$ref": "#/$defs/Side"}
_WHOLE: Final[Schema] = {"type": "integer"}
_SECONDS: Final[Schema] = {"type": "number", "minimum": 0}
_SEQ: Final = about("Counts the messages that want an answer, from 1.", FROM_ONE)
_DEFINITIONS: Final[dict[str, Schema]] = {
    "Tile": TILE_DEFINED,
    "Player": about("The key of a player.", {"type": "string", "minLength": 1}),
    "Side": about("The key of a side: of its one player, or as `Ann+Cal`.", TEXT),
    "Points": POINTS_DEFINED,
}


def _totals(description: str) -> Schema:
    return about(
        description,
        {"type": "object", "propertyNames": _SIDE, "additionalProperties": POINTS_REF},
    )


def _document(title: str, description: str, schema: Schema, **more: Schema) -> Schema:
    definitions = _DEFINITIONS | more
    used = {name: part for name, part in definitions.items() if f"#/$defs/{name}'" in str(schema)}
    used |= {name: _DEFINITIONS[name] for name in _DEFINITIONS if f"/{name}'" in str(used)}
    return {
        "title": title,
        "description": description,
        **schema,
        "$defs": dict(sorted(used.items())),
    }


def _match() -> dict[str, Schema]:
    """What the first message and every request say of the match."""
    return {
        "you": about("The player for whom the program plays.", _PLAYER),
        "players": about("The players, in the order of the seats and turns.", list_of(_PLAYER)),
        "sides": about(
            "Who share a score.", list_of(closed({"key": _SIDE, "players": list_of(_PLAYER)}))
        ),
        "rules": about("The rules, every option written out.", {"$ref": "#/$defs/Rules"}),
        "hand_size": about("Tiles dealt to each player.", FROM_ONE),
        "target": about("Points that win the match.", FROM_ONE),
    }


def _hello() -> Schema:
    return about(
        "The first message. Its answer has the version of the protocol.",
        closed(
            {
                "type": {"const": "hello"},
                "seq": _SEQ,
                "protocol": about("The version of the protocol.", {"const": PROTOCOL}),
                **_match(),
                "limits": about(
                    "Seconds allowed for this answer, and for each move.",
                    closed({"start": _SECONDS, "move": _SECONDS}),
                ),
            }
        ),
    )


def _move() -> Schema:
    turn = closed(
        {
            "by": _PLAYER,
            "draws": about("How many tiles were drawn.", FROM_ONE),
            "tile": about("The tile played.", TILE_REF),
            "on": about("The tile that it touches. Absent on a lead.", TILE_REF),
            "pass": {"const": True},
            "sum": about("The end-sum after the turn, in pips.", COUNT),
            "award": about("Points for the play.", COUNT),
            "total": about("The score of the player's side after it.", POINTS_REF),
        },
        "draws", "tile", "on", "pass",
    )  # fmt: skip
    play = closed(
        {
            "tile": TILE_REF,
            "on": about("The tile that it touches. Absent on a lead.", TILE_REF),
            "sum": about("The end-sum that it makes, in pips.", COUNT),
            "award": about("Points that it brings.", COUNT),
        },
        "on",
    )
    site = closed(
        {"tile": TILE_REF, "face": {"enum": [name.value for name in FaceName]}, "value": HALF}
    )
    held = {"type": "object", "propertyNames": _PLAYER, "additionalProperties": COUNT}
    refused = closed({"incident": {"enum": list(INCIDENTS)}, "why": TEXT})
    properties = {
        "type": {"const": "move"},
        "seq": _SEQ,
        **_match(),
        "round": about("The round, from 1.", FROM_ONE),
        "turn": about("The turn of its round, from 1.", FROM_ONE),
        "totals": _totals("The scores, by side."),
        "hand": about(
            "The player's own tiles, those drawn in this turn included.", list_of(TILE_REF)
        ),
        "drawn": about("Tiles drawn in this turn, in order.", list_of(TILE_REF)),
        "held": about("How many tiles each player has.", held),
        "boneyard": about("How many tiles are undrawn.", COUNT),
        "sum": about("The end-sum now, in pips.", COUNT),
        "turns": about("The turns of this round, as the whole table saw them.", list_of(turn)),
        "sites": about("Where a tile may be laid, sorted by tile, then face.", list_of(site)),
        "plays": about(
            "Every legal play, sorted by tile, then place.", list_of(play) | {"minItems": 1}
        ),
        "refused": about("What was wrong with the answer before, where it may try again.", refused),
    }
    return about(
        "A request for a play. It holds all that the player may know.",
        closed(properties, "refused"),
    )


def _bye() -> Schema:
    result = closed(
        {
            "how": {"enum": ["target", "agreed", "resigned", "forfeit"]},
            "winners": about("The sides that won.", list_of(_SIDE)),
            "totals": _totals("The final scores, by side."),
        }
    )
    return about(
        "The last message; it wants no answer. The program's input is closed after it.",
        closed(
            {
                "type": {"const": "bye"},
                "result": about("How the match ended; absent where it was broken off.", result),
            },
            "result",
        ),
    )


def program_message() -> Schema:
    """A line that a program is sent."""
    return _document(
        "Message to a program",
        "A line that the table sends to a program at one of its seats.",
        {"oneOf": [_hello(), _move(), _bye()]},
        Rules=rules_in_record(),
    )


def program_answer() -> Schema:
    """A line that a program sends."""
    play = closed(
        {
            "tile": TILE_REF,
            "on": about("The tile that it touches; absent on a lead.", TILE_REF),
            "sum": about("Claim: the end-sum that it makes; refused if wrong.", _WHOLE),
            "award": about("Claim: the points that it brings; refused if wrong.", _WHOLE),
        },
        "on", "sum", "award",
    )  # fmt: skip
    seq = about("That of the message which is answered.", FROM_ONE)
    hello = closed({"seq": seq, "protocol": {"const": PROTOCOL}})
    move = closed({"seq": seq, "play": about("One of `plays`, as it is or without claims.", play)})
    return _document(
        "Answer of a program",
        "A line that a program sends: one for each `hello`, one for each `move`.",
        {
            "oneOf": [
                about("The answer to `hello`.", hello),
                about("The answer to `move`.", move),
            ]
        },
    )


def _incident() -> dict[str, Schema]:
    return {
        "by": about("The player for whom the program played.", _PLAYER),
        "incident": about("What kind of incident it was.", {"enum": list(INCIDENTS)}),
        "why": about(
            "A code that says more; of an illegal play that of the finding.",
            {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        ),
        "params": about("The facts of the code.", {"type": "object"}),
        "round": about("The round, from 1; absent at the end of the match.", FROM_ONE),
        "turn": about("The turn that was to be taken, from 1.", FROM_ONE),
        "sent": about("What the program had sent: escaped, and its beginning only.", TEXT),
        "then": about("What followed.", {"enum": list(CONSEQUENCES)}),
    }


_NOT_ALWAYS: Final = ("params", "round", "turn", "sent")


def incidents() -> Schema:
    """What a record notes of incidents, under ``ext``."""
    return _document(
        "Incidents",
        "What programs at the table did wrong: the value of `allfives/incidents` in a record's "
        "`ext`.",
        list_of(closed(_incident(), *_NOT_ALWAYS)),
    )


def bot_check() -> Schema:
    """The document that ``bot-check --format json`` prints."""
    incident: dict[str, Any] = _incident() | {
        "errors": about("Its last lines on standard error, escaped.", list_of(TEXT))
    }
    match = closed(
        {
            "rules": about("The rule set.", TEXT),
            "players": about("The players, in the order of the seats.", list_of(_PLAYER)),
            "sides": about("The sides.", list_of(_SIDE)),
            "by": about("The player for whom the program played.", _PLAYER),
            "replies": about("Moves that were answered with a legal play.", COUNT),
            "slowest": about("Seconds that the slowest answer took.", _SECONDS),
            "incidents": about(
                "What the program did wrong.", list_of(closed(incident, *_NOT_ALWAYS, "errors"))
            ),
        }
    )
    return _document(
        "Check of a program",
        "What `bot-check --format json` prints.",
        closed(
            {
                "matches": about("The matches that were played.", list_of(match)),
                "sound": about("Whether there was no incident.", {"type": "boolean"}),
            }
        ),
    )

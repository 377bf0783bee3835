"""The JSON Schemas (2020-12) of what table and programs say to each other, and of what goes wrong.

Messages have no model: what is sent is written by this program alone, and what
comes back is read to the letter in one place. Tests hold both against these
schemas.
"""

from __future__ import annotations

from typing import Any, Final

from allfives_cli.game.tiles import FaceName
from allfives_cli.record.output_schemas import HALF, TILE, Schema, about, closed
from allfives_cli.record.rule_schemas import rules_in_record

PROTOCOL: Final = 1
INCIDENTS: Final = ("illegal", "malformed", "timeout", "crash", "hang")
CONSEQUENCES: Final = ("retry", "forfeit", "abort", "nothing")

_TILE: Final[Schema] = {"$ref": "#/$defs/Tile"}
_POINTS: Final[Schema] = {"$ref": "#/$defs/Points"}
_PLAYER: Final[Schema] = {"$ref": "#/$defs/Player"}
_SIDE: Final[Schema] = {"$ref": "#/$defs/Side"}
_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_FROM_ONE: Final[Schema] = {"type": "integer", "minimum": 1}
_WHOLE: Final[Schema] = {"type": "integer"}
_SECONDS: Final[Schema] = {"type": "number", "minimum": 0}
_SEQ: Final = about("Counts the messages that want an answer, from 1.", _FROM_ONE)
_DEFINITIONS: Final[dict[str, Schema]] = {
    "Tile": about("A tile, the low half first.", TILE),
    "Player": about("The key of a player.", {"type": "string", "minLength": 1}),
    "Side": about("The key of a side: of its one player, or as `Ann+Cal`.", _TEXT),
    "Points": about("Points, whole or half.", {"type": "number", "multipleOf": 0.5}),
}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _some(properties: dict[str, Schema], *optional: str) -> Schema:
    """A mapping of these keys and no others, of which some may be left out."""
    required = [key for key in properties if key not in optional]
    return closed(properties) | {"required": required}


def _totals(description: str) -> Schema:
    return about(
        description,
        {"type": "object", "propertyNames": _SIDE, "additionalProperties": _POINTS},
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
        "players": about("The players, in the order of the seats and turns.", _list(_PLAYER)),
        "sides": about(
            "Who share a score.", _list(closed({"key": _SIDE, "players": _list(_PLAYER)}))
        ),
        "rules": about("The rules, every option written out.", {"$ref": "#/$defs/Rules"}),
        "hand_size": about("Tiles dealt to each player.", _FROM_ONE),
        "target": about("Points that win the match.", _FROM_ONE),
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
    turn = _some(
        {
            "by": _PLAYER,
            "draws": about("How many tiles were drawn.", _FROM_ONE),
            "tile": about("The tile played.", _TILE),
            "on": about("The tile that it touches. Absent on a lead.", _TILE),
            "pass": {"const": True},
            "sum": about("The end-sum after the turn, in pips.", _COUNT),
            "award": about("Points for the play.", _COUNT),
            "total": about("The score of the player's side after it.", _POINTS),
        },
        "draws", "tile", "on", "pass",
    )  # fmt: skip
    play = _some(
        {
            "tile": _TILE,
            "on": about("The tile that it touches. Absent on a lead.", _TILE),
            "sum": about("The end-sum that it makes, in pips.", _COUNT),
            "award": about("Points that it brings.", _COUNT),
        },
        "on",
    )
    site = closed(
        {"tile": _TILE, "face": {"enum": [name.value for name in FaceName]}, "value": HALF}
    )
    held = {"type": "object", "propertyNames": _PLAYER, "additionalProperties": _COUNT}
    refused = closed({"incident": {"enum": list(INCIDENTS)}, "why": _TEXT})
    properties = {
        "type": {"const": "move"},
        "seq": _SEQ,
        **_match(),
        "round": about("The round, from 1.", _FROM_ONE),
        "turn": about("The turn of its round, from 1.", _FROM_ONE),
        "totals": _totals("The scores, by side."),
        "hand": about("The player's own tiles, those drawn in this turn included.", _list(_TILE)),
        "drawn": about("Tiles drawn in this turn, in order.", _list(_TILE)),
        "held": about("How many tiles each player has.", held),
        "boneyard": about("How many tiles are undrawn.", _COUNT),
        "sum": about("The end-sum now, in pips.", _COUNT),
        "turns": about("The turns of this round, as the whole table saw them.", _list(turn)),
        "sites": about("Where a tile may be laid, sorted by tile, then face.", _list(site)),
        "plays": about(
            "Every legal play, sorted by tile, then place.", _list(play) | {"minItems": 1}
        ),
        "refused": about("What was wrong with the answer before, where it may try again.", refused),
    }
    return about(
        "A request for a play. It holds all that the player may know.",
        _some(properties, "refused"),
    )


def _bye() -> Schema:
    result = closed(
        {
            "how": {"enum": ["target", "agreed", "resigned", "forfeit"]},
            "winners": about("The sides that won.", _list(_SIDE)),
            "totals": _totals("The final scores, by side."),
        }
    )
    return about(
        "The last message; it wants no answer. The program's input is closed after it.",
        _some(
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
    play = _some(
        {
            "tile": _TILE,
            "on": about("The tile that it touches; absent on a lead.", _TILE),
            "sum": about("Claim: the end-sum that it makes; refused if wrong.", _WHOLE),
            "award": about("Claim: the points that it brings; refused if wrong.", _WHOLE),
        },
        "on", "sum", "award",
    )  # fmt: skip
    seq = about("That of the message which is answered.", _FROM_ONE)
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
        "round": about("The round, from 1; absent at the end of the match.", _FROM_ONE),
        "turn": about("The turn that was to be taken, from 1.", _FROM_ONE),
        "sent": about("What the program had sent: escaped, and its beginning only.", _TEXT),
        "then": about("What followed.", {"enum": list(CONSEQUENCES)}),
    }


_NOT_ALWAYS: Final = ("params", "round", "turn", "sent")


def incidents() -> Schema:
    """What a record notes of incidents, under ``ext``."""
    return _document(
        "Incidents",
        "What programs at the table did wrong: the value of `allfives/incidents` in a record's "
        "`ext`.",
        _list(_some(_incident(), *_NOT_ALWAYS)),
    )


def bot_check() -> Schema:
    """The document that ``bot-check --format json`` prints."""
    incident: dict[str, Any] = _incident() | {
        "errors": about("Its last lines on standard error, escaped.", _list(_TEXT))
    }
    match = closed(
        {
            "rules": about("The rule set.", _TEXT),
            "players": about("The players, in the order of the seats.", _list(_PLAYER)),
            "sides": about("The sides.", _list(_SIDE)),
            "by": about("The player for whom the program played.", _PLAYER),
            "replies": about("Moves that were answered with a legal play.", _COUNT),
            "slowest": about("Seconds that the slowest answer took.", _SECONDS),
            "incidents": about(
                "What the program did wrong.", _list(_some(incident, *_NOT_ALWAYS, "errors"))
            ),
        }
    )
    return _document(
        "Check of a program",
        "What `bot-check --format json` prints.",
        closed(
            {
                "matches": about("The matches that were played.", _list(match)),
                "sound": about("Whether there was no incident.", {"type": "boolean"}),
            }
        ),
    )

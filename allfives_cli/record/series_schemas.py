"""The JSON Schema (2020-12) of the results of a series, as ``series`` prints and keeps them."""

from __future__ import annotations

from typing import Final

from allfives_cli.record.rule_schemas import rules_in_record
from allfives_cli.record.schema_parts import COUNT, FROM_ONE, TEXT, Schema, about, closed, list_of

_SECONDS: Final[Schema] = {"type": "number", "exclusiveMinimum": 0}
_PLAYER: Final[Schema] = {"$ref": "#/$defs/Player"}
_SIDE: Final[Schema] = {"$ref": "#/$defs/Side"}
_ESTIMATE: Final[Schema] = {"anyOf": [{"$ref": "#/$defs/Estimate"}, {"type": "null"}]}
_FEWEST_PLAYERS: Final = 2


def _definitions() -> dict[str, Schema]:
    error = {"type": ["number", "null"], "minimum": 0}
    return {
        "Estimate": about(
            "A mean for a match, and its standard error from deal to deal; the error is null "
            "where one deal gives none. The whole is null where no deal is counted.",
            closed({"mean": {"type": "number"}, "error": error}),
        ),
        "Player": about("The key of a player.", {"type": "string", "minLength": 1}),
        "Rules": rules_in_record(),
        "Side": about("The key of a side: of its one player, or as `Ann+Cal`.", TEXT),
    }


def _setting() -> Schema:
    player = closed(
        {
            "key": _PLAYER,
            "kind": about("A bot by its name, or `program`.", TEXT),
            "command": about(
                "The command of a program; null for a bot.", {"type": ["string", "null"]}
            ),
        }
    )
    return about(
        "What all records follow from. A series goes on only under the same setting.",
        closed(
            {
                "version": about("The version of the program that plays.", TEXT),
                "players": about(
                    "The players, in the order of the seats of the first match.",
                    list_of(player, _FEWEST_PLAYERS),
                ),
                "sides": about(
                    "Who share a score.",
                    list_of(
                        closed({"key": _SIDE, "players": list_of(_PLAYER, 1)}), _FEWEST_PLAYERS
                    ),
                ),
                "rules": about("The rules, every option written out.", {"$ref": "#/$defs/Rules"}),
                "rounds": about(
                    "Rounds after which a match ends; null where only the target ends it.",
                    {"anyOf": [FROM_ONE, {"type": "null"}]},
                ),
                "seed": about(
                    "The seed; deal 7 of a series with the seed `1` has the seed `1/7`.", TEXT
                ),
                "swap": about(
                    "Whether each deal is played with every rotation of the seats.",
                    {"type": "boolean"},
                ),
                "on_error": about(
                    "What follows an incident.",
                    {"type": "string", "pattern": "^(forfeit|abort|retry:[0-9]+)$"},
                ),
                "start_limit": about("Seconds that a program has to start.", _SECONDS),
                "move_limit": about("Seconds that a program has for a move.", _SECONDS),
            }
        ),
    )


def _standing() -> Schema:
    return closed(
        {
            "side": _SIDE,
            "players": list_of(_PLAYER, 1),
            "wins": about("Matches that the side won alone.", COUNT),
            "shared": about("Matches that it won together with others.", COUNT),
            "share": about(
                "What it won of a match, from 0 to 1; a shared win counts in parts.", _ESTIMATE
            ),
            "points": about("Points in a match.", _ESTIMATE),
            "margin": about(
                "Points ahead of the best other side; less than 0 where it is behind.", _ESTIMATE
            ),
        }
    )


def series() -> Schema:
    """The document that ``series`` keeps as ``results.json`` and prints with ``--format json``."""
    matches = closed(
        {
            "wanted": about("Matches asked for.", FROM_ONE),
            "played": about("Matches played, those broken off included.", COUNT),
            "unfinished": about("Matches broken off.", COUNT),
            "counted": about("Matches of the deals that are counted.", COUNT),
        }
    )
    return {
        "title": "Results of a series",
        "description": "What `series` keeps as `results.json`, and prints with `--format json`.",
        **closed(
            {
                "setting": _setting(),
                "matches": matches,
                "deals": about(
                    "Deals counted: those of which every match was played to its end.", COUNT
                ),
                "standings": about("How each side stands.", list_of(_standing(), _FEWEST_PLAYERS)),
                "rounds": about("Rounds in a match.", _ESTIMATE),
                "turns": about("Turns in a match.", _ESTIMATE),
                "incidents": about(
                    "Incidents in all matches, by player.",
                    {
                        "type": "object",
                        "propertyNames": _PLAYER,
                        "additionalProperties": COUNT,
                    },
                ),
            }
        ),
        "$defs": _definitions(),
    }

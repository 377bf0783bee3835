"""The JSON Schemas (2020-12) of rules: as a record writes them, and as a rule-set file.

Options and words come from the rules themselves; here each option only gets a
description.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from allfives_cli.game.rules import (
    HAND_SIZES,
    NUMBER_KEYS,
    NUMBER_LIMITS,
    OPTIONS,
    allowed_words,
)
from allfives_cli.record.schema_parts import Schema, closed
from allfives_cli.rulesets import NAMES

BASE: Final[Schema] = {"description": "The rule set that is meant.", "enum": list(NAMES)}

_ABOUT: Final[Mapping[str, str]] = {
    "four_players": "How four players may sit.",
    "tiles": "The tiles played with.",
    "hand_size": "Tiles dealt to each player.",
    "target": "Points that win the match.",
    "first_lead": "Who leads the first round.",
    "lead_after_out": "Who leads after a player went out.",
    "lead_after_block": "Who leads after a block.",
    "no_double": "Who leads where the highest double would and none was dealt.",
    "led_tile": "Which tile is led.",
    "spinner": "Which double opens arms.",
    "arms": "When its arms open.",
    "counting": "What an end counts.",
    "award": "Points for a play.",
    "draw": "When and how long a player draws.",
    "pass": "When a player passes.",
    "out_settlement": "Who is paid for leftovers when a player went out.",
    "blocked_settlement": "Who is paid for leftovers after a block.",
    "tie": "What a tie for fewest pips brings after a block.",
    "match_end": "When the match is won.",
    "both_over": "Who wins where a split carries both over the target.",
}


def rules_in_record() -> Schema:
    """The rules of a record that are not merely a name."""
    return {
        "description": "A rule set and the options that differ from it; in canonical form, all.",
        **closed({"base": BASE, **_options()}),
        "required": ["base"],
    }


def rule_set() -> Schema:
    """A file for ``--rules``."""
    return {
        "title": "Rule set of All Fives",
        "description": "A house rule: a published rule set and the options that differ from it.",
        **closed(
            {
                "base": BASE | {"default": NAMES[0]},
                "options": closed(_options()) | {"required": []},
            }
        ),
        "required": ["options"],
    }


def _options() -> dict[str, Schema]:
    return {option: {"description": _ABOUT[option], **_values(option)} for option in OPTIONS}


def _values(option: str) -> Schema:
    """The words or numbers of an option."""
    if option not in NUMBER_KEYS:
        return {"enum": list(allowed_words(option))}
    least, most = NUMBER_LIMITS[option]
    number: Schema = {"type": "integer", "minimum": least, "maximum": most}
    by_seats = {
        "description": "By the number of players.",
        **closed(dict.fromkeys(NUMBER_KEYS[option], number)),
        "required": [],
    }
    here = {"description": "For this match.", **number}
    named = [{"enum": list(HAND_SIZES)}] if option == "hand_size" else []
    return {"anyOf": [here, by_seats, *named]}

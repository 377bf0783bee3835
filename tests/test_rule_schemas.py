"""The schema of rule-set files agrees with what ``--rules`` takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from allfives_cli.game.rules import HAND_SIZES, OPTIONS, BadRules, allowed_words
from allfives_cli.record.schemas import schema_text
from allfives_cli.rulesets import NAMES, rules_from, source_text

SCHEMA = json.loads(schema_text("rule-set"))
FILE = Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("name", NAMES)
def test_it_accepts_the_published_rule_sets(name: str) -> None:
    FILE.validate(yaml.safe_load(source_text(name)))


def test_it_knows_every_option_and_every_word() -> None:
    options = SCHEMA["properties"]["options"]["properties"]
    assert tuple(options) == OPTIONS
    for option, schema in options.items():
        assert schema["description"]
        for word in allowed_words(option):
            FILE.validate({"options": {option: word}})
            assert rules_from("all-fives", {option: word})


CASES: list[tuple[dict[str, Any], bool]] = [
    ({"spinner": "none"}, True),
    ({"spinner": "every-double"}, False),
    ({"spinner": None}, False),
    ({"spinner": ["none"]}, False),
    ({"hand_size": 7}, True),
    ({"hand_size": 14}, True),
    ({"hand_size": 15}, False),
    ({"hand_size": 0}, False),
    ({"hand_size": "7"}, False),
    ({"hand_size": True}, False),
    ({"hand_size": {"2": 7, "4": 5}}, True),
    ({"hand_size": {"2": 7.5}}, False),
    ({"hand_size": {"5": 3}}, False),
    *(({"hand_size": name}, True) for name in HAND_SIZES),
    ({"hand_size": "six-each"}, False),
    ({"target": 1}, True),
    ({"target": 1_000_001}, False),
    ({"target": {"4-alone": 100, "4-pairs": 150}}, True),
    ({"target": {"4": 100}}, False),
    ({"target": "five-each"}, False),
    ({"targets": 100}, False),
    ({"base": "muggins"}, False),
]


@pytest.mark.parametrize(("options", "taken"), CASES)
def test_schema_and_rules_agree(options: dict[str, Any], taken: bool) -> None:
    assert FILE.is_valid({"base": "all-fives", "options": options}) is taken
    try:
        rules_from("all-fives", options)
    except BadRules:
        assert not taken
    else:
        assert taken


@pytest.mark.parametrize(
    "document", [{}, {"base": "all-fives"}, {"options": {}, "rules": {}}, {"options": []}, [], None]
)
def test_what_is_no_rule_set(document: object) -> None:
    assert not FILE.is_valid(document)

"""Options, their words, and what is refused."""

from typing import Any

import pytest

from allfives_cli.game.rules import (
    HAND_SIZES,
    LARGEST_HAND,
    LARGEST_TARGET,
    OPTIONS,
    BadRules,
    allowed_words,
    make_rules,
)
from allfives_cli.rulesets import NAMES, published, rules_from

FULL = published("all-fives").options()


@pytest.mark.parametrize("option", [o for o in OPTIONS if o not in ("hand_size", "target")])
def test_every_word_of_every_option_makes_a_rule_set(option: str) -> None:
    words = allowed_words(option)
    assert words
    for word in words:
        rules = make_rules("all-fives", {**FULL, option: word})
        assert rules.options() == {**FULL, option: word}


@pytest.mark.parametrize("name", NAMES)
def test_options_are_written_in_canonical_order_and_read_back(name: str) -> None:
    rules = published(name)
    assert tuple(rules.options()) == OPTIONS
    assert make_rules(rules.base, rules.options()) == rules


def test_options_given_out_are_not_the_rules_own() -> None:
    rules = make_rules("all-fives", FULL)
    rules.options()["hand_size"]["2"] = 1
    assert rules.hand_size_for(2) == 9


# option, value, code, what params must hold
REFUSED: list[tuple[str, object, str, dict[str, Any]]] = [
    ("spiner", "none", "unknown-option", {"allowed": OPTIONS}),
    ("pass_", "boneyard-empty", "unknown-option", {"allowed": OPTIONS}),
    ("base", "muggins", "unknown-option", {"allowed": OPTIONS}),
    ("spinner", "every-double", "bad-option", {"allowed": ("first-double", "none")}),
    ("spinner", None, "bad-option", {"value": None}),
    ("spinner", True, "bad-option", {"value": True}),
    ("spinner", ["none"], "bad-option", {"value": ["none"]}),
    ("spinner", "None", "bad-option", {"value": "None"}),
    ("tie", "split", "bad-option", {"allowed": ("split-by-two-of-three", "nothing")}),
    ("hand_size", 0, "bad-option-number", {"least": 1, "most": LARGEST_HAND}),
    ("hand_size", LARGEST_HAND + 1, "bad-option-number", {"value": LARGEST_HAND + 1}),
    ("hand_size", True, "bad-option-number", {}),
    ("hand_size", 7.0, "bad-option-number", {}),
    ("hand_size", "seven", "bad-option-number", {"allowed": tuple(HAND_SIZES)}),
    ("hand_size", {"5": 5}, "bad-option-number", {"keys": ("2", "3", "4")}),
    ("hand_size", {2: 9}, "bad-option-number", {"keys": ("2", "3", "4")}),
    ("hand_size", {"2": "9"}, "bad-option-number", {}),
    ("target", 0, "bad-option-number", {"least": 1, "most": LARGEST_TARGET}),
    ("target", -5, "bad-option-number", {}),
    ("target", LARGEST_TARGET + 1, "bad-option-number", {}),
    ("target", 62.5, "bad-option-number", {}),
    ("target", {"4": 200}, "bad-option-number", {"keys": ("2", "3", "4-alone", "4-pairs")}),
    ("target", "nine-seven-five", "bad-option-number", {"allowed": ()}),
]


@pytest.mark.parametrize(("option", "value", "code", "params"), REFUSED)
def test_refused_options(option: str, value: object, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(BadRules) as raised:
        make_rules("all-fives", {**FULL, option: value})
    assert (raised.value.code, raised.value.option) == (code, option)
    for key, expected in params.items():
        assert raised.value.params[key] == expected


@pytest.mark.parametrize("option", OPTIONS)
def test_a_missing_option_is_named_with_its_words(option: str) -> None:
    rest = {key: value for key, value in FULL.items() if key != option}
    with pytest.raises(BadRules) as raised:
        make_rules("all-fives", rest)
    assert (raised.value.code, raised.value.option) == ("missing-option", option)
    assert raised.value.params["allowed"] == allowed_words(option)


# hand_size as written, then the tiles dealt to 2, 3 and 4 players
NAMED_HAND_SIZES = [
    ("nine-seven-five", 9, 7, 5),
    ("seven-five-five", 7, 5, 5),
    ("five-each", 5, 5, 5),
    (6, 6, 6, 6),
    ({"2": 8}, 8, None, None),
    ({"2": 14, "4": 7}, 14, None, 7),
]


@pytest.mark.parametrize(("written", "two", "three", "four"), NAMED_HAND_SIZES)
def test_hand_sizes(written: object, two: int, three: int | None, four: int | None) -> None:
    rules = rules_from("all-fives-deducted", {"hand_size": written})
    assert [rules.hand_size_for(n) for n in (2, 3, 4)] == [two, three, four]
    assert set(HAND_SIZES) == set(allowed_words("hand_size"))


# target as written, then for 2, 3, 4 alone, 4 in pairs
TARGETS = [
    (75, 75, 75, 75, 75),
    ({"2": 61}, 61, None, None, None),
    ({"4-alone": 90, "4-pairs": 150}, None, None, 90, 150),
]


@pytest.mark.parametrize(("written", "two", "three", "alone", "pairs"), TARGETS)
def test_targets(
    written: object, two: int | None, three: int | None, alone: int | None, pairs: int | None
) -> None:
    rules = rules_from("muggins", {"target": written})
    found = [rules.target_for(*key) for key in ((2, 2), (3, 3), (4, 4), (4, 2))]
    assert found == [two, three, alone, pairs]

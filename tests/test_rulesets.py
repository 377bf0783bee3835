"""The published rule sets: what each of the three sources says, option by option."""

from typing import Any

import pytest
import yaml

from allfives_cli.game.rules import OPTIONS, BadRules
from allfives_cli.rulesets import DEFAULT, NAMES, published, rules_from, source_text

PUBLISHED: dict[str, tuple[Any, Any, Any]] = {
    # option: all-fives, all-fives-deducted, muggins
    "four_players": ("pairs", "pairs-or-alone", "pairs-or-alone"),
    "tiles": ("double-six",) * 3,
    "first_lead": ("lot", "lot", "highest-double"),
    "lead_after_out": ("went-out",) * 3,
    "lead_after_block": ("lot", "lot", "highest-double"),
    "no_double": ("heaviest-tile",) * 3,
    "led_tile": ("any",) * 3,
    "spinner": ("first-double", "first-double", "none"),
    "arms": ("after-chain-sides",) * 3,
    "counting": ("end-doubles-whole",) * 3,
    "award": ("multiples-of-five",) * 3,
    "draw": ("until-playable",) * 3,
    "pass": ("boneyard-empty",) * 3,
    "out_settlement": ("pooled", "deducted", "each-hand"),
    "blocked_settlement": ("pooled", "deducted", "less-own-rounded"),
    "tie": ("split-by-two-of-three", "nothing", "nothing"),
    "match_end": ("at-target",) * 3,
    "both_over": ("higher-total",) * 3,
}
DEALT = {"all-fives": [9, 7, 5], "all-fives-deducted": [9, 7, 5], "muggins": [7, 5, 5]}
TARGETS = {
    # players and sides: 2, 3, 4 alone, 4 in pairs
    "all-fives": [250, 200, None, 200],
    "all-fives-deducted": [250, 200, 200, 200],
    "muggins": [250, 200, 200, 250],
}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_published_rule_set_says(name: str) -> None:
    rules = published(name)
    options = rules.options()
    at = NAMES.index(name)
    assert rules.base == name
    assert {**PUBLISHED, "hand_size": 0, "target": 0}.keys() == options.keys()
    assert {k: v for k, v in options.items() if k in PUBLISHED} == {
        key: words[at] for key, words in PUBLISHED.items()
    }
    assert [rules.hand_size_for(n) for n in (2, 3, 4)] == DEALT[name]
    found = [rules.target_for(*key) for key in ((2, 2), (3, 3), (4, 4), (4, 2))]
    assert found == TARGETS[name]


@pytest.mark.parametrize("name", NAMES)
def test_its_file_writes_every_option_in_canonical_order(name: str) -> None:
    document = yaml.safe_load(source_text(name))
    assert document["base"] == name
    assert tuple(document["options"]) == OPTIONS
    assert source_text(name).startswith("#")


def test_the_default_is_one_of_them() -> None:
    assert DEFAULT in NAMES


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    rules = rules_from("muggins", {"spinner": "first-double", "target": 61})
    expected = {**published("muggins").options(), "spinner": "first-double", "target": 61}
    assert rules.options() == expected
    assert rules.base == "muggins"
    assert rules_from("muggins", {}) == published("muggins")


@pytest.mark.parametrize(
    ("base", "near"),
    [("all_fives", "all-fives"), ("", None), ("../all-fives", "all-fives"), ("Muggins", "muggins")],
)
def test_an_unknown_rule_set_is_refused_with_the_known_names(base: str, near: str | None) -> None:
    params = {"value": base, "allowed": NAMES}
    with pytest.raises(BadRules) as raised:
        source_text(base)
    assert (raised.value.code, raised.value.params) == ("unknown-rule-set", params)
    with pytest.raises(BadRules) as raised:
        rules_from(base, {})
    assert raised.value.code == "unknown-rule-set"
    assert raised.value.params == {**params, "nearest": near}


@pytest.mark.parametrize(
    ("overrides", "near"),
    [
        ({"spiner": "none"}, "spinner"),
        ({"xyzzy": "none"}, None),
        ({"spinner": "non"}, "none"),
        ({"spinner": True}, None),
        ({"spinner": ["none"]}, None),
        ({"hand_size": "five"}, "five-each"),
        ({"hand_size": 99}, None),
    ],
)
def test_refused_options_come_with_the_nearest_of_the_allowed_words(
    overrides: dict[str, object], near: str | None
) -> None:
    for options in (overrides, {**published("muggins").options(), **overrides}):
        with pytest.raises(BadRules) as raised:
            rules_from("muggins", options)
        assert raised.value.params["nearest"] == near


@pytest.mark.parametrize(
    ("written", "shown", "quoted"),
    [
        (75.0, "75.0", None),
        ("75", "75", "75"),
        ("0", "0", None),
        ("75.0", "75.0", None),
        ("\u0661", "\u0661", None),
        ("9" * 5000, "9" * 5000, None),
        ({"2": 75.5}, {"2": "75.5"}, None),
        ({"2": 75, "3": "61"}, {"2": 75, "3": "61"}, "61"),
        (True, True, None),
    ],
)
def test_what_only_looks_like_a_number_of_an_option_is_shown_as_it_is(
    written: object, shown: object, quoted: str | None
) -> None:
    with pytest.raises(BadRules) as raised:
        rules_from("muggins", {"target": written})
    assert raised.value.params["value"] == shown
    assert raised.value.params["quoted"] == quoted


@pytest.mark.parametrize(
    ("overrides", "code", "option"),
    [
        ({"spinners": "none"}, "unknown-option", "spinners"),
        ({"spinner": "both"}, "bad-option", "spinner"),
        ({"target": 0}, "bad-option-number", "target"),
        ({"four_players": "pairs", "tie": "half"}, "bad-option", "tie"),
    ],
)
def test_bad_overrides_are_refused(overrides: dict[str, Any], code: str, option: str) -> None:
    with pytest.raises(BadRules) as raised:
        rules_from("all-fives", overrides)
    assert (raised.value.code, raised.value.option) == (code, option)

"""The published rule sets, as data, and the overrides that make a house rule.

The YAML files beside this module are the rule sets; each cites its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from allfives_cli.game.rules import NUMBER_LIMITS, BadRules, RuleSet, make_rules
from allfives_cli.nearest import nearest

DEFAULT: Final = "all-fives"
NAMES: Final = ("all-fives", "all-fives-deducted", "muggins")

_FOLDER: Final = Path(__file__).parent


def source_text(name: str) -> str:
    """The rule set's file as it stands, with its comments. Raises BadRules."""
    if name not in NAMES:
        raise BadRules("unknown-rule-set", "base", value=name, allowed=NAMES)
    return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def published(name: str) -> RuleSet:
    """Return a published rule set. Raises BadRules ``unknown-rule-set``."""
    # Here, not above: a record with its rules written out needs no YAML at all.
    import yaml  # noqa: PLC0415

    document = yaml.safe_load(source_text(name))
    return make_rules(document["base"], document["options"])


def rules_from(base: str, overrides: Mapping[str, object]) -> RuleSet:
    """Return a published rule set with some or all options overridden.

    Raises BadRules: ``unknown-rule-set``, ``unknown-option``, ``bad-option``,
    ``bad-option-number``; each with the ``nearest`` of the allowed words, or None, and the
    last with the number that is only wrong in being ``quoted``, or None.
    """
    # The rules of one record are mostly those of the next. Their text tells 1 and true apart,
    # which are equal as values.
    text = repr((base, overrides))
    found = _lately_made.get(text)
    if found is None:
        try:
            found = _made(base, overrides)
        except BadRules as bad:
            raise _hinted(bad) from None
        if len(_lately_made) == _KEPT:
            _lately_made.clear()
        _lately_made[text] = found
    return found


_KEPT: Final = 100
_lately_made: Final[dict[str, RuleSet]] = {}


def _made(base: str, overrides: Mapping[str, object]) -> RuleSet:
    if base not in NAMES:
        raise BadRules("unknown-rule-set", "base", value=base, allowed=NAMES)
    try:
        return make_rules(base, overrides)
    except BadRules as bad:
        if bad.code != "missing-option":
            raise
    return make_rules(base, {**published(base).options(), **overrides})


def _hinted(bad: BadRules) -> BadRules:
    """The same, with the allowed word that may have been meant by the one that is written.

    A number that is no whole one is kept as text: 75.0 would be shown as 75, which is allowed.
    """
    written, allowed = bad.params.get("value", bad.option), bad.params["allowed"]
    assert isinstance(allowed, tuple)  # noqa: S101 - for the type checker
    params = {**bad.params, "nearest": None}
    if isinstance(written, str):
        params["nearest"] = nearest(written, allowed)
    if "value" in params:
        params["value"] = _in_full(written)
    if bad.code == "bad-option-number":
        params["quoted"] = _number_in_quotes(bad.option, written)
    return BadRules(bad.code, bad.option, **params)


def _in_full(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _in_full(item) for key, item in value.items()}
    return str(value) if isinstance(value, float) else value


def _number_in_quotes(option: str, value: object) -> str | None:
    """A text that would be a number of an option if it were none."""
    if isinstance(value, Mapping):
        found = (_number_in_quotes(option, item) for item in value.values())
        return next((text for text in found if text), None)
    least, most = NUMBER_LIMITS[option]
    if not isinstance(value, str) or not value.isascii() or not value.isdecimal():
        return None
    return value if len(value) <= len(str(most)) and least <= int(value) <= most else None

"""The rules that a command line names: a rule set or a file, with overrides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from allfives_cli.checking.tally import UNREADABLE_CODES
from allfives_cli.game.rules import BadRules, RuleSet
from allfives_cli.record.opening import read_bytes
from allfives_cli.record.places import Refusal, Span
from allfives_cli.record.reading import read_source
from allfives_cli.record.source import Source, plain
from allfives_cli.rulesets import DEFAULT, NAMES, rules_from
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

if TYPE_CHECKING:
    from allfives_cli.record.model import Json  # not loaded: it brings pydantic

RULE_SET_KEYS: Final = ("base", "options")


class UnreadableRules(click.UsageError):
    """The file that ``--rules`` names cannot be read at all."""

    exit_code = UNUSABLE


def chosen_rules(name: str, overrides: Iterable[str], say: Catalog) -> RuleSet:
    """Build the rules that ``--rules`` and ``--set`` ask for.

    Raises click.UsageError, with the place and the allowed words, for what is
    no rule set.
    """
    base, options, source = (name, {}, None) if name in NAMES else _from_file(name, say)
    options = {**options, **dict(_override(text, say) for text in overrides)}
    try:
        return rules_from(base, options)
    except BadRules as bad:
        params = {"option": bad.option, **bad.params}
        raise _usage(say, name, bad.code, params, _span(source, bad.option)) from None


def lent_rules(name: str | None, overrides: tuple[str, ...], say: Catalog) -> Json | None:
    """The rules for records that have none, as a record writes them; None if none are asked for.

    Raises click.UsageError as `chosen_rules` does.
    """
    if name is None and not overrides:
        return None
    rules = chosen_rules(name or DEFAULT, overrides, say)
    return {"base": rules.base, **rules.options()}


def _override(text: str, say: Catalog) -> tuple[str, Any]:
    option, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(say.say("usage.override", text=text))
    return option.strip(), int(value) if re.fullmatch(r"\d{1,9}", value.strip()) else value.strip()


def _from_file(name: str, say: Catalog) -> tuple[str, Mapping[str, Any], Source | None]:
    try:
        data = read_bytes(name)
        source = read_source(data, name, "json" if name.endswith(".json") else "yaml")
    except Refusal as refused:
        if refused.code == "file-missing" and "/" not in name and "." not in name:
            return name, {}, None  # which is no name of rules, as making them will say
        usage = _usage(say, name, refused.code, refused.params, refused.span)
        if refused.code in UNREADABLE_CODES:
            raise UnreadableRules(usage.message) from None
        raise usage from None
    tree = plain(source.root)
    options = tree.get("options") if isinstance(tree, dict) else None
    base = tree.get("base", DEFAULT) if isinstance(tree, dict) else None
    if not isinstance(options, dict) or not isinstance(base, str):
        span = source.span(source.root.start, source.root.start + 1)
        raise _usage(say, name, "not-a-rule-set", {"keys": RULE_SET_KEYS}, span)
    return base, options, source


def _span(source: Source | None, option: str) -> Span | None:
    if source is None:
        return None
    node = source.find(("options", option)) or source.find((option,))
    return None if node is None else source.span(node.start, node.end)


def _usage(
    say: Catalog, name: str, code: str, params: Mapping[str, object], span: Span | None
) -> click.UsageError:
    place = safe(name, None) if span is None else f"{safe(name, None)}:{span.line}:{span.column}"
    return click.UsageError(f"{place}: {say.finding(code, params)} [{code}]")

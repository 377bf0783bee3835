"""``allfives rules``: the rule sets and what their options mean."""

from __future__ import annotations

from collections.abc import Mapping

import click

from allfives_cli.commands.hints import unknown_name
from allfives_cli.commands.options import format_option, lang_option, width_option
from allfives_cli.commands.printing import echo_json
from allfives_cli.rulesets import NAMES, published, source_text
from allfives_cli.show.wrapping import folded, hanging
from allfives_cli.statuses import SOUND
from allfives_cli.text.catalog import Catalog


@click.command("rules")
@click.argument("name", required=False)
@format_option("text", "json", "yaml", help="yaml is a rule-set file to start a house rule from.")
@width_option
@lang_option
def command(*, name: str | None, form: str, width: int, lang: Catalog) -> int:
    """List the rule sets, or show every option of one and what it means."""
    if name is not None and name not in NAMES:
        raise unknown_name(lang, "usage.unknown_rules", name, NAMES)
    names = NAMES if name is None else (name,)
    if form == "json":
        echo_json([{"base": each, **published(each).options()} for each in names])
    elif form == "yaml":
        click.echo("\n---\n".join(source_text(each).rstrip() for each in names))
    else:
        for each in names:
            for line in folded(f"{each}: {lang.say(f'rule_set.{each}')}", width):
                click.echo(line)
            if name is not None:
                _echo_options(published(each).options(), lang, width)
    return SOUND


def _echo_options(options: Mapping[str, object], say: Catalog, width: int) -> None:
    for option, value in options.items():
        click.echo()
        heading = folded(f"{say.say(f'options.{option}.name')} ({option})", width)
        if isinstance(value, Mapping):
            numbers = [f"{say.say(f'seats.{key}')}: {number}," for key, number in value.items()]
            lines = hanging("  ", [*numbers[:-1], numbers[-1].rstrip(",")], width)
        else:
            lines = folded(f"{value}: {say.say(f'options.{option}.{value}')}", width, "  ")
        click.echo("\n".join([*heading, *lines]))

"""``allfives settle``: a round settled, with every step of the arithmetic."""

from __future__ import annotations

import click

from allfives_cli.commands.hands import hands_from, pips_of, table_for, totals_from, who_went_out
from allfives_cli.commands.options import (
    check_texts,
    color_option,
    json_option,
    lang_option,
    rules_options,
    width_option,
)
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.explain import explain_settlement
from allfives_cli.show.settlements import settlement_json, settlement_lines
from allfives_cli.statuses import SOUND
from allfives_cli.text.catalog import Catalog


@click.command("settle")
@click.argument("hands", nargs=-1, required=True, metavar="NAME=TILES…")
@click.option("--out", metavar="NAME", help="Who went out; a block without it.")
@click.option("--totals", metavar="SIDE=POINTS,…", help="Scores before, to test the target.")
@click.option("--alone", is_flag=True, help="Four players each alone, where the rules allow it.")
@rules_options
@json_option
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    hands: tuple[str, ...],
    out: str | None,
    totals: str | None,
    alone: bool,
    rules_name: str,
    overrides: tuple[str, ...],
    form: str,
    width: int,
    lang: Catalog,
) -> int:
    """Settle a round from the tiles left in each hand.

    Hands are given in the order of the seats, as Ann= Ben=3-4,6-6. Four
    players are two pairs of opposite seats unless --alone is given.
    """
    check_texts("NAME=TILES", hands)
    held = hands_from(hands, lang)
    table = table_for(held, chosen_rules(rules_name, overrides, lang), lang, alone=alone)
    match = table.new_match()
    match.totals = totals_from(totals, table, lang)
    seat = who_went_out(out, held, lang)
    explained = explain_settlement(table, match, pips_of(held), seat)
    if form == "json":
        echo_json(settlement_json(explained))
    else:
        click.echo("\n".join(settlement_lines(explained, lang, width)))
    return SOUND

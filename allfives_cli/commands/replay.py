"""``allfives replay``: a match turn by turn."""

from __future__ import annotations

import sys

import click

from allfives_cli.commands.options import (
    board_option,
    color_option,
    json_option,
    lang_option,
    width_option,
)
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.reports import board_drawer, replayed, reported
from allfives_cli.commands.selecting import At, at_option, selected
from allfives_cli.show.replays import replay_lines
from allfives_cli.show.turns import explanation_json
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe


@click.command("replay")
@click.argument("path")
@at_option
@json_option
@click.option("--step", is_flag=True, help="Step with keys, on a terminal; ? names them.")
@click.option("--tally", is_flag=True, help="Scores as kept on paper, after each round.")
@board_option
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    path: str,
    at: At | None,
    form: str,
    step: bool,
    tally: bool,
    board: str,
    width: int,
    lang: Catalog,
) -> int:
    """Show every turn of a record: board, hands, end-sum, award and scores.

    PATH is a record, or - for standard input. Turns up to the first failure
    of each round are shown; what is wrong is said on standard error.
    """
    examined = replayed(path)
    chosen = selected(examined, at, lang)
    if form == "json":
        echo_json([explanation_json(turn) for turn in chosen])
    elif step and sys.stdin.isatty() and sys.stdout.isatty():
        # Here, not above: nothing else needs keys and signals.
        from allfives_cli.commands.stepping import step_through  # noqa: PLC0415

        matches = [each.replay for each in examined if each.replay and each.replay.table]
        ended = step_through(matches, at, board, lang)
        if ended is not None:
            return ended
    else:
        draw = board_drawer(lang, width=width - 5, style=board)
        for each in examined:
            if each.reading.record is not None and each.replay is not None:
                if len(examined) > 1:
                    click.echo(f"{safe(each.reading.name, None)}:{each.reading.first_line}")
                for line in replay_lines(
                    each.reading.record, each.replay, at, draw, lang, width, on_paper=tally
                ):
                    click.echo(line)
    return reported(examined, lang, width)

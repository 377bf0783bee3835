"""``allfives explain``: why each end-sum and award is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

from allfives_cli.checking.validation import Examined
from allfives_cli.commands.options import (
    board_option,
    color_option,
    json_option,
    lang_option,
    rules_options,
    width_option,
)
from allfives_cli.commands.plays import explained_plays
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.reports import board_drawer, replayed, reported
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.commands.selecting import At, at_option, selected
from allfives_cli.explain import Explanation
from allfives_cli.record.model import Json
from allfives_cli.show.analyses import arithmetic_lines
from allfives_cli.show.turns import explanation_json, heading, reasons
from allfives_cli.statuses import FINDINGS, SOUND
from allfives_cli.text.catalog import Catalog

Analyses = Mapping[tuple[int, int], Json | None]


@click.command("explain")
@click.argument("path", required=False)
@click.option("--plays", help="Plays on one table: '1-4, 1-1 on 1-4, 4-4 on 1-4'.")
@at_option
@json_option
@rules_options
@board_option
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    path: str | None,
    plays: str | None,
    at: At | None,
    form: str,
    rules_name: str,
    overrides: tuple[str, ...],
    board: str,
    width: int,
    lang: Catalog,
) -> int:
    """Explain turns: which ends count and why, which do not, the sum and the award.

    PATH is a record, or - for standard input; --plays needs none. --rules and
    --set are for --plays: a record brings its own.
    """
    if path is not None and plays is not None:
        raise click.UsageError(lang.say("usage.not_both"))
    if plays is not None:
        rules = chosen_rules(rules_name, overrides, lang)
        explained, problem = explained_plays(plays, rules, lang)
        if not explained and problem is None:
            raise click.UsageError(lang.say("usage.no_plays"))
        _echo(explained, form, board, width, lang)
        if problem is not None:
            click.echo(problem, err=True)
        return SOUND if problem is None else FINDINGS
    if path is None:
        raise click.UsageError(lang.say("usage.needs_one"))
    examined = replayed(path)
    _echo(selected(examined, at, lang), form, "none", width, lang, _analyses(examined))
    return reported(examined, lang, width)


def _analyses(examined: Iterable[Examined]) -> Analyses:
    """What the record says of its turns, by round and turn."""
    return {
        (played.number, step.number): step.written.analysis
        for each in examined
        if each.replay is not None
        for played in each.replay.rounds
        for step in played.steps
    }


def _echo(
    turns: Iterable[Explanation],
    form: str,
    board: str,
    width: int,
    say: Catalog,
    analyses: Analyses | None = None,
) -> None:
    if form == "json":
        echo_json([explanation_json(turn) for turn in turns])
        return
    draw = board_drawer(say, width=width - 5, style=board)
    last: Explanation | None = None
    for turn in turns:
        analysis = (analyses or {}).get((turn.round, turn.turn))
        said = *heading(turn, say, width), *reasons(turn, say, width)
        for line in (*said, *arithmetic_lines(analysis, say, width), ""):
            click.echo(line)
        last = turn
    if last is not None:
        for line in draw(last.state.layout, last.state.rules):
            click.echo(f"     {line}".rstrip())

"""``allfives series``: many matches between the same players, and how they stand."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Final, Literal

import click

from allfives_cli.commands.options import (
    color_option,
    json_option,
    lang_option,
    width_option,
)
from allfives_cli.commands.programs import limit_options, on_error_option
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.commands.seating import rules_for
from allfives_cli.commands.seriesfolder import Folder
from allfives_cli.commands.seriesplan import Wish, plan_of, series_seats
from allfives_cli.commands.serieswork import Manner, SeriesRun
from allfives_cli.commands.tableoptions import table_options
from allfives_cli.commands.valuetypes import WholeNumber
from allfives_cli.play.program import Policy
from allfives_cli.play.workers import MOST_JOBS
from allfives_cli.text.catalog import Catalog

MOST_DEALS: Final = 1_000_000


@click.command("series")
@click.option(
    "--seat", "seats", multiple=True, metavar="NAME=KIND",
    help="Who plays, in the order of the seats: random, greedy, careful, program:COMMAND.",
)  # fmt: skip
@click.option(
    "-n", "--deals", type=WholeNumber(1, MOST_DEALS), default=100, show_default=True,
    help="Matches, each from deals of its own.",
)  # fmt: skip
@click.option(
    "--swap", is_flag=True,
    help="Play each again with the seats rotated, so that everybody holds every hand.",
)  # fmt: skip
@click.option("--seed", metavar="TEXT", help="Deal what this seed gives, on every machine.")
@click.option(
    "--jobs", type=WholeNumber(1, MOST_JOBS), default=1, show_default=True,
    help="Processes that play; they change nothing but the time.",
)  # fmt: skip
@table_options
@click.option("--rounds", type=WholeNumber(min=1), help="End a match after so many rounds.")
@click.option(
    "-o", "--output", metavar="DIR",
    help="Where records.jsonl and results.json go; an unfinished series there goes on.",
)  # fmt: skip
@json_option
@on_error_option
@limit_options
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    seats: tuple[str, ...],
    deals: int,
    swap: bool,
    seed: str | None,
    jobs: int,
    rules_name: str,
    overrides: tuple[str, ...],
    alone: bool,
    target: int | None,
    hand: int | None,
    rounds: int | None,
    output: str | None,
    form: str,
    on_error: tuple[int, Literal["forfeit", "abort"]],
    start_limit: float,
    move_limit: float,
    width: int,
    lang: Catalog,
) -> int:
    """Play many matches between bots and programs and tell how the sides stand.

    The same seed gives the same records and results, whatever --jobs is. Where
    the same command is given again, a series in DIR goes on, and plays again
    the matches that were broken off.
    """
    rules = rules_for(chosen_rules(rules_name, overrides, lang), target, hand)
    wish = Wish(
        series_seats(seats, lang), rules, alone, rounds, deals, swap, seed,
        Policy(start_limit, move_limit, *on_error),
    )  # fmt: skip
    plan_of(wish, None, lang)  # what cannot be played makes no folder
    with nullcontext() if output is None else Folder(output, lang) as folder:
        plan = plan_of(wish, None if folder is None else folder.setting, lang)
        return SeriesRun(plan, folder, Manner(lang, width, jobs, form == "json")).play()

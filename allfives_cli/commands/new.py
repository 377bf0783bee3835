"""``allfives new``: an empty sheet to fill in."""

from __future__ import annotations

import os
import re
from datetime import date as calendar_date

import click

from allfives_cli.commands.options import PIPED_WIDTH, lang_option, rules_options
from allfives_cli.commands.output import write_output
from allfives_cli.commands.printing import shown_path
from allfives_cli.commands.recordtext import form_of
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.commands.seating import HUMAN, Seat, checked_name, head_of, table_of
from allfives_cli.commands.tableoptions import check_alone
from allfives_cli.commands.valuetypes import WholeNumber
from allfives_cli.game.rules import FEWEST_PLAYERS, max_players
from allfives_cli.record.values import DATE_PATTERN
from allfives_cli.show.blank_sheets import NARROWEST, Blank, printed_sheet, sheet
from allfives_cli.statuses import SOUND
from allfives_cli.text.catalog import Catalog


@click.command("new")
@click.option("--players", required=True, metavar="ANN,BEN", help="In the order of the seats.")
@rules_options
@click.option("--alone", is_flag=True, help="Four players each alone, where the rules allow it.")
@click.option("--date", metavar="YYYY-MM-DD", help="The day of the match.")
@click.option("--print", "on_paper", is_flag=True, help="A form for one round, to be printed.")
@click.option(
    "--width", type=WholeNumber(min=NARROWEST), default=PIPED_WIDTH, show_default=True,
    help="Columns of the printed form.",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="A file that is not there yet; else stdout.")
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    players: str,
    rules_name: str,
    overrides: tuple[str, ...],
    alone: bool,
    date: str | None,
    on_paper: bool,
    width: int,
    output: str | None,
    lang: Catalog,
) -> int:
    """Write an empty sheet for a match, with a word on each part of it.

    It reads as an unfinished record, and goes on doing so while it is filled
    in. With --print it is one round on paper: the columns are those of a turn
    line, so that what is written there can be typed off as it stands.
    """
    seats = [Seat(name, HUMAN) for name in _names(players, lang)]
    check_alone(len(seats), lang, alone=alone)
    _check_date(date, lang)
    rules = chosen_rules(rules_name, overrides, lang)
    blank = Blank(table_of(head_of(seats, rules, alone=alone), lang), date, alone=alone)
    text = "\n".join([*printed_sheet(blank, lang, width), ""]) if on_paper else sheet(blank, lang)
    if output is not None and not on_paper and form_of(output) not in (None, "yaml"):
        raise click.UsageError(lang.say("new.other_form", path=shown_path(output)))
    if output is not None and os.path.lexists(output):
        raise click.UsageError(lang.say("new.exists", path=shown_path(output)))
    write_output(output or "-", text, lang)
    return SOUND


def _names(written: str, say: Catalog) -> list[str]:
    """The players' names. Raises click.UsageError."""
    names = [name.strip() for name in written.split(",")]
    if not FEWEST_PLAYERS <= len(names) <= max_players():
        raise click.UsageError(say.say("new.players", number=len(names)))
    return [checked_name(name, say) for name in names]


def _check_date(written: str | None, say: Catalog) -> None:
    """Refuse what is no day of the calendar. Raises click.UsageError."""
    if written is not None and not _is_day(written):
        raise click.UsageError(say.say("new.date", text=written))


def _is_day(text: str) -> bool:
    try:
        calendar_date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(DATE_PATTERN, text) is not None

"""``allfives annotate``: what arithmetic says of every turn."""

from __future__ import annotations

from collections.abc import Iterable

import click

from allfives_cli.annotating.arithmetic import analysed_turns, match_arithmetic
from allfives_cli.checking.validation import Examined
from allfives_cli.commands.options import color_option, format_option, lang_option, width_option
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.reports import replayed, reported
from allfives_cli.commands.rewriting import Rewriting, rewrite
from allfives_cli.record.arithmetic import METHOD, VERSION
from allfives_cli.record.editing import analyses_by, with_analysis
from allfives_cli.record.model import Record
from allfives_cli.record.writing import to_plain
from allfives_cli.show.analyses import Report, report_csv, report_json, report_lines
from allfives_cli.text.catalog import Catalog


@click.command("annotate")
@click.argument("path")
@format_option(
    "text", "json", "csv", default=None, help="How it is reported; text if nothing is written."
)
@click.option("--csv-raw", is_flag=True, help="CSV with cells as they are, formulas too.")
@click.option("-o", "--output", metavar="FILE", help="Write the record there, analysis included.")
@click.option("--in-place", is_flag=True, help="Write the analysis into the record itself.")
@width_option
@color_option
@lang_option
def command(
    *,
    path: str,
    form: str | None,
    csv_raw: bool,
    output: str | None,
    in_place: bool,
    width: int,
    lang: Catalog,
) -> int:
    """Weigh every turn by arithmetic: its choices, points missed, what it left and proved.

    PATH is a record, or - for standard input. This is arithmetic only and sees
    no strategy: a play that misses points may be the best one. With -o or
    --in-place it goes into the record; marks and notes stay as they are.
    """
    if output is None and not in_place:
        form = "csv" if csv_raw else form or "text"
        return _report(path, form, width, lang, raw=csv_raw)
    if output is not None and in_place:
        raise click.UsageError(lang.say("annotate.in_place_or"))
    if form is not None or csv_raw:
        raise click.UsageError(lang.say("annotate.report_or"))
    task = Rewriting(path, output, lang, width)
    return rewrite(task, lambda examined, record: _annotated(examined, record, lang))


def _report(path: str, form: str, width: int, say: Catalog, *, raw: bool) -> int:
    examined = replayed(path)
    reports = list(_reports(examined))
    match form:
        case "json":
            echo_json(report_json(reports))
        case "csv":
            click.echo(report_csv(reports, raw=raw).encode(), nl=False)
        case _:
            for report in reports:
                for line in report_lines(report, say, width):
                    click.echo(line)
    return reported(examined, say, width)


def _reports(examined: Iterable[Examined]) -> Iterable[Report]:
    for each in examined:
        if each.replay is not None and each.replay.table is not None:
            reading = each.reading
            turns = analysed_turns(each.replay)
            yield Report(reading.name, reading.first_line, each.replay.table, turns)


def _annotated(examined: Examined, record: Record, say: Catalog) -> Record:
    """The record with its analysis. Raises click.ClickException for one of a later version."""
    versions = [found.get("version") for found in _mappings(analyses_by(record, METHOD))]
    newest = max((found for found in versions if isinstance(found, int)), default=VERSION)
    if newest > VERSION:
        raise click.ClickException(say.say("annotate.newer", found=newest, known=VERSION))
    replayed = examined.replay
    if replayed is None or replayed.table is None:
        raise click.ClickException(say.say("annotate.nothing"))
    turns = analysed_turns(replayed)
    match = match_arithmetic(replayed.table.players, turns)
    found = {(turn.round, turn.step.number): to_plain(turn.found) for turn in turns}
    return with_analysis(record, METHOD, to_plain(match), found)


def _mappings(values: Iterable[object]) -> Iterable[dict[str, object]]:
    return (value for value in values if isinstance(value, dict))

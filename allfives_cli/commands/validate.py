"""``allfives validate``: every finding of every record."""

from __future__ import annotations

import click

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.validation import Examined, examine
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.options import board_option, color_option, lang_option, width_option
from allfives_cli.commands.reports import echo_findings, status_of
from allfives_cli.show.findings import MOST_SHOWN, concise_line, counted, report_json
from allfives_cli.text.catalog import Catalog


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option(
    "--format", "form", type=click.Choice(["text", "concise", "json"]), default="text",
    show_default=True, help="How findings are written.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called, and how it is read.")
@board_option
@width_option
@color_option
@lang_option
def command(
    *,
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    stdin_filename: str | None,
    board: str,
    width: int,
    lang: Catalog,
) -> int:
    """Check records by full replay and point at every first slip.

    PATH is a record (.json, .yaml, .jsonl), a folder of them, a pattern, or -
    for standard input.
    """
    done: list[Examined] = []
    for reading in readings(paths, stdin_filename):
        examined = examine(reading)
        done.append(examined)
        if form == "text":
            echo_findings(examined, lang, width=width, style=board, err=False)
        elif form == "concise":
            _echo_concise(examined, lang)
    if form == "json":
        click.echo(report_json(done, lang))
    else:
        _echo_summary(done, lang, err=form == "concise")
    return status_of(done, strict=strict)


def _echo_concise(examined: Examined, say: Catalog) -> None:
    for found in examined.findings[:MOST_SHOWN]:
        click.echo(concise_line(found, say))
    if len(examined.findings) > MOST_SHOWN:
        click.echo(say.say("validate.more", number=len(examined.findings) - MOST_SHOWN))


def _echo_summary(done: list[Examined], say: Catalog, *, err: bool) -> None:
    sound = sum(each.sound for each in done)
    click.echo(say.say("validate.sound", sound=sound, records=len(done)), err=err)
    numbers = {f"{severity.value}s": counted(done, severity) for severity in Severity}
    if any(numbers.values()):
        click.echo(say.say("validate.totals", **numbers), err=err)

"""``allfives validate``: every finding of every record."""

from __future__ import annotations

from typing import Final

import click

from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import examine
from allfives_cli.commands.formats import FORMATS, default_format, format_named
from allfives_cli.commands.inputs import Lent, named, read
from allfives_cli.commands.options import (
    board_option,
    color_option,
    format_option,
    lang_option,
    lent_rules_options,
    width_option,
)
from allfives_cli.commands.progress import Progress
from allfives_cli.commands.rulesets import lent_rules
from allfives_cli.show.wrapping import folded
from allfives_cli.text.catalog import Catalog

_WITH_REPAIRS: Final = frozenset({"text", "json"})
"""Forms that show what a writer may have meant."""


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@format_option(
    *FORMATS,
    default=default_format,
    help="How findings are written: text, or github under GitHub Actions.",
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--stdin-filename", metavar="NAME", help="What `-` is called, and how it is read.")
@lent_rules_options
@board_option
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    stdin_filename: str | None,
    rules_name: str | None,
    overrides: tuple[str, ...],
    board: str,
    width: int,
    lang: Catalog,
) -> int:
    """Check records by full replay and point at every first slip.

    PATH is a record (.json, .yaml, .jsonl), a folder of them, a pattern, or -
    for standard input. --rules and --set are for records that name no rules.

    A file that is not UTF-8 text, or too large, has a finding (status 1). Where
    nothing is, or nothing may be read, the status is 3, and other paths are
    checked all the same.
    """
    lent = Lent(stdin_filename, lent_rules(rules_name, overrides, lang))
    shown = format_named(form, lang, width=width, board=board, strict=strict)
    files, tally = named(paths), Tally()
    progress = Progress(len(files))
    _echo(shown.begin(), progress, is_document=shown.is_document)
    for number, file in enumerate(files):
        progress.show(number)
        for reading in read(file, lent):
            examined = examine(reading, repairs=form in _WITH_REPAIRS)
            tally.add(examined)
            _echo(shown.record(examined), progress, is_document=shown.is_document)
    _echo(shown.end(tally), progress, is_document=shown.is_document)
    progress.clear()
    if not shown.is_document:
        _echo_summary(tally, lang, width, err=form != "text")
    return tally.status(strict=strict)


def _echo(text: str, progress: Progress, *, is_document: bool) -> None:
    if text:
        progress.clear()
        # A document is UTF-8, whatever the terminal's encoding, and has no colours.
        click.echo(text.encode() if is_document else text, nl=False)


def _echo_summary(tally: Tally, say: Catalog, width: int, *, err: bool) -> None:
    said = [say.say("validate.sound", sound=tally.sound, records=tally.records)]
    if any(tally.found.values()):
        numbers = {f"{severity.value}s": number for severity, number in tally.found.items()}
        said.append(say.say("validate.totals", **numbers))
    for sentence in said:
        click.echo("\n".join(folded(sentence, width)), err=err)

"""``allfives view``: a match as one page, or as a picture a turn."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from allfives_cli.checking.validation import Examined, examine
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.naming import key_meant, word_meant
from allfives_cli.commands.options import color_option, lang_option, rules_options, width_option
from allfives_cli.commands.output import make_folder, write_output
from allfives_cli.commands.plays import explained_plays
from allfives_cli.commands.reports import board_labels, echo_findings, status_of
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.show.page import page
from allfives_cli.show.pictures import picture_of, pictures
from allfives_cli.show.scenes import EVERY, NOBODY
from allfives_cli.statuses import FINDINGS, SOUND
from allfives_cli.text.catalog import Catalog


@click.command("view")
@click.argument("path", required=False)
@click.option("-o", "--output", metavar="FILE", help="Where the page goes, as match.html.")
@click.option("--svg", "folder", metavar="DIR", help="A folder for one picture a turn.")
@click.option(
    "--hands", default=EVERY, metavar="all|none|SEAT", show_default=True,
    help="Whose hands the page holds; others are not in the file.",
)  # fmt: skip
@click.option("--plays", help="Draw one position: '1-4, 1-1 on 1-4, 4-4 on 1-4'.")
@rules_options
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    path: str | None,
    output: str | None,
    folder: str | None,
    hands: str,
    plays: str | None,
    rules_name: str,
    overrides: tuple[str, ...],
    width: int,
    lang: Catalog,
) -> int:
    """Show a match as one page that steps through every turn and says why it scored.

    PATH is a record, or - for standard input; the page is one file that asks
    for nothing. --plays draws one position instead, as SVG, under --rules.
    """
    if plays is not None:
        if path is not None:
            raise click.UsageError(lang.say("usage.not_both"))
        return _draw_position(plays, output, rules_name, overrides, lang)
    if path is None:
        raise click.UsageError(lang.say("usage.needs_one"))
    _check_output(output, folder, lang)
    examined = _one_of(path, lang)
    whose = _whose_hands(examined, hands, lang)
    echo_findings(examined, lang, width)
    files = _files(examined, output, folder, whose, lang)
    if folder is not None and files:
        make_folder(folder, lang)
    for name, text in files.items():
        write_output(name, text, lang, inputs=[path, examined.reading.name])
    return status_of([examined])


def _draw_position(
    plays: str, output: str | None, rules_name: str, overrides: tuple[str, ...], say: Catalog
) -> int:
    """Draw the position after the plays that the rules take; say what is wrong with the next."""
    if output is None:
        raise click.UsageError(say.say("page.usage.plays_output"))
    explained, problem = explained_plays(plays, chosen_rules(rules_name, overrides, say), say)
    if explained:
        drawn = picture_of(explained[-1], say, board_labels(say))
        write_output(output, drawn, say)
    if problem is not None:
        click.echo(problem, err=True)
    elif not explained:
        raise click.UsageError(say.say("page.usage.no_plays"))
    return SOUND if problem is None else FINDINGS


def _check_output(output: str | None, folder: str | None, say: Catalog) -> None:
    if output is None and folder is None:
        raise click.UsageError(say.say("page.usage.needs_output"))
    if output is not None and output.lower().endswith(".svg"):
        raise click.UsageError(say.say("page.usage.picture_of_record", path=output))


def _one_of(path: str, say: Catalog) -> Examined:
    """Read and replay the one record that a path names. Raises click.UsageError for more."""
    found = list(islice(readings([path]), 2))
    if len(found) > 1:
        raise click.UsageError(say.say("page.usage.one_record", path=path))
    return examine(found[0], keep_steps=True)


def _whose_hands(examined: Examined, hands: str, say: Catalog) -> str:
    """EVERY, NOBODY or the key of a player. Raises click.UsageError where nobody is called so."""
    table = None if examined.replay is None else examined.replay.table
    if table is None or hands in (EVERY, NOBODY):
        return hands
    if word := word_meant(hands, (EVERY, NOBODY), table.players):
        return word
    unknown = say.say("page.usage.seat", players=table.players, text=hands)
    return key_meant(hands, table.players, say, unknown, (EVERY, NOBODY))


def _files(
    examined: Examined, output: str | None, folder: str | None, hands: str, say: Catalog
) -> dict[str, str]:
    """What is to be written, by name; nothing where no turn could be replayed."""
    record, replayed, labels = examined.reading.record, examined.replay, board_labels(say)
    if record is None or replayed is None or not any(one.steps for one in replayed.rounds):
        return {}
    files: dict[str, str] = {}
    if output is not None:
        files[output] = page(record, replayed, say, labels, hands=hands)
    if folder is not None:
        drawn = pictures(record, replayed, say, labels)
        files |= {str(Path(folder, name)): text for name, text in drawn}
    return files

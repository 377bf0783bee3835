"""``allfives fmt``: records in canonical form."""

from __future__ import annotations

import click

from allfives_cli.commands.fixing import fix
from allfives_cli.commands.formatting import Manner, compare, convert, rewrite
from allfives_cli.commands.inputs import named
from allfives_cli.commands.options import color_option, lang_option, width_option
from allfives_cli.commands.recordtext import TextForm
from allfives_cli.commands.valuetypes import OneOf
from allfives_cli.text.catalog import Catalog


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--to", type=OneOf(["json", "yaml", "jsonl"]), help="Convert to this form.")
@click.option("--check", is_flag=True, help="Name the files that would change; write nothing.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
@click.option("--fill", is_flag=True, help="Write in the sums, awards and totals that are missing.")
@click.option(
    "--fix", "fixed", metavar="OUT", help="Write a copy put right, where one reading alone does it."
)
@click.option("-o", "--output", metavar="OUT", help="Where a conversion goes; else to stdout.")
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    paths: tuple[str, ...],
    to: TextForm | None,
    check: bool,
    diff: bool,
    fill: bool,
    fixed: str | None,
    output: str | None,
    width: int,
    lang: Catalog,
) -> int:
    """Bring records to canonical form: rules written out, every place named.

    PATH is a record (.json, .yaml, .jsonl), a folder of them, a pattern, or -
    for standard input. Each file is rewritten in its own form, if it changes.
    Comments of a sheet are kept as notes.
    """
    manner = Manner(lang, width, fill)
    _check_options(
        {"--fix": fixed, "--to": to, "-o": output},
        {"--check": check, "--diff": diff, "--fill": fill},
        lang,
    )
    if fixed is not None:
        return fix(paths, fixed, manner)
    files = named(paths)
    if to is not None or output is not None:
        return convert(files, to, output, manner)
    if check or diff:
        return compare(files, manner, check=check, diff=diff)
    return rewrite(files, manner)


def _check_options(texts: dict[str, str | None], flags: dict[str, bool], say: Catalog) -> None:
    """Refuse options that ask for different things. Raises click.UsageError."""
    given = {option for option, value in texts.items() if value is not None}
    given |= {option for option, value in flags.items() if value}
    alone = ({"--fix"}, {"--check", "--diff"}, {"--to", "-o"})
    asked = [each & given for each in alone if each & given]
    if len(asked) > 1:
        one, other = (min(each) for each in asked[:2])
        raise click.UsageError(say.say("fmt.not_both", one=one, other=other))
    if {"--fix", "--fill"} <= given:
        raise click.UsageError(say.say("fmt.not_both", one="--fix", other="--fill"))

"""``allfives schema``: the JSON Schemas of the format."""

from __future__ import annotations

from pathlib import Path

import click

from allfives_cli.commands.hints import unknown_name
from allfives_cli.commands.options import lang_option
from allfives_cli.commands.output import make_folder, write_output
from allfives_cli.record.schemas import SCHEMAS, file_name, schema_text
from allfives_cli.statuses import SOUND
from allfives_cli.text.catalog import Catalog


@click.command("schema")
@click.argument("name", required=False)
@click.option(
    "--write",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write every schema into a folder.",
)
@lang_option
def command(*, name: str | None, write: str | None, lang: Catalog) -> int:
    """List the schemas, print one, or write all of them to a folder."""
    if name is not None and name not in SCHEMAS:
        stem = Path(name).name.partition(".")[0]  # of its file's name, as far as it is the schema's
        raise unknown_name(lang, "usage.unknown_schema", name, tuple(SCHEMAS), like=stem)
    if write is not None:
        make_folder(write, lang)
        for each in SCHEMAS if name is None else (name,):
            write_output(str(Path(write, file_name(each))), schema_text(each), lang)
    elif name is None:
        click.echo("\n".join(SCHEMAS))
    else:
        click.echo(schema_text(name), nl=False)
    return SOUND

"""Printing: documents for programs, paths in sentences, and output that nobody reads any more."""

from __future__ import annotations

import os
import sys

import click

from allfives_cli.show.plain_json import json_text
from allfives_cli.text.catalog import Said
from allfives_cli.text.safe import safe


def echo_json(document: object) -> None:
    """Print one JSON document, in UTF-8 whatever the terminal's encoding."""
    click.echo(f"{json_text(document)}\n".encode(), nl=False)


def echo_folded(sentence: str, width: int, *, err: bool = True) -> None:
    """Print a sentence, on standard error unless said otherwise; no path in it is broken."""
    from allfives_cli.show.wrapping import hanging  # noqa: PLC0415 - most of what prints folds nothing

    click.echo("\n".join(hanging("", sentence.split(" "), width)), err=err)


def let_go_of_output() -> None:
    """Send to nowhere what is still to be printed, where nobody is left to read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


def shown_path(path: str) -> Said:
    """A path as it stands in a sentence, whole."""
    return Said(safe(path, None))

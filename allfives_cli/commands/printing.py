"""Printing what a command has to say to a program."""

from __future__ import annotations

import click

from allfives_cli.show.plain_json import json_text


def echo_json(document: object) -> None:
    """Print one JSON document, in UTF-8 whatever the terminal's encoding."""
    click.echo(f"{json_text(document)}\n".encode(), nl=False)

"""Printing what a command has to say to a program."""

from __future__ import annotations

import os
import sys

import click

from allfives_cli.show.plain_json import json_text


def echo_json(document: object) -> None:
    """Print one JSON document, in UTF-8 whatever the terminal's encoding."""
    click.echo(f"{json_text(document)}\n".encode(), nl=False)


def let_go_of_output() -> None:
    """Send to nowhere what is still to be printed, where nobody is left to read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())

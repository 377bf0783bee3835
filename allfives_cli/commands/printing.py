"""Printing what a command has to say to a program."""

from __future__ import annotations

import json

import click


def echo_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))

"""What is said of a name that is none of those that a command knows."""

from __future__ import annotations

from collections.abc import Sequence

import click

from allfives_cli.nearest import nearest
from allfives_cli.text.catalog import Catalog


def unknown_name(say: Catalog, key: str, name: str, names: Sequence[str]) -> click.UsageError:
    """The error of a sentence with ``name`` and ``names``, and the name that may be meant."""
    said, near = say.say(key, name=name, names=names), nearest(name, names)
    return click.UsageError(said if near is None else f"{said} {say.say('usage.meant', name=near)}")

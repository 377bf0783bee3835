"""Players and sides whom a command line names, as freely as a turn line does."""

from __future__ import annotations

from collections.abc import Sequence

import click

from allfives_cli.record.naming import find_player
from allfives_cli.record.notation import Unreadable
from allfives_cli.text.catalog import Catalog


def key_meant(name: str, keys: Sequence[str], say: Catalog, unknown: str) -> str:
    """The key that a name means: in full, in other capitals, or by a beginning of it alone.

    Raises click.UsageError where it might mean several, and, with the sentence
    ``unknown``, where it means none.
    """
    try:
        return find_player(name, keys, 0, len(name))
    except Unreadable as unreadable:
        problem = unreadable.problem
    if problem.code == "name-not-unique":
        raise click.UsageError(say.finding(problem.code, problem.params))
    raise click.UsageError(unknown)

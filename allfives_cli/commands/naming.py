"""Players and sides whom a command line names, as freely as a turn line does."""

from __future__ import annotations

from collections.abc import Sequence

import click

from allfives_cli.checking.table import Table
from allfives_cli.commands.hints import hinted
from allfives_cli.record.naming import find_player
from allfives_cli.record.notation import Unreadable
from allfives_cli.text.catalog import Catalog


def key_meant(
    name: str, keys: Sequence[str], say: Catalog, unknown: str, words: Sequence[str] = ()
) -> str:
    """The key that a name means: in full, in other capitals, or by a beginning of it alone.

    Raises click.UsageError where it might mean several, and, with the sentence
    ``unknown`` and a hint at the keys or ``words`` that may be meant, where it means none.
    """
    try:
        return find_player(name, keys, 0, len(name))
    except Unreadable as unreadable:
        problem = unreadable.problem
    if problem.code == "name-not-unique":
        raise click.UsageError(say.finding(problem.code, problem.params))
    raise click.UsageError(hinted(unknown, name, [*keys, *words], say))


def side_meant(name: str, table: Table, say: Catalog, unknown: str) -> int:
    """The side that a name means: its key, any of its players, or several of them with +.

    Raises click.UsageError as `key_meant` does.
    """
    if name in table.side_index:
        return table.side_index[name]
    whole = name in table.players
    parts = [name] if whole else [part.strip() for part in name.split("+")]
    seats = [table.seat_of[key_meant(part, table.players, say, unknown)] for part in parts]
    sides = {table.side_of(seat) for seat in seats}
    if len(sides) > 1 or len(set(seats)) < len(seats):
        raise click.UsageError(unknown)
    return sides.pop()


def word_meant(name: str, words: Sequence[str], players: Sequence[str]) -> str | None:
    """The word that is written here, in whatever capitals, unless a player is called so."""
    written = name.casefold()
    if name in players or (name not in words and written in map(str.casefold, players)):
        return None
    return written if written in words else None

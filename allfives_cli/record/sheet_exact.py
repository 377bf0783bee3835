"""Names of a record that a sheet would take for shortened ones, and their quotes, which forbid it.

No sound record has any: they are names of nobody at the table, as `Be` where Ben sits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from allfives_cli.record.model import End, Record, Round, Setup, Turn
from allfives_cli.record.naming import meant_by
from allfives_cli.record.yaml_writing import Column, Exact, Lines, Tall, Tree, Verbatim

_AS_THEY_ARE: Final = (Verbatim, Lines)


def misleading_names(record: Record) -> AbstractSet[str]:
    """The names that mean somebody else when they are read as shortened ones."""
    players = [player.key for player in record.players]
    unknown = {*_names(record)}.difference(players)
    return {name for name in unknown if meant_by(name, players) != name}


def with_exact(tree: Mapping[str, Tree], names: AbstractSet[str]) -> Mapping[str, Tree]:
    """A tree in which these names are in quotes, be they keys or values."""
    return _mapping(tree, names) if names else tree


def _exact(tree: Tree, names: AbstractSet[str]) -> Tree:
    if isinstance(tree, Mapping):
        return _mapping(tree, names)
    if isinstance(tree, list):
        items = [_exact(item, names) for item in tree]
        return Column(items) if isinstance(tree, Column) else items
    is_name = isinstance(tree, str) and not isinstance(tree, _AS_THEY_ARE) and tree in names
    return Exact(tree) if is_name else tree


def _mapping(tree: Mapping[str, Tree], names: AbstractSet[str]) -> Mapping[str, Tree]:
    items = {Exact(k) if k in names else k: _exact(item, names) for k, item in tree.items()}
    return Tall(items) if isinstance(tree, Tall) else items


def _names(record: Record) -> Iterator[str]:
    for side in record.sides or ():
        yield from side.players
    for played in record.rounds:
        yield from _names_of_round(played)
    if record.result is not None:
        yield from record.result.winners or ()
        yield from record.result.totals or ()


def _names_of_round(played: Round) -> Iterator[str]:
    if played.lead is not None and played.lead.by is not None:
        yield played.lead.by
    yield from played.hands or ()
    if played.setup is not None:
        yield from _names_of_setup(played.setup)
    yield from _names_of_turns(played.turns)
    if played.end is not None:
        yield from _names_of_end(played.end)


def _names_of_setup(setup: Setup) -> Iterator[str]:
    yield setup.turn
    yield from setup.hands
    yield from setup.totals or ()


def _names_of_turns(turns: Iterable[Turn]) -> Iterator[str]:
    for turn in turns:
        yield turn.by
        yield from (claim.by for claim in turn.claimed or ())
        for alternative in turn.alts or ():
            yield from _names_of_turns(alternative.line)


def _names_of_end(end: End) -> Iterator[str]:
    if end.by is not None:
        yield end.by
    for by_name in (end.left, end.pips, end.settlement, end.totals):
        yield from by_name or ()

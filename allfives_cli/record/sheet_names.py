"""The names of players and sides in a sheet, read wherever one stands as in a turn line.

So `ben: 6-3 6-2` is the hand of Ben. What means nobody, or more than one, stays what is written,
and so do two names of one mapping that mean the same: the rules refuse them. In quotes, and in
JSON, a name is what it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from allfives_cli.record.naming import meant_by
from allfives_cli.record.sheet_draft import Convert, Draft, convert_items
from allfives_cli.record.sheet_values import hands, numbers, text, texts
from allfives_cli.record.source import Node

_QUOTES: Final = ("'", '"')


def player(draft: Draft, node: Node) -> Node:
    """What stands where a player is named."""
    return _named(draft, text(draft, node), draft.players)


def players(draft: Draft, node: Node) -> Node:
    """What stands where players are named; one may stand for a list of one."""
    named = texts(draft, node)
    return _players(draft, named) or named


def hands_of(draft: Draft, node: Node) -> Node:
    """Tiles by player."""
    return hands(draft, _keyed(draft, node, draft.players))


def points_of(draft: Draft, node: Node) -> Node:
    """Numbers by player."""
    return numbers(draft, _keyed(draft, node, draft.players)) or node


def points_of_sides(draft: Draft, node: Node) -> Node:
    """Numbers by side."""
    return numbers(draft, _keyed(draft, node, draft.sides)) or node


def sides(draft: Draft, node: Node) -> Node:
    """What stands where sides are named; one may stand for a list of one."""
    named = texts(draft, node)
    return _sides(draft, named) or named


def _side(draft: Draft, node: Node) -> Node:
    return _named(draft, node, draft.sides)


_players: Final[Convert] = convert_items(player)
_sides: Final[Convert] = convert_items(_side)


def _named(draft: Draft, node: Node, known: Sequence[str] | None) -> Node:
    if not draft.is_sheet or not known or node.style != "plain" or not isinstance(node.value, str):
        return node
    meant = meant_by(node.value, known)
    return node if meant == node.value else draft.scalar(meant, (node.start, node.end))


def _keyed(draft: Draft, node: Node, known: Sequence[str] | None) -> Node:
    """A mapping under the keys that its names mean."""
    if not draft.is_sheet or not known or not isinstance(node.value, dict):
        return node
    if all(key in known for key in node.value):
        return node
    places, written = node.keys or {}, draft.source.text
    meant = {
        key: key if written[places[key][0]] in _QUOTES else meant_by(key, known)
        for key in node.value
    }
    if len(set(meant.values())) < len(meant):
        return node
    items = {meant[key]: item for key, item in node.value.items()}
    keys = array("I", [at for key in node.value for at in places[key]])
    return Node(items, node.start, node.end, node.style, written, keys)

"""A sheet brought to the record's canonical shape, value by value, every value keeping its place.

People write less and other than the models want: players by their names, hands as a text of
tiles, turns as lines. `normalise` reads all that; JSON passes through it as well, and what is
canonical stays the node that it was. Nothing is guessed: what cannot be read becomes a problem
(`SHEET_CODES`) and is left out, so that the rest can be checked. Unknown keys and values of the
wrong shape are left for the models to refuse; places left out are for the rules to find.

Shorthands besides those of `turn_lines` and `notation`: a list with one text may be that text;
a hand or draws may be the number of tiles nobody saw; ``lead: Ann``; a side as ``Ann+Cal``. In a
sheet, but not in JSON, names are read as in turn lines (`sheet_names`); a round without ``lead``
was led by the player of its first turn, and how that was decided is unknown (an empty ``lead:``
says that nobody is known to have led); and comments become notes (`sheet_comments`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from allfives_cli.record.places import Note
from allfives_cli.record.sheet_comments import with_comments
from allfives_cli.record.sheet_draft import (
    Draft,
    SheetProblem,
    convert_items,
    convert_keys,
    plain_of,
)
from allfives_cli.record.sheet_names import (
    hands_of,
    player,
    players,
    points_of,
    points_of_sides,
    sides,
)
from allfives_cli.record.sheet_turns import with_turns
from allfives_cli.record.sheet_values import (
    boneyard,
    layout,
    text,
    texts,
    tiles,
)
from allfives_cli.record.source import Node, Plain, Source

_MOST_PLAYERS: Final = 4  # that are read
_LONGEST_NAME: Final = 100


class Normalised(NamedTuple):
    """The tree in canonical shape, and what there is to say about it.

    Remarks that the source already holds are not repeated in ``notes``.
    """

    root: Node
    notes: list[Note]
    problems: list[SheetProblem]

    def plain(self) -> Plain:
        """The record as ordinary values, without places."""
        return plain_of(self.root)


def normalise(source: Source) -> Normalised:
    """Bring a source's tree to the shape of the models. Never raises for its input."""
    draft = Draft(source)
    root = source.root
    fields = root.value
    if isinstance(fields, dict):
        listed = fields.get("players")
        if listed is not None:
            with draft.within("players"):
                root = draft.changed(root, "players", _players(draft, listed))
        names = draft.players or ()
        if len(names) < _MOST_PLAYERS and "sides" not in fields:
            draft.sides = names
        root = _record(draft, root) or root
        if draft.is_sheet:
            root = with_comments(draft, root)
    return Normalised(root, draft.notes, draft.problems)


def _players(draft: Draft, node: Node) -> Node:
    """The players as mappings; their keys are remembered, for the names in turn lines."""
    if isinstance(node.value, list) and len(node.value) > _MOST_PLAYERS:
        params = {"found": len(node.value), "most": _MOST_PLAYERS}
        # a code of `shape`, said here so that a crowd is not read to the last name
        draft.problem("too-many", params, (node.start, node.end))
        node = draft.sequence(node.value[:_MOST_PLAYERS], (node.start, node.end))
    players = _player_list(draft, node) or node
    listed = players.value if isinstance(players.value, list) else []
    fields = [item.value for item in listed]
    keys = [field["key"].value for field in fields if isinstance(field, dict) and "key" in field]
    names = tuple(key for key in keys if isinstance(key, str) and len(key) <= _LONGEST_NAME)
    if names and len(names) == len(listed):
        draft.players = names
    return players


def _player(draft: Draft, node: Node) -> Node:
    if isinstance(node.value, dict):
        return _player_fields(draft, node) or node
    key = text(draft, node)
    if not isinstance(key.value, str):
        return node
    return draft.mapping({"key": key}, (node.start, node.end))


def _side(draft: Draft, node: Node) -> Node:
    """A side; the text `Ann+Cal` is a pair, since no player's key has a plus."""
    if not isinstance(node.value, str):
        return _side_fields(draft, node) or node
    placing = draft.placing(node)
    players, at = [], 0
    for name in node.value.split("+", _MOST_PLAYERS):
        players.append(draft.scalar(name, placing(at, at + len(name))))
        at += len(name) + 1
    place = node.start, node.end
    return draft.mapping({"key": node, "players": draft.sequence(players, place)}, place)


def _lead(draft: Draft, node: Node) -> Node:
    by = player(draft, node)
    if isinstance(by.value, str):
        return draft.mapping({"by": by}, (node.start, node.end))
    return _lead_fields(draft, node) or node


def _round(draft: Draft, node: Node) -> Node:
    if not isinstance(node.value, dict):
        return node
    new = _round_fields(draft, node) or node
    new = with_turns(draft, new, "turns", 1)
    turns = new.value.get("turns") if isinstance(new.value, dict) else None
    lead = node.value.get("lead")
    if draft.is_sheet and lead and lead.value is None:
        return draft.with_keys(new, {"lead": None})
    if draft.is_sheet and turns and not lead and "setup" not in node.value:
        by = _first_player(turns)
        if by:
            place = by.start, by.end
            how = draft.scalar("unknown", place)
            new = draft.with_keys(new, {"lead": draft.mapping({"by": by, "how": how}, place)})
    return new


def _first_player(turns: Node) -> Node | None:
    first = turns.value[0].value if isinstance(turns.value, list) and turns.value else None
    by = first.get("by") if isinstance(first, dict) else None
    return by if by and isinstance(by.value, str) else None


_player_fields: Final = convert_keys({"key": text, "name": text, "kind": text})
_player_list: Final = convert_items(_player)
_side_fields: Final = convert_keys({"key": text, "players": players})
_lead_fields: Final = convert_keys({"by": player, "how": text})
_round_fields: Final = convert_keys(
    {
        "lead": _lead,
        "hands": hands_of,
        "setup": convert_keys(
            {
                "layout": layout,
                "hands": hands_of,
                "boneyard": boneyard,
                "turn": player,
                "totals": points_of_sides,
            }
        ),
        "boneyard": tiles,
        "end": convert_keys(
            {
                "how": text,
                "by": player,
                "left": hands_of,
                "pips": points_of,
                "settlement": points_of_sides,
                "totals": points_of_sides,
            }
        ),
        "notes": texts,
    }
)
_record: Final = convert_keys(
    {
        "sides": convert_items(_side),
        **dict.fromkeys(("event", "place", "date", "started", "recorder", "view", "rules"), text),
        "rounds": convert_items(_round),
        "result": convert_keys({"how": text, "winners": sides, "totals": points_of_sides}),
        "notes": texts,
    }
)

"""Single values of a sheet in canonical shape: texts, numbers, tiles and lists of tiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.notation import (
    AMOUNT,
    Part,
    Problem,
    amount_of,
    read_hand,
    read_plays,
    read_tile,
    split_tiles,
)
from allfives_cli.record.sheet_draft import (
    Draft,
    ReadLater,
    convert_items,
    convert_keys,
    convert_values,
)
from allfives_cli.record.source import Node
from allfives_cli.record.turn_quick import quick_tiles

_AMOUNT: Final = re.compile(AMOUNT)
_PIPS: Final = re.compile("[0-6]")
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
_LIKE_A_HYPHEN: Final = re.compile("[^ -~\U0001f030-\U0001f093\ufe0e\ufe0f]")


def text(draft: Draft, node: Node) -> Node:
    """What stands where a text is wanted: an unquoted number or word of a sheet is a text there."""
    if node.value is None or isinstance(node.value, str | list | dict):
        return node
    return draft.scalar(node.raw, (node.start, node.end)) if draft.is_sheet else node


def texts(draft: Draft, node: Node) -> Node:
    """What stands where a list of texts is wanted; one text may stand for a list of one."""
    if isinstance(node.value, list):
        return _items_text(draft, node) or node
    only = text(draft, node)
    return draft.sequence([only], (node.start, node.end)) if isinstance(only.value, str) else node


def number(draft: Draft, node: Node) -> Node:
    """What stands where a number is wanted: `7,5` and `7½` are numbers in a sheet."""
    if not draft.is_sheet or node.style != "plain" or not isinstance(node.value, str):
        return node
    written = node.value
    if not _AMOUNT.fullmatch(written):
        return node
    return draft.scalar(amount_of(written), (node.start, node.end))


numbers: Final = convert_values(number)
_items_text: Final = convert_items(text)


def tile(draft: Draft, node: Node) -> Node | None:
    """What stands where one tile is wanted."""
    if isinstance(node.value, str) and node.value in TILE_BY_TEXT:
        return node
    written = _written(node)
    if written is None:
        return node
    found = read_tile(written)
    place = node.start, node.end
    if found is None:
        draft.problem("not-a-tile", {"value": written}, place)
        return None
    _remark(draft, node, written, found[0].text)
    return draft.scalar(found[0].text, place)


def site(draft: Draft, node: Node) -> Node | None:
    """What stands where a tile or a number of pips is wanted."""
    written = _written(node)
    if written is not None and _PIPS.fullmatch(written):
        is_number = isinstance(node.value, int)
        return node if is_number else draft.scalar(int(written), (node.start, node.end))
    if isinstance(node.value, int) and read_tile(node.raw) is None:
        return node
    return tile(draft, node)


def tiles(draft: Draft, node: Node) -> Node:
    """What stands where a list of tiles is wanted: a list, a text of tiles, or their number."""
    if isinstance(node.value, list):
        return _tile_list(draft, node)
    if isinstance(node.value, str):
        quick = quick_tiles(node.value)
        if quick is not None:
            return ReadLater([*quick], partial(_tiles_of, draft, node, node.value))
        parts, problems = read_hand(node.value)
    elif isinstance(node.value, int) and _DIGITS.fullmatch(node.raw):
        parts, problems = read_hand(node.raw)
    else:
        return node
    return _from_text(draft, node, parts, problems)


def _tiles_of(draft: Draft, node: Node, written: str) -> Node:
    return _from_text(draft, node, *split_tiles(written))


def boneyard(draft: Draft, node: Node) -> Node:
    """What stands where tiles or their number are wanted, and the number may stay one."""
    return node if isinstance(node.value, int) else tiles(draft, node)


def hands(draft: Draft, node: Node) -> Node:
    """Tiles by player. In braces a comma ends a player's tiles, and the next tile looks a key."""
    if not isinstance(node.value, dict):
        return node
    changes: dict[str, Node | None] = {}
    player = ""
    for key, item in node.value.items():
        found = read_tile(key) if item.value is None else None
        if found:
            place = (node.keys or {}).get(key, (node.start, node.end))
            params = {"player": player, "tile": found[0].text}
            draft.problem("comma-splits-tiles", params, place, player)
            changes[key] = None
            continue
        player = key
        with draft.within(key):
            new = tiles(draft, item)
        if new is not item:
            changes[key] = new
    return draft.with_keys(node, changes) if changes else node


_placed: Final = convert_keys({"tile": tile, "on": site})


def layout(draft: Draft, node: Node) -> Node:
    """Plays without players: a text, or a list of texts and mappings."""
    if isinstance(node.value, str):
        return _from_text(draft, node, *read_plays(node.value))
    if not isinstance(node.value, list):
        return node
    items: list[Node] = []
    for item in node.value:
        if isinstance(item.value, str):
            parts, problems = read_plays(item.value)
            plays = _from_text(draft, item, parts, problems, len(items)).value
            items += plays if isinstance(plays, list) else []
        else:
            with draft.within(len(items)):
                items.append(_placed(draft, item) or item)
    return _list_of(draft, node, items)


def _tile_list(draft: Draft, node: Node) -> Node:
    items: list[Node] = []
    for item in node.value if isinstance(node.value, list) else ():
        if draft.is_full:
            break
        if not isinstance(item.value, str):
            with draft.within(len(items)):
                new = tile(draft, item)
            items += [new] if new else []
        elif item.value in TILE_BY_TEXT or item.value == UNSEEN:
            items.append(item)
        else:
            parts, problems = split_tiles(item.value)
            if len(parts) == 1:
                _remark(draft, item, item.value, str(parts[0].value))
            found = _from_text(draft, item, parts, problems, len(items)).value
            items += found if isinstance(found, list) else []
    return _list_of(draft, node, items)


def _list_of(draft: Draft, node: Node, items: list[Node]) -> Node:
    old = node.value
    same = isinstance(old, list) and len(old) == len(items)
    if same and all(map(_is, items, old if isinstance(old, list) else ())):
        return node
    return draft.sequence(items, (node.start, node.end))


def _is(one: Node, other: Node) -> bool:
    return one is other


def _from_text(
    draft: Draft, node: Node, parts: Sequence[Part], problems: Sequence[Problem], *steps: int
) -> Node:
    """The list that was read from a text, its problems being reported."""
    placing = draft.placing(node)
    draft.problems_in(placing, problems, *steps)
    items = [draft.node_of(part, placing) for part in parts]
    return draft.sequence(items, (node.start, node.end))


def _written(node: Node) -> str | None:
    """What is written for one tile; None where it is a value for the models to refuse.

    `[1|4]` is a list of one text to YAML, and `14` a number.
    """
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, list):
        only = node.value[0].value if len(node.value) == 1 and node.style == "flow" else None
        return f"[{only}]" if isinstance(only, str) else None
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return None
    return node.raw


def _remark(draft: Draft, node: Node, written: str, canonical: str) -> None:
    """Note a spelling in which other tools see no text, or no hyphen."""
    if not isinstance(node.value, str) or _LIKE_A_HYPHEN.search(written):
        params = {"value": node.raw, "tile": canonical}
        draft.note("tile-spelling", params, (node.start, node.end))

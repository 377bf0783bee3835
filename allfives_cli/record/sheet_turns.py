"""The turns of a round or an alternative as a list of mappings, however they are written.

As a text of turn lines, or as a list whose items are mappings or texts of one line or several.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from allfives_cli.record.sheet_draft import (
    Convert,
    Draft,
    Placing,
    ReadLater,
    convert_items,
    convert_keys,
)
from allfives_cli.record.sheet_names import player
from allfives_cli.record.sheet_values import number, site, text, texts, tile, tiles
from allfives_cli.record.source import Node
from allfives_cli.record.turn_lines import LineTurn, TurnBlock, read_turns

MAX_TURN_LINES: Final = 10_000  # of one record
_LINE: Final = re.compile(r"[^\r\n]++")


def with_turns(draft: Draft, holder: Node, key: str, first: int) -> Node:
    """Read the turns of a round or an alternative; notes below them become the holder's."""
    turns = holder.value.get(key) if isinstance(holder.value, dict) else None
    if turns is None:
        return holder
    with draft.within(key):
        new, closing = _turns(draft, turns, first)
    holder = draft.changed(holder, key, new)
    return draft.with_notes(holder, "notes", closing) if closing else holder


def _turns(draft: Draft, node: Node, first: int) -> tuple[Node, list[Node]]:
    """Turns as a list of mappings, and the notes below the last."""
    if isinstance(node.value, str):
        turns, closing = _lines(draft, node, first, 0, [])
        return draft.sequence(turns, (node.start, node.end)), closing
    if not isinstance(node.value, list):
        return node, []
    turns = []
    above: list[Node] = []  # notes below the lines of an item speak of the next item's turn
    same = True
    missing = 0
    for item in node.value:
        line = item if isinstance(item.value, dict) else text(draft, item)
        if isinstance(line.value, str):
            if draft.lines_read > MAX_TURN_LINES:
                same = False
                continue
            number_of_next = first + len(turns) + missing
            read_before = draft.lines_read
            found, above = _lines(draft, line, number_of_next, len(turns), above)
            missing += draft.lines_read - read_before - len(found)
            turns += found
            same = False
            continue
        draft.turn_number = first + len(turns) + missing
        with draft.within(len(turns)):
            turn = _turn_fields(draft, line) or line
        turns.append(draft.with_notes(turn, "before", above) if above else turn)
        same = same and turns[-1] is item
        above = []
    return (node if same else draft.sequence(turns, (node.start, node.end))), above


def _lines(
    draft: Draft, node: Node, first: int, index: int, above: list[Node]
) -> tuple[list[Node], list[Node]]:
    """The turns of a text of lines, of which the first is at `index` of its list; notes below."""
    written = str(node.value)
    placing = draft.placing(node)
    if written.count("\n") > 2 * MAX_TURN_LINES:
        block = TurnBlock([], [], [], 0, 0)
    else:
        most = MAX_TURN_LINES - draft.lines_read
        block = read_turns(written, draft.players, first=first, most=most)
    folded = _folded(node, written)
    if folded and (block.problems or (node.style == "folded" and "#" in written)):
        draft.lines_read += folded
        first_line = _LINE.match(node.raw)
        end = node.start + (first_line.end() if first_line else 0)
        draft.problem("turns-folded", {"lines": folded}, (node.start, end), index)
        return [], above
    draft.lines_read += block.lines
    for at, problem in block.problems:
        draft.problems_in(placing, [problem], index + at)
    if block.overflow is not None:
        draft.lines_read = MAX_TURN_LINES + 1
        place = node.start, node.start + 1
        if block.lines:
            place = placing(block.overflow, block.overflow + 1)
        params = {"limit": MAX_TURN_LINES}
        draft.problem("too-many-turn-lines", params, place, index + len(block.turns))
    turns: list[Node] = [
        ReadLater(turn.plain, partial(_node_of, draft, turn, placing)) for turn in block.turns
    ]
    if above and turns:
        turns[0] = draft.with_notes(turns[0], "before", above)
        above = []
    return turns, [*above, *(draft.node_of(note, placing) for note in block.closing)]


def _folded(node: Node, written: str) -> int:
    """How many lines a text is written on of which YAML has joined some; 0 where it has none."""
    if node.style == "literal":
        return 0
    lines = [line for line in _LINE.findall(node.raw) if line.strip()]
    lines = lines[1:] if node.style == "folded" else lines  # below `>`
    joined = sum(1 for line in _LINE.findall(written) if line.strip())
    return len(lines) if len(lines) > joined else 0


def _node_of(draft: Draft, turn: LineTurn, placing: Placing) -> Node:
    return draft.node_of(turn.part, placing)


def _alternative(draft: Draft, node: Node) -> Node:
    new = _alternative_fields(draft, node) or node
    first = draft.turn_number
    new = with_turns(draft, new, "line", first)
    draft.turn_number = first
    return new


_TURN: Final[dict[str, Convert]] = {
    "by": player,
    "before": texts,
    "draw": tiles,
    "tile": tile,
    "on": site,
    "sum": number,
    "award": number,
    "due": number,
    "total": number,
    "claimed": convert_items(convert_keys({"by": player, "award": number, "total": number})),
    "mark": text,
    "notes": texts,
    "time": number,
}
_alternative_fields: Final = convert_keys({"notes": texts})
_turn_fields: Final = convert_keys({**_TURN, "alts": convert_items(_alternative)})

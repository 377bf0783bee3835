"""Empty sheets to fill in: for an editor, which read as unfinished records, and for paper.

The columns of a printed one are those of a turn line, so that what is written into it can be
typed off as it stands. Words come from the catalog; the words of the grammar are read in every
language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from allfives_cli.checking.table import Table
from allfives_cli.record.model import UNSEEN
from allfives_cli.record.notation import is_clear_count
from allfives_cli.record.yaml_writing import Verbatim, quoted, yaml_text
from allfives_cli.rulesets import published
from allfives_cli.show.wrapping import columns, folded, hanging
from allfives_cli.text.catalog import Catalog

NARROWEST: Final = 76
"""Columns that the printed sheet needs."""

_EXPLAINS: Final = "#: "
"""Begins a comment that belongs to the form and is no note of the record."""
_WIDTH: Final = 80
_LINES: Final = 28
"""Turns for which the printed sheet has room: one for each tile of the set."""
_TILE: Final = "__-__"
_NAME: Final = "_" * 8
_WON: Final = 45
_LOST: Final = 25
"""Scores in an example, in points."""


class Blank(NamedTuple):
    """Who sits at a table, and the day, where it is known. ``alone``: four who play so."""

    table: Table
    date: str | None = None
    alone: bool = False


def sheet(blank: Blank, say: Catalog) -> str:
    """A sheet in YAML with a comment on each part; its first round is to be filled in."""
    table = blank.table
    names = [quoted(player) for player in table.players]
    lines = _comment(say.say("new.sheet.about"))
    lines += ["allfives: 1", f"players: [{', '.join(names)}]"]
    if blank.alone:
        lines.append(f"sides: [{', '.join(names)}]")
    lines += _comment(say.say("new.sheet.facts"))
    lines.append(f"date: {blank.date}" if blank.date else f"{_EXPLAINS}date: 2026-09-22")
    lines += yaml_text({"rules": _rules(table)}).splitlines()
    lines.append("rounds:")
    lines += _comment(say.say("new.sheet.round"))
    lines += [f"- lead: {names[0]}", *_comment(say.say("new.sheet.hands"), "  "), "  hands:"]
    # A number alone, unless it might be taken for a tile, as 14 for 1-4.
    size = table.hand_size
    unseen = str(size) if is_clear_count(size) else quoted(" ".join([UNSEEN] * size))
    lines += [f"    {name}: {unseen}" for name in names]
    lines += _comment(say.say("new.sheet.turns"), "  ")
    one, other = table.players[0], table.players[1]
    for key in ("play", "scores", "draws", "passes"):
        lines.append(f"  {_EXPLAINS}  {say.say(f'new.sheet.line.{key}', one=one, other=other)}")
    lines += ["  turns: |", ""]
    lines += _comment(say.say("new.sheet.end"), "  ")
    lines += [f"  {_EXPLAINS}{line}" for line in yaml_text(_end(table)).splitlines()]
    lines += _comment(say.say("new.sheet.result"))
    lines += [f"{_EXPLAINS}{line}" for line in yaml_text(_result(table)).splitlines()]
    return "".join(f"{line}\n" for line in lines)


def _comment(text: str, indent: str = "") -> list[str]:
    begin = indent + _EXPLAINS
    return [begin + line for line in folded(text, _WIDTH - len(begin))]


def _rules(table: Table) -> Any:  # noqa: ANN401 - as a record writes them
    """The name of a published rule set, or that with the options that differ from it."""
    base = table.rules.base
    usual = published(base).options()
    options = table.rules.options().items()
    differing = {option: value for option, value in options if usual[option] != value}
    return {"base": base, **differing} if differing else base


def _end(table: Table) -> dict[str, Any]:
    """How a round might end, as an example."""
    one, other, *_ = table.players
    first, *rest = table.side_keys
    return {
        "end": {
            "how": "out",
            "by": one,
            "left": {other: Verbatim("4-4 1-5")},
            "settlement": {first: 15},
            "totals": {first: _WON, **dict.fromkeys(rest, _LOST)},
        }
    }


def _result(table: Table) -> dict[str, Any]:
    first, *rest = table.side_keys
    totals = {first: table.target, **dict.fromkeys(rest, _LOST)}
    return {"result": {"how": "target", "winners": [first], "totals": totals}}


# -- on paper ------------------------------------------------------------------------


def printed_sheet(blank: Blank, say: Catalog, width: int = _WIDTH) -> list[str]:
    """A sheet for one round on paper, at most ``width`` columns wide and at least NARROWEST."""
    table = blank.table
    lines = _head(blank, say, width)
    lines += _hands("new.print.hands", table, say, width)
    lines += ["", *_turns(say, width), ""]
    lines += _hands("new.print.left", table, say, width, _gap(say.say("words.pips"), 4))
    lines += ["", *_settlement(table, say, width)]
    return lines


def _head(blank: Blank, say: Catalog, width: int) -> list[str]:
    table = blank.table
    facts = [
        f"{say.say('words.rules')}: {table.rules.base}",
        f"{say.say('words.target')}: {table.target}",
        f"{say.say('new.print.date')}: {blank.date or '_' * 10}",
        _gap(say.say("words.round"), 3),
    ]
    seated = [f"{say.say('words.players')}:", *_separated(table.players)]
    lines = hanging("", facts, width, gap="   ") + hanging("", seated, width)
    if len(table.side_keys) < len(table.players):
        lines += hanging("", [f"{say.say('words.sides')}:", *_separated(table.side_keys)], width)
    led = [_gap(say.say("new.print.leader"), 12), _gap(say.say("new.print.decided"), 16)]
    return [*lines, *hanging("", led, width, gap="   "), ""]


def _separated(names: Sequence[str]) -> list[str]:
    return [*(f"{name}," for name in names[:-1]), names[-1]]


def _gap(word: str, length: int) -> str:
    return f"{word} {'_' * length}"


def _hands(title: str, table: Table, say: Catalog, width: int, after: str = "") -> list[str]:
    """Room for the tiles of every player."""
    lines = folded(say.say(title), width)
    label = max(columns(player) for player in table.players) + len("    ")
    for player in table.players:
        slots = [_TILE] * table.hand_size + ([after] if after else [])
        lines += hanging(_filled(f"  {player}", label), slots, width)
    return lines


def _turns(say: Catalog, width: int) -> list[str]:
    """Lines of the grammar with room for their parts, under the name of each column."""
    draws, on = say.say("words.draws"), say.say("words.on")
    cells = [
        (say.say("new.print.turn"), "{number:>2}."),
        (say.say("new.print.name"), _NAME),
        (draws, f"{draws} {'_' * 8},"),
        (say.say("words.tile"), _TILE),
        (on, f"{on} {_TILE}"),
        (say.say("new.print.sum"), "=___"),
        (say.say("new.print.award"), "+___"),
        (say.say("new.print.total"), "(_____)"),
    ]
    heads = [head for head, _ in cells]
    widths = [max(len(head), len(cell.format(number=1))) for head, cell in cells]
    used = sum(widths) + len(widths)
    note = "# " + "_" * (width - used - len("# "))
    lines = [_row([*heads, f"# {say.say('words.note')}"], widths)]
    for number in range(1, _LINES + 1):
        row = [cell.format(number=number) for _, cell in cells]
        lines.append(_row([*row, note], widths))
    return lines


def _row(cells: Iterable[str], widths: Sequence[int]) -> str:
    *filled, last = cells
    parts = [_filled(cell, width) for cell, width in zip(filled, widths, strict=True)]
    return " ".join([*parts, last])


def _filled(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _settlement(table: Table, say: Catalog, width: int) -> list[str]:
    """Room for how the round ended and what every side was paid."""
    *ways, last = (say.say(f"ending.{how}") for how in ("out", "blocked", "target"))
    ended = [f"{say.say('new.print.end')}:", *(f"{way} /" for way in ways), last]
    lines = hanging("", [*ended, _gap(say.say("new.print.by"), 12)], width)
    label = max(columns(side) for side in table.side_keys) + len("    ")
    for side in table.side_keys:
        room = [_gap(say.say("words.settlement"), 8), _gap(say.say("words.total"), 8)]
        lines += hanging(_filled(f"  {side}", label), room, width, gap="   ")
    return lines

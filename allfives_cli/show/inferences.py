"""What is proved of hidden tiles, in words, as grids and as JSON. Nothing is inferred here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import click

from allfives_cli.checking.facts import tiles_in
from allfives_cli.checking.hidden import Reason, Why
from allfives_cli.checking.knowledge import Excluded, Holding, Knowledge
from allfives_cli.explain import Explanation
from allfives_cli.game.tiles import HIGHEST_HALF, Tile
from allfives_cli.show.turns import INDENT, heading
from allfives_cli.show.wrapping import columns, folded, hanging, stacked
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

BY_RECORD: Final = "record"
BY_TABLE: Final = "table"
_OF_ALL_OTHERS: Final = frozenset({Why.ALL_SEEN, Why.EMPTY})
_GAP: Final = 3


@dataclass(frozen=True, slots=True)
class Inference:
    """What is known after a turn; None where no deal agrees with what was written.

    ``eyes`` are ``record``, ``table`` or the player whose hand is seen.
    """

    explained: Explanation
    known: Knowledge | None
    eyes: str
    hindsight: bool


class _Cell(Enum):
    """What a grid says of a tile: its sign, its word, its colour."""

    CERTAIN = ("#", "certain", "green")
    POSSIBLE = ("?", "possible", "yellow")
    IMPOSSIBLE = (".", "impossible", None)
    ON_TABLE = ("-", "on_table", None)

    @property
    def shown(self) -> str:
        return click.style(self.value[0], fg=self.value[2]) if self.value[2] else self.value[0]


# -- words -----------------------------------------------------------------------


def inference_lines(inferred: Inference, say: Catalog, width: int) -> list[str]:
    """One turn: whose eyes, then each hand and the boneyard with every exclusion's reason."""
    lines = _head(inferred, say, width)
    known, number = inferred.known, inferred.explained.round
    if known is None:
        return lines
    for holding in known.holdings:
        lines += hanging(INDENT, _title(holding, say), width, "  ")
        lines += _holding(holding, number, say, width)
    label = f"{INDENT}{say.say('infer.on_table')}  "
    lines += hanging(label, [tile.text for tile in known.laid], width)
    return [*lines, ""]


def _head(inferred: Inference, say: Catalog, width: int) -> list[str]:
    eyes = inferred.eyes
    key = eyes if eyes in (BY_RECORD, BY_TABLE) else "player"
    seen = [say.say(f"infer.eyes.{key}", player=eyes)]
    if inferred.hindsight:
        seen.append(say.say("infer.eyes.hindsight"))
    lines = [*heading(inferred.explained, say, width), *folded(", ".join(seen), width, INDENT)]
    if inferred.known is None:
        lines += [*folded(say.say("infer.contradiction"), width, INDENT), ""]
    return lines


def _title(holding: Holding, say: Catalog) -> list[str]:
    """Whose tiles they are, and how many."""
    name = say.say("infer.boneyard") if holding.player is None else safe(holding.player)
    return [name, say.say("infer.size", number=holding.size)]


def _holding(holding: Holding, number: int, say: Catalog, width: int) -> Iterator[str]:
    labels = {key: say.say(f"infer.{key}") for key in ("certain", "possible", "impossible")}
    room = max(columns(label) for label in labels.values()) + 2
    indents = {key: INDENT * 2 + label.ljust(room) for key, label in labels.items()}
    for key, tiles in (("certain", holding.certain), ("possible", holding.possible)):
        if tiles:
            yield from hanging(indents[key], [tile.text for tile in tiles], width)
    excluded = [said.split() for said in _excluded(holding.impossible, number, say)]
    yield from stacked(indents["impossible"], excluded, width)


def _excluded(excluded: Sequence[Excluded], number: int, say: Catalog) -> Iterator[Said]:
    """Tiles that are excluded for the same reasons, together."""
    groups: dict[tuple[Reason, ...], list[Tile]] = {}
    for tile, reasons in excluded:
        groups.setdefault(reasons, []).append(tile)
    for reasons, tiles in groups.items():
        why = Said("; ".join(_reason(reason, number, say) for reason in reasons))
        if reasons[0].why in _OF_ALL_OTHERS:
            yield say.say("infer.others", why=why)
        else:
            yield say.say("infer.excluded", tiles=_listed(tiles), why=why)


def _reason(reason: Reason, number: int, say: Catalog) -> str:
    return say.say(
        f"infer.why.{reason.why.value}",
        player=reason.player,
        turn=f"{number}.{reason.turn}",
        tiles=_listed(tiles_in(reason.tiles)),
    )


def _listed(tiles: Sequence[Tile]) -> Said:
    return Said(" ".join(tile.text for tile in tiles))


# -- grids -----------------------------------------------------------------------


def grid_lines(inferred: Inference, say: Catalog, width: int) -> list[str]:
    """One turn as grids of seven by seven, side by side where they fit: a tile stands twice."""
    lines = _head(inferred, say, width)
    known = inferred.known
    if known is None:
        return lines
    room = width - len(INDENT)
    titles = [hanging("", _title(holding, say), room, "  ") for holding in known.holdings]
    highest = max(map(len, titles))
    blocks = [
        [*[""] * (highest - len(title)), *title, *_grid(holding, known)]
        for title, holding in zip(titles, known.holdings, strict=True)
    ]
    wide = max(columns(line) for title in titles for line in title) + _GAP
    wide = max(wide, 2 * (HIGHEST_HALF + 2) + _GAP)
    abreast = max(room // wide, 1)
    for first in range(0, len(blocks), abreast):
        lines += _beside(blocks[first : first + abreast], wide)
        lines.append("")
    signs = [f"{cell.shown} {say.say(f'infer.{cell.value[1]}')}" for cell in _Cell]
    return [*lines, *hanging(INDENT, signs, width, "   "), ""]


def _grid(holding: Holding, known: Knowledge) -> list[str]:
    """The values, and a row for each value."""
    values = range(HIGHEST_HALF + 1)
    rows = [
        " ".join([str(one), *(_cell(Tile(one, other), holding, known).shown for other in values)])
        for one in values
    ]
    return [" ".join([" ", *map(str, values)]), *rows]


def _cell(tile: Tile, holding: Holding, known: Knowledge) -> _Cell:
    if tile in known.laid:
        return _Cell.ON_TABLE
    if tile in holding.certain:
        return _Cell.CERTAIN
    return _Cell.POSSIBLE if tile in holding.possible else _Cell.IMPOSSIBLE


def _beside(blocks: Sequence[Sequence[str]], wide: int) -> Iterator[str]:
    for parts in zip(*blocks, strict=True):
        line = INDENT
        for part in parts:
            line += part + " " * (wide - columns(click.unstyle(part)))
        yield line.rstrip()


# -- JSON ------------------------------------------------------------------------


def inference_json(inferred: Inference) -> dict[str, Any]:
    """The JSON of what is known after a turn; lists of tiles sorted. Turns are of this round.

    ``agrees`` is false, and hands and boneyard are not there, where no deal
    agrees with what was written.
    """
    explained, known = inferred.explained, inferred.known
    found: dict[str, Any] = {
        "round": explained.round,
        "turn": explained.turn,
        "by": explained.by,
        "eyes": inferred.eyes,
        "hindsight": inferred.hindsight,
        "agrees": known is not None,
    }
    if known is not None:
        *hands, boneyard = known.holdings
        found["table"] = [tile.text for tile in known.laid]
        found["hands"] = [{"player": hand.player, **_holding_json(hand)} for hand in hands]
        found["boneyard"] = _holding_json(boneyard)
    return found


def _holding_json(holding: Holding) -> dict[str, Any]:
    return {
        "tiles": holding.size,
        "certain": [tile.text for tile in holding.certain],
        "possible": [tile.text for tile in holding.possible],
        "impossible": [
            {"tile": tile.text, "why": [_reason_json(reason) for reason in reasons]}
            for tile, reasons in holding.impossible
        ],
    }


def _reason_json(reason: Reason) -> dict[str, Any]:
    found: dict[str, Any] = {"code": reason.why.value}
    if reason.player is not None:
        found["player"] = reason.player
    if reason.turn is not None:
        found["turn"] = reason.turn
    if reason.tiles:
        found["tiles"] = [tile.text for tile in tiles_in(reason.tiles)]
    return found

"""Hands, scores and the table that ``settle`` is told of on its command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import click

from allfives_cli.checking.table import Table, side_key
from allfives_cli.game.matches import default_sides
from allfives_cli.game.rules import FEWEST_PLAYERS, RuleSet, max_players
from allfives_cli.game.tiles import Tile
from allfives_cli.record.notation import read_tile
from allfives_cli.text.catalog import Catalog

Held = Mapping[str, Sequence[Tile]]
"""The tiles left, by player, in the order of the seats."""


def hands_from(texts: Sequence[str], say: Catalog) -> Held:
    """Read ``Ann=`` and ``Ben=3-4,6-6``. Raises click.UsageError."""
    held: dict[str, list[Tile]] = {}
    for text in texts:
        player, equals, tiles = text.partition("=")
        if not equals or not player.strip():
            raise click.UsageError(say.say("usage.hand", text=text))
        if player in held:
            raise click.UsageError(say.say("usage.hand_twice", player=player))
        held[player] = [_tile(part, player, say) for part in re.split(r"[,\s]+", tiles) if part]
    everything = [tile for hand in held.values() for tile in hand]
    for index, tile in enumerate(everything):
        if tile in everything[:index]:
            raise click.UsageError(say.say("usage.tile_twice", tile=tile.text))
    if not FEWEST_PLAYERS <= len(held) <= max_players():
        raise click.UsageError(say.say("usage.players", number=len(held)))
    return held


def _tile(text: str, player: str, say: Catalog) -> Tile:
    found = read_tile(text)
    if found is None:
        raise click.UsageError(say.say("usage.hand_tile", text=text, player=player))
    return found[0]


def pips_of(held: Held) -> list[int]:
    """Pips left, by seat."""
    return [sum(tile.pips for tile in hand) for hand in held.values()]


def who_went_out(out: str | None, held: Held, say: Catalog) -> int | None:
    """The seat that went out, None for a block. Raises click.UsageError."""
    players = list(held)
    if out is None:
        for player, hand in held.items():
            if not hand:
                raise click.UsageError(say.say("usage.out_missing", player=player))
        return None
    if out not in held:
        raise click.UsageError(say.say("usage.out_unknown", player=out, players=players))
    if held[out]:
        raise click.UsageError(say.say("usage.out_holds", player=out))
    return players.index(out)


def table_for(held: Held, rules: RuleSet, say: Catalog, *, alone: bool) -> Table:
    """The table that the hands stand for. Raises click.UsageError."""
    players = tuple(held)
    sides = default_sides(len(players))
    if alone and len(players) == max_players():
        if rules.four_players != "pairs-or-alone":
            raise click.UsageError(say.say("usage.alone"))
        sides = tuple((seat,) for seat in range(len(players)))
    keys = tuple(side_key(players, side) for side in sides)
    target = rules.target_for(len(players), len(sides))
    if target is None:
        raise click.UsageError(
            say.finding("no-target", {"players": len(players), "sides": len(sides)})
        )
    return Table(
        players=players,
        seat_of={player: seat for seat, player in enumerate(players)},
        sides=sides,
        side_keys=keys,
        side_index={key: index for index, key in enumerate(keys)},
        rules=rules,
        hand_size=rules.hand_size_for(len(players)) or 0,
        target=target,
    )


def totals_from(text: str | None, table: Table, say: Catalog) -> list[int]:
    """Scores before the settlement, by side, in halves. Raises click.UsageError."""
    totals = [0] * len(table.sides)
    for part in (text or "").split(",") if text else ():
        key, _, number = part.partition("=")
        match = re.fullmatch(r"(-?[0-9]{1,8})(?:\.([05]))?", number.strip(), re.ASCII)
        if match is None or key.strip() not in table.side_index:
            raise click.UsageError(say.say("usage.totals", text=text, sides=table.side_keys))
        totals[table.side_index[key.strip()]] = int(2 * float(number))
    return totals

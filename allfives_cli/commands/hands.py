"""Hands, scores and the table that ``settle`` is told of on its command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import click

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import Table, side_key
from allfives_cli.commands.naming import key_meant, side_meant
from allfives_cli.commands.tableoptions import check_alone
from allfives_cli.game.matches import default_sides
from allfives_cli.game.rules import FEWEST_PLAYERS, RuleSet, max_players
from allfives_cli.game.tiles import Tile
from allfives_cli.record.notation import AMOUNT, amount_of, amount_text, read_tile
from allfives_cli.record.values import LARGEST_NUMBER
from allfives_cli.text.catalog import Catalog

Held = Mapping[str, Sequence[Tile]]
"""The tiles left, by player, in the order of the seats."""

_TOTAL: Final = re.compile(rf"(?P<side>[^,;=]+)=[ \t]*(?P<points>{AMOUNT})[ \t]*(?:[,;][ \t]*|\Z)")


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
    seen: set[Tile] = set()
    for player, hand in held.items():
        for index, tile in enumerate(hand):
            if tile in hand[:index]:
                twice = say.say("usage.tile_twice_in_hand", tile=tile.text, player=player)
                raise click.UsageError(twice)
            if tile in seen:
                raise click.UsageError(say.say("usage.tile_twice", tile=tile.text))
        seen.update(hand)
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
    unknown = say.say("usage.out_unknown", player=out, players=players)
    out = key_meant(out, players, say, unknown)
    if held[out]:
        raise click.UsageError(say.say("usage.out_holds", player=out))
    return players.index(out)


def table_for(held: Held, rules: RuleSet, say: Catalog, *, alone: bool) -> Table:
    """The table that the hands stand for. Raises click.UsageError."""
    players = tuple(held)
    sides = default_sides(len(players))
    check_alone(len(players), say, alone=alone)
    if alone:
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
    """Scores before the settlement, by side, in halves.

    Raises click.UsageError, also where by these scores there was nothing to settle any more.

    Commas or semicolons stand between them. A comma is also a decimal one, and
    cannot be taken for the other: what follows that has a side's name.
    """
    totals: dict[int, int] = {}
    rest, sides = (text or "").strip(), table.side_keys
    while rest:
        found = _TOTAL.match(rest)
        if found is None:
            raise click.UsageError(say.say("usage.totals", text=text, sides=sides))
        rest = rest[found.end() :]
        unknown = say.finding("unknown-side", {"side": found["side"], "sides": sides})
        side = side_meant(found["side"].strip(), table, say, unknown)
        if side in totals:
            raise click.UsageError(say.say("usage.total_twice", side=sides[side]))
        totals[side] = _halves(found["points"], say)
    _check_totals(totals, table, say)
    return [totals.get(side, 0) for side in range(len(sides))]


def _check_totals(totals: Mapping[int, int], table: Table, say: Catalog) -> None:
    """Refuse what has a match won before the settlement. Raises click.UsageError."""
    if any(total >= 2 * table.target for total in totals.values()):
        told = {table.side_keys[side]: points(total) for side, total in totals.items()}
        raise click.UsageError(say.say("usage.match_was_over", target=table.target, totals=told))


def _halves(written: str, say: Catalog) -> int:
    """Points in halves. Raises click.UsageError for what no score can be."""
    amount = amount_of(written)
    if abs(amount) > LARGEST_NUMBER:
        limits = {"least": -LARGEST_NUMBER, "most": LARGEST_NUMBER}
        raise click.UsageError(say.finding("out-of-range", {"value": amount, **limits}))
    if amount_text(amount) is None:
        raise click.UsageError(say.finding("not-half-points", {"value": amount}))
    return int(2 * amount)

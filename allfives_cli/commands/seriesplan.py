"""What a series is made from: who plays, under which rules, from which deals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import click

from allfives_cli import __version__
from allfives_cli.commands.options import check_texts
from allfives_cli.commands.seating import Seat, head_of, seats_from, seed_from, table_of
from allfives_cli.commands.tableoptions import check_alone
from allfives_cli.game.rules import RuleSet
from allfives_cli.play.program import NoCommand, Policy, command_of
from allfives_cli.play.series_match import KINDS, PROGRAM, Setting, seed_of_deal
from allfives_cli.play.shuffling import fresh_seed
from allfives_cli.record.writing import write_json_line
from allfives_cli.text.catalog import Catalog


class Wish(NamedTuple):
    """What the command line asks for. ``swap``: each deal is played in every rotation of seats."""

    seats: tuple[Seat, ...]
    rules: RuleSet
    alone: bool
    rounds: int | None
    deals: int
    swap: bool
    seed: str | None
    policy: Policy


class Plan(NamedTuple):
    """A series: what its matches are made from, how many, and its setting as results note it."""

    setting: Setting
    matches: int
    noted: dict[str, Any]


def series_seats(texts: Iterable[str], say: Catalog) -> tuple[Seat, ...]:
    """Read the seats of a series. Raises click.UsageError.

    Only bots and programs that can be run sit in one.
    """
    seats = seats_from(texts, say)
    for seat in seats:
        if seat.kind not in KINDS:
            params = {"player": seat.player, "kind": seat.kind, "kinds": KINDS}
            raise click.UsageError(say.say("series.kind", **params))
        if seat.kind == PROGRAM:
            check_texts("--seat", [seat.argument])  # results.json has it
            try:
                command_of(seat.argument)
            except NoCommand as error:
                raise click.UsageError(say.say(f"program.{error.code}", name=error.name)) from None
    return seats


def plan_of(wish: Wish, there: Mapping[str, Any] | None, say: Catalog) -> Plan:
    """The plan of a series, where ``there`` is the setting of one that is to go on.

    Its seed is taken where none is asked for. Raises click.UsageError where no
    match can be played so, or where another series is there.
    """
    check_alone(len(wish.seats), say, alone=wish.alone)
    seed = _seed(wish, there, say)
    heads = [
        head_of(
            (*wish.seats[first:], *wish.seats[:first]),
            wish.rules,
            alone=wish.alone,
            rounds=wish.rounds,
        )
        for first in range(len(wish.seats) if wish.swap else 1)
    ]
    table = table_of(heads[0], say)
    seated = zip(wish.seats, heads[0].players, strict=True)
    retries, finally_ = wish.policy.retries, wish.policy.finally_
    noted = {
        "version": __version__,
        "players": [
            {"key": player.key, "kind": player.kind, "command": seat.argument or None}
            for seat, player in seated
        ],
        "sides": [
            {"key": key, "players": [table.players[seat] for seat in side]}
            for key, side in zip(table.side_keys, table.sides, strict=True)
        ],
        "rules": {"base": wish.rules.base, **wish.rules.options()},
        "rounds": wish.rounds,
        "seed": seed,
        "swap": wish.swap,
        "on_error": f"retry:{retries}" if retries else finally_,
        "start_limit": wish.policy.start,
        "move_limit": wish.policy.move,
    }
    noted = json.loads(json.dumps(noted))  # as it is read again
    if there is not None and there != noted:
        other = [key for key in noted if there.get(key) != noted[key]]
        raise click.UsageError(say.say("series.other_setting", keys=other))
    commands = tuple((seat.player, seat.argument) for seat in wish.seats if seat.kind == PROGRAM)
    lines = tuple(map(write_json_line, heads))
    setting = Setting(lines, commands, seed, wish.rounds, wish.policy)
    return Plan(setting, wish.deals * len(heads), noted)


def _seed(wish: Wish, there: Mapping[str, Any] | None, say: Catalog) -> str:
    """The seed of the series. Raises click.UsageError where a match could not be given its own."""
    noted = None if there is None else there.get("seed")
    seed = wish.seed or (noted if isinstance(noted, str) else fresh_seed())
    if wish.seed is not None:
        seed_from(wish.seed, say)
    seed_from(seed_of_deal(seed, wish.deals), say)
    return seed

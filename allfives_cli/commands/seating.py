"""Who sits at the table: ``--seat NAME=KIND``, and the match that follows from it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import click

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import VIEWS, Table, seat_players
from allfives_cli.commands.console import Floor
from allfives_cli.commands.hints import hinted
from allfives_cli.commands.options import is_text
from allfives_cli.game.rules import FEWEST_PLAYERS, RuleSet, max_players
from allfives_cli.play.bots import BOTS, Bot, BotPlayer
from allfives_cli.play.program import NoCommand, Programs
from allfives_cli.play.resuming import ROUNDS_KEY, SEED_KEY
from allfives_cli.play.seats import Chooser
from allfives_cli.play.shuffling import Seed
from allfives_cli.record.model import Record
from allfives_cli.record.values import KEY_PATTERN, LONGEST_KEY
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

HUMAN: Final = "human"
LONGEST_SEED: Final = 100


class Seat(NamedTuple):
    """One ``--seat``: the player's key, what plays, and what follows its colon."""

    player: str
    kind: str
    argument: str = ""


class CannotRead(click.ClickException):
    """A script's file cannot be read."""

    exit_code = UNUSABLE


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a chooser may be made from: the seats, the table, the seed, and where others come in.

    People and scripts come in on the floor.
    """

    seats: tuple[Seat, ...]
    table: Table
    seed: Seed
    floor: Floor
    programs: Programs
    say: Catalog


Maker = Callable[[Seat, Sitting], Chooser]
"""Makes the chooser of a seat."""


def _bot(bot: Bot) -> Maker:
    return lambda _seat, sitting: BotPlayer(bot, sitting.seed)


def _human(seat: Seat, sitting: Sitting) -> Chooser:
    """A person where there is a terminal; else the lines of stdin."""
    return sitting.floor.terminal() if sys.stdin.isatty() else _script(seat, sitting)


def _script(seat: Seat, sitting: Sitting) -> Chooser:
    try:
        return sitting.floor.script(seat.argument)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        path = Said(safe(seat.argument, None))
        raise CannotRead(sitting.say.say("play.cannot_read", path=path, reason=reason)) from None


def _program(seat: Seat, sitting: Sitting) -> Chooser:
    try:
        return sitting.programs.player(sitting.table.seat_of[seat.player], seat.argument)
    except NoCommand as error:
        raise click.UsageError(sitting.say.say(f"program.{error.code}", name=error.name)) from None


MAKERS: Final[dict[str, Maker]] = {
    HUMAN: _human,
    "script": _script,
    "program": _program,
    **{name: _bot(bot) for name, bot in BOTS.items()},
}
"""Every kind of player, and how its chooser is made."""


_WITH_ARGUMENT: Final = ("script", "program")
"""Kinds behind which a colon may stand."""


def seats_from(texts: Iterable[str], say: Catalog) -> tuple[Seat, ...]:
    """Read ``Ann=greedy`` and ``Ben=program:COMMAND``. Raises click.UsageError."""
    seats: list[Seat] = []
    for text in texts:
        player, equals, played_by = text.partition("=")
        kind, colon, argument = played_by.partition(":")
        if not equals:
            raise click.UsageError(say.say("play.seat_form", text=text))
        if kind not in MAKERS:
            said = str(say.say("play.unknown_kind", kind=kind, kinds=list(MAKERS)))
            raise click.UsageError(hinted(said, kind, MAKERS, say))
        if colon and kind not in _WITH_ARGUMENT:
            raise click.UsageError(say.say("play.seat_argument", kind=kind, text=text))
        seats.append(Seat(checked_name(player, say), kind, argument))
    if not FEWEST_PLAYERS <= len(seats) <= max_players():
        raise click.UsageError(say.say("play.seat_count", number=len(seats)))
    return tuple(seats)


def checked_name(name: str, say: Catalog) -> str:
    """A name by which a record can speak of a player. Raises click.UsageError for another."""
    if name in VIEWS:
        raise click.UsageError(say.say("play.reserved_name", name=name))
    if not re.fullmatch(KEY_PATTERN, name) or len(name) > LONGEST_KEY or not is_text(name):
        raise click.UsageError(say.say("play.bad_name", name=name))
    return name


def seed_from(text: str | None, say: Catalog) -> str | None:
    """A seed that a record can note. Raises click.UsageError."""
    if text is not None and (not text.isprintable() or not 1 <= len(text) <= LONGEST_SEED):
        raise click.UsageError(say.say("play.bad_seed", limit=LONGEST_SEED))
    return text


def rules_for(rules: RuleSet, target: int | None, hand: int | None) -> RuleSet:
    """The rules with a target and a number of tiles for this match alone."""
    if target is not None:
        rules = replace(rules, target=target)
    return rules if hand is None else replace(rules, hand_size=hand)


def head_of(
    seats: Sequence[Seat],
    rules: RuleSet,
    *,
    alone: bool = False,
    seed: str | None = None,
    rounds: int | None = None,
    facts: Mapping[str, str] | None = None,
) -> Record:
    """The record of a match before its first round, its rules written out in full.

    ``facts`` are further fields of it, as ``date`` and ``event``.
    """
    head: dict[str, Any] = {
        "allfives": 1,
        "players": [{"key": seat.player, "kind": seat.kind} for seat in seats],
        **(facts or {}),
        "view": "all",
        "rules": {"base": rules.base, **rules.options()},
        "rounds": [],
    }
    if alone and len(seats) == max_players():
        head["sides"] = [{"key": seat.player, "players": [seat.player]} for seat in seats]
    noted = {SEED_KEY: seed, ROUNDS_KEY: rounds}
    ext = {key: value for key, value in noted.items() if value is not None}
    if ext:
        head["ext"] = ext
    return Record.model_validate_json(json.dumps(head))


def table_of(head: Record, say: Catalog) -> Table:
    """The table at which a record is played. Raises click.UsageError."""
    report = Report()
    table = seat_players(head, report)
    if table is None:
        first = report.findings[0]
        raise click.UsageError(f"{say.finding(first.code, first.params)} [{first.code}]")
    return table


def choosers_of(sitting: Sitting) -> list[Chooser]:
    """Whoever plays, by seat."""
    return [MAKERS[seat.kind](seat, sitting) for seat in sitting.seats]

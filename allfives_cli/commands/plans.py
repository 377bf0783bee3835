"""What a match is made from: a new one, or one that was broken off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import click

from allfives_cli.checking.table import Table
from allfives_cli.checking.validation import examine
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.printing import shown_path
from allfives_cli.commands.reports import echo_findings, status_of
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.commands.seating import MAKERS, Seat, head_of, table_of
from allfives_cli.commands.tableoptions import check_alone
from allfives_cli.game.actions import Play
from allfives_cli.game.rules import RuleSet, max_players
from allfives_cli.play.dealing import Deal
from allfives_cli.play.resuming import (
    ROUNDS_KEY,
    SEED_KEY,
    Unplayable,
    deals_of,
    plays_of,
    reopened,
)
from allfives_cli.play.shuffling import Seed, fresh_seed
from allfives_cli.record.model import Record
from allfives_cli.rulesets import DEFAULT
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog


class Asked(NamedTuple):
    """What a command line asks of the match itself: None, none or False where it does not say."""

    rules: str | None
    overrides: tuple[str, ...]
    target: int | None
    hand: int | None
    seed: str | None
    alone: bool
    deal: str | None

    def differing(self, record: Record, table: Table, say: Catalog) -> list[str]:
        """The options that ask for another match than that of a record. Raises click.UsageError."""
        wanted = chosen_rules(self.rules or DEFAULT, self.overrides, say)
        ours, theirs = _numbered(table.rules, table), _numbered(wanted, table)
        other = {option for option in ours if ours[option] != theirs[option]}
        named = {text.partition("=")[0].strip() for text in self.overrides}
        named_apart = {"target"} if self.target is not None else set()
        named_apart |= {"hand_size"} if self.hand is not None else set()
        other_rules = self.rules is not None and other - named - named_apart
        noted = (record.ext or {}).get(SEED_KEY)
        differ = {
            "--rules": other_rules,
            "--set": other & named - named_apart,
            "--alone": self.alone and not max_players() == len(table.players) == len(table.sides),
            "--target": self.target not in (None, ours["target"]),
            "--hand": self.hand not in (None, ours["hand_size"]),
            "--seed": self.seed not in (None, noted),
            "--deal": self.deal is not None,
        }
        return [option for option, differs in differ.items() if differs]


def _numbered(rules: RuleSet, table: Table) -> dict[str, Any]:
    """Options of rules, those by the number of players as they are at a table."""
    players, sides = len(table.players), len(table.sides)
    return rules.options() | {
        "hand_size": rules.hand_size_for(players),
        "target": rules.target_for(players, sides),
    }


class Plan(NamedTuple):
    """What a match is made from. ``plays`` were made before it was broken off."""

    head: Record
    seats: tuple[Seat, ...]
    seed: Seed
    deals: Sequence[Deal]
    plays: Sequence[Play]
    rounds: int | None


def new_match(  # noqa: PLR0913 - one for each option
    seats: tuple[Seat, ...],
    rules: RuleSet,
    seed: str | None,
    say: Catalog,
    *,
    alone: bool,
    rounds: int | None,
    deal: str | None,
    output: str | None,
    discard: bool,
) -> Plan:
    """The plan of a match from its beginning. Raises click.UsageError.

    Without a seed the tiles come from the system's randomness, and the record
    has the day; with one the same seed and seats give the same bytes.
    """
    if output is not None and os.path.lexists(output) and not discard:
        raise click.UsageError(say.say("play.exists", path=shown_path(output)))
    check_alone(len(seats), say, alone=alone)
    facts = {} if seed is not None else {"date": date.today().isoformat()}  # noqa: DTZ011 - the day at the table
    head = head_of(seats, rules, alone=alone, seed=seed, rounds=rounds, facts=facts)
    table = table_of(head, say)
    deals = [] if deal is None else _given_deals(deal, table.hand_size, len(seats), say)
    return Plan(head, seats, fresh_seed() if seed is None else seed, deals, (), rounds)


def resumed_match(
    output: str | None,
    seats: tuple[Seat, ...],
    rounds: int | None,
    asked: Asked,
    say: Catalog,
) -> Plan:
    """The plan of the unfinished match of a record. Raises click.UsageError where there is none.

    So it does where another match is asked for than the record's. Whoever played
    before plays on, unless other kinds of players are seated, and to as many rounds,
    unless others are given.
    """
    if output is None:
        raise click.UsageError(say.say("play.resume_what"))
    record = reopened(_sound_record(output, say))
    if record.result is not None:
        raise click.UsageError(say.say("play.finished", path=shown_path(output)))
    table = table_of(record, say)
    seats = seats or tuple(Seat(player.key, player.kind or "") for player in record.players)
    if tuple(seat.player for seat in seats) != table.players:
        raise click.UsageError(say.say("play.other_seats", players=table.players))
    if differing := asked.differing(record, table, say):
        raise click.UsageError(say.say("play.other_match", options=differing))
    for seat in seats:
        if seat.kind not in MAKERS:
            params = {"kind": seat.kind, "kinds": list(MAKERS)}
            raise click.UsageError(say.say("play.unknown_kind", **params))
    ext = record.ext or {}
    noted, agreed = ext.get(SEED_KEY), ext.get(ROUNDS_KEY)
    seed = noted if isinstance(noted, str) else fresh_seed()
    if rounds is None and type(agreed) is int:
        rounds = agreed
    begun = len(record.rounds)
    if rounds is not None and rounds < begun:
        raise click.UsageError(say.say("play.rounds_begun", rounds=rounds, begun=begun))
    if (
        rounds is not None and rounds != agreed
    ):  # noted anew, so that the match goes on by it once more
        record = record.model_copy(update={"ext": {**ext, ROUNDS_KEY: rounds}})
    deals = _deals(record, table.hand_size, say)
    return Plan(record, seats, seed, deals, plays_of(record), rounds)


def _sound_record(path: str, say: Catalog) -> Record:
    """The one record of a file. Prints what is wrong with it, and exits, where it is not sound."""
    examined = [examine(reading) for reading in readings([path])]
    status = status_of(examined)
    record = examined[0].reading.record
    if status or record is None or len(examined) != 1:
        for each in examined:
            echo_findings(each, say, 80)
        raise click.exceptions.Exit(status or UNUSABLE)
    return record


def _given_deals(path: str, hand_size: int, players: int, say: Catalog) -> list[Deal]:
    record = _sound_record(path, say)
    if len(record.players) != players:
        raise click.UsageError(say.say("play.deal_seats", number=len(record.players)))
    return _deals(record, hand_size, say)


def _deals(record: Record, hand_size: int, say: Catalog) -> list[Deal]:
    try:
        return deals_of(record, hand_size)
    except Unplayable as bad:
        params = {"round": bad.number, **bad.params}
        raise click.UsageError(say.say(f"play.deal.{bad.code}", **params)) from None

"""A match that a command runs: what it is made from, where its record goes, what is said of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple, final

import click

from allfives_cli.checking.findings import points
from allfives_cli.checking.tally import FINDINGS, UNREADABLE
from allfives_cli.checking.validation import examine
from allfives_cli.commands.console import Floor
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.recordfile import RecordFile
from allfives_cli.commands.reports import board_drawer, echo_findings, status_of
from allfives_cli.commands.seating import (
    HUMAN,
    MAKERS,
    Seat,
    Sitting,
    choosers_of,
    head_of,
    table_of,
)
from allfives_cli.game.actions import Play
from allfives_cli.game.rules import RuleSet
from allfives_cli.play.dealing import Deal, given
from allfives_cli.play.events import Event, Incident, MatchEnded, RoundEnded
from allfives_cli.play.program import Policy, Programs
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.resuming import SEED_KEY, Unplayable, deals_of, plays_of
from allfives_cli.play.script import Stopped
from allfives_cli.play.shuffling import Seed, fresh_seed
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record
from allfives_cli.show.dialogue import Dialogue
from allfives_cli.show.incidents import incident_lines
from allfives_cli.show.progress import progress_line
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

FINISHED: Final = 0
UNFINISHED: Final = 4


class Plan(NamedTuple):
    """What a match is made from. ``plays`` were made before it was broken off."""

    head: Record
    seats: tuple[Seat, ...]
    seed: Seed
    deals: Sequence[Deal]
    plays: Sequence[Play]
    rounds: int | None
    output: str | None


class Manner(NamedTuple):
    """How a match is told."""

    say: Catalog
    width: int
    board: str
    as_json: bool


@final
class Match:
    """One match to be played, its record kept up to date in the plan's ``output``."""

    def __init__(self, plan: Plan, manner: Manner, policy: Policy) -> None:
        self._manner = manner
        self._table = table_of(plan.head, manner.say)
        players, size = self._table.players, self._table.hand_size
        self._file = RecordFile(Recorder(plan.head, self._table), plan.output, manner.say)
        people = tuple(seat for seat, each in enumerate(plan.seats) if each.kind == HUMAN)
        at_terminal = bool(people) and sys.stdin.isatty()
        self._record_to_stdout = plan.output is None and not (at_terminal and sys.stdout.isatty())
        self._err = manner.as_json or self._record_to_stdout
        say, width = manner.say, manner.width
        self._dialogue = Dialogue(
            self._table, say, width, lambda room: board_drawer(say, width=room, style=manner.board)
        )
        self._floor = Floor(
            self._dialogue, self._file, players, people, err=self._err, resumed=bool(plan.plays)
        )
        self._programs = Programs(self._table, policy, self._hear)
        choosers = choosers_of(
            Sitting(plan.seats, self._table, plan.seed, self._floor, self._programs, say)
        )
        dealer = given(plan.deals, plan.seed, len(players), size)
        self._match = MatchTable(
            self._table, choosers, dealer, rounds=plan.rounds, answers=plan.plays
        )

    def play(self) -> int:
        """Play to the end, or until somebody leaves; return the exit status.

        0: the match has ended. 1: a script's line was not obeyed, or a program
        did what it must not. 4: the match was left before its end.
        """
        self._file.update()
        if self._file.path is None and not self._record_to_stdout:
            click.echo(self._manner.say.say("play.unsaved"))
        status = UNFINISHED
        try:
            for event in self._match.events():
                self._hear(event)
                if isinstance(event, MatchEnded):
                    status = FINISHED
            if status == FINISHED:
                self._floor.finish()
        except Stopped as stopped:
            status = FINDINGS
            place = f"{safe(stopped.source, None)}:{stopped.line}:{stopped.column}"
            refused = f"{self._dialogue.refusal(stopped.refusal)} [{stopped.refusal.code}]"
            click.echo(f"{place}: {refused}", err=True)
        finally:
            try:
                self._programs.close()
            finally:
                self._floor.close()
                self._file.update()
        if status == FINISHED and self._programs.incidents:
            status = FINDINGS
        self._report(status)
        return status

    def _hear(self, event: Event) -> None:
        self._file.recorder(event)
        if isinstance(event, RoundEnded | MatchEnded):
            self._file.update()
        self._programs(event)
        for listener in self._floor.listeners:
            listener(event)
        if isinstance(event, Incident):
            for shown in incident_lines(event, self._table, self._manner.say):
                click.echo(shown, err=True)
        line = progress_line(event, self._table, self._manner.say)
        if line is not None and not self._floor.has_people and not self._record_to_stdout:
            click.echo(line, err=self._err)

    def _report(self, status: int) -> None:
        say, path = self._manner.say, self._file.path
        if status == UNFINISHED:
            click.echo(say.say("play.left"), err=True)
        if self._record_to_stdout:
            click.echo(self._file.text(), nl=False)
        elif self._manner.as_json:
            echo_json(self._summary())
        elif path is not None:
            click.echo(say.say("play.saved", path=Said(safe(path, None))))

    def _summary(self) -> dict[str, object]:
        record = self._file.recorder.record()
        result = record.result
        totals = zip(self._table.side_keys, self._match.match.totals, strict=True)
        return {
            "path": self._file.path,
            "rounds": len(record.rounds),
            "turns": sum(len(played.turns) for played in record.rounds),
            "how": None if result is None else result.how,
            "winners": [] if result is None else list(result.winners or ()),
            "totals": {key: points(total) for key, total in totals},
        }


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
        raise click.UsageError(say.say("play.exists", path=Said(safe(output, None))))
    facts = {} if seed is not None else {"date": date.today().isoformat()}  # noqa: DTZ011 - the day at the table
    head = head_of(seats, rules, alone=alone, seed=seed, facts=facts)
    table = table_of(head, say)
    deals = [] if deal is None else _given_deals(deal, table.hand_size, len(seats), say)
    return Plan(head, seats, fresh_seed() if seed is None else seed, deals, (), rounds, output)


def resumed_match(
    output: str | None, seats: tuple[Seat, ...], rounds: int | None, say: Catalog
) -> Plan:
    """The plan of the unfinished match of a record. Raises click.UsageError where there is none.

    Whoever played before plays on, unless other kinds of players are seated.
    """
    if output is None:
        raise click.UsageError(say.say("play.resume_what"))
    record = _sound_record(output, say)
    if record.result is not None:
        raise click.UsageError(say.say("play.finished", path=Said(safe(output, None))))
    table = table_of(record, say)
    seats = seats or tuple(Seat(player.key, player.kind or "") for player in record.players)
    if tuple(seat.player for seat in seats) != table.players:
        raise click.UsageError(say.say("play.other_seats", players=table.players))
    for seat in seats:
        if seat.kind not in MAKERS:
            params = {"kind": seat.kind, "kinds": list(MAKERS)}
            raise click.UsageError(say.say("play.unknown_kind", **params))
    noted = (record.ext or {}).get(SEED_KEY)
    seed = noted if isinstance(noted, str) else fresh_seed()
    deals = _deals(record, table.hand_size, say)
    return Plan(record, seats, seed, deals, plays_of(record), rounds, output)


def _sound_record(path: str, say: Catalog) -> Record:
    """The one record of a file. Prints what is wrong with it, and exits, where it is not sound."""
    examined = [examine(reading) for reading in readings([path])]
    status = status_of(examined)
    record = examined[0].reading.record
    if status or record is None or len(examined) != 1:
        for each in examined:
            echo_findings(each, say, width=80, style="none", err=True)
        raise click.exceptions.Exit(status or UNREADABLE)
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

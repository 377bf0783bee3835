"""A match that a command runs: what it is made from, where its record goes, what is said of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import Final, final

import click

from allfives_cli.checking.findings import points
from allfives_cli.checking.tally import UNREADABLE
from allfives_cli.checking.validation import examine
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.reports import echo_findings, status_of
from allfives_cli.commands.seating import (
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
from allfives_cli.play.events import Event, MatchEnded, RoundEnded
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.resuming import SEED_KEY, Unplayable, deals_of, plays_of
from allfives_cli.play.shuffling import fresh_seed
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record
from allfives_cli.record.saving import save_text
from allfives_cli.record.writing import write_json
from allfives_cli.show.progress import progress_line
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe

FINISHED: Final = 0
UNFINISHED: Final = 4


class CannotSave(click.ClickException):
    """The record's file, or its folder, cannot be written."""

    exit_code = UNREADABLE


@final
class Match:
    """One match to be played, its record kept up to date in ``output`` where that is given."""

    def __init__(
        self,
        head: Record,
        sitting: Sitting,
        say: Catalog,
        *,
        deals: Sequence[Deal],
        plays: Sequence[Play],
        rounds: int | None,
        output: str | None,
    ) -> None:
        self._table = sitting.table
        self._recorder = Recorder(head, sitting.table)
        self._say = say
        self._output = output
        dealer = given(deals, sitting.seed, len(sitting.table.players), sitting.table.hand_size)
        self._match = MatchTable(
            sitting.table, choosers_of(sitting), dealer, rounds=rounds, answers=plays
        )

    def play(self, *, as_json: bool) -> int:
        """Play to the end, or until somebody leaves; return the exit status."""
        self._save()
        status = UNFINISHED
        try:
            for event in self._match.events():
                self._recorder(event)
                if isinstance(event, RoundEnded | MatchEnded):
                    self._save()
                    self._tell(event, err=as_json)
                if isinstance(event, MatchEnded):
                    status = FINISHED
        finally:
            self._save()
        self._report(as_json=as_json)
        return status

    def _save(self) -> None:
        if self._output is None:
            return
        try:
            save_text(self._output, write_json(self._recorder.record()))
        except OSError as error:
            path, reason = safe(self._output, None), os.strerror(error.errno or 0)
            raise CannotSave(
                self._say.say("play.cannot_save", path=Said(path), reason=reason)
            ) from None

    def _tell(self, event: Event, *, err: bool) -> None:
        line = progress_line(event, self._table, self._say)
        if line is not None and self._output is not None:
            click.echo(line, err=err)

    def _report(self, *, as_json: bool) -> None:
        record = self._recorder.record()
        if self._output is None:
            click.echo(write_json(record), nl=False)
        elif as_json:
            echo_json(self._summary(record))
        else:
            path = Said(safe(self._output, None))
            click.echo(self._say.say("play.saved", path=path))

    def _summary(self, record: Record) -> dict[str, object]:
        result = record.result
        totals = zip(self._table.side_keys, self._match.match.totals, strict=True)
        return {
            "path": self._output,
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
) -> Match:
    """A match from its beginning. Raises click.UsageError.

    Without a seed the tiles come from the system's randomness, and the record
    has the day; with one the same seed and seats give the same bytes.
    """
    if output is not None and os.path.lexists(output) and not discard:
        raise click.UsageError(say.say("play.exists", path=Said(safe(output, None))))
    facts = {} if seed is not None else {"date": date.today().isoformat()}  # noqa: DTZ011 - the day at the table
    head = head_of(seats, rules, alone=alone, seed=seed, facts=facts)
    table = table_of(head, say)
    deals = [] if deal is None else _given_deals(deal, table.hand_size, len(seats), say)
    sitting = Sitting(seats, table, fresh_seed() if seed is None else seed)
    return Match(head, sitting, say, deals=deals, plays=(), rounds=rounds, output=output)


def resumed_match(
    output: str | None, seats: tuple[Seat, ...], rounds: int | None, say: Catalog
) -> Match:
    """The unfinished match of a record. Raises click.UsageError where there is none to go on with.

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
    sitting = Sitting(seats, table, noted if isinstance(noted, str) else fresh_seed())
    deals = _deals(record, table.hand_size, say)
    plays = plays_of(record)
    return Match(record, sitting, say, deals=deals, plays=plays, rounds=rounds, output=output)


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

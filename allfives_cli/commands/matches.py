"""A match that a command runs: who plays, where its record goes, what is said of it."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from typing import NamedTuple, final

import click

from allfives_cli.checking.findings import points
from allfives_cli.commands.claiming import Claim
from allfives_cli.commands.console import Floor
from allfives_cli.commands.keeping import Where, keep, left_lines
from allfives_cli.commands.plans import Plan
from allfives_cli.commands.printing import echo_json, let_go_of_output
from allfives_cli.commands.recordfile import RecordFile, Sync
from allfives_cli.commands.reports import board_drawer
from allfives_cli.commands.seating import HUMAN, Seat, Sitting, choosers_of, table_of
from allfives_cli.commands.signals import Ended, Signals
from allfives_cli.play.bots import BOTS
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Event, Incident, MatchEnded
from allfives_cli.play.program import Policy, Programs
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.script import Stopped
from allfives_cli.play.table import MatchTable
from allfives_cli.record.writing import plain_record
from allfives_cli.show.dialogue import Dialogue
from allfives_cli.show.incidents import incident_lines
from allfives_cli.show.progress import progress_line
from allfives_cli.show.wrapping import folded
from allfives_cli.statuses import FINDINGS, INTERRUPTED, SIGNALLED, SOUND, UNFINISHED
from allfives_cli.text.catalog import Catalog, Said
from allfives_cli.text.safe import safe


class Manner(NamedTuple):
    """How a match is told."""

    say: Catalog
    width: int
    board: str
    as_json: bool
    sync: Sync | None = None

    def sync_for(self, seats: Sequence[Seat]) -> Sync:
        """When to make it last. A round that bots have lost they play again alike."""
        by_default: Sync = "round" if all(seat.kind in BOTS for seat in seats) else "always"
        return self.sync or by_default


@final
class Match:
    """One match to be played, its record kept up to date in the file that is claimed."""

    def __init__(self, plan: Plan, manner: Manner, policy: Policy, claim: Claim) -> None:
        self._manner = manner
        self._table = table_of(plan.head, manner.say)
        players, size = self._table.players, self._table.hand_size
        recorder = Recorder(plan.head, self._table)
        self._file = RecordFile(recorder, claim, manner.sync_for(plan.seats), manner.say)
        self._signals = Signals()
        people = tuple(seat for seat, each in enumerate(plan.seats) if each.kind == HUMAN)
        at_terminal = bool(people) and sys.stdin.isatty()
        self._record_to_stdout = claim.path is None and not (at_terminal and sys.stdout.isatty())
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
        dealer = Dealer(plan.seed, len(players), size, plan.deals)
        self._match = MatchTable(
            self._table, choosers, dealer, rounds=plan.rounds, answers=plan.plays
        )

    def play(self) -> int:
        """Play to the end, or until somebody leaves; return the exit status.

        0: the match has ended. 1: a script's line was not obeyed, a program did
        what it must not, or the record could not be written whole. 4: the match
        was left before its end. 128 and more: a signal ended it. Raises CannotSave.
        """
        with self._signals:
            try:
                return self._played()
            except Ended as ended:  # a second signal, or one while the match was put away
                return ended.status
            except OSError as error:
                if error.errno == errno.EIO:  # a terminal that has gone is like a closed pipe
                    raise BrokenPipeError from error
                raise

    def _played(self) -> int:
        self._file.begin()
        if self._file.path is None and not self._record_to_stdout:
            unsaved = self._manner.say.say("play.unsaved")
            click.echo("\n".join(folded(unsaved, self._manner.width)), err=self._err)
        status, is_whole = UNFINISHED, False
        try:
            status = self._run()
        except Stopped as stopped:
            status = FINDINGS
            self._echo_stopped(stopped)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except Ended as ended:
            status = ended.status
        finally:
            try:
                self._programs.close()
            finally:
                self._floor.close()
                with self._signals.held():
                    is_whole = self._file.finish()
        if status == SOUND and self._programs.incidents:
            status = FINDINGS
        if not is_whole and status in (SOUND, UNFINISHED):
            status = FINDINGS
        status, where = self._put_away(status)
        self._report(status, where, is_whole=is_whole)
        return status

    def _put_away(self, status: int) -> tuple[int, Where]:
        """Where the record is now; of a match without a file the people are asked for one."""
        if self._record_to_stdout:
            return status, Where(None, is_printed=True)
        if self._file.path is not None:
            return status, Where(self._file.path)
        try:
            return status, keep(self._file, self._floor.screen, may_ask=status < SIGNALLED)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except Ended as ended:
            status = ended.status
        return status, Where(None, is_printed=True)

    def _run(self) -> int:
        """Play; the exit status where nothing comes in between."""
        status = UNFINISHED
        for event in self._match.events():
            self._hear(event)
            if isinstance(event, MatchEnded):
                status = SOUND
        if status == SOUND:
            self._floor.finish()
        return status

    def _hear(self, event: Event) -> None:
        with self._signals.held():
            self._file.keep(event)
        self._programs(event)
        for listener in self._floor.listeners:
            listener(event)
        if isinstance(event, Incident):
            for shown in incident_lines(event, self._table, self._manner.say):
                click.echo(shown, err=True)
        line = progress_line(event, self._table, self._manner.say)
        if line is not None and not self._floor.has_people and not self._record_to_stdout:
            click.echo(line, err=self._err)

    def _echo_stopped(self, stopped: Stopped) -> None:
        place = f"{safe(stopped.source, None)}:{stopped.line}:{stopped.column}"
        refused = f"{self._dialogue.refusal(stopped.refusal)} [{stopped.refusal.code}]"
        click.echo(f"{place}: {refused}", err=True)

    def _report(self, status: int, where: Where, *, is_whole: bool) -> None:
        """Say what came of it. After a signal there may be nobody left to say it to."""
        try:
            self._tell(status, where, is_whole=is_whole)
            sys.stdout.flush()
        except OSError:
            if status <= SIGNALLED:
                raise
            let_go_of_output()

    def _tell(self, status: int, where: Where, *, is_whole: bool) -> None:
        say, path = self._manner.say, where.path
        if status == INTERRUPTED:
            click.echo(err=True)  # the key was shown on the line of the prompt
        is_left = status == UNFINISHED or status > SIGNALLED
        if is_left and self._file.record().result is None:
            click.echo(" ".join(left_lines(where, say)), err=True)
        if self._manner.as_json and not self._record_to_stdout:
            echo_json(self._summary(where, is_whole=is_whole))
        elif where.is_printed or not is_whole:
            click.echo(self._file.text(), nl=False)
        elif path is not None:
            click.echo(say.say("play.saved", path=Said(safe(path, None))))

    def _summary(self, where: Where, *, is_whole: bool) -> dict[str, object]:
        record = self._file.record()
        result = record.result
        totals = zip(self._table.side_keys, self._match.match.totals, strict=True)
        return {
            "path": where.path,
            "rounds": len(record.rounds),
            "turns": sum(len(played.turns) for played in record.rounds),
            "how": None if result is None else result.how,
            "winners": [] if result is None else list(result.winners or ()),
            "totals": {key: points(total) for key, total in totals},
            **({"record": plain_record(record)} if where.is_printed or not is_whole else {}),
        }

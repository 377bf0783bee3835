"""A series that a command runs: who plays it, what is kept of it, what is said."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple, final

import click

from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.progress import Progress
from allfives_cli.commands.seating import table_of
from allfives_cli.commands.seriesfolder import Folder
from allfives_cli.commands.seriesplan import Plan
from allfives_cli.commands.signals import Ended, Signals
from allfives_cli.play.events import Incident
from allfives_cli.play.series import Executor, MatchFailed, series, some_of_series
from allfives_cli.play.series_match import Outcome, Played, kept_outcome, read_head
from allfives_cli.play.standings import Standings
from allfives_cli.play.workers import Here, Processes
from allfives_cli.show.incidents import incident_lines
from allfives_cli.show.standings import results_json, standing_lines
from allfives_cli.statuses import BUG, FINDINGS, INTERRUPTED, SOUND
from allfives_cli.text.catalog import Catalog, Said

MATCHES_OF_A_TASK: Final = 8
"""What it costs to send a task to another process is then little beside its matches."""
TASKS_PER_JOB: Final = 4
"""Tasks that are given out, so that no process waits for one."""
MOST_TOLD: Final = 10
"""Incidents that are told one by one; the records have them all."""


class NoMatch(click.ClickException):
    """A match could not be played, by a fault of this program or of its machine."""

    exit_code = BUG


class Manner(NamedTuple):
    """By how many processes it is done, and how it is told."""

    say: Catalog
    width: int
    jobs: int
    as_json: bool


@final
class SeriesRun:
    """One series, from its beginning or from where it was broken off."""

    def __init__(self, plan: Plan, folder: Folder | None, manner: Manner) -> None:
        self._plan = plan
        self._folder = folder
        self._manner = manner
        self._tables = [table_of(read_head(head), manner.say) for head in plan.setting.heads]
        self._table = self._tables[0]
        self._standings = self._no_standings()
        self._kept: list[Outcome] = []
        """What came of the matches in the folder, where some may have been broken off."""
        self._bar = Progress(plan.matches)
        self._told = 0

    def play(self) -> int:
        """Play what is missing and tell how the sides stand; return the exit status.

        0: all is well. 1: there was an incident. 129, 130, 143: ended by a
        signal. What was done by then has been saved and told, and so it has
        where NoMatch is raised. Before a match is played, raises
        click.ClickException for a folder that does not fit.
        """
        if self._folder is not None:
            self._take_over(self._folder)
        try:
            with Signals() as signals, self._workers() as executor:
                if self._folder is not None:
                    self._play_again(self._folder, executor, signals)
                self._play_rest(executor, signals)
        except KeyboardInterrupt:
            return self._stopped(INTERRUPTED)
        except Ended as ended:
            return self._stopped(ended.status)
        except MatchFailed as failed:
            self._report()
            params = {"number": failed.number, "reason": failed.reason}
            raise NoMatch(self._manner.say.say("series.failed", **params)) from failed
        finally:
            self._bar.clear()
        self._report()
        return FINDINGS if any(self._standings.incidents) else SOUND

    def _stopped(self, status: int) -> int:
        self._report()
        key = "series.stopped" if self._folder is None else "series.stopped_kept"
        click.echo(self._manner.say.say(key, number=self._standings.played), err=True)
        return status

    def _take_over(self, folder: Folder) -> None:
        """Count the matches that are there, and note what they belong to."""
        try:
            may_break_off = self._plan.setting.policy.finally_ == "abort"
            for outcome in folder.kept(self._kept_outcome):
                self._standings.add(outcome)
                if may_break_off:
                    self._kept.append(outcome)
                self._bar.show(self._standings.played)
        finally:
            self._bar.clear()
        if self._standings.played > self._plan.matches:
            numbers = {"found": self._standings.played, "wanted": self._plan.matches}
            raise click.UsageError(self._manner.say.say("series.more_there", **numbers))
        folder.save(self._results())

    def _kept_outcome(self, number: int, line: bytes) -> Outcome | None:
        return kept_outcome(self._plan.setting, number, line)

    def _no_standings(self) -> Standings:
        sides, players = len(self._table.sides), len(self._table.players)
        return Standings(sides, players, len(self._tables))

    def _play_again(self, folder: Folder, executor: Executor, signals: Signals) -> None:
        """Play once more the matches that were broken off; what came of them stays, if interrupted.

        A match is in the place that it had, so that the records are in order.
        """
        numbers = [at for at, each in enumerate(self._kept, start=1) if each.winners is None]
        if not numbers:
            return
        lines: dict[int, str] = {}
        ahead = self._manner.jobs * TASKS_PER_JOB if self._manner.jobs > 1 else 1
        try:
            for played in some_of_series(self._plan.setting, numbers, executor, ahead=ahead):
                with signals.held():
                    lines[played.number] = played.line
                    self._kept[played.number - 1] = played.outcome
                    self._tell_incidents(played)
        finally:
            with signals.held():
                folder.replace(lines)
                self._standings = self._no_standings()
                for outcome in self._kept:
                    self._standings.add(outcome)
                self._kept.clear()

    def _workers(self) -> AbstractContextManager[Executor]:
        jobs = self._manner.jobs
        return nullcontext(Here()) if jobs == 1 else Processes(jobs)

    def _play_rest(self, executor: Executor, signals: Signals) -> None:
        setting, jobs = self._plan.setting, self._manner.jobs
        first, last = self._standings.played + 1, self._plan.matches
        at_once, ahead = 1, 1
        if jobs > 1:
            ahead = jobs * TASKS_PER_JOB
            # Programs may be slow: what came of them is kept match by match.
            fair = 1 if setting.commands else (last - first + 1) // ahead
            at_once = max(1, min(fair, MATCHES_OF_A_TASK))
        for played in series(setting, first, last, executor, at_once=at_once, ahead=ahead):
            with signals.held():
                self._keep(played)

    def _keep(self, played: Played) -> None:
        if self._folder is not None:
            self._folder.add(played.line)
        self._standings.add(played.outcome)
        self._tell_incidents(played)
        self._bar.show(played.number)

    def _tell_incidents(self, played: Played) -> None:
        for incident in played.incidents:
            self._tell(played.number, incident)

    def _tell(self, number: int, incident: Incident) -> None:
        self._told += 1
        if self._told <= MOST_TOLD:
            say = self._manner.say
            table = self._tables[(number - 1) % len(self._tables)]
            first, *more = incident_lines(incident, table, say)
            self._bar.clear()
            click.echo(say.say("series.incident", number=number, what=Said(first)), err=True)
            for line in more:
                click.echo(line, err=True)

    def _results(self) -> dict[str, Any]:
        plan = self._plan
        return results_json(plan.noted, plan.matches, self._table, self._standings)

    def _report(self) -> None:
        """Save and print how the sides stand now."""
        self._bar.clear()
        if self._folder is not None:
            self._folder.save(self._results())
        say, width = self._manner.say, self._manner.width
        if self._manner.as_json:
            echo_json(self._results())
        else:
            lines = standing_lines(self._table, self._plan.matches, self._standings, say, width)
            click.echo("\n".join(lines))
        if self._folder is not None and self._standings.unfinished:
            click.echo(say.say("series.again"), err=True)

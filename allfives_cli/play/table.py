"""The table: deals, asks whoever is to move, referees, settles, and tells what happens.

A match is the fold of the game over the answers of its choosers. The table does
what the rules force: it draws, passes, finds the leader, settles and ends the
match the instant a side reaches the target. It asks for nothing else than
plays.

It writes no file and says no sentence. Who listens to its events does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import final

from allfives_cli.checking.table import Table
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Event, MatchEnded, ResultHow
from allfives_cli.play.playing import GivenAnswers, Playing
from allfives_cli.play.round_table import RoundTable, best_of
from allfives_cli.play.seats import Answer, Chooser, Pick


@final
class MatchTable:
    """One match at one table. ``events`` runs it; once.

    ``answers`` are those given before, when a match is resumed: they stand for
    the choosers until they are used up. ``rounds`` ends the match after so
    many, where no side has reached the target by then: the highest total wins.
    """

    def __init__(
        self,
        table: Table,
        choosers: Sequence[Chooser],
        dealer: Dealer,
        *,
        rounds: int | None = None,
        answers: Iterable[Answer] = (),
    ) -> None:
        self.table = table
        self.match = table.new_match()
        self._rounds = rounds
        self._given = GivenAnswers(answers)
        self._playing = Playing(
            table, choosers, _picks_of(choosers), dealer, self.match, self._given
        )

    def events(self) -> Iterator[Event]:
        """Play to the end, or until somebody leaves, and tell each thing that happens."""
        for number in count(1):
            if self._rounds is not None and number > self._rounds:
                yield from self._ended("agreed", best_of(self.match.totals))
                return
            stopped = yield from RoundTable(self._playing, number).events()
            if stopped:
                return
            if self.match.winners:
                yield from self._ended("target", self.match.winners)
                return

    def _ended(self, how: ResultHow, winners: tuple[int, ...]) -> Iterator[Event]:
        yield from self._given.told()
        yield MatchEnded(how, winners, tuple(self.match.totals))


def _picks_of(choosers: Sequence[Chooser]) -> list[Pick] | None:
    """What each chooser picks by, None unless all have it."""
    picks: list[Pick | None] = [getattr(chooser, "pick", None) for chooser in choosers]
    found = [pick for pick in picks if pick is not None]
    return found if len(found) == len(picks) else None

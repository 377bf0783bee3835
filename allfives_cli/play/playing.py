"""A match under way, as each of its rounds needs it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import final

from allfives_cli.checking.table import Table
from allfives_cli.game.matches import MatchState
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Event, Resumed
from allfives_cli.play.seats import Answer, Chooser, Pick


@final
class GivenAnswers:
    """The answers given before a match was resumed, for the choosers until they are used up.

    ``resuming`` is true until it has been told that they are.
    """

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._left = deque(answers)
        self.resuming = bool(self._left)

    def next(self) -> Answer | None:
        """What was answered before, None where these answers have been used up."""
        return self._left.popleft() if self._left else None

    def told(self) -> Iterator[Event]:
        """Tell, once, that the answers given before have been used up."""
        if self.resuming and not self._left:
            self.resuming = False
            yield Resumed()


@dataclass(frozen=True, slots=True)
class Playing:
    """A match under way: who plays it, who deals, and how it stands.

    ``picks`` are there if every chooser has one.
    """

    table: Table
    choosers: Sequence[Chooser]
    picks: Sequence[Pick] | None
    dealer: Dealer
    match: MatchState
    given: GivenAnswers

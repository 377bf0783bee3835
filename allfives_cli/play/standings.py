"""How the sides of a series stand: wins, points, margins, and how sure the means are.

What is counted is the deal: of a deal that is played in several orders of the
seats the matches are added up first, so that what the tiles gave to one side
and then to the other cancels out, and the error of a mean is that of deals.
Only deals are counted of which every match was played to its end. A margin is
what a side is ahead of the best of the others.

The sums are whole numbers, so that the means do not hang on the order or the
machine. Errors are standard errors: the deviation of the sample, with n - 1,
divided by the square root of n.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, NamedTuple, final

from allfives_cli.play.series_match import Outcome

HALVES: Final = 2
"""Points are counted in halves."""
TWELFTHS: Final = 12
"""Shares of a win are counted so: two, three or four sides may share one."""
_FEWEST: Final = 2  # values from which an error can be told


class Estimate(NamedTuple):
    """A mean and its standard error; None where one value alone gives no error."""

    mean: float
    error: float | None


@final
class Measure:
    """Values of one kind, as whole numbers of which ``parts`` make one."""

    __slots__ = ("_count", "_parts", "_squares", "_total")

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._count = self._total = self._squares = 0

    def add(self, value: int) -> None:
        """Take one more value into account."""
        self._count += 1
        self._total += value
        self._squares += value * value

    @property
    def estimate(self) -> Estimate | None:
        """The mean and its error; None of no values."""
        count, parts = self._count, self._parts
        if not count:
            return None
        mean = float(Fraction(self._total, count * parts))
        if count < _FEWEST:
            return Estimate(mean, None)
        spread = count * self._squares - self._total * self._total
        squared = Fraction(spread, count * count * (count - 1) * parts * parts)
        return Estimate(mean, math.sqrt(squared))


@final
class Standing:
    """How one side stands: matches won alone and with others, and means for a match."""

    def __init__(self, orders: int) -> None:
        self.wins = 0
        self.shared = 0
        self._share = Measure(TWELFTHS * orders)
        self._points = Measure(HALVES * orders)
        self._margin = Measure(HALVES * orders)

    def add(self, side: int, deal: list[Outcome]) -> None:
        """Take the matches of a deal into account."""
        winners = [outcome.winners or () for outcome in deal]
        self.wins += sum(won == (side,) for won in winners)
        self.shared += sum(side in won and len(won) > 1 for won in winners)
        self._share.add(sum(TWELFTHS // len(won) for won in winners if side in won))
        self._points.add(sum(outcome.totals[side] for outcome in deal))
        self._margin.add(sum(_margin(side, outcome.totals) for outcome in deal))

    @property
    def share(self) -> Estimate | None:
        """The share of a match that is won, from 0 to 1; a shared win counts in parts."""
        return self._share.estimate

    @property
    def points(self) -> Estimate | None:
        """Points in a match."""
        return self._points.estimate

    @property
    def margin(self) -> Estimate | None:
        """Points that the side is ahead of the best other, less than 0 where it is behind."""
        return self._margin.estimate


@final
class Standings:
    """The standings of a series of so many sides and players, each deal played in ``orders``."""

    def __init__(self, sides: int, players: int, orders: int) -> None:
        self.played = 0
        self.unfinished = 0
        self.deals = 0
        self.incidents = [0] * players
        self.sides = [Standing(orders) for _ in range(sides)]
        self._rounds = Measure(orders)
        self._turns = Measure(orders)
        self._orders = orders
        self._deal: list[Outcome] = []

    def add(self, outcome: Outcome) -> None:
        """Take the next match into account, in the order of the series."""
        self.played += 1
        self.unfinished += outcome.winners is None
        self.incidents = [
            before + more for before, more in zip(self.incidents, outcome.incidents, strict=True)
        ]
        self._deal.append(outcome)
        if len(self._deal) == self._orders:
            deal, self._deal = self._deal, []
            if all(each.winners is not None for each in deal):
                self._count(deal)

    def _count(self, deal: list[Outcome]) -> None:
        self.deals += 1
        for side, standing in enumerate(self.sides):
            standing.add(side, deal)
        self._rounds.add(sum(outcome.rounds for outcome in deal))
        self._turns.add(sum(outcome.turns for outcome in deal))

    @property
    def counted(self) -> int:
        """How many matches the standings rest on."""
        return self.deals * self._orders

    @property
    def rounds(self) -> Estimate | None:
        """Rounds in a match."""
        return self._rounds.estimate

    @property
    def turns(self) -> Estimate | None:
        """Turns in a match."""
        return self._turns.estimate


def _margin(side: int, totals: tuple[int, ...]) -> int:
    return totals[side] - max(total for other, total in enumerate(totals) if other != side)

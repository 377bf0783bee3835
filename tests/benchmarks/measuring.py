"""Ratios of what is run by turns, so that what else the machine does falls on both alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Final, NamedTuple

PAIRS: Final = 101
BATCH: Final = 10
"""Runs of a job in a row, of which the fastest counts: the others had to fetch again what the
job before had driven from the processor's caches, or were interrupted."""
TOLERANCE: Final = 0.1
"""By how much, as a share of it, a bound may be missed before a run counts as failed."""

Job = Callable[[], object]


class Row(NamedTuple):
    """One thing measured: ``found`` in ``unit``, and the bound that it must keep to.

    ``detail`` says what was divided by what. ``found`` None where it was not measured,
    and ``detail`` says why.
    """

    what: str
    found: float | None
    bound: float
    at_least: bool = False
    unit: str = ""
    detail: str = ""

    @property
    def verdict(self) -> str:
        """``ok``, ``close`` (missed within the tolerance), ``missed`` or ``skipped``."""
        if self.found is None:
            return "skipped"
        over = self.bound / self.found if self.at_least else self.found / self.bound
        return "ok" if over <= 1 else "close" if over <= 1 + TOLERANCE else "missed"


class Pair(NamedTuple):
    """Medians over pairs of batches: seconds of each job, and of one divided by the other."""

    one: float
    other: float
    ratio: float


def paired(one: Job, other: Job, pairs: int = PAIRS) -> Pair:
    """Run batches of two jobs by turns. Collecting of garbage stays on, as it is for users."""
    times = [(_seconds(one), _seconds(other)) for _ in range(pairs)]
    return Pair(
        median(mine for mine, _ in times),
        median(its for _, its in times),
        median(mine / its for mine, its in times),
    )


def _seconds(job: Job) -> float:
    """Seconds of the fastest run of a batch."""
    found: list[float] = []
    for _ in range(BATCH):
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return min(found)

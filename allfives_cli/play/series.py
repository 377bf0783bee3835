"""Many matches between the same players, played by one or many workers.

Whoever does the work is an `Executor`: any object whose ``submit(function,
*arguments)`` returns something with ``result()`` and ``cancel()``. Those of
`workers` are; so is everything that has the interface of concurrent.futures, as
MPIPoolExecutor of mpi4py, Client.get_executor() of Dask, or the executor() of
ipyparallel: give it to `series`. What is submitted is `play_matches` with plain
values that can be pickled, and plain values come back; nothing else is asked of
the machines than that this package is installed there.

Deliberately not here: files, statistics, and what is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from allfives_cli.play.series_match import Played, Setting, play_match

Given = TypeVar("Given")
Given_co = TypeVar("Given_co", covariant=True)


class Failed(NamedTuple):
    """A match that could not be played, by a fault of this program or of its machine."""

    number: int
    reason: str


class MatchFailed(Exception):
    """A match of the series could not be played: its ``number``, and the ``reason``."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(number, reason)
        self.number = number
        self.reason = reason


class Pending(Protocol[Given_co]):
    """Work that was submitted."""

    def result(self) -> Given_co:
        """Wait for it; raise what it raised."""
        ...

    def cancel(self) -> object:
        """Do not begin it, if it has not begun."""
        ...


class Executor(Protocol):
    """Whoever does the work, here or elsewhere."""

    def submit(self, fn: Callable[..., Given], /, *args: Any) -> Pending[Given]:  # noqa: ANN401 - whatever the function takes
        """Have a function called with these arguments, now or later."""
        ...


def series(
    setting: Setting,
    first: int,
    last: int,
    executor: Executor,
    *,
    at_once: int = 1,
    ahead: int = 1,
) -> Generator[Played]:
    """Play the matches ``first`` to ``last`` and give them in this order, whoever is ready first.

    A task is ``at_once`` matches, and ``ahead`` tasks are given out before the
    first of them is back. Raises MatchFailed, after all matches before it; no
    further match is given then. Closed, or left by an exception, it cancels
    what has not begun.
    """
    starts = range(first, last + 1, at_once)
    spans = ((start, min(start + at_once - 1, last)) for start in starts)
    return _in_order(setting, spans, executor, ahead)


def some_of_series(
    setting: Setting, numbers: Iterable[int], executor: Executor, *, ahead: int = 1
) -> Generator[Played]:
    """Play the matches with these numbers and give them in this order, as `series` does."""
    return _in_order(setting, ((number, number) for number in numbers), executor, ahead)


def _in_order(
    setting: Setting, spans: Iterable[tuple[int, int]], executor: Executor, ahead: int
) -> Generator[Played]:
    """Play spans of matches, each a task."""
    waiting = iter(spans)
    tasks: deque[tuple[int, Pending[list[Played | Failed]]]] = deque()
    try:
        while True:
            for start, end in islice(waiting, ahead - len(tasks)):
                tasks.append((start, _submitted(executor, setting, start, end)))
            if not tasks:
                return
            start, task = tasks[0]
            done = _result(start, task)
            tasks.popleft()
            for each in done:
                if isinstance(each, Failed):
                    raise MatchFailed(each.number, each.reason)
                yield each
    finally:
        for _, task in tasks:
            task.cancel()


def _submitted(
    executor: Executor, setting: Setting, start: int, end: int
) -> Pending[list[Played | Failed]]:
    try:
        return executor.submit(play_matches, setting, start, end)
    except Exception as error:  # noqa: BLE001 - the executor's own, of whatever kind
        return _Refused(error)


class _Refused:
    """Work that the executor did not take; that is said when its turn comes."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def result(self) -> list[Played | Failed]:
        raise self._error

    def cancel(self) -> None:
        """It never was to begin."""


def _result(start: int, task: Pending[list[Played | Failed]]) -> list[Played | Failed]:
    try:
        return task.result()
    except Exception as error:  # the executor's own; what a match raised came back as Failed
        raise MatchFailed(start, _reason(error)) from error


def play_matches(setting: Setting, first: int, last: int) -> list[Played | Failed]:
    """Play some matches, one after another, up to the first that fails. The task of a worker."""
    done: list[Played | Failed] = []
    for number in range(first, last + 1):
        try:
            done.append(play_match(setting, number))
        except Exception as error:  # noqa: BLE001 - it is told with the match's number
            done.append(Failed(number, _reason(error)))
            break
    return done


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

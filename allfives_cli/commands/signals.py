"""Signals that end a command: never between an action and its being kept.

The interrupt key, SIGTERM and SIGHUP end it by an exception, so that what has
to be saved is saved. While they are held back, they come in afterwards. A
signal that was ignored when the command began, as ``nohup`` has it, stays so.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, Self, final

from allfives_cli.statuses import SIGNALLED

NUMBERS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Ended(BaseException):
    """A signal that asks the command to end. No Exception: nothing on the way may keep it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def status(self) -> int:
        """The exit status of a command that the signal has ended."""
        return SIGNALLED + self.number


@final
class Signals:
    """While entered, turns signals into `Ended`, and the interrupt key into KeyboardInterrupt.

    Only in the main thread, which alone gets signals.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._depth = 0
        self._waiting: int | None = None

    def __enter__(self) -> Self:
        for number in NUMBERS:
            if signal.getsignal(number) is signal.SIG_IGN:
                continue
            try:
                self._before[number] = signal.signal(number, self._come)
            except ValueError:  # in another thread
                break
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold signals back; the first that came meanwhile comes in afterwards."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            number = self._waiting
            if number is not None and not self._depth:
                self._waiting = None
                _raise(number)

    def _come(self, number: int, _frame: FrameType | None) -> None:
        if not self._depth:
            _raise(number)
        if self._waiting is None:
            self._waiting = number


def _raise(number: int) -> None:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Ended(number)

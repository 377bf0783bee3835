"""A disk that fails at a chosen call, and a match to be played on it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, final

import pytest

CALLS: Final = ("open", "write", "fsync", "replace", "ftruncate", "unlink")
"""Everything by which the house writes to a disk."""

Fault = Callable[[str], BaseException | None]
"""What a call, by its name, fails with; None where it does not."""


class Died(BaseException):
    """The process is dead: nothing that it does afterwards reaches the disk."""


@final
class Disk:
    """Counts the calls that reach the disk, and lets them fail from the ``fails_at``-th on.

    Once, or with ``stays`` for good. A write that fails has written half. With
    ``dies`` no error is reported: the process ends there. With ``only`` files
    whose names have this in them fail, and others do not.
    """

    def __init__(
        self, fails_at: int, *, stays: bool = False, dies: bool = False, only: str = ""
    ) -> None:
        self.calls = 0
        self.failed: list[str] = []
        self._fails_at = fails_at
        self._stays = stays
        self._dies = dies
        self._only = only
        self._real: dict[str, Any] = {name: getattr(os, name) for name in CALLS}
        self._real_close = os.close
        self._opened: dict[int, str] = {}

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Put itself between the program and the disk."""
        for name in CALLS:
            patch.setattr(os, name, self._instead_of(name))
        patch.setattr(os, "close", self._close)

    def let_go(self) -> None:
        """Close what a dead process had open, as the system does."""
        for handle in self._opened:
            os.close(handle)

    def _close(self, handle: int) -> None:
        self._opened.pop(handle, None)
        self._real_close(handle)

    def _instead_of(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            first = arguments[0]
            path = self._opened.get(first, "") if isinstance(first, int) else os.fspath(first)
            if self._only in path:
                self.calls += 1
                if self._fails():
                    self._fail(name, arguments)
            if name == "fsync":
                return None  # no power is cut, and it takes its time
            found = self._real[name](*arguments, **named)
            if name == "open":
                self._opened[found] = path
            return found

        return call

    def _fails(self) -> bool:
        if self._dies or self._stays:
            return self.calls >= self._fails_at
        return self.calls == self._fails_at

    def _fail(self, name: str, arguments: tuple[Any, ...]) -> None:
        first = not self.failed
        self.failed.append(name)
        if name == "write" and (first or not self._dies):
            handle, data = arguments
            self._real["write"](handle, data[: len(data) // 2])
        if self._dies:
            raise Died
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names_in(folder: Path) -> set[str]:
    """What lies in a folder, without what a writing that was cut off has left hidden there."""
    return {path.name for path in folder.iterdir() if not path.name.endswith(".tmp")}

"""How far a command over many files has come, drawn for a person who waits."""

from __future__ import annotations

import os
import sys
import time
from typing import Final, final

FEW: Final = 20
"""Files that are not worth a bar."""
EVERY: Final = 0.1
"""Seconds between two drawings."""
CELLS: Final = 24


@final
class Progress:
    """A bar on standard error. On anything but a terminal, in CI and for few files: none.

    Whoever prints something clears the bar before.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._drawn_at = 0.0
        self._is_drawn = False
        dumb = os.environ.get("TERM") == "dumb" or "CI" in os.environ
        self._wanted = total > FEW and not dumb and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Draw how many files are done, unless that was drawn a moment ago."""
        if not self._wanted or time.monotonic() - self._drawn_at < EVERY:
            return
        self._drawn_at = time.monotonic()
        self._is_drawn = True
        filled = CELLS * done // self._total
        bar = "#" * filled + "." * (CELLS - filled)
        sys.stderr.write(f"\r[{bar}] {done}/{self._total}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away, so that a line can be printed in its place."""
        if self._is_drawn:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._is_drawn = False

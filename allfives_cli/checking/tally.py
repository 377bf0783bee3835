"""How many records were examined and what was found, counted without keeping any of it."""

from __future__ import annotations

from typing import Final, final

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.validation import Examined
from allfives_cli.statuses import FINDINGS, SOUND, UNUSABLE

UNREADABLE_CODES: Final = frozenset({"file-missing", "file-directory", "file-unreadable"})
PASSED_OVER: Final = "file-passed-over"


def is_unreadable(examined: Examined) -> bool:
    """Whether an input could not be read at all, so that nothing is known of any record in it."""
    return any(found.code in UNREADABLE_CODES for found in examined.findings)


def is_passed_over(examined: Examined) -> bool:
    """Whether a file is a document of the program's own and no record, so that none is missing."""
    return any(found.code == PASSED_OVER for found in examined.findings)


@final
class Tally:
    """Records and findings, counted one record after another."""

    def __init__(self) -> None:
        self.records = 0
        self.sound = 0
        self.unreadable = 0
        self.found = dict.fromkeys(Severity, 0)

    def add(self, examined: Examined) -> None:
        """Count a record."""
        if not is_passed_over(examined):
            self.records += 1
            self.sound += examined.sound
        self.unreadable += is_unreadable(examined)
        for found in examined.findings:
            self.found[found.severity] += 1

    def status(self, *, strict: bool = False) -> int:
        """The exit status: UNUSABLE, FINDINGS for an error or a strict warning, else SOUND."""
        if self.unreadable:
            return UNUSABLE
        fatal = self.found[Severity.ERROR] + strict * self.found[Severity.WARNING]
        return FINDINGS if fatal else SOUND

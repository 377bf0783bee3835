"""The forms in which ``validate`` writes findings, one module for each kind."""

from __future__ import annotations

from typing import Protocol

from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined


class Format(Protocol):
    """Findings in one form, written record by record.

    What is returned is text as it is to be written, line ends included. A form
    keeps nothing of a record that it has written.
    """

    is_document: bool
    """Whether the whole is one document, beside which nothing else may stand."""

    def begin(self) -> str:
        """What stands before all records."""

    def record(self, examined: Examined) -> str:
        """One record: at most `findings.MOST_SHOWN` findings, and how many more there are."""

    def end(self, tally: Tally) -> str:
        """What stands after all records."""

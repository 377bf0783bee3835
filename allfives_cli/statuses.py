"""What the exit status of a command says; one name for each, and no other home for them.

A status that comes of several is the greatest of them. A program that a signal
ended has `SIGNALLED` and the signal's number, as shells count it.

Deliberately not here: 2, wrong usage. click gives it, with the exception that says why.
"""

from __future__ import annotations

from typing import Final

SOUND: Final = 0
"""Nothing is wrong; of a match, that it was played to its end."""
FINDINGS: Final = 1
"""Something was found: in a record, or at the table where a match was played."""
UNUSABLE: Final = 3
"""What cannot be read or written: a file, a folder, the output, a program that is to play."""
UNFINISHED: Final = 4
"""A match was left before its end."""
BUG: Final = 70
"""A fault of this program or of its machine; EX_SOFTWARE of BSD's sysexits.h."""

SIGNALLED: Final = 128
"""Less than every status of a command that a signal has ended."""
INTERRUPTED: Final = SIGNALLED + 2
"""By the interrupt key, SIGINT."""
BROKEN_PIPE: Final = SIGNALLED + 13
"""Whoever read the output went away, SIGPIPE."""

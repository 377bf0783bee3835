"""The line of a file that a finding is about, with carets under what is meant.

A line wider than the room is cut around the place. Foreign characters are
escaped, and wide and combining ones counted as a terminal shows them, so that
the carets stand where they should.
"""

from __future__ import annotations

from typing import Final

from allfives_cli.record.places import Span
from allfives_cli.show.wrapping import columns
from allfives_cli.text.safe import safe

GUTTER: Final = 5
"""Columns of a line's number; a longer number takes what it needs."""
LEAST_ROOM: Final = 8
CUT: Final = "…"
MOST_MARKS: Final = 4
"""Characters for each column, most of them combining marks, after which a line is cut as well."""

_BEFORE: Final = 3
"""One part in so many of the room stands before the place, where both sides are cut."""


def excerpt(line: str, span: Span, width: int) -> list[str]:
    """Two lines: a line of the file under its number, and carets under the span.

    A span over several lines is marked to the end of its first one, an empty
    one at the character behind it. ``width`` is in columns.
    """
    number = f"{span.line:>{GUTTER}} | "
    room = max(width - len(number), LEAST_ROOM)
    first = min(span.column - 1, len(line))
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    last = max(last, first + 1)
    start, stop = _window(line, first, room)
    before = CUT if start else ""
    after = CUT if stop < len(line) else ""
    lead = columns(before + _shown(line[start:first]))
    carets = columns(_shown(line[first : min(last, stop)]))
    return [
        (number + before + _shown(line[start:stop]) + after).rstrip(),
        f"{'':>{len(number) - 2}}| {'':>{lead}}{'^' * max(carets, 1)}",
    ]


def _shown(text: str) -> str:
    """A stretch of a line as it is shown: a tab is one blank, so that carets need no tab stops."""
    return safe(text.replace("\t", " "), None)


def _window(line: str, first: int, room: int) -> tuple[int, int]:
    """The stretch of a line to show: all of it where it fits, else what surrounds the place."""
    # A caret behind the last character needs a column as well.
    if len(line) <= room and columns(_shown(line)) + (first == len(line)) <= room:
        return 0, len(line)
    room -= 2 * len(CUT)
    start = _back(line, first, room // _BEFORE)
    stop = _forth(line, start, room)
    if stop == len(line):
        start = _back(line, len(line), room - (first == len(line)))
    return min(start, first), max(stop, min(first + 1, len(line)))


def _back(line: str, end: int, room: int) -> int:
    """Where a stretch begins that ends at ``end`` and takes at most so many columns."""
    start, least = end, end - MOST_MARKS * room
    while start > max(least, 0) and (room := room - columns(_shown(line[start - 1]))) >= 0:
        start -= 1
    return start


def _forth(line: str, start: int, room: int) -> int:
    """Where a stretch ends that begins at ``start`` and takes at most so many columns."""
    stop, most = start, start + MOST_MARKS * room
    while stop < min(most, len(line)) and (room := room - columns(_shown(line[stop]))) >= 0:
        stop += 1
    return stop

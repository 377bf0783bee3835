"""Places in a text, and what is said about them: spans, refusals and notes, as data.

Lines and columns count from 1, columns in code points. A line ends at LF, CR LF or a lone CR, as
in YAML, and nowhere else. Offsets count the characters of a text from 0.
"""

import re
from array import array
from bisect import bisect_right
from typing import Final, NamedTuple, TypeAlias

from allfives_cli.record.limits import MAX_EXCERPT

_LINE_END: Final = re.compile(r"\r\n?|\n")
Place: TypeAlias = tuple[int, int]
"""Two offsets, the end exclusive."""
Pointer: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""


class Span(NamedTuple):
    """A stretch of a file: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Note(NamedTuple):
    """A remark on something that was read all the same. Codes and params: `NOTES`."""

    code: str
    params: dict[str, object]
    start: int
    end: int


class Refusal(Exception):
    """An input that is not read, by code, params (`REFUSALS`) and place.

    `extra` holds second places by label: `first` of two equal keys, `open` for the bracket that
    was left open. No param repeats more than MAX_EXCERPT characters of the input.
    """

    def __init__(
        self,
        code: str,
        params: dict[str, object] | None = None,
        span: Span | None = None,
        extra: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = {name: excerpt(value) for name, value in (params or {}).items()}
        self.span = span
        self.extra = extra


class Lines:
    """A text and where its lines begin."""

    __slots__ = ("_starts", "first", "text")

    def __init__(self, text: str, first: int = 1) -> None:
        self.text = text
        self.first = first  # number of the text's first line in its file
        self._starts: array[int] | None = None

    def span(self, start: int, end: int) -> Span:
        """Turn two offsets into lines and columns."""
        return Span(*self._place(start), *self._place(end))

    def line(self, number: int) -> str:
        """The text of one line, without its end; empty for a line that is not there."""
        self._place(0)
        starts = self._starts
        index = number - self.first
        if starts is None or not 0 <= index < len(starts):
            return ""
        end = starts[index + 1] if index + 1 < len(starts) else len(self.text)
        return self.text[starts[index] : end].rstrip("\r\n")

    def refusal(
        self,
        code: str,
        place: Place,
        params: dict[str, object] | None = None,
        **extra: Place,
    ) -> Refusal:
        """Make a refusal at offsets `place`; keywords name second places."""
        others = tuple((label, self.span(*where)) for label, where in extra.items())
        return Refusal(code, params, self.span(*place), others)

    def _place(self, offset: int) -> Place:
        if self._starts is None:
            # four bytes a line: a file of empty lines would need forty times its size as a list
            self._starts = array("I", [0])
            self._starts.extend(match.end() for match in _LINE_END.finditer(self.text))
        line = bisect_right(self._starts, offset)
        return self.first + line - 1, offset - self._starts[line - 1] + 1


def excerpt(value: object) -> object:
    """Shorten a text to MAX_EXCERPT characters; leave anything else alone."""
    if isinstance(value, str) and len(value) > MAX_EXCERPT:
        return value[: MAX_EXCERPT - 1] + "…"
    return value

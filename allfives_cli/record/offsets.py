"""Where each character of a decoded scalar stands in the text that spelled it.

`chart` walks the written form of one scalar (JSON string, or YAML scalar of any style) beside
its decoded value and keeps a table of pieces; lookups bisect it. Offsets are characters, counted
from the first character of the written form, quotes and block header included.

Source of the rules: RFC 8259 section 7 for JSON; YAML 1.2.2 chapters 7.3 (flow scalars) and 8.1
(block scalars), as libyaml and PyYAML carry them out.

Does not decode: the value comes from the parser, and is trusted to belong to the written form.
"""

import re
from array import array
from bisect import bisect_right
from typing import Final

_BREAK: Final = r"(?:\r\n?|\n)"
_FOLD: Final = rf"(?P<blank>[ \t]++)|(?P<breaks>{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+)"
_PLAIN: Final = re.compile(_FOLD)
_SINGLE: Final = re.compile(rf"(?P<escape>'')|{_FOLD}")
_DOUBLE: Final = re.compile(
    rf"(?P<joined>\\{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+)"
    r"|(?P<escape>\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.))"
    rf"|{_FOLD}"
)
_ONE_BREAK: Final = re.compile(_BREAK)
_LINE: Final = re.compile(rf"([^\r\n]*+)({_BREAK}|\Z)")
_FLOW: Final = {"plain": (_PLAIN, 0), "single": (_SINGLE, 1), "double": (_DOUBLE, 1)}


class Chart:
    """Pieces of one scalar: from value index `at`, characters stand from `where` on.

    A piece is either verbatim (each value character one text character) or a single value
    character spelled by `width` text characters (an escape, a folded line end).
    """

    __slots__ = ("_at", "_length", "_origin", "_where", "_width")

    def __init__(self, origin: int = 0) -> None:
        self._origin = origin  # where an empty value stands
        # four bytes a number: an escaped string of 5 MB has millions of pieces
        self._at = array("I")
        self._where = array("I")
        self._width = array("I")
        self._length = 0

    def add(self, where: int, count: int = 1, width: int = 1) -> None:
        """Append `count` value characters that stand from `where` on."""
        if count:
            self._at.append(self._length)
            self._where.append(where)
            self._width.append(width)
            self._length += count

    def start_of(self, index: int) -> int:
        """Where value character `index` begins; for the value's length, where the text ends.

        Raises IndexError outside 0..length.
        """
        if not 0 <= index <= self._length:
            raise IndexError(index)
        if index == self._length:
            return self.end_of(index - 1) if index else self._origin
        piece = bisect_right(self._at, index) - 1
        return self._where[piece] + index - self._at[piece]

    def end_of(self, index: int) -> int:
        """Where value character `index` has ended."""
        if not 0 <= index < self._length:
            raise IndexError(index)
        piece = bisect_right(self._at, index) - 1
        return self._where[piece] + index - self._at[piece] + self._width[piece]


def chart(raw: str, style: str, value: str) -> Chart:
    """Chart the scalar `value`, written as `raw` in `style` (see `source.Node.style`)."""
    if style == "literal":
        return _literal(raw, value)
    if style == "folded":
        return _folded(raw, value)
    pattern, quote = _FLOW[style]
    return _flow(raw, pattern, quote, len(raw) - quote)


def _flow(raw: str, pattern: re.Pattern[str], begin: int, end: int) -> Chart:
    """Chart a plain or quoted scalar: escapes, and line ends folded to a space or to breaks."""
    found = Chart(begin)
    here = begin
    blank = (-1, -1)  # the blanks last passed: they vanish if a line end follows
    for match in pattern.finditer(raw, begin, end):
        start = match.start()
        kind = match.lastgroup
        if kind == "blank":
            blank = match.span()
            continue
        if kind == "breaks" and blank[1] == start:
            start = blank[0]
        found.add(here, start - here)
        here = match.end()
        if kind == "escape":
            found.add(start, width=here - start)
        else:
            _fold(found, raw, start, match.span(), joined=kind == "joined")
    found.add(here, end - here)
    return found


def _fold(found: Chart, raw: str, start: int, run: tuple[int, int], *, joined: bool) -> None:
    """Chart a run of line ends: the first is a space if alone and not escaped, the rest stay."""
    breaks = [match.span() for match in _ONE_BREAK.finditer(raw, *run)]
    if len(breaks) == 1 and not joined:
        found.add(start, width=run[1] - start)
    for first, last in breaks[1:]:
        found.add(first, width=last - first)


def _literal(raw: str, value: str) -> Chart:
    """Chart a `|` block: each line of the value is the tail of one line of the text."""
    found = Chart()
    index = 0
    for _, end, after in _block_lines(raw):
        if index >= len(value):
            break
        stop = value.find("\n", index)
        count = (len(value) if stop < 0 else stop) - index
        found.add(end - count, count)
        if stop < 0:
            break
        found.add(end, width=after - end)
        index = stop + 1
    return found


def _folded(raw: str, value: str) -> Chart:
    """Chart a `>` block: line ends between unindented lines are folded, others stay."""
    found = Chart()
    lines = list(_block_lines(raw))
    lead = len(value) - len(value.lstrip("\n"))
    indent = 0
    if lead < len(value):
        # the indentation is what the first line of content has before the value's own blanks
        start, end, _ = lines[lead]
        line = raw[start:end]
        own = len(value) - lead - len(value[lead:].lstrip(" "))
        indent = len(line) - len(line.lstrip(" ")) - own
    ends: list[tuple[int, int]] = []  # line ends since the last content
    content = False
    flush = False  # the last content line began without a blank
    left = len(value)
    for start, end, after in lines:
        count = end - start - indent
        if count <= 0 or lead == len(value):
            ends.append((end, after))
            continue
        if left <= 0:
            break
        was, flush = flush, raw[start + indent] not in " \t"
        kept = ends[1:] if content and was and flush else ends
        if content and was and flush and not kept:
            kept = ends[:1]
        for first, last in kept:
            found.add(first, width=last - first)
        found.add(start + indent, count)
        left -= len(kept) + count
        content, ends = True, [(end, after)]
    for first, last in ends[: max(left, 0)]:
        found.add(first, width=last - first)
    return found


def _block_lines(raw: str) -> list[tuple[int, int, int]]:
    """List the lines below a block's header: where each begins, ends, and the next begins."""
    header = _LINE.match(raw)
    begin = header.end() if header else len(raw)
    return [
        (match.start(), match.end(1), match.end())
        for match in _LINE.finditer(raw, begin)
        if match.end() > match.start()
    ]

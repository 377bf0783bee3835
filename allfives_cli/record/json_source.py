"""JSON bytes to values with places: RFC 8259 to the letter, and one record a line for archives.

Stricter than the standard library: no NaN, no equal keys in one mapping, no lone surrogate, and
the limits of `source`. Reads without recursion, so no depth can exhaust the stack; every regular
expression is possessive or has nothing to give back, so time is linear in the input.

Does not tell what is wrong: where no rule fits, `json_problems` names the mistake.
"""

import json
import re
from array import array
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, Final, NoReturn

from allfives_cli.record import json_problems as problems
from allfives_cli.record.limits import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_FLOAT_DIGITS,
    MAX_VALUES,
)
from allfives_cli.record.opening import MAX_SKIP, collector_at_rest, decode, read_lines
from allfives_cli.record.places import Lines, Refusal
from allfives_cli.record.source import Node, Source

__all__ = ["MAX_SKIP", "read_json", "read_json_lines"]

_SPACE: Final = r"[ \t\n\r]*+"
_INTEGER: Final = r"-?(?:0|[1-9][0-9]*+)"
_VALUE: Final = re.compile(
    _SPACE + r'(?:"([^"\\\x00-\x1f]*+)"'
    rf"|({_INTEGER})(?![\w.+-])"
    rf"|({_INTEGER}(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)(?![\w.+-])"
    r"|(true|false|null)(?!\w)"
    r"|([\[{]))"
)
_TEXT, _INT, _FLOAT, _WORD = 1, 2, 3, 4
_KEY: Final = re.compile(_SPACE + r'"([^"\\\x00-\x1f]*+)"' + _SPACE + ":")
_ESCAPED: Final = re.compile(
    _SPACE + r'("(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
)
_COLON: Final = re.compile(_SPACE + ":")
_SEPARATOR: Final = re.compile(_SPACE + r"([,\]}])")
_CLOSE: Final = {"[": re.compile(_SPACE + r"\]"), "{": re.compile(_SPACE + r"\}")}
_END: Final = re.compile(_SPACE + r"\Z")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_NO_KEYS: Final = array("I")
_WORDS: Final = {"true": True, "false": False, "null": None}


def read_json(data: bytes, name: str, first_line: int = 1) -> Source:
    """Read one JSON text. Raises Refusal, and nothing else, whatever the bytes.

    `first_line` is the number that the text's first line has in its file.
    """
    return _read(data, name, first_line)


def read_json_lines(data: bytes | BinaryIO, name: str) -> Iterator[tuple[int, Source | Refusal]]:
    """Read an archive, one JSON text a line, holding one line in memory at a time.

    Yields the number of each line that is not blank, with what was read or why it was not; a bad
    line does not stop the rest. Two things do: UTF-16 or UTF-32 on the first line, and a line
    that goes on for MAX_SKIP bytes. Places count lines of the whole archive. An unreadable
    stream raises OSError as it stands.
    """
    stream = BytesIO(data) if isinstance(data, bytes) else data
    for number, line in read_lines(stream):
        try:
            yield number, _read(line, name, number)
        except Refusal as refusal:
            yield number, refusal
            if number == 1 and refusal.code == "file-encoding":
                return


def _read(data: bytes, name: str, first_line: int) -> Source:
    lines, notes = decode(data, first_line)
    with collector_at_rest():
        root = _Scanner(lines).scan()
    return Source(name, "json", lines, root, notes)


class _Scanner:
    """Reads one text from left to right; `_open` holds the brackets not yet closed."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._text = lines.text
        self._at = 0
        self._left = MAX_VALUES
        self._open: list[Node] = []
        self._places: list[
            array[int]
        ] = []  # of keys, beside _open; for lists one array, never filled
        self._names: dict[str, str] = {}  # one object for all keys of a name

    def scan(self) -> Node:
        root = self._value()
        while self._open:
            node = self._open[-1]
            if node.value:
                found = _SEPARATOR.match(self._text, self._at)
                if not found:
                    raise problems.after_value(self._lines, self._at, node)
                self._at = found.end()
                if found[1] != ",":
                    self._shut(node, found)
                    continue
            if isinstance(node.value, dict):
                self._pair(node.value)
            elif isinstance(node.value, list):
                node.value.append(self._value())
        if not _END.match(self._text, self._at):
            raise problems.after_end(self._lines, self._at)
        return root

    def _shut(self, node: Node, found: re.Match[str]) -> None:
        """Close the innermost bracket, if it is one of that kind."""
        if (found[1] == "}") is not isinstance(node.value, dict):
            raise problems.wrong_bracket(self._lines, found.start(1), node)
        node.end = self._at
        self._open.pop()
        self._places.pop()

    def _pair(self, items: dict[str, Node]) -> None:
        """Read a key, its colon and its value."""
        found = _KEY.match(self._text, self._at)
        if found:
            key, start, end = found[1], found.start(1) - 1, found.end(1) + 1
            self._at = found.end()
        else:
            key, start, end = self._escaped_key()
        if key in items:
            place = 2 * list(items).index(key)
            first = (self._places[-1][place], self._places[-1][place + 1])
            raise self._lines.refusal("duplicate-key", (start, end), {"key": key}, first=first)
        key = self._names.setdefault(key, key)
        places = self._places[-1]
        places.append(start)
        places.append(end)
        items[key] = self._value()

    def _escaped_key(self) -> tuple[str, int, int]:
        """Read a key that has escapes, or find out what stands in its place."""
        found = _ESCAPED.match(self._text, self._at)
        if not found:
            raise problems.in_place_of_key(self._lines, self._at, self._open[-1])
        key = self._unescape(*found.span(1))
        colon = _COLON.match(self._text, found.end())
        if not colon:
            raise problems.no_colon(self._lines, found.end(), self._open[-1])
        self._at = colon.end()
        return key, *found.span(1)

    def _value(self) -> Node:
        """Read a scalar or an opening bracket."""
        if not self._left:
            raise problems.too_many(self._lines, self._at, MAX_VALUES)
        self._left -= 1
        found = _VALUE.match(self._text, self._at)
        if not found:
            return self._escaped_text()
        kind = found.lastindex or 0
        start, self._at = found.start(kind), found.end()
        written = found[kind]
        if kind == _TEXT:
            return Node(written, start - 1, self._at, "double", self._text)
        if kind == _INT:
            if len(written) > MAX_DIGITS and len(written.lstrip("-")) > MAX_DIGITS:
                self._refuse_digits(start, written, MAX_DIGITS)
            return Node(int(written), start, self._at, "plain", self._text)
        if kind == _WORD:
            return Node(_WORDS[written], start, self._at, "plain", self._text)
        if kind == _FLOAT:
            return self._float(written, start)
        return self._bracket(written, start)

    def _bracket(self, written: str, start: int) -> Node:
        """Open a list or mapping, and close it at once if it is empty."""
        if len(self._open) == MAX_DEPTH:
            raise self._lines.refusal("too-deep", (start, self._at), {"limit": MAX_DEPTH})
        places = array("I") if written == "{" else None
        node = Node({} if written == "{" else [], start, start, "flow", self._text, places)
        closed = _CLOSE[written].match(self._text, self._at)
        if closed:
            self._at = node.end = closed.end()
        else:
            self._open.append(node)
            self._places.append(_NO_KEYS if places is None else places)
        return node

    def _float(self, written: str, start: int) -> Node:
        digits = re.split("[eE]", written)[0].lstrip("-0.").replace(".", "")
        if len(digits) > MAX_FLOAT_DIGITS:
            self._refuse_digits(start, written, MAX_FLOAT_DIGITS)
        value = float(written)
        if value in {float("inf"), float("-inf")}:
            place = (start, self._at)
            raise self._lines.refusal("number-too-large", place, {"text": written})
        return Node(value, start, self._at, "plain", self._text)

    def _refuse_digits(self, start: int, written: str, limit: int) -> NoReturn:
        params: dict[str, object] = {"text": written, "limit": limit}
        raise self._lines.refusal("number-too-long", (start, self._at), params)

    def _escaped_text(self) -> Node:
        """Read a text that has escapes, or find out what stands in place of a value."""
        found = _ESCAPED.match(self._text, self._at)
        if not found:
            raise problems.in_place_of_value(
                self._lines, self._at, self._open[-1] if self._open else None
            )
        self._at = found.end()
        start, end = found.span(1)
        return Node(self._unescape(start, end), start, end, "double", self._text)

    def _unescape(self, start: int, end: int) -> str:
        value = json.loads(self._text[start:end])
        if _SURROGATE.search(value):
            raise problems.lone_surrogate(self._lines, start)
        return str(value)

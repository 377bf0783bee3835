"""Foreign bytes and the values read from them, each with its exact place.

What every form has in common: limits, decoding, `Node` and `Source`, `Span`, `Refusal`, `Note`.
`json_source` and `yaml_source` do the reading. Lines and columns count from 1, columns in code
points; a byte order mark is dropped first and is not a column. A line ends at LF, CR LF or a
lone CR, as in YAML, and nowhere else. Offsets are characters of `Source.text` from 0.

Does not know the record's fields, and judges no value: only whether the bytes say one clearly.
"""

from array import array
from collections.abc import Sequence
from typing import Literal, TypeAlias

from allfives_cli.record.codes import NOTES, REFUSALS
from allfives_cli.record.limits import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_EXCERPT,
    MAX_FLOAT_DIGITS,
    MAX_NOTES,
    MAX_VALUES,
)
from allfives_cli.record.offsets import Chart, chart
from allfives_cli.record.opening import decode, read_bytes
from allfives_cli.record.places import Lines, Note, Place, Refusal, Span, excerpt

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_EXCERPT",
    "MAX_FLOAT_DIGITS",
    "MAX_NOTES",
    "MAX_VALUES",
    "NOTES",
    "REFUSALS",
    "Form",
    "Lines",
    "Node",
    "Note",
    "Plain",
    "Refusal",
    "Source",
    "Span",
    "Style",
    "decode",
    "plain",
    "read_bytes",
]

Form: TypeAlias = Literal["json", "yaml"]
Style: TypeAlias = Literal["flow", "block", "plain", "single", "double", "literal", "folded"]
Value: TypeAlias = "dict[str, Node] | list[Node] | str | int | float | bool | None"
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | float | bool | None"


class Node:
    """One value and the offsets in its source's text between which it is written.

    `style` says how: a scalar is `plain`, `single` or `double` quoted, or a `literal` or `folded`
    block; a list or mapping is `flow` (in brackets) or `block`.
    """

    __slots__ = ("_keys", "_text", "end", "start", "style", "value")

    def __init__(
        self,
        value: Value,
        start: int,
        end: int,
        style: Style,
        text: str,
        keys: "array[int] | None" = None,
    ) -> None:
        self.value = value
        self.start = start
        self.end = end
        self.style = style
        self._text = text
        # starts and ends by turns until asked for: a dict of pairs is thirty times larger
        self._keys: array[int] | dict[str, Place] | None = keys

    def __repr__(self) -> str:
        return f"Node({excerpt(self.raw)!r}, {self.start}, {self.end})"

    @property
    def raw(self) -> str:
        """The text between start and end as written, quotes included: `05`, `0.10`, `"a"`."""
        return self._text[self.start : self.end]

    @property
    def keys(self) -> dict[str, Place] | None:
        """Where each key of a mapping stands, quotes included; None for other values."""
        if isinstance(self._keys, array) and isinstance(self.value, dict):
            places = iter(self._keys)
            self._keys = dict(zip(self.value, zip(places, places, strict=True), strict=True))
        return self._keys if isinstance(self._keys, dict) else None


class Source:
    """A text that was read, its values as a tree, and the notes made while reading."""

    __slots__ = ("_charted", "form", "lines", "name", "notes", "root")

    def __init__(self, name: str, form: Form, lines: Lines, root: Node, notes: list[Note]) -> None:
        self.name = name
        self.form = form
        self.lines = lines
        self.root = root
        self.notes = notes
        self._charted: tuple[Node, Chart] | None = None

    @property
    def text(self) -> str:
        """The decoded text, without byte order mark: what all offsets count in."""
        return self.lines.text

    def span(self, start: int, end: int) -> Span:
        """Turn two offsets into lines and columns of the file."""
        return self.lines.span(start, end)

    def text_offset(self, node: Node, index: int) -> int:
        """Where character `index` of a text's value begins; for its length, where it ends.

        Exact through escapes, folded lines and the indentation of blocks. For a value that is
        not text, `index` counts in its raw text. Raises IndexError outside 0..length.
        """
        if isinstance(node.value, str):
            return node.start + self._chart(node).start_of(index)
        if not 0 <= index <= node.end - node.start:
            raise IndexError(index)
        return node.start + index

    def text_place(self, node: Node, start: int, end: int) -> Place:
        """Offsets of characters `start` to `end` (exclusive) of a text's value.

        Unlike two calls of `text_offset`, the end does not reach over an indentation or fold to
        the next character. Raises IndexError outside 0..length.
        """
        if end <= start or not isinstance(node.value, str):
            return self.text_offset(node, start), self.text_offset(node, max(start, end))
        pieces = self._chart(node)
        return node.start + pieces.start_of(start), node.start + pieces.end_of(end - 1)

    def find(self, pointer: Sequence[str | int]) -> Node | None:
        """Follow keys and list indexes from the root; None where there is no such value."""
        node: Node | None = self.root
        for step in pointer:
            value = node.value if node else None
            if isinstance(value, dict) and isinstance(step, str):
                node = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
                node = value[step]
            else:
                return None
        return node

    def _chart(self, node: Node) -> Chart:
        """Chart a text node; the last one is kept, since a sheet asks often about one block."""
        if self._charted is None or self._charted[0] is not node:
            self._charted = (node, chart(node.raw, node.style, str(node.value)))
        return self._charted[1]


def plain(node: Node) -> Plain:
    """Turn a node into ordinary values, without places."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value

"""A source's tree while it is brought to the record's shape: new nodes that keep their places.

A `Draft` knows where it is in the tree (`path`), so that what cannot be read is reported with
the pointer at which it is missing. Nodes that need no change are kept as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

from allfives_cli.record.limits import MAX_NOTES
from allfives_cli.record.notation import Part, Problem
from allfives_cli.record.places import Note, Place, Pointer, excerpt
from allfives_cli.record.source import Node, Plain, Source

MAX_PROBLEMS: Final = 1_000  # of one record; later ones are dropped

Placing: TypeAlias = Callable[[int, int], Place]


class ReadLater(Node):
    """A value that is known without the places of its parts, which are found when asked for."""

    __slots__ = ("_find", "_found", "ready")

    def __init__(self, ready: Plain, find: Callable[[], Node]) -> None:
        self.ready = ready
        """The value without places."""
        self._find = find
        self._found: Node | None = None

    def _node(self) -> Node:
        if self._found is None:
            self._found = self._find()
        return self._found

    # what a Node holds, taken from the node that is found
    value = property(lambda self: self._node().value)
    start = property(lambda self: self._node().start)
    end = property(lambda self: self._node().end)
    style = property(lambda self: self._node().style)
    raw = property(lambda self: self._node().raw)
    keys = property(lambda self: self._node().keys)


def plain_of(node: Node) -> Plain:
    """Turn a node into ordinary values, without places, and without looking for any."""
    if isinstance(node, ReadLater):
        return node.ready
    value = node.value
    if isinstance(value, dict):
        return {key: plain_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_of(item) for item in value]
    return value


class SheetProblem(NamedTuple):
    """What was left out because it cannot be read, and the pointer at which it is missing.

    A turn that was left out would stand at the pointer; the turns below it have moved up. Code
    and params: `SHEET_CODES`. `turn-number` leaves nothing out.
    """

    code: str
    params: dict[str, object]
    start: int
    end: int
    pointer: Pointer


class Draft:
    """The tree of `source` under correction, and what there is to say about it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.is_sheet = source.form == "yaml"
        self.notes: list[Note] = []
        self.problems: list[SheetProblem] = []
        self.path: list[str | int] = []
        self.players: tuple[str, ...] | None = None
        """Keys of the players; None while they are unknown."""
        self.sides: tuple[str, ...] = ()
        """Keys of the sides, where they are known to be those of the players."""
        self.turn_number = 1
        """Of the turn that is being read, in its round."""
        self.lines_read = 0
        """Turn lines so far, in the whole record."""
        self._noted = {note.start for note in source.notes}

    @property
    def is_full(self) -> bool:
        """Whether so much is wrong that no more is reported."""
        return len(self.problems) >= MAX_PROBLEMS

    def note(self, code: str, params: Mapping[str, object], place: Place) -> None:
        """Remark on what stands at a place, unless the reading of bytes has done so."""
        if place[0] not in self._noted and len(self.notes) < MAX_NOTES:
            self.notes.append(Note(code, {k: excerpt(v) for k, v in params.items()}, *place))

    def problem(
        self, code: str, params: Mapping[str, object], place: Place, *steps: str | int
    ) -> None:
        """Report what is left out at `steps` below the path."""
        if not self.is_full:
            shown = {name: excerpt(value) for name, value in params.items()}
            self.problems.append(SheetProblem(code, shown, *place, (*self.path, *steps)))

    def problems_in(self, placing: Placing, found: Sequence[Problem], *steps: str | int) -> None:
        """Report problems whose places count in a text."""
        for code, params, start, end in found:
            if self.is_full:
                return
            self.problem(code, params, placing(start, end), *steps)

    @contextmanager
    def within(self, *steps: str | int) -> Iterator[None]:
        """Go down to a value and come back."""
        depth = len(self.path)
        self.path += steps
        yield
        del self.path[depth:]

    def scalar(self, value: str | float, place: Place) -> Node:
        """A text or number that is written, in some spelling, at a place."""
        return Node(value, *place, "plain", self.source.text)

    def sequence(self, items: list[Node], place: Place) -> Node:
        """A list that is written at a place."""
        return Node(items, *place, "block", self.source.text)

    def mapping(self, items: dict[str, Node], place: Place) -> Node:
        """A mapping that is written at a place without keys of its own."""
        keys = array("I", [at for item in items.values() for at in (item.start, item.end)])
        return Node(items, *place, "block", self.source.text, keys)

    def with_keys(self, node: Node, changes: Mapping[str, Node | None]) -> Node:
        """A mapping with some values replaced, added, or (None) taken out."""
        items = dict(node.value) if isinstance(node.value, dict) else {}
        places = dict(node.keys or {})
        for key, item in changes.items():
            if item is None:
                items.pop(key, None)
            else:
                items[key] = item
                if key not in places:
                    places[key] = item.start, item.end
        keys = array("I", [at for key in items for at in places[key]])
        return Node(items, node.start, node.end, node.style, self.source.text, keys)

    def changed(self, node: Node, key: str, new: Node) -> Node:
        """A mapping with one value replaced, or the same mapping if it is no other value."""
        old = node.value.get(key) if isinstance(node.value, dict) else None
        return node if new is old else self.with_keys(node, {key: new})

    def with_notes(self, holder: Node, key: str, added: Sequence[Node]) -> Node:
        """Add notes to those that a mapping has under a key, in the order in which they stand."""
        old = holder.value.get(key) if isinstance(holder.value, dict) else None
        if not isinstance(holder.value, dict) or (old and not isinstance(old.value, list)):
            return holder
        listed = old.value if old and isinstance(old.value, list) else []
        notes = sorted([*listed, *added], key=lambda note: note.start)
        place = (old.start, old.end) if old else (notes[0].start, notes[-1].end)
        return self.with_keys(holder, {key: self.sequence(notes, place)})

    def node_of(self, part: Part, placing: Placing) -> Node:
        """What was read from a text, as a node at its place in the file."""
        place = placing(part.start, part.end)
        value = part.value
        if isinstance(value, dict):
            return self.mapping({k: self.node_of(v, placing) for k, v in value.items()}, place)
        if isinstance(value, list):
            return self.sequence([self.node_of(item, placing) for item in value], place)
        return self.scalar(value, place)

    def placing(self, node: Node) -> Placing:
        """A function from offsets in a text's value to offsets in the file."""
        source, text = self.source, node.value
        if node.style != "literal" or not isinstance(text, str):
            return lambda start, end: source.text_place(node, start, end)
        line, stop, shift = 0, -1, 0

        def place(start: int, end: int) -> Place:
            # within one line of a literal block, nothing is folded or escaped
            nonlocal line, stop, shift
            if not line <= start <= stop:
                line = text.rfind("\n", 0, start) + 1
                stop = text.find("\n", start)
                stop = len(text) if stop < 0 else stop
                shift = source.text_offset(node, line) - line
            return (
                (start + shift, end + shift) if end <= stop else source.text_place(node, start, end)
            )

        return place


Convert: TypeAlias = Callable[[Draft, Node], Node | None]
"""Brings one value to its canonical shape; None leaves it out, the problem being reported."""


def convert_keys(table: Mapping[str, Convert]) -> Convert:
    """Convert the values of a mapping by their keys; keys that the table has not are kept."""

    def convert(draft: Draft, node: Node) -> Node:
        if not isinstance(node.value, dict):
            return node
        path, changes = draft.path, {}
        for key, item in node.value.items():
            inner = table.get(key)
            if inner is not None:
                path.append(key)
                new = inner(draft, item)
                path.pop()
                if new is not item:
                    changes[key] = new
        return draft.with_keys(node, changes) if changes else node

    return convert


def convert_values(inner: Convert) -> Convert:
    """Convert every value of a mapping, whatever its key."""

    def convert(draft: Draft, node: Node) -> Node:
        if not isinstance(node.value, dict):
            return node
        return convert_keys(dict.fromkeys(node.value, inner))(draft, node) or node

    return convert


def convert_items(inner: Convert) -> Convert:
    """Convert the items of a list."""

    def convert(draft: Draft, node: Node) -> Node:
        if not isinstance(node.value, list):
            return node
        path, same = draft.path, True
        items: list[Node] = []
        for item in node.value:
            path.append(len(items))
            new = inner(draft, item)
            path.pop()
            same = same and new is item
            if new is not None:
                items.append(new)
        return node if same else draft.sequence(items, (node.start, node.end))

    return convert

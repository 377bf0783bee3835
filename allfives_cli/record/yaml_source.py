"""YAML bytes to values with places: the part of YAML in which a sheet is written by hand.

Built on the events of PyYAML, not on its loaders: libyaml's parser where PyYAML has it (about
4 µs a scalar; the pure one takes 25), with our own rules for scalars (`yaml_scalars`). One
document of mappings with text keys, lists and scalars. Refused at their place: anchors, aliases,
merge keys, tags, directives other than %YAML 1.1 and 1.2, equal keys, keys that are not text,
tabs that indent, line separators other than CR and LF, and control characters.

Does not read JSON: parsers of YAML 1.1 reject some that is valid, and accept much that is not.
"""

import re
from array import array
from typing import Any, Final

import yaml

from allfives_cli.record import yaml_problems as problems
from allfives_cli.record.codes import REFUSALS
from allfives_cli.record.limits import MAX_DEPTH, MAX_NOTES, MAX_SHEET_VALUES
from allfives_cli.record.opening import collector_at_rest, decode
from allfives_cli.record.places import Lines, Note, Refusal
from allfives_cli.record.source import Node, Source, Style
from allfives_cli.record.yaml_scalars import Reading, resolve

__all__ = ["read_yaml"]

_STYLES: Final[dict[str, Style]] = {
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_TAB_INDENT: Final = re.compile(r"^[ ]*+(\t)[ \t]*+", re.MULTILINE)
_TILE_PAIR: Final = re.compile(r"([0-6])[ \t]*+:[ \t]++([0-6])(?![\w.:-])")
_TILE_COLON: Final = re.compile(r"([0-6]):([0-6])")
_WRITTEN: Final = re.compile(r"\S*+")
_REMEMBERED: Final = 8  # characters of a scalar whose reading is kept for the next of its kind


def read_yaml(data: bytes, name: str, *, pure: bool = False) -> Source:
    """Read one YAML document. Raises Refusal, and nothing else, whatever the bytes.

    `pure` takes PyYAML's parser in Python even where libyaml is there; it is slower, and refuses
    tabs that separate values, else reads the same.
    """
    lines, notes = decode(data)
    refusal = problems.before_parsing(lines)
    if refusal:
        raise refusal
    loader = yaml.SafeLoader if pure else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with collector_at_rest():
        root = _Builder(lines, notes).build(loader)
    return Source(name, "yaml", lines, root, notes)


class _Builder:
    """Builds the tree from events; `_open` holds the lists and mappings not yet ended."""

    def __init__(self, lines: Lines, notes: list[Note]) -> None:
        self._lines = lines
        self._text = lines.text
        self._notes = notes
        self._root: Node | None = None
        self._documents = 0
        self._after = 0  # where the last event ended
        self._left = MAX_SHEET_VALUES
        self._open: list[Node] = []
        self._places: list[array[int]] = []  # of keys, beside _open
        self._keys: list[str | None] = []  # beside _open: the key that waits for its value
        self._names: dict[str, str] = {}  # one object for all keys of a name
        self._readings: dict[str, Reading] = {}
        self._tabs: dict[int, int] = {}  # what a tab indents: offset -> the tab's

    def build(self, loader: Any) -> Node:  # noqa: ANN401 - two classes without a common ancestor
        if "\t" in self._text:
            found = _TAB_INDENT.finditer(self._text)
            self._tabs = {match.end(): match.start(1) for match in found}
        parser = loader(self._text)
        try:
            while parser.check_event():
                self._take(parser.get_event())
        except yaml.YAMLError as error:
            raise problems.translate(self._lines, error, self._open, self._after) from None
        except (ValueError, OverflowError):  # the pure parser, at an escape past U+10FFFF
            at = max(parser.index - 2, 0)
            raise problems.bad_escape(self._lines, at) or self._refuse(
                "yaml-syntax", (at, at), detail=""
            ) from None
        finally:
            parser.dispose()
        if self._root is None or (self._root.value is None and not self._root.raw):
            raise self._refuse("file-empty", (0, 0))
        return self._root

    def _take(self, event: Any) -> None:  # noqa: ANN401 - the stubs make every mark optional
        start, self._after = event.start_mark.index, event.end_mark.index
        if self._tabs and start in self._tabs:
            tab = self._tabs[start]
            raise self._refuse("yaml-tab", (tab, tab + 1))
        if isinstance(event, yaml.ScalarEvent):
            if event.tag or event.anchor:
                raise self._property(event)
            if self._keys and self._wants_key():
                self._key(event.value, event.style, (start, self._after))
            else:
                self._scalar(event.value, _STYLES[event.style or ""], start, self._after)
        elif isinstance(event, yaml.CollectionStartEvent):
            if event.tag or event.anchor:
                raise self._property(event)
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end(self._after)
        elif isinstance(event, yaml.AliasEvent):
            raise self._refuse("yaml-alias", (start, self._after), name=event.anchor)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self._refuse("several-documents", (start, self._after))

    def _wants_key(self) -> bool:
        return self._keys[-1] is None and isinstance(self._open[-1].value, dict)

    def _property(self, event: Any) -> Refusal:  # noqa: ANN401 - scalars and collections
        """Refuse an anchor or a tag: they stand, in any order, where the event begins."""
        at = event.start_mark.index
        if event.anchor is not None:
            at = self._text.index(f"&{event.anchor}", at)
            place = (at, at + 1 + len(event.anchor))
            return self._refuse("yaml-anchor", place, name=event.anchor)
        written = _WRITTEN.match(self._text, at)
        tag = written[0] if written else ""
        return self._refuse("yaml-tag", (at, at + len(tag)), tag=tag)

    def _key(self, key: str, style: str | None, place: tuple[int, int]) -> None:
        start, end = place
        if style:
            self._refuse_surrogates(key, start)
        elif key == "<<":
            raise self._refuse("yaml-merge-key", place)
        elif not isinstance(self._resolve(key).value, str):
            pair = _TILE_PAIR.match(self._text, start)
            if pair:
                tile = f"{pair[1]}-{pair[2]}"
                raise self._refuse("yaml-key-tile", pair.span(), key=key, tile=tile)
            raise self._refuse("yaml-key-not-text", place, key=key)
        items = self._open[-1].value
        places = self._places[-1]
        if isinstance(items, dict) and key in items:
            at = 2 * list(items).index(key)
            first = (places[at], places[at + 1])
            raise self._lines.refusal("duplicate-key", place, {"key": key}, first=first)
        places.append(start)
        places.append(end)
        self._keys[-1] = self._names.setdefault(key, key)

    def _scalar(self, value: str, style: Style, start: int, end: int) -> None:
        if style != "plain":
            self._refuse_surrogates(value, start)
            self._add(Node(value, start, end, style, self._text))
            return
        reading = self._resolve(value)
        if reading.code:
            self._remark(reading, (start, end))
        elif start == end:
            self._refuse_colon_without_space()
        self._add(Node(reading.value, start, end, style, self._text))

    def _remark(self, reading: Reading, place: tuple[int, int]) -> None:
        """Refuse a scalar, or note what other tools make of it."""
        if reading.code in REFUSALS:
            raise self._refuse(reading.code, place, **dict(reading.params))
        if len(self._notes) < MAX_NOTES:
            self._notes.append(Note(reading.code, dict(reading.params), *place))

    def _resolve(self, text: str) -> Reading:
        reading = self._readings.get(text)
        if reading is None:
            reading = resolve(text)
            if len(text) <= _REMEMBERED:
                self._readings[text] = reading
        return reading

    def _refuse_colon_without_space(self) -> None:
        """Refuse a key like `3:4` without a value: a flow mapping `{3:4}` is read so."""
        key = self._keys[-1] if self._keys else None
        if key and ":" in key:
            start, end = self._places[-1][-2:]
            if self._text[start] not in "'\"|>":
                tile = _TILE_COLON.fullmatch(key)
                suggested = f"{tile[1]}-{tile[2]}" if tile else ""
                raise self._refuse("yaml-colon-space", (start, end), key=key, tile=suggested)

    def _refuse_surrogates(self, value: str, start: int) -> None:
        """Refuse what the pure parser lets through: escapes that are half a character."""
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            refusal = problems.bad_escape(self._lines, start)
            if refusal:
                raise refusal

    def _begin(self, event: Any) -> None:  # noqa: ANN401 - the stubs lack flow_style
        start = event.start_mark.index
        if self._keys and self._wants_key():
            written = self._text[start : event.end_mark.index]
            raise self._refuse("yaml-key-not-text", (start, start + 1), key=written)
        if len(self._open) == MAX_DEPTH:
            raise self._refuse("too-deep", (start, start + 1), limit=MAX_DEPTH)
        style: Style = "flow" if event.flow_style else "block"
        mapping = isinstance(event, yaml.MappingStartEvent)
        places = array("I")
        keys = places if mapping else None
        node = Node({} if mapping else [], start, start, style, self._text, keys)
        self._add(node)
        self._open.append(node)
        self._places.append(places)
        self._keys.append(None)

    def _end(self, end: int) -> None:
        node = self._open.pop()
        self._places.pop()
        self._keys.pop()
        if node.style == "block":
            # the parser ends a block where the next token begins, lines below it
            items = list(node.value.values()) if isinstance(node.value, dict) else node.value
            end = items[-1].end if isinstance(items, list) and items else node.start
        node.end = end

    def _add(self, node: Node) -> None:
        if not self._left:
            place = (node.start, min(node.start + 1, len(self._text)))
            raise self._refuse("too-many-values", place, limit=MAX_SHEET_VALUES)
        self._left -= 1
        if not self._open:
            self._root = node
            return
        items = self._open[-1].value
        if isinstance(items, list):
            items.append(node)
        elif isinstance(items, dict):
            items[self._keys[-1] or ""] = node
            self._keys[-1] = None

    def _refuse(self, code: str, place: tuple[int, int], **params: object) -> Refusal:
        return self._lines.refusal(code, place, params)

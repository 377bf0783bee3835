"""Bytes to a record: the fast way where all is well, the slow way to say what is not.

JSON is read by pydantic first. Only if that fails, or if a key may stand twice
(which pydantic would not notice), is it read again with a place for every
value. Sheets always are. Never plays; whether the record is sound is asked of
`allfives_cli.checking`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from pydantic import ValidationError

from allfives_cli.record.limits import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_FLOAT_DIGITS,
    MAX_VALUES,
)
from allfives_cli.record.model import Json, Player, Record, Round, Shape, Turn
from allfives_cli.record.places import Lines, Place, Pointer, Refusal, Span
from allfives_cli.record.source import Form, Node, Source

if TYPE_CHECKING:
    from allfives_cli.record.shape import ShapeProblem


ARCHIVE: Final = ".jsonl"  # what the name of a file ends with that holds a record a line
_WHOLE: Final = Span(0, 0, 0, 0)
_KEY_END: Final = re.compile(rb'"[ \t\r\n]*:')
_CALM_SIZE: Final = 2 * MAX_VALUES  # bytes: a value and what divides it from the next take two
_DIGITS_ALIKE: Final = bytes.maketrans(b".123456789", b"0" * 10)
_LONG_NUMBER: Final = b"0" * (MAX_FLOAT_DIGITS + 1)
_LARGEST_INT: Final = 10**MAX_DIGITS


class Fault(NamedTuple):
    """Something wrong with, or to be remarked on, in what was written.

    ``span`` is None where the whole file is meant; ``related`` are second
    places, each with a word for what it is. ``is_note`` marks a remark.
    """

    code: str
    params: dict[str, Any]
    span: Span | None
    pointer: Pointer = ()
    related: tuple[tuple[str, Span], ...] = ()
    is_note: bool = False


@final
class Reading:
    """What came of reading one record: the record, or the faults for which there is none.

    A record may come with faults as well: what could not be read is left out of
    it, so that the rest can be checked. ``rules`` are lent to a record that has
    none of its own.
    """

    def __init__(self, name: str, form: Form, data: bytes, rules: Json | None = None) -> None:
        self.name = name
        self.form: Form = form
        self.first_line = 1
        self.record: Record | None = None
        self.faults: list[Fault] = []
        self.data = data
        self._rules = rules
        self._lines: Lines | None = None
        self._source: Source | None = None
        self._root: Node | None = None

    def span(self, pointer: Pointer, *, of_key: bool = False) -> Span | None:
        """Where the value at a pointer is written; its nearest holder where it is not written.

        ``of_key`` asks for the key instead. What has no place of its own has that of the whole.
        """
        source, root = self._with_places()
        place = _place(root, pointer, of_key=of_key)
        return self.whole() if place is None else source.span(*place)

    def whole(self) -> Span | None:
        """Where the record is: the beginning of its line in an archive, None where it is alone."""
        line = self.first_line
        return Span(line, 1, line, 1) if self.name.endswith(ARCHIVE) else None

    def line(self, number: int) -> str:
        """One line of the file, from 1, whether or not it could be read; empty past the end.

        Of an archive these are its own lines. What is no UTF-8 is shown as U+FFFD.
        """
        if self._lines is None:
            text = self.data.decode("utf-8-sig", "replace")
            self._lines = self._source.lines if self._source else Lines(text, self.first_line)
        return self._lines.line(number)

    def _with_places(self) -> tuple[Source, Node]:
        if self._source is None or self._root is None:
            self._source = read_source(self.data, self.name, self.form, self.first_line)
            self._root = self._source.root
        return self._source, self._root

    def read_slowly(self) -> None:
        """Read with places, and say of everything that is not a record's shape what is wrong."""
        # Here, not above: what is sound in canonical form needs neither.
        from allfives_cli.record.shape import shaped  # noqa: PLC0415
        from allfives_cli.record.sheet import normalise  # noqa: PLC0415

        try:
            source = self._source = read_source(self.data, self.name, self.form, self.first_line)
        except Refusal as refused:
            self.faults.append(
                Fault(
                    refused.code,
                    refused.params,
                    refused.span or self.whole(),
                    related=refused.extra,
                )
            )
            return
        normal = normalise(source)
        self._root = normal.root
        for note in (*source.notes, *normal.notes):
            span = source.span(note.start, note.end)
            self.faults.append(Fault(note.code, note.params, span, is_note=True))
        faults = [
            Fault(found.code, found.params, source.span(found.start, found.end), found.pointer)
            for found in normal.problems
        ]
        tree = normal.plain()
        if self._rules is not None and isinstance(tree, dict):
            tree.setdefault("rules", self._rules)
        found = shaped(tree, len(self.data))
        if isinstance(found, Record):
            self.record = found
        else:
            faults += [self._shape_fault(problem) for problem in found]
        # What is above is often the cause of what is below.
        self.faults += sorted(faults, key=lambda fault: fault.span or _WHOLE)

    def _shape_fault(self, found: ShapeProblem) -> Fault:
        span = self.span(found.pointer, of_key=found.of_key)
        return Fault(found.code, found.params, span, found.pointer)


def read_record(
    data: bytes, name: str, form: Form, first_line: int = 1, rules: Json | None = None
) -> Reading:
    """Read one record from bytes. Never raises for what the bytes are.

    ``first_line`` is the number of the bytes' first line in their file, for a
    record out of an archive. ``rules`` are lent to a record that has none of
    its own, and to no other.
    """
    reading = Reading(name, form, data, rules)
    reading.first_line = first_line
    if form == "json":
        reading.record = _read_fast(data)
    if reading.record is None:
        reading.read_slowly()
    return reading


def read_source(data: bytes, name: str, form: Form, first_line: int = 1) -> Source:
    """Read bytes into values with places. Raises Refusal."""
    if form == "json":
        from allfives_cli.record.json_source import read_json  # noqa: PLC0415 - as above

        return read_json(data, name, first_line)
    from allfives_cli.record.yaml_source import read_yaml  # noqa: PLC0415 - as above

    return read_yaml(data, name)


def _read_fast(data: bytes) -> Record | None:
    """A record in canonical spelling, or None where a slower look is needed."""
    if len(data) > MAX_BYTES or (len(data) > _CALM_SIZE and _most_values(data) > MAX_VALUES):
        return None
    if b"." in data and _LONG_NUMBER in data.translate(_DIGITS_ALIKE):
        return None
    try:
        record = Record.model_validate_json(data)
    except ValidationError:
        return None
    read = _keys_read(record)
    written = _keys_written(data, read)
    if written == read:
        return record if _is_tame(record, ()) else None
    # Turns with alternatives, claims or free values of their own.
    turns = [turn for played in record.rounds for turn in played.turns]
    return record if written == _all_keys(record) and _is_tame(record, turns) else None


def _most_values(data: bytes) -> int:
    """How many values the bytes have at most: each is the first, or follows one of three signs."""
    return 1 + data.count(b",") + data.count(b"[") + data.count(b"{")


def _keys_written(data: bytes, read: int) -> int:
    """How many keys the bytes have; too many where a text holds what looks like one.

    Every key has its colon, so as many colons as keys ``read`` are keys, each once.
    """
    return read if data.count(b":") == read else len(_KEY_END.findall(data))


def _keys_read(record: Record) -> int:
    """How many keys the record has, if its turns hold nothing that has keys itself.

    Equal keys in one mapping leave fewer keys read than were written.
    """
    # Every record is counted, so fields are looked up in the models' own dicts, at a third of
    # what their attributes cost.
    count = 0
    for played in record.rounds:
        held = played.__dict__
        hands, lead, end = held["hands"], held["lead"], held["end"]
        count += len(played.__pydantic_fields_set__)
        count += sum([len(turn.__pydantic_fields_set__) for turn in held["turns"]])
        count += len(hands or ())
        if lead is not None:
            count += len(lead.__pydantic_fields_set__)
        if end is not None:
            by_key = end.__dict__
            count += len(end.__pydantic_fields_set__)
            count += len(by_key["left"] or ()) + len(by_key["pips"] or ())
            count += len(by_key["settlement"] or ()) + len(by_key["totals"] or ())
        if held["setup"] is not None or held["ext"] is not None:
            count += _all_keys((held["setup"], held["ext"]))
    fields = record.__dict__
    parts = [fields[name] for name in _PARTS]
    return count + len(record.__pydantic_fields_set__) + _all_keys(parts)


_PARTS: Final = ("players", "sides", "rules", "result", "digest", "analysis", "ext")
"""The fields of a record that hold keys of their own, but for the rounds."""


def _all_keys(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """How many keys a value has, at every depth."""
    # Asking a type for itself, as it costs a tenth of what `isinstance` does for a model.
    kind = type(value)
    if kind is str or value is None:
        return 0
    if kind is dict:
        keys = [_all_keys(item) for item in value.values() if type(item) is not str]
        return len(value) + sum(keys)
    if kind is tuple or kind is list:
        return sum([_all_keys(item) for item in value])
    if isinstance(value, Shape):
        fields = value.__pydantic_fields_set__
        return len(fields) + sum([_all_keys(getattr(value, field)) for field in fields])
    return 0


def _is_tame(record: Record, turns: Sequence[Turn]) -> bool:
    """Whether the values that the models leave free are within the limits of reading."""
    if any(turn.alts is not None for turn in turns):
        return False
    holders: tuple[Player | Round | Turn, ...] = (*record.players, *record.rounds, *turns)
    free = [record.rules, record.ext, record.analysis]
    free += [holder.__dict__["ext"] for holder in holders]
    free += [turn.analysis for turn in turns]
    return all(value is None or _is_tame_value(value, MAX_DEPTH // 2) for value in free)


def _is_tame_value(value: Any, depth: int) -> bool:  # noqa: ANN401 - any JSON value
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return True
    if isinstance(value, int):
        return -_LARGEST_INT < value < _LARGEST_INT
    if depth and (kind is dict or kind is list):
        items = value.values() if kind is dict else value
        return all(type(item) is str or _is_tame_value(item, depth - 1) for item in items)
    return False


def _place(root: Node, pointer: Sequence[str | int], *, of_key: bool) -> Place | None:
    node, holder = root, root
    for step in pointer:
        value = node.value
        following: Node | None = None
        if isinstance(value, dict) and isinstance(step, str):
            following = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            following = value[step]
        if following is None:
            of_key = False
            break
        node, holder = following, node
    if node is root:
        return None
    if of_key and holder.keys is not None:
        return holder.keys[str(pointer[-1])]
    return node.start, node.end

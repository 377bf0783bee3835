"""Findings: what is wrong with a record, as data. No sentence is here.

A place in a record is a pointer: the keys and indexes that lead to a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from allfives_cli.game.tiles import Tile
from allfives_cli.record.places import Pointer


class Severity(StrEnum):
    """How grave a finding is. Only errors make a record unsound."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(slots=True)
class Finding:
    """One thing found: ``code``, its place, and plain-JSON ``params``.

    ``follows`` counts later disagreements that only follow from this one.
    ``related`` are further places with a word for what each is.
    """

    code: str
    pointer: Pointer
    params: dict[str, Any]
    severity: Severity = Severity.ERROR
    follows: int = 0
    related: tuple[tuple[str, Pointer], ...] = ()


def round_of(pointer: Pointer) -> int | None:
    """The round that a place is in, from 1."""
    return _number_after(pointer, 0, "rounds")


def turn_of(pointer: Pointer) -> int | None:
    """The turn of its round that a place is in, from 1."""
    return _number_after(pointer, 2, "turns")


def _number_after(pointer: Pointer, at: int, key: str) -> int | None:
    if len(pointer) > at + 1 and pointer[at] == key:
        index = pointer[at + 1]
        return index + 1 if isinstance(index, int) else None
    return None


@dataclass(slots=True)
class Report:
    """Findings in the order in which they were met."""

    findings: list[Finding] = field(default_factory=list)

    def add(self, code: str, pointer: Pointer, **params: object) -> Finding:
        """Add an error and return it, so that what follows from it can be counted."""
        return self._add(code, pointer, Severity.ERROR, params)

    def warn(self, code: str, pointer: Pointer, **params: object) -> Finding:
        """Add a warning: the record stands, and something in it wants a look."""
        return self._add(code, pointer, Severity.WARNING, params)

    def note(self, code: str, pointer: Pointer, **params: object) -> Finding:
        """Add a note: nothing is wrong."""
        return self._add(code, pointer, Severity.NOTE, params)

    def _add(
        self, code: str, pointer: Pointer, severity: Severity, params: Mapping[str, object]
    ) -> Finding:
        finding = Finding(code, pointer, plain_params(params), severity)
        self.findings.append(finding)
        return finding

    @property
    def sound(self) -> bool:
        """Whether there is no error."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


def plain_params(params: Mapping[str, object]) -> dict[str, Any]:
    """Parameters as plain JSON values: tiles as texts, halves already as points."""
    return {key: _plain(value) for key, value in params.items()}


def _plain(value: object) -> object:
    if isinstance(value, Tile):
        return value.text
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [_plain(item) for item in value]
    raise TypeError(f"no plain form for {type(value).__name__}")


def points(halves: int) -> int | float:
    """Halves as the number of points that is shown: 30 is 15, 15 is 7.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2

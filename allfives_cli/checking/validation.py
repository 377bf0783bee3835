"""From a reading to located findings: everything wrong with one record, with its places.

The bridge between what was written and what the rules make of it. Places are
looked up only when there is something to report.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from allfives_cli.checking.findings import Finding, Severity, round_of, turn_of
from allfives_cli.checking.hints import MOST_HINTED, WRITTEN_AND_KNOWN, hinted
from allfives_cli.checking.replay import Replay, check, replay
from allfives_cli.record.model import Record
from allfives_cli.record.places import Pointer, Span
from allfives_cli.record.reading import Fault, Reading
from allfives_cli.record.sheet_codes import SHEET_CODES
from allfives_cli.record.source import Form

if TYPE_CHECKING:
    from allfives_cli.checking.repair import Candidate

_LINE_CODES: Final = frozenset(SHEET_CODES) - {"turn-number"}  # with which a turn is left out


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with the place in its file. ``span`` None means the whole file.

    ``follows`` counts disagreements that only follow from this one; ``related``
    are second places, each with a word for what it is. ``candidates`` are
    readings that make everything after agree, where they were asked for.
    ``missing`` counts the turns above it that were left out of its round.
    """

    path: str
    code: str
    severity: Severity
    span: Span | None
    pointer: Pointer
    params: dict[str, Any]
    follows: int = 0
    related: tuple[tuple[str, Span], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    missing: int = 0

    @property
    def round(self) -> int | None:
        """The round that the finding is in, from 1."""
        return round_of(self.pointer)

    @property
    def turn(self) -> int | None:
        """The turn of its round that the finding is in, from 1."""
        number = turn_of(self.pointer)
        return None if number is None else number + self.missing

    @property
    def left_out(self) -> bool:
        """Whether a turn is missing here, since its line could not be read."""
        *_, key, _ = ("", "", *self.pointer[:4])
        return self.code in _LINE_CODES and key == "turns" and not self.pointer[4:]


@dataclass(frozen=True, slots=True)
class Examined:
    """One record examined. ``replay`` is None where there was no record to play."""

    reading: Reading
    findings: list[Located]
    replay: Replay | None = None

    @property
    def sound(self) -> bool:
        """Whether there is no error."""
        return all(found.severity is not Severity.ERROR for found in self.findings)

    def turns_before(self, found: Located) -> tuple[int, ...]:
        """After which turn the layout is the one at a finding: the first of these that was played.

        Empty outside the turns, and where a turn above could not be read. Where one could not be
        read here, the turn that follows has its number.
        """
        if found.turn is None or found.missing:
            return ()
        return (found.turn - 1,) if found.left_out else (found.turn, found.turn - 1)


def examine(reading: Reading, *, keep_steps: bool = False, repairs: bool = False) -> Examined:
    """Check what was read; with ``keep_steps`` keep the replayed turns as well.

    With ``repairs`` the first error of a round bears the readings that make
    everything after agree, where all of the record could be read.
    """
    findings = _of_faults(reading)
    if reading.record is None:
        return Examined(reading, _with_hints(findings))
    replayed = replay(reading.record) if keep_steps else Replay(check(reading.record))
    gaps = [fault.pointer for fault in reading.faults if not fault.is_note]
    read = _repairs(reading.record, replayed) if repairs and not gaps else {}
    findings += [
        _of_finding(reading, finding, read.get(id(finding), ()))
        for finding in replayed.report.findings
        if not any(_follows_from(finding, gap, reading.form) for gap in gaps)
    ]
    return Examined(reading, _with_hints(findings), replayed)


def _with_hints(findings: list[Located]) -> list[Located]:
    """The findings, and beside an unknown name the one that may be meant."""
    return [
        replace(found, params=hinted(found.code, found.params, look=number < MOST_HINTED))
        if found.code in WRITTEN_AND_KNOWN
        else found
        for number, found in enumerate(findings)
    ]


def _of_faults(reading: Reading) -> list[Located]:
    """What could not be read, each turn by its number among those that are written."""
    findings: list[Located] = []
    left_out: Counter[Pointer] = Counter()
    for fault in reading.faults:
        place = fault.pointer[:3]
        found = _of_fault(reading, fault, left_out[place])
        findings.append(found)
        left_out[place] += found.left_out
    return findings


def _of_fault(reading: Reading, fault: Fault, missing: int) -> Located:
    return Located(
        reading.name,
        fault.code,
        Severity.NOTE if fault.is_note else Severity.ERROR,
        fault.span,
        fault.pointer,
        fault.params,
        related=fault.related,
        missing=missing,
    )


def _follows_from(finding: Finding, gap: Pointer, form: Form) -> bool:
    """Whether a finding may only come of what could not be read, and was left out, at ``gap``.

    That is so for the rest of a round after a turn that is missing, for a whole
    round after a gap in its deal, and for everything after one in the players.
    In a sheet the first turn may be all that says who led.
    """
    if gap[:1] == ("rounds",):
        if round_of(finding.pointer) != round_of(gap):
            return False
        place = _order(finding.pointer, finding.code)
        if finding.code == "missing-lead" and form == "yaml":
            place = _FIRST_TURN
        return place >= _order(gap)
    return gap[:1] != ("result",) or finding.pointer[:1] == ("result",)


_FIRST_TURN: Final = 0.0


def _order(pointer: Pointer, code: str = "") -> float:
    """Where in its round a place comes: the deal, then the turns, then the end."""
    if code == "round-unfinished" or pointer[2:3] == ("end",):
        return math.inf
    return (turn_of(pointer) or 0) - 1


def _repairs(record: Record, replayed: Replay) -> dict[int, tuple[Candidate, ...]]:
    """The readings of each finding that has any, by its identity."""
    if replayed.report.sound:
        return {}
    # Here, not above: a sound record should not wait for it.
    from allfives_cli.checking.repair import candidates_of  # noqa: PLC0415

    found = candidates_of(record, replayed.report)
    return {id(finding): tuple(readings) for finding, readings in found}


def _of_finding(reading: Reading, finding: Finding, candidates: tuple[Candidate, ...]) -> Located:
    pointer = finding.pointer
    span = reading.span(pointer, of_key=_is_of_key(finding)) if pointer else reading.whole()
    related = ((word, reading.span(at)) for word, at in finding.related)
    return Located(
        reading.name,
        finding.code,
        finding.severity,
        span,
        pointer,
        finding.params,
        finding.follows,
        tuple((word, there) for word, there in related if there is not None),
        candidates,
    )


_KEYS: Final[Mapping[str, str]] = {
    "unknown-player": "player",
    "unknown-side": "side",
    "unknown-option": "option",
    "not-with-setup": "key",
}
"""Codes of which a key can be the fault, and the parameter that holds it."""


def _is_of_key(finding: Finding) -> bool:
    """Whether the last key of the finding's pointer is what is wrong, and not its value."""
    param = _KEYS.get(finding.code)
    return param is not None and finding.pointer[-1] == finding.params[param]

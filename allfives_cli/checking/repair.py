"""Single edits of a record that make everything after its first slip agree.

They are candidates: what the writer may have meant. None is ever applied here,
and nothing says that the true one is among them. The first error of a record
is taken up: the turns of its round up to the one after it, the deal, the end,
and, where the slip may lie before the round, the round before. Only readings
after which the rest of the round agrees are kept, and of these only those
that leave the fewest errors in the whole record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from allfives_cli.checking.agreeing import Agreement, agreeing
from allfives_cli.checking.carried import carried
from allfives_cli.checking.findings import Finding, Report, Severity, points, round_of, turn_of
from allfives_cli.checking.replay import check
from allfives_cli.checking.trial import (
    Edit,
    Made,
    with_round,
)
from allfives_cli.game.counting import award
from allfives_cli.record.model import Record, Turn
from allfives_cli.record.places import Pointer

MOST_CHECKED: Final = 100
"""Readings of one slip for which the whole record is checked."""

MOST_TURNS_CHECKED: Final = 20_000
"""Turns that may be followed for that: of a long record fewer readings are checked, or none."""

MOST_ROUNDS: Final = 3
"""Rounds of one record whose errors are taken up."""

_FROM_BEFORE: Final = frozenset(
    {"wrong-leader", "wrong-total", "wrong-totals", "round-after-match", "wrong-end"}
)
"""Errors whose slip may lie in the round before."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading that makes everything after agree.

    ``before`` and ``after`` are what stands at ``pointer``, as plain JSON.
    Kinds: ``tile``, ``place``, ``swap`` (``before`` and ``after`` are the two
    turns), ``missing`` (a turn put in before the one at ``pointer``), ``extra``,
    ``draw``, ``player``, ``number``, ``carried`` (a number, and ``moved`` totals
    after it by as much), ``lead``, ``hand``, ``left``, ``end``, ``result``.

    ``params``: ``round`` and ``turn`` from 1, None outside of them, and
    ``player``; for a reading with a play its ``sum``, ``award`` and ``total``,
    in pips and points; ``with`` is the other turn of a swap; ``changed`` is how
    many other turns that could be followed before make another sum.
    ``record`` is the record so read, without its digest.
    """

    kind: str
    pointer: Pointer
    before: Any
    after: Any
    params: dict[str, Any]
    record: Record


def candidates(record: Record, finding: Finding | None = None) -> list[Candidate]:
    """The readings that make everything after an error agree, likeliest first.

    ``finding`` is an error of the record, its first one where None.
    """
    found = finding or first_error(check(record))
    if found is not None and found.pointer[:1] == ("result",):
        return _soundest(_result(record, found))
    index = None if found is None else _round_at(found)
    turns = sum([len(played.turns) for played in record.rounds])
    most = min(MOST_CHECKED, MOST_TURNS_CHECKED // max(turns, 1))
    if found is None or index is None or not most:
        return []
    edits = agreeing(record, index, found, index)
    if index and (found.code in _FROM_BEFORE or not edits):
        edits += agreeing(record, index - 1, found, index)
    edits.sort(key=lambda each: each.rank)
    readings = [_candidate(record, each) for each in edits[:most]]
    numbers = [each for each in readings if each.kind == "number"]
    others = [each for each in readings if each.kind != "number"]
    return _soundest([*numbers, *_carried(record, found), *others])


def candidates_of(record: Record, report: Report) -> list[tuple[Finding, list[Candidate]]]:
    """The first error of each round that has one, with the readings that make it agree.

    Errors after one that a reading makes the whole record sound from are left
    out: they may only follow from it. So are those of more than MOST_ROUNDS rounds.
    """
    found: list[tuple[Finding, list[Candidate]]] = []
    rounds: set[int | None] = set()
    for finding in report.findings:
        number = round_of(finding.pointer)
        if finding.severity is not Severity.ERROR or number in rounds:
            continue
        rounds.add(number)
        readings = candidates(record, finding)
        found.append((finding, readings))
        if len(found) == MOST_ROUNDS or (readings and check(readings[0].record).sound):
            break
    return found


def sole_candidate(found: Sequence[Candidate]) -> Candidate | None:
    """The one of these readings, if it is but one and makes the whole record sound."""
    if len(found) != 1 or not check(found[0].record).sound:
        return None
    return found[0]


def first_error(report: Report) -> Finding | None:
    """The first error of a report, in the order of the record."""
    return next((f for f in report.findings if f.severity is Severity.ERROR), None)


def _round_at(finding: Finding) -> int | None:
    """The index of the round that an error is in; None outside rounds and in alternatives."""
    number = None if "alts" in finding.pointer else round_of(finding.pointer)
    return None if number is None else number - 1


def _soundest(found: list[Candidate]) -> list[Candidate]:
    """The candidates whose records have the fewest errors, in order; of equal records the first."""
    errors = [
        sum(f.severity is Severity.ERROR for f in check(each.record).findings) for each in found
    ]
    fewest = min(errors, default=0)
    kept: list[Candidate] = []
    for number, each in zip(errors, found, strict=True):
        if number == fewest and all(each.record != other.record for other in kept):
            kept.append(each)
    return kept


def _result(record: Record, finding: Finding) -> list[Candidate]:
    """What the result should have said; where the match was not won there is none."""
    if record.result is None or "computed" not in finding.params:
        return []
    field, *keys = finding.pointer[1:]
    before, after = finding.params["claimed"], finding.params["computed"]
    if after == "unfinished":
        edited = None
    elif keys:
        totals = {**(record.result.totals or {}), str(keys[0]): after}
        edited = record.result.model_copy(update={"totals": totals})
    else:
        put = tuple(after) if isinstance(after, list) else after
        edited = record.result.model_copy(update={str(field): put})
    params = {"round": None, "turn": None, "changed": 0}
    read = record.model_copy(update={"result": edited, "digest": None})
    return [Candidate("result", finding.pointer, before, after, params, read)]


def _carried(record: Record, finding: Finding) -> list[Candidate]:
    """A number put right together with the totals that it moved, where it moved any."""
    found = carried(record, finding)
    if found is None:
        return []
    claimed, computed = finding.params["claimed"], finding.params["computed"]
    params = {
        "round": round_of(finding.pointer),
        "turn": turn_of(finding.pointer),
        "player": found.player,
        "changed": 0,
        "moved": found.moved,
    }
    return [Candidate("carried", finding.pointer, claimed, computed, params, found.record)]


def _candidate(record: Record, reading: Agreement) -> Candidate:
    edit, scene = reading.edit, reading.scene
    edited = with_round(record, scene.index, edit.round)
    params: dict[str, Any] = {"round": scene.index + 1, "turn": None, "changed": reading.changed}
    match edit.pointer[2:]:
        case ("turns", int(index), *_):
            params |= {"turn": index + 1} | _effect(edit, reading.made, index)
        case (_, _, str(key)) | ("hands", str(key)):
            params["player"] = key
    return Candidate(edit.kind, edit.pointer, edit.before, edit.after, params, edited)


def _effect(edit: Edit, made: list[Made], index: int) -> dict[str, Any]:
    """Who moves in the turn that is edited, and what a play makes there."""
    if edit.kind == "extra":
        return {"player": edit.before["by"]}
    turn: Turn = edit.round.turns[index]
    found: dict[str, Any] = {"player": turn.by}
    if edit.other is not None:
        found["with"] = edit.other + 1
    if turn.tile is not None and index < len(made):
        end_sum, total = made[index].end_sum, made[index].total
        found |= {"sum": end_sum, "award": award(end_sum)}
        found["total"] = None if total is None else points(total)
    return found

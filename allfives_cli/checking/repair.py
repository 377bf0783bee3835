"""Single edits of a record that make everything after its first slip agree.

They are candidates: what the writer may have meant. None is ever applied here,
and nothing says that the true one is among them. The first error of a record
is taken up: the turns of its round up to the one after it, the deal, the end,
and, where the slip may lie before the round, the round before. Only readings
after which the rest of the round agrees are kept, and of these only those
that leave the fewest errors in the whole record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from allfives_cli.checking.findings import Finding, Pointer, Report, Severity, points
from allfives_cli.checking.other_edits import deal_edits, end_edits, number_edits
from allfives_cli.checking.replay import check
from allfives_cli.checking.trial import (
    Edit,
    Made,
    Scene,
    outcomes,
    scene_of,
    tried,
    with_round,
)
from allfives_cli.checking.turn_edits import missing_turns, turn_edits
from allfives_cli.game.counting import award
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import Record, Turn

MOST_CHECKED: Final = 100
"""Readings of one slip for which the whole record is checked."""

_FROM_BEFORE: Final = frozenset(
    {"wrong-leader", "wrong-total", "wrong-totals", "round-after-match", "wrong-end"}
)
"""Errors whose slip may lie in the round before."""

_ORDER: Final = (
    "number", "pip", "place", "draw", "player", "swap", "missing", "extra", "tile", "end", "left",
    "lead", "hand",
)  # fmt: skip
"""Kinds, the likelier first; ``pip`` is a tile with one half as written."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading that makes everything after agree.

    ``before`` and ``after`` are what stands at ``pointer``, as plain JSON.
    Kinds: ``tile``, ``place``, ``swap`` (``before`` and ``after`` are the two
    turns), ``missing`` (a turn put in before the one at ``pointer``), ``extra``,
    ``draw``, ``player``, ``number``, ``lead``, ``hand``, ``left``, ``end``.

    ``params``: ``round`` and ``turn`` from 1 (``turn`` None outside turns) and
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
    if found is None or found.pointer[:1] != ("rounds",) or "alts" in found.pointer:
        return []
    index = found.pointer[1]
    assert isinstance(index, int)  # noqa: S101 - rounds are counted
    edits = _agreeing(record, index, found, index)
    if index and (found.code in _FROM_BEFORE or not edits):
        edits += _agreeing(record, index - 1, found, index)
    return _soundest(record, edits)


def sole_candidate(record: Record) -> Candidate | None:
    """The one reading that makes the whole record sound; None where none or several do."""
    found = candidates(record)
    if len(found) != 1 or not check(found[0].record).sound:
        return None
    return found[0]


def first_error(report: Report) -> Finding | None:
    """The first error of a report, in the order of the record."""
    return next((f for f in report.findings if f.severity is Severity.ERROR), None)


@dataclass(frozen=True, slots=True)
class _Reading:
    """An edit after which its round agrees, and what it changes."""

    scene: Scene
    edit: Edit
    made: list[Made]
    changed: int
    rank: tuple[int, ...]


def _agreeing(record: Record, index: int, finding: Finding, through: int) -> list[_Reading]:
    """The edits of a round that agree with it and with those after it up to ``through``."""
    scene = scene_of(record, index)
    if scene is None:
        return []
    at = _turn_at(scene, finding)
    found: dict[object, _Reading] = {}
    for edit in _edits(scene, finding, at):
        if tried(scene, edit, through):
            reading = _reading(scene, edit, at)
            key = _same(reading)
            if key not in found or reading.rank < found[key].rank:
                found[key] = reading
    return _without_guesses(list(found.values()))


def _turn_at(scene: Scene, finding: Finding) -> int:
    """The index of the turn at which an error stands; after the last where it is in none."""
    match finding.pointer:
        case ("rounds", scene.index, "turns", int(turn), *_):
            return turn
    return len(scene.written.turns)


def _edits(scene: Scene, finding: Finding, at: int) -> Iterator[Edit]:
    last = min(at + 1, len(scene.before), len(scene.written.turns))
    return chain(
        number_edits(scene, finding),
        *(turn_edits(scene, index) for index in range(last)),
        missing_turns(scene, at) if at < len(scene.before) else (),
        end_edits(scene),
        deal_edits(scene, finding),
    )


def _reading(scene: Scene, edit: Edit, at: int) -> _Reading:
    made = [] if edit.start is None else outcomes(scene, edit)
    changed = _changed(scene, edit, made)
    start = 0 if edit.start is None else edit.start
    kind = _ORDER.index("pip" if _one_pip(edit) else edit.kind)
    return _Reading(scene, edit, made, changed, (changed, kind, abs(at - start), start))


def _changed(scene: Scene, edit: Edit, made: list[Made]) -> int:
    """How many turns but those edited make another sum than they did as written."""
    if edit.start is None:
        return 0
    first = edit.start + (edit.moved >= 0)
    return sum(
        made[index + edit.moved].end_sum != scene.made[index].end_sum
        for index in range(first, len(scene.made))
        if index + edit.moved < len(made)
    )


def _one_pip(edit: Edit) -> bool:
    if edit.kind != "tile":
        return False
    one, other = TILE_BY_TEXT[edit.before], TILE_BY_TEXT[edit.after]
    return bool({one.low, one.high} & {other.low, other.high})


def _same(reading: _Reading) -> object:
    """What two readings have in common that are equal in outcome."""
    edit = reading.edit
    if edit.kind in ("number", "left", "lead", "hand", "end"):
        return (edit.pointer, str(edit.after))
    return tuple(reading.made)


def _without_guesses(readings: list[_Reading]) -> list[_Reading]:
    """Of tiles drawn that only might have been so, one reading in which they are unseen."""
    return readings


def _soundest(record: Record, readings: list[_Reading]) -> list[Candidate]:
    """The candidates whose records have the fewest errors, in order."""
    found: list[tuple[int, Candidate]] = []
    for reading in sorted(readings, key=lambda each: each.rank)[:MOST_CHECKED]:
        edited = with_round(record, reading.scene.index, reading.edit.round)
        errors = sum(f.severity is Severity.ERROR for f in check(edited).findings)
        found.append((errors, _candidate(reading, edited)))
    fewest = min((errors for errors, _ in found), default=0)
    return [candidate for errors, candidate in found if errors == fewest]


def _candidate(reading: _Reading, edited: Record) -> Candidate:
    edit, scene = reading.edit, reading.scene
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

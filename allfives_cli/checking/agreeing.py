"""The edits of one round that agree with what follows, each once, and how likely each is.

Readings that are equal in outcome are one; the likelier stands for both. Fewest
consequences come first: turns that make another sum than they did as written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from allfives_cli.checking.findings import Finding
from allfives_cli.checking.other_edits import deal_edits, end_edits, number_edits
from allfives_cli.checking.trial import Edit, Made, Scene, outcomes, scene_of, tried
from allfives_cli.checking.turn_edits import missing_turns, turn_edits
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import UNSEEN, Record

_ORDER: Final = (
    "number", "pip", "place", "draw", "player", "swap", "missing", "extra", "tile", "end", "left",
    "lead", "hand",
)  # fmt: skip
"""Kinds, the likelier first; ``pip`` is a tile with one half as written."""

_PLAIN: Final = frozenset({"number", "left", "lead", "hand", "end"})
"""Kinds that change no turn's action. At the very place of the error they come first."""

MOST_TURNS: Final = 250
"""Turns of a round that is taken up: more than 28 tiles can need, with passes between them."""

_PAST_THE_END: Final = frozenset({"after-the-end", "turn-after-match"})


@dataclass(frozen=True, slots=True)
class Agreement:
    """An edit after which its round agrees, and what it changes."""

    scene: Scene
    edit: Edit
    made: list[Made]
    changed: int
    rank: tuple[int, ...]


def agreeing(record: Record, index: int, finding: Finding, through: int) -> list[Agreement]:
    """The edits of a round that agree with it and with those after it up to ``through``.

    None for a round of more than MOST_TURNS.
    """
    if len(record.rounds[index].turns) > MOST_TURNS:
        return []
    scene = scene_of(record, index)
    if scene is None:
        return []
    at = _turn_at(scene, finding)
    found: dict[object, Agreement] = {}
    for edit in _edits(scene, finding, at):
        if edit.kind == "extra" and not _bears_witness(scene, edit, finding):
            continue
        if tried(scene, edit, through):
            reading = _agreement(scene, edit, finding, at)
            key = _same(reading)
            if key not in found or reading.rank < found[key].rank:
                found[key] = reading
    return _without_guesses(list(found.values()))


def _bears_witness(scene: Scene, edit: Edit, finding: Finding) -> bool:
    """Whether anything speaks for a turn too many: without the last turn nothing can disagree."""
    return (
        edit.start != len(scene.written.turns) - 1
        or scene.written.end is not None
        or scene.index < len(scene.record.rounds) - 1
        or finding.code in _PAST_THE_END
    )


def _turn_at(scene: Scene, finding: Finding) -> int:
    """The index of the turn at which an error stands; after the last where it is in none."""
    match finding.pointer:
        case ("rounds", scene.index, "turns", int(turn), *_):
            return turn
    return len(scene.written.turns)


def _edits(scene: Scene, finding: Finding, at: int) -> Iterator[Edit]:
    # What begins after the error leaves it as it is.
    last = min(at + 1, len(scene.before), len(scene.written.turns))
    return chain(
        number_edits(scene, finding),
        *(turn_edits(scene, index) for index in range(last)),
        missing_turns(scene, at) if at < len(scene.before) else (),
        end_edits(scene) if at == len(scene.written.turns) else (),
        deal_edits(scene, finding),
    )


def _agreement(scene: Scene, edit: Edit, finding: Finding, at: int) -> Agreement:
    made = [] if edit.start is None else outcomes(scene, edit)
    changed = _changed(scene, edit, made)
    start = 0 if edit.start is None else edit.start
    kind = _ORDER.index("pip" if _one_pip(edit) else edit.kind)
    at_fault = edit.kind in _PLAIN and edit.pointer == finding.pointer[: len(edit.pointer)]
    off = not (at_fault or (edit.kind == "place" and finding.code == "place-needed"))
    rank = (int(off), changed, kind, abs(at - start), start)
    return Agreement(scene, edit, made, changed, rank)


def _changed(scene: Scene, edit: Edit, made: list[Made]) -> int:
    """How many turns but those edited make another sum than they did as written."""
    if edit.start is None:
        return 0
    first = edit.start + (edit.moved <= 0)
    return sum(
        made[index + edit.moved].end_sum != scene.made[index].end_sum
        for index in range(first, len(scene.made))
        if index != edit.other and index + edit.moved < len(made)
    )


def _one_pip(edit: Edit) -> bool:
    if edit.kind != "tile":
        return False
    one, other = TILE_BY_TEXT[edit.before], TILE_BY_TEXT[edit.after]
    return bool({one.low, one.high} & {other.low, other.high})


def _same(reading: Agreement) -> object:
    """What two readings have in common that are equal in outcome."""
    edit = reading.edit
    if edit.kind in _PLAIN:
        return (edit.pointer, str(edit.after))
    return tuple(reading.made)


def _without_guesses(readings: list[Agreement]) -> list[Agreement]:
    """Of readings that differ in one tile drawn, only that with the tile unseen.

    Where just one tile is possible, that one instead.
    """
    alike: dict[object, list[Agreement]] = {}
    for reading in readings:
        edit = reading.edit
        key: object = id(reading)
        if edit.kind == "draw":
            kept = tuple(sorted(text for text in edit.after or () if text in (edit.before or ())))
            key = (edit.pointer, len(edit.after or ()), kept)
        alike.setdefault(key, []).append(reading)
    found: list[Agreement] = []
    for group in alike.values():
        unseen = [reading for reading in group if _hides(reading.edit)]
        seen = [reading for reading in group if not _hides(reading.edit)]
        found += seen if len(seen) == 1 or not unseen else unseen
    return found


def _hides(edit: Edit) -> bool:
    """Whether a draw is read as one of a tile unseen."""
    return edit.kind == "draw" and UNSEEN in (edit.after or ())

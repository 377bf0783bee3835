"""One round of a record with something else in it: whether everything after agrees.

A scene is a round as it went, with the state before each of its turns. A trial
takes it up before the first turn that an edit touches and runs the rest of the
round, and the rounds after it up to the one where the record failed. It stops
at the first error. The whole record is not looked at here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from allfives_cli.checking.claims import Claims
from allfives_cli.checking.deal import begin_round
from allfives_cli.checking.ends import check_end
from allfives_cli.checking.findings import Finding, Report
from allfives_cli.checking.replay import run_round
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.checking.turns import Course, Step, fold
from allfives_cli.game.matches import MatchState
from allfives_cli.record.model import Record, Round
from allfives_cli.record.places import Pointer


class Edit(NamedTuple):
    """One change to a round: ``before`` and ``after`` stand at ``pointer``, as plain JSON.

    ``round`` is the round as edited. ``start`` is the index of the first turn
    that is not as it was; None where the deal is not. ``moved`` is by how much
    later turns stand further down, ``other`` the index of a second turn edited.
    """

    kind: str
    pointer: Pointer
    before: Any
    after: Any
    round: Round
    start: int | None
    moved: int = 0
    other: int | None = None


class Made(NamedTuple):
    """What a turn made: who moved, what he drew and laid, the sum, what is open then.

    ``place`` is the value joined, whether at a double, and whether at its arm;
    None without a tile touched. ``total`` is that of the player's side, in
    halves; None where scores are not known.
    """

    by: str
    drawn: tuple[str, ...]
    tile: str | None
    place: tuple[int, bool, bool] | None
    end_sum: int
    open_values: frozenset[int]
    total: int | None


@dataclass(slots=True)
class Scene:
    """A round as it went: courses ``before`` each turn as far as turns were accepted.

    The last of ``before`` is after the last accepted turn. It is empty where
    the deal was refused. ``match`` and ``claims`` are those before the deal.
    """

    record: Record
    index: int
    table: Table
    match: MatchState
    claims: Claims
    before: list[Course]
    made: list[Made]

    @property
    def written(self) -> Round:
        """The round as the record has it."""
        return self.record.rounds[self.index]

    @property
    def at(self) -> Pointer:
        """Where the round is."""
        return ("rounds", self.index)


class Disagrees(Exception):
    """The reading that is tried does not agree with the record."""


class FirstError(Report):
    """A report for which one error is enough: raises Disagrees."""

    def add(self, code: str, pointer: Pointer, **params: object) -> Finding:
        """Give up."""
        raise Disagrees(code, pointer, params)


def scene_of(record: Record, index: int) -> Scene | None:
    """Run a record up to and through one round; None where the record does not come to it."""
    report = Report()
    table = seat_players(record, report)
    if table is None:
        return None
    match, claims = table.new_match(), Claims(report, len(table.sides))
    for earlier in range(index):
        run_round(record, earlier, table, match, claims, keep=False)
    if match.winners:
        return None
    scene = Scene(record, index, table, match.copy(), claims.copy(), [], [])
    first = index == 0
    state = begin_round(table, match, scene.written, scene.at, report, first=first)
    if state is not None:
        course = Course(table, match, state, claims, report)
        scene.before.append(course.branch())

        def note(step: Step) -> None:
            scene.before.append(course.branch())
            scene.made.append(_made(course, step))

        fold(course, scene.written.turns, (*scene.at, "turns"), note)
    return scene


def tried(scene: Scene, edit: Edit, through: int) -> bool:
    """Whether the edited round, and those after it up to ``through``, show no error."""
    try:
        course = _course(scene, edit)
        if course is None:
            return False
        turns = edit.round.turns[edit.start or 0 :]
        if not fold(course, turns, (*scene.at, "turns")):
            return False
        last = scene.index == len(scene.record.rounds) - 1
        check_end(course, edit.round, scene.at, last=last)
        for later in range(scene.index + 1, through + 1):
            if course.match.winners:
                return False
            run_round(scene.record, later, course.table, course.match, course.claims, keep=False)
    except Disagrees:
        return False
    return True


def outcomes(scene: Scene, edit: Edit) -> list[Made]:
    """What each turn of an edited round makes; for an edit that `tried` has passed."""
    course = _course(scene, edit)
    assert course is not None  # noqa: S101 - it has been run before
    made = scene.made[: edit.start or 0]
    turns = edit.round.turns[edit.start or 0 :]
    fold(course, turns, (*scene.at, "turns"), lambda step: made.append(_made(course, step)))
    return made


def _made(course: Course, step: Step) -> Made:
    turn, state, match = step.written, step.after, course.match
    total = match.totals[match.side_of[step.seat]] if match.scores_known else None
    face = None if turn.tile is None else state.layout.last_face
    return Made(
        turn.by,
        tuple(sorted(turn.draw or ())),
        turn.tile,
        None if face is None else (face.value, face.tile.is_double, face.is_arm),
        state.end_sum,
        frozenset(state.open_values()),
        total,
    )


def _course(scene: Scene, edit: Edit) -> Course | None:
    """The course before the first turn that an edit touches; None where it cannot be dealt."""
    report = FirstError()
    if edit.start is not None:
        course = scene.before[edit.start].branch()
        course.report = course.claims.report = report
        return course
    match, claims = scene.match.copy(), scene.claims.copy()
    claims.report = report
    first = scene.index == 0
    state = begin_round(scene.table, match, edit.round, scene.at, report, first=first)
    return None if state is None else Course(scene.table, match, state, claims, report)


def with_round(record: Record, index: int, edited: Round) -> Record:
    """The record with another round in place of one; its digest, which would not fit, left out."""
    rounds: Sequence[Round] = (*record.rounds[:index], edited, *record.rounds[index + 1 :])
    return record.model_copy(update={"rounds": rounds, "digest": None})

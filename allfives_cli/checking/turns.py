"""The fold of the rules over the turns of a round, up to its first failure.

A place that is left out is taken from the claims where they leave only one.

Codes: those of Illegal, unknown-player, play-and-pass, turn-without-action,
on-without-tile, not-irregular, turn-after-match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from allfives_cli.checking.claims import Claims
from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Ending, Illegal, Where
from allfives_cli.game.matches import MatchState
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.tiles import HIGHEST_HALF, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, Turn
from allfives_cli.record.places import Pointer


@dataclass(frozen=True, slots=True)
class Step:
    """One turn that the rules accepted, with the round before and after it.

    ``number`` counts turns from 1. ``award`` in points, None for a turn without
    a play. ``totals`` by side, in halves, after the turn.
    """

    number: int
    written: Turn
    seat: int
    before: RoundState
    after: RoundState
    award: int | None
    totals: tuple[int, ...]


Watch = Callable[[Step], None]


@dataclass(slots=True)
class Course:
    """A round under way: the states that the fold changes and where findings go.

    ``placed`` has the turns (their index) whose place was left to their claims,
    with the end-sum by which it was found.
    """

    table: Table
    match: MatchState
    state: RoundState
    claims: Claims
    report: Report
    placed: dict[int, int] = field(default_factory=dict)

    def branch(self) -> Course:
        """A course that goes on independently, for a line that was not played."""
        return Course(
            self.table, self.match.copy(), self.state.copy(), self.claims.copy(), self.report
        )


def fold(course: Course, turns: Sequence[Turn], at: Pointer, watch: Watch | None = None) -> bool:
    """Take the turns one by one; whether all were accepted. ``at`` points to their list."""
    # This loop is most of what checking costs, so what nearly every turn is (known player, a
    # tile on a tile, claims that agree) is done here without a call but the play itself, and
    # fields are looked up in the model's own dict, at a third of what its attributes cost.
    match, state, claims = course.match, course.state, course.claims
    seat_of, side_of, totals = course.table.seat_of, match.side_of, match.totals
    for index, turn in enumerate(turns):
        written = turn.__dict__
        seat = seat_of.get(written["by"])
        if (
            seat is None or match.winners or written["alts"] or written["irregular"]
        ) and not _begin_unusual(course, turn, (*at, index)):
            return False
        assert seat is not None  # noqa: S101 - an unknown player has been refused
        before = None if watch is None else state.copy()
        try:
            tile, draws = written["tile"], written["draw"]
            if tile is None or written["pass_"]:
                award = take(state, seat, turn)
            else:  # the same without its call
                if draws:
                    state.draw_each(seat, map(_DRAWN.__getitem__, draws))
                award = state.play(seat, TILE_BY_TEXT[tile], _WHERE[written["on"]])
        except Illegal as illegal:
            award = _placed_by_claims(course, illegal, turn, seat, index)
            if award is None:
                _report_illegal(course, illegal, turn, (*at, index))
                return False
        if state.waived is not None:
            _report_waived(course, turn, (*at, index))
        if award is None or written["due"] is not None or written["claimed"] is not None:
            last = index == len(turns) - 1
            if not _end_unusual(course, turn, (*at, index), seat, award, last=last):
                return False
        else:
            side = side_of[seat]
            total = match.bank(seat, award) if award else totals[side]
            due, end_sum, claimed = written["award"], written["sum"], written["total"]
            if not (
                claims.calm
                and (end_sum == state.end_sum or end_sum is None)
                and (due == award or due is None)
                and (claimed is None or claimed * 2 == total)
            ):
                claims.check_play(turn, (*at, index), state.end_sum, award, side, total)
        if watch is not None and before is not None:
            watch(Step(index + 1, turn, seat, before, state.copy(), award, tuple(totals)))
    return True


_WHERE: Final[Mapping[str | int | None, Where]] = (
    {None: None} | TILE_BY_TEXT | {value: value for value in range(HIGHEST_HALF + 1)}
)
"""Where a tile is laid, by what a turn may have written for it."""


_DRAWN: Final[Mapping[str, Tile | None]] = {UNSEEN: None, **TILE_BY_TEXT}
"""What is drawn, by what a turn may have written for it; None for a tile that was not seen."""


def take(state: RoundState, seat: int, turn: Turn, makes: int | None = None) -> int | None:
    """Carry out one written turn; return the award of its play, None where there is none.

    ``makes`` is the end-sum by which the place was found, for a turn in ``Course.placed``.
    Raises Illegal; what was drawn before the failure stays drawn.
    """
    written = turn.__dict__
    draws = written["draw"]
    if draws:
        state.draw_each(seat, map(_DRAWN.__getitem__, draws))
    tile, on, passed = written["tile"], written["on"], written["pass_"]
    if tile is not None:
        if passed:
            raise Illegal("play-and-pass")
        return state.play(seat, TILE_BY_TEXT[tile], _WHERE[on], makes=makes)
    if on is not None:
        raise Illegal("on-without-tile")
    if passed:
        state.pass_turn(seat)
    return None


def _placed_by_claims(
    course: Course, illegal: Illegal, turn: Turn, seat: int, index: int
) -> int | None:
    """Lay a tile where the written sum, award or total leaves one place; else return None.

    The claims choose between places, no more: the sum and the award are still
    computed and compared.
    """
    if illegal.code != "place-needed" or turn.tile is None or isinstance(turn.on, str):
        return None
    match = course.match
    side = match.side_of[seat]
    choices = illegal.params["choices"]
    assert isinstance(choices, tuple)  # noqa: S101 - the engine lists each place with its sum
    sums = {end_sum for _, end_sum in choices}
    left = course.claims.sums_left(turn, sums, side, match.totals[side])
    if len(left) != 1:
        return None
    makes = left.pop()
    try:
        award = course.state.play(seat, TILE_BY_TEXT[turn.tile], turn.on, makes=makes)
    except Illegal:  # places that make the same sum and are not equal otherwise
        return None
    course.placed[index] = makes
    return award


def _ends_turn(state: RoundState, turn: Turn, *, last: bool) -> bool:
    """Whether a turn without a play may stand: a pass, or draws where nothing more came.

    Draws that leave the position blocked end the round; draws at the end of an
    unfinished record are a turn that was broken off.
    """
    return bool(turn.pass_) or bool(turn.draw and (last or state.ending is Ending.BLOCKED))


def _begin_unusual(course: Course, turn: Turn, at: Pointer) -> bool:
    """What few turns have: an unknown player, a match already won, alternatives, a breach."""
    table = course.table
    if turn.by not in table.seat_of:
        course.report.add(
            "unknown-player", (*at, "by"), player=turn.by, players=list(table.players)
        )
        return False
    if course.match.winners:
        if not course.claims.explain_winners(course.match):
            winners = [table.side_keys[side] for side in course.match.winners]
            course.report.add("turn-after-match", at, player=turn.by, winners=winners)
        return False
    for number, alternative in enumerate(turn.alts or ()):
        fold(course.branch(), alternative.line, (*at, "alts", number, "line"))
    if turn.irregular:
        course.state.waived = []
    return True


def _end_unusual(
    course: Course, turn: Turn, at: Pointer, seat: int, award: int | None, *, last: bool
) -> bool:
    """Bank a turn without a play, if it may stand, or one whose award was not simply scored."""
    if award is not None:
        _bank_taken(course, turn, at, seat, award)
    elif _ends_turn(course.state, turn, last=last):
        side = course.match.side_of[seat]
        course.claims.check_no_play(turn, at, side, course.match.totals[side])
    else:
        course.report.add("turn-without-action", at, player=turn.by)
        return False
    return True


def _bank_taken(course: Course, turn: Turn, at: Pointer, seat: int, award: int) -> None:
    """Bank an award that was missed, or called by somebody else (muggins)."""
    match, claims = course.match, course.claims
    total = match.bank(seat, turn.award or 0)
    claims.check_play(turn, at, course.state.end_sum, award, match.side_of[seat], total)
    for number, claim in enumerate(turn.claimed or ()):
        place = (*at, "claimed", number)
        caller = course.table.seat_of.get(claim.by)
        if caller is None:
            course.report.add(
                "unknown-player",
                (*place, "by"),
                player=claim.by,
                players=list(course.table.players),
            )
            continue
        total = match.bank(caller, claim.award)
        claims.check_total(claim.total, (*place, "total"), match.side_of[caller], total)


def _report_illegal(course: Course, illegal: Illegal, turn: Turn, at: Pointer) -> None:
    course.state.waived = None
    course.report.add(
        illegal.code,
        _place(illegal, course.state, turn, at),
        player=turn.by,
        **illegal.named(course.table.players),
    )


def _report_waived(course: Course, turn: Turn, at: Pointer) -> None:
    waived, course.state.waived = course.state.waived or [], None
    for illegal in waived:
        course.report.warn(illegal.code, at, player=turn.by, **illegal.named(course.table.players))
    if not waived:
        course.report.warn("not-irregular", (*at, "irregular"))


_PLACES: Mapping[str, str] = {
    "not-your-turn": "by",
    "place-not-in-layout": "on",
    "no-open-value": "on",
    "face-closed": "on",
    "does-not-match": "tile",
    "does-not-fit": "tile",
    "place-needed": "tile",
    "lead-takes-no-place": "on",
    "wrong-led-tile": "tile",
    "already-played": "tile",
    "tile-in-another-hand": "tile",
    "tile-in-boneyard": "tile",
    "tile-not-in-hand": "tile",
    "must-play-drawn": "tile",
    "must-play": "pass",
    "must-draw": "pass",
    "play-and-pass": "pass",
    "on-without-tile": "on",
}
"""The field of a turn to which a refusal points, where it is one field."""

_OF_DRAWS: Final = frozenset(
    {
        "may-not-draw",
        "drew-past-playable",
        "boneyard-empty",
        "drawn-already-played",
        "drawn-in-a-hand",
        "drawn-not-in-boneyard",
        "not-next-in-boneyard",
    }
)
"""Refusals of a draw: they point to the first draw that was not accepted."""


def _place(illegal: Illegal, state: RoundState, turn: Turn, at: Pointer) -> Pointer:
    if illegal.code in _OF_DRAWS and turn.draw is not None:
        return (*at, "draw", min(len(state.drawn), len(turn.draw) - 1))
    field = _PLACES.get(illegal.code)
    return at if field is None else (*at, field)

"""How a round ended: its kind, settlement and totals against the computed ones.

Codes: round-unfinished, end-not-reached, wrong-end, wrong-end-player,
settlement-after-target, wrong-settlement, wrong-totals, unknown-player, unknown-side.
"""

from __future__ import annotations

from collections.abc import Mapping

from allfives_cli.checking.claims import Claims
from allfives_cli.checking.findings import points
from allfives_cli.checking.leftovers import check_pips, reveal_left
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Course
from allfives_cli.game.actions import Ending
from allfives_cli.game.matches import MatchState
from allfives_cli.game.settlement import Settlement
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import End, Round
from allfives_cli.record.places import Pointer


def check_end(course: Course, written: Round, at: Pointer, *, last: bool) -> Settlement | None:
    """Settle a round whose turns were all accepted and compare what its end claims."""
    end, at_end = written.end, (*at, "end")
    course.claims.close_slip(but_sums=True)
    ending = course.state.ending
    if end is not None and ending is not None and not course.match.winners:
        settlement = _settle_as_written(course, end, ending)
        if settlement is not None:
            _check_settlement(course, end, at_end, settlement)
            _check_totals(course, end, at_end)
            return settlement
    if end is not None and not _known_keys(course, end, at_end):
        _forget(course)
        return None
    if course.match.winners or (not course.match.scores_known and _says_target(end)):
        _check_target(course, end, at_end)
        return None
    if ending is None and end is not None and end.how == "blocked":
        ending = Ending.BLOCKED if course.state.may_be_blocked() else None
    if ending is None:
        _check_unfinished(course, written, at, last=last)
        return None
    out = None if ending is Ending.BLOCKED else _who_went_out(course)
    if end is not None:
        _check_how(course, end, at_end, out)
        reveal_left(course, end, at_end, blocked=out is None)
    pips = check_pips(course, end, at_end)
    known = [value for value in pips if value is not None]
    if len(known) < len(pips):
        course.match.ended(out)
        _forget(course)
        return None
    settlement = course.match.settle(known, out)
    if end is not None:
        _check_settlement(course, end, at_end, settlement)
        _check_totals(course, end, at_end)
    return settlement


def _settle_as_written(course: Course, end: End, ending: Ending) -> Settlement | None:
    """Settle a round that ended as its end says, with every hand seen and written as it was.

    Most rounds are such, and need no closer look. None, with nothing done, for
    any other.
    """
    table, state = course.table, course.state
    hands = state.hands
    out = _who_went_out(course) if ending is Ending.OUT else None
    pips: dict[str, int] = {}
    for seat, hand in enumerate(hands):
        if hand.unseen:
            return None
        pips[table.players[seat]] = sum([tile.pips for tile in hand.known])
    written = end.__dict__
    by, left, claimed = written["by"], written["left"], written["pips"]
    sides = table.side_index.keys()
    if (
        written["how"] != ending
        or (by is not None and (out is None or by != table.players[out]))
        or (claimed is not None and not claimed.items() <= pips.items())
        or not (written["settlement"] or {}).keys() <= sides
        or not (written["totals"] or {}).keys() <= sides
    ):
        return None
    for key, texts in (left or {}).items():
        known = hands[table.seat_of[key]].known if key in pips else None
        if known is None or len(texts) != len(known) or known != set(map(TILE_BY_TEXT.get, texts)):
            return None
    return course.match.settle([*pips.values()], out)


def _says_target(end: End | None) -> bool:
    return end is not None and end.how == "target"


def _forget(course: Course) -> None:
    course.match.forget_scores()
    course.claims.lose_totals()


def _who_went_out(course: Course) -> int:
    """Who played last: in a position that was set up, others may hold nothing either."""
    state = course.state
    return (state.to_move - 1) % len(state.hands)


def _known_keys(course: Course, end: End, at: Pointer) -> bool:
    """Whether everybody whom the end speaks of sits at the table."""
    table, before = course.table, len(course.report.findings)
    seats, sides = table.seat_of.keys(), table.side_index.keys()
    by, left, pips, settlement, totals = end.by, end.left, end.pips, end.settlement, end.totals
    if (
        (by is None or by in seats)
        and (left is None or left.keys() <= seats)
        and (pips is None or pips.keys() <= seats)
        and (settlement is None or settlement.keys() <= sides)
        and (totals is None or totals.keys() <= sides)
    ):
        return True
    if by is not None and by not in seats:
        course.report.add("unknown-player", (*at, "by"), player=by, players=table.players)
    for field, players in (("left", left), ("pips", pips)):
        for key in players or ():
            if key not in seats:
                course.report.add(
                    "unknown-player", (*at, field, key), player=key, players=table.players
                )
    for field, of_sides in (("settlement", settlement), ("totals", totals)):
        for key in of_sides or ():
            if key not in sides:
                course.report.add(
                    "unknown-side", (*at, field, key), side=key, sides=table.side_keys
                )
    return len(course.report.findings) == before


def _check_target(course: Course, end: End | None, at: Pointer) -> None:
    """A target reached ends the match at once: the round has no settlement.

    Where scores are not known, whether an award won the match cannot be told,
    so that it did is not contradicted.
    """
    if end is None:
        return
    table, match = course.table, course.match
    if not match.winners:
        match.ended(None, known=False)
    elif end.how != "target":
        if not course.claims.explain_winners(match):
            course.claims.slip("wrong-end", (*at, "how"), claimed=end.how, computed="target")
    elif end.by is not None and match.side_of[table.seat_of[end.by]] not in match.winners:
        winners = [table.side_keys[side] for side in match.winners]
        course.report.add("wrong-end-player", (*at, "by"), claimed=end.by, computed=winners)
    reveal_left(course, end, at, blocked=False)
    check_pips(course, end, at)
    if end.settlement and end.how == "target":
        course.claims.slip("settlement-after-target", (*at, "settlement"))
    _check_totals(course, end, at)


def _check_unfinished(course: Course, written: Round, at: Pointer, *, last: bool) -> None:
    """A round that did not end by itself: broken off, or claimed to have ended."""
    end, state, table = written.end, course.state, course.table
    to_move = table.players[state.to_move]
    if end is None:
        if not last:
            place = (*at, "turns", len(written.turns) - 1) if written.turns else at
            course.report.add("round-unfinished", place, player=to_move)
    elif end.how == "abandoned":
        reveal_left(course, end, (*at, "end"), blocked=False)
        check_pips(course, end, (*at, "end"))
        _check_totals(course, end, (*at, "end"))
    elif not (_says_target(end) and course.claims.explain_winners(course.match)):
        course.report.add(
            "end-not-reached",
            (*at, "end", "how"),
            how=end.how,
            player=to_move,
            held={key: len(state.hands[seat]) for key, seat in table.seat_of.items()},
            boneyard=state.boneyard_size,
            target=points(course.match.target),
        )
    if not last or (end is not None and end.how != "abandoned"):
        _forget(course)
    course.match.ended(None, known=False)


def _check_how(course: Course, end: End, at: Pointer, out: int | None) -> None:
    how = end.how
    if how == "target" and course.claims.explain_winners(course.match):
        return
    ending = Ending.BLOCKED if out is None else Ending.OUT
    if how != ending:
        course.claims.slip("wrong-end", (*at, "how"), claimed=how, computed=ending.value)
    elif out is not None and end.by is not None:
        player = course.table.players[out]
        if end.by != player:
            course.report.add("wrong-end-player", (*at, "by"), claimed=end.by, computed=[player])


def _check_settlement(course: Course, end: End, at: Pointer, settlement: Settlement) -> None:
    written, keys = end.settlement, course.table.side_keys
    if written is None or written == {
        keys[side]: points(change) for side, change in settlement.changes.items()
    }:
        return
    for index, key in enumerate(keys):
        computed = settlement.changes.get(index, 0)
        claimed = int(2 * written.get(key, 0))
        if claimed != computed:
            place = (*at, "settlement", key) if key in written else (*at, "settlement")
            course.claims.slip(
                "wrong-settlement",
                place,
                side=key,
                claimed=points(claimed),
                computed=points(computed),
            )


def _check_totals(course: Course, end: End, at: Pointer) -> None:
    check_totals(course.table, course.match, course.claims, end.totals or {}, (*at, "totals"))


def check_totals(
    table: Table, match: MatchState, claims: Claims, totals: Mapping[str, float], at: Pointer
) -> None:
    """Compare claimed scores by side with the computed ones."""
    for key, claimed in totals.items():
        side = table.side_index[key]
        total = match.totals[side]
        if not (claims.calm and claimed * 2 == total):
            claims.check_total(claimed, (*at, key), side, total, "wrong-totals")

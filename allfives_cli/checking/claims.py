"""What the record claims, against what was computed. A claim is never used as a number.

The first disagreement is the slip. Later ones that only follow from it are
counted in its finding: an award that fits a wrong sum, sums wrong in a row, and
totals off by the same amount as before.

Codes: wrong-sum, wrong-award, wrong-total, wrong-totals, wrong-due, over-claimed,
claim-without-play.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import final

from allfives_cli.checking.findings import Finding, Report, points
from allfives_cli.game.counting import award as award_of
from allfives_cli.game.matches import MatchState
from allfives_cli.record.model import Turn
from allfives_cli.record.places import Pointer


@final
class Claims:
    """The claims met so far in a match.

    ``calm`` is true while nothing disagrees: no slip is open and every claimed
    total has been the computed one. A slip stays open while disagreements go
    on in a row; a sum that agrees closes it (an award that disagrees beside it
    is a slip of its own), and so does an award of points where no sum is written.
    Claimed totals may go on being off by a constant: that follows from the
    slip which moved them. Once scores are not known, claimed totals are compared
    with each other alone.
    """

    __slots__ = (
        "_lost",
        "_moved_before",
        "_moved_by",
        "_offsets",
        "_open",
        "_were",
        "calm",
        "report",
    )

    def __init__(self, report: Report, sides: int) -> None:
        self.report = report
        self.calm = True
        self._open: Finding | None = None
        # How far, in halves, each side's claimed total stands from the computed
        # one; None where the computed one is not known.
        self._offsets: list[int | None] = [0] * sides
        self._moved_by: list[Finding | None] = [None] * sides
        # The offset of each side before it was last moved, and what had moved it there.
        self._were: list[int | None] = [0] * sides
        self._moved_before: list[Finding | None] = [None] * sides
        self._lost = False

    def copy(self) -> Claims:
        """Claims that go on independently, into the same report."""
        twin = Claims(self.report, len(self._offsets))
        twin.calm, twin._open = self.calm, self._open
        twin._offsets, twin._moved_by = self._offsets.copy(), self._moved_by.copy()
        twin._were, twin._moved_before = self._were.copy(), self._moved_before.copy()
        twin._lost = self._lost
        return twin

    def lose_totals(self) -> None:
        """From here on scores are not known: the next claim of each is taken as it is."""
        self._offsets = [None] * len(self._offsets)
        self._were = self._offsets.copy()
        self._moved_by = [None] * len(self._offsets)
        self._moved_before = self._moved_by.copy()
        self._lost = True
        self._look()

    @property
    def totals_known(self) -> bool:
        """Whether every claimed total so far was the computed one."""
        return self._offsets.count(0) == len(self._offsets)

    def close_slip(self, *, but_sums: bool = False) -> None:
        """No disagreement outlives its round: the table is cleared.

        ``but_sums`` keeps one of sums open that the last turns have not ended:
        the tiles on the table are not those of the record, so neither need the
        leftovers and what is paid for them be.
        """
        if self._open is not None and not (but_sums and self._open.code == "wrong-sum"):
            self._open = None
            self._look()

    def sums_left(self, turn: Turn, sums: Collection[int], side: int, total: int) -> set[int]:
        """Those of the end-sums that a play could make which agree with what its turn claims.

        The sum is asked first, then the award, then the total, each only while
        more than one is left. ``total`` before the play, in halves.
        """
        left = set(sums)
        if turn.sum is not None:
            left &= {turn.sum}
        due = turn.award if turn.due is None else turn.due
        if due is not None and len(left) > 1:
            left = {end_sum for end_sum in left if award_of(end_sum) == due}
        offset = self._offsets[side]
        scored = turn.due is None and turn.claimed is None
        if turn.total is not None and offset is not None and scored and len(left) > 1:
            made = int(2 * turn.total) - offset - total
            left = {end_sum for end_sum in left if 2 * award_of(end_sum) == made}
        return left

    def check_play(
        self, turn: Turn, at: Pointer, end_sum: int, award: int, side: int, total: int
    ) -> None:
        """Compare what a play's turn claims. ``total`` in halves."""
        wrong_sum = turn.sum is not None and turn.sum != end_sum
        due, key, code = (
            (turn.award, "award", "wrong-award")
            if turn.due is None
            else (turn.due, "due", "wrong-due")
        )
        wrong_award = due is not None and due != award
        if wrong_sum:
            self.slip("wrong-sum", (*at, "sum"), claimed=turn.sum, computed=end_sum)
        elif turn.sum is not None:
            self._open = None
        if wrong_award and turn.sum is not None and wrong_sum and due == award_of(turn.sum):
            self._follows(self._open)
        elif wrong_award:
            self.slip(code, (*at, key), claimed=due, computed=award, sum=end_sum)
        elif not wrong_sum and due and award:
            self._open = None
        self._check_taken(turn, at, award)
        self.check_total(turn.total, (*at, "total"), side, total)
        self._look()

    def check_no_play(self, turn: Turn, at: Pointer, side: int, total: int) -> None:
        """Compare what a turn without a play claims: it leaves no sum and scores nothing."""
        called = sum(claim.award for claim in turn.claimed or ())
        written = {"sum": turn.sum, "award": turn.award, "due": turn.due, "claimed": called}
        for key, claimed in written.items():
            if claimed:
                self.report.add("claim-without-play", (*at, key), claimed=claimed)
        self.check_total(turn.total, (*at, "total"), side, total)

    def check_total(
        self, claimed: float | None, at: Pointer, side: int, total: int, code: str = "wrong-total"
    ) -> None:
        """Compare a claimed total, in points, with the computed one, in halves."""
        if claimed is not None and not (self.calm and claimed * 2 == total):
            offset = self._offsets[side]
            apart = int(2 * claimed) - total
            moved = self._moved_by[side]
            if (apart == 0 and not self._lost) or offset is None:
                pass
            elif apart == self._were[side]:
                # As right as it was before one total that was not.
                self._moved_by[side] = self._moved_before[side]
            elif apart != offset and self._open is None:
                params = {"claimed": points(int(2 * claimed)), "computed": points(total)}
                if self._lost:
                    params["computed"] = points(total + offset)
                elif offset:
                    params["carried"] = points(total + offset)
                self._moved_by[side] = self.report.add(code, at, **params)
            elif apart != offset:
                self._moved_by[side] = self._open
                self._follows(self._open)
            else:
                self._follows(moved)
            if apart != offset:
                self._were[side], self._offsets[side] = offset, apart
                self._moved_before[side] = moved
            self._look()

    def explain_winners(self, match: MatchState) -> bool:
        """Whether by the claimed totals the match is won by others, or won or not won yet.

        If so, what disagrees about the end of the match follows from the slip
        that moved those totals and is counted there.
        """
        explained = False
        for side, (total, offset) in enumerate(zip(match.totals, self._offsets, strict=True)):
            finding = self._moved_by[side]
            if offset and finding is not None:
                won = total + offset >= match.target
                if won != (side in match.winners):
                    finding.follows += 1
                    explained = True
        return explained

    def slip(self, code: str, at: Pointer, **params: object) -> None:
        """Report a disagreement, or count it where it follows from the open slip."""
        if self._open is None:
            self._open = self.report.add(code, at, **params)
        else:
            self._follows(self._open)

    def _follows(self, finding: Finding | None) -> None:
        if finding is not None:
            finding.follows += 1

    def _look(self) -> None:
        self.calm = self._open is None and self.totals_known

    def _check_taken(self, turn: Turn, at: Pointer, award: int) -> None:
        """Players cannot call more points than the play was worth."""
        if turn.due is None and turn.claimed is None:
            return
        taken = (turn.award or 0) + sum(claim.award for claim in turn.claimed or ())
        if taken > award:
            pointer = (*at, "claimed") if turn.claimed else (*at, "award")
            self.slip("over-claimed", pointer, claimed=taken, computed=award)

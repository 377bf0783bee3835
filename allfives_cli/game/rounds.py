"""One round: the actions that carry a position on, each accepted only if the rules allow it.

Rules: who can play must play (S1); who cannot draws one tile at a time and must
play the first that fits; a pass only with nothing playable and an empty
boneyard; a block is a property of the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from allfives_cli.game.actions import (
    Action,
    Draw,
    Ending,
    Hand,
    Illegal,
    Outcome,
    Pass,
    Play,
    Where,
)
from allfives_cli.game.counting import AWARDS, COUNTED, Laid, end_sum
from allfives_cli.game.judging import faces_meant, judge_draw, judge_pass, judge_play
from allfives_cli.game.layout import Layout
from allfives_cli.game.positions import Position
from allfives_cli.game.sites import site_on
from allfives_cli.game.tiles import Tile


@final
class RoundState(Position):
    """A round in progress, changed only by `apply` and the actions behind it.

    Each action raises Illegal and then leaves the state as it was. But for two:
    `draw_each` keeps what it drew before, and `lay` judges nothing.
    """

    __slots__ = ()

    def play(self, seat: int, tile: Tile, on: Where = None, makes: int | None = None) -> int:
        """Lay a tile, end the turn and return the award in points. Raises Illegal.

        Where the tile touched is not named, ``makes`` leaves only the places
        at which the play makes this end-sum.
        """
        # Nearly every play of a match is one that these questions settle, and most lengthen an
        # end. It is open at the face across from its neighbour, whatever the rules say of doubles
        # and arms, and the end-sum changes by what the two tiles count. All else, and the reason
        # of every refusal, is for the judges below.
        layout, hand, drawn = self.layout, self.hands[seat], self.drawn
        known = hand.known
        usual = (
            seat == self.to_move
            and tile in known
            and self.ended is None
            and not self.twins
            and (not drawn or drawn[-1] is tile)
        )
        end = layout.ends.get(on)  # type: ignore[arg-type] # what is no tile is no end
        if usual and end is not None and (own := tile.facing[end.value]) is not None:
            layout.lengthen(tile, own, end)
            known.remove(tile)
            total = self.end_sum + COUNTED[own.across] - COUNTED[end]
        elif usual and on is None and not layout.covered and self.must_lead in (None, tile):
            layout.place(tile, None)
            known.remove(tile)
            total = tile.pips
        elif (
            usual and isinstance(on, Tile) and on in layout.covered
            and (face := site_on(layout, on, tile, self.rules)) is not None
        ):  # fmt: skip
            layout.place(tile, face)
            known.remove(tile)
            total = end_sum(layout)
        elif self.twins or (layout.covered and not isinstance(on, Tile)):
            total = self._play_undetermined(seat, tile, on, makes)
        else:
            layout.place(tile, judge_play(self, seat, tile, on, layout))
            self._take_from(seat, tile)
            total = end_sum(layout)
        # As `_end_turn` does, without its call: every play of every record comes here.
        self.end_sum = total
        self.known_sites = self.known_fitting = None
        self.to_move = (seat + 1) % len(self.hands)
        if drawn:
            drawn.clear()
        if known or hand.unseen:
            self.may_have_blocked = not self.boneyard_size
        else:
            self.ended, self.may_have_blocked = Ending.OUT, False
        return AWARDS[total]

    def lay(self, seat: int, laid: Laid) -> None:
        """Carry out, as `play` would, one that was listed for this position with its award.

        Nothing is judged: `plays_at` has listed it for the player to move, of a
        tile known in the hand, and the one drawn last if any was drawn.
        """
        tile, face, total, _ = laid
        layout, hand = self.layout, self.hands[seat]
        own = None if face is None else tile.facing[face.value]
        if face is not None and own is not None and layout.ends.get(face.tile) is face:
            layout.lengthen(tile, own, face)
        else:
            layout.place(tile, face)
        hand.known.remove(tile)
        self._end_turn(seat, hand, total)

    def _end_turn(self, seat: int, hand: Hand, total: int) -> None:
        """Go on to the next player after a play that makes this end-sum."""
        self.end_sum = total
        self.known_sites = self.known_fitting = None
        self.to_move = (seat + 1) % len(self.hands)
        if self.drawn:
            self.drawn.clear()
        if hand.known or hand.unseen:
            self.may_have_blocked = not self.boneyard_size
        else:
            self.ended, self.may_have_blocked = Ending.OUT, False

    def draw(self, seat: int, tile: Tile | None = None) -> None:
        """Take one tile from the boneyard; the turn goes on. Raises Illegal."""
        self.draw_each(seat, (tile,))

    def draw_each(self, seat: int, tiles: Iterable[Tile | None]) -> None:
        """Take tiles from the boneyard one by one; the turn goes on.

        Raises Illegal for the first that is refused; those before it stay drawn.
        """
        # As in `play`: the usual draw is recognised here, and all else judged below.
        boneyard, drawn, hand, loose = self.boneyard, self.drawn, self.hands[seat], self.loose
        known, fitting = hand.known, self.known_fitting or self.fitting()
        usual = seat == self.to_move and self.ended is None and bool(self.layout.covered)
        for wanted in tiles:
            tile = wanted
            if not (
                usual
                and self.boneyard_size
                and tile in loose
                and (drawn[-1] not in fitting if drawn else known.isdisjoint(fitting))
                and (not boneyard or boneyard[0] is tile)
            ):
                judge_draw(self, seat, tile)
            self.boneyard_size -= 1
            if boneyard:
                if tile is None:
                    tile = boneyard[0]
                boneyard.remove(tile)
            if tile is None:
                hand.unseen += 1
            else:
                known.add(tile)
                loose.remove(tile)
            drawn.append(tile)
            self.may_have_blocked = not self.boneyard_size

    def pass_turn(self, seat: int) -> None:
        """End the turn without a play. Raises Illegal.

        A pass is also taken after the position is blocked: it is not needed
        there, but it is true, and people write it.
        """
        judge_pass(self, seat)
        self.drawn = []
        self.to_move = (seat + 1) % len(self.hands)

    def apply(self, seat: int, action: Action) -> Outcome | None:
        """Carry out an action; for a play return what it brought. Raises Illegal."""
        match action:
            case Play(tile, on):
                points = self.play(seat, tile, on)
                return Outcome(self.layout.last_face, self.end_sum, points)
            case Draw(tile):
                self.draw(seat, tile)
            case Pass():
                self.pass_turn(seat)
        return None

    def why_illegal(self, seat: int, action: Action) -> Illegal | None:
        """Why the rules refuse an action now, or None where they allow it.

        Asking notes nothing in ``waived``.
        """
        noted = self.waived
        self.waived = None if noted is None else []
        try:
            match action:
                case Play(tile, on):
                    faces_meant(self, seat, tile, on)
                case Draw(tile):
                    judge_draw(self, seat, tile)
                case Pass():
                    judge_pass(self, seat)
        except Illegal as illegal:
            return illegal
        finally:
            self.waived = noted
        return None

    def legal_plays(self, seat: int) -> list[Play]:
        """Every distinct play from the known tiles of a hand, sorted by tile, then place.

        Of interchangeable faces only the first is listed. After a draw only
        the tile drawn last can fit, as nothing else did.
        """
        if self.ending is not None or seat != self.to_move:
            return []
        known = sorted(self.hands[seat].known)
        if not self.layout.covered:
            led = known if self.must_lead is None else [self.must_lead]
            return [Play(tile) for tile in led if tile in known]
        open_sites = sorted(self.distinct_sites())
        return [
            Play(tile, face.tile)
            for tile in known
            for face in open_sites
            if tile.facing[face.value] is not None
        ]

    def _play_undetermined(self, seat: int, tile: Tile, on: Where, makes: int | None) -> int:
        meant = faces_meant(self, seat, tile, on, makes)
        layouts: list[Layout] = []
        for layout, faces in meant:
            for choice in faces:
                twin = layout.copy()
                twin.place(tile, choice)
                layouts.append(twin)
        self.layout, *self.twins = layouts
        self._take_from(seat, tile)
        return end_sum(self.layout)

    def _take_from(self, seat: int, tile: Tile) -> None:
        """Take the tile that is played out of the hand, where it may have been unseen."""
        hand = self.hands[seat]
        if tile in hand.known:
            hand.known.remove(tile)
        else:
            hand.unseen -= 1
            self.loose.remove(tile)

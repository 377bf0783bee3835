"""One round: hands, boneyard, layout, and the only judge of legality.

A hand can be partly unseen, so one state machine serves records that show
every hand and records kept by one player. What cannot be known is not judged.

Rules: who can play must play (S1); who cannot draws one tile at a time and must
play the first that fits; a pass only with nothing playable and an empty
boneyard; a block is a property of the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from allfives_cli.game.counting import AWARDS, COUNTED, end_sum, sum_with
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import (
    distinct_faces,
    distinct_sites,
    interchangeable,
    open_values,
    site_on,
)
from allfives_cli.game.sites import fitting as fitting_of
from allfives_cli.game.tiles import ALL_TILES, Face, Tile


@final
class RoundState:
    """A round in progress, changed only by `apply` and the three actions behind it.

    Each action raises Illegal and then leaves the state as it was. Seats count
    from 0. ``boneyard`` holds the undrawn tiles in the order in which they are
    drawn, where that is known; ``boneyard_size`` is known always. ``loose``
    are the tiles whose holder is not known: neither played nor in the known
    part of a hand. ``drawn`` holds the tiles drawn in the turn under way (None
    for one unseen).

    Where a record names a place only by value and several equal faces fit, the
    layouts that it may mean are all kept in ``layouts``; later plays tell them
    apart. They agree in every sum and every open value; the first is shown.

    ``must_lead`` is the tile that the rules want led, if any. While ``waived``
    is a list, rules of conduct are not enforced but noted in it: a turn that
    the players let stand. What the tiles make impossible stays refused.
    """

    __slots__ = (
        "boneyard",
        "boneyard_size",
        "drawn",
        "end_sum",
        "ending",
        "hands",
        "known_fitting",
        "layout",
        "loose",
        "must_lead",
        "rules",
        "to_move",
        "twins",
        "waived",
    )

    def __init__(
        self,
        rules: RuleSet,
        hands: Sequence[Hand],
        leader: int,
        boneyard_size: int,
        boneyard: Sequence[Tile] | None = None,
    ) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.to_move = leader
        self.boneyard = None if boneyard is None else list(boneyard)
        self.boneyard_size = boneyard_size
        self.layout = Layout()
        self.twins: list[Layout] = []
        self.loose = set(ALL_TILES)
        for hand in hands:
            self.loose -= hand.known
        self.drawn: list[Tile | None] = []
        self.ending: Ending | None = None
        self.end_sum = 0
        self.must_lead: Tile | None = None
        self.waived: list[Illegal] | None = None
        self.known_fitting: frozenset[Tile] | None = None

    def copy(self) -> RoundState:
        """Return a state that changes independently of this one."""
        twin = RoundState.__new__(RoundState)
        twin.rules = self.rules
        twin.hands = [hand.copy() for hand in self.hands]
        twin.to_move = self.to_move
        twin.boneyard = None if self.boneyard is None else self.boneyard.copy()
        twin.boneyard_size = self.boneyard_size
        twin.layout = self.layout.copy()
        twin.twins = [layout.copy() for layout in self.twins]
        twin.loose = self.loose.copy()
        twin.drawn = self.drawn.copy()
        twin.ending = self.ending
        twin.end_sum = self.end_sum
        twin.must_lead = self.must_lead
        twin.waived = None
        twin.known_fitting = self.known_fitting
        return twin

    def set_layout(self, layout: Layout) -> None:
        """Begin from a position: tiles on the table that no hand holds. Judges nothing."""
        self.layout = layout
        self.known_fitting = None
        self.loose.difference_update(layout.covered)
        self.end_sum = end_sum(layout)
        if self.is_blocked():
            self.ending = Ending.BLOCKED

    def resolve_last_unseen(self) -> None:
        """Learn the unseen tiles of the one hand that must hold all that are loose."""
        unseen = [hand for hand in self.hands if hand.unseen]
        if len(unseen) != 1 or (self.boneyard is None and self.boneyard_size):
            return
        left = self.loose.difference(self.boneyard or ())
        if len(left) == unseen[0].unseen:
            unseen[0].known |= left
            unseen[0].unseen = 0
            self.loose -= left

    @property
    def layouts(self) -> list[Layout]:
        """Every layout that the plays so far may mean, the shown one first."""
        return [self.layout, *self.twins]

    # -- actions -----------------------------------------------------------------

    def play(self, seat: int, tile: Tile, on: Where = None, makes: int | None = None) -> int:
        """Lay a tile, end the turn and return the award in points. Raises Illegal.

        Where the tile touched is not named, ``makes`` leaves only the places
        at which the play makes this end-sum.
        """
        # Nearly every play of a match extends an end that has one neighbour. Such an end is
        # open at the face across, whatever the rules say of doubles and arms, so that these
        # few questions settle it, and the end-sum changes by what the two tiles count. All
        # else, and the reason of every refusal, is for the judges below.
        layout, hands, drawn = self.layout, self.hands, self.drawn
        known = hands[seat].known
        joined = layout.ends.get(on)  # type: ignore[arg-type] # what is no tile is no end
        if (
            joined is not None
            and seat == self.to_move
            and tile in known
            and (own := tile.facing[joined.across.value]) is not None
            and self.ending is None
            and not self.twins
            and (not drawn or drawn[-1] is tile)
        ):
            layout.lengthen(tile, own, joined)
            known.remove(tile)
            total = self.end_sum + COUNTED[own] - COUNTED[joined]
        elif self.twins or (layout.covered and not isinstance(on, Tile)):
            total = self._play_undetermined(seat, tile, on, makes)
        else:
            layout.place(tile, self._judge_play(seat, tile, on, layout))
            self._take_from(seat, tile)
            total = end_sum(layout)
        self.end_sum = total
        self.known_fitting = None
        self.to_move = (seat + 1) % len(hands)
        if drawn:
            drawn.clear()
        if not known and not hands[seat].unseen:
            self.ending = Ending.OUT
        elif not self.boneyard_size and self.is_blocked():
            self.ending = Ending.BLOCKED
        return AWARDS[total]

    def draw(self, seat: int, tile: Tile | None = None) -> None:
        """Take one tile from the boneyard; the turn goes on. Raises Illegal."""
        # As in `play`: the usual draw is recognised here, and all else judged below.
        boneyard, drawn, hand = self.boneyard, self.drawn, self.hands[seat]
        fitting = self.fitting()
        if (
            seat != self.to_move
            or self.ending is not None
            or not self.boneyard_size
            or not self.layout.covered
            or (drawn[-1] in fitting if drawn else not hand.known.isdisjoint(fitting))
            or tile not in self.loose
            or (boneyard and boneyard[0] is not tile)
        ):
            self._judge_draw(seat, tile)
        self.boneyard_size -= 1
        if boneyard:
            tile = tile or boneyard[0]
            boneyard.remove(tile)
        if tile is None:
            hand.unseen += 1
        else:
            hand.known.add(tile)
            self.loose.remove(tile)
        drawn.append(tile)
        if not self.boneyard_size and self.is_blocked():
            self.ending = Ending.BLOCKED

    def pass_turn(self, seat: int) -> None:
        """End the turn without a play. Raises Illegal.

        A pass is also taken after the position is blocked: it is not needed
        there, but it is true, and people write it.
        """
        self._judge_pass(seat)
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

    # -- judging -----------------------------------------------------------------

    def why_illegal(self, seat: int, action: Action) -> Illegal | None:
        """Why the rules refuse an action now, or None where they allow it.

        Asking notes nothing in ``waived``.
        """
        noted = self.waived
        self.waived = None if noted is None else []
        try:
            match action:
                case Play(tile, on):
                    self._faces_meant(seat, tile, on)
                case Draw(tile):
                    self._judge_draw(seat, tile)
                case Pass():
                    self._judge_pass(seat)
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
        open_sites = sorted(distinct_sites(self.layout, self.rules))
        return [
            Play(tile, face.tile)
            for tile in known
            for face in open_sites
            if tile.facing[face.value] is not None
        ]

    def playable(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Those of the tiles that fit somewhere now."""
        fitting = self.fitting()
        return [tile for tile in tiles if tile in fitting]

    def is_blocked(self) -> bool:
        """Whether the boneyard is empty and it is certain that nobody can play."""
        if self.boneyard_size or not self.layout.covered:
            return False
        fitting = self.fitting()
        for hand in self.hands:
            # With nothing left to draw, every loose tile is in an unseen part of a hand.
            if not hand.known.isdisjoint(fitting) or (
                hand.unseen and not self.loose.isdisjoint(fitting)
            ):
                return False
        return True

    def fitting(self) -> frozenset[Tile]:
        """Every tile of the set that fits somewhere now; worked out once between two plays."""
        if self.known_fitting is None:
            self.known_fitting = fitting_of(self.layout, self.rules)
        return self.known_fitting

    def open_values(self) -> set[int]:
        """The pip values at which a tile can be laid now."""
        return open_values(self.layout, self.rules)

    def may_be_blocked(self) -> bool:
        """Whether the boneyard is empty and no known tile can be played."""
        return (
            not self.boneyard_size
            and bool(self.layout.covered)
            and not any(self.playable(hand.known) for hand in self.hands)
        )

    def _refuse(self, code: str, **params: object) -> None:
        """Refuse a breach of conduct, or note it where it is waived."""
        illegal = Illegal(code, **params)
        if self.waived is None:
            raise illegal
        if all((noted.code, noted.params) != (code, params) for noted in self.waived):
            self.waived.append(illegal)

    def _judge_turn(self, seat: int) -> None:
        if self.ending is not None:
            raise Illegal("after-the-end", how=self.ending.value)
        if seat != self.to_move:
            self._refuse("not-your-turn", expected=self.to_move)

    def _judge_play(self, seat: int, tile: Tile, on: Where, layout: Layout) -> Face | None:
        """Judge a play on a tile, or a lead, against one layout."""
        if self.ending is not None or seat != self.to_move:
            self._judge_turn(seat)
        if tile not in self.hands[seat].known:
            self._judge_unknown_tile(seat, tile)
        covered = layout.covered
        if not covered:
            if on is not None:
                raise Illegal("lead-takes-no-place", tile=tile)
            if self.must_lead is not None and tile is not self.must_lead:
                self._refuse("wrong-led-tile", tile=tile, must=self.must_lead)
            return None
        if not isinstance(on, Tile) or on not in covered:
            raise Illegal("place-not-in-layout", tile=tile, on=on)
        face = site_on(layout, on, tile, self.rules)
        if face is None:
            raise _no_site(on, tile)
        if self.drawn:
            self._judge_drawn(tile)
        return face

    def _judge_unknown_tile(self, seat: int, tile: Tile) -> None:
        """A tile that is not known to be in the hand: it may be an unseen one of it."""
        if tile in self.layout.covered:
            raise Illegal("already-played", tile=tile)
        if self.hands[seat].unseen and tile in self.loose:
            if self.boneyard is not None and tile in self.boneyard:
                raise Illegal("tile-in-boneyard", tile=tile)
            return
        for holder, hand in enumerate(self.hands):
            if tile in hand.known:
                raise Illegal("tile-in-another-hand", tile=tile, holder=holder)
        raise Illegal("tile-not-in-hand", tile=tile)

    def _judge_drawn(self, tile: Tile) -> None:
        """S1: the first drawn tile that fits is the one that is played."""
        last = self.drawn[-1]
        if last is None or tile is last:
            return
        self._refuse("must-play-drawn", tile=tile, drawn=last)

    def _judge_draw(self, seat: int, tile: Tile | None) -> None:
        if self.ending is not None or seat != self.to_move or not self.boneyard_size:
            self._judge_boneyard(seat, tile)
        if not self.drawn:
            fitting = self.playable(self.hands[seat].known)
            if fitting or not self.layout.covered:  # anything can be led, unseen tiles too
                self._refuse("may-not-draw", playable=sorted(fitting))
        else:
            last = self.drawn[-1]
            if last is not None and self.playable((last,)):
                self._refuse("drew-past-playable", playable=last)
        if tile is not None and (tile not in self.loose or self.boneyard):
            self._judge_drawn_tile(tile)

    def _judge_boneyard(self, seat: int, tile: Tile | None) -> None:
        """Whether this player may turn to the boneyard at all."""
        if self.ending is Ending.OUT:
            raise Illegal("after-the-end", how=self.ending.value)
        if not self.boneyard_size:
            raise Illegal("boneyard-empty", tile=tile)
        self._judge_turn(seat)

    def _judge_drawn_tile(self, tile: Tile) -> None:
        """Whether a tile can come from the boneyard now."""
        if tile not in self.loose:
            if tile in self.layout.covered:
                raise Illegal("drawn-already-played", tile=tile)
            holder = next(i for i, hand in enumerate(self.hands) if tile in hand.known)
            raise Illegal("drawn-in-a-hand", tile=tile, holder=holder)
        if self.boneyard and tile is not self.boneyard[0]:
            if tile not in self.boneyard:
                raise Illegal("drawn-not-in-boneyard", tile=tile)
            self._refuse("not-next-in-boneyard", tile=tile, next=self.boneyard[0])

    def _judge_pass(self, seat: int) -> None:
        if self.ending is Ending.OUT:
            raise Illegal("after-the-end", how=self.ending.value)
        if seat != self.to_move:
            self._refuse("not-your-turn", expected=self.to_move)
        fitting = self.playable(self.hands[seat].known)
        if fitting or not self.layout.covered:
            self._refuse("must-play", playable=sorted(fitting))
        elif self.boneyard_size:
            self._refuse("must-draw", left=self.boneyard_size)

    # -- places that the record leaves open ----------------------------------------

    def _faces_meant(
        self, seat: int, tile: Tile, on: Where, makes: int | None = None
    ) -> list[tuple[Layout, list[Face | None]]]:
        """The faces that a play may mean, for each layout where there is one.

        Raises Illegal where there is none, and ``place-needed`` with the
        choices where faces of unequal outcome remain.
        """
        if isinstance(on, Tile) or not self.layout.covered:
            return self._faces_on_tile(seat, tile, on)
        self._judge_tile(seat, tile)
        meant: list[tuple[Layout, list[Face | None]]] = []
        for layout in self.layouts:
            faces = [
                face
                for face in distinct_faces(layout, self.rules)
                if tile.facing[face.value] is not None
                and (on is None or face.value == on)
                and (makes is None or sum_with(layout, tile, face, self.end_sum) == makes)
            ]
            if not faces:
                code = "does-not-fit" if on is None else "no-open-value"
                raise Illegal(code, tile=tile, on=on)
            if not all(interchangeable(faces[0], face) for face in faces):
                raise Illegal("place-needed", tile=tile, choices=self._choices(layout, tile, faces))
            meant.append((layout, list(faces)))
        if self.drawn:
            self._judge_drawn(tile)
        return meant

    def _faces_on_tile(
        self, seat: int, tile: Tile, on: Where
    ) -> list[tuple[Layout, list[Face | None]]]:
        meant: list[tuple[Layout, list[Face | None]]] = []
        refused: Illegal | None = None
        for layout in self.layouts:
            try:
                meant.append((layout, [self._judge_play(seat, tile, on, layout)]))
            except Illegal as illegal:
                refused = refused or illegal
        if not meant:
            assert refused is not None  # noqa: S101 - there is always a layout
            raise refused
        return meant

    def _judge_tile(self, seat: int, tile: Tile) -> None:
        self._judge_turn(seat)
        if tile not in self.hands[seat].known:
            self._judge_unknown_tile(seat, tile)

    def _choices(
        self, layout: Layout, tile: Tile, faces: Sequence[Face]
    ) -> tuple[tuple[Tile, int], ...]:
        """The tiles that a play may touch, each with the end-sum that it makes."""
        return tuple((face.tile, sum_with(layout, tile, face, self.end_sum)) for face in faces)

    def _play_undetermined(self, seat: int, tile: Tile, on: Where, makes: int | None) -> int:
        meant = self._faces_meant(seat, tile, on, makes)
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


def _no_site(on: Tile, tile: Tile) -> Illegal:
    """Why a tile cannot be laid on one that is on the table."""
    value = tile.shared.get(on)
    if value is None:
        return Illegal("does-not-match", tile=tile, on=on)
    return Illegal("face-closed", tile=tile, on=on, value=value)

"""A position: who holds what, what lies on the table, whose turn it is.

It says what is so and what could be played; what is allowed is for `judging`,
and what happens for `rounds`. A hand can be partly unseen, so one state serves
records that show every hand and records kept by one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from allfives_cli.game.actions import Ending, Hand, Illegal
from allfives_cli.game.counting import end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import distinct_sites, fitting, open_values
from allfives_cli.game.tiles import ALL_TILES, Face, Tile


class Position:
    """All that is so at one instant of a round.

    Seats count from 0. ``boneyard`` holds the undrawn tiles in the order in
    which they are drawn, where that is known; ``boneyard_size`` is known
    always. ``loose`` are the tiles whose holder is not known: neither played
    nor in the known part of a hand. ``drawn`` holds the tiles drawn in the turn
    under way (None for one unseen).

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
        "ended",
        "hands",
        "known_fitting",
        "known_sites",
        "layout",
        "loose",
        "may_have_blocked",
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
        # How the round is known to have ended, and whether a block may have gone unnoticed.
        self.ended: Ending | None = None
        self.may_have_blocked = False
        self.end_sum = 0
        self.must_lead: Tile | None = None
        self.waived: list[Illegal] | None = None
        # Worked out once between two plays, when they are first asked for.
        self.known_sites: list[Face] | None = None
        self.known_fitting: frozenset[Tile] | None = None

    def copy(self) -> Self:
        """Return a state that changes independently of this one."""
        twin = self.__class__.__new__(self.__class__)
        twin.rules = self.rules
        twin.hands = [hand.copy() for hand in self.hands]
        twin.to_move = self.to_move
        twin.boneyard = None if self.boneyard is None else self.boneyard.copy()
        twin.boneyard_size = self.boneyard_size
        twin.layout = self.layout.copy()
        twin.twins = [layout.copy() for layout in self.twins]
        twin.loose = self.loose.copy()
        twin.drawn = self.drawn.copy()
        twin.ended = self.ended
        twin.may_have_blocked = self.may_have_blocked
        twin.end_sum = self.end_sum
        twin.must_lead = self.must_lead
        twin.waived = None
        twin.known_sites = self.known_sites
        twin.known_fitting = self.known_fitting
        return twin

    def set_layout(self, layout: Layout) -> None:
        """Begin from a position: tiles on the table that no hand holds. Judges nothing."""
        self.layout = layout
        self.known_sites = self.known_fitting = None
        self.loose.difference_update(layout.covered)
        self.end_sum = end_sum(layout)
        self.may_have_blocked = True

    @property
    def ending(self) -> Ending | None:
        """How the round has ended, None while it goes on.

        A block is looked for when it is first asked, not at every play: the play
        after would prove that there was none.
        """
        if self.may_have_blocked:
            self.may_have_blocked = False
            if self.is_blocked():
                self.ended = Ending.BLOCKED
        return self.ended

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

    def playable(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Those of the tiles that fit somewhere now."""
        fitting = self.fitting()
        return [tile for tile in tiles if tile in fitting]

    def is_blocked(self) -> bool:
        """Whether the boneyard is empty and it is certain that nobody can play."""
        if self.boneyard_size or not self.layout.covered:
            return False
        fitting = self.known_fitting or self.fitting()
        for hand in self.hands:
            # With nothing left to draw, every loose tile is in an unseen part of a hand.
            if not hand.known.isdisjoint(fitting) or (
                hand.unseen and not self.loose.isdisjoint(fitting)
            ):
                return False
        return True

    def fitting(self) -> frozenset[Tile]:
        """Every tile of the set that fits somewhere now."""
        found = self.known_fitting
        if found is None:
            found = self.known_fitting = fitting(self.layout, self.rules)
        return found

    def distinct_sites(self) -> list[Face]:
        """Where a tile can be laid now, one of each set of interchangeable sites; in no order."""
        found = self.known_sites
        if found is None:
            found = self.known_sites = distinct_sites(self.layout, self.rules)
        return found

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

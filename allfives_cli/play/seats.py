"""What a seat may know, and what it may answer: all that a player is ever given.

A `View` is a value. It holds one hand and what the whole table has seen; there
is no way from it to another hand, to the boneyard's tiles or to the match under
way. Whoever plays, a bot, a person or a program, is a `Chooser`: shown a view,
it answers. Draws and passes are forced by the rules and are never asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from allfives_cli.game.actions import Hand, Illegal, Pass, Play
from allfives_cli.game.counting import Laid, award, plays_at
from allfives_cli.game.layout import Layout
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Side, side_of
from allfives_cli.game.sites import site_on, sites
from allfives_cli.game.tiles import Face, Tile

_new: Final = tuple.__new__

ResignHow = Literal["resigned", "forfeit"]


class Choice(NamedTuple):
    """A legal play: the tile, its face (None for a lead), the end-sum in pips, the award."""

    tile: Tile
    face: Face | None
    end_sum: int
    award: int

    @property
    def play(self) -> Play:
        """The play, its place named by the tile that it touches."""
        tile, face, _, _ = self
        return _new(Play, (tile, None if face is None else face.tile))


class PublicTurn(NamedTuple):
    """A turn as the whole table saw it.

    ``draws`` is a number: what was drawn is seen only where it is played at
    once, and then it is the tile of ``action``. That is None where draws left
    the round blocked. ``total`` of the player's side, in halves.
    """

    seat: int
    draws: int
    action: Play | Pass | None
    end_sum: int
    award: int
    total: int


class View(NamedTuple):
    """What one seat knows when it has to choose. Seats count from 0, rounds and turns from 1.

    ``hand`` includes ``drawn``, the tiles drawn in this turn, in order.
    ``choices`` are every legal play, in the order in which the sites lie in the
    layout, then by tile; of interchangeable places the first. ``totals`` by
    side and ``target`` are in halves. ``history`` are the turns of this round.
    ``can_undo`` tells whether the seat had a choice before in this round.
    """

    seat: int
    round: int
    turn: int
    rules: RuleSet
    sides: tuple[Side, ...]
    target: int
    totals: tuple[int, ...]
    hand: frozenset[Tile]
    drawn: tuple[Tile, ...]
    end_sum: int
    choices: tuple[Choice, ...]
    hand_size: int
    boneyard_size: int
    must_lead: Tile | None
    history: tuple[PublicTurn, ...]
    can_undo: bool

    @property
    def side(self) -> int:
        """The index of the seat's own side."""
        return side_of(self.sides, self.seat)

    @property
    def layout(self) -> Layout:
        """The layout, laid anew from the turns whenever it is asked for."""
        layout = Layout()
        for turn in self.history:
            if isinstance(turn.action, Play):
                tile, on = turn.action
                face = None
                if isinstance(on, Tile):
                    face = site_on(layout, on, tile, self.rules)
                layout.place(tile, face)
        return layout

    @property
    def sites(self) -> list[Face]:
        """Every face where a tile may be laid now, sorted by tile, then face."""
        return sites(self.layout, self.rules)

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat has."""
        counts = [self.hand_size] * sum(map(len, self.sides))
        for turn in self.history:
            counts[turn.seat] += turn.draws - isinstance(turn.action, Play)
        counts[self.seat] = len(self.hand)
        return tuple(counts)

    def known_state(self) -> RoundState:
        """The round as this seat knows it: every other hand unseen, the boneyard a number."""
        hands = [
            Hand(self.hand) if seat == self.seat else Hand(unseen=count)
            for seat, count in enumerate(self.held)
        ]
        state = RoundState(self.rules, hands, self.seat, self.boneyard_size)
        state.set_layout(self.layout)
        state.drawn = list(self.drawn)
        state.must_lead = self.must_lead
        return state

    def why_illegal(self, play: Play) -> Illegal | None:
        """Why the rules refuse a play, told from what this seat knows; None where they allow it."""
        return self.known_state().why_illegal(self.seat, play)


class Move(NamedTuple):
    """A play, with what its player wrote beside it: a mark, notes, the seconds that it took."""

    play: Play
    mark: str | None = None
    notes: tuple[str, ...] = ()
    time: float | None = None


class Remark(NamedTuple):
    """A mark, or a note, on a turn of this round; on the newest where ``turn`` is None.

    Before the lead a note is on the round; a mark is on nothing.
    """

    mark: str | None = None
    note: str | None = None
    turn: int | None = None


class Undo(NamedTuple):
    """Back to where this seat last had more than one play; what followed is taken back."""


class Leave(NamedTuple):
    """Break off: the match stays unfinished and can be resumed."""


class Resign(NamedTuple):
    """Give the match up, or lose it for not playing; the others win it."""

    how: ResignHow = "resigned"


Answer = Play | Move | Remark | Undo | Leave | Resign


Pick = Callable[[Sequence[Laid]], int]
"""Chooses among the legal plays by themselves: the place of one of them."""


class Chooser(Protocol):
    """Whoever sits at a seat.

    Where nothing but the choices matters to a chooser, it may also have a
    `Pick` as its attribute ``pick``, which comes to the same: a table at which
    all have one makes no views.
    """

    def choose(self, view: View) -> Answer:
        """Answer a view. A play has to be legal; after a Remark or an Undo one is asked again."""
        ...


def choices_of(state: RoundState, tiles: Iterable[Tile]) -> list[Laid]:
    """The legal plays of the seat to move among ``tiles`` of its hand, and what each brings.

    Those of `RoundState.legal_plays`, in the order in which their sites lie in
    the layout, and then of the tiles.
    """
    layout = state.layout
    if layout.covered:
        return plays_at(layout, state.known_sites or state.distinct_sites(), tiles, state.end_sum)
    led = sorted(tiles) if state.must_lead is None else [state.must_lead]
    return [(tile, None, tile.pips, award(tile.pips)) for tile in led]

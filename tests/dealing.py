"""Deals and plays matches through the game itself, for tests and sample records.

Everything follows from a seed. `play_match` yields one `RoundPlayed` a round, with
every action and what it brought; `search` looks for the first round of a wanted kind;
`position` sets up a round in the middle. Totals are in halves, seats count from 0.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from allfives_cli.game.actions import Action, Draw, Ending, Hand, Outcome, Pass, Play
from allfives_cli.game.counting import award, end_sum
from allfives_cli.game.layout import Layout
from allfives_cli.game.matches import Lead, MatchState, default_sides
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Settlement, Side
from allfives_cli.game.sites import open_values, site_on
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile

TARGET = "target"
"""How a round ended that a match won in mid-round cut short."""

ENDLESS = 500
"""More actions than any round can have: 28 plays, and a draw or pass between them."""

Policy = Callable[[RoundState, list[Play], random.Random], Play]


class Event(NamedTuple):
    """One action, what a play brought, and the total of the mover's side after it."""

    seat: int
    action: Action
    outcome: Outcome | None
    total: int


class Turn(NamedTuple):
    """Draws, then a play or a pass; ``action`` None where a block came after the draws."""

    seat: int
    draws: tuple[Tile, ...]
    action: Play | Pass | None
    outcome: Outcome | None
    total: int


@dataclass
class RoundPlayed:
    """A finished round: the deal, the events, how it ended and what was settled."""

    number: int
    lead: Lead
    leader: int
    hands: tuple[frozenset[Tile], ...]
    boneyard: tuple[Tile, ...]
    totals_before: tuple[int, ...]
    state: RoundState
    events: list[Event] = field(default_factory=list)
    how: str = ""
    settlement: Settlement | None = None
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        """The seat of the last action."""
        return self.events[-1].seat

    def turns(self) -> list[Turn]:
        found: list[Turn] = []
        draws: list[Tile] = []
        for seat, action, outcome, total in self.events:
            if isinstance(action, Draw):
                assert action.tile is not None
                draws.append(action.tile)
            else:
                found.append(Turn(seat, tuple(draws), action, outcome, total))
                draws = []
        if draws:
            last = self.events[-1]
            found.append(Turn(last.seat, tuple(draws), None, None, last.total))
        return found


def at_random(state: RoundState, plays: list[Play], rng: random.Random) -> Play:  # noqa: ARG001
    return rng.choice(plays)


def _sum_of(state: RoundState, play: Play) -> int:
    face = None
    if isinstance(play.on, Tile):
        face = site_on(state.layout, play.on, play.tile, state.rules)
    layout = state.layout.copy()
    layout.place(play.tile, face)
    return end_sum(layout)


def most_points(state: RoundState, plays: list[Play], rng: random.Random) -> Play:
    return max(plays, key=lambda play: (award(_sum_of(state, play)), rng.random()))


def avoid(state: RoundState, plays: list[Play], rng: random.Random) -> Play:
    return min(plays, key=lambda play: (award(_sum_of(state, play)), rng.random()))


def highest_sum(state: RoundState, plays: list[Play], rng: random.Random) -> Play:
    return max(plays, key=lambda play: (_sum_of(state, play), rng.random()))


def _left_fitting(state: RoundState, play: Play) -> int:
    twin = state.copy()
    twin.play(twin.to_move, *play)
    values = open_values(twin.layout, twin.rules)
    left = [tile for tile in DOUBLE_SIX if tile not in twin.layout.covered]
    return sum(tile.low in values or tile.high in values for tile in left)


def shut(state: RoundState, plays: list[Play], rng: random.Random) -> Play:
    """Leave as few tiles as possible that fit: steers to blocks, long draws and passes."""
    return min(plays, key=lambda play: (_left_fitting(state, play), rng.random()))


def shut_quietly(state: RoundState, plays: list[Play], rng: random.Random) -> Play:
    """As `shut`, but first of all without an award: steers to matches won by a block."""

    def worth(play: Play) -> tuple[int, int, float]:
        return award(_sum_of(state, play)), _left_fitting(state, play), rng.random()

    return min(plays, key=worth)


POLICIES: dict[str, Policy] = {
    "random": at_random,
    "most-points": most_points,
    "avoid": avoid,
    "highest-sum": highest_sum,
    "shut": shut,
    "shut-quietly": shut_quietly,
}


def deal(
    players: int, hand_size: int, rng: random.Random
) -> tuple[tuple[frozenset[Tile], ...], tuple[Tile, ...]]:
    """Hands by seat, and the boneyard in the order in which it will be drawn."""
    tiles = rng.sample(DOUBLE_SIX, len(DOUBLE_SIX))
    hands = [tiles[seat * hand_size : (seat + 1) * hand_size] for seat in range(players)]
    return tuple(frozenset(hand) for hand in hands), tuple(tiles[players * hand_size :])


def next_action(state: RoundState, rng: random.Random, policy: Policy) -> Action:
    """What the player to move does; what he must do leaves no choice."""
    plays = state.legal_plays(state.to_move)
    if plays:
        return policy(state, plays, rng)
    if state.boneyard_size:
        return Draw(state.boneyard[0] if state.boneyard else None)
    return Pass()


def begin_round(
    match: MatchState,
    rng: random.Random,
    *,
    number: int = 1,
    hands: Sequence[Iterable[Tile]] | None = None,
    boneyard: Sequence[Tile] | None = None,
    leader: int | None = None,
) -> RoundPlayed:
    """Deal one round, unless the deal is given. A lot is drawn from rng unless ``leader`` is."""
    players = len(match.side_of)
    if hands is None:
        hand_size = match.rules.hand_size_for(players)
        assert hand_size is not None
        hands, boneyard = deal(players, hand_size, rng)
    held = tuple(frozenset(hand) for hand in hands)
    rest = tuple(boneyard or ())
    lead = match.next_lead([Hand(hand) for hand in held], first=number == 1)
    assert lead is not None
    if lead.seat is not None:
        leader = lead.seat
    elif leader is None:
        leader = rng.randrange(players)
    state = RoundState(match.rules, [Hand(hand) for hand in held], leader, len(rest), rest)
    return RoundPlayed(number, lead, leader, held, rest, tuple(match.totals), state)


def act(match: MatchState, played: RoundPlayed, action: Action) -> None:
    """Let the player to move do this, and bank what it brings. Raises Illegal."""
    state = played.state
    seat = state.to_move
    outcome = state.apply(seat, action)
    total = match.totals[match.side_of[seat]]
    if outcome is not None:
        total = match.bank(seat, outcome.award)
    played.events.append(Event(seat, action, outcome, total))


def play_on(
    match: MatchState,
    played: RoundPlayed,
    rng: random.Random,
    policies: Sequence[str] = ("random",),
) -> RoundPlayed:
    """Play a round to its end and settle it.

    Seat ``n`` follows the ``n``-th of ``policies``, in rotation.
    """
    state = played.state
    while state.ending is None and not match.winners:
        policy = POLICIES[policies[state.to_move % len(policies)]]
        act(match, played, next_action(state, rng, policy))
    if match.winners:
        played.how = TARGET
    else:
        assert state.ending is not None
        played.how = state.ending.value
        pips = [hand.pips or 0 for hand in state.hands]
        out = played.mover if state.ending is Ending.OUT else None
        played.settlement = match.settle(pips, out)
    played.totals = tuple(match.totals)
    played.winners = match.winners
    return played


def play_round(
    match: MatchState,
    rng: random.Random,
    *,
    number: int = 1,
    policies: Sequence[str] = ("random",),
    hands: Sequence[Iterable[Tile]] | None = None,
    boneyard: Sequence[Tile] | None = None,
) -> RoundPlayed:
    """Deal one round (unless the deal is given), play it to its end and settle it."""
    played = begin_round(match, rng, number=number, hands=hands, boneyard=boneyard)
    return play_on(match, played, rng, policies)


def play_match(  # noqa: PLR0913
    rules: RuleSet,
    players: int,
    sides: Sequence[Side] | None = None,
    seed: int = 0,
    *,
    policies: Sequence[str] = ("random",),
    target: int | None = None,
    totals: Sequence[int] | None = None,
    rounds: int = 200,
) -> Iterator[RoundPlayed]:
    """Play a match, at most so many rounds of it, and yield each round when it is over.

    ``sides`` are pairs at four seats, else each player alone, where None. ``target`` in
    whole points is taken from the rules where None; ``totals`` (halves) start from 0.
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    sides = default_sides(players) if sides is None else sides
    if target is None:
        target = rules.target_for(players, len(sides))
        assert target is not None
    match = MatchState(rules, sides, target)
    if totals is not None:
        match.totals = list(totals)
    for number in range(1, rounds + 1):
        yield play_round(match, rng, number=number, policies=policies)
        if match.winners:
            return


def search(  # noqa: PLR0913
    rules: RuleSet,
    players: int,
    wanted: Callable[[RoundPlayed], bool],
    *,
    sides: Sequence[Side] | None = None,
    policies: Sequence[str] = ("random",),
    target: int | None = None,
    totals: Sequence[int] | None = None,
    seeds: Iterable[int] = range(2000),
) -> tuple[int, list[RoundPlayed]]:
    """The first seed whose match comes to a wanted round, and its rounds up to that one."""
    for seed in seeds:
        so_far: list[RoundPlayed] = []
        for played in play_match(
            rules, players, sides, seed, policies=policies, target=target, totals=totals
        ):
            so_far.append(played)
            if wanted(played):
                return seed, so_far
    raise LookupError("no seed tried leads to a round of this kind")


def tiles_of(text: str | Iterable[str]) -> list[Tile]:
    """Tiles named in a text (``"1-4 2-2"``) or in a list of texts."""
    return [TILE_BY_TEXT[name] for name in (text.split() if isinstance(text, str) else text)]


def plays_of(text: str) -> list[Play]:
    """Plays written ``1-4, 1-1 on 1-4``; a place may be a tile or a value."""
    found = []
    for part in text.split(",") if text else ():
        tile, _, on = part.strip().partition(" on ")
        if not on:
            found.append(Play(TILE_BY_TEXT[tile]))
        else:
            found.append(Play(TILE_BY_TEXT[tile], int(on) if on.isdigit() else TILE_BY_TEXT[on]))
    return found


def lay(rules: RuleSet, text: str) -> Layout:
    """The layout that these plays leave; each must name the tile that it touches."""
    layout = Layout()
    for tile, on in plays_of(text):
        face = site_on(layout, on, tile, rules) if isinstance(on, Tile) else None
        assert face is not None or not layout.covered, f"{tile} on {on}"
        layout.place(tile, face)
    return layout


def position(
    rules: RuleSet,
    plays: str,
    hands: Sequence[Iterable[str] | Hand],
    boneyard: Iterable[str] = (),
    to_move: int = 0,
) -> RoundState:
    """A round in the middle: these plays on the table, these hands, this boneyard."""
    rest = tiles_of(boneyard)
    held = [hand if isinstance(hand, Hand) else Hand(tiles_of(hand)) for hand in hands]
    state = RoundState(rules, held, to_move, len(rest), rest)
    state.set_layout(lay(rules, plays))
    return state


def snapshot(state: RoundState) -> tuple[object, ...]:
    """Everything that a round holds, comparable, to show that nothing changed."""
    return (
        [(frozenset(hand.known), hand.unseen) for hand in state.hands],
        state.to_move,
        None if state.boneyard is None else tuple(state.boneyard),
        state.boneyard_size,
        [(tuple(lay.covered.items()), tuple(lay.joints)) for lay in state.layouts],
        [tuple(lay.ends.items()) for lay in state.layouts],
        [lay.first_double for lay in state.layouts],
        frozenset(state.loose),
        tuple(state.drawn),
        state.ending,
        state.end_sum,
        state.must_lead,
    )

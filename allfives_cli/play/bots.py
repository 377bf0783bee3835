"""Players that the program has of its own: pure functions of what a seat may know.

- ``random``: any legal play, each as likely as the others, by a number that
  follows from the seed, the seat, the round and the turn.
- ``greedy``: most points now, then most pips out of the hand.
- ``careful``: most points now less the best reply that it can see: the most
  points that any tile it has not seen could score next. Then the play that
  leaves it more tiles that fit, then most pips. It plays at once what wins the
  match or empties its hand, against which there is no reply.

Of plays that a bot holds equal, the first in the order of the choices is taken.
None of them keeps anything from one turn to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, final

from allfives_cli.game.actions import Play
from allfives_cli.game.counting import Laid, plays_at
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import distinct_sites, open_values
from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.play.seats import Choice, Pick, View
from allfives_cli.play.shuffling import Seed, Stream

Bot = Callable[[View, Seed], Choice]


def at_random(view: View, seed: Seed) -> Choice:
    """Any legal play."""
    number = Stream(seed, "bot", view.seat, view.round, view.turn).below(len(view.choices))
    return view.choices[number]


def most_points(choices: Sequence[Laid]) -> int:
    """The place among the choices of the first with most points, then most pips."""
    if len(choices) == 1:
        return 0
    best, most, heaviest = 0, -1, -1
    for place, (tile, _, _, points) in enumerate(choices):
        if points > most or (points == most and tile.pips > heaviest):
            best, most, heaviest = place, points, tile.pips
    return best


def greedy(view: View, seed: Seed) -> Choice:  # noqa: ARG001 - every bot is given its seed
    """Most points now, then most pips."""
    return view.choices[most_points(view.choices)]


def careful(view: View, seed: Seed) -> Choice:  # noqa: ARG001 - every bot is given its seed
    """Most points now less the best reply, then a hand that can be played, then most pips."""
    if len(view.choices) == 1:
        return view.choices[0]
    wanted = (view.target - view.totals[view.side] + 1) // 2
    before = view.layout
    unseen = [tile for tile in DOUBLE_SIX if tile not in before.covered and tile not in view.hand]

    def worth(choice: Choice) -> tuple[bool, int, int, int]:
        tile = choice.tile
        layout = before.copy()
        layout.place(tile, choice.face)
        rest = [other for other in view.hand if other is not tile]
        reply = best_award(layout, choice.end_sum, unseen, view.rules) if rest else 0
        values = open_values(layout, view.rules)
        fitting = sum([other.low in values or other.high in values for other in rest])
        wins = bool(choice.award) and choice.award >= wanted
        return wins, choice.award - reply, fitting, tile.pips

    return max(view.choices, key=worth)


def best_award(layout: Layout, end_sum: int, tiles: Iterable[Tile], rules: RuleSet) -> int:
    """The most points that one of the tiles could score on a layout with this end-sum."""
    return max(
        (
            points
            for _, _, _, points in plays_at(layout, distinct_sites(layout, rules), tiles, end_sum)
        ),
        default=0,
    )


BOTS: Final[dict[str, Bot]] = {"random": at_random, "greedy": greedy, "careful": careful}
"""The bots by the names under which they are seated."""


@final
class BotPlayer:
    """A bot at a seat."""

    __slots__ = ("_bot", "_seed", "pick")

    def __init__(self, bot: Bot, seed: Seed) -> None:
        self.pick: Pick | None = most_points if bot is greedy else None
        self._bot = bot
        self._seed = seed

    def choose(self, view: View) -> Play:
        """The play that the bot makes."""
        return self._bot(view, self._seed).play

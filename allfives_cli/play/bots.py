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

from collections.abc import Callable, Container
from typing import Final, final

from allfives_cli.game.actions import Play
from allfives_cli.game.counting import award, sums_with
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import distinct_sites, open_values
from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.play.seats import Choice, View
from allfives_cli.play.shuffling import Seed, Stream

Bot = Callable[[View, Seed], Choice]


def at_random(view: View, seed: Seed) -> Choice:
    """Any legal play."""
    number = Stream(seed, "bot", view.seat, view.round, view.turn).below(len(view.choices))
    return view.choices[number]


def greedy(view: View, seed: Seed) -> Choice:  # noqa: ARG001 - every bot is given its seed
    """Most points now, then most pips."""
    best = view.choices[0]
    for choice in view.choices[1:]:
        if choice.award > best.award or (
            choice.award == best.award and choice.tile.pips > best.tile.pips
        ):
            best = choice
    return best


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


def best_award(layout: Layout, end_sum: int, tiles: Container[Tile], rules: RuleSet) -> int:
    """The most points that one of the tiles could score on a layout with this end-sum."""
    return max(
        (
            award(total)
            for face in distinct_sites(layout, rules)
            for _, total in sums_with(layout, face, tiles, end_sum)
        ),
        default=0,
    )


BOTS: Final[dict[str, Bot]] = {"random": at_random, "greedy": greedy, "careful": careful}
"""The bots by the names under which they are seated."""


@final
class BotPlayer:
    """A bot at a seat."""

    __slots__ = ("_bot", "_seed")

    def __init__(self, bot: Bot, seed: Seed) -> None:
        self._bot = bot
        self._seed = seed

    def choose(self, view: View) -> Play:
        """The play that the bot makes."""
        return self._bot(view, self._seed).play

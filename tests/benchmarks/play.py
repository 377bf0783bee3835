"""How fast rounds are played, by the tile laid, beside two packages that play dominoes.

``dominoes`` plays a block game of four players, two ends and no score, and its random player
weighs nothing; ours plays the same deals, seven tiles to each of four, draws nothing either, but
counts, scores, shows each player what it may know, and tells what happens. ``all-fives-domino``
plays All Fives between two, and its greedy player weighs what ours does. Nothing is written down.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Final

from measuring import Row, paired

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.game.actions import Play
from allfives_cli.play.bots import BotPlayer, greedy
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import TurnTaken
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record

HAND: Final = 7
ROUNDS: Final = 20
"""Rounds that are timed together."""

Rounds = Callable[[int], int]
"""Plays so many rounds, the same each time, and returns how many tiles were laid in them."""


def rows(pairs: int) -> Iterator[Row]:
    """Measure, a row at a time."""
    for name, players, bound, rounds, times, make in (
        ("dominoes", 4, 1, ROUNDS, pairs, random_rounds),
        ("all-fives-domino", 2, 30, 1, max(1, pairs // 5), greedy_rounds),
    ):
        what = f"{name} / a greedy round, by tile laid"
        try:
            theirs = make()
        except ModuleNotFoundError as missing:
            yield Row(what, None, bound, at_least=True, detail=f"no module {missing.name}")
            continue
        yield _beside(what, theirs, our_rounds(table_of(players)), bound, (rounds, times))


def _beside(what: str, theirs: Rounds, ours: Rounds, bound: float, size: tuple[int, int]) -> Row:
    rounds, pairs = size
    found = paired(lambda: theirs(rounds), lambda: ours(ROUNDS), pairs)
    laid, laid_here = theirs(rounds), ours(ROUNDS)
    detail = f"{1e6 * found.one / laid:.2f} µs / {1e6 * found.other / laid_here:.2f} µs a tile"
    return Row(what, found.ratio * laid_here / laid, bound, at_least=True, detail=detail)


def table_of(players: int) -> Table:
    """A table of the usual rules with hands of the size that both packages deal."""
    head = {
        "allfives": 1,
        "players": [{"key": key} for key in "ABCD"[:players]],
        "rules": {"base": "all-fives", "hand_size": HAND},
        "rounds": [],
    }
    table = seat_players(Record.model_validate_json(json.dumps(head)), Report())
    if table is None:
        raise ValueError("the table that is measured must be sound")
    return table


def our_rounds(table: Table) -> Rounds:
    """Greedy rounds, each the first of a match."""

    def play(number: int) -> int:
        laid = 0
        for seed in range(number):
            choosers = [BotPlayer(greedy, seed)] * len(table.players)
            dealer = Dealer(seed, len(table.players), table.hand_size)
            for event in MatchTable(table, choosers, dealer, rounds=1).events():
                if type(event) is TurnTaken:
                    laid += type(event.action) is Play
        return laid

    return play


def random_rounds() -> Rounds:
    """Rounds of ``dominoes``: each tile laid is the first of its shuffled moves."""
    import dominoes  # noqa: PLC0415 - a peer that need not be there

    def play(number: int) -> int:
        random.seed(1)
        laid = 0
        for _ in range(number):
            game = dominoes.Game.new()
            while game.result is None:
                dominoes.players.random(game)
                game.make_move(*game.valid_moves[0])
            laid += sum(move is not None for move in game.moves)
        return laid

    return play


def greedy_rounds() -> Rounds:
    """Rounds of ``all-fives-domino``, whose package is installed under the name ``src``."""
    from src.main.game.Brain import AllFivesGreedyBrain  # noqa: PLC0415 - as above
    from src.main.game.DominoRound import DominoRound  # noqa: PLC0415 - as above
    from src.main.game.Game import Game  # noqa: PLC0415 - as above
    from src.main.game.Player import Player  # noqa: PLC0415 - as above

    def play(number: int) -> int:
        random.seed(1)
        laid = 0
        for _ in range(number):
            players = [Player(AllFivesGreedyBrain(), name) for name in ("Ann", "Ben")]
            played = DominoRound(*players, Game(*players))
            played.run()
            laid += len(played.board.get_pieces())
        return laid

    return play

"""A match under way in a line for each round: how it ended, and the scores."""

from __future__ import annotations

from allfives_cli.checking.table import Table
from allfives_cli.play.events import Event, MatchEnded, RoundEnded
from allfives_cli.show.turns import score
from allfives_cli.text.catalog import Catalog


def progress_line(event: Event, table: Table, say: Catalog) -> str | None:
    """What is said of the end of a round or of the match; None for what else happens."""
    match event:
        case RoundEnded(round=number, how=how, by=by, totals=totals):
            player = None if by is None else table.players[by]
            ended = say.say(f"play.round_over.{how}", round=number, player=player)
            return f"{ended}  {scores(table, totals, say)}"
        case MatchEnded(how=how, winners=winners):
            sides = [table.side_keys[side] for side in winners]
            return say.say(f"play.match_over.{how}", sides=sides)
        case _:
            return None


def scores(table: Table, totals: tuple[int, ...], say: Catalog) -> str:
    """``Ann 45   Ben 25``: every side and its total, from halves."""
    keyed = zip(table.side_keys, totals, strict=True)
    return "   ".join(score(key, total, say) for key, total in keyed)

"""``allfives infer``: what is proved about each hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import click

from allfives_cli.checking.facts import TABLE_EYES, Eyes, RoundFacts
from allfives_cli.checking.knowledge import knowledge
from allfives_cli.checking.replay import facts_of
from allfives_cli.checking.validation import Examined
from allfives_cli.commands.naming import key_meant, word_meant
from allfives_cli.commands.options import color_option, format_option, lang_option, width_option
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.reports import replayed, reported
from allfives_cli.commands.selecting import At, at_option, selected
from allfives_cli.explain import Explanation
from allfives_cli.record.model import UNSEEN
from allfives_cli.show.inferences import (
    BY_RECORD,
    BY_TABLE,
    Inference,
    grid_lines,
    inference_json,
    inference_lines,
)
from allfives_cli.text.catalog import Catalog


@click.command("infer")
@click.argument("path")
@at_option
@click.option(
    "--seat",
    metavar="NAME",
    help="Only what NAME can know: one hand, and what the whole table saw; or `table`.",
)
@click.option("--hindsight", is_flag=True, help="Use later turns of the round and its end as well.")
@format_option("text", "grid", "json")
@width_option
@color_option
@lang_option
def command(
    *,
    path: str,
    at: At | None,
    seat: str | None,
    hindsight: bool,
    form: str,
    width: int,
    lang: Catalog,
) -> int:
    """Say of each hand which tiles are certain, possible and impossible, and why.

    PATH is a record, or - for standard input. Without --seat all that the
    record shows is known.
    """
    examined = replayed(path)
    selected(examined, at, lang)
    found = [
        inferred
        for each in examined
        for inferred in _inferred(each, at, seat, lang, hindsight=hindsight)
    ]
    if form == "json":
        echo_json([inference_json(inferred) for inferred in found])
    else:
        lines = grid_lines if form == "grid" else inference_lines
        for inferred in found:
            click.echo("\n".join(lines(inferred, lang, width)))
    return reported(examined, lang, width)


def _inferred(
    examined: Examined, at: At | None, seat: str | None, say: Catalog, *, hindsight: bool
) -> Iterator[Inference]:
    """What is known after each turn that ``--at`` asks for in one record."""
    record, replayed = examined.reading.record, examined.replay
    if record is None or replayed is None or replayed.table is None:
        return
    table = replayed.table
    name, eyes = _eyes(seat, table.players, say)
    facts: dict[int, RoundFacts] = {}
    for turn in selected([examined], None, say):
        if at is not None and (turn.round != at[0] or at[1] not in (None, turn.turn)):
            continue
        if turn.round not in facts:
            index = turn.round - 1
            played = replayed.rounds[index]
            facts[turn.round] = facts_of(table, record.rounds[index], played, eyes)
        known = knowledge(facts[turn.round], turn.turn, hindsight=hindsight)
        shown = _as_seen(turn, table.players, eyes)
        yield Inference(shown, known, name, hindsight)


def _eyes(seat: str | None, players: tuple[str, ...], say: Catalog) -> tuple[str, Eyes | None]:
    """Whose eyes ``--seat`` names. Raises click.UsageError where nobody is called so."""
    if seat is None:
        return BY_RECORD, None
    if word_meant(seat, (BY_TABLE,), players):
        return BY_TABLE, TABLE_EYES
    unknown = say.say("infer.unknown_seat", name=seat, players=players)
    player = key_meant(seat, players, say, unknown, (BY_TABLE,))
    return player, Eyes(frozenset({players.index(player)}))


def _as_seen(turn: Explanation, players: tuple[str, ...], eyes: Eyes | None) -> Explanation:
    """The turn without the tiles drawn where these eyes do not see them."""
    if eyes is None or turn.by is None or players.index(turn.by) in eyes.seats:
        return turn
    return replace(turn, draw=(UNSEEN,) * len(turn.draw))

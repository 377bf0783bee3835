"""A replayed match in lines of text: rounds, turns, hands, boards, settlements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from allfives_cli.checking.replay import Replay, RoundReplay
from allfives_cli.explain import Explanation, explain_round_end, explain_step
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.record.model import Record, Turn
from allfives_cli.show.analyses import arithmetic_lines
from allfives_cli.show.remarks import before_lines, remark_lines
from allfives_cli.show.settlements import settlement_lines
from allfives_cli.show.tally import tallies
from allfives_cli.show.turns import INDENT, hand_lines, heading, reasons
from allfives_cli.show.wrapping import folded
from allfives_cli.text.catalog import Catalog

At = tuple[int, int | None]
"""A round and perhaps one turn of it, both from 1."""

Draw = Callable[[Layout, RuleSet], list[str]]


def replay_lines(
    record: Record,
    replayed: Replay,
    at: At | None,
    draw: Draw,
    say: Catalog,
    width: int,
    *,
    on_paper: bool = False,
) -> Iterator[str]:
    """Every turn, or those that ``at`` asks for, with the settlement at each round's end.

    ``on_paper`` adds the scores after each round as they are tallied on paper.
    """
    table, match = replayed.table, replayed.match
    if table is None or match is None:
        return
    for played in replayed.rounds:
        if at is not None and at[0] != played.number:
            continue
        yield from folded(_round_heading(record, played, say), width)
        yield ""
        for step in played.steps:
            if at is None or at[1] in (None, step.number):
                explained = explain_step(table, played.number, step)
                yield from before_lines(step.written, say, width)
                yield from turn_lines(explained, step.written, table.players, draw, say, width)
        end = explain_round_end(table, played, match)
        if end is not None and (at is None or at[1] is None):
            yield from settlement_lines(end, say, width)
            yield ""
        if on_paper and played.totals and (at is None or at[1] is None):
            scores = zip(table.side_keys, played.totals, strict=True)
            yield from tallies(scores, say, INDENT, width)
            yield ""


def turn_lines(
    explained: Explanation,
    written: Turn,
    players: tuple[str, ...],
    draw: Draw,
    say: Catalog,
    width: int,
) -> list[str]:
    """One turn: what was done, the board, why it scored, what was said of it, the hands."""
    state = explained.state
    drawn = draw(state.layout, state.rules)
    return [
        *heading(explained, say, width),
        *([""] if drawn else []),
        *(f"     {line}".rstrip() for line in drawn),
        *([""] if drawn else []),
        *reasons(explained, say, width),
        *arithmetic_lines(written.analysis, say, width),
        *remark_lines(written, say, width),
        *hand_lines(players, state.hands, state.boneyard_size, say, width),
        "",
    ]


def _round_heading(record: Record, played: RoundReplay, say: Catalog) -> str:
    said = say.say("replay.round", round=played.number)
    lead = record.rounds[played.number - 1].lead
    if lead is None:
        return said
    by = say.say("replay.lead", player=lead.by, how=lead.how or "unknown")
    return f"{said}: {by}"

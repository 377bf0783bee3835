"""``--at ROUND.TURN``: one turn of a record, or one round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from allfives_cli.checking.validation import Examined
from allfives_cli.commands.options import speaker
from allfives_cli.explain import Explanation, explain_rounds
from allfives_cli.show.replays import At
from allfives_cli.text.catalog import Catalog

__all__ = ["At", "at_option", "read_at", "selected"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class TurnNumber(click.ParamType):  # type: ignore[type-arg] # none to give before click 8.4
    """A round and a turn, both from 1: ``2.7``. ``2`` alone is the whole round."""

    name = "R.T"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> At:
        """Return the round and the turn, None for the whole round."""
        at = read_at(str(value))
        if at is None:
            self.fail(speaker().say("replay.at_form", text=value), param, ctx)
        return at


def read_at(text: str) -> At | None:
    """Read a turn, as ``2.7``, or a round, as ``2``; None for what is neither."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?", text, re.ASCII)
    return None if match is None else (int(match[1]), int(match[2]) if match[2] else None)


def at_option(command: Decorated) -> Decorated:
    """``--at``: one turn, or one round."""
    return click.option(
        "--at", type=TurnNumber(), metavar="R.T", help="One turn, as 2.7, or one round, as 2."
    )(command)


def selected(examined: Iterable[Examined], at: At | None, say: Catalog) -> list[Explanation]:
    """The explained turns that ``--at`` asks for, all without it.

    None for a turn that the record has but that could not be replayed: what is
    wrong is among its findings. Raises click.UsageError where there is no such
    turn at all.
    """
    each = list(examined)
    turns = [turn for one in each if one.replay is not None for turn in explain_rounds(one.replay)]
    if at is None:
        return turns
    chosen = [turn for turn in turns if turn.round == at[0] and at[1] in (None, turn.turn)]
    if not chosen and turns and not any(_is_written(one, *at) for one in each):
        last = {turn.round: turn.turn for turn in turns}
        ranges = [f"{number}.1–{number}.{most}" for number, most in last.items()]
        key = "replay.no_such_round" if at[1] is None else "replay.no_such_turn"
        written = f"{at[0]}" if at[1] is None else f"{at[0]}.{at[1]}"
        raise click.UsageError(say.say(key, at=written, turns=ranges))
    return chosen


def _is_written(examined: Examined, number: int, turn: int | None) -> bool:
    record = examined.reading.record
    if record is None or not 1 <= number <= len(record.rounds):
        return False
    return turn is None or 1 <= turn <= len(record.rounds[number - 1].turns)

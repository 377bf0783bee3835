"""Options by which programs at the table are held: their limits, and what follows an incident."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar

import click

from allfives_cli.commands.options import speaker
from allfives_cli.play.program import MOST_RETRIES, MOVE_LIMIT, START_LIMIT, on_error

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

LONGEST_LIMIT: Final = 86_400
"""Seconds; a day."""


def limit_options(command: Decorated) -> Decorated:
    """``--start-limit`` and ``--move-limit``: seconds that a program has."""
    with_move = click.option(
        "--move-limit", type=float, default=MOVE_LIMIT, show_default=True, metavar="SECONDS",
        callback=_seconds, help="Seconds that a program has for a move.",
    )(command)  # fmt: skip
    return click.option(
        "--start-limit", type=float, default=START_LIMIT, show_default=True, metavar="SECONDS",
        callback=_seconds, help="Seconds that a program has to start.",
    )(with_move)  # fmt: skip


def on_error_option(command: Decorated) -> Decorated:
    """``--on-error``: what follows an incident."""
    return click.option(
        "--on-error", default="forfeit", show_default=True, metavar="forfeit|retry:N|abort",
        callback=lambda _context, _option, value: _policy(value),
        help="What follows when a program fails; retry gives it N more tries for each move.",
    )(command)  # fmt: skip


def _seconds(_context: click.Context, option: click.Parameter, value: float) -> float:
    if not 0 < value <= LONGEST_LIMIT:  # which no NaN is
        params = {"option": option.opts[0], "most": LONGEST_LIMIT}
        raise click.UsageError(speaker().say("program.seconds", **params))
    return value


def _policy(text: str) -> tuple[int, Literal["forfeit", "abort"]]:
    policy = on_error(text)
    if policy is None:
        say = speaker()
        raise click.UsageError(say.say("program.on_error", text=text, most=MOST_RETRIES))
    return policy

"""The options that say what a table plays by, for the commands that play."""

from __future__ import annotations

import click

from allfives_cli.commands.options import Decorated, rules_options
from allfives_cli.commands.valuetypes import WholeNumber
from allfives_cli.game.rules import LARGEST_HAND, LARGEST_TARGET, max_players
from allfives_cli.text.catalog import Catalog


def table_options(command: Decorated) -> Decorated:
    """``--rules``, ``--set``, ``--alone``, ``--target`` and ``--hand``: what a table plays by."""
    for added in (
        click.option(
            "--hand", type=WholeNumber(1, LARGEST_HAND), help="Tiles dealt to each player."
        ),
        click.option(
            "--target", type=WholeNumber(1, LARGEST_TARGET), help="Points that win a match."
        ),
        click.option(
            "--alone", is_flag=True, help="Four players each alone, where the rules allow it."
        ),
    ):
        command = added(command)
    return rules_options(command)


def check_alone(players: int, say: Catalog, *, alone: bool) -> None:
    """Refuse ``--alone`` where it makes no difference. Raises click.UsageError."""
    if alone and players != max_players():
        raise click.UsageError(say.say("usage.alone_of_four", number=players))

"""Short matches of one program against bots of this program's own, to see whether it can play."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from allfives_cli.checking.table import Table
from allfives_cli.commands.seating import Seat, head_of, table_of
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Event, Incident
from allfives_cli.play.program import Policy, Programs
from allfives_cli.play.seats import Chooser
from allfives_cli.play.table import MatchTable
from allfives_cli.rulesets import published
from allfives_cli.text.catalog import Catalog

PROGRAM: Final = "program"
TARGET: Final = 60


class Setting(NamedTuple):
    """Who sits where in a match: bots by their names, and the program."""

    rules: str
    kinds: tuple[str, ...]
    alone: bool = False


SETTINGS: Final = (
    Setting("all-fives", (PROGRAM, "greedy")),
    Setting("muggins", ("careful", PROGRAM, "greedy", "random")),
    Setting("all-fives-deducted", ("random", "careful", "greedy", PROGRAM), alone=True),
)
"""With a spinner and without, two seats and four, pairs and each alone."""


class Trial(NamedTuple):
    """What came of one match. ``slowest`` is in seconds."""

    setting: Setting
    table: Table
    replies: int
    slowest: float
    incidents: tuple[Incident, ...]


def try_program(command: str, setting: Setting, policy: Policy, seed: str, say: Catalog) -> Trial:
    """Play one match to a low target. Raises NoCommand."""
    seats = [Seat(f"P{number}", kind) for number, kind in enumerate(setting.kinds, start=1)]
    rules = replace(published(setting.rules), target=TARGET)
    table = table_of(head_of(seats, rules, alone=setting.alone), say)
    incidents: list[Incident] = []

    def hear(event: Event) -> None:
        if isinstance(event, Incident):
            incidents.append(event)

    programs = Programs(table, policy, hear)
    program = programs.player(setting.kinds.index(PROGRAM), command)
    choosers: list[Chooser] = [
        program if kind == PROGRAM else BotPlayer(BOTS[kind], seed) for kind in setting.kinds
    ]
    dealer = Dealer(seed, len(seats), table.hand_size)
    try:
        for event in MatchTable(table, choosers, dealer).events():
            programs(event)
    finally:
        programs.close()
    return Trial(setting, table, program.replies, program.slowest, tuple(incidents))

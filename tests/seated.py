"""Seats bots at tables for tests: heads, tables and whole matches from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.checking.validation import Located, examine
from allfives_cli.commands.seating import Seat, head_of
from allfives_cli.game.rules import RuleSet
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.events import Event
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.seats import Answer, Chooser, View
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import write_json
from allfives_cli.rulesets import NAMES as RULE_SETS
from allfives_cli.rulesets import published

NAMES = ("Ann", "Ben", "Cal", "Dee")
FIVES = published("all-fives")
KINDS = ("random", "greedy", "careful")
TABLES: list[tuple[str, int, bool]] = [
    (name, players, alone)
    for name in RULE_SETS
    for players in (2, 3, 4)
    for alone in (False, True)
    if not alone or (players == 4 and published(name).four_players == "pairs-or-alone")
]
"""Every published rule set with every number of players, in pairs and alone."""


def kinds_of(seed: int, players: int) -> list[str]:
    """Bots for a table, of which each seed seats others."""
    return [KINDS[(seed + seat * (1 + seed // 3)) % 3] for seat in range(players)]


def seated(
    rules: RuleSet, kinds: Sequence[str], *, alone: bool = False, seed: str | None = None
) -> tuple[Record, Table]:
    """The head of a record and the table for players of these kinds."""
    seats = [Seat(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    head = head_of(seats, rules, alone=alone, seed=seed)
    report = Report()
    table = seat_players(head, report)
    assert table is not None, report.findings
    return head, table


def match_of(
    table: Table,
    kinds: Sequence[str],
    seed: str | int,
    *,
    rounds: int | None = None,
    answers: Iterable[Answer] = (),
    choosers: Sequence[Chooser] | None = None,
) -> MatchTable:
    bots = [BotPlayer(BOTS[kind], seed) for kind in kinds] if choosers is None else choosers
    dealer = Dealer(seed, len(table.players), table.hand_size)
    return MatchTable(table, bots, dealer, rounds=rounds, answers=answers)


def played(
    rules: RuleSet,
    kinds: Sequence[str],
    seed: str | int,
    *,
    alone: bool = False,
    target: int | None = None,
    rounds: int | None = None,
) -> tuple[bytes, list[Event]]:
    """The canonical bytes of a whole match, and everything that happened in it."""
    if target is not None:
        rules = replace(rules, target=target)
    head, table = seated(rules, kinds, alone=alone)
    recorder = Recorder(head, table)
    events = list(match_of(table, kinds, seed, rounds=rounds).events())
    for event in events:
        recorder(event)
    return write_json(recorder.record()).encode(), events


def findings_of(data: bytes) -> list[Located]:
    return examine(read_record(data, "match.json", "json")).findings


class Scripted:
    """A chooser that gives these answers, one after another, and keeps every view."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.views: list[View] = []

    def choose(self, view: View) -> Answer:
        self.views.append(view)
        return self.answers.pop(0) if self.answers else view.choices[0].play

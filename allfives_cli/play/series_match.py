"""One match of a series: what it is made from, how it is played, what comes of it.

Matches count from 1. A setting with several heads plays each deal once for
every head: with the seats rotated, so that each player has held every hand.
The deals of a match follow from the seed of the series and the number of the
deal, so that a match does not depend on those before it, nor on who plays it,
and can be played again alone: its record notes its seed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from allfives_cli.checking.findings import Report
from allfives_cli.checking.replay import check
from allfives_cli.checking.table import Table, seat_players
from allfives_cli.game.rules import max_players
from allfives_cli.play.bots import BOTS, BotPlayer
from allfives_cli.play.dealing import Dealer
from allfives_cli.play.draft import INCIDENTS_KEY
from allfives_cli.play.events import Event, Incident
from allfives_cli.play.program import Policy, Programs
from allfives_cli.play.recorder import Recorder
from allfives_cli.play.resuming import SEED_KEY
from allfives_cli.play.seats import Chooser
from allfives_cli.play.table import MatchTable
from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record
from allfives_cli.record.writing import to_plain, write_json_line

PROGRAM: Final = "program"
KINDS: Final = (*BOTS, PROGRAM)
"""Who can play in a series: nobody that has to be waited for at a terminal."""


class Setting(NamedTuple):
    """What every match of a series is made from; it can be pickled.

    ``heads`` are records before their first round, as lines of JSON, one for
    each order of the seats. ``commands`` are those of programs, by the keys of
    their players. ``rounds`` and ``policy`` are as for a single match.
    """

    heads: tuple[str, ...]
    commands: tuple[tuple[str, str], ...]
    seed: str
    rounds: int | None
    policy: Policy

    def deal(self, number: int) -> int:
        """The number of the deal, from 1, from which a match is played."""
        return (number - 1) // len(self.heads) + 1

    def head(self, number: int) -> str:
        """The head of a match."""
        return self.heads[(number - 1) % len(self.heads)]

    def seed_of(self, number: int) -> str:
        """The seed of a match, as ``play`` would be given it."""
        return seed_of_deal(self.seed, self.deal(number))


class Outcome(NamedTuple):
    """What counts of a match. Sides and players as in the first head.

    ``totals`` in halves. ``winners`` are None where the match was broken off.
    ``incidents`` is how many there were of each player.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...] | None
    rounds: int
    turns: int
    incidents: tuple[int, ...]


class Played(NamedTuple):
    """A match that was played: its record as a line of an archive, and what came of it."""

    number: int
    line: str
    outcome: Outcome
    incidents: tuple[Incident, ...]


def seed_of_deal(seed: str, deal: int) -> str:
    """The seed of the deal with this number in a series with a seed."""
    return f"{seed}/{deal}"


def play_match(setting: Setting, number: int) -> Played:
    """Play one match of a series. Raises NoCommand for a program that cannot be run."""
    text = setting.head(number)
    table, seed = _place(text).table, setting.seed_of(number)
    recorder = Recorder(_head(text, seed), table)
    incidents: list[Incident] = []

    def hear(event: Event) -> None:
        recorder(event)
        if isinstance(event, Incident):
            incidents.append(event)

    programs = Programs(table, setting.policy, hear)
    choosers = _choosers(setting, _place(text), seed, programs)
    dealer = Dealer(seed, len(table.players), table.hand_size)
    try:
        for event in MatchTable(table, choosers, dealer, rounds=setting.rounds).events():
            hear(event)
            programs(event)
    finally:
        programs.close()
    record = recorder.record()
    return Played(
        number, write_json_line(record), outcome_of(setting, number, record), tuple(incidents)
    )


def _choosers(setting: Setting, place: _Place, seed: str, programs: Programs) -> list[Chooser]:
    commands = dict(setting.commands)
    return [
        programs.player(seat, commands[player.key])
        if player.kind == PROGRAM
        else BotPlayer(BOTS[player.kind or ""], seed)
        for seat, player in enumerate(place.head.players)
    ]


def read_head(text: str) -> Record:
    """A head of a setting."""
    return _place(text).head


def outcome_of(setting: Setting, number: int, record: Record) -> Outcome:
    """What counts of the record of a match of the series."""
    here, first = _place(setting.head(number)).table, _place(setting.heads[0]).table
    where = [_side(here, [first.players[seat] for seat in side]) for side in first.sides]
    result = record.result
    totals: list[int] = [0] * len(where)
    winners: tuple[int, ...] | None = None
    if result is not None:
        keys = [here.side_keys[side] for side in where]
        totals = [round(2 * (result.totals or {}).get(key, 0)) for key in keys]
        won = result.winners or ()
        winners = tuple(side for side, key in enumerate(keys) if key in won)
    blamed = [incident["by"] for incident in _noted(record)]
    turns = sum(len(played.turns) for played in record.rounds)
    incidents = tuple(map(blamed.count, first.players))
    return Outcome(tuple(totals), winners, len(record.rounds), turns, incidents)


def kept_outcome(setting: Setting, number: int, line: bytes) -> Outcome | None:
    """What came of a match that was kept as a line; None where the line is not that match.

    It is where it holds the canonical record of a match with this number's
    head, ended as the policy allows, in which nothing is found wrong. The match
    is not played again.
    """
    record = read_record(line, "", "json").record
    if record is None or write_json_line(record).encode() != line:
        return None
    plain, expected = (
        to_plain(record),
        to_plain(_head(setting.head(number), setting.seed_of(number))),
    )
    noted = plain.get("ext", {}).pop(INCIDENTS_KEY, [])
    for part in (plain, expected):
        part.pop("rounds")
    ended = plain.pop("result", None) is not None
    if plain != expected or not _are_incidents(noted, record):
        return None
    if not ended and not (noted and setting.policy.finally_ == "abort"):
        return None
    return outcome_of(setting, number, record) if check(record).sound else None


def _are_incidents(noted: Any, record: Record) -> bool:  # noqa: ANN401 - any JSON value
    players = [player.key for player in record.players]
    return isinstance(noted, list) and all(
        isinstance(each, dict) and each.get("by") in players for each in noted
    )


def _noted(record: Record) -> list[Any]:
    noted = (record.ext or {}).get(INCIDENTS_KEY, [])
    return noted if isinstance(noted, list) else []


class _Place(NamedTuple):
    """A head and the table that it makes."""

    head: Record
    table: Table


@lru_cache(maxsize=2 * max_players())
def _place(text: str) -> _Place:
    """Read a head once, not for every match. Raises ValueError for one that makes no table."""
    head, report = Record.model_validate_json(text), Report()
    table = seat_players(head, report)
    if table is None:
        raise ValueError(f"no match can be played at this table: {report.findings[0].code}")
    return _Place(head, table)


def _head(text: str, seed: str) -> Record:
    head = _place(text).head
    return head.model_copy(update={"ext": {SEED_KEY: seed, **(head.ext or {})}})


def _side(table: Table, players: list[str]) -> int:
    """The side of these players at a table."""
    seats = {table.seat_of[player] for player in players}
    return next(number for number, side in enumerate(table.sides) if set(side) == seats)

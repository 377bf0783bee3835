"""Who sits at the table and what is played: players, sides, rules.

Codes: duplicate-player, reserved-name, unknown-player, bad-sides, sides-not-allowed,
unknown-view, missing-base, those of BadRules, no-hand-size, no-target,
hands-too-large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from allfives_cli.checking.findings import Report
from allfives_cli.game.matches import MatchState, default_sides
from allfives_cli.game.rules import BadRules, RuleSet, max_players
from allfives_cli.game.settlement import Side, side_of
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import Json, Record
from allfives_cli.record.places import Pointer
from allfives_cli.rulesets import NAMES, rules_from

VIEWS = ("all", "table")


@dataclass(frozen=True, slots=True)
class Table:
    """The seats, sides and rules of a match. Sides are keyed as the record keys them."""

    players: tuple[str, ...]
    seat_of: Mapping[str, int]
    sides: tuple[Side, ...]
    side_keys: tuple[str, ...]
    side_index: Mapping[str, int]
    rules: RuleSet
    hand_size: int
    target: int

    def side_of(self, seat: int) -> int:
        """The index of the side that a seat plays for."""
        return side_of(self.sides, seat)

    def new_match(self) -> MatchState:
        """Scores of nothing for every side."""
        return MatchState(self.rules, self.sides, self.target)


def seat_players(record: Record, report: Report) -> Table | None:
    """Read players, sides and rules; None, with findings, where no match can be played."""
    before = len(report.findings)
    players = tuple([player.key for player in record.players])
    for index, key in enumerate(players):
        if key in players[:index]:
            report.add("duplicate-player", ("players", index, "key"), player=key)
        if key in VIEWS:
            report.add("reserved-name", ("players", index, "key"), player=key)
    rules = read_rules(record.rules, ("rules",), report)
    known = len(report.findings) == before
    if record.view is not None and record.view not in (*VIEWS, *players):
        report.add("unknown-view", ("view",), view=record.view, players=players)
    return None if rules is None or not known else make_table(record, rules, report)


def make_table(record: Record, rules: RuleSet, report: Report) -> Table | None:
    """Read the sides of a record under given rules; None, with findings, if they do not fit."""
    players = tuple([player.key for player in record.players])
    before = len(report.findings)
    seat_of = {key: seat for seat, key in enumerate(players)}
    sides, keys = _sides(record, seat_of, rules, report)
    if len(report.findings) > before:
        return None
    hand_size = rules.hand_size_for(len(players))
    target = rules.target_for(len(players), len(sides))
    if hand_size is None:
        report.add("no-hand-size", _place(record, "hand_size"), players=len(players))
    elif hand_size * len(players) > len(DOUBLE_SIX):
        place = _place(record, "hand_size")
        report.add("hands-too-large", place, players=len(players), size=hand_size)
    if target is None:
        place = _place(record, "target")
        report.add("no-target", place, players=len(players), sides=len(sides))
    if len(report.findings) > before or hand_size is None or target is None:
        return None
    index = {key: number for number, key in enumerate(keys)}
    return Table(players, seat_of, sides, keys, index, rules, hand_size, target)


def _place(record: Record, option: str) -> Pointer:
    """Where an option is written; where it is not, the rules."""
    written = isinstance(record.rules, dict) and option in record.rules
    return ("rules", option) if written else ("rules",)


def read_rules(written: str | Json, pointer: Pointer, report: Report) -> RuleSet | None:
    """Rules as a record writes them: a name, or a base with options."""
    if isinstance(written, str):
        base, options = written, {}
    else:
        options = dict(written)
        base = options.pop("base", None)
        if base is None:
            report.add("missing-base", pointer)
            return None
        pointer_of_base = (*pointer, "base")
        if not isinstance(base, str):
            params = {"value": base, "allowed": NAMES, "nearest": None}
            report.add("unknown-rule-set", pointer_of_base, **params)
            return None
    try:
        return rules_from(base, options)
    except BadRules as bad:
        place = pointer if isinstance(written, str) else (*pointer, bad.option)
        report.add(bad.code, place, option=bad.option, **bad.params)
        return None


def _sides(
    record: Record, seat_of: Mapping[str, int], rules: RuleSet, report: Report
) -> tuple[tuple[Side, ...], tuple[str, ...]]:
    players = tuple(seat_of)
    if record.sides is None:
        sides = default_sides(len(players))
        return sides, tuple(side_key(players, side) for side in sides)
    for index, side in enumerate(record.sides):
        for place, key in enumerate(side.players):
            if key not in seat_of:
                pointer = ("sides", index, "players", place)
                report.add("unknown-player", pointer, player=key, players=players)
                return default_sides(len(players)), players
    seats = tuple(tuple(seat_of[key] for key in side.players) for side in record.sides)
    keys = tuple(side.key for side in record.sides)
    if sorted(seat for side in seats for seat in side) != list(range(len(players))) or len(
        set(keys)
    ) != len(keys):
        report.add("bad-sides", ("sides",), players=players)
    elif not _sides_allowed(seats, len(players), rules):
        report.add("sides-not-allowed", ("sides",), players=len(players))
    return seats, keys


def side_key(players: Sequence[str], side: Side) -> str:
    """The key of a side that the record does not name: one player's, or ``Ann+Cal``."""
    return "+".join(players[seat] for seat in side)


def _sides_allowed(seats: tuple[Side, ...], players: int, rules: RuleSet) -> bool:
    if players < max_players():
        return all(len(side) == 1 for side in seats)
    if len(seats) == players:
        return rules.four_players == "pairs-or-alone"
    opposite = {frozenset(side) for side in default_sides(players)}
    return {frozenset(side) for side in seats} == opposite

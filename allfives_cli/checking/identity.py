"""By what a match is known: the digest of its public core, and whether recorded digests agree.

The core is what everybody at the table saw happen, reduced by symmetry: who
moved, how many tiles he drew, what he laid, at which value and on which kind
of face. Names, hands, claims, notes and the seat that is listed first are not
in it, so two recorders of one match agree on it whatever else they wrote.
The rules of the play are in it, with the numbers of this match.

Deliberately not in it: marks of conduct (``irregular``), called points
(``due``, ``claimed``), scores and the result; and a pass that ends a round,
since some recorders write the passes of a blocked round and some do not.

Codes: digest-differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import Table
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.tiles import Face
from allfives_cli.record.digest import hash_of, record_digest
from allfives_cli.record.model import Record, Round, Setup, Turn

CORE_VERSION: Final = 1
"""Version of the core's form; it is hashed with it."""
_NOTHING_DONE: Final = [0]
"""A turn, after its seat, in which nothing was drawn and nothing laid: a pass."""


def core_digest(record: Record, table: Table, ended: Sequence[RoundState]) -> str:
    """SHA-256, in hex, over the RFC 8785 bytes of the core. ``ended`` as for `core`."""
    return hash_of(core(record, table, ended))


def core(record: Record, table: Table, ended: Sequence[RoundState]) -> dict[str, Any]:
    """The public core as plain JSON. ``ended`` is the state after each round of the record.

    Seats count from 0 at the player who moves first in the first round.
    """
    first = _first_seat(record, table)
    seats = len(table.players)
    sides = sorted(sorted((seat - first) % seats for seat in side) for side in table.sides)
    rules = table.rules.options() | {"hand_size": table.hand_size, "target": table.target}
    del rules["four_players"]  # the sides say it
    return {
        "core": CORE_VERSION,
        "seats": seats,
        "sides": sides,
        "rules": rules,
        "rounds": [
            _round(written, table, first, state)
            for written, state in zip(record.rounds, ended, strict=True)
        ],
    }


def check_digests(
    record: Record, table: Table | None, ended: Sequence[RoundState] | None, report: Report
) -> None:
    """Compare recorded digests. Where the match could not be followed, only the record's."""
    written = record.digest
    if written is None:
        return
    if written.record is not None:
        _compare("record", written.record, record_digest(record), report)
    if written.game is not None and table is not None and ended is not None:
        _compare("game", written.game, core_digest(record, table, ended), report)


def _compare(which: str, claimed: str, computed: str, report: Report) -> None:
    if claimed != computed:
        pointer = ("digest", which)
        report.add("digest-differs", pointer, which=which, claimed=claimed, computed=computed)


def _first_seat(record: Record, table: Table) -> int:
    """The seat that moves first in the match; the first listed where nothing was played."""
    if not record.rounds:
        return 0
    began = record.rounds[0]
    if began.setup is not None:
        return table.seat_of[began.setup.turn]
    return 0 if began.lead is None else table.seat_of[began.lead.by]


def _round(written: Round, table: Table, first: int, state: RoundState) -> dict[str, Any]:
    """One round: the position where one was set up, and what each turn did."""
    # Where the record leaves equal faces open, every layout that it may mean
    # has the same values and kinds: the one that is shown stands for all.
    faces: list[Face | None] = [None, *(joint.face for joint in state.layout.joints)]
    found: dict[str, Any] = {}
    if written.setup is not None:
        found["setup"] = _setup(written.setup, table, first, faces)
        faces = faces[len(written.setup.layout) :]
    plays = iter(faces)
    turns = [_turn(turn, table, first, plays) for turn in written.turns]
    while turns and turns[-1][1:] == _NOTHING_DONE:
        turns.pop()
    found["turns"] = turns
    return found


def _setup(setup: Setup, table: Table, first: int, faces: Sequence[Face | None]) -> dict[str, Any]:
    hands = [len(setup.hands.get(key, ())) for key in table.players]
    left = setup.boneyard if isinstance(setup.boneyard, int) else len(setup.boneyard)
    return {
        "layout": [
            _placed(placed.tile, face) for placed, face in zip(setup.layout, faces, strict=False)
        ],
        "hands": [*hands[first:], *hands[:first]],
        "boneyard": left,
        "seat": _seat(setup.turn, table, first),
    }


def _turn(turn: Turn, table: Table, first: int, faces: Iterator[Face | None]) -> list[Any]:
    done: list[Any] = [_seat(turn.by, table, first), len(turn.draw or ())]
    return done if turn.tile is None else done + _placed(turn.tile, next(faces))


def _seat(player: str, table: Table, first: int) -> int:
    return (table.seat_of[player] - first) % len(table.players)


def _placed(tile: str, face: Face | None) -> list[Any]:
    """A tile, the value at which it joins and the kind of face that it joins."""
    if face is None:
        return [tile, None, "lead"]
    if not face.tile.is_double:
        return [tile, face.value, "half"]
    return [tile, face.value, "arm" if face.is_arm else "chain"]

"""What each claim on a sheet buys: slips planted in played matches, found and put right.

    PYTHONPATH=tests python -m benchmarks.slips --size 500

prints a table for each view (nobody's hand seen; every hand and tile drawn written) and each
level of claims. ``caught``: the record has an error. ``here``: its first error stands on the
slip's line or the next. ``among``: the true reading is among the candidates; ``alone``: it is
the only one; both of those caught. A slip that leaves a record sound under the rules and in all
its claims cannot be told from a match that was played so: ``sound`` counts those, and they are
not caught. ``same`` counts places that are equal in outcome to the true one, which are no slips
and are left out of every share.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import Any, Final

from planting import NEEDS, SLIPS, Planted, matches, planted, sheet
from recording import LEVELS, as_record

from allfives_cli.checking.repair import Candidate, candidates, first_error
from allfives_cli.checking.replay import check, digests
from allfives_cli.record.model import UNSEEN, Record

VIEWS: Final[Mapping[str, str]] = {
    "table": "no hand seen, draws counted",
    "all": "hands and tiles drawn written",
}
WRITTEN: Final[Mapping[str, str]] = {
    "facts": "tiles, places, draws, passes",
    "scores": "+ award and total",
    "left": "+ tiles left over",
    "everything": "+ end-sums",
}
_COLUMNS: Final = ("slips", "same", "sound", "caught", "here", "among", "alone", "ms")
_NUMBERS: Final = frozenset({"number", "carried", "lead", "hand", "left", "end"})


@dataclass
class Row:
    """What became of the slips of one kind. ``slowest`` in seconds of processor time."""

    slips: int = 0
    same: int = 0
    sound: int = 0
    caught: int = 0
    here: int = 0
    among: int = 0
    alone: int = 0
    slowest: float = 0

    def share(self, name: str) -> float:
        """A count as a share of the slips it is about."""
        of = self.slips - self.same if name == "caught" else self.caught
        return float(getattr(self, name)) / of if of else 1.0

    def cells(self) -> list[str]:
        """The row as it is printed."""
        shares = [f"{100 * self.share(name):.1f}" for name in _COLUMNS[3:7]]
        return [
            str(self.slips),
            str(self.same),
            str(self.sound),
            *shares,
            f"{self.slowest * 1000:.0f}",
        ]


def measure(kind: str, sheets: Sequence[Any], size: int, seed: int = 0) -> Row:
    """Plant so many slips of a kind and look for each."""
    row = Row()
    for slip in islice(planted(kind, sheets, seed), size):
        row.slips += 1
        record, sound = as_record(slip.tree), as_record(slip.sound)
        error = first_error(check(record))
        if error is None:
            same = digests(record).game == digests(sound).game and "place" in kind
            row.same += same
            row.sound += not same
            continue
        row.caught += 1
        row.here += _is_here(slip, error.pointer)
        began = process_time()
        found = candidates(record)
        row.slowest = max(row.slowest, process_time() - began)
        true = any(_is_true(each, sound) for each in found)
        row.among += true
        row.alone += true and len(found) == 1
    return row


def _is_here(slip: Planted, pointer: Sequence[str | int]) -> bool:
    """Whether a place is on the slip's line or the next; after the last turn that is the end."""
    match pointer:
        case ("rounds", int(number), "turns", int(index), *_):
            return number + 1 == slip.round and index + 1 in (slip.turn, slip.turn + 1)
        case ("rounds", int(number), "end", *_):
            turns = slip.tree["rounds"][slip.round - 1]["turns"]
            return number + 1 == slip.round and slip.turn >= len(turns)
    return False


def _is_true(candidate: Candidate, sound: Record) -> bool:
    """Whether a candidate is the record that was: the same game, and the same numbers in it.

    A turn that was put in has no claims, and tiles drawn may stand as unseen.
    """
    if candidate.record == sound:
        return True
    if candidate.kind in _NUMBERS:
        return False
    return digests(candidate.record).game == digests(sound).game and all(
        len(one) == len(other) and set(one) - {UNSEEN} <= set(other)
        for one, other in zip(_draws(candidate.record), _draws(sound), strict=True)
    )


def _draws(record: Record) -> list[tuple[str, ...]]:
    return [turn.draw or () for played in record.rounds for turn in played.turns]


def rows(sheets: Sequence[Any], level: str, size: int) -> Iterator[tuple[str, Row]]:
    """Measure every kind of slip that a level of claims has room for."""
    for kind in SLIPS:
        if kind not in NEEDS or NEEDS[kind] in LEVELS[level]:
            yield kind, measure(kind, sheets, size)


def false_alarms(number: int, view: str, level: str, seed: int = 100_000) -> int:
    """How many of so many sound records have a finding that is no note."""
    alarms = 0
    for match in matches(number, seed):
        report = check(as_record(sheet(match, level, view)))
        alarms += any(finding.severity != "note" for finding in report.findings)
    return alarms


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", type=int, default=500, help="slips of each kind")
    parser.add_argument("--sound", type=int, default=2000, help="sound records at each level")
    parser.add_argument(
        "--matches", type=int, default=240, help="matches that slips are planted in"
    )
    parser.add_argument("--view", choices=list(VIEWS), action="append")
    parser.add_argument("--level", choices=list(LEVELS), action="append")
    chosen = parser.parse_args()
    played = matches(chosen.matches)
    for view in chosen.view or VIEWS:
        for level in chosen.level or LEVELS:
            print(f"\n{VIEWS[view]}; {WRITTEN[level]}")  # noqa: T201 - a report
            print("".join([f"{'':24}", *(f"{name:>8}" for name in _COLUMNS)]))  # noqa: T201
            sheets = [sheet(match, level, view) for match in played]
            for kind, row in rows(sheets, level, chosen.size):
                line = "".join([f"{kind:24}", *(f"{cell:>8}" for cell in row.cells())])
                print(line, flush=True)  # noqa: T201 - as above
            alarms = false_alarms(chosen.sound, view, level)
            print(f"sound records with a finding: {alarms} of {chosen.sound}")  # noqa: T201


if __name__ == "__main__":
    main()

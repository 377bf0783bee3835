"""A typical sound record: two players, eight rounds, about 150 turns, every claim written.

Dealt and played by the game itself from a fixed seed; the rules are written out in full, as
the project writes them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final, NamedTuple

sys.path.append(str(Path(__file__).parent.parent))  # where dealing and recording are

from dealing import play_match
from recording import Writing, match_tree

from allfives_cli.checking.replay import check
from allfives_cli.record.reading import read_record
from allfives_cli.rulesets import published

SEED: Final = 17
ROUNDS: Final = 8
WRITING: Final = Writing(("Ann", "Ben"))


class Typical(NamedTuple):
    """The record's bytes, and how many turns they have."""

    data: bytes
    turns: int


def typical() -> Typical:
    """The record as compact JSON. Raises ValueError if it is not what it should be."""
    rounds = list(
        play_match(published("all-fives"), 2, seed=SEED, policies=("random", "most-points"))
    )
    turns = sum(len(played.turns()) for played in rounds)
    if len(rounds) != ROUNDS or not 140 <= turns <= 160:
        raise ValueError(
            f"seed {SEED} gives {len(rounds)} rounds and {turns} turns: choose another"
        )
    tree = match_tree(rounds, WRITING)
    return Typical(json.dumps(tree).encode(), turns)


def read_and_check(data: bytes) -> None:
    """What `allfives validate` does with a file's bytes. Raises ValueError if they are unsound."""
    record = read_record(data, "match.json", "json").record
    if record is None or not check(record).sound:
        raise ValueError("the record that is measured must be sound")

"""Plays matches between bots from seeds and checks every record, as a test does with few of them.

    python tests/many_matches.py [--matches 10000] [--seed 0]

goes through every published rule set, every number of players, pairs and singles, and every bot
at every seat. Each record is read again from its bytes, as strangers would read it. Names each
match whose record has a finding, and exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys

from seated import TABLES, findings_of, kinds_of, played

from allfives_cli.rulesets import published


def main() -> int:
    parser = argparse.ArgumentParser(description="Play matches between bots and check them.")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed of each table")
    chosen = parser.parse_args()
    bad = turns = 0
    for number in range(chosen.matches):
        name, players, alone = TABLES[number % len(TABLES)]
        seed = chosen.seed + number // len(TABLES)
        kinds = kinds_of(seed, players)
        data, events = played(published(name), kinds, seed, alone=alone)
        turns += len(events)
        findings = findings_of(data)
        if findings:
            bad += 1
            sys.stdout.write(f"{name}, {kinds}, alone {alone}, seed {seed}: {findings[0]}\n")
    sys.stdout.write(f"matches: {chosen.matches}, events: {turns}, with a finding: {bad}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

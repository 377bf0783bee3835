"""How much memory checking the largest record takes: the peak of a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from measuring import Row
from typical import SEED, WRITING, match_tree, play_match

from allfives_cli.game.rules import LARGEST_TARGET
from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.rulesets import published

LIMIT: Final = 300
MEGABYTE: Final = 1_000_000
KILOBYTE: Final = 1024
SPARE: Final = 0.99
"""How near a match may come to the largest size, as it grows round by round."""

VALIDATE: Final = """
import re, sys
from pathlib import Path
from allfives_cli.__main__ import main
try:
    main()
finally:
    status = Path("/proc/self/status").read_text()
    sys.stderr.write(re.search("VmHWM:[^0-9]*([0-9]+)", status)[1])
"""
"""Not by getrusage, which counts what the process was forked from as well."""


def rows(pairs: int) -> Iterator[Row]:  # noqa: ARG001 - memory is the same in every run
    """Measure ``allfives validate`` on a record as large as may be, sound and with one slip."""
    tree = large()
    for word, expected in (("sound", 0), ("with a wrong sum", 1)):
        if expected:
            turns = tree["rounds"][0]["turns"]
            next(turn for turn in turns if "sum" in turn)["sum"] += 1
        data = json.dumps(tree).encode()
        yield Row(
            f"peak memory of validate, {word}",
            _peak(data, expected) / MEGABYTE,
            LIMIT,
            unit=" MB",
            detail=f"{len(data) / MEGABYTE:.2f} MB of JSON",
        )


def large() -> dict[str, Any]:
    """A match with a very high target, broken off where its record is nearly too large."""
    rules = replace(published("all-fives"), target=LARGEST_TARGET)
    sample = list(play_match(rules, 2, seed=SEED, rounds=100))
    share = len(json.dumps(match_tree(sample, WRITING))) / len(sample)
    number = int(SPARE * MAX_BYTES / share)
    return match_tree(list(play_match(rules, 2, seed=SEED, rounds=number)), WRITING)


def _peak(data: bytes, expected: int) -> float:
    """Bytes that a process needs at most to validate this, run as users run it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.json"
        file.write_bytes(data)
        done = subprocess.run(
            [sys.executable, "-c", VALIDATE, "validate", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != expected:
        raise ValueError(f"validate gave {done.returncode}: {done.stderr}")
    return int(done.stderr) * (1 if sys.platform == "darwin" else KILOBYTE)

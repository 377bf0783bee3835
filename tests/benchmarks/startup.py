"""How much longer commands take than the imports that they cannot do without.

Every command and its bare counterpart are run by turns; what is printed are
medians in milliseconds, their ratio, and the ratio that is not to be passed:

    python tests/benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
RECORD = "records/two-players-to-250.json"
RUNS = 21

ALLFIVES = "from allfives_cli.__main__ import main; main()"
IMPORT_CLICK = "import click"
BARE_VALIDATION = f"""
import click
from allfives_cli.record.model import Record
with open({RECORD!r}, "rb") as stream:
    Record.model_validate_json(stream.read())
"""


class Case(NamedTuple):
    name: str
    arguments: list[str]
    counterpart: str
    limit: float


CASES = [
    Case("--version / import click", ["--version"], IMPORT_CLICK, 1.15),
    Case("--help / import click", ["--help"], IMPORT_CLICK, 1.25),
    Case("validate / click and models", ["validate", RECORD], BARE_VALIDATION, 1.3),
]


def seconds(code: str, arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, check=True
    )
    return time.perf_counter() - start


def main(runs: int = RUNS) -> int:
    """Print the table; 1 where a ratio is above its limit."""
    sys.stdout.write(f"{'':30}{'ms':>8}{'bare':>8}{'ratio':>8}{'limit':>8}\n")
    passed = True
    for case in CASES:
        pairs = [
            (seconds(ALLFIVES, case.arguments), seconds(case.counterpart, []))
            for _ in range(runs + 1)
        ][1:]  # the first may have had to compile
        ours, bare = (median(column) for column in zip(*pairs, strict=True))
        passed = passed and ours <= bare * case.limit
        row = f"{1000 * ours:8.1f}{1000 * bare:8.1f}{ours / bare:8.2f}{case.limit:8.2f}"
        sys.stdout.write(f"{case.name:30}{row}\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

"""How much faster a series is played by two processes than by one.

    python tests/benchmarks/series.py [MATCHES [PAIRS]]

Whole commands are run by turns, starting of processes included. That means something only where
two cores are free. Therefore it is said beside it what the processor time of both would make of
two free cores: it hardly depends on what else the machine does, but knows nothing of waiting.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from measuring import Row, paired

ROOT: Final = Path(__file__).parent.parent.parent
MATCHES: Final = 1000
PAIRS: Final = 3
BOUND: Final = 1.6
FREE: Final = 1.9
"""Cores, by the load before, that count as two free ones."""
SEATS: Final = ("--seat", "A=greedy", "--seat", "B=careful")


def play(matches: int, jobs: int) -> bytes:
    """Play a series in a folder of its own, and return the records."""
    with TemporaryDirectory() as folder:
        words = ["series", *SEATS, "-n", str(matches), "--seed", "1", "--jobs", str(jobs)]
        command = [sys.executable, "-m", "allfives_cli", *words, "-o", folder]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        return (Path(folder) / "records.jsonl").read_bytes()


def row(matches: int, pairs: int) -> Row:
    """Measure. Raises ValueError where the records of two processes are others."""
    if play(20, 1) != play(20, 2):
        raise ValueError("two processes must write what one writes")
    found = paired(lambda: play(matches, 1), lambda: play(matches, 2), pairs)
    detail = f"{found.one:.1f} s / {found.other:.1f} s for {matches} matches"
    return Row("one job / two jobs", found.ratio, BOUND, at_least=True, detail=detail)


def processor_seconds(matches: int, jobs: int) -> float:
    """What all processes of a series take together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    play(matches, jobs)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(matches: int = MATCHES, pairs: int = PAIRS) -> int:
    """Print the row; 1 where the bound is missed on two free cores."""
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    found = row(matches, pairs)
    one, two = (processor_seconds(matches, jobs) for jobs in (1, 2))
    sys.stdout.write(f"{found.what}: {found.found:.2f}, bound >= {found.bound}: {found.verdict}\n")
    sys.stdout.write(f"{found.detail}; cores: {cores}, load before: {load:.1f}\n")
    sys.stdout.write(f"by processor time {2 * one / two:.2f}: {one:.1f} s / {two:.1f} s\n")
    is_free = cores - load >= FREE
    if not is_free:
        sys.stdout.write("Two cores were not free, so that only the processor time says much.\n")
    return 1 if is_free and found.verdict == "missed" else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

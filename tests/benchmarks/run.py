"""Measures what the project promises of its speed and memory, in one table.

    python tests/benchmarks/run.py [--pairs N] [--all] [--list]

Exits with 1 if a bound is missed by more than a tenth. ``--all`` then runs the other scripts
of this folder, each with a table of its own, and counts one that fails as a bound missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import measuring
import memory
import play
import reading
import sheets

FOLDER: Final = Path(__file__).parent
MODULES: Final = (reading, sheets, memory, play)
"""What `run.py` itself measures: each has ``rows()``."""


def scripts() -> list[Path]:
    """The other scripts of the folder: those that can be run by themselves."""
    return [
        file
        for file in sorted(FOLDER.glob("*.py"))
        if file.name != "run.py" and "__main__" in file.read_text(encoding="utf-8")
    ]


def main() -> int:
    """Print the table; 1 where a bound was missed."""
    parser = argparse.ArgumentParser(description="Measure speed and memory against the bounds.")
    parser.add_argument("--pairs", type=int, default=measuring.PAIRS, help="runs of each by turns")
    parser.add_argument("--all", action="store_true", help="run the folder's other scripts too")
    parser.add_argument("--list", action="store_true", help="only name what can be run")
    chosen = parser.parse_args()
    if chosen.list:
        _write(*[Path(str(module.__file__)).name for module in MODULES])
        _write(*[f"{script.name} (with --all)" for script in scripts()])
        return 0
    _write(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores", "")
    _write(f"{'':46}{'found':>9}{'bound':>9}  ")
    missed = [row.what for row in _rows(chosen.pairs) if _show(row) == "missed"]
    for script in scripts() if chosen.all else ():
        _write("", f"{script.name}:")
        if subprocess.run([sys.executable, script], env=_environment(), check=False).returncode:
            missed.append(script.name)
    if missed:
        _write("", f"missed: {', '.join(missed)}")
    return 1 if missed else 0


def _rows(pairs: int) -> Iterator[measuring.Row]:
    for module in MODULES:
        yield from module.rows(pairs)


def _show(row: measuring.Row) -> str:
    """Print one row and return its verdict."""
    found = "-" if row.found is None else f"{row.found:.2f}{row.unit}"
    bound = f"{'>=' if row.at_least else '<='} {row.bound:g}{row.unit}"
    _write(f"{row.what:46}{found:>9}{bound:>9}  {row.verdict:8}{row.detail}")
    return row.verdict


def _environment() -> dict[str, str]:
    """Where a script finds the modules that tests share."""
    return {**os.environ, "PYTHONPATH": str(FOLDER.parent)}


def _write(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line.rstrip()}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

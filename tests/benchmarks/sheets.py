"""How fast a sheet is read and checked, beside its JSON twin and YAML's own parser; and inputs
that are made to take long.

The sheet is the typical record as `allfives fmt --to yaml` writes it. What stands against it is
three times the time of its twin, and one parse of the same sheet by libyaml.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml
from measuring import Row, paired
from typical import read_and_check, typical

from allfives_cli.checking.replay import check
from allfives_cli.checking.validation import examine
from allfives_cli.record.reading import read_record
from allfives_cli.record.sheet_writing import write_sheet

sys.path.append(str(Path(__file__).parent.parent))  # where hostile is

from hostile import INPUTS

TWINS: Final = 3
LONGEST: Final = 2
"""Seconds that any input may take, with the readings of its first errors."""


def rows(pairs: int) -> Iterator[Row]:
    """Measure, a row at a time."""
    data, turns = typical()
    record = read_record(data, "match.json", "json").record
    assert record is not None
    text = write_sheet(record).encode()
    # Not every PyYAML was built with libyaml.
    loader = getattr(yaml, "CSafeLoader", None)

    def bound() -> None:
        for _ in range(TWINS):
            read_and_check(data)
        yaml.load(text, loader)  # noqa: S506 - a safe loader

    what = f"a sheet / {TWINS} times its twin, and its YAML"
    if loader is None:
        yield Row(what, None, 1, detail="no libyaml")
    else:
        found = paired(lambda: _check(text), bound, pairs)
        detail = f"{1e6 * found.one / turns:.2f} µs / {1e6 * found.other / turns:.2f} µs a turn"
        yield Row(what, found.ratio, 1, detail=detail)
    for name, (form, make, code) in INPUTS.items():
        hostile = make()
        began = time.process_time()
        first = examine(read_record(hostile, "x", form), repairs=True).findings[0]
        took = time.process_time() - began
        if first.code != code:
            raise ValueError(f"{name} gave {first.code}, not {code}")
        yield Row(name, took, LONGEST, unit=" s", detail=f"{len(hostile) / 1e6:.1f} MB, {code}")


def _check(text: bytes) -> None:
    """What `allfives validate` does with a sheet. Raises ValueError if it is unsound."""
    record = read_record(text, "match.yaml", "yaml").record
    if record is None or not check(record).sound:
        raise ValueError("the sheet that is measured must be sound")

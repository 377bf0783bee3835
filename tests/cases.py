"""The tables of worked positions and of faults found in the field, read once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"

POSITIONS: list[dict[str, Any]] = json.loads((DATA / "positions.json").read_text("utf-8"))
FIELD_CASES: dict[str, Any] = json.loads((DATA / "field_cases.json").read_text("utf-8"))


def by_rules(group: str) -> list[tuple[str, str, dict[str, Any]]]:
    """(id, rule set, case) for every case of a group under each rule set it names."""
    return [
        (f"{case['id']}-{name}", name, case)
        for case in FIELD_CASES[group]
        for name in case.get("expected", case.get("rules", ()))
    ]

"""What may have been meant by a name or word of a record that is none of those that it may be.

Only told, beside what is wrong: nothing is ever read as what it resembles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.checking.table import VIEWS
from allfives_cli.nearest import nearest

MOST_HINTED: Final = 100
"""Findings of one record for which a hint is looked for: more than anybody reads."""

WRITTEN_AND_KNOWN: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "unknown-player": ("player", "players", ()),
    "unknown-side": ("side", "sides", ()),
    "unknown-view": ("view", "players", VIEWS),
    "not-allowed-value": ("value", "allowed", ()),
}
"""Code -> the parameters that hold what is written and what may be, and more that may be."""


def hinted(code: str, params: dict[str, Any], *, look: bool) -> dict[str, Any]:
    """The parameters of a finding with one of these codes, and the ``nearest`` name or None."""
    written, known, more = WRITTEN_AND_KNOWN[code]
    name = params[written]
    near = nearest(name, (*params[known], *more)) if look and isinstance(name, str) else None
    return {**params, "nearest": near}

"""What tests that run commands share: what came of one, and what must not leak into it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

FOREIGN = (
    "ALLFIVES_LANG",
    "CI",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "GITHUB_WORKSPACE",
    "NO_COLOR",
)
"""Variables of the environment that change what is printed."""


class Done(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str


Validate = Callable[..., Done]

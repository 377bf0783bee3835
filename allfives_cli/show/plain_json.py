"""JSON as it is written for programs: readable, and harmless on a terminal.

What `text.safe` would not show as it is, as C1 controls, characters that change
the direction of text, and halves of surrogate pairs, is escaped as JSON has it.
"""

from __future__ import annotations

import json
import re
from typing import Final

from allfives_cli.text.safe import is_shown

_NOT_ASCII: Final = re.compile(r"[^\x00-\x7e]")


def json_text(document: object, indent: int | None = 2) -> str:
    """A document of plain values as JSON, without a line feed at the end."""
    return _NOT_ASCII.sub(_escaped, json.dumps(document, ensure_ascii=False, indent=indent))


def _escaped(found: re.Match[str]) -> str:
    # Outside texts all of JSON is ASCII, so that every such character stands in one.
    return found[0] if is_shown(found[0]) else json.dumps(found[0])[1:-1]

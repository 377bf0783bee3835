"""``json``: one document with every finding, and how many records there were."""

from __future__ import annotations

from typing import Any

from allfives_cli.checking.repair import Candidate
from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined, Located
from allfives_cli.show.candidates import candidate_json
from allfives_cli.show.findings import MOST_SHOWN, message, shown
from allfives_cli.show.plain_json import json_text
from allfives_cli.text.catalog import Catalog


class Json:
    """``{"findings": […], "not_shown": n, "records": n, "sound": n}``."""

    is_document = True

    def __init__(self, say: Catalog) -> None:
        self._say = say
        self._begun = False
        self._not_shown = 0

    def begin(self) -> str:
        """Open the list of findings."""
        return '{\n  "findings": ['

    def record(self, examined: Examined) -> str:
        """The findings of one record as items of the list."""
        self._not_shown += max(len(examined.findings) - MOST_SHOWN, 0)
        return "".join(self._item(found) for found in shown(examined))

    def end(self, tally: Tally) -> str:
        """Close the list, and count."""
        counted = {"not_shown": self._not_shown, "records": tally.records, "sound": tally.sound}
        close = "\n  ]" if self._begun else "]"
        return f"{close},{json_text(counted).removeprefix('{')}\n"

    def _item(self, found: Located) -> str:
        comma = "," if self._begun else ""
        self._begun = True
        text = json_text(finding_json(found, self._say)).replace("\n", "\n    ")
        return f"{comma}\n    {text}"


def finding_json(found: Located, say: Catalog) -> dict[str, Any]:
    """The JSON of a finding; places are null where the whole file is meant."""
    line, column, end_line, end_column = found.span or (None, None, None, None)
    return {
        "code": found.code,
        "severity": found.severity.value,
        "path": found.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "pointer": pointer_text(found),
        "round": found.round,
        "turn": found.turn,
        "message": message(found, say),
        "params": found.params,
        "follows": found.follows,
        "related": [{"what": word, **span._asdict()} for word, span in found.related],
        "candidates": [candidate_json(each, pointer_text(each)) for each in found.candidates],
    }


def pointer_text(found: Located | Candidate) -> str:
    """The place in the record as a JSON Pointer (RFC 6901)."""
    return "".join(f"/{_escaped(step)}" for step in found.pointer)


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")

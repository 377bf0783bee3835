"""``sarif``: the Static Analysis Results Interchange Format, as code scanning reads it.

Source: OASIS, SARIF Version 2.1.0 Plus Errata 01. Columns count code points.
Files are relative to the folder of the repository. A result is known again by
its code and its place in the record, whatever line that is on.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Final

from allfives_cli import __version__
from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined, Located
from allfives_cli.record.places import Span
from allfives_cli.show.findings import message, not_shown, shown
from allfives_cli.show.formats.paths import uri, within
from allfives_cli.show.formats.plain import pointer_text
from allfives_cli.show.plain_json import json_text
from allfives_cli.statuses import UNUSABLE
from allfives_cli.text.catalog import Catalog, Page

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_FINGERPRINT: Final = "codeAndPlace/v1"


class Sarif:
    """One log with one run. ``folder`` is that of the repository."""

    is_document = True

    def __init__(self, say: Catalog, folder: str, *, strict: bool) -> None:
        self._say = say
        self._folder = folder
        self._strict = strict
        self._rules: dict[str, int] = {}
        self._begun = False
        self._notifications: list[dict[str, Any]] = []

    def begin(self) -> str:
        """Open the list of results; the rules that they need are written after them."""
        head = json_text({"version": "2.1.0", "$schema": SCHEMA}).removesuffix("\n}")
        return f'{head},\n  "runs": [\n    {{\n      "results": ['

    def record(self, examined: Examined) -> str:
        """The findings of one record as items of the list."""
        more = not_shown(examined, self._say)
        if more:
            where = {"physicalLocation": self._physical(examined.reading.name, None)}
            told = {"level": "note", "message": _message(more), "locations": [where]}
            self._notifications.append(told)
        seen: Counter[str] = Counter()
        items = []
        for found in shown(examined):
            known_by = f"{found.code} {pointer_text(found)}"
            seen[known_by] += 1
            # Of several that have all this in common, each is known by its number.
            name = f"{known_by} {examined.reading.first_line} {seen[known_by]}"
            items.append(self._item(self._result(found, name)))
        return "".join(items)

    def end(self, tally: Tally) -> str:
        """Close the list of results, and say what made them."""
        status = tally.status(strict=self._strict)
        run = {
            "tool": {
                "driver": {
                    "name": "allfives",
                    "version": __version__,
                    "language": self._say.lang,
                    "rules": [self._rule(code) for code in self._rules],
                }
            },
            "invocations": [
                {
                    "executionSuccessful": status != UNUSABLE,
                    "exitCode": status,
                    "toolExecutionNotifications": self._notifications,
                }
            ],
            "columnKind": "unicodeCodePoints",
        }
        text = json_text(run).removeprefix("{").replace("\n", "\n    ")
        close = "\n      ]" if self._begun else "]"
        return f"{close},{text}\n  ]\n}}\n"

    def _item(self, result: dict[str, Any]) -> str:
        comma = "," if self._begun else ""
        self._begun = True
        text = json_text(result).replace("\n", "\n        ")
        return f"{comma}\n        {text}"

    def _result(self, found: Located, name: str) -> dict[str, Any]:
        related = [
            {
                "id": number,
                "message": _message(self._say.say(f"related.{word}")),
                "physicalLocation": self._physical(found.path, span),
            }
            for number, (word, span) in enumerate(found.related, start=1)
        ]
        location: dict[str, Any] = {"physicalLocation": self._physical(found.path, found.span)}
        if found.pointer:
            location["logicalLocations"] = [{"fullyQualifiedName": pointer_text(found)}]
        result: dict[str, Any] = {
            "ruleId": found.code,
            "ruleIndex": self._rules.setdefault(found.code, len(self._rules)),
            "level": found.severity.value,  # SARIF has the same three words
            "message": _message(message(found, self._say)),
            "locations": [location],
            "partialFingerprints": {_FINGERPRINT: hashlib.sha256(name.encode()).hexdigest()[:32]},
            "properties": {"round": found.round, "turn": found.turn, "params": found.params},
        }
        return result | ({"relatedLocations": related} if related else {})

    def _physical(self, path: str, span: Span | None) -> dict[str, Any]:
        artifact = {"uri": uri(path, self._folder)}
        if within(path, self._folder) is not None:
            artifact["uriBaseId"] = "%SRCROOT%"
        if span is None:
            return {"artifactLocation": artifact}
        return {
            "artifactLocation": artifact,
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            },
        }

    def _rule(self, code: str) -> dict[str, Any]:
        """What a code means, from its page."""
        page = self._say.page(code)
        advice = "\n\n".join(filter(None, [page.rule, page.do]))
        return {
            "id": code,
            "shortDescription": {"text": page.means},
            "fullDescription": {"text": page.means},
            "help": {"text": advice, "markdown": _markdown(page, self._say)},
        }


def _message(text: str) -> dict[str, str]:
    """A plain text message, in which braces are doubled and nothing foreign becomes a link."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}


def _markdown(page: Page, say: Catalog) -> str:
    """The advice of a page with its example."""
    parts = [page.rule, page.do]
    for word, example in (("wrong", page.wrong), ("right", page.right)):
        if example:
            language = page.kind.split()[-1]
            parts.append(f"{say.say(f'codes.{word}')}:\n```{language}\n{example}```")
    return "\n\n".join(filter(None, parts))

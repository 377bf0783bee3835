"""``junit``: XML as test reports have it: a suite for each file, a case for each record.

A case fails with the errors of its record, with ``strict`` with its warnings
too; other findings are its output. An input that cannot be read is an error of
its case. Characters that XML 1.0 has not are dropped.

There is no standard; the elements are those of Ant's reports, which all readers
know. A case has one ``failure``, since many readers show only the first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.tally import Tally, is_unreadable
from allfives_cli.checking.validation import Examined
from allfives_cli.show.findings import concise_line, message, not_shown, shown
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import is_shown

_ILLEGAL: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAK: Final = {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


class Junit:
    """A report. Only the records of one file are held at a time."""

    is_document = True

    def __init__(self, say: Catalog, *, strict: bool) -> None:
        self._say = say
        self._fatal = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
        self._suite: list[str] = []
        self._name = ""
        self._counts = dict.fromkeys(("tests", "failures", "errors"), 0)

    def begin(self) -> str:
        """Open the report."""
        return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="allfives">\n'

    def record(self, examined: Examined) -> str:
        """Add a case; what is returned is the suite of the file before, if there is one."""
        name = examined.reading.name
        done = self._written() if name != self._name else ""
        self._name = name
        self._suite += self._case(examined)
        return done

    def end(self, tally: Tally) -> str:
        """Write the last suite and close the report."""
        del tally
        return f"{self._written()}</testsuites>\n"

    def _written(self) -> str:
        """The suite that was gathered, which begins anew."""
        if not self._suite:
            return ""
        counts = {name: str(number) for name, number in self._counts.items()}
        start = _start("testsuite", {"name": self._name, **counts, "skipped": "0"})
        text = "\n".join([f"  {start}", *self._suite, "  </testsuite>\n"])
        self._suite = []
        self._counts = dict.fromkeys(self._counts, 0)
        return text

    def _case(self, examined: Examined) -> list[str]:
        """The lines of one case."""
        found = shown(examined)
        failed = [each for each in found if each.severity in self._fatal]
        name = self._name.rpartition("/")[2]
        if name.endswith(".jsonl"):
            name += f":{examined.reading.first_line}"
        attributes = {"classname": self._name, "name": name, "file": self._name}
        lines = [f"    {_start('testcase', attributes)}"]
        kind = "error" if is_unreadable(examined) else "failure"
        self._counts["tests"] += 1
        if failed:
            self._counts[f"{kind}s"] += 1
            about = {"message": message(failed[0], self._say), "type": failed[0].code}
            said = "\n".join(concise_line(each, self._say) for each in failed)
            lines.append(f"      {_start(kind, about)}{_text(said)}</{kind}>")
        others = [concise_line(each, self._say) for each in found if each not in failed]
        others += filter(None, [not_shown(examined, self._say)])
        if others:
            said = "\n".join(others)
            lines.append(f"      <system-out>{_text(said)}</system-out>")
        return [*lines, "    </testcase>"]


def _start(name: str, attributes: Mapping[str, str]) -> str:
    written = "".join(f' {key}="{_attribute(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>"


def _text(text: str) -> str:
    return "".join(map(_shown, escape(_ILLEGAL.sub("", text))))


def _attribute(text: str) -> str:
    return "".join(_BREAK.get(char, char) for char in _text(text))


def _shown(char: str) -> str:
    """A character, or a reference to one that would move or hide what stands around it."""
    return char if is_shown(char) or char in _BREAK else f"&#{ord(char)};"

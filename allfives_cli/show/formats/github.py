"""``github``: workflow commands, which GitHub shows as annotations of the files.

Source: GitHub Docs, "Workflow commands for GitHub Actions". In a message ``%``,
CR and LF are escaped, in a property ``:`` and ``,`` as well, so that nothing
from a file can end a command or begin another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from allfives_cli.checking.findings import Severity
from allfives_cli.checking.tally import Tally
from allfives_cli.checking.validation import Examined, Located
from allfives_cli.show.findings import concise_line, not_shown, shown
from allfives_cli.show.formats.paths import within
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe

_COMMAND: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}
_IN_MESSAGE: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


class Github:
    """A command for each finding. ``folder`` is that of the repository, as the workflow has it."""

    is_document = False

    def __init__(self, say: Catalog, folder: str) -> None:
        self._say = say
        self._folder = folder

    def begin(self) -> str:
        """Nothing stands before the findings."""
        return ""

    def record(self, examined: Examined) -> str:
        """A line for each finding."""
        return "".join(f"{line}\n" for line in self._lines(examined))

    def end(self, tally: Tally) -> str:
        """Nothing: the summary is not part of a form."""
        del tally
        return ""

    def _lines(self, examined: Examined) -> Iterable[str]:
        for found in shown(examined):
            command, properties = _COMMAND[found.severity], self._properties(found)
            yield _command(command, properties, concise_line(found, self._say))
        more = not_shown(examined, self._say)
        if more:
            yield _command("notice", self._file(examined.reading.name), more)

    def _properties(self, found: Located) -> dict[str, str | int]:
        properties = self._file(found.path)
        if found.span is not None:
            line, column, end_line, end_column = found.span
            properties |= {"line": line, "endLine": end_line}
            if line == end_line:  # else GitHub refuses columns
                properties |= {"col": column, "endColumn": end_column}
        return properties | {"title": f"allfives [{found.code}]"}

    def _file(self, path: str) -> dict[str, str | int]:
        return {"file": safe(within(path, self._folder) or path, None)}


def _command(name: str, properties: Mapping[str, str | int], message: str) -> str:
    written = ",".join(
        f"{key}={str(value).translate(_IN_PROPERTY)}" for key, value in properties.items()
    )
    return f"::{name} {written}::{message.translate(_IN_MESSAGE)}"

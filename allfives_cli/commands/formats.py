"""The forms in which findings are written. Each is imported only when asked for."""

from __future__ import annotations

import os
from typing import Final

from allfives_cli.show.formats import Format
from allfives_cli.text.catalog import Catalog

FORMATS: Final = ("text", "concise", "json", "github", "sarif", "junit")


def format_named(name: str, say: Catalog, *, width: int, board: str, strict: bool) -> Format:
    """Make a form of findings, one of FORMATS."""
    # Here, not above: one form needs little of what the others do.
    folder = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()  # noqa: PTH109 - text, as paths are
    match name:
        case "concise":
            from allfives_cli.show.formats.lines import Concise  # noqa: PLC0415

            return Concise(say)
        case "json":
            from allfives_cli.show.formats.plain import Json  # noqa: PLC0415

            return Json(say)
        case "github":
            from allfives_cli.show.formats.github import Github  # noqa: PLC0415

            return Github(say, folder)
        case "sarif":
            from allfives_cli.show.formats.sarif import Sarif  # noqa: PLC0415

            return Sarif(say, folder, strict=strict)
        case "junit":
            from allfives_cli.show.formats.junit import Junit  # noqa: PLC0415

            return Junit(say, strict=strict)
        case _:
            from allfives_cli.commands.reports import fault_boards  # noqa: PLC0415
            from allfives_cli.show.formats.lines import Text  # noqa: PLC0415

            return Text(say, width, lambda each: fault_boards(each, say, width=width, style=board))


def default_format() -> str:
    """The form that GitHub Actions shows best, or text."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"

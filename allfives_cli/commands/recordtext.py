"""Records as the text of a file: in which form, whether they were read whole, and read back equal.

What commands that write records over others have in common, so that none of them loses anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

from allfives_cli.record.model import Record
from allfives_cli.record.reading import Reading, read_record
from allfives_cli.record.sheet_writing import write_sheet
from allfives_cli.record.writing import write_json, write_json_line

TextForm = Literal["json", "yaml", "jsonl"]
_ENDINGS: Final[dict[str, TextForm]] = {
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".jsonl": "jsonl",
}
_WRITERS: Final = {"json": write_json, "yaml": write_sheet, "jsonl": write_json_line}
_LOSING: Final = frozenset({"comments-dropped", "file-journal-beside", "file-journal-torn"})
"""Remarks, not errors, that still mean that not all of a record was read."""


def text_in(form: TextForm, records: Iterable[Record]) -> str:
    """The text of records in a form; of more than one only where the form is an archive."""
    return "".join(map(_WRITERS[form], records))


def form_of(output: str) -> TextForm | None:
    """The form that a file's name asks for; None where it asks for none."""
    return _ENDINGS.get(Path(output).suffix)


def reads_back(record: Record, form: TextForm) -> bool:
    """Whether the record's text in a form is read as the same record: it may be too large."""
    text = text_in(form, [record]).encode()
    return read_record(text, "", "yaml" if form == "yaml" else "json").record == record


def is_whole(reading: Reading) -> bool:
    """Whether nothing that was written is missing in what was read."""
    return reading.record is not None and all(
        fault.is_note and fault.code not in _LOSING for fault in reading.faults
    )

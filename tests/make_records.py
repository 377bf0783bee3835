"""Writes the sample records and their README: ``python tests/make_records.py``.

What they hold is decided in `samples` and `sheets`. `test_records` compares the files with what
this makes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from samples import SAMPLES, Sample, archive
from sheets import SHEETS, Sheet

from allfives_cli.record.model import Record
from allfives_cli.record.writing import write_json, write_json_line

FOLDER: Final = Path(__file__).parent.parent / "records"


def main() -> None:
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{name}\n")


def files() -> dict[str, str]:
    """Every file of the folder by its name."""
    samples = [make() for make in SAMPLES]
    archived = archive()
    made = {f"{sample.name}.json": write_json(sample.record) for sample in samples}
    made["archive.jsonl"] = "".join(write_json_line(record) for record in archived)
    sheets = [make() for make in SHEETS]
    made |= {f"{sheet.name}.yaml": sheet.text for sheet in sheets}
    return made | {"README.md": readme(samples, len(archived), sheets)}


# -- the folder's README ----------------------------------------------------------------


def readme(samples: Sequence[Sample], archived: int, sheets: Sequence[Sheet]) -> str:
    rows = [
        f"| [{sample.name}.json]({sample.name}.json) | {seats(sample.record)} | {words(sample)} |"
        for sample in samples
    ]
    rows.append(
        f"| [archive.jsonl](archive.jsonl) | {archived} matches | one record on each line; "
        "the last was kept by somebody who saw only the table |"
    )
    lines = [
        f"| [{sheet.name}.yaml]({sheet.name}.yaml) | {sheet.who} | {words(sheet)} |"
        for sheet in sheets
    ]
    return "\n".join([_HEAD, *rows, _SHEETS, *lines, ""])


def seats(record: Record) -> str:
    number = {2: "two players", 3: "three players", 4: "four players"}[len(record.players)]
    assert isinstance(record.rules, dict)
    return f"{number}, {record.rules['base']}"


def words(shown: Sample | Sheet) -> str:
    return "; ".join(f"{what} ({where})" if where else what for what, where in shown.shows)


_HEAD: Final = """\
# Sample matches

Matches played by the rules, with everything written in that can be checked: end-sums, awards,
running totals, tiles left over, settlements. All of them are sound: `allfives validate records`
finds no error.

Read one turn by turn with `allfives replay records/blocked-tie.json`, or ask for one turn with
`allfives explain records/award-of-35.json --at 1.9`. Places below are round.turn, as there.

To keep some files short, most matches are played to a lower target than usual; a record's `rules`
say which.

| file | match | what to look at |
|---|---|---|"""

_SHEETS: Final = """
## Sheets

The same game as people write it down by hand: no more than they care to, in their own manner.
`allfives validate` finds no error in these either; `allfives fmt --to json` shows what they say,
and with `--fill` everything that follows from it.

| file | match | what to look at |
|---|---|---|"""


if __name__ == "__main__":
    main()

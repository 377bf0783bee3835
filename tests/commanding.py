"""What tests that run commands share: what came of one, and what must not leak into it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from allfives_cli.cli import run
from allfives_cli.record.model import Record
from allfives_cli.record.reading import read_record

ANNOTATED = (Path(__file__).parent.parent / "records" / "annotated.json").read_bytes()
"""A record with notes, marks and alternatives of turns."""

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


Call = Callable[..., Done]
Validate = Call


def calling(usual: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Run a command in English; another than the usual one where ``command`` names it."""
    monkeypatch.setenv("ALLFIVES_LANG", "en")

    def call(*arguments: str | Path, stdin: bytes = b"", command: str = usual) -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run([command, *map(str, arguments)])
        return Done(status, *capfd.readouterr())

    return call


def annotated_in(folder: Path) -> Path:
    """A file with the annotated record, to be written over."""
    path = folder / "match.json"
    path.write_bytes(ANNOTATED)
    return path


def read_whole(path: Path) -> Record:
    """The record in a file, every word of which is understood."""
    form = "yaml" if path.suffix == ".yaml" else "json"
    reading = read_record(path.read_bytes(), path.name, form)
    assert reading.record is not None, reading.faults
    assert not [fault for fault in reading.faults if not fault.is_note]
    return reading.record

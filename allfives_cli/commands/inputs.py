"""The records that a command line names: files, folders, patterns, standard input."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import Final

from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.opening import read_bytes
from allfives_cli.record.places import Refusal
from allfives_cli.record.reading import Fault, Reading, read_record
from allfives_cli.record.source import Form

ENDINGS: Final = (".json", ".yaml", ".yml", ".jsonl")
STDIN: Final = "-"
UNREADABLE: Final = frozenset({"file-missing", "file-directory", "file-unreadable"})
"""Codes of an input that cannot be read at all."""


def readings(paths: Iterable[str], stdin_name: str | None = None) -> Iterator[Reading]:
    """Read every record that the paths name, one after another.

    Folders are walked for records; what is found there and is no regular file
    is passed over. A path that is named is read whatever it is. An input that
    cannot be read comes as a Reading with that fault; it never stops the rest.
    """
    for path in paths:
        for name in _expanded(path):
            yield from _of_file(name, stdin_name)


def _expanded(path: str) -> list[str]:
    if path == STDIN or not (os.path.isdir(path) or has_magic(path)):  # noqa: PTH112 - also takes what Path would change
        return [path]
    if os.path.isdir(path):  # noqa: PTH112 - as above
        return sorted(_walk(path)) or [path]
    return [path] if os.path.exists(path) else sorted(glob(path, recursive=True)) or [path]  # noqa: PTH110, PTH207 - as above


def _walk(folder: str) -> Iterator[str]:
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in files:
            path = os.path.join(base, name)  # noqa: PTH118 - keeps the path as the user wrote it
            if name.endswith(ENDINGS) and _is_regular(path):
                yield path


def _is_regular(path: str) -> bool:
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return True  # a link to nowhere, or a file that may not be seen: reading it will say so


def _of_file(path: str, stdin_name: str | None) -> Iterator[Reading]:
    shown = (stdin_name or "<stdin>") if path == STDIN else path.replace(os.sep, "/")
    try:
        data = read_bytes(sys.stdin.buffer if path == STDIN else path)
    except Refusal as refused:
        yield _failed(shown, Fault(refused.code, refused.params, None))
        return
    if shown.endswith(".jsonl"):
        yield from _of_archive(data, shown)
    else:
        yield read_record(data, shown, _form(shown, data))


def _of_archive(data: bytes, name: str) -> Iterator[Reading]:
    """An archive, one record a line; a bad line does not stop the rest."""
    if len(data) > MAX_BYTES or not data.strip():
        yield read_record(data, name, "json")
        return
    for number, line in enumerate(io.BytesIO(data), start=1):
        if line.strip():
            yield read_record(line.rstrip(b"\r\n"), name, "json", number)


def _form(name: str, data: bytes) -> Form:
    """By the name's ending; else JSON where the text begins as JSON does."""
    if name.endswith((".yaml", ".yml")):
        return "yaml"
    if name.endswith(".json"):
        return "json"
    return "json" if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") else "yaml"


def _failed(name: str, fault: Fault) -> Reading:
    reading = Reading(name, "json", b"")
    reading.faults.append(fault)
    return reading

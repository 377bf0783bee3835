"""A file replaced as a whole: after a crash there is the old text or the new one, never a part.

The new text is written to a temporary file beside the old one, both file and
folder are synchronised, and the name is moved over. A symbolic link stays: what
it points to is replaced. Raises OSError where the folder or the disk refuses;
the old file is then as it was.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path


class ChangedMeanwhile(Exception):
    """The file is no longer what it was when it was read."""


def save_text(path: str | os.PathLike[str], text: str, *, replacing: bytes | None = None) -> None:
    """Replace the file with a text in UTF-8, or create it. Raises OSError.

    With ``replacing`` the file is replaced only while it still holds these
    bytes; else raises ChangedMeanwhile.
    """
    target = Path(os.path.realpath(path))
    waiting = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(waiting, "xb") as stream:  # noqa: PTH123 - os.fsync wants the stream itself
            stream.write(text.encode())
            stream.flush()
            if target.exists():
                os.chmod(waiting, stat.S_IMODE(target.stat().st_mode))  # noqa: PTH101 - as above
            os.fsync(stream.fileno())
        if replacing is not None:
            _refuse_changed(target, replacing)
        waiting.replace(target)
    except BaseException:
        waiting.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _refuse_changed(target: Path, expected: bytes) -> None:
    if target.read_bytes() != expected:
        raise ChangedMeanwhile(target)


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system has such a thing."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Paths of findings as other programs look them up: relative to a folder that they know."""

from __future__ import annotations

import os
from urllib.parse import quote


def within(path: str, folder: str) -> str | None:
    """A path seen from a folder, with ``/`` between its parts; None where it is not in there.

    ``path`` counts from the current folder. Links are not followed.
    """
    try:
        relative = os.path.relpath(os.path.abspath(path), folder)  # noqa: PTH100 - links are kept
    except ValueError:  # Windows: another drive
        return None
    if relative == os.pardir or relative.startswith(os.pardir + os.sep):
        return None
    return relative.replace(os.sep, "/")


def uri(path: str, folder: str) -> str:
    """A path as a URI reference (RFC 3986), relative to the folder where it is in there."""
    relative = within(path, folder)
    if relative is not None:
        return quote(os.fsencode(relative))
    absolute = os.path.abspath(path).replace(os.sep, "/")  # noqa: PTH100 - as above
    return f"file:///{quote(os.fsencode(absolute)).lstrip('/')}"

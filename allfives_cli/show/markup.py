"""Sentences as HTML: foreign text inside them can neither act nor reorder what stands around it.

A name is wrapped in two characters that `safe` never lets through, the sentence
is made by the catalog, and `html` escapes the whole and turns the pairs into
elements. So no sentence is ever glued together here, and no text of a record
reaches a page by another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from allfives_cli.text.catalog import Said
from allfives_cli.text.safe import safe

_OPENING: Final = "\ue000"
_CLOSING: Final = "\ue001"
"""Private characters around a name; `safe` escapes every one that comes from outside."""

_QUOTED: Final = re.compile(r'="([-\w#.]+)"(/?)', re.ASCII)

_TILE: Final = re.compile(r"\b\d-\d\b", re.ASCII)

_ELEMENTS: Final = str.maketrans({_OPENING: "<bdi>", _CLOSING: "</bdi>"})
_NO_ELEMENTS: Final = str.maketrans("", "", _OPENING + _CLOSING)


def name(text: str, limit: int | None = None) -> Said:
    """A foreign name or text for a sentence: shown whole, in an element that isolates it."""
    return Said(f"{_OPENING}{safe(text, limit)}{_CLOSING}")


def names(texts: Iterable[str]) -> list[Said]:
    """Several names, for a sentence that lists them."""
    return [name(text) for text in texts]


def html(said: str) -> str:
    """A sentence of the catalog as HTML."""
    return escape(said).translate(_ELEMENTS)


def plain(said: str) -> str:
    """A sentence as the text of an attribute: names without an element around them."""
    return escape(said).translate(_NO_ELEMENTS)


def unbroken(markup: str) -> str:
    """HTML in which no tile is broken over two lines at its hyphen. There are no names in it."""
    return _TILE.sub(r"<i>\g<0></i>", markup)


def terse(markup: str) -> str:
    """HTML without the quotes that it can do without. Text has none: `html` escapes them."""
    return _QUOTED.sub(_unquoted, markup)


def _unquoted(found: re.Match[str]) -> str:
    return f"={found[1]}{' /' if found[2] else ''}"

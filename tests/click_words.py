"""Makes the files that gettext reads from `click.yaml`; run by itself, writes them.

The form is GNU gettext's MO: a head, two tables of lengths and places, then
the texts, sorted. Source: "The Format of GNU MO Files" in the manual of GNU gettext.
"""

from __future__ import annotations

import struct
from pathlib import Path

from allfives_cli.commands.translating import DOMAIN, LOCALE
from allfives_cli.text.catalog import load

Words = dict[str, str | list[str]]

MAGIC, HEAD_LENGTH = 0x950412DE, 28
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


def words() -> dict[str, Words]:
    """click's own words with their translations, by language."""
    found: dict[str, Words] = load("click.yaml")
    return found


def compiled(translations: Words) -> bytes:
    """The translations as gettext reads them. It asks for a plural by the singular alone."""
    pairs = [(b"", HEAD.encode())]
    for text, translation in sorted(translations.items()):
        if isinstance(translation, str):
            pairs.append((text.encode(), translation.encode()))
        else:
            pairs.append((f"{text}\0".encode(), "\0".join(translation).encode()))
    pairs.sort()
    tables, texts = [b"", b""], b""
    start = HEAD_LENGTH + 2 * 8 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(texts))
            texts += pair[column] + b"\0"
    second = HEAD_LENGTH + 8 * len(pairs)
    head = struct.pack("<7I", MAGIC, 0, len(pairs), HEAD_LENGTH, second, 0, 0)
    return head + b"".join(tables) + texts


if __name__ == "__main__":
    for language, translations in words().items():
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(compiled(translations))

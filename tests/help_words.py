"""Makes the files that gettext reads from `click.yaml` and `help.yaml`; run by itself, writes them.

The form is GNU gettext's MO: a head, two tables of lengths and places, then
the texts, sorted. Source: "The Format of GNU MO Files" in the manual of GNU gettext.
"""

from __future__ import annotations

import struct
from pathlib import Path

from allfives_cli.commands.translating import DOMAIN, LOCALE, METAVAR
from allfives_cli.text.catalog import load
from allfives_cli.text.languages import TRANSLATED

Words = dict[str, str | list[str]]

OF_COMMAND = ("line", "about", "epilog")
END = "\x04"
"""What stands between a context and its text."""

MAGIC, HEAD_LENGTH = 0x950412DE, 28
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


def click_words(language: str) -> Words:
    """click's own words with their translations: two for one thing and for several."""
    found: Words = load("click.yaml")[language]
    return found


def help_words(language: str) -> Words:
    """The texts of commands, each after its context."""
    texts = load("help.yaml")
    found: Words = {
        f"{METAVAR}{END}{word}": text[language] for word, text in texts["metavars"].items()
    }
    for name, text in texts["shared"].items():
        found[f"{name}{END}{text['en']}"] = text[language]
    for command, entries in texts["commands"].items():
        for key, text in entries.items():
            context = command if key in OF_COMMAND else f"{command} {key}"
            if "en" in text:
                found[f"{context}{END}{text['en']}"] = text[language]
            for word, metavar in text.get(METAVAR, {}).items():
                found[f"{context} {METAVAR}{END}{word}"] = metavar[language]
    return found


def words(language: str) -> Words:
    return click_words(language) | help_words(language)


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
    for language in TRANSLATED:
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(compiled(words(language)))

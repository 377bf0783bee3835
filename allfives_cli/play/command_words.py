"""The words of a person or a script at the table, besides plays, in every language that is read.

Capital letters do not matter, nor do the accents that a keyboard may lack. The
first word of each kind is the one that help shows.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from allfives_cli.record.turn_words import folded

Kind: TypeAlias = Literal[
    "hint", "why", "board", "hand", "score", "history", "undo", "note", "mark", "save", "help",
    "quit",
]  # fmt: skip

WORDS: Final[MappingProxyType[str, MappingProxyType[Kind, tuple[str, ...]]]] = MappingProxyType(
    {
        "en": MappingProxyType(
            {
                "hint": ("hint",),
                "why": ("why",),
                "board": ("board", "layout"),
                "hand": ("hand",),
                "score": ("score", "scores"),
                "history": ("history",),
                "undo": ("undo",),
                "note": ("note",),
                "mark": ("mark",),
                "save": ("save",),
                "help": ("help", "?"),
                "quit": ("quit", "exit"),
            }
        ),
        "pl": MappingProxyType(
            {
                "hint": ("podpowiedz", "podpowiedź"),
                "why": ("dlaczego", "czemu"),
                "board": ("układ", "stół"),
                "hand": ("ręka",),
                "score": ("wynik", "wyniki"),
                "history": ("historia",),
                "undo": ("cofnij",),
                "note": ("uwaga",),
                "mark": ("ocena", "oceń"),
                "save": ("zapisz",),
                "help": ("pomoc",),
                "quit": ("wyjdź", "koniec"),
            }
        ),
    }
)
"""Language -> what a word asks for -> the words."""

ALL_WORDS: Final = tuple(
    word for language in WORDS.values() for words in language.values() for word in words
)
"""Every word, in whatever language."""

_KINDS: Final[dict[str, Kind]] = {
    folded(word): kind
    for language in WORDS.values()
    for kind, words in language.items()
    for word in words
}


def command_of(word: str) -> Kind | None:
    """What a word asks for; None for no command."""
    return _KINDS.get(folded(word))

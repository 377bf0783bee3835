"""The words of turn lines and lists of plays, in every language that is read.

Capital letters do not matter, nor do the accents that a keyboard may lack. What is written by
the program itself is always the first English word of its kind.
"""

import unicodedata
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["draws", "on", "passes", "due", "irregular", "claimed"]

WORDS: Final[MappingProxyType[str, MappingProxyType[Kind, tuple[str, ...]]]] = MappingProxyType(
    {
        "en": MappingProxyType(
            {
                "draws": ("draws", "draw"),
                "on": ("on",),
                "passes": ("passes", "pass", "knocks", "knock"),
                "due": ("due",),
                "irregular": ("irregular",),
                "claimed": ("claimed",),
            }
        ),
        "pl": MappingProxyType(
            {
                "draws": ("dobiera", "dobrać"),
                "on": ("na",),
                "passes": ("pasuje", "pas", "puka"),
                "due": ("należne",),
                "irregular": ("nieprzepisowo",),
                "claimed": ("zgłasza",),
            }
        ),
    }
)
"""Language -> what a word means -> the words."""


def folded(text: str) -> str:
    """A text without capitals and accents, for comparing."""
    if text.isascii():
        return text.casefold()
    letters = unicodedata.normalize("NFKD", text).casefold().replace("ł", "l")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_KINDS: Final[dict[str, Kind]] = {
    folded(word): kind
    for language in WORDS.values()
    for kind, words in language.items()
    for word in words
}


def kind_of(word: str) -> Kind | None:
    """What a word of a line means; None for no word of the grammar."""
    return _KINDS.get(word) or _KINDS.get(folded(word))


def first_word(kind: Kind) -> str:
    """The word that is written for a kind."""
    return WORDS["en"][kind][0]

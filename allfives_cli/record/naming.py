"""Who is meant by a name that may be shortened."""

import unicodedata
from collections.abc import Sequence

from allfives_cli.record.notation import Unreadable
from allfives_cli.record.turn_words import folded


def find_player(name: str, players: Sequence[str], start: int, end: int) -> str:
    """The player whom a name means: in full, in other capitals, or by a beginning of his alone.

    Accents are looked at last, since a keyboard without them writes two names alike. Raises
    Unreadable (`unknown-player`, `name-not-unique`) at the offsets given.
    """
    if name in players:
        return name
    wanted, bare = _lowered(name), folded(name)
    lowered = [(key, _lowered(key)) for key in players]
    choices = (
        [key for key, text in lowered if text == wanted]
        or [key for key, text in lowered if text.startswith(wanted)]
        or [key for key in players if folded(key).startswith(bare)]
    )
    if len(choices) == 1:
        return choices[0]
    if choices:
        raise Unreadable("name-not-unique", start, end, name=name, choices=choices)
    raise Unreadable("unknown-player", start, end, player=name, players=list(players))


def meant_by(name: str, players: Sequence[str]) -> str:
    """The player whom a name means; the name itself where that is nobody, or not clear."""
    try:
        return find_player(name, players, 0, 0) if name else name
    except Unreadable:
        return name


def _lowered(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

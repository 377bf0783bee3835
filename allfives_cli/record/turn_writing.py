"""A turn as a line of text, in the grammar of `turn_lines`: canonical spelling and nothing more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from allfives_cli.record.model import UNSEEN, Claimed, Turn
from allfives_cli.record.notation import MOST_TILES, amount_text, is_clear_count
from allfives_cli.record.turn_words import first_word

# no blank at either end, for those are not kept; nothing that may not stand bare in a sheet
_NOTE: Final = re.compile("(?! )[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]+(?<! )")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


def write_turn(turn: Turn) -> str | None:
    """The turn's line, with the notes that stand before it on lines of their own above.

    None where the turn holds what a line cannot: alternatives, analysis, ext, several notes, an
    unusual number, or a play and a pass at once.
    """
    if not _can_be_line(turn):
        return None
    parts = [
        turn.by,
        _draws_text(turn),
        turn.tile,
        None if turn.on is None else f"{first_word('on')} {turn.on}",
        first_word("passes") if turn.pass_ else None,
        None if turn.sum is None else f"={turn.sum}",
        None if turn.award is None else f"+{turn.award}",
        None if turn.total is None else f"({amount_text(turn.total)})",
        turn.mark,
        None if turn.due is None else f"{first_word('due')} {turn.due}",
        first_word("irregular") if turn.irregular else None,
        None if turn.time is None else f"{_seconds_text(turn.time)}s",
        None if turn.claimed is None else _claims_text(turn.claimed),
        *(f"# {note}" for note in turn.notes or ()),
    ]
    line = " ".join(part for part in parts if part).rstrip(",")
    return "\n".join((*(f"# {note}" for note in turn.before or ()), line))


def is_plain_note(note: str) -> bool:
    """Whether a note would be read from a line as it stands."""
    return bool(_NOTE.fullmatch(note))


def _can_be_line(turn: Turn) -> bool:
    notes = (*(turn.before or ()), *(turn.notes or ()))
    return (
        turn.alts is None
        and turn.analysis is None
        and turn.ext is None
        and len(turn.notes or ()) <= 1
        and all(map(is_plain_note, notes))
        and not (turn.pass_ and turn.tile)
        and not (turn.on is not None and turn.tile is None)
        and (turn.time is None or _seconds_text(turn.time) is not None)
        and _can_be_drawn(turn)
        and len(turn.claimed or ()) <= MOST_TILES
    )


def _can_be_drawn(turn: Turn) -> bool:
    if turn.draw is None:
        return True
    # a mark after draws alone would be one more tile unseen
    alone = turn.tile is None and not turn.pass_
    return len(turn.draw) <= MOST_TILES and not (alone and turn.mark == UNSEEN)


def _draws_text(turn: Turn) -> str | None:
    """The draws, with the comma that ends them."""
    if turn.draw is None:
        return None
    number = len(turn.draw)
    unseen = all(tile == UNSEEN for tile in turn.draw) and is_clear_count(number)
    return f"{first_word('draws')} {number if unseen else ' '.join(turn.draw)},"


def _claims_text(claims: Sequence[Claimed]) -> str:
    texts = []
    for claim in claims:
        total = "" if claim.total is None else f" ({amount_text(claim.total)})"
        texts.append(f"{claim.by} +{claim.award}{total}")
    return f"{first_word('claimed')} {', '.join(texts)}"


def _seconds_text(seconds: float) -> str | None:
    text = str(int(seconds)) if seconds == int(seconds) else repr(seconds)
    return text if _SECONDS.fullmatch(text) else None

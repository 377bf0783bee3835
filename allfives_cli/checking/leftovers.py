"""The tiles left in each hand when a round ended, and their pips.

Codes: wrong-left, left-elsewhere, left-can-play, wrong-pips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from allfives_cli.checking.turns import Course
from allfives_cli.game.actions import Hand
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.model import UNSEEN, End
from allfives_cli.record.places import Pointer


def reveal_left(course: Course, end: End, at: Pointer, *, blocked: bool) -> None:
    """Compare the leftovers written with the hands, and learn from them what was unseen."""
    state, seat_of = course.state, course.table.seat_of
    for key, texts in (end.left or {}).items():
        hand = state.hands[seat_of[key]]
        shown = set(map(TILE_BY_TEXT.get, texts))  # with None for an unseen one
        if hand.unseen or len(texts) != len(shown) or hand.known != shown:
            _reveal_hand(course, hand, key, texts, (*at, "left", key))
        if blocked and (fitting := state.playable(hand.known)):
            place = (*at, "left", key)
            course.claims.slip("left-can-play", place, player=key, playable=sorted(fitting))


def _reveal_hand(course: Course, hand: Hand, key: str, texts: Sequence[str], at: Pointer) -> None:
    """Learn the unseen tiles of a hand from its leftovers, or say what is wrong with them."""
    state = course.state
    shown = [TILE_BY_TEXT[text] for text in texts if text != UNSEEN]
    missing = hand.known.difference(shown)
    hidden = len(texts) - len(shown)
    new = [tile for tile in shown if tile not in hand.known]
    repeated = len(set(shown)) != len(shown)
    if len(texts) != len(hand) or repeated or len(missing) > hidden or len(new) > hand.unseen:
        computed = [tile.text for tile in sorted(hand.known)] + [UNSEEN] * hand.unseen
        course.claims.slip(
            "wrong-left",
            at,
            player=key,
            claimed=texts,
            computed=computed,
            extra=sorted(set(texts) - set(computed)),
            missing=sorted(set(computed) - set(texts)),
        )
        return
    for tile in new:
        if tile not in state.loose or tile in (state.boneyard or ()):
            place = (*at, texts.index(tile.text))
            course.claims.slip("left-elsewhere", place, player=key, tile=tile)
            return
    hand.known.update(new)
    hand.unseen -= len(new)
    state.loose.difference_update(new)


def check_pips(course: Course, end: End | None, at: Pointer) -> list[int | None]:
    """The pips left by seat, None where unseen tiles remain; compared with those claimed."""
    hands = course.state.hands
    pips = [hand.pips for hand in hands]
    if None in pips:
        course.state.resolve_last_unseen()
        pips = [hand.pips for hand in hands]
    if end is not None and end.pips is not None:
        _compare_pips(course, end.pips, pips, (*at, "pips"))
    return pips


def _compare_pips(
    course: Course, claimed: Mapping[str, int], pips: Sequence[int | None], at: Pointer
) -> None:
    for key, number in claimed.items():
        computed = pips[course.table.seat_of[key]]
        if computed is not None and number != computed:
            course.claims.slip(
                "wrong-pips", (*at, key), player=key, claimed=number, computed=computed
            )

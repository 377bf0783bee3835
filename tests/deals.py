"""Every deal that agrees with a record, found by trying them all: the answer to `checking.hidden`.

Each deal is played through the game itself, which judges it with every tile known. Only
for rounds in which few tiles are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb, perm

from allfives_cli.checking.replay import RoundReplay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import take
from allfives_cli.game.actions import Ending, Hand, Illegal
from allfives_cli.game.matches import highest_tile
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, Round

Hands = tuple[frozenset[Tile], ...]


@dataclass
class Story:
    """One deal as far as the rules accept it: the hands after the deal and after each turn."""

    hands: list[Hands] = field(default_factory=list)
    whole: bool = False

    @property
    def turns(self) -> int:
        """How many turns were accepted; -1 where already the leader is another."""
        return len(self.hands) - 1


def stories(table: Table, written: Round, played: RoundReplay, *, by_highest: bool) -> list[Story]:
    """What each deal that the record may mean comes to. ``by_highest``: how the lead was found."""
    began = played.began
    assert began is not None
    return [
        _story(table, written, began, deal, boneyard, by_highest=by_highest)
        for deal, boneyard in _deals(began, written)
    ]


def deals_of(played: RoundReplay, written: Round) -> int:
    """How many deals `stories` would try."""
    began = played.began
    assert began is not None
    left = len(began.loose) - len(began.boneyard or ())
    count = 1
    for hand in began.hands:
        count *= comb(left, hand.unseen)
        left -= hand.unseen
    drawn = sum(len(turn.draw or ()) for turn in written.turns)
    return count * perm(left, min(drawn, left))


def _deals(began: RoundState, written: Round) -> Iterator[tuple[list[set[Tile]], list[Tile]]]:
    hidden = [tile for tile in DOUBLE_SIX if tile in began.loose - set(began.boneyard or ())]
    drawn = sum(len(turn.draw or ()) for turn in written.turns)
    for hands, rest in _hands([hand.unseen for hand in began.hands], hidden):
        deal = [hand.known | set(more) for hand, more in zip(began.hands, hands, strict=True)]
        if began.boneyard is not None:
            yield deal, list(began.boneyard)
            continue
        for first in permutations(rest, min(drawn, len(rest))):
            yield deal, [*first, *(tile for tile in rest if tile not in first)]


def _hands(
    sizes: Sequence[int], tiles: list[Tile]
) -> Iterator[tuple[list[tuple[Tile, ...]], list[Tile]]]:
    if not sizes:
        yield [], tiles
        return
    for chosen in combinations(tiles, sizes[0]):
        left = [tile for tile in tiles if tile not in chosen]
        for hands, rest in _hands(sizes[1:], left):
            yield [chosen, *hands], rest


def _story(
    table: Table,
    written: Round,
    began: RoundState,
    deal: list[set[Tile]],
    boneyard: list[Tile],
    *,
    by_highest: bool,
) -> Story:
    story = Story()
    state = began.copy()
    state.hands = [Hand(tiles) for tiles in deal]
    state.boneyard = list(boneyard)
    state.loose = set(boneyard)
    if by_highest:
        assert written.lead is not None
        lead = highest_tile(state.hands)
        if lead.seat != state.to_move or written.lead.how not in (None, "unknown", lead.how.value):
            return story
        state.must_lead = lead.tile if table.rules.led_tile == "deciding-tile" else None
    story.hands.append(_held(state))
    for turn in written.turns:
        texts = list(turn.draw or ())
        if any(text not in (UNSEEN, state.boneyard[i].text) for i, text in enumerate(texts)):
            return story
        state.waived = [] if turn.irregular else None
        try:
            take(state, table.seat_of[turn.by], turn)
        except Illegal:
            return story
        story.hands.append(_held(state))
    story.whole = _ends_as_written(table, written, state)
    return story


def _ends_as_written(table: Table, written: Round, state: RoundState) -> bool:
    end = written.end
    if end is None:
        return True
    if end.how == "blocked" and state.ending is not Ending.BLOCKED:
        return False
    for key, texts in (end.left or {}).items():
        shown = {TILE_BY_TEXT[text] for text in texts if text != UNSEEN}
        held = state.hands[table.seat_of[key]].known
        if not shown <= held or (UNSEEN not in texts and shown != held):
            return False
    return True


def _held(state: RoundState) -> Hands:
    return tuple(frozenset(hand.known) for hand in state.hands)

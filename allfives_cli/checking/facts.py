"""What a round says of tiles that not everybody saw: the deal, each turn, the end.

Facts only: what was dealt, drawn, laid and left as far as it was seen, and
which tiles would have fitted when. What follows from them is asked of `hidden`.
Sets of tiles are integers with a bit for each tile, by its rank.

Claims (sums, scores, pips) are never used. A turn that the players let stand
against the rules (``irregular``) says only what was laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import take
from allfives_cli.game.actions import Ending
from allfives_cli.game.matches import Lead, lead_order
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, Round, Turn

ALL_TILES: Final = (1 << len(DOUBLE_SIX)) - 1
_BIT: Final = {tile: 1 << tile.rank for tile in DOUBLE_SIX}
_HIGHEST_LEADS: Final = ("highest-double", "heaviest-tile")


def set_of(tiles: Iterable[Tile]) -> int:
    """Tiles as a set in one integer."""
    found = 0
    for tile in tiles:
        found |= _BIT[tile]
    return found


def tiles_in(found: int) -> tuple[Tile, ...]:
    """The tiles of such a set, by rank."""
    return tuple(tile for tile in DOUBLE_SIX if found >> tile.rank & 1)


class Eyes(NamedTuple):
    """What is seen beside what the whole table sees: these hands, perhaps the boneyard."""

    seats: frozenset[int]
    boneyard: bool = False


TABLE_EYES: Final = Eyes(frozenset())


class Shown(NamedTuple):
    """A hand as far as it is seen: the set of ``tiles`` known, and how many are ``unseen``."""

    tiles: int
    unseen: int


class TurnFacts(NamedTuple):
    """One turn. ``fits`` are the tiles that would have fitted before it.

    ``drawn`` has None for a tile that was not seen. ``tile`` is None where
    nothing was laid.
    """

    number: int
    seat: int
    fits: int
    drawn: tuple[Tile | None, ...]
    tile: Tile | None
    passed: bool
    irregular: bool


class LeadFacts(NamedTuple):
    """The highest tile decided who leads: one of ``ranking`` was dealt to ``leader``.

    Everything that ranks higher than that one was dealt to nobody. ``ranking``
    is in falling order; ``above`` are tiles that outrank all of it.
    ``is_led`` where the rules want that very tile led.
    """

    leader: int
    ranking: tuple[Tile, ...]
    above: int
    is_led: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """One round as it was seen.

    ``boneyard`` are the undealt tiles in the order in which they lie, None
    where that is not known; ``boneyard_size`` counts them. ``table`` is the
    set of tiles of a position that was set up. ``left`` has, by seat, the
    tiles laid open at the end. ``unplayable`` are tiles that nobody can have
    held when the round was blocked.
    """

    players: tuple[str, ...]
    dealt: tuple[Shown, ...]
    boneyard: tuple[Tile, ...] | None
    boneyard_size: int
    table: int
    lead: LeadFacts | None
    turns: tuple[TurnFacts, ...]
    left: dict[int, Shown]
    unplayable: int


def round_facts(  # noqa: PLR0913 - what a replay knows of a round
    table: Table,
    written: Round,
    turns: Sequence[Turn],
    *,
    began: RoundState,
    ended: RoundState | None,
    lead: Lead | None,
    placed: Mapping[int, int],
    eyes: Eyes | None = None,
) -> RoundFacts:
    """Gather the facts of a round whose ``turns`` the rules accepted.

    ``placed`` as in `Course`. ``ended`` is the round after its end was checked,
    None where it failed before. ``lead`` is what the rules say of the leader.
    ``eyes`` None sees all that the record shows.
    """
    if eyes is None:
        eyes = Eyes(frozenset(range(len(table.players))), boneyard=True)
    found = _turns(table, turns, began, placed, eyes)
    return RoundFacts(
        players=table.players,
        dealt=tuple(
            Shown(set_of(hand.known), hand.unseen) if seat in eyes.seats else Shown(0, len(hand))
            for seat, hand in enumerate(began.hands)
        ),
        boneyard=tuple(began.boneyard) if began.boneyard is not None and eyes.boneyard else None,
        boneyard_size=began.boneyard_size,
        table=set_of(began.layout.covered),
        lead=_lead(table, written, lead),
        turns=tuple(found),
        left={} if ended is None else _left(table, written, ended),
        unplayable=0 if ended is None else _unplayable(written, ended),
    )


def _turns(
    table: Table,
    turns: Sequence[Turn],
    began: RoundState,
    placed: Mapping[int, int],
    eyes: Eyes,
) -> list[TurnFacts]:
    """Replay the turns, which the rules accept, and note what fitted before each."""
    state = began.copy()
    lying = list(began.boneyard or ())
    found: list[TurnFacts] = []
    for number, turn in enumerate(turns, start=1):
        seat = table.seat_of[turn.by]
        fits = set_of(state.fitting())
        state.waived = [] if turn.irregular else None
        take(state, seat, turn, makes=placed.get(number - 1))
        state.waived = None
        drawn = [_taken(text, lying) for text in turn.draw or ()]
        found.append(
            TurnFacts(
                number=number,
                seat=seat,
                fits=fits,
                drawn=tuple(drawn) if seat in eyes.seats else (None,) * len(drawn),
                tile=None if turn.tile is None else TILE_BY_TEXT[turn.tile],
                passed=bool(turn.pass_),
                irregular=bool(turn.irregular),
            )
        )
    return found


def _taken(text: str, lying: list[Tile]) -> Tile | None:
    """The tile drawn: as written, or the next one where the order of the boneyard is known."""
    if text == UNSEEN:
        return lying.pop(0) if lying else None
    tile = TILE_BY_TEXT[text]
    if tile in lying:
        lying.remove(tile)
    return tile


def _lead(table: Table, written: Round, lead: Lead | None) -> LeadFacts | None:
    """How the highest tile found the leader; None where it did not, or where that is in doubt."""
    if written.lead is None:
        return None
    leader, how = table.seat_of[written.lead.by], written.lead.how
    if lead is None:
        by_rule = "highest-double" in (table.rules.first_lead, table.rules.lead_after_block)
        if not by_rule or how not in _HIGHEST_LEADS:
            return None
    elif (
        lead.how not in _HIGHEST_LEADS
        or lead.seat not in (None, leader)
        or how not in (None, "unknown", *_HIGHEST_LEADS)
    ):
        return None
    doubles, others = lead_order()
    ranking, above = {
        "highest-double": (doubles, 0),
        "heaviest-tile": (others, set_of(doubles)),
    }.get(how or "unknown", ((*doubles, *others), 0))
    return LeadFacts(leader, ranking, above, is_led=table.rules.led_tile == "deciding-tile")


def _left(table: Table, written: Round, ended: RoundState) -> dict[int, Shown]:
    """The leftovers by seat, without those that were refused when the end was checked."""
    found: dict[int, Shown] = {}
    for key, texts in ((written.end and written.end.left) or {}).items():
        seat = table.seat_of.get(key)
        if seat is None:
            continue
        hand = ended.hands[seat]
        tiles = [TILE_BY_TEXT[text] for text in texts if text != UNSEEN]
        elsewhere = [
            tile
            for tile in tiles
            if tile not in hand.known
            and (tile not in ended.loose or tile in (ended.boneyard or ()))
        ]
        if len(texts) == len(hand) and len(set(tiles)) == len(tiles) and not elsewhere:
            found[seat] = Shown(set_of(tiles), len(texts) - len(tiles))
    return found


def _unplayable(written: Round, ended: RoundState) -> int:
    """The tiles that fitted when the round was blocked; none where it was not."""
    says_blocked = written.end is not None and written.end.how == "blocked"
    blocked = ended.ending is Ending.BLOCKED
    if blocked or (says_blocked and ended.ending is None and ended.may_be_blocked()):
        return set_of(ended.fitting())
    return 0

"""How a round begins: the deal, or a position set up, and who leads.

Codes: unknown-player, tile-twice, hand-size, boneyard-size, missing-lead,
lead-with-setup, wrong-leader, wrong-lead-how, setup-tile-count, setup-place,
unknown-side, hands-with-setup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from allfives_cli.checking.findings import Pointer, Report
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Hand
from allfives_cli.game.layout import Layout
from allfives_cli.game.matches import Lead, LeadHow, MatchState
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.sites import site_on
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, Round, Setup

Where = dict[Tile, tuple[Pointer, int]]


def begin_round(
    table: Table, match: MatchState, written: Round, at: Pointer, report: Report, *, first: bool
) -> RoundState | None:
    """The state before the first turn; None, with findings, where the deal cannot be."""
    if written.setup is not None:
        return _set_up(table, match, written, at, report)
    if written.lead is None:
        report.add("missing-lead", at)
        return None
    before = len(report.findings)
    seen: Where = {}
    hands = _hands(table, written.hands or {}, (*at, "hands"), seen, report, deal=True)
    left = len(DOUBLE_SIX) - table.hand_size * len(table.players)
    boneyard = _boneyard(written.boneyard, (*at, "boneyard"), seen, report)
    if boneyard is not None and len(boneyard) != left:
        report.add("boneyard-size", (*at, "boneyard"), found=len(boneyard), expected=left)
    leader = table.seat_of.get(written.lead.by)
    if leader is None:
        _unknown_player(table, written.lead.by, (*at, "lead", "by"), report)
    if len(report.findings) > before or leader is None:
        return None
    lead = match.next_lead(hands, first=first)
    state = RoundState(table.rules, hands, leader, left, boneyard)
    if lead is not None:
        _check_lead(table, written, lead, leader, at, report)
        if table.rules.led_tile == "deciding-tile":
            state.must_lead = lead.tile
    return state


def _unknown_player(table: Table, key: str, pointer: Pointer, report: Report) -> None:
    report.add("unknown-player", pointer, player=key, players=table.players)


def _hands(
    table: Table,
    written: Mapping[str, Sequence[str]],
    at: Pointer,
    seen: Where,
    report: Report,
    *,
    deal: bool,
) -> list[Hand]:
    """The hands by seat. A hand that is not written is wholly unseen in a deal."""
    for key in written:
        if key not in table.seat_of:
            _unknown_player(table, key, (*at, key), report)
    hands: list[Hand] = []
    for key in table.players:
        tiles = written.get(key)
        if tiles is None:
            hands.append(Hand(unseen=table.hand_size if deal else 0))
            continue
        if deal and len(tiles) != table.hand_size:
            report.add(
                "hand-size", (*at, key), player=key, found=len(tiles), expected=table.hand_size
            )
        known = _once(tiles, (*at, key), seen, report)
        hands.append(Hand(known, len(tiles) - len(known)))
    return hands


def _once(texts: Sequence[str], at: Pointer, seen: Where, report: Report) -> list[Tile]:
    """The seen tiles of a list, with a finding for each that was met before."""
    found = [TILE_BY_TEXT[text] for text in texts if text != UNSEEN]
    for index, text in enumerate(texts):
        if text == UNSEEN:
            continue
        tile = TILE_BY_TEXT[text]
        if tile in seen:
            list_at, place = seen[tile]
            finding = report.add("tile-twice", (*at, index), tile=tile)
            finding.related = (("first", (*list_at, place)),)
        else:
            seen[tile] = (at, index)
    return found


def _boneyard(
    written: Sequence[str] | None, at: Pointer, seen: Where, report: Report
) -> list[Tile] | None:
    return None if written is None else _once(written, at, seen, report)


def _check_lead(
    table: Table, written: Round, lead: Lead, leader: int, at: Pointer, report: Report
) -> None:
    assert written.lead is not None  # noqa: S101 - begin_round has seen to it
    if lead.seat is not None and lead.seat != leader:
        report.add(
            "wrong-leader",
            (*at, "lead", "by"),
            player=written.lead.by,
            expected=table.players[lead.seat],
            how=lead.how.value,
            tile=lead.tile,
        )
    elif written.lead.how not in (None, "unknown", lead.how.value) and not _undecided(lead):
        report.add(
            "wrong-lead-how", (*at, "lead", "how"), how=written.lead.how, expected=lead.how.value
        )


def _undecided(lead: Lead) -> bool:
    """Whether unseen hands leave open if it is a double that decides."""
    return lead.seat is None and lead.how in (LeadHow.HIGHEST_DOUBLE, LeadHow.HEAVIEST_TILE)


def _set_up(
    table: Table, match: MatchState, written: Round, at: Pointer, report: Report
) -> RoundState | None:
    """A position in place of a deal. A setup has its own hands and boneyard."""
    setup = written.setup
    assert setup is not None  # noqa: S101 - begin_round has seen to it
    for key in ("lead", "hands", "boneyard"):
        if getattr(written, key) is not None:
            report.add("not-with-setup", (*at, key), key=key)
            return None
    at = (*at, "setup")
    before = len(report.findings)
    seen: Where = {}
    layout = _placed(table, setup, at, seen, report)
    hands = _hands(table, setup.hands, (*at, "hands"), seen, report, deal=False)
    boneyard = None
    size = setup.boneyard if isinstance(setup.boneyard, int) else len(setup.boneyard)
    if not isinstance(setup.boneyard, int):
        boneyard = _boneyard(setup.boneyard, (*at, "boneyard"), seen, report)
    if setup.turn not in table.seat_of:
        _unknown_player(table, setup.turn, (*at, "turn"), report)
    totals = setup.totals or {}
    for key in totals:
        if key not in table.side_index:
            report.add("unknown-side", (*at, "totals", key), side=key, sides=table.side_keys)
    count = len(layout.covered) + sum(len(hand) for hand in hands) + size
    if len(report.findings) == before and count != len(DOUBLE_SIX):
        report.add("setup-tile-count", at, found=count, expected=len(DOUBLE_SIX))
    if len(report.findings) > before:
        return None
    for key, amount in totals.items():
        match.totals[table.side_index[key]] = int(2 * amount)
    state = RoundState(table.rules, hands, table.seat_of[setup.turn], size, boneyard)
    state.set_layout(layout)
    return state


def _placed(table: Table, setup: Setup, at: Pointer, seen: Where, report: Report) -> Layout:
    """The layout of a setup, laid tile by tile by the rules of where tiles may go."""
    layout = Layout()
    texts = [placed.tile for placed in setup.layout]
    tiles = _once(texts, (*at, "layout"), seen, report)
    if len(set(tiles)) != len(tiles):
        return layout
    for index, placed in enumerate(setup.layout):
        tile = TILE_BY_TEXT[placed.tile]
        face = None
        if (placed.on is None) != (index == 0):
            report.add("setup-place", (*at, "layout", index), tile=tile, on=placed.on)
            return layout
        if placed.on is not None:
            touched = TILE_BY_TEXT[placed.on]
            known = touched in layout.covered
            face = site_on(layout, touched, tile, table.rules) if known else None
            if face is None:
                report.add("setup-place", (*at, "layout", index), tile=tile, on=placed.on)
                return layout
        layout.place(tile, face)
    return layout

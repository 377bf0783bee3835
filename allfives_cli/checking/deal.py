"""How a round begins: the deal, or a position set up, and who leads.

Codes: unknown-player, tile-twice, hand-size, boneyard-size, missing-lead,
wrong-leader, wrong-lead-how, not-with-setup, setup-tile-count, setup-place,
unknown-side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from allfives_cli.checking.findings import Report
from allfives_cli.checking.table import Table
from allfives_cli.game.actions import Hand
from allfives_cli.game.layout import Layout
from allfives_cli.game.matches import Lead, LeadHow, MatchState
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.sites import site_on
from allfives_cli.game.tiles import DOUBLE_SIX, TILE_BY_TEXT, Tile
from allfives_cli.record.model import UNSEEN, LeadBy, Round, Setup
from allfives_cli.record.places import Pointer

MOST_TWICE = len(DOUBLE_SIX)
"""Tiles that are reported as standing twice: no more than there are."""

Listed = tuple[Pointer, Sequence[str]]
"""A list of tiles as the record writes it, and where."""


def begin_round(
    table: Table, match: MatchState, written: Round, at: Pointer, report: Report, *, first: bool
) -> RoundState | None:
    """The state before the first turn; None, with findings, where the deal cannot be."""
    fields = written.__dict__  # as in `fold`
    if fields["setup"] is not None:
        return _set_up(table, match, written, at, report)
    led, dealt, lying = fields["lead"], fields["hands"] or {}, fields["boneyard"]
    if led is None:
        report.add("missing-lead", at)
        return None
    before = len(report.findings)
    hands = _hands(table, dealt, (*at, "hands"), report, unseen=table.hand_size)
    for key, texts in dealt.items():
        if len(texts) != table.hand_size:
            report.add(
                "hand-size",
                (*at, "hands", key),
                player=key,
                found=len(texts),
                expected=table.hand_size,
            )
    left = len(DOUBLE_SIX) - table.hand_size * len(hands)
    boneyard = None if lying is None else _seen(lying)
    if boneyard is not None and len(boneyard) != left:
        report.add("boneyard-size", (*at, "boneyard"), found=len(boneyard), expected=left)
    leader = table.seat_of.get(led.by)
    if leader is None or len(report.findings) > before:
        _check_once(_listed(dealt, lying, at), report)
        if leader is None:
            _unknown_player(table, led.by, (*at, "lead", "by"), report)
        return None
    state = RoundState(table.rules, hands, leader, left, boneyard)
    if not _is_conserved(state):
        _check_once(_listed(dealt, lying, at), report)
        return None
    lead = match.next_lead(hands, first=first)
    if lead is not None:
        _check_lead(table, led, lead, leader, at, report)
        if table.rules.led_tile == "deciding-tile":
            state.must_lead = lead.tile
    return state


def _unknown_player(table: Table, key: str, pointer: Pointer, report: Report) -> None:
    report.add("unknown-player", pointer, player=key, players=table.players)


def _hands(
    table: Table,
    written: Mapping[str, Sequence[str]],
    at: Pointer,
    report: Report,
    *,
    unseen: int,
) -> list[Hand]:
    """The hands by seat; one that is not written holds ``unseen`` tiles, none of them seen."""
    if not written.keys() <= table.seat_of.keys():
        for key in written:
            if key not in table.seat_of:
                _unknown_player(table, key, (*at, key), report)
    hands: list[Hand] = []
    for key in table.players:
        texts = written.get(key)
        if texts is None:
            hands.append(Hand(unseen=unseen))
        elif UNSEEN in texts:
            hands.append(Hand(_seen(texts), texts.count(UNSEEN)))
        else:
            hands.append(Hand(map(TILE_BY_TEXT.__getitem__, texts)))
    return hands


def _seen(texts: Sequence[str]) -> list[Tile]:
    return [TILE_BY_TEXT[text] for text in texts if text != UNSEEN]


def _listed(
    hands: Mapping[str, Sequence[str]], boneyard: Sequence[str] | int | None, at: Pointer
) -> list[Listed]:
    listed: list[Listed] = [((*at, "hands", key), texts) for key, texts in hands.items()]
    if boneyard is not None and not isinstance(boneyard, int):
        listed.append(((*at, "boneyard"), boneyard))
    return listed


def _is_conserved(state: RoundState) -> bool:
    """Whether hands and boneyard of the right sizes name no tile twice: a count will tell.

    A tile named twice leaves one more that is not named at all.
    """
    unseen = 0
    for hand in state.hands:
        unseen += hand.unseen
    loose, boneyard = state.loose, state.boneyard
    return len(loose) == state.boneyard_size + unseen and (
        boneyard is None or len(loose.difference(boneyard)) == unseen
    )


def _check_once(listed: Sequence[Listed], report: Report) -> None:
    """Report what stands twice in the lists, with its first place: at most MOST_TWICE tiles."""
    seen: dict[str, Pointer] = {}
    left = MOST_TWICE
    for at, part in listed:
        for index, text in enumerate(part):
            if text in seen:
                if not left:
                    return
                left -= 1
                finding = report.add("tile-twice", (*at, index), tile=text)
                finding.related = (("first", seen[text]),)
            elif text != UNSEEN:
                seen[text] = (*at, index)


def _check_lead(
    table: Table, written: LeadBy, lead: Lead, leader: int, at: Pointer, report: Report
) -> None:
    if lead.seat is not None and lead.seat != leader:
        report.add(
            "wrong-leader",
            (*at, "lead", "by"),
            player=written.by,
            expected=table.players[lead.seat],
            how=lead.how.value,
            tile=lead.tile,
        )
    elif written.how not in (None, "unknown", lead.how) and not _undecided(lead):
        report.add("wrong-lead-how", (*at, "lead", "how"), how=written.how, expected=lead.how.value)


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
    placed: Listed = ((*at, "layout"), [each.tile for each in setup.layout])
    _check_once([placed, *_listed(setup.hands, setup.boneyard, at)], report)
    hands = _hands(table, setup.hands, (*at, "hands"), report, unseen=0)
    if len(report.findings) > before:
        return None
    layout = _placed(table, setup, at, report)
    boneyard = None if isinstance(setup.boneyard, int) else _seen(setup.boneyard)
    size = setup.boneyard if isinstance(setup.boneyard, int) else len(setup.boneyard)
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


def _placed(table: Table, setup: Setup, at: Pointer, report: Report) -> Layout:
    """The layout of a setup, laid tile by tile by the rules of where tiles may go."""
    layout = Layout()
    for index, placed in enumerate(setup.layout):
        tile = TILE_BY_TEXT[placed.tile]
        touched = None if placed.on is None else TILE_BY_TEXT[placed.on]
        face = None
        if touched in layout.covered:
            face = site_on(layout, touched, tile, table.rules)
        if (face is None) != (index == 0) or (touched is None) != (index == 0):
            report.add("setup-place", (*at, "layout", index), tile=tile, on=placed.on)
            break
        layout.place(tile, face)
    return layout

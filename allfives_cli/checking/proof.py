"""Whether any deal agrees with what a round says of its hidden tiles; if none, where and why.

Codes: no-place-for-tile, too-few-places, too-few-tiles, lead-impossible.

A finding is at the first turn after which no deal agrees, and tells a smallest
set of tiles and places that cannot. ``holders`` are the players in whose hands
the places are, ``boneyard`` is there where some are in it. ``because`` are the
turns that exclude other places or tiles, each as player, turn and why.
"""

from __future__ import annotations

from allfives_cli.checking.facts import RoundFacts, TurnFacts, tiles_in
from allfives_cli.checking.findings import Finding, Report
from allfives_cli.checking.hidden import SILENT, Place, Places, Reason
from allfives_cli.checking.matching import Violation, bits, crowded, fill, is_full, short
from allfives_cli.record.places import Pointer


def prove_round(facts: RoundFacts, number: int, report: Report) -> None:
    """Report the first turn after which no deal agrees with round ``number`` any more.

    Every fact narrows what can have been: where the whole round agrees, so
    does every part of it, and one matching is enough.
    """
    turns = len(facts.turns)
    whole = Places(facts, turns, end=True)
    if _agrees(whole):
        return
    at: Pointer = ("rounds", number - 1)
    for count in range(turns + 1):
        places = Places(facts, count)
        if not _agrees(places):
            _report(places, (*at, "turns", count - 1) if count else (*at, "lead"), report)
            return
    _report(whole, (*at, "end"), report)


def _agrees(places: Places) -> bool:
    return next(places.ways(), None) is not None


def _report(places: Places, at: Pointer, report: Report) -> None:
    """Report what disagrees, whoever led; the smaller of what is crowded and what is short."""
    masks, rooms = places.masks, places.rooms
    held = fill(masks, rooms, places.tiles)
    if is_full(held, rooms):
        _report_lead(places, at, report)
        return
    over, under = crowded(masks, rooms, held, places.tiles), short(masks, rooms, held)
    assert over is not None  # noqa: S101 - as many tiles as places: both or neither
    assert under is not None  # noqa: S101 - as above
    is_crowded = over.things.bit_count() + over.room <= under.things.bit_count() + under.room
    if is_crowded:
        outside = [place for index, place in enumerate(places.all) if index not in over.places]
        reasons = _silent(outside, over.things)
    else:
        inside = [places.all[index] for index in under.places]
        reasons = _silent(inside, places.tiles & ~under.things)
    found = _simplified(over if is_crowded else under, places, at)
    finding = _add(found, places, reasons, at, report, is_crowded=is_crowded)
    turns = dict.fromkeys(reason.turn for reason in reasons)
    pointers: list[Pointer] = [(*at[:2], "turns", turn - 1) for turn in turns if turn]
    finding.related = tuple(("excludes", pointer) for pointer in pointers if pointer != at)


def _turn(places: Places, at: Pointer) -> TurnFacts | None:
    return places.facts.turns[int(at[-1])] if at[-2] == "turns" else None


def _simplified(found: Violation, places: Places, at: Pointer) -> Violation:
    """A violation without tiles that were laid before from places in it, and without these places.

    The tile of the turn itself stays: it may be the one that is wrong.
    """
    turn = _turn(places, at)
    now = 0 if turn is None or turn.tile is None else 1 << turn.tile.rank
    elsewhere = 0
    for index, place in enumerate(places.all):
        elsewhere |= 0 if index in found.places else place.mask
    simple = found.things & places.laid & ~now & ~elsewhere
    if simple == found.things:
        return found
    return Violation(found.things ^ simple, found.places, found.room - simple.bit_count())


def _add(
    found: Violation,
    places: Places,
    reasons: list[Reason],
    at: Pointer,
    report: Report,
    *,
    is_crowded: bool,
) -> Finding:
    turn = _turn(places, at)
    player = None if turn is None else places.facts.players[turn.seat]
    tiles = tiles_in(found.things)
    because = [
        (reason.player, f"{int(at[1]) + 1}.{reason.turn}", reason.why.value) for reason in reasons
    ]
    if is_crowded and not found.room:
        return report.add("no-place-for-tile", at, player=player, tile=tiles[0], because=because)
    concerned = [places.all[index] for index in found.places if places.all[index].room]
    seats = sorted({place.seat for place in concerned if place.seat is not None})
    params = {
        "player": player,
        "tiles": tiles,
        "places": found.room,
        "holders": [places.facts.players[seat] for seat in seats],
        "because": because,
    }
    if places.boneyard in concerned:
        params["boneyard"] = True
    code = "too-few-places" if is_crowded else "too-few-tiles"
    return report.add(code, at, **params)


def _report_lead(places: Places, at: Pointer, report: Report) -> None:
    """No tile that can have been dealt to the leader can have decided the lead."""
    lead = places.facts.lead
    assert lead is not None  # noqa: S101 - without it the places themselves disagree
    report.add("lead-impossible", at, player=places.facts.players[lead.leader])


def _silent(barring: list[Place], tiles: int) -> list[Reason]:
    """The draws and passes that keep any of the tiles out of these places, in order."""
    found = {
        reason
        for place in barring
        for tile in bits(tiles if place.room else 0)
        if (reason := place.reason(tile)) is not None and reason.why in SILENT
    }
    return sorted(found, key=lambda reason: (reason.turn or 0, reason.why))

"""Things put into places with limited room: the pure bipartite algorithm, no dominoes.

Things are numbered from 0 and a set of them is an integer with a bit for each.
A place is given by its ``mask``, the set of things that it may hold, and its
``room``, how many it must hold in the end. Equal places are one place with
more room, which keeps the graph small.

`fill` finds one way to put every thing somewhere (augmenting paths);
`possible` then says what each place holds in at least one of all such ways
(an edge is in some perfect matching where it is in this one, or on a cycle
that alternates: Berge, Dulmage and Mendelsohn); `crowded` and `short` say why
there is no way (Hall).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Violation(NamedTuple):
    """Things and places that cannot agree: too many of the one for the other.

    ``places`` are indexes; ``room`` is how much they hold together. No proper
    part of it is a violation.
    """

    things: int
    places: tuple[int, ...]
    room: int


def bits(things: int) -> Iterator[int]:
    """Each thing of a set, as a set of one."""
    while things:
        one = things & -things
        yield one
        things ^= one


def fill(masks: Sequence[int], rooms: Sequence[int], things: int) -> list[int]:
    """Put as many of ``things`` as possible into places; return what each place holds."""
    held = [0] * len(masks)
    free = list(rooms)
    # Those with the fewest places first: then few have to be moved again.
    for one in sorted(bits(things), key=lambda one: sum([1 for mask in masks if mask & one])):
        _put(one, masks, free, held)
    return held


def _put(one: int, masks: Sequence[int], free: list[int], held: list[int]) -> bool:
    """Find a place for one more thing, moving others where that helps (breadth first)."""
    came_from: dict[int, tuple[int, int]] = {}
    queue: list[int] = []
    for place, mask in enumerate(masks):
        if mask & one:
            if free[place]:
                free[place] -= 1
                held[place] |= one
                return True
            came_from[place] = (-1, one)
            queue.append(place)
    for place in queue:
        for onward, mask in enumerate(masks):
            movable = held[place] & mask
            if not movable or onward in came_from:
                continue
            came_from[onward] = (place, movable & -movable)
            queue.append(onward)
            if free[onward]:
                free[onward] -= 1
                _move(onward, came_from, held)
                return True
    return False


def _move(place: int, came_from: dict[int, tuple[int, int]], held: list[int]) -> None:
    """Move one thing along the path that leads to a place with room."""
    while place >= 0:
        before, thing = came_from[place]
        held[place] |= thing
        if before >= 0:
            held[before] ^= thing
        place = before


def is_full(held: Sequence[int], rooms: Sequence[int]) -> bool:
    """Whether every place holds as much as it must."""
    return all(things.bit_count() == room for things, room in zip(held, rooms, strict=True))


def reachable(masks: Sequence[int], held: Sequence[int]) -> list[int]:
    """For each place the set of places, itself included, that its things can push into.

    Where p leads to q, something can be taken out of p and put into q, moving
    others on the way between.
    """
    count = len(masks)
    reach = [
        (1 << place) | sum([1 << other for other in range(count) if held[place] & masks[other]])
        for place in range(count)
    ]
    for between in range(count):
        through = reach[between]
        for place in range(count):
            if reach[place] >> between & 1:
                reach[place] |= through
    return reach


def possible(masks: Sequence[int], held: Sequence[int], reach: Sequence[int]) -> list[int]:
    """What each place holds in at least one of all full ways; ``held`` is one of them.

    ``reach`` comes from `reachable`.
    """
    found = list(held)
    for place, mask in enumerate(masks):
        for other, things in enumerate(held):
            if reach[place] >> other & 1:
                found[place] |= things & mask
    return found


def filling(held: Sequence[int], reach: Sequence[int], place: int) -> int:
    """The things that must fill a place and those that it leads to, in every full way.

    They fit nowhere else and leave no room for anything more.
    """
    found = 0
    for other, things in enumerate(held):
        if reach[place] >> other & 1:
            found |= things
    return found


def crowded(
    masks: Sequence[int], rooms: Sequence[int], held: Sequence[int], things: int
) -> Violation | None:
    """Fewest things found that have less room than they need; None where all were put.

    ``held`` comes from `fill`, so that no path leads from what was left over to
    free room: it and all that it could push aside have only the places reached.
    """
    over = things
    for each in held:
        over &= ~each
    found: Violation | None = None
    for one in bits(over):
        places = _closure(masks, held, [p for p, mask in enumerate(masks) if mask & one])
        pushed = one
        for place in places:
            pushed |= held[place]
        violation = Violation(pushed, places, sum(rooms[place] for place in places))
        if found is None or _size(violation) < _size(found):
            found = violation
    return found


def short(masks: Sequence[int], rooms: Sequence[int], held: Sequence[int]) -> Violation | None:
    """Few places found that have fewer things to hold than room; None where all are full.

    Places are left out one by one for as long as the rest cannot all be filled.
    """
    found: Violation | None = None
    for start, room in enumerate(rooms):
        if held[start].bit_count() == room:
            continue
        places = list(range(len(masks)))
        for place in sorted(places, key=lambda place: place == start):
            others = [other for other in places if other != place]
            if not _can_be_filled([masks[i] for i in others], [rooms[i] for i in others]):
                places = others
        things = _union(masks, places)
        violation = Violation(things, tuple(places), sum([rooms[place] for place in places]))
        if found is None or _size(violation) < _size(found):
            found = violation
    return found


def _can_be_filled(masks: Sequence[int], rooms: Sequence[int]) -> bool:
    return is_full(fill(masks, rooms, _union(masks, range(len(masks)))), rooms)


def _union(masks: Sequence[int], places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= masks[place]
    return found


def _closure(masks: Sequence[int], held: Sequence[int], start: list[int]) -> tuple[int, ...]:
    queue = list(start)
    for place in queue:
        queue += [
            other for other, mask in enumerate(masks) if held[place] & mask and other not in queue
        ]
    return tuple(sorted(queue))


def _size(violation: Violation) -> int:
    return violation.things.bit_count() + violation.room

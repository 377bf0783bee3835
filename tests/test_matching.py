"""Filling places with things, against every way that there is, found by trying them all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from allfives_cli.checking.matching import (
    Violation,
    bits,
    crowded,
    fill,
    filling,
    is_full,
    possible,
    reachable,
    short,
)

Graph = tuple[list[int], list[int], int]


def graph(seed: int) -> Graph:
    """Random masks and rooms for as many things as there is room."""
    rng = random.Random(seed)  # noqa: S311 - graphs, not secrets
    rooms = [rng.choice([0, 1, 1, 1, 2, 3]) for _ in range(rng.randint(1, 5))]
    count = sum(rooms)
    density = rng.choice([0.3, 0.5, 0.7])
    masks = [sum(1 << thing for thing in range(count) if rng.random() < density) for _ in rooms]
    return masks, rooms, (1 << count) - 1


GRAPHS = [graph(seed) for seed in range(400)]


def every_way(masks: Sequence[int], rooms: Sequence[int], things: int) -> Iterator[list[int]]:
    """All ways to put all things into places, by trying."""
    if not masks:
        if not things:
            yield []
        return
    here = list(bits(masks[0] & things))
    for chosen in combinations(here, rooms[0]):
        for rest in every_way(masks[1:], rooms[1:], things & ~sum(chosen)):
            yield [sum(chosen), *rest]


def put(held: Sequence[int]) -> int:
    return sum(each.bit_count() for each in held)


@pytest.mark.parametrize("number", range(0, 400, 40))
def test_a_full_way_is_found_exactly_where_there_is_one(number: int) -> None:
    for masks, rooms, things in GRAPHS[number : number + 40]:
        held = fill(masks, rooms, things)
        for mask, room, each in zip(masks, rooms, held, strict=True):
            assert not each & ~mask
            assert each.bit_count() <= room
        assert put(held) == sum(held).bit_count()
        assert is_full(held, rooms) == any(True for _ in every_way(masks, rooms, things))


def test_both_kinds_of_graph_are_tried() -> None:
    full = [is_full(fill(*graph), graph[1]) for graph in GRAPHS]
    assert 50 < sum(full) < 350


def test_possible_is_what_some_full_way_has() -> None:
    for masks, rooms, things in GRAPHS:
        ways = list(every_way(masks, rooms, things))
        if ways:
            held = fill(masks, rooms, things)
            expected = [0] * len(masks)
            for way in ways:
                expected = [one | other for one, other in zip(expected, way, strict=True)]
            assert possible(masks, held, reachable(masks, held)) == expected


def test_what_must_fill_places_is_in_them_in_every_full_way() -> None:
    for masks, rooms, things in GRAPHS:
        held = fill(masks, rooms, things)
        if not is_full(held, rooms):
            continue
        reach = reachable(masks, held)
        for place in range(len(masks)):
            must = filling(held, reach, place)
            inside = [other for other in range(len(masks)) if reach[place] >> other & 1]
            assert must.bit_count() == sum(rooms[other] for other in inside)
            for way in every_way(masks, rooms, things):
                assert sum(way[other] for other in inside) == must


def places_of(masks: Sequence[int], things: int) -> set[int]:
    return {place for place, mask in enumerate(masks) if mask & things}


def subsets(things: int) -> Iterator[int]:
    each = list(bits(things))
    for size in range(1, len(each)):
        yield from map(sum, combinations(each, size))


def test_crowded_things_have_too_little_room_and_no_fewer_of_them_do() -> None:
    seen = 0
    for masks, rooms, things in GRAPHS:
        found = crowded(masks, rooms, fill(masks, rooms, things), things)
        if found is None:
            continue
        seen += 1
        assert set(found.places) == places_of(masks, found.things)
        assert found.room == sum(rooms[place] for place in found.places)
        assert found.things.bit_count() > found.room
        for fewer in subsets(found.things):
            room = sum(rooms[place] for place in places_of(masks, fewer))
            assert fewer.bit_count() <= room
    assert seen > 50


def test_short_places_have_too_few_things_and_no_fewer_of_them_do() -> None:
    seen = 0
    for masks, rooms, things in GRAPHS:
        found = short(masks, rooms, fill(masks, rooms, things))
        if found is None:
            continue
        seen += 1
        assert found.room == sum(rooms[place] for place in found.places)
        assert found.things.bit_count() < found.room
        for size in range(1, len(found.places)):
            for fewer in combinations(found.places, size):
                union = 0
                for place in fewer:
                    union |= masks[place]
                assert union.bit_count() >= sum(rooms[place] for place in fewer)
    assert seen > 50


def test_things_that_fit_nowhere_are_a_violation_by_themselves() -> None:
    masks, rooms = [0b011, 0b011], [2, 1]
    held = fill(masks, rooms, 0b111)
    assert crowded(masks, rooms, held, 0b111) == Violation(0b100, (), 0)


def test_moving_along_a_long_path_makes_room() -> None:
    masks, rooms = [0b0011, 0b0110, 0b1100, 0b1000], [1, 1, 1, 1]
    assert fill(masks, rooms, 0b1111) == [0b0001, 0b0010, 0b0100, 0b1000]

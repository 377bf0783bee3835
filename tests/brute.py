"""A second referee, slow and literal, that shares no code with the game.

It keeps nothing but who played what on what, and works every answer out anew from
the words of the rules. A tile is a pair of numbers, low half first; a place is the
tile that is touched. Amounts of points are fractions of whole points.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

Pair = tuple[int, int]

SET = [(low, high) for high in range(7) for low in range(high + 1)]


def pair(text: str) -> Pair:
    low, high = sorted(int(half) for half in text.split("-"))
    return low, high


def common_value(one: Pair, other: Pair) -> int | None:
    return next((value for value in range(7) if value in one and value in other), None)


class Table:
    """Tiles on the table: a list of (tile, tile touched), the lead touching None."""

    def __init__(self, *, with_spinner: bool) -> None:
        self.with_spinner = with_spinner
        self.plays: list[tuple[Pair, Pair | None]] = []

    def neighbours(self, tile: Pair) -> list[Pair]:
        found = []
        for later, earlier in self.plays:
            if later == tile and earlier is not None:
                found.append(earlier)
            elif earlier == tile:
                found.append(later)
        return found

    def first_double(self) -> Pair | None:
        return next((tile for tile, _ in self.plays if tile[0] == tile[1]), None)

    def open_places(self) -> list[tuple[Pair, int]]:
        """Every open place: the tile to touch and the value there, one entry a place."""
        found = []
        for tile, _ in self.plays:
            around = self.neighbours(tile)
            if tile[0] != tile[1]:
                taken = [common_value(tile, neighbour) for neighbour in around]
                found += [(tile, half) for half in tile if half not in taken]
                continue
            if len(around) < 2:
                places = 2 - len(around)
            elif self.with_spinner and tile == self.first_double():
                places = 4 - len(around)
            else:
                places = 0
            found += [(tile, tile[0])] * places
        return found

    def open_values(self) -> Counter[int]:
        return Counter(value for _, value in self.open_places())

    def places_for(self, tile: Pair) -> set[Pair | None]:
        """The tiles that this one may touch; None is the empty table."""
        if not self.plays:
            return {None}
        return {on for on, value in self.open_places() if value in tile}

    def count(self) -> int:
        if len(self.plays) == 1:
            return sum(self.plays[0][0])
        total = 0
        for tile, _ in self.plays:
            around = self.neighbours(tile)
            if len(around) != 1:
                continue
            if tile[0] == tile[1]:
                total += 2 * tile[0]
            else:
                total += sum(tile) - (common_value(tile, around[0]) or 0)
        return total

    def award(self) -> int:
        total = self.count()
        return total if total in range(5, 200, 5) else 0


class Round:
    """One round with every tile in sight; an action is a tuple of plain values."""

    def __init__(
        self, hands: list[set[Pair]], boneyard: list[Pair], leader: int, *, with_spinner: bool
    ) -> None:
        self.table = Table(with_spinner=with_spinner)
        self.hands = [set(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.seat = leader

    def somebody_can_play(self) -> bool:
        return any(self.table.places_for(tile) for hand in self.hands for tile in hand)

    def out(self) -> int | None:
        return next((seat for seat, hand in enumerate(self.hands) if not hand), None)

    def blocked(self) -> bool:
        return self.out() is None and not self.boneyard and not self.somebody_can_play()

    def legal(self) -> set[tuple[object, ...]]:
        """Every action the rules allow now: (seat, "play", tile, on), "draw" or "pass"."""
        if self.out() is not None:
            return set()
        plays = {
            (self.seat, "play", tile, on)
            for tile in self.hands[self.seat]
            for on in self.table.places_for(tile)
        }
        if plays:
            return set(plays)
        if self.boneyard:
            return {(self.seat, "draw", self.boneyard[0])}
        return {(self.seat, "pass")}

    def do(self, action: tuple[object, ...]) -> None:
        assert action in self.legal()
        match action:
            case (_, "play", tile, on):
                self.hands[self.seat].remove(tile)
                self.table.plays.append((tile, on))
            case (_, "draw", _):
                self.hands[self.seat].add(self.boneyard.pop(0))
                return
        self.seat = (self.seat + 1) % len(self.hands)

    def pips(self) -> list[int]:
        return [sum(sum(tile) for tile in hand) for hand in self.hands]


def nearest_five(pips: int) -> int:
    return min(range(0, 400, 5), key=lambda multiple: abs(multiple - pips))


def payments(
    sides: list[tuple[int, ...]], pips: list[int], out: int | None, how: str, tie: str
) -> dict[int, Fraction]:
    """What each side's score changes by at the end of a round; no entry for no change."""
    of_side = [sum(pips[seat] for seat in side) for side in sides]
    paid: dict[int, Fraction] = {}
    if how == "deducted":
        for index, side in enumerate(sides):
            paid[index] = Fraction(-sum(nearest_five(pips[seat]) for seat in side))
    else:
        if out is not None:
            best = [index for index, side in enumerate(sides) if out in side]
        else:
            best = [index for index, total in enumerate(of_side) if total == min(of_side)]
        if len(best) == 1:
            (winner,) = best
            paid[winner] = Fraction(_won(sides, pips, winner, how))
        elif tie == "split-by-two-of-three" and len(sides) == 3 and len(best) == 2:
            (third,) = {0, 1, 2} - set(best)
            for index in best:
                paid[index] = Fraction(nearest_five(of_side[third]), 2)
    return {index: amount for index, amount in paid.items() if amount}


def _won(sides: list[tuple[int, ...]], pips: list[int], winner: int, how: str) -> int:
    own = sum(pips[seat] for seat in sides[winner])
    others = [sum(pips[seat] for seat in s) for i, s in enumerate(sides) if i != winner]
    each = [pips[seat] for i, s in enumerate(sides) if i != winner for seat in s]
    rounded_sides = sum(nearest_five(total) for total in others)
    return {
        "pooled": nearest_five(sum(others)),
        "each-hand": sum(nearest_five(hand) for hand in each),
        "less-own-rounded": rounded_sides - nearest_five(own),
        "less-own": max(0, rounded_sides - own),
        "rounded-difference": nearest_five(max(0, sum(others) - own)),
    }[how]


def holder_of_the_highest(hands: list[set[Pair]]) -> tuple[int, Pair]:
    """The holder of the highest double, else of the heaviest tile, then of its higher half."""
    doubles = [(t[0], s, t) for s, hand in enumerate(hands) for t in hand if t[0] == t[1]]
    if doubles:
        _, seat, tile = max(doubles)
    else:
        _, _, seat, tile = max((sum(t), t[1], s, t) for s, hand in enumerate(hands) for t in hand)
    return seat, tile

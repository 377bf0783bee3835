"""Where the tiles of each round come from: a seed, a deal that is given, or both in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from allfives_cli.game.tiles import DOUBLE_SIX, Tile
from allfives_cli.play.shuffling import Seed, Stream, deal, lot


class Deal(NamedTuple):
    """The tiles of a round, and whom a lot chooses to lead it if the rules ask for one.

    Hands are by seat; the boneyard is in the order of drawing. ``lot`` is a
    seat, None where a given deal leaves the lot to be drawn.
    """

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    lot: int | None = None


Dealer = Callable[[int], Deal]
"""Deals the round of a number, from 1: the same tiles whenever it is asked."""


def seeded(seed: Seed, players: int, hand_size: int) -> Dealer:
    """A dealer whose every round follows from a seed."""

    def dealer(number: int) -> Deal:
        hands, boneyard = deal(seed, number, players, hand_size)
        return Deal(hands, boneyard, lot(seed, number, players))

    return dealer


def given(deals: Sequence[Deal], seed: Seed, players: int, hand_size: int) -> Dealer:
    """A dealer of these rounds, and of further ones from a seed.

    What a given deal leaves open follows from the seed as well: the lot, and
    the boneyard where only hands are given.
    """
    further = seeded(seed, players, hand_size)

    def dealer(number: int) -> Deal:
        if number > len(deals):
            return further(number)
        hands, boneyard, chosen = deals[number - 1]
        if not boneyard:
            held = {tile for hand in hands for tile in hand}
            rest = [tile for tile in DOUBLE_SIX if tile not in held]
            boneyard = tuple(Stream(seed, "deal", number).shuffled(rest))
        return Deal(hands, boneyard, lot(seed, number, players) if chosen is None else chosen)

    return dealer

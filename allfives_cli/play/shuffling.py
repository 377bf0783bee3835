"""Random choices that follow from a seed, the same on every platform and Python version.

Python's own generator is not used: what it makes of a seed is no promise. A
`Stream` is made of a seed and of labels that say what it is for, so that the
deal of round 3 does not depend on what was asked before it, and a match that
is taken up again goes on as if it had never stopped. The definition:

- The key is the netstrings of ``allfives-1``, the seed and the labels, each as
  UTF-8: ``10:allfives-1,1:7,4:deal,1:3,``. A seed that is a whole number is its
  decimal text, so ``7`` and ``"7"`` are one seed.
- Block n, from 0, is SHA-256 of the key followed by n in eight bytes, big end
  first. Each block is eight numbers of four bytes, big end first.
- A choice among k takes the next number below the largest multiple of k that
  is no larger than 2**32, rejecting those above; its remainder by k is chosen.
- A shuffle is Fisher and Yates's from the end: place i, from the last down to
  the second, is exchanged with one chosen among places 0 to i.

Labels in use: ``deal``, the round; ``lead``, the round; ``bot``, the seat, the
round and the turn. Rounds and turns count from 1, seats from 0.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, count, repeat
from struct import Struct
from typing import Final, TypeVar, final

from allfives_cli.game.tiles import DOUBLE_SIX, Tile

Seed = str | int
Item = TypeVar("Item")

VERSION: Final = "allfives-1"
_NUMBERS: Final = Struct(">8I")
_ALL_NUMBERS: Final = 1 << 32
_FRESH_BYTES: Final = 16  # 2**128 seeds are more than the 28! deals, which are about 2**98


@final
class Stream:
    """Numbers that follow from a seed and labels. Never ends."""

    __slots__ = ("_numbers",)

    def __init__(self, seed: Seed, *labels: str | int) -> None:
        key = _VERSION + b"".join([_netstring(part) for part in (seed, *labels)])
        self._numbers = chain.from_iterable(map(_block, repeat(key), count()))

    def below(self, among: int) -> int:
        """A number from 0 to ``among`` - 1, each as likely as the others.

        Raises ValueError for less than 1 or more than 2**32.
        """
        if not 1 <= among <= _ALL_NUMBERS:
            raise ValueError(f"nothing to choose among {among}")
        bound = _bound(among)
        while True:
            number = next(self._numbers)
            if number < bound:
                return number % among

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in an order of which each is as likely as the others."""
        found = list(items)
        calm = _ALL_NUMBERS - len(found)  # a number below it is never rejected
        numbers = self._numbers
        for among, first in zip(range(len(found), 1, -1), numbers, strict=False):
            number = first
            while number >= calm and number >= _bound(among):
                number = next(numbers)
            place, other = among - 1, number % among
            found[place], found[other] = found[other], found[place]
        return found


def _bound(among: int) -> int:
    """The number from which on numbers are rejected in a choice among so many."""
    return _ALL_NUMBERS - _ALL_NUMBERS % among


def _block(key: bytes, number: int) -> tuple[int, ...]:
    return _NUMBERS.unpack(sha256(key + number.to_bytes(8, "big")).digest())


def fresh_seed() -> str:
    """A seed from the system's randomness, for a match that need not be dealt again."""
    return secrets.token_hex(_FRESH_BYTES)


def deal(
    seed: Seed, number: int, players: int, hand_size: int
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Deal round ``number``: the shuffled set is cut into hands by seat, the rest is the boneyard.

    Hands are in the order in which they were dealt, the boneyard in that of drawing.
    Raises ValueError where the hands need more tiles than there are.
    """
    if players * hand_size > len(DOUBLE_SIX):
        raise ValueError(f"{players} hands of {hand_size} need more than {len(DOUBLE_SIX)} tiles")
    tiles = Stream(seed, "deal", number).shuffled(DOUBLE_SIX)
    cuts = range(0, players * hand_size, hand_size)
    hands = tuple([tuple(tiles[cut : cut + hand_size]) for cut in cuts])
    return hands, tuple(tiles[players * hand_size :])


def lot(seed: Seed, number: int, players: int) -> int:
    """The seat that a lot chooses to lead round ``number``.

    Where people draw tiles and repeat equal draws, each is as likely as the
    others; so it is here, in one draw.
    """
    return Stream(seed, "lead", number).below(players)


def _netstring(part: Seed) -> bytes:
    data = str(part).encode()
    return b"%d:%b," % (len(data), data)


_VERSION: Final = _netstring(VERSION)

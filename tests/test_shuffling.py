"""The defined shuffle: pinned, followed from its description, fair, and independent of its use."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.play.shuffling import Stream, deal, fresh_seed, lot

PINNED = {
    7: (
        "6-6 4-4 3-4 0-3 2-2 2-5 5-5 0-4 0-5",
        "2-4 3-5 4-6 1-3 1-2 3-6 5-6 0-0 1-6",
        "1-5 1-4 2-6 2-3 0-6 1-1 0-1 0-2 3-3 4-5",
        [3, 0, 1, 1, 3, 1, 1, 3, 3, 3, 3, 0],
    ),
    "Łódź": (
        "2-5 4-4 0-3 3-3 0-2 0-5 6-6 4-6 1-4",
        "0-0 3-4 3-5 1-6 5-6 0-6 1-1 5-5 0-1",
        "2-6 2-3 1-3 3-6 4-5 0-4 1-2 2-4 1-5 2-2",
        [2, 2, 0, 3, 2, 0, 3, 1, 3, 3, 1, 1],
    ),
}


@pytest.mark.parametrize("seed", PINNED)
def test_the_deal_of_a_seed_is_pinned(seed: str | int) -> None:
    hands, boneyard = deal(seed, 1, 2, 9)
    texts = [" ".join(tile.text for tile in tiles) for tiles in (*hands, boneyard)]
    lots = [lot(seed, number, 4) for number in range(1, 13)]
    assert (*texts, lots) == PINNED[seed]


def _as_described(key: bytes, size: int) -> list[int]:
    """Places after a shuffle, by the module's description and nothing of its code."""
    numbers: list[int] = []
    for block in range(64):
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        numbers += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    places = list(range(size))
    for place in range(size - 1, 0, -1):
        count = place + 1
        number = numbers.pop(0)
        while number >= 2**32 // count * count:
            number = numbers.pop(0)
        other = number % count
        places[place], places[other] = places[other], places[place]
    return places


@pytest.mark.parametrize("number", range(1, 30))
def test_the_shuffle_is_what_its_description_says(number: int) -> None:
    digits = len(str(number))
    key = b"10:allfives-1,1:7,4:deal,%d:%d," % (digits, number)
    shuffled = [DOUBLE_SIX[place] for place in _as_described(key, 28)]
    hands, boneyard = deal(7, number, 2, 9)
    assert [*hands[0], *hands[1], *boneyard] == shuffled


def test_a_number_and_its_text_are_one_seed() -> None:
    assert deal(7, 3, 4, 5) == deal("7", 3, 4, 5)
    assert deal(7, 3, 4, 5) != deal("07", 3, 4, 5)


def test_labels_do_not_run_into_each_other() -> None:
    first = [Stream("a", "b1", 2).below(2**32), Stream("a", "b", 12).below(2**32)]
    assert len({*first, Stream("ab", 12).below(2**32), Stream("a", "b1,1:2").below(2**32)}) == 4


@pytest.mark.parametrize(("players", "size"), [(2, 9), (2, 7), (3, 7), (4, 5), (4, 7), (2, 14)])
def test_a_deal_has_every_tile_once(players: int, size: int) -> None:
    hands, boneyard = deal("x", 1, players, size)
    assert [len(hand) for hand in hands] == [size] * players
    assert sorted([*boneyard, *(tile for hand in hands for tile in hand)]) == list(DOUBLE_SIX)


def test_a_deal_that_needs_more_tiles_than_there_are() -> None:
    with pytest.raises(ValueError, match="need more than 28"):
        deal("x", 1, 4, 8)


@pytest.mark.parametrize("count", [0, -1, 2**32 + 1])
def test_nothing_to_choose_among(count: int) -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        Stream("x").below(count)


def test_choices_are_fair() -> None:
    """Chi-squared with 5 degrees of freedom: 25.7 is passed once in ten thousand times."""
    stream = Stream("fair")
    found = Counter(stream.below(6) for _ in range(12_000))
    assert sum((found[face] - 2000) ** 2 / 2000 for face in range(6)) < 25.7


def test_every_tile_comes_to_every_place() -> None:
    """28 × 28 cells of 100 each on average: none strays beyond six standard deviations."""
    found: Counter[tuple[int, int]] = Counter()
    for number in range(2800):
        hands, boneyard = deal("places", number, 2, 9)
        found.update(enumerate(tile.rank for tile in (*hands[0], *hands[1], *boneyard)))
    assert min(found.values()) > 40
    assert max(found.values()) < 160
    assert len(found) == 28 * 28


def test_rounds_and_seeds_differ_and_repeat() -> None:
    deals = {deal(seed, number, 2, 9) for seed in range(20) for number in range(1, 21)}
    assert len(deals) == 400
    assert deal(19, 20, 2, 9) in deals


def test_it_does_not_hang_on_the_hash_seed() -> None:
    code = (
        "from allfives_cli.play.shuffling import deal; "
        "print(*(t.text for t in deal('7', 1, 2, 9)[1]))"
    )
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout.strip() == PINNED[7][2]


def test_fresh_seeds_are_new() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert all(len(fresh_seed()) == 32 for _ in range(3))

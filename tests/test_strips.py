"""Layouts told in words."""

import pytest
from dealing import lay

from allfives_cli.game.counting import end_sum
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.rulesets import published
from allfives_cli.show.arms import spread_of
from allfives_cli.show.strips import Labels, strips, wrap

LABELS = Labels(
    spinner="S",
    line="LINE",
    left="L",
    right="R",
    up="U",
    down="D",
    ends="E",
    counts="C",
    is_open="O",
    uncounted="N",
    last="*",
)


@pytest.mark.parametrize(
    ("rules", "plays", "told"),
    [
        ("all-fives", "5-5", ["S: 5-5 (*); C 10", "L: O", "R: O", "E: 10"]),
        ("muggins", "5-5", ["LINE (1): 5-5 (*); C 10", "L: O", "R: O", "E: 10"]),
        ("all-fives", "3-6", ["LINE (1): 6-3 (*); L C 6, R C 3", "E: 6 + 3 = 9"]),
        (
            "all-fives",
            "3-6, 3-3 on 3-6",
            ["S: 3-3 (*); C 6", "L (1): 3-6; C 6", "R: O", "E: 6 + 6 = 12"],
        ),
        ("muggins", "3-6, 3-3 on 3-6", ["LINE (2): 6-3, 3-3 (*); L C 6, R C 6", "E: 6 + 6 = 12"]),
        (
            "all-fives",
            "3-3, 3-6 on 3-3, 2-3 on 3-3, 1-3 on 3-3",
            [
                "S: 3-3",
                "L (1): 3-6; C 6",
                "R (1): 3-2; C 2",
                "U (1): 3-1 (*); C 1",
                "D: O, N",
                "E: 6 + 2 + 1 = 9",
            ],
        ),
    ],
)
def test_what_is_told(rules: str, plays: str, told: list[str]) -> None:
    layout = lay(published(rules), plays)
    spread = spread_of(layout, published(rules))
    assert spread is not None
    last = TILE_BY_TEXT[layout.tiles[-1].text]
    assert strips(spread, end_sum(layout), LABELS, width=80, last=last) == told


def test_a_number_is_not_parted_from_its_word() -> None:
    assert wrap(["left (2): 1-2, 2-3; counts 3"], 25) == ["left (2): 1-2, 2-3;", "    counts 3"]
    assert wrap(["left (2): 1-2, 2-3 (last)"], 22) == ["left (2): 1-2,", "    2-3 (last)"]
    assert wrap(["ends: 10 + 12 = 22"], 16) == ["ends: 10 +", "    12 = 22"]

"""Random layouts of every rule set, for properties of what is drawn of them."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import site_on, sites
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.rulesets import NAMES, published

Position = tuple[Layout, RuleSet]


@st.composite
def layouts(draw: st.DrawFn) -> Position:
    """Layouts reached by legal plays, up to all 28 tiles.

    A low ``spread`` keeps to few sites and so makes long chains and arms.
    """
    rules = published(draw(st.sampled_from(NAMES)))
    chance = random.Random(draw(st.integers(0, 10**6)))  # noqa: S311 - a position, not a secret
    size = draw(st.integers(1, len(DOUBLE_SIX)))
    spread = draw(st.integers(1, 4))
    rest = chance.sample(DOUBLE_SIX, len(DOUBLE_SIX))
    layout = Layout()
    layout.place(rest.pop(), None)
    while len(layout.covered) < size:
        order = {tile: number for number, tile in enumerate(layout.covered)}
        places = sorted(sites(layout, rules), key=lambda face: order[face.tile])[-spread:]
        fitting = [(tile, face.tile) for face in places for tile in rest if tile.facing[face.value]]
        if not fitting:
            if spread == len(DOUBLE_SIX):
                break
            spread = len(DOUBLE_SIX)
            continue
        tile, touched = chance.choice(fitting)
        layout.place(tile, site_on(layout, touched, tile, rules))
        rest.remove(tile)
    return layout, rules

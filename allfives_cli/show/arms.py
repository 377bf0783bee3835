"""A layout as chains of tiles: the spinner with its sides and arms, or one line.

This walks the joints of a layout and says in which order and which way round
its tiles lie. It knows no left or right, no columns and no words, so that every
picture and every spoken form can be made from it. What counts is taken from
`counting` and where a tile may go from `sites`; neither is worked out again.

It walks from one centre, so it holds layouts in which at most one double has
arms, which is all that the rules of `sites` can build.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from allfives_cli.game.counting import Contribution, Why, contributions
from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.sites import sites_of, spinners
from allfives_cli.game.tiles import Face, Tile


class Lying(NamedTuple):
    """A tile as it lies in a chain: its halves, in pips, in the order of walking."""

    tile: Tile
    near: int
    far: int


@dataclass(frozen=True, slots=True)
class Branch:
    """The tiles that lead away from one face of the centre.

    ``tiles`` go outward and do not hold the centre. ``end`` is what the engine
    counted where the branch stops, or None where nothing is counted there; on a
    branch without tiles it is the centre's own contribution. ``site`` is the
    face at which the branch may be carried on, or None.
    """

    face: Face
    tiles: tuple[Lying, ...]
    end: Contribution | None
    site: Face | None


@dataclass(frozen=True, slots=True)
class Spread:
    """All tiles of a layout, walked outward from its centre.

    The centre is the spinner, or the lead while there is no spinner.
    ``branches`` hold chain sides A and B, then arms A and B for a spinner;
    chain sides A and B for another double; the high, then the low half for a
    plain lead. ``alone`` is what a lone double counts: once, so at no one side.
    """

    centre: Tile
    is_spinner: bool
    branches: tuple[Branch, ...]
    alone: Contribution | None

    @property
    def line(self) -> tuple[Lying, ...]:
        """The first branch backward, the centre and the second branch: the main chain."""
        first, second = self.branches[:2]
        before = tuple(Lying(tile, far, near) for tile, near, far in reversed(first.tiles))
        centre = Lying(self.centre, first.face.value, second.face.value)
        return (*before, centre, *second.tiles)

    @property
    def counted(self) -> tuple[Contribution, ...]:
        """What counts, in the order of the branches."""
        ends = tuple(branch.end for branch in self.branches if branch.end is not None)
        return ends if self.alone is None else (self.alone, *ends)


def spread_of(layout: Layout, rules: RuleSet) -> Spread | None:
    """Walk a layout outward from its spinner or lead; None before the lead."""
    if not layout.covered:
        return None
    with_arms = spinners(layout, rules)
    centre = with_arms[0] if with_arms else layout.tiles[0]
    faces = centre.faces if with_arms else _main_faces(centre)
    across: dict[Face, Face] = {}
    for face, to_face in layout.joints:
        across[face], across[to_face] = to_face, face
    counted = contributions(layout)
    alone = next((found for found in counted if found.why is Why.LEAD_DOUBLE), None)
    branches = tuple(_branch(layout, rules, face, across, counted) for face in faces)
    return Spread(centre, bool(with_arms), branches, alone)


def _branch(
    layout: Layout,
    rules: RuleSet,
    face: Face,
    across: Mapping[Face, Face],
    counted: Iterable[Contribution],
) -> Branch:
    tiles: list[Lying] = []
    last = face
    while last in across:
        entered = across[last]
        tile = entered.tile
        tiles.append(Lying(tile, entered.value, tile.pips - entered.value))
        one, other = _main_faces(tile)
        last = one if entered is other else other
    site = last if last in sites_of(layout, last.tile, rules) else None
    end = None if site is None else next((c for c in counted if _counts_at(c, site)), None)
    return Branch(face, tuple(tiles), end, site)


def _main_faces(tile: Tile) -> tuple[Face, Face]:
    """The two faces by which a tile carries a chain on, in the order of `Spread`."""
    one, other = tile.faces[:2]
    return (one, other) if tile.is_double else (other, one)


def _counts_at(counted: Contribution, site: Face) -> bool:
    """Whether a contribution is to be shown at this site of its tile.

    The spinner's arms never show one: they are no sites while it is an end.
    """
    if counted.tile is not site.tile or counted.why is Why.LEAD_DOUBLE:
        return False
    return counted.why is not Why.LEAD_HALF or counted.value == site.value

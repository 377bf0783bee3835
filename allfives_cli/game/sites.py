"""Where a tile may go: the open faces of a layout.

A site need not count, and an end that counts need not be one site: counting is
another question, asked of `counting`.

Rules (S1, S2): the first double of the round is the spinner; both its chain
sides are covered before an arm is begun, then either arm may be. S3 has no
spinner: a double joins at its two chain sides only.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from allfives_cli.game.layout import Layout
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import ALL_TILES, DOUBLE_SIX, TILES_WITH, Face, Tile

CHAIN_SIDES: Final = 2
FACES_OF_SPINNER: Final = 4

_rank: Final = attrgetter("rank")


def is_spinner(layout: Layout, tile: Tile, rules: RuleSet) -> bool:
    """Whether a double on the table opens arms under these rules."""
    return rules.spinner == "first-double" and tile is layout.first_double


def spinners(layout: Layout, rules: RuleSet) -> tuple[Tile, ...]:
    """The doubles on the table that open arms, in the order of play."""
    first = layout.first_double
    return (first,) if first is not None and is_spinner(layout, first, rules) else ()


def sites_of(layout: Layout, tile: Tile, rules: RuleSet) -> tuple[Face, ...]:
    """The faces of one tile on the table where a tile may be laid now."""
    covered = layout.covered[tile]
    used = len(covered)
    if not tile.is_double:
        return tuple(face for face in tile.faces if face not in covered)
    if used < CHAIN_SIDES:
        return tile.faces[used:CHAIN_SIDES]
    if used < FACES_OF_SPINNER and is_spinner(layout, tile, rules):
        return tile.faces[used:]
    return ()


def sites(layout: Layout, rules: RuleSet) -> list[Face]:
    """Every site of the layout, sorted by tile, then face. Empty before the lead."""
    return sorted(_open_faces(layout, rules), key=_rank)


def open_values(layout: Layout, rules: RuleSet) -> set[int]:
    """The pip values at which a tile can be laid now. Empty before the lead."""
    return {face.value for face in _open_faces(layout, rules)}


def fitting(layout: Layout, rules: RuleSet) -> frozenset[Tile]:
    """Every tile of the set that has a half of a value open now; any tile can be the lead."""
    if not layout.covered:
        return ALL_TILES
    values = 0
    for face in _open_faces(layout, rules):
        values |= 1 << face.value
    return _WITH_ANY[values]


def _with_any() -> list[frozenset[Tile]]:
    """The tiles that have a half of any of some values, by a number with a bit for each value."""
    found: list[frozenset[Tile]] = [frozenset()]
    for tiles in TILES_WITH:
        found += [tiles | others for others in found]
    return found


_WITH_ANY: Final = _with_any()


def _open_faces(layout: Layout, rules: RuleSet) -> list[Face]:
    ends, first = layout.ends, layout.first_double
    found = [face.across for face in ends.values() if face is not None]
    if not found:  # before the lead, or a lone lead
        return [face for tile in ends for face in tile.faces[:CHAIN_SIDES]]
    if first is not None and first not in ends:
        found += sites_of(layout, first, rules)
    return found


def site_on(layout: Layout, touched: Tile, tile: Tile, rules: RuleSet) -> Face | None:
    """The face of ``touched`` where ``tile`` may be laid now, or None.

    Two different tiles share at most one value and the free faces of a double
    within a pair are interchangeable, so there is never a choice.
    """
    covered = layout.covered[touched]
    if touched.is_double:
        if tile.facing[touched.low] is None:
            return None
        used = len(covered)
        if used < CHAIN_SIDES or (used < FACES_OF_SPINNER and is_spinner(layout, touched, rules)):
            return touched.faces[used]
        return None
    value = tile.shared.get(touched)
    if value is None:
        return None
    face = touched.facing[value]
    return None if face in covered else face


def interchangeable(one: Face, other: Face) -> bool:
    """Whether two open sites lead to the same outcome for every tile.

    They do where they are of one value and are either both halves of plain
    tiles, or the two chain sides or the two arms of one double.
    """
    return _KINDS[one] == _KINDS[other]


# What interchangeable faces have in common. Of one value there is only one double.
_KINDS: Final[dict[Face, int]] = {
    face: 4 * face.value + 2 * tile.is_double + face.is_arm
    for tile in DOUBLE_SIX
    for face in tile.faces
}


def distinct_sites(layout: Layout, rules: RuleSet) -> list[Face]:
    """The open sites, of each set of interchangeable ones the first by rank; in no order."""
    faces = _open_faces(layout, rules)
    distinct = {_KINDS[face]: face for face in faces}
    if len(distinct) < len(faces):
        for face in faces:
            if face.rank < distinct[_KINDS[face]].rank:
                distinct[_KINDS[face]] = face
        return list(distinct.values())
    return faces


def distinct_faces(layout: Layout, rules: RuleSet) -> list[Face]:
    """The open sites, one of each interchangeable pair on one double."""
    found: list[Face] = []
    for face in sites(layout, rules):
        if not any(
            face.tile is other.tile and face.is_arm == other.is_arm
            for other in found
            if face.tile.is_double
        ):
            found.append(face)
    return found

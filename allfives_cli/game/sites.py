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
from allfives_cli.game.tiles import ALL_TILES, TILES_WITH, Face, Tile

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
    tiles = {face.tile: None for face in _site_kinds(layout, rules)}
    return sorted([face for tile in tiles for face in sites_of(layout, tile, rules)], key=_rank)


def open_values(layout: Layout, rules: RuleSet) -> set[int]:
    """The pip values at which a tile can be laid now. Empty before the lead."""
    return {face.value for face in _site_kinds(layout, rules)}


def distinct_faces(layout: Layout, rules: RuleSet) -> list[Face]:
    """The open sites in order, of the two chain sides or arms of a double the first."""
    return sorted(_site_kinds(layout, rules), key=_rank)


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
    return one.kind == other.kind


def distinct_sites(layout: Layout, rules: RuleSet) -> list[Face]:
    """The open sites in no order, of each set of interchangeable ones the first by rank."""
    faces = _site_kinds(layout, rules)
    kinds = 0
    for face in faces:
        kinds |= face.kind
    return faces if kinds.bit_count() == len(faces) else _first_of_each_kind(faces)


def fitting(layout: Layout, rules: RuleSet) -> frozenset[Tile]:
    """Every tile of the set that can be laid at a site; any tile can be the lead."""
    if not layout.covered:
        return ALL_TILES
    values = 0
    for face in _site_kinds(layout, rules):
        values |= 1 << face.value
    return _FITTING[values]


def _site_kinds(layout: Layout, rules: RuleSet) -> list[Face]:
    """The open sites in no order, of the two chain sides or arms of a double the first."""
    covered, ends, first = layout.covered, layout.ends, layout.first_double
    if len(covered) > 1:
        faces: list[Face] = list(ends.values())  # type: ignore[arg-type] # no lone lead, no None
        if first is not None and first not in ends and is_spinner(layout, first, rules):
            used = len(covered[first])
            if used < FACES_OF_SPINNER:
                faces.append(first.faces[used])
        return faces
    return [face for tile in ends for face in tile.faces[: 1 if tile.is_double else 2]]


def _first_of_each_kind(faces: list[Face]) -> list[Face]:
    first: dict[int, Face] = {}
    for face in faces:
        other = first.get(face.kind)
        if other is None or face.rank < other.rank:
            first[face.kind] = face
    return list(first.values())


def _with_any() -> tuple[frozenset[Tile], ...]:
    """The tiles that have a half of any of some values, by the bits of these."""
    found: list[frozenset[Tile]] = [frozenset()]
    for tiles in TILES_WITH:
        found += [tiles | others for others in found]
    return tuple(found)


_FITTING: Final = _with_any()

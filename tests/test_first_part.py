"""The first part of a tree, as large as a search for faults needs it."""

from __future__ import annotations

from typing import Any

import pytest

from allfives_cli.record.first_part import first_part

ENOUGH, MOST = 20, 200


def faults(tree: Any) -> int:
    """How often ``bad`` stands in a tree."""
    if isinstance(tree, dict):
        return sum(faults(item) for item in tree.values())
    if isinstance(tree, list):
        return sum(faults(item) for item in tree)
    return tree == "bad"


def is_part_of(part: Any, tree: Any) -> bool:
    """Whether a part has the first items of everything that it has."""
    if isinstance(part, list):
        return isinstance(tree, list) and all(
            is_part_of(one, other) for one, other in zip(part, tree, strict=False)
        )
    if isinstance(part, dict):
        return list(part) == list(tree)[: len(part)] and all(
            is_part_of(item, tree[key]) for key, item in part.items()
        )
    return bool(part == tree)


SOUND = [["good"] * 9] * 4000
CASES = {
    "few values": [["bad"] * 4000],
    "none": [SOUND],
    "few": [SOUND, ["bad"] * 5, SOUND],
    "all": [["bad"] * 30_000],
    "at the end": [SOUND, ["bad"] * 30_000],
    "in the middle": [SOUND, {"a": {"b": ["bad"] * 30_000}}, SOUND],
    "scattered": [[*["good"] * 99, "bad"] * 400],
    "of a mapping": {f"k{n}": "bad" for n in range(30_000)},
}


@pytest.mark.parametrize("tree", CASES.values(), ids=CASES)
def test_the_part_has_enough_faults_and_not_too_many(tree: Any) -> None:
    part = first_part(tree, faults, ENOUGH, MOST)
    if part is tree:
        assert faults(tree) <= MOST or faults(tree) == 4000
    else:
        assert ENOUGH <= faults(part) <= MOST
        assert is_part_of(part, tree)


@pytest.mark.parametrize("case", ["few values", "none", "few"])
def test_a_tree_without_many_faults_is_returned_whole(case: str) -> None:
    assert first_part(CASES[case], faults, ENOUGH, MOST) is CASES[case]


def test_one_value_may_bring_more_than_is_asked_for() -> None:
    tree = [*SOUND, "bad", *SOUND]

    def count(part: Any) -> int:
        return 1000 * faults(part)

    part = first_part(tree, count, ENOUGH, MOST)
    assert faults(part) == 1
    assert part == [*SOUND, "bad"]

"""The first part of a tree of plain JSON values, as large as a search needs it.

Pydantic finds and describes all faults of a value or none, and a hostile file
can have hundreds of thousands. So a small part is looked at first, then larger
ones, and a part with too many is halved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

_FEW: Final = 5000
"""Values whose faults may all be described."""
_GROWTH: Final = 4


def first_part(tree: object, count: Callable[[object], int], enough: int, most: int) -> object:
    """Return the whole tree, or a part of it for which ``count`` is from ``enough`` to ``most``.

    The part has the first values of the tree in the order in which they are
    written. A tree of few values is returned whole, uncounted; and where one
    value brings more than lie between the two numbers, the part goes past
    ``most``.
    """
    size = _size(tree)
    if size <= _FEW:
        return tree
    small, large = 0, _FEW
    found = count(_cut(tree, [large]))
    while found < enough and large < size:
        small, large = large, min(_GROWTH * large, size)
        found = count(_cut(tree, [large]))
    while found > most and large - small > 1:
        middle = (small + large) // 2
        found_there = count(_cut(tree, [middle]))
        if found_there < enough:
            small = middle
        else:
            large, found = middle, found_there
    return tree if large == size else _cut(tree, [large])


def _size(value: object) -> int:
    """How many values a tree has; keys are not counted."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(_size(item) for item in items)


def _cut(value: Any, left: list[int]) -> Any:  # noqa: ANN401 - any JSON value
    """The first values of a tree; ``left`` holds how many more, and counts down."""
    left[0] -= 1
    if isinstance(value, dict):
        kept: dict[str, Any] = {}
        for key, item in value.items():
            if left[0] <= 0:
                break
            kept[key] = _cut(item, left)
        return kept
    if isinstance(value, list):
        items: list[Any] = []
        for item in value:
            if left[0] <= 0:
                break
            items.append(_cut(item, left))
        return items
    return value

"""Documents that the program writes or reads and that are no records, told by their keys.

They may lie in one folder with records. What such a document holds is not judged here.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

OTHER_DOCUMENTS: Final = MappingProxyType(
    {
        "series-results": frozenset({"setting", "matches", "standings"}),
        "report": frozenset({"findings", "records", "sound"}),
        "annotation": frozenset({"method", "version", "records"}),
        "bot-check-report": frozenset({"matches", "sound"}),
        "settlement": frozenset({"pips", "settlement", "round_winners"}),
        "rule-set": frozenset({"base", "options"}),
        "schema": frozenset({"$schema", "$id"}),
        "sarif": frozenset({"$schema", "runs"}),
    }
)
"""What a document is, as a word for the catalogs -> keys that it has, whatever else it has."""

LISTS: Final = MappingProxyType(
    {
        "explained-turns": frozenset({"round", "turn", "contributions"}),
        "inferences": frozenset({"round", "turn", "eyes", "agrees"}),
        "pages": frozenset({"code", "means", "rule"}),
        "rule-sets": frozenset({"base", "four_players"}),
    }
)
"""What a list is, in the same way -> keys that its first item has."""

_OF_A_RECORD: Final = frozenset({"allfives", "players"})


def other_document(tree: object) -> str | None:
    """What a plain value is that is no record, a word of either table; None where nobody knows.

    What has any key that is a record's alone was meant for a record.
    """
    if isinstance(tree, list) and tree and isinstance(tree[0], dict):
        return next((what for what, keys in LISTS.items() if keys <= tree[0].keys()), None)
    if not isinstance(tree, dict) or not _OF_A_RECORD.isdisjoint(tree):
        return None
    return next((what for what, keys in OTHER_DOCUMENTS.items() if keys <= tree.keys()), None)

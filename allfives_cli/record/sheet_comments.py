"""The comments of a sheet, which YAML's parsers drop, as notes of the part that they stand by.

A comment behind a turn is a note of that turn, one on a line of its own a note before the next
(unless it is indented as deep as the turn above); any other comment in a round, or on a line of
its own above it, is a note of the round; the rest are notes of the record. Notes inside a block
of turn lines are not comments to YAML: `turn_lines` reads those. A comment that begins with `#:`
belongs to an empty form, as `allfives new` writes it, and is no note.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from allfives_cli.record.places import Place
from allfives_cli.record.sheet_draft import Draft
from allfives_cli.record.source import Node, Source

MAX_COMMENTS: Final = 10_000  # of one record; later ones are dropped

_LONGEST: Final = 4_000  # characters of a note; what is longer becomes several
_CANDIDATE: Final = re.compile(r"(?<![^ \t\r\n])#")
_REST: Final = re.compile(r"[^\r\n]*+")
_LINE_END: Final = re.compile(r"[\r\n]")
_OF_THE_FORM: Final = ":"

Owner: TypeAlias = tuple[int, int, str]
"""Index of a round and of a turn, or -1, and the key under which the note stands."""


class Comment(NamedTuple):
    """A comment: where it begins, what it says and where, and whether its line holds only it."""

    sign: int
    text: str
    start: int
    alone: bool


def with_comments(draft: Draft, root: Node) -> Node:
    """The record's tree with the sheet's comments as notes."""
    if "#" not in draft.source.text:
        return root
    owned: dict[Owner, list[Node]] = {}
    finder: _Owners | None = None
    for count, comment in enumerate(_comments(draft.source)):
        if count == MAX_COMMENTS:
            place = comment.sign, comment.sign + 1
            draft.note("comments-dropped", {"limit": MAX_COMMENTS}, place)
            break
        finder = finder or _Owners(draft.source, root)
        notes = owned.setdefault(finder.owner(comment), [])
        for at in range(0, len(comment.text), _LONGEST):
            piece = comment.text[at : at + _LONGEST]
            start = comment.start + at
            notes.append(draft.scalar(piece, (start, start + len(piece))))
    return _with_notes(draft, root, owned) if owned else root


def _with_notes(draft: Draft, root: Node, owned: dict[Owner, list[Node]]) -> Node:
    """Put the notes where they belong, turns first, since the others hold them."""
    rounds = _list(root, "rounds")
    turns: dict[int, list[Node]] = {}
    for (number, index, key), notes in owned.items():
        if index >= 0:
            if number not in turns:
                turns[number] = _list(rounds[number], "turns")
            listed = turns[number]
            listed[index] = draft.with_notes(listed[index], key, notes)
    for number, listed in turns.items():
        rounds[number] = _with_list(draft, rounds[number], "turns", listed)
    for (number, index, key), notes in owned.items():
        if number >= 0 > index:
            rounds[number] = draft.with_notes(rounds[number], key, notes)
    if any(number >= 0 for number, *_ in owned):
        root = _with_list(draft, root, "rounds", rounds)
    own = owned.get((-1, -1, "notes"))
    return draft.with_notes(root, "notes", own) if own else root


def _with_list(draft: Draft, node: Node, key: str, items: list[Node]) -> Node:
    """A mapping whose list under a key has other items."""
    old = node.value[key] if isinstance(node.value, dict) else node
    return draft.with_keys(node, {key: draft.sequence(items, (old.start, old.end))})


def _list(node: Node, key: str) -> list[Node]:
    """A copy of the list under a key; empty where there is none."""
    value = node.value.get(key) if isinstance(node.value, dict) else None
    return list(value.value) if value and isinstance(value.value, list) else []


def _comments(source: Source) -> Iterator[Comment]:
    """Every comment of a sheet that says something, in order."""
    text = source.text
    scalars = _Scalars(source)
    at = 0
    while found := _CANDIDATE.search(text, at):
        sign, at = found.span()
        scalar_end = scalars.end_of_scalar_at(sign)
        if scalar_end:
            at = scalar_end
            continue
        rest = _REST.match(text, at)
        whole = rest[0] if rest else ""
        said = "" if whole.startswith(_OF_THE_FORM) else whole.strip(" \t")
        if said:
            line = sign + 1 - source.span(sign, sign).column
            alone = not text[line:sign].strip(" \t")
            # a tab may stand in a sheet, but in no text of a record
            yield Comment(sign, said.replace("\t", " "), text.index(said, at), alone)
        at = rest.end() if rest else at


class _Scalars:
    """Tells what stands in a scalar or key of a tree, by descending to it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._spans: dict[int, tuple[list[int], list[tuple[int, Node | None]]]] = {}
        self._near = source.root  # the container reached last, in which the next scalar may be

    def end_of_scalar_at(self, offset: int) -> int:
        """Where the scalar or key ends that holds an offset; 0 if none does."""
        near = self._near
        node = near if near.start <= offset < near.end else self._source.root
        while isinstance(node.value, dict | list):
            self._near = node
            starts, spans = self._inside(node)
            at = bisect_right(starts, offset) - 1
            end, inner = spans[at] if at >= 0 else (-1, None)
            if offset >= end:
                return 0
            if inner is None:
                return end
            node = inner
        begin = node.start
        if node.style in ("literal", "folded"):
            # behind the sign that begins a block there may be a comment
            header = _LINE_END.search(self._source.text, node.start)
            begin = header.start() if header else node.end
        return node.end if begin <= offset < node.end else 0

    def _inside(self, node: Node) -> tuple[list[int], list[tuple[int, Node | None]]]:
        """Where the keys (None) and values of a container begin, and where each ends."""
        known = self._spans.get(id(node))
        if known is None:
            value = node.value
            listed = value if isinstance(value, list) else []
            values = list(value.values()) if isinstance(value, dict) else listed
            spans: list[tuple[int, int, Node | None]]
            spans = [(item.start, item.end, item) for item in values]
            spans += [(start, end, None) for start, end in (node.keys or {}).values()]
            spans.sort(key=lambda span: span[:2])
            known = [start for start, *_ in spans], [(end, inner) for _, end, inner in spans]
            self._spans[id(node)] = known
        return known


class _Owners:
    """Tells the part of a record by which a comment stands."""

    def __init__(self, source: Source, root: Node) -> None:
        self._source = source
        self._text = source.text
        self._root = root
        keys = root.keys or {}
        self._rounds = _list(root, "rounds")
        self._starts = [played.start for played in self._rounds]
        self._first = keys["rounds"][1] if self._rounds else len(self._text)
        self._turns: dict[int, tuple[list[Node], list[int]]] = {}

    def owner(self, comment: Comment) -> Owner:
        number = self._round(comment)
        if number < 0:
            return -1, -1, "notes"
        return self._in_round(comment, number)

    def _round(self, comment: Comment) -> int:
        """The round that a comment stands in, behind, or above on a line of its own."""
        number = bisect_right(self._starts, comment.sign) - 1
        if number < 0:
            return 0 if comment.sign > self._first else -1
        if self._belongs(comment, self._rounds[number], self._root, "rounds"):
            return number
        return number + 1 if number + 1 < len(self._rounds) else -1

    def _in_round(self, comment: Comment, number: int) -> Owner:
        """A turn of the round, or the round itself."""
        own = number, -1, "notes"
        begin, end = self._turns_place(number)
        if not begin <= comment.sign < end:
            return own
        if number not in self._turns:
            turns = _list(self._rounds[number], "turns")
            self._turns[number] = turns, [turn.start for turn in turns]
        turns, starts = self._turns[number]
        index = bisect_right(starts, comment.sign) - 1
        if index >= 0 and self._belongs(comment, turns[index], self._rounds[number], "turns"):
            return number, index, "notes"
        if comment.alone and index + 1 < len(turns):
            return number, index + 1, "before"
        return own

    def _turns_place(self, number: int) -> Place:
        """From below the key `turns` to the next key, if the turns are a list."""
        played = self._rounds[number]
        keys = played.keys or {}
        turns = played.value.get("turns") if isinstance(played.value, dict) else None
        if turns is None or self._text[turns.start : turns.start + 1] in ("|", ">", '"', "'"):
            return 0, 0
        begin = keys["turns"][1]
        after = [start for start, _ in keys.values() if start > turns.end]
        return begin, min(after, default=len(self._text))

    def _belongs(self, comment: Comment, part: Node, holder: Node, key: str) -> bool:
        """Whether a comment after the beginning of a part is inside it, behind it or under it.

        Under it, as deep as itself, can be only where no brackets hold the parts.
        """
        if comment.sign < part.end:
            return True
        if not comment.alone:
            return not _LINE_END.search(self._text, part.end, comment.sign)
        listed = holder.value.get(key) if isinstance(holder.value, dict) else None
        if listed is None or self._text[listed.start] == "[":
            return False
        return self._column(comment.sign) >= self._column(part.start)

    def _column(self, offset: int) -> int:
        return self._source.span(offset, offset).column

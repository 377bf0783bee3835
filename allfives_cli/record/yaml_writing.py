"""Plain values as YAML in the manner of a careful hand: short things on one line, the rest below.

Every text comes back from any YAML tool as the same text: what one of them could take for
something else, or what is not plainly letters, is quoted, and what cannot be seen is escaped.
Knows nothing of records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from allfives_cli.record.yaml_scalars import resolve

WIDTH: Final = 100

_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w .()/+'-]*+(?<! ))?")
_OTHER_BOOLEANS: Final = frozenset("yYnN")  # of YAML 1.1, though few tools still read them so
_ESCAPED: Final = re.compile(
    '["\\\\\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f'
    "\ufe00-\ufe0f\ufeff\ufff9-\uffff\U000e0000-\U000e0fff]"
)
_WORDS: Final = {None: "null", True: "true", False: "false"}
_LONGEST_KEY: Final = 1_000  # YAML reads at most 1,024 characters before the colon


class Verbatim(str):
    """Text that is written as it stands: whoever made it knows that it needs no quotes."""

    __slots__ = ()


class Exact(str):
    """Text that is written in quotes, whatever it is."""

    __slots__ = ()


class Lines(str):
    """A text of lines, none of them empty, that is written as a literal block."""

    __slots__ = ()


class Tall(dict[str, Any]):
    """A mapping that has a line for each key even if it would fit on one."""

    __slots__ = ()


class Column(list[Any]):
    """A list that has a line for each item even if it would fit on one."""

    __slots__ = ()


Tree: TypeAlias = "Mapping[str, Tree] | list[Tree] | str | int | float | bool | None"


def yaml_text(tree: Mapping[str, Tree]) -> str:
    """A mapping as a YAML document."""
    return "".join(f"{line}\n" for line in _mapping(tree, 0))


def quoted(text: str) -> str:
    """A text as a YAML scalar, quoted where it has to be."""
    if _PLAIN.fullmatch(text) and text not in _OTHER_BOOLEANS and not isinstance(text, Exact):
        reading = resolve(text)
        if reading.value == text and not reading.code:
            return text
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    if letter in '"\\':
        return f"\\{letter}"
    code = ord(letter)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - four digits


def _mapping(tree: Mapping[str, Tree], indent: int) -> list[str]:
    """The lines of a mapping, one or more for each key."""
    lines: list[str] = []
    for key, value in tree.items():
        lines += _under(f"{' ' * indent}{quoted(key)}:", value, indent)
    return lines


def _under(head: str, value: Tree, indent: int, deeper: int = 0) -> list[str]:
    """A value behind its key or dash if it fits there, else below; a list by `deeper` columns."""
    if isinstance(value, Lines):
        return [f"{head} |", *(f"{' ' * (indent + 2)}{line}" for line in value.split("\n"))]
    line = _fitting(value, len(head) + 1)
    if line is not None:
        return [f"{head} {line}"]
    if isinstance(value, Mapping):
        return [head, *_mapping(value, indent + 2)]
    return [head, *_items(value if isinstance(value, list) else [value], indent + deeper)]


def _items(items: list[Tree], indent: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        head = f"{' ' * indent}-"
        if isinstance(item, Mapping) and _fitting(item, indent + 2) is None:
            inner = _mapping(item, indent + 2)
            lines += [f"{head} {inner[0].lstrip()}", *inner[1:]]
        else:
            lines += _under(head, item, indent, deeper=2)
    return lines


def _fitting(value: Tree, column: int) -> str | None:
    """A value on one line if it fits behind a column, or if it can stand nowhere else."""
    line = _flow(value)
    fits = line is not None and (column + len(line) <= WIDTH or not _can_be_tall(value))
    return line if fits else None


def _can_be_tall(value: Tree) -> bool:
    """Whether a value may stand below its key: not what is empty, nor a key too long for that."""
    if isinstance(value, Mapping):
        return bool(value) and all(len(quoted(key)) <= _LONGEST_KEY for key in value)
    return isinstance(value, list) and bool(value)


def _flow(value: Tree) -> str | None:
    """A value on one line; None where it is or holds what needs several."""
    if isinstance(value, Mapping):
        return _flow_mapping(value)
    if isinstance(value, list):
        items = [_flow(item) for item in value]
        return (
            None
            if None in items or (isinstance(value, Column) and value)
            else f"[{', '.join(map(str, items))}]"
        )
    if isinstance(value, str):
        return None if isinstance(value, Lines) else _scalar(value)
    return _WORDS[value] if value is None or isinstance(value, bool) else _number(value)


def _number(value: float) -> str:
    """A number that every reader takes for one: some want a point before an exponent."""
    text = repr(value)
    return text.replace("e", ".0e") if "e" in text and "." not in text else text


def _flow_mapping(value: Mapping[str, Tree]) -> str | None:
    parts = []
    for key, item in value.items():
        line = _flow(item)
        if line is None:
            return None
        name = quoted(key)
        parts.append(f"? {name} : {line}" if len(name) > _LONGEST_KEY else f"{name}: {line}")
    return None if isinstance(value, Tall) and value else f"{{{', '.join(parts)}}}"


def _scalar(text: str) -> str:
    return str(text) if isinstance(text, Verbatim) else quoted(text)

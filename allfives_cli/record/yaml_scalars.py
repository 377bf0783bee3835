"""What an unquoted YAML scalar is: null, true, false, a number, or text.

The core schema of YAML 1.2.2 (chapter 10.3), narrowed where tools disagree: a number has no
leading zeros and is finite; octal and hexadecimal are refused. What YAML 1.1 tools (most of
them) would make something else of is read all the same, with a note of what they see.

Knows nothing of tiles or dates: `1:4` and `2026-11-29` are text.
"""

import math
import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from allfives_cli.record.limits import MAX_DIGITS, MAX_EXCERPT, MAX_FLOAT_DIGITS

Scalar: TypeAlias = str | int | float | bool | None


class Reading(NamedTuple):
    """A scalar's value, and a code of `codes.REFUSALS` or `codes.NOTES`, or an empty one."""

    value: Scalar
    code: str = ""
    params: tuple[tuple[str, object], ...] = ()


def _noted(text: str, code: str, other: str) -> Reading:
    return Reading(text, code, (("text", text), ("other", other)))


_WORDS: Final[dict[str, Reading]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), Reading(None)),
    **dict.fromkeys(("true", "True", "TRUE"), Reading(True)),  # noqa: FBT003 - the value read
    **dict.fromkeys(("false", "False", "FALSE"), Reading(False)),  # noqa: FBT003 - as above
    # YAML 1.1, "Boolean Language-Independent Type", as PyYAML and most tools have it: no y, n
    **{
        word: _noted(word, "yaml-other-boolean", other)
        for words, other in (
            (("yes", "Yes", "YES", "on", "On", "ON"), "true"),
            (("no", "No", "NO", "off", "Off", "OFF"), "false"),
        )
        for word in words
    },
}
_NUMERIC_START: Final = frozenset("+-.0123456789")
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_BASED: Final = re.compile(r"[-+]?0(?:x[0-9a-fA-F_]+|o[0-7]+|b[01_]+)")
# YAML 1.1, "Floating-Point Language-Independent Type"
_OLD_FLOAT: Final = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?")


def resolve(text: str) -> Reading:
    """Read one plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC_START:
        return Reading(text)
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text):
        return _float(text)
    if _BASED.fullmatch(text):
        return _refused("bad-number", text)
    other = _seen_by_others(text)
    return _noted(text, "yaml-other-number", other) if other else Reading(text)


def _integer(text: str) -> Reading:
    if len(text.lstrip("+-")) > MAX_DIGITS:
        return _refused("number-too-long", text, MAX_DIGITS)
    return Reading(int(text))


def _float(text: str) -> Reading:
    digits = re.split("[eE]", text)[0].lstrip("+-0.").replace(".", "")
    if len(digits) > MAX_FLOAT_DIGITS:
        return _refused("number-too-long", text, MAX_FLOAT_DIGITS)
    value = float(text)
    if math.isinf(value):
        return _refused("number-too-large", text)
    if not _OLD_FLOAT.fullmatch(text):
        return Reading(value, "yaml-other-text", (("text", text),))
    return Reading(value)


def _seen_by_others(text: str) -> str:
    """Say which number other tools read where we read text; empty if none that is usual."""
    if len(text) > MAX_EXCERPT:
        return ""
    for pattern, number in _OTHER_NUMBERS:
        if pattern.fullmatch(text):
            return str(number(text.replace("_", "")))
    return ""


def _sixties(text: str) -> int | float:
    """Read `1:30` as 90, the way of hours and minutes."""
    number = float if "." in text else int
    total: int | float = 0
    for part in text.lstrip("+-").split(":"):
        total = total * 60 + number(part)
    return -total if text.startswith("-") else total


def _refused(code: str, text: str, limit: int = 0) -> Reading:
    params: tuple[tuple[str, object], ...] = (("text", text),)
    return Reading(None, code, (*params, ("limit", limit)) if limit else params)


# what is text here and a number there; 08 and 05.5 are numbers in YAML 1.2, the rest in 1.1
_OTHER_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], object]], ...]] = (
    (
        re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"),
        lambda text: float(text.replace(".", "")),
    ),
    (re.compile(r"[-+]?0_*[0-7][0-7_]*"), lambda text: int(text, 8)),
    (re.compile(r"[-+]?[1-9][0-9_]*|[-+]?0[0-9]+"), int),
    (_OLD_FLOAT, float),
    (re.compile(r"[-+]?0[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+"), _sixties),
    (re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*"), _sixties),
)

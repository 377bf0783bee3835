"""Hashes of JSON values: the digest by which a record is known, and what it is computed over.

`record_digest` covers everything in a record but the digest itself, so that a
record changed in transit is noticed. The digest of the game in it needs the
rules and is made in `allfives_cli.checking.identity`.

Source: RFC 8785, JSON Canonicalization Scheme. Deliberately not here: any
judgement of a digest that a record bears.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from typing import Any, Final

from allfives_cli.record.model import Record
from allfives_cli.record.writing import to_plain

_DIGITS_ALIKE: Final = bytes.maketrans(b"123456789", b"0" * 9)
_LONG_NUMBER: Final = b"0" * 16
_EXPONENT: Final = re.compile(rb"e[-+][0-9]")
_LEADS_PAST_D7FF: Final = tuple(bytes([lead]) for lead in (0xEE, 0xEF, *range(0xF0, 0xF5)))
"""The first bytes, in UTF-8, of the characters past U+D7FF."""


def record_digest(record: Record) -> str:
    """SHA-256, in hex, over the RFC 8785 bytes of the record without its digest."""
    tree = to_plain(record)
    tree.pop("digest", None)
    return hash_of(tree)


def hash_of(tree: object) -> str:
    """SHA-256, in hex, over the RFC 8785 bytes of a plain JSON value."""
    return hashlib.sha256(canonical_bytes(tree)).hexdigest()


def canonical_bytes(tree: object) -> bytes:
    """The RFC 8785 (JSON Canonicalization Scheme) bytes of a plain JSON value.

    Raises ValueError for a number that is not finite or that JSON tools would
    not all read alike, and for a lone surrogate.
    """
    text = json.dumps(
        tree, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
    )
    data = text.encode("utf-8")
    return _text(tree).encode("utf-8") if _may_differ(data) else data


def _may_differ(data: bytes) -> bool:
    """Whether the standard library may have written something otherwise than RFC 8785 does.

    That are numbers with an exponent or a needless fraction, whole numbers too
    large, and the order of keys with characters past U+D7FF. Texts may look like
    that as well; that is safe.
    """
    return (
        b".0" in data
        or _EXPONENT.search(data) is not None
        or _LONG_NUMBER in data.translate(_DIGITS_ALIKE)
        or any(lead in data for lead in _LEADS_PAST_D7FF)
    )


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, Mapping):
        # Keys are sorted by their UTF-16 code units (RFC 8785, 3.2.3).
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{_quoted(key)}:{_text(value[key])}" for key in keys) + "}"
    return "[" + ",".join(_text(item) for item in value) + "]"


_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"'} | {
    "\\": "\\\\"
}


def _quoted(text: str) -> str:
    parts = (_ESCAPES.get(char) or (f"\\u{ord(char):04x}" if char < " " else char) for char in text)
    return '"' + "".join(parts) + '"'


_EXACT = 2**53
_POINT_LEFT = -6
_POINT_RIGHT = 21


def _number(value: float) -> str:
    """A number as ECMAScript writes it: shortest digits that read back unchanged."""
    if isinstance(value, int):
        if abs(value) > _EXACT:
            raise ValueError("an integer past 2**53 has no canonical form")
        return str(value)
    if not math.isfinite(value):
        raise ValueError("only finite numbers have a canonical form")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, power = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return sign + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """Digits with the decimal point after ``point`` of them (ECMA-262, Number::toString)."""
    if len(digits) <= point <= _POINT_RIGHT:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _POINT_RIGHT:
        return f"{digits[:point]}.{digits[point:]}"
    if _POINT_LEFT < point <= 0:
        return "0." + "0" * -point + digits
    power = point - 1
    mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if power > 0 else '-'}{abs(power)}"

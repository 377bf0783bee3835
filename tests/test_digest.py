"""Canonical bytes as RFC 8785 has them, and the digest of a record over them."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from records_strategy import Tree, as_record, json_values, record_trees

from allfives_cli.record import digest
from allfives_cli.record.digest import canonical_bytes, hash_of, record_digest

# -- numbers: RFC 8785, appendix B -----------------------------------------------------

NUMBERS = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]


@pytest.mark.parametrize(("bits", "text"), NUMBERS, ids=[bits for bits, _ in NUMBERS])
def test_numbers_of_the_rfc(bits: str, text: str) -> None:
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical_bytes(number) == text.encode()
    assert canonical_bytes([{"n": number}]) == f'[{{"n":{text}}}]'.encode()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 2**53 + 1])
def test_numbers_without_a_canonical_form(number: float) -> None:
    with pytest.raises(ValueError, match=r"canonical|compliant"):
        canonical_bytes([number])


def test_whole_numbers_up_to_the_largest_that_all_tools_read() -> None:
    assert canonical_bytes([2**53, -(2**53), 0, 15]) == b"[9007199254740992,-9007199254740992,0,15]"


# -- texts and order: RFC 8785, 3.2 ------------------------------------------------------


def test_the_example_of_the_rfc() -> None:
    tree = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }
    expected = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert canonical_bytes(tree) == expected.encode()


def test_keys_are_sorted_by_their_utf_16_units() -> None:
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    ordered = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical_bytes(dict.fromkeys(keys, 0)))) == ordered


def test_a_lone_surrogate_has_no_bytes() -> None:
    with pytest.raises(UnicodeEncodeError):
        canonical_bytes(["\ud800"])


@settings(max_examples=300)
@given(json_values)
def test_both_ways_to_the_canonical_bytes_agree(tree: Any) -> None:
    """The standard library writes most values; the exact way writes them all."""
    fast = canonical_bytes(tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digest, "_may_differ", bool)
        assert canonical_bytes(tree) == fast
    assert json.loads(fast, parse_int=float) == tree


# -- the digest of a record ----------------------------------------------------------------


@settings(max_examples=60)
@given(record_trees())
def test_the_digest_of_a_record_is_over_its_bytes_without_the_digest(tree: Tree) -> None:
    record = as_record(tree)
    bare = {key: value for key, value in tree.items() if key != "digest"}
    assert record_digest(record) == hashlib.sha256(canonical_bytes(bare)).hexdigest()
    assert record_digest(as_record(bare)) == record_digest(record)


SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": "all-fives",
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "4-6", "total": 10}]}],
}


def test_a_worked_digest() -> None:
    """As in the specification: the canonical bytes and their hash."""
    text = (
        '{"allfives":1,"players":[{"key":"Ann"},{"key":"Ben"}],"rounds":[{"lead":{"by":"Ann"},'
        '"turns":[{"by":"Ann","tile":"4-6","total":10}]}],"rules":"all-fives"}'
    )
    assert canonical_bytes(SMALL) == text.encode()
    assert record_digest(as_record(SMALL)) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("total", [10, 10.0])
def test_equal_numbers_have_equal_digests(total: float) -> None:
    tree = json.loads(json.dumps(SMALL).replace('"total": 10', f'"total": {total}'))
    assert record_digest(as_record(tree)) == record_digest(as_record(SMALL))
    assert hash_of({"a": 10}) == hash_of({"a": 10.0})


def test_empty_lists_of_notes_are_not_in_the_digest() -> None:
    tree = json.loads(json.dumps(SMALL)) | {"notes": []}
    assert record_digest(as_record(tree)) == record_digest(as_record(SMALL))
    assert record_digest(as_record(SMALL | {"notes": ["rain"]})) != record_digest(as_record(SMALL))

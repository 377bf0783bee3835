"""The names that may be meant: near ones are found, far ones are not guessed."""

from __future__ import annotations

import pytest

from allfives_cli.nearest import near_names, nearest

NAMES = ("validate", "view", "replay", "rules", "all-fives", "all-fives-deducted", "tie")
CASES = [
    ("a letter left out", "valdate", "validate"),
    ("two letters in each other's place", "ruels", "rules"),
    ("capitals", "VALIDATE", "validate"),
    ("an ending left out", "all-five", "all-fives"),
    ("blanks around it", " replay ", "replay"),
    ("a short name", "te", "tie"),
    ("a beginning of one alone", "vali", "validate"),
    ("a short beginning of one alone", "re", "replay"),
    ("a beginning of several", "all", None),
    ("a letter is not enough", "r", None),
    ("nothing near", "xyzzy", None),
    ("nothing", "", None),
    ("half of a name", "deducted", None),
    ("a part of a longer name", "lay", None),
    ("too many slips for a short name", "vew2", None),
]


@pytest.mark.parametrize(("name", "near"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_nearest(name: str, near: str | None) -> None:
    assert nearest(name, NAMES) == near


def test_several_that_are_as_near_are_all_given() -> None:
    assert near_names("all", NAMES) == ("all-fives", "all-fives-deducted")
    assert near_names("mile", ("mild", "wile", "milk", "smile")) == ("mild", "wile", "milk")
    assert near_names("mild", ("mild", "wile", "milk")) == ("mild",)
    assert near_names("pa", ("part", "pass", "past", "path")) == ()


SLIPS = [("bne", "ben"), ("jsno", "json"), ("boxs", "boxes"), ("bxes", "boxes"), ("hmtl", "html")]


@pytest.mark.parametrize(("name", "near"), SLIPS)
def test_a_slip_is_a_letter_more_or_less_or_two_in_each_others_place(name: str, near: str) -> None:
    assert near_names(name, (near,)) == (near,)


def test_a_long_text_is_compared_by_its_beginning() -> None:
    assert nearest("validate" + " " * 5_000_000, NAMES) == "validate"
    assert nearest("x" * 5_000_000, NAMES) is None

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from written_records import json_values, texts

from allfives_cli.record.source import plain
from allfives_cli.record.yaml_source import read_yaml
from allfives_cli.record.yaml_writing import WIDTH, Column, Lines, Tall, Verbatim, quoted, yaml_text


def read(text: str) -> object:
    return plain(read_yaml(text.encode(), "written").root)


@pytest.mark.parametrize("text", ["Ann", "Łukasz Żak", "O'Brien", "all-fives", "a/b (c) 7", "x."])
def test_what_is_plainly_text_is_written_as_it_stands(text: str) -> None:
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "a ", " a", "7", "7.5", "1:4", "05", "1e5", "0x5", ".5", "-", "--- a", "- a",
        "null", "~", "true", "No", "on", "y", "N", "yes", "a: b", "a:", "a #b", "#a", "'a'", '"',
        "a, b", "[a]", "{a}", "*a", "&a", "!a", "%a", "@a", "`a", "a\\b", "2026-09-22", "=", "<<",
        "a\nb", "\t", "\u0085", "\u2028", "\ufeff", "\ufffe", "a\u0301", "\u202eabc", "\U0001f030",
        "?? 3-4", "\u00a0a", "x\u00ad",
    ],
)  # fmt: skip
def test_what_might_be_something_else_is_quoted_and_comes_back(text: str) -> None:
    written = quoted(text)
    assert written[0] == written[-1] == '"'
    assert read(f"a: {written}\n") == {"a": text}
    assert yaml.safe_load(f"a: {written}\n") == {"a": text}


def test_what_cannot_be_seen_is_escaped() -> None:
    assert quoted("a\u202eb\ufeff\x1b\u200b") == '"a\\u202eb\\ufeff\\u001b\\u200b"'
    assert quoted("\U000e0001") == '"\\U000e0001"'
    assert quoted("gęś: \U0001f600") == '"gęś: \U0001f600"'


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_as_value_and_as_key(text: str) -> None:
    assert read(yaml_text({text: [text, {text: text}]})) == {text: [text, {text: text}]}
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]", quoted(text)
    )


@given(st.dictionaries(texts, json_values, min_size=1))
def test_any_values_come_back(tree: dict[str, object]) -> None:
    assert read(yaml_text(tree)) == tree  # type: ignore[arg-type] # any JSON values


@pytest.mark.parametrize("number", [1e-05, -1e-05, 5e-324, 1e22, 1.5e-07, 0.1, 1e16, 7, -7])
def test_every_reader_takes_a_number_for_the_same(number: float) -> None:
    assert read(yaml_text({"a": number})) == {"a": number}
    assert yaml.safe_load(yaml_text({"a": number})) == {"a": number}


def test_short_things_are_written_on_one_line_and_long_ones_below() -> None:
    tree = {
        "rules": {"base": "all-fives", "target": 75},
        "hands": Tall({"Ann": Verbatim("6-6 5-5"), "Ben": []}),
        "turns": Lines("Ann 6-6\nBen 6-5"),
        "names": Column(["Ann", {"a": 1}]),
        "list": [
            Lines("a\nb"),
            Tall({"x": None, "z": [True, 7.5]}),
            "plain",
            [["n" * 60, "m" * 60]],
        ],
        "end": {"a": "n" * 50, "b": {"c": "m" * 50}},
    }
    written = yaml_text(tree)  # type: ignore[arg-type] # dict is invariant
    assert written == (
        "rules: {base: all-fives, target: 75}\n"
        "hands:\n  Ann: 6-6 5-5\n  Ben: []\n"
        "turns: |\n  Ann 6-6\n  Ben 6-5\n"
        "names:\n- Ann\n- {a: 1}\n"
        "list:\n- |\n  a\n  b\n- x: null\n  z: [true, 7.5]\n- plain\n"
        f"-\n  -\n    - {'n' * 60}\n    - {'m' * 60}\n"
        f"end:\n  a: {'n' * 50}\n  b: {{c: {'m' * 50}}}\n"
    )
    assert all(len(line) <= WIDTH for line in written.splitlines())
    assert read(written) == {
        "rules": {"base": "all-fives", "target": 75},
        "hands": {"Ann": "6-6 5-5", "Ben": []},
        "turns": "Ann 6-6\nBen 6-5\n",
        "names": ["Ann", {"a": 1}],
        "list": ["a\nb\n", {"x": None, "z": [True, 7.5]}, "plain", [["n" * 60, "m" * 60]]],
        "end": {"a": "n" * 50, "b": {"c": "m" * 50}},
    }


def test_a_key_that_is_too_long_for_yaml_is_marked_as_one() -> None:
    tree = {"ext": {"k" * 2000: ["x" * 100], "a": "y" * 100}}
    assert read(yaml_text(tree)) == tree  # type: ignore[arg-type] # dict is invariant

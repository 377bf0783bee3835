"""Nodes, sources and places; the reading of either form has its own module."""

import pytest

from allfives_cli.record.json_source import read_json
from allfives_cli.record.source import (
    MAX_EXCERPT,
    NOTES,
    REFUSALS,
    Lines,
    Refusal,
    Span,
    plain,
)

RECORD = b'{"a": [1, {"b": "x\\ny"}],\n "c": null}'


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("ab", 2, (1, 3)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\r\nb", 2, (1, 3)),
        ("a\rb", 2, (2, 1)),
        ("\n\r\n\r\rx", 5, (5, 1)),
        ("a\u2028b\x0bc\x85d", 6, (1, 7)),
        ("\U0001f600\u0119x", 2, (1, 3)),
        ("a\n", 2, (2, 1)),
    ],
)
def test_line_and_column_of_an_offset(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Lines(text).span(offset, offset) == Span(*place, *place)


def test_lines_may_count_from_a_later_line() -> None:
    assert Lines("a\nb", 7).span(0, 3) == Span(7, 1, 8, 2)


def test_values_are_found_by_pointer() -> None:
    source = read_json(RECORD, "r.json")
    found = source.find(["a", 1, "b"])
    assert found is not None
    assert (found.value, found.raw, found.style) == ("x\ny", '"x\\ny"', "double")
    assert source.span(found.start, found.end) == Span(1, 17, 1, 23)
    assert source.find([]) is source.root


@pytest.mark.parametrize(
    "pointer", [["b"], ["a", 2], ["a", -1], ["a", "0"], [0], ["c", "x"], ["a", 0, 0]]
)
def test_a_pointer_to_nothing_finds_none(pointer: list[str | int]) -> None:
    assert read_json(RECORD, "r.json").find(pointer) is None


def test_keys_have_places() -> None:
    source = read_json(RECORD, "r.json")
    assert source.root.keys == {"a": (1, 4), "c": (27, 30)}
    assert source.root.keys is source.root.keys  # made once
    inner = source.find(["a"])
    assert inner is not None
    assert inner.keys is None


def test_plain_values() -> None:
    assert plain(read_json(RECORD, "r.json").root) == {"a": [1, {"b": "x\ny"}], "c": None}


def test_offsets_in_what_is_not_text_count_in_the_raw_text() -> None:
    source = read_json(b"[7.50]", "r.json")
    number = source.find([0])
    assert number is not None
    assert [source.text_offset(number, index) for index in range(5)] == [1, 2, 3, 4, 5]
    assert source.text_place(number, 1, 3) == (2, 4)
    with pytest.raises(IndexError):
        source.text_offset(number, 5)


def test_a_place_in_a_text_ends_where_its_last_character_does() -> None:
    source = read_json(RECORD, "r.json")
    node = source.find(["a", 1, "b"])
    assert node is not None
    assert source.text_place(node, 1, 2) == (18, 20)
    assert source.text_place(node, 2, 2) == (20, 20)
    assert source.text_place(node, 0, 3) == (17, 21)
    with pytest.raises(IndexError):
        source.text_offset(node, 4)
    with pytest.raises(IndexError):
        source.text_offset(node, -1)


def test_a_refusal_repeats_little_of_the_input() -> None:
    refusal = Refusal("duplicate-key", {"key": "k" * 5000, "limit": 10**60})
    assert refusal.params == {"key": "k" * (MAX_EXCERPT - 1) + "…", "limit": 10**60}


def test_codes_are_kebab_case_words_with_named_params() -> None:
    for code, params in (*REFUSALS.items(), *NOTES.items()):
        assert code.replace("-", "").replace("8", "").isalpha(), code
        assert code == code.lower()
        assert all(name.isidentifier() for name in params), code
    assert not REFUSALS.keys() & NOTES.keys()

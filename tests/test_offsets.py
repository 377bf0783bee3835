"""Where each character of a decoded text stands, for every style in which it can be written."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allfives_cli.record.json_source import read_json
from allfives_cli.record.offsets import chart
from allfives_cli.record.source import Refusal, Source
from allfives_cli.record.yaml_source import read_yaml

# written, style, value, offset of each character and of the end
WORKED = [
    ("Ann", "plain", "Ann", [0, 1, 2, 3]),
    ("a  b", "plain", "a  b", [0, 1, 2, 3, 4]),
    ("a \n  b", "plain", "a b", [0, 1, 5, 6]),
    ("a\n\n \n b", "plain", "a\n\nb", [0, 2, 4, 6, 7]),
    ("a\r\n\r\nb", "plain", "a\nb", [0, 3, 5, 6]),
    ("''", "single", "", [1]),
    ("'it''s'", "single", "it's", [1, 2, 3, 5, 6]),
    ("' a \n b '", "single", " a b ", [1, 2, 3, 6, 7, 8]),
    ('""', "double", "", [1]),
    (r'"\u0119\n!"', "double", "\u0119\n!", [1, 7, 9, 10]),
    (r'"\ud83d\ude00!"', "double", "\U0001f600!", [1, 13, 14]),
    (r'"\U0001f600\x41\\"', "double", "\U0001f600A\\", [1, 11, 15, 17]),
    ('"a \\\n   b"', "double", "a b", [1, 2, 8, 9]),
    ('"a\\\n \n b"', "double", "a\nb", [1, 5, 7, 8]),
    ('"a\\ \n b"', "double", "a  b", [1, 2, 4, 6, 7]),
    ("|\n  a\n\n   b\n", "literal", "a\n\n b\n", [4, 5, 6, 9, 10, 11, 12]),
    ("|-  # note\n  a\n  \n  b\n\n", "literal", "a\n\nb", [13, 14, 17, 20, 21]),
    ("|2+\r\n   a\r\n\r\n", "literal", " a\n\n", [7, 8, 9, 11, 13]),
    ("|\n\n  a", "literal", "\na", [2, 5, 6]),
    (">\n  a\n  b\n", "folded", "a b\n", [4, 5, 8, 9, 10]),
    (">-\n  a\n\n\n  b\n", "folded", "a\n\nb", [5, 7, 8, 11, 12]),
    (">\n  a\n   b\n  c\n", "folded", "a\n b\nc\n", [4, 5, 8, 9, 10, 13, 14, 15]),
    (">+\n\n  a\n\n", "folded", "\na\n\n", [3, 6, 7, 8, 9]),
    (">1\n   a\n b\n", "folded", "  a\nb\n", [4, 5, 6, 7, 9, 10, 11]),
    (">\n\n", "folded", "", [0]),
]


@pytest.mark.parametrize("written", WORKED, ids=[repr(row[0]) for row in WORKED])
def test_worked_offsets(written: tuple[str, str, str, list[int]]) -> None:
    raw, style, value, expected = written
    pieces = chart(raw, style, value)
    assert [pieces.start_of(index) for index in range(len(value) + 1)] == expected


def shown(character: str) -> str:
    return f"<{ord(character):x}>"


LETTERS = st.text(st.sampled_from("ab \n\u0119\U0001f600:#'\"\\-[]{},|>\t"), max_size=24)
STYLES: dict[str, Callable[[str], str]] = {
    "json": lambda text: '"' + text + '"',
    "double": lambda text: '- "' + text + '"',
    "single": lambda text: "- '" + text + "'",
    "plain": lambda text: "- a" + text,
    "literal": lambda text: "- |\n  " + text.replace("\n", "\n  "),
    "literal-keep": lambda text: "- |2+\n  " + text.replace("\n", "\n  "),
    "literal-strip": lambda text: "- a:\n  - |-\n     " + text.replace("\n", "\n     "),
    "folded": lambda text: "- >\n  " + text.replace("\n", "\n  "),
    "folded-keep": lambda text: "- >1+\n " + text.replace("\n", "\n "),
    "folded-strip": lambda text: "- >-\n  " + text.replace("\n", "\n  "),
}
ESCAPED = {
    "\n": "\\n",
    '"': '\\"',
    "\\": "\\\\",
    "\t": "\\t",
    "\u0119": "\\u0119",
    "\a": "\\a",
    "\b": "\\b",
}


def text_of(source: Source) -> tuple[str, list[int], list[tuple[int, int]]]:
    """The first text in a source, the offset of each character, and its place."""
    node = source.root
    while not isinstance(node.value, str):
        assert isinstance(node.value, list | dict)
        node = next(iter(node.value.values() if isinstance(node.value, dict) else node.value))
    value = node.value
    offsets = [source.text_offset(node, index) for index in range(len(value) + 1)]
    places = [source.text_place(node, index, index + 1) for index in range(len(value))]
    return value, offsets, places


def read(style: str, written: str, *, pure: bool) -> Source | None:
    try:
        if style == "json":
            return read_json(written.encode(), "r")
        return read_yaml(written.encode(), "r", pure=pure)
    except Refusal:
        return None


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_each_character_stands_where_it_is_said_to(
    style: str, data: st.DataObject, *, pure: bool
) -> None:
    text = data.draw(LETTERS)
    if style in {"json", "double"}:
        text = "".join(
            ESCAPED.get(character, character) if data.draw(st.booleans()) else character
            for character in text
        )
    ends = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    tail = data.draw(st.sampled_from(["", "\n", "\n\n", "\n- b\n"]))
    written = STYLES[style](text).replace("\n", ends) + (tail if style != "json" else "")
    source = read(style, written, pure=pure)
    if source is None or (source.root.value is None) or "a" not in written:
        return
    try:
        value, offsets, places = text_of(source)
    except (StopIteration, AssertionError):
        return  # the letters made a structure of their own, or a null
    assert offsets == sorted(set(offsets[:-1])) + offsets[-1:]
    for character, offset, (start, end) in zip(value, offsets, places, strict=False):
        spelled = source.text[start:end]
        assert start == offset
        assert start < end
        if character == " " and spelled != " ":
            assert spelled[:1] in " \t\r\n\\", shown(character)
        elif character == "\n":
            assert spelled in {"\n", "\r\n", "\r", "\\n"}
        elif character == "'":
            assert spelled in {"'", "''"}
        else:
            assert spelled in {character, "\\" + character, ESCAPED.get(character)}


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
@settings(max_examples=200, deadline=None)
@given(
    lines=st.lists(
        st.sampled_from(["Ann 6-6", "  Ben", "", "   ", "\tx", "# no", "a: b"]), max_size=8
    ),
    header=st.sampled_from(["|", "|-", "|+", ">", ">-", ">+"]),
    indent=st.integers(1, 9),
    stated=st.booleans(),
    depth=st.integers(0, 2),
)
def test_blocks_of_any_indentation(
    lines: list[str], header: str, indent: int, depth: int, *, stated: bool, pure: bool
) -> None:
    outer = "".join("  " * level + "k:\n" for level in range(depth)) + "  " * depth + "k: "
    inner = " " * (2 * depth + indent)
    sign = header[0] + (str(indent) if stated else "") + header[1:]
    written = outer + sign + "\n" + "".join(f"{inner}{line}\n" for line in lines) + "z: 1\n"
    source = read("yaml", written, pure=pure)
    if source is None:
        return
    value, offsets, places = text_of(source)
    for character, offset, (start, end) in zip(value, offsets, places, strict=False):
        assert start == offset
        spelled = source.text[start:end]
        assert spelled == (character if character != " " or spelled == " " else "\n")
    if header[0] == "|":
        # every letter of the sheet is there once, in order, on its own line
        shown_lines = [source.span(place[0], place[1]).line for place in places]
        assert shown_lines == sorted(shown_lines)
        assert len(set(places)) == len(places)

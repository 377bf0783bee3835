"""YAML sheets: what is read, with places; and each mistake by its own name, at its own place."""

import time
import tracemalloc
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from allfives_cli.record.limits import MAX_SHEET_VALUES
from allfives_cli.record.source import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_EXCERPT,
    MAX_NOTES,
    REFUSALS,
    Node,
    Refusal,
    Source,
    Span,
    plain,
)
from allfives_cli.record.yaml_source import read_yaml

Row = tuple[str, str, dict[str, object], tuple[int, int, int, int]]

# text, code, params, span (line, column, end line, end column)
REFUSED: list[Row] = [
    ("a:\n\tb: 1", "yaml-tab", {}, (2, 1, 2, 2)),
    ("a:\n  \tb: 1", "yaml-tab", {}, (2, 3, 2, 4)),
    ("\ta: 1", "yaml-tab", {}, (1, 1, 1, 2)),
    ("a: [1,\n\t2]", "yaml-tab", {}, (2, 1, 2, 2)),
    ("a: |\n\tx", "yaml-tab", {}, (2, 1, 2, 2)),
    ("a: *ref", "yaml-alias", {"name": "ref"}, (1, 4, 1, 8)),
    ("on: *5-5", "yaml-alias", {"name": "5-5"}, (1, 5, 1, 9)),
    ("a: * b", "yaml-alias", {"name": ""}, (1, 4, 1, 5)),
    ("&a [*a]", "yaml-anchor", {"name": "a"}, (1, 1, 1, 3)),
    ("a: &5-5 x", "yaml-anchor", {"name": "5-5"}, (1, 4, 1, 8)),
    ("a: !t &x {b: 1}", "yaml-anchor", {"name": "x"}, (1, 7, 1, 9)),
    ("&k a: 1", "yaml-anchor", {"name": "k"}, (1, 1, 1, 3)),
    ("- &", "yaml-anchor", {"name": ""}, (1, 3, 1, 4)),
    ("a: 1\n<<: {b: 1}", "yaml-merge-key", {}, (2, 1, 2, 3)),
    ("a: !!python/name:os.system x", "yaml-tag", {"tag": "!!python/name:os.system"}, (1, 4, 1, 27)),
    ("a: !foo [1]", "yaml-tag", {"tag": "!foo"}, (1, 4, 1, 8)),
    ("a: !!binary aGk=", "yaml-tag", {"tag": "!!binary"}, (1, 4, 1, 12)),
    ("a: !!set {b}", "yaml-tag", {"tag": "!!set"}, (1, 4, 1, 9)),
    ("a: !!omap [b: 1]", "yaml-tag", {"tag": "!!omap"}, (1, 4, 1, 10)),
    ("a: !!timestamp 2026-11-29", "yaml-tag", {"tag": "!!timestamp"}, (1, 4, 1, 15)),
    ("a: ! x", "yaml-tag", {"tag": "!"}, (1, 4, 1, 5)),
    ("a: !e!x 1", "yaml-tag", {"tag": "!"}, (1, 4, 1, 5)),
    ("%TAG ! x\n---\na: 1", "yaml-directive", {"text": "%TAG ! x"}, (1, 1, 1, 9)),
    ("# c\n\n%YAML 2.0\n---\na: 1", "yaml-directive", {"text": "%YAML 2.0"}, (3, 1, 3, 10)),
    ("%FOO\n---\na: 1", "yaml-directive", {"text": "%FOO"}, (1, 1, 1, 5)),
    ("%YAML 1.2\n%YAML 1.2\n---\n1", "yaml-directive", {"text": "%YAML 1.2"}, (2, 1, 2, 10)),
    ("3-4: a\n1: b", "yaml-key-not-text", {"key": "1"}, (2, 1, 2, 2)),
    ("null: 1", "yaml-key-not-text", {"key": "null"}, (1, 1, 1, 5)),
    ("{true: 1}", "yaml-key-not-text", {"key": "true"}, (1, 2, 1, 6)),
    ("? ", "yaml-key-not-text", {"key": ""}, (1, 2, 1, 2)),
    ("[a]: 1", "yaml-key-not-text", {"key": "["}, (1, 1, 1, 2)),
    ("{{a: 1}: 1}", "yaml-key-not-text", {"key": "{"}, (1, 2, 1, 3)),
    ("tile:\n  3: 4", "yaml-key-tile", {"key": "3", "tile": "3-4"}, (2, 3, 2, 7)),
    ("[{3 : 4}]", "yaml-key-tile", {"key": "3", "tile": "3-4"}, (1, 3, 1, 8)),
    ("{3:4}", "yaml-colon-space", {"key": "3:4", "tile": "3-4"}, (1, 2, 1, 5)),
    ("3:4:", "yaml-colon-space", {"key": "3:4", "tile": "3-4"}, (1, 1, 1, 4)),
    ("{by:Ann, on: x}", "yaml-colon-space", {"key": "by:Ann", "tile": ""}, (1, 2, 1, 8)),
    ("a: x\x85y", "yaml-line-separator", {"codepoint": "U+0085"}, (1, 5, 1, 6)),
    ('b: 1\na: "\u2028"', "yaml-line-separator", {"codepoint": "U+2028"}, (2, 5, 2, 6)),
    ("# \u2029", "yaml-line-separator", {"codepoint": "U+2029"}, (1, 3, 1, 4)),
    ("a: \x1b[31m", "yaml-control-character", {"codepoint": "U+001B"}, (1, 4, 1, 5)),
    ("a: \x7f", "yaml-control-character", {"codepoint": "U+007F"}, (1, 4, 1, 5)),
    ("a: \x9b", "yaml-control-character", {"codepoint": "U+009B"}, (1, 4, 1, 5)),
    ("a: x\ufeff", "yaml-control-character", {"codepoint": "U+FEFF"}, (1, 5, 1, 6)),
    ("a: \uffff", "yaml-control-character", {"codepoint": "U+FFFF"}, (1, 4, 1, 5)),
    (
        'a: "\\ud83d\\ude00"',
        "yaml-surrogate-pair",
        {"escape": "\\ud83d\\ude00", "character": "\U0001f600"},
        (1, 5, 1, 17),
    ),
    ('a: "\\\\\\ud800"', "lone-surrogate", {"escape": "\\ud800"}, (1, 7, 1, 13)),
    ('"\\udc00": 1', "lone-surrogate", {"escape": "\\udc00"}, (1, 2, 1, 8)),
    ('a: "x\\q"', "bad-escape", {"escape": "\\q"}, (1, 6, 1, 8)),
    ('a: "\\\\\\x4"', "bad-escape", {"escape": "\\x4"}, (1, 7, 1, 10)),
    ('a: "\\UFFFFFFFF"', "bad-escape", {"escape": "\\UFFFFFFFF"}, (1, 5, 1, 15)),
    ("a: @x", "yaml-needs-quotes", {"character": "@"}, (1, 4, 1, 5)),
    ("a: `x`", "yaml-needs-quotes", {"character": "`"}, (1, 4, 1, 5)),
    ("a: %x", "yaml-needs-quotes", {"character": "%"}, (1, 4, 1, 5)),
    ("a: 'it's'", "yaml-inner-quote", {}, (1, 7, 1, 8)),
    ('a: "Ann "Ace" Lee"', "yaml-inner-quote", {}, (1, 9, 1, 10)),
    ("a: b: c", "yaml-stray-colon", {}, (1, 5, 1, 6)),
    ("a: 1\n  b: 2", "yaml-stray-colon", {}, (2, 4, 2, 5)),
    ("a: - b", "yaml-stray-dash", {}, (1, 4, 1, 5)),
    ("a: 1\nAnn 6-6\n", "yaml-missing-colon", {"text": "Ann 6-6"}, (2, 1, 2, 8)),
    ("a: [1\nb: 2", "yaml-missing-comma", {"bracket": "["}, (2, 2, 2, 3)),
    ("a: [1}", "yaml-missing-comma", {"bracket": "["}, (1, 6, 1, 7)),
    ("a: {b: 1]", "yaml-missing-comma", {"bracket": "{"}, (1, 9, 1, 10)),
    ("a: [1, 2\n", "yaml-unclosed", {"bracket": "["}, (1, 4, 1, 5)),
    ("a: [{b: 1", "yaml-unclosed", {"bracket": "{"}, (1, 5, 1, 6)),
    ("a: [1,", "yaml-unclosed", {"bracket": "["}, (1, 4, 1, 5)),
    ("b: 1\na: 'x\n", "yaml-unclosed", {"bracket": "'"}, (2, 4, 2, 5)),
    ('a: "x\n', "yaml-unclosed", {"bracket": '"'}, (1, 4, 1, 5)),
    ("- a\nb: 1", "yaml-indent", {}, (2, 1, 2, 2)),
    ("a:\n  - 1\n - 2", "yaml-indent", {}, (3, 2, 3, 3)),
    ("a: |\n  x\n y\n", "yaml-indent", {}, (3, 2, 3, 3)),
    ("a: }", "yaml-unexpected", {"character": "}"}, (1, 4, 1, 5)),
    ("[1,,2]", "yaml-unexpected", {"character": ","}, (1, 4, 1, 5)),
    ("a: 'x' y", "yaml-unexpected", {"character": "y"}, (1, 8, 1, 9)),
    ("a: |x\n y", "yaml-block-header", {}, (1, 5, 1, 6)),
    ("a: |0\n y", "yaml-block-header", {}, (1, 5, 1, 6)),
    ("a: 0x5", "bad-number", {"text": "0x5"}, (1, 4, 1, 7)),
    ("a: 0o5", "bad-number", {"text": "0o5"}, (1, 4, 1, 7)),
    ("- 1e999", "number-too-large", {"text": "1e999"}, (1, 3, 1, 8)),
    ("- " + "9" * 5000, "number-too-long", {"text": "9" * 39 + "…", "limit": 15}, (1, 3, 1, 5003)),
    ("a: 1\n'a': 2", "duplicate-key", {"key": "a"}, (2, 1, 2, 4)),
    ("- [" + "[" * 100_000, "too-deep", {"limit": 64}, (1, 66, 1, 67)),
    ("- " * 100_000, "too-deep", {"limit": 64}, (1, 129, 1, 130)),
    ("- '['\n- {'[': " + "[" * 5000, "too-deep", {"limit": 64}, (2, 71, 2, 72)),
    ("---\na: 1\n---\nb: 1", "several-documents", {}, (3, 1, 3, 4)),
    ("{a: 1}\nb: 2", "text-after-end", {"text": "b: 2"}, (2, 1, 2, 5)),
    ("a: 1\n... b\n", "text-after-end", {"text": "b"}, (2, 5, 2, 6)),
    ("# only a note\n", "file-empty", {}, (1, 1, 1, 1)),
    ("---\n", "file-empty", {}, (1, 1, 1, 1)),
]


def outcome(text: str | bytes, *, pure: bool = False) -> Source | Refusal:
    data = text.encode() if isinstance(text, str) else text
    try:
        return read_yaml(data, "r.yaml", pure=pure)
    except Refusal as refusal:
        return refusal


def nodes(node: Node) -> Iterator[Node]:
    yield node
    items = node.value
    if isinstance(items, dict | list):
        for item in items.values() if isinstance(items, dict) else items:
            yield from nodes(item)


def shape(read: Source | Refusal) -> object:
    """Everything that may be compared between two readings."""
    if isinstance(read, Refusal):
        return read.code, read.params, read.span, read.extra
    tree = [(node.start, node.end, node.style, node.keys, plain(node)) for node in nodes(read.root)]
    return tree, read.notes


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
@pytest.mark.parametrize("row", REFUSED, ids=[f"{row[1]} {row[0][:20]!r}" for row in REFUSED])
def test_mistakes_are_named_at_their_place(row: Row, *, pure: bool) -> None:
    text, code, params, span = row
    read = outcome(text, pure=pure)
    assert isinstance(read, Refusal)
    assert (read.code, read.params, read.span) == (code, params, Span(*span))
    assert tuple(read.params) == REFUSALS[code]


def test_every_refusal_of_yaml_is_tried() -> None:
    expected = {code for code in REFUSALS if code.startswith("yaml-")}
    assert expected - {row[1] for row in REFUSED} == {"yaml-syntax"}  # tried below


def test_what_has_no_name_is_still_refused_at_its_place() -> None:
    read = outcome("b: 1\na: ? b")
    assert isinstance(read, Refusal)
    assert (read.code, read.span) == ("yaml-syntax", Span(2, 4, 2, 4))
    assert "mapping keys" in str(read.params["detail"])


@pytest.mark.parametrize(
    ("text", "label", "span"),
    [
        ("b: 0\na: 1\na: 2", "first", (2, 1, 2, 2)),
        ("x: [1\nb: 2", "open", (1, 4, 1, 5)),
    ],
)
def test_second_places(text: str, label: str, span: tuple[int, int, int, int]) -> None:
    read = outcome(text)
    assert isinstance(read, Refusal)
    assert read.extra == ((label, Span(*span)),)


SHEET = """\
# the last match
allfives: 1
players: [Ann, "Ben"]
date: 2026-09-22
rounds:
- hands:
    Ann: 6-6 6-5
  turns: |
    Ann 6-6   # leads
    Ben 6-3 +15 (15)

  end: {how: out, pips: {Ben: 34}, note: "folded
     text"}
-
"""


def test_a_sheet() -> None:
    source = read_yaml(SHEET.encode(), "r.yaml")
    assert plain(source.root) == {
        "allfives": 1,
        "players": ["Ann", "Ben"],
        "date": "2026-09-22",
        "rounds": [
            {
                "hands": {"Ann": "6-6 6-5"},
                "turns": "Ann 6-6   # leads\nBen 6-3 +15 (15)\n",
                "end": {"how": "out", "pips": {"Ben": 34}, "note": "folded text"},
            },
            None,
        ],
    }


def test_places_of_a_sheet() -> None:
    source = read_yaml(SHEET.encode(), "r.yaml")
    turns = source.find(["rounds", 0, "turns"])
    pips = source.find(["rounds", 0, "end", "pips", "Ben"])
    empty = source.find(["rounds", 1])
    rounds = source.find(["rounds", 0])
    assert turns and pips and empty and rounds  # noqa: PT018 - all four are wanted
    assert turns.style == "literal"
    at = source.text_offset(turns, str(turns.value).index("+15"))
    assert source.span(at, at + 3) == Span(10, 13, 10, 16)
    assert (pips.raw, source.span(pips.start, pips.end)) == ("34", Span(12, 31, 12, 33))
    assert (empty.raw, source.span(empty.start, empty.end).line) == ("", 14)
    assert rounds.raw.startswith("hands:\n    Ann")
    assert rounds.raw.endswith('text"}')
    assert rounds.keys is not None
    assert [source.text[slice(*place)] for place in rounds.keys.values()] == list(rounds.keys)


def test_what_other_tools_would_misread_is_noted() -> None:
    source = read_yaml(b"hand: [1:4, 34, 05]\nname: No\nfine: '1:4'\n", "r.yaml")
    assert plain(source.root) == {"hand": ["1:4", 34, "05"], "name": "No", "fine": "1:4"}
    assert [(note.code, source.text[note.start : note.end]) for note in source.notes] == [
        ("yaml-other-number", "1:4"),
        ("yaml-other-number", "05"),
        ("yaml-other-boolean", "No"),
    ]
    assert source.notes[0].params == {"text": "1:4", "other": "64"}


def test_notes_are_limited() -> None:
    source = read_yaml(b"- no\n" * (MAX_NOTES + 50), "r.yaml")
    assert len(source.notes) == MAX_NOTES


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1|4]", ["1|4"]),
        ("a: =\nb: <<", {"a": "=", "b": "<<"}),
        ("'<<': 1\n\"3\": 2", {"<<": 1, "3": 2}),
        ("on: 3-4\nno: off", {"on": "3-4", "no": "off"}),
        ("%YAML 1.2 # ours\n---\na: 05", {"a": "05"}),
        ("\ufeff%YAML 1.1\r\n---\r\na: 1\r\n...\r\n", {"a": 1}),
        ("a: '%x'\n", {"a": "%x"}),
        ("a: |\n  %x\n", {"a": "%x\n"}),
        ("a: 3-4 # note\nb: 3-4#note", {"a": "3-4", "b": "3-4#note"}),
        ("3-4: left", {"3-4": "left"}),
        ("? a\n: b", {"a": "b"}),
        ("a: |\n  x\ty\n  \tz\n", {"a": "x\ty\n\tz\n"}),
        ('a: "\\0\\e"', {"a": "\0\x1b"}),
        ("a:\r- b\r", {"a": ["b"]}),
        ("a: \u202e\u200b", {"a": "\u202e\u200b"}),
        ("null", None),
    ],
)
def test_what_is_read(text: str, value: object) -> None:
    read, pure = outcome(text), outcome(text, pure=True)
    assert isinstance(read, Source)
    assert plain(read.root) == value
    assert shape(read) == shape(pure)


def test_depth_up_to_the_limit_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert isinstance(outcome(text), Source)
    assert isinstance(outcome("- " * MAX_DEPTH), Source)


def test_values_up_to_the_limit_are_read() -> None:
    many = "[" + "0," * (MAX_SHEET_VALUES - 2) + "0"
    assert isinstance(outcome(many + "]"), Source)
    read = outcome(many + ",\n5]")
    assert isinstance(read, Refusal)
    assert (read.code, read.params) == ("too-many-values", {"limit": MAX_SHEET_VALUES})
    assert read.span == Span(2, 1, 2, 2)


LETTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff")
TEXTS = st.text(LETTERS.filter(lambda letter: letter not in "\u2028\u2029"), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=20,
)


@settings(deadline=None)
@given(VALUES, st.sampled_from([None, "'", '"', "|", ">"]), st.booleans() | st.none())
def test_what_pyyaml_writes_is_read(value: object, style: str | None, flow: bool | None) -> None:
    text = yaml.safe_dump(value, default_style=style, default_flow_style=flow, allow_unicode=True)
    if "!!" in text or "? " in text:
        return  # quoted numbers are tagged, and long keys spelled out
    read = outcome(text)
    assert isinstance(read, Source), (text, read.code, read.params, read.span)
    assert plain(read.root) == value
    assert shape(read) == shape(outcome(text, pure=True))
    for node in nodes(read.root):
        if node.style in {"plain", "single", "double", "flow"} and "\n" not in node.raw:
            assert yaml.safe_load(node.raw) == plain(node)


PIECES = st.sampled_from(
    [
        "a",
        "b: ",
        "- ",
        "\n",
        "\n  ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ": ",
        "'",
        '"',
        "|\n",
        ">-\n",
        "# c",
        "3:4",
        "05",
        "\t",
        "*",
        "&x ",
        "!t ",
        "? ",
        "---\n",
        "...\n",
        "%",
        "\\",
        "\\ud800",
        "\u0119",
        "\U0001f600",
        "no",
        "~",
        "<<",
        "@",
        "\r",
    ]
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_whatever_the_text_both_parsers_read_or_refuse_it(text: str) -> None:
    fast, pure = outcome(text), outcome(text, pure=True)
    for read in (fast, pure):
        if isinstance(read, Refusal):
            assert tuple(read.params) == REFUSALS[read.code]
            assert all(len(str(value)) <= MAX_EXCERPT for value in read.params.values())
            assert read.span is not None
    if isinstance(fast, Source) and isinstance(pure, Source):
        assert shape(fast) == shape(pure)
        assert all(node.start <= node.end <= len(text) for node in nodes(fast.root))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60), st.integers(0, len(SHEET)), st.booleans())
def test_whatever_the_bytes_nothing_but_a_refusal_is_raised(
    noise: bytes,
    at: int,
    pure: bool,
) -> None:
    sheet = SHEET.encode()
    for data in (noise, sheet[:at] + noise + sheet[at:], sheet[:at] + sheet[at + len(noise) :]):
        read = outcome(data, pure=pure)
        assert isinstance(read, Source) or tuple(read.params) == REFUSALS[read.code]


HALF = MAX_BYTES // 2 - 10
BOMBS = {
    "brackets": "[" * 2 * HALF,
    "braces": "[{" * HALF,
    "dashes": "- " * HALF,
    "questions": "? " * HALF,
    "colons": ": " * HALF,
    "commas": "[" + "," * 2 * HALF,
    "values": "[" + "a," * HALF,
    "escapes without end": '"' + "\\n" * HALF,
    "folded lines": "a: >\n" + " x\n" * (2 * HALF // 3),
    "plain lines": "x\n" * HALF,
    "comments": "#\n" * HALF + "%X",
    "tabs": "a: |\n" + " \tx\n" * (HALF // 2),
    "sixties": "a: 1" + ":1" * HALF,
    "alias": "a: *" + "a" * HALF,
    "documents": "---\n" * (HALF // 2),
    "long key": "a" * 2 * HALF + ": 1",
    "keys": "\n".join(f"k{number}: 1" for number in range(400_000)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_input_takes_long(name: str) -> None:
    before = time.process_time()
    read = outcome(BOMBS[name])
    assert time.process_time() - before < 8  # four times what is usual: machines differ
    assert isinstance(read, Source) or read.span is not None


def test_offsets_in_a_large_block_are_found_fast() -> None:
    source = read_yaml(("a: |\n" + "  Ann 6-6\n" * 200_000).encode(), "r.yaml")
    block = source.find(["a"])
    assert block is not None
    before = time.process_time()
    for line in range(0, 200_000, 50):
        assert source.text_offset(block, 8 * line) == 7 + 10 * line
    assert time.process_time() - before < 4


def test_memory_of_a_large_sheet() -> None:
    pairs = "\n".join(f"- {{a: {number % 10}, b: x{number}}}" for number in range(33_000))
    data = pairs.encode() + b"\n"
    data += b"#" * (MAX_BYTES // 4 - len(data))
    tracemalloc.start()
    source = read_yaml(data, "r.yaml")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(source.text) == MAX_BYTES // 4
    assert peak < 200_000_000 // 4

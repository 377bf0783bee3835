"""JSON: what is read, with places; and each mistake by its own name, at its own place."""

import io
import json
import math
import random
import re
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allfives_cli.record.json_source import MAX_SKIP, read_json, read_json_lines
from allfives_cli.record.source import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_EXCERPT,
    MAX_VALUES,
    REFUSALS,
    Node,
    Refusal,
    Source,
    Span,
    plain,
)

Row = tuple[str, str, dict[str, object], tuple[int, int, int, int]]

# text, code, params, span (line, column, end line, end column)
REFUSED: list[Row] = [
    ("[1,]", "json-trailing-comma", {}, (1, 3, 1, 4)),
    ('{"a":1,\n}', "json-trailing-comma", {}, (1, 7, 1, 8)),
    ('["a",}', "json-trailing-comma", {}, (1, 5, 1, 6)),
    ("[1 2]", "json-missing-comma", {}, (1, 3, 1, 3)),
    ('{"a": 1\n "b": 2}', "json-missing-comma", {}, (1, 8, 1, 8)),
    ("[{} {}]", "json-missing-comma", {}, (1, 4, 1, 4)),
    ('{"a" 1}', "json-missing-colon", {}, (1, 5, 1, 5)),
    ('{"a", "b"}', "json-missing-colon", {}, (1, 5, 1, 5)),
    ('{"a\\n" 1}', "json-missing-colon", {}, (1, 7, 1, 7)),
    ('{"a":}', "json-missing-value", {"found": "}"}, (1, 6, 1, 7)),
    ("[,1]", "json-missing-value", {"found": ","}, (1, 2, 1, 3)),
    ("[1,,2]", "json-missing-value", {"found": ","}, (1, 4, 1, 5)),
    ("{,}", "json-missing-value", {"found": ","}, (1, 2, 1, 3)),
    ("{:1}", "json-missing-value", {"found": ":"}, (1, 2, 1, 3)),
    ("]", "json-missing-value", {"found": "]"}, (1, 1, 1, 2)),
    ("{'a': 1}", "json-wrong-quotes", {"quote": "'"}, (1, 2, 1, 3)),
    ("['a']", "json-wrong-quotes", {"quote": "'"}, (1, 2, 1, 3)),
    ("[\u201ea\u201d]", "json-wrong-quotes", {"quote": "\u201e"}, (1, 2, 1, 3)),
    ('["Ann "Ace" Lee"]', "json-inner-quote", {}, (1, 7, 1, 8)),
    ("[1, // lead\n2]", "json-comment", {}, (1, 5, 1, 12)),
    ("[1 /* lead */]", "json-comment", {}, (1, 4, 1, 15)),
    ("# lead\r[1]", "json-comment", {}, (1, 1, 1, 7)),
    ("{} // end", "json-comment", {}, (1, 4, 1, 10)),
    ('{"a" /**/: 1}', "json-comment", {}, (1, 6, 1, 14)),
    ("{by: 1}", "json-unquoted", {"word": "by", "meant": ""}, (1, 2, 1, 4)),
    ("[True]", "json-unquoted", {"word": "True", "meant": "true"}, (1, 2, 1, 6)),
    ("[None]", "json-unquoted", {"word": "None", "meant": "null"}, (1, 2, 1, 6)),
    ("[undefined]", "json-unquoted", {"word": "undefined", "meant": "null"}, (1, 2, 1, 11)),
    ("[trueish]", "json-unquoted", {"word": "trueish", "meant": ""}, (1, 2, 1, 9)),
    ("{3: 4}", "json-key-not-text", {"text": "3"}, (1, 2, 1, 3)),
    ("{[1]: 4}", "json-key-not-text", {"text": "["}, (1, 2, 1, 3)),
    ("[1, 2", "json-unclosed", {"bracket": "["}, (1, 6, 1, 6)),
    ('{"a":\n', "json-unclosed", {"bracket": "{"}, (2, 1, 2, 1)),
    ('[{"a"', "json-unclosed", {"bracket": "{"}, (1, 6, 1, 6)),
    ("{", "json-unclosed", {"bracket": "{"}, (1, 2, 1, 2)),
    ('["a', "json-unclosed-string", {}, (1, 2, 1, 4)),
    ('["Ann\nBen"]', "json-unclosed-string", {}, (1, 2, 1, 6)),
    ('{"a: 1}', "json-unclosed-string", {}, (1, 2, 1, 8)),
    ('["a\\', "bad-escape", {"escape": "\\"}, (1, 4, 1, 5)),
    ('["a\\x41"]', "bad-escape", {"escape": "\\x41"}, (1, 4, 1, 8)),
    ('["\\n\\u12"]', "bad-escape", {"escape": "\\u12"}, (1, 5, 1, 9)),
    ('["\\\'"]', "bad-escape", {"escape": "\\'"}, (1, 3, 1, 5)),
    ('["a\tb"]', "json-control-character", {"codepoint": "U+0009"}, (1, 4, 1, 5)),
    ('["\\n\x1b[31m"]', "json-control-character", {"codepoint": "U+001B"}, (1, 5, 1, 6)),
    ('["\\ud800"]', "lone-surrogate", {"escape": "\\ud800"}, (1, 3, 1, 9)),
    ('["\\ud83d\\ude00\\\\\\udc00"]', "lone-surrogate", {"escape": "\\udc00"}, (1, 17, 1, 23)),
    ('{"\\ud800": 1}', "lone-surrogate", {"escape": "\\ud800"}, (1, 3, 1, 9)),
    ("[05]", "bad-number", {"text": "05"}, (1, 2, 1, 4)),
    ("[+5]", "bad-number", {"text": "+5"}, (1, 2, 1, 4)),
    ("[.5]", "bad-number", {"text": ".5"}, (1, 2, 1, 4)),
    ("[5.]", "bad-number", {"text": "5."}, (1, 2, 1, 4)),
    ("[0x5]", "bad-number", {"text": "0x5"}, (1, 2, 1, 5)),
    ("[3-4]", "bad-number", {"text": "3-4"}, (1, 2, 1, 5)),
    ("[-]", "bad-number", {"text": "-"}, (1, 2, 1, 3)),
    ("[1e]", "bad-number", {"text": "1e"}, (1, 2, 1, 4)),
    ("[NaN]", "json-not-finite", {"text": "NaN"}, (1, 2, 1, 5)),
    ("[Infinity]", "json-not-finite", {"text": "Infinity"}, (1, 2, 1, 10)),
    ("[-Infinity]", "json-not-finite", {"text": "-Infinity"}, (1, 2, 1, 11)),
    ("[1e999]", "number-too-large", {"text": "1e999"}, (1, 2, 1, 7)),
    ("[-1e999]", "number-too-large", {"text": "-1e999"}, (1, 2, 1, 8)),
    (
        "[1234567890123456]",
        "number-too-long",
        {"text": "1234567890123456", "limit": 15},
        (1, 2, 1, 18),
    ),
    (
        "[0.123456789012345678]",
        "number-too-long",
        {"text": "0.123456789012345678", "limit": 17},
        (1, 2, 1, 22),
    ),
    (
        "[" + "9" * 5000 + "]",
        "number-too-long",
        {"text": "9" * 39 + "…", "limit": 15},
        (1, 2, 1, 5002),
    ),
    ('{"a": 1, "\\u0061": 2}', "duplicate-key", {"key": "a"}, (1, 10, 1, 18)),
    ("[1}", "json-wrong-bracket", {"found": "}", "expected": "]"}, (1, 3, 1, 4)),
    ('{"a": 1]', "json-wrong-bracket", {"found": "]", "expected": "}"}, (1, 8, 1, 9)),
    ("{]", "json-wrong-bracket", {"found": "]", "expected": "}"}, (1, 2, 1, 3)),
    ("[1]]", "json-wrong-bracket", {"found": "]", "expected": ""}, (1, 4, 1, 5)),
    ("[" * 100_000, "too-deep", {"limit": 64}, (1, 65, 1, 66)),
    ("{}\n{}", "several-documents", {}, (2, 1, 2, 2)),
    ("[1] [2]", "several-documents", {}, (1, 5, 1, 6)),
    ("{} Ann 6-6\n", "text-after-end", {"text": "Ann 6-6"}, (1, 4, 1, 11)),
    ("1 2", "text-after-end", {"text": "2"}, (1, 3, 1, 4)),
    ("[@]", "json-unexpected", {"character": "@", "codepoint": "U+0040"}, (1, 2, 1, 3)),
    ("[\xa01]", "json-unexpected", {"character": "\xa0", "codepoint": "U+00A0"}, (1, 2, 1, 3)),
    ("[1;2]", "json-unexpected", {"character": ";", "codepoint": "U+003B"}, (1, 3, 1, 4)),
]


def refusal_of(data: bytes | str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_json(data.encode() if isinstance(data, str) else data, "r.json")
    assert tuple(caught.value.params) == REFUSALS[caught.value.code]
    return caught.value


def outcome(data: bytes | str) -> Source | Refusal:
    try:
        return read_json(data.encode() if isinstance(data, str) else data, "r.json")
    except Refusal as refusal:
        return refusal


def nodes(node: Node) -> Iterator[Node]:
    yield node
    items = node.value
    if isinstance(items, dict | list):
        for item in items.values() if isinstance(items, dict) else items:
            yield from nodes(item)


@pytest.mark.parametrize("row", REFUSED, ids=[f"{row[1]} {row[0][:20]!r}" for row in REFUSED])
def test_mistakes_are_named_at_their_place(row: Row) -> None:
    text, code, params, span = row
    refusal = refusal_of(text)
    assert (refusal.code, refusal.params, refusal.span) == (code, params, Span(*span))


def test_every_refusal_of_json_is_tried() -> None:
    shared = {"too-many-values"}  # tried below
    expected = {code for code in REFUSALS if not code.startswith(("yaml-", "file-", "nul-"))}
    assert {row[1] for row in REFUSED} == expected - shared


@pytest.mark.parametrize(
    ("text", "label", "span"),
    [
        ('{"a": 1,\n "a": 2}', "first", (1, 2, 1, 5)),
        ('{"b": 0, "a": 1, "a": 2}', "first", (1, 10, 1, 13)),
        ('{"a": [1, 2', "open", (1, 7, 1, 8)),
        ("[\n1}", "open", (1, 1, 1, 2)),
    ],
)
def test_second_places(text: str, label: str, span: tuple[int, int, int, int]) -> None:
    assert refusal_of(text).extra == ((label, Span(*span)),)


def test_depth_up_to_the_limit_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert plain(read_json(text.encode(), "r.json").root) == json.loads(text)


def test_values_up_to_the_limit_are_read() -> None:
    many = b"[" + b"0," * (MAX_VALUES - 2) + b"0"
    assert len(list(nodes(read_json(many + b"]", "r.json").root))) == MAX_VALUES
    refusal = refusal_of(many + b",\n5]")
    assert (refusal.code, refusal.params) == ("too-many-values", {"limit": MAX_VALUES})
    assert refusal.span == Span(2, 1, 2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-0",
        "-0.0",
        "7.5",
        "1E5",
        "1e-999",
        "123456789012345",
        "0.30000000000000004",
        "1.7976931348623157e+308",
        '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0119\\ud83d\\ude00"',
        '"\x7f\u2028\x85\ufeff"',
        '" [ { , : "',
        " \t\r\n[ ]\n",
        '{ "" : { } }',
        '{"on": true, "no": false, "~": null}',
    ],
)
def test_what_json_allows_is_read_as_the_library_reads_it(text: str) -> None:
    read = plain(read_json(text.encode(), "r.json").root)
    expected = json.loads(text)
    assert (read, type(read)) == (expected, type(expected))
    assert not isinstance(read, float) or math.copysign(1, read) == math.copysign(1, expected)


def test_a_number_keeps_its_spelling() -> None:
    assert [node.raw for node in nodes(read_json(b"[ 1.50 , 1E2]", "r.json").root)][1:] == [
        "1.50",
        "1E2",
    ]


def blanks() -> st.SearchStrategy[str]:
    return st.sampled_from(["", " ", "\n", "\r\n", "\t", "  \n "])


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=25,
)


@st.composite
def written_values(draw: st.DrawFn) -> str:
    """JSON of a random value, with random whitespace between its tokens."""
    text = json.dumps(draw(VALUES), ensure_ascii=draw(st.booleans()))
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', text)
    return "".join(draw(blanks()) + token for token in tokens) + draw(blanks())


@settings(deadline=None)
@given(written_values())
def test_every_place_holds_the_text_of_its_value(text: str) -> None:
    source = read_json(text.encode(), "r.json")
    expected = json.loads(text)
    assert plain(source.root) == expected
    for node in nodes(source.root):
        assert json.loads(source.text[node.start : node.end]) == plain(node)
        assert node.raw == node.raw.strip()
        for key, (start, end) in (node.keys or {}).items():
            assert json.loads(source.text[start:end]) == key


MISTAKES = st.lists(
    st.tuples(st.integers(0, 400), st.sampled_from(['"', "\\", ",", "]", "{", "\0", "é", "0", ""])),
    min_size=1,
    max_size=3,
)


@settings(deadline=None)
@given(written_values(), MISTAKES)
def test_damaged_json_is_read_or_refused_as_the_library_does(
    text: str, mistakes: list[tuple[int, str]]
) -> None:
    for place, character in mistakes:
        at = place % (len(text) + 1)
        text = text[:at] + character + text[at + 1 :]
    read = outcome(text)
    if isinstance(read, Source):
        assert plain(read.root) == json.loads(text)
        return
    assert tuple(read.params) == REFUSALS[read.code]
    stricter = ("duplicate-key", "lone-surrogate", "number-", "json-not-finite", "nul-character")
    if not read.code.startswith(stricter):
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:\\u0d8e-+.ntf \n', max_size=40))
def test_whatever_the_bytes_nothing_but_a_refusal_is_raised(data: bytes | str) -> None:
    read = outcome(data)
    if isinstance(read, Refusal):
        assert tuple(read.params) == REFUSALS[read.code]
        assert all(len(str(value)) <= MAX_EXCERPT for value in read.params.values())


HALF = MAX_BYTES // 2 - 10
BOMBS = {
    "blanks": b"[" + b" " * 2 * HALF,
    "line ends": b"[" + b"\n" * 2 * HALF + b"x",
    "escapes": b'["' + b"\\n" * HALF + b'"]',
    "escapes without end": b'["' + b"\\n" * HALF,
    "surrogates": b'["' + b"\\ud83d\\ude00" * (HALF // 6) + b'\\ud800"]',
    "digits": b"[" + b"1" * 2 * HALF + b"]",
    "digits that end badly": b"[0." + b"1" * 2 * HALF + b"x]",
    "signs": b"[" + b"-" * 2 * HALF,
    "commas": b"[1" + b"," * 2 * HALF,
    "words": b"[" + b"a" * 2 * HALF,
    "brackets": b"[{" * HALF,
    "keys": b"{" + b",".join(b'"%d":1' % number for number in range(400_000)) + b"}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_input_takes_long(name: str) -> None:
    before = time.process_time()
    read = outcome(BOMBS[name])
    assert time.process_time() - before < 6  # three times what is promised: machines differ
    assert isinstance(read, Source) or read.span is not None


def test_memory_of_a_large_record() -> None:
    pairs = b",".join(b'{"a":%d,"b":"x%d"}' % (number % 10, number) for number in range(41_500))
    data = b"[" + pairs + b"]"
    data += b" " * (MAX_BYTES // 4 - len(data))
    tracemalloc.start()
    source = read_json(data, "r.json")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(source.text) == MAX_BYTES // 4
    assert peak < 200_000_000 // 4


def test_lines_of_an_archive_are_read_one_by_one() -> None:
    archive = b'\xef\xbb\xbf{"a": 1}\r\n\n[1,]\n{"b": "\xe9"}\n   \n3'
    read = list(read_json_lines(archive, "r.jsonl"))
    assert [number for number, _ in read] == [1, 3, 4, 6]
    first, comma, encoding, last = (item for _, item in read)
    assert isinstance(first, Source)
    assert plain(first.root) == {"a": 1}
    assert [note.code for note in first.notes] == ["bom"]
    assert isinstance(comma, Refusal)
    assert (comma.code, comma.span) == ("json-trailing-comma", Span(3, 3, 3, 4))
    assert isinstance(encoding, Refusal)
    assert (encoding.code, encoding.span) == ("file-not-utf-8", Span(4, 8, 4, 9))
    assert isinstance(last, Source)
    assert last.span(0, 1) == Span(6, 1, 6, 2)


def test_an_archive_is_not_read_ahead() -> None:
    stream = io.BytesIO(b"1\n2\n3\n")
    lines = read_json_lines(stream, "r.jsonl")
    next(lines)
    assert stream.tell() == 2


def test_an_archive_in_another_encoding_is_refused_once() -> None:
    read = list(read_json_lines("[1]\n[2]\n[3]".encode("utf-16"), "r.jsonl"))
    assert [(number, getattr(item, "code", None)) for number, item in read] == [
        (1, "file-encoding")
    ]


def test_an_overlong_line_is_refused_and_the_next_is_read() -> None:
    archive = (
        b"1\n" + b"[" + b" " * MAX_BYTES + b"]\n2\n" + b"3" + b" " * (MAX_BYTES - 1) + b"\r\n4"
    )
    read = list(read_json_lines(archive, "r.jsonl"))
    codes = [(number, getattr(item, "code", "read")) for number, item in read]
    assert codes == [(1, "read"), (2, "file-too-large"), (3, "read"), (4, "read"), (5, "read")]


def test_an_endless_line_ends_the_reading() -> None:
    class Endless(io.BytesIO):
        taken = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.taken += size or 0
            return b"x" * (size or 0)

    stream = Endless()
    read = list(read_json_lines(stream, "r.jsonl"))
    assert [getattr(item, "code", "") for _, item in read] == ["file-too-large"]
    assert stream.taken <= MAX_SKIP + 2 * MAX_BYTES


def test_a_large_random_record_is_read_as_the_library_reads_it() -> None:
    numbers = random.Random(5)  # noqa: S311 - a repeatable sample, not a secret
    value = [
        {"by": "Ann", "sum": numbers.randrange(40), "total": numbers.randrange(100) / 2}
        for _ in range(5000)
    ]
    assert plain(read_json(json.dumps(value).encode(), "r.json").root) == value

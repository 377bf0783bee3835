"""Reading bytes: the fast way and the slow way agree, and no key that stands twice gets through."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dealing import play_match
from hypothesis import given, settings
from hypothesis import strategies as st
from recording import Writing, match_tree
from records_strategy import Tree, as_record, json_values, record_trees

from allfives_cli.record import reading as reading_module
from allfives_cli.record.limits import MAX_BYTES, MAX_DEPTH, MAX_VALUES
from allfives_cli.record.reading import Reading, read_record
from allfives_cli.record.writing import write_json, write_json_line
from allfives_cli.rulesets import published

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "records").glob("*.json"))

SMALL: Tree = {
    "allfives": 1,
    "players": [{"key": "Ann"}, {"key": "Ben"}],
    "rules": "all-fives",
    "rounds": [{"lead": {"by": "Ann"}, "turns": [{"by": "Ann", "tile": "1-4"}]}],
}
TEXT = json.dumps(SMALL)


def read(text: str) -> Reading:
    return read_record(text.encode("utf-8"), "match.json", "json")


def read_slowly(text: str) -> Reading:
    reading = Reading("match.json", "json", text.encode("utf-8"))
    reading.read_slowly()
    return reading


def codes(reading: Reading) -> list[str]:
    return [fault.code for fault in reading.faults]


def is_read_fast(text: str) -> bool:
    return reading_module._read_fast(text.encode("utf-8")) is not None  # noqa: SLF001 - the subject


# -- the two ways agree -----------------------------------------------------------------


@settings(max_examples=60)
@given(record_trees(), st.sampled_from([None, 0, 3]), st.booleans())
def test_fast_and_slow_read_the_same_record(tree: Tree, indent: int | None, ascii_: bool) -> None:
    record = as_record(tree)
    spaced = json.dumps(tree, indent=indent, ensure_ascii=ascii_, separators=(" , ", " : "))
    texts = [json.dumps(tree, indent=indent, ensure_ascii=ascii_), spaced, write_json(record)]
    for text in texts:
        slow = read_slowly(text)
        assert slow.faults == []
        assert slow.record == record
        assert read(text).record == record


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_samples_without_values_of_their_own_in_turns_are_read_fast(path: Path) -> None:
    text = path.read_text("utf-8")
    assert is_read_fast(text) is not any(key in text for key in ('"alts"', "analysis"))
    assert read_slowly(text).record == read(text).record


FAST = {
    "a plain record": {},
    "blanks": {},
    "a colon in a note": {"notes": ["Ann: a long round", 'she said: "five"']},
    "the writer's own": {"ext": {"a.org/x": {"b": [1, None, True, "x"]}}},
    "a half point": {"result": {"how": "agreed", "totals": {"Ann": 7.5}}},
}


@pytest.mark.parametrize("more", FAST.values(), ids=FAST)
def test_what_is_read_fast(more: Tree) -> None:
    assert is_read_fast(json.dumps(SMALL | more))
    assert is_read_fast(json.dumps(SMALL | more, indent=4, separators=(",", "  :\n ")))


# -- keys that stand twice --------------------------------------------------------------


def stands_twice(text: str) -> bool:
    """Whether a key stands twice in some mapping of a JSON text; a second opinion."""
    found: list[bool] = []

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found.append(len({key for key, _ in pairs}) < len(pairs))
        return dict(pairs)

    json.loads(text, object_pairs_hook=look)
    return any(found)


class Dumper:
    """Writes JSON in odd ways: blanks anywhere, escapes in keys, and some keys twice."""

    def __init__(self, draw: st.DrawFn, twice: int) -> None:
        self._draw = draw
        self._twice = twice
        """In which mapping, counted from the outside, a key is repeated."""

    def text(self, value: Any) -> str:
        if isinstance(value, dict):
            return self._mapping(value)
        if isinstance(value, list):
            return f"[{','.join(self._blank() + self.text(item) for item in value)}]"
        return json.dumps(value, ensure_ascii=self._draw(st.booleans()))

    def _mapping(self, value: dict[str, Any]) -> str:
        pairs = list(value.items())
        self._twice -= 1
        if self._twice == 0 and pairs:
            key, item = self._draw(st.sampled_from(pairs))
            again = self._draw(st.one_of(st.just(item), json_values))
            pairs.insert(self._draw(st.integers(0, len(pairs))), (key, again))
        items = (f"{self._key(key)}{self._blank()}:{self.text(item)}" for key, item in pairs)
        return "{" + ",".join(self._blank() + item for item in items) + self._blank() + "}"

    def _key(self, key: str) -> str:
        return f'"{"".join(self._escaped(char) for char in key)}"'

    def _escaped(self, char: str) -> str:
        must = char in '"\\' or char < " "
        may = ord(char) < 0x10000 and self._draw(st.booleans())
        return f"\\u{ord(char):04x}" if must or may else char

    def _blank(self) -> str:
        return self._draw(st.sampled_from(["", "", "", " ", "\n", "\t", "\r\n", "  "]))


TRICKS = st.sampled_from(
    ['":', '" :', '"\t:', '\\":', '\\\\":', '"a":', '{"a":1,"a":2}', '"\n:', ":", "::", '"']
)
TRICKY = st.recursive(
    st.one_of(TRICKS, st.none(), st.integers(-9, 9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(TRICKS, st.sampled_from("ab")), inner, max_size=3),
    ),
    max_leaves=6,
)
TRICKY_EXT = st.dictionaries(st.one_of(TRICKS, st.just("a.org/x")), TRICKY, max_size=3)


@st.composite
def odd_texts(draw: st.DrawFn) -> tuple[Tree, str]:
    """A small record with tricky values of the writer's own, written oddly; perhaps a key twice."""
    tree = json.loads(TEXT)
    holders = [tree, tree["players"][0], tree["rounds"][0], tree["rounds"][0]["turns"][0]]
    for holder in holders:
        if draw(st.booleans()):
            holder["ext"] = draw(TRICKY_EXT)
    if draw(st.booleans()):
        tree["notes"] = draw(st.lists(TRICKS.filter(lambda note: "\t" not in note), min_size=1))
        tree["notes"] = [note.replace("\n", " ") for note in tree["notes"]]
    turn = tree["rounds"][0]["turns"][0]
    if draw(st.booleans()):
        turn["claimed"] = [{"by": "Ben", "award": 5}]
    if draw(st.booleans()):
        turn["alts"] = [{"line": [{"by": "Ann", "tile": "0-0"}]}]
    twice = draw(st.one_of(st.just(-1), st.integers(1, 12)))
    return tree, Dumper(draw, twice).text(tree)


@settings(max_examples=400)
@given(odd_texts())
def test_no_key_that_stands_twice_gets_through(odd: tuple[Tree, str]) -> None:
    tree, text = odd
    reading = read(text)
    if stands_twice(text):
        assert reading.record is None
        assert codes(reading) == ["duplicate-key"]
    else:
        assert reading.record == as_record(tree)
        assert codes(reading) == []


TWICE = {
    "in the record": TEXT.replace('"rules"', '"rules": "muggins", "rules"'),
    "in a player": TEXT.replace('{"key": "Ann"}', '{"key": "Zoe", "key": "Ann"}'),
    "in a turn": TEXT.replace('"tile"', '"tile": "0-0", "tile"'),
    "with equal values": TEXT.replace('"tile"', '"tile": "1-4", "tile"'),
    "spelt with escapes": TEXT.replace('"tile"', '"til\\u0065": "0-0", "tile"'),
    "with blanks": TEXT.replace('"tile"', '"tile"\n\t :"0-0", "tile"'),
    "of nobody": TEXT.replace('"lead"', '"hands": {"Zoe": [], "Zoe": []}, "lead"'),
    "in the writer's own": TEXT.replace('"rules"', '"ext": {"a": {"b": 1, "b": 1}}, "rules"'),
    "in the rules": TEXT.replace('"all-fives"', '{"base": "muggins", "base": "all-fives"}'),
    "empty": TEXT.replace('"rules"', '"ext": {"": 1, "": 2}, "rules"'),
    "among what looks like keys": TEXT.replace(
        '"rules"', '"notes": ["\\":", "x\\": :"], "place": "a", "place": "b", "rules"'
    ),
    "hidden by a key with a colon": TEXT.replace('"rules"', '"ext": {"a:": 1, "a:": 2}, "rules"'),
    "of a lost mapping": TEXT.replace(
        '"rules"', '"ext": {"a": {"b": 1, "c": 2}}, "ext": {}, "rules"'
    ),
}


@pytest.mark.parametrize("text", TWICE.values(), ids=TWICE)
def test_a_key_that_stands_twice_is_found_with_both_places(text: str) -> None:
    assert stands_twice(text)
    (fault,) = read(text).faults
    assert fault.code == "duplicate-key"
    assert fault.span is not None
    ((word, first),) = fault.related
    assert word == "first"
    assert first < fault.span


# -- numbers, depth and size ------------------------------------------------------------

FREE = {
    "ext": '{"a": %s}',
    "analysis": '{"a": [%s]}',
    "rules": '{"base": "all-fives", "hand_size": %s}',
}
HOLDERS = {
    "the record": ("{%s, ", '{"allfives"'),
    "a player": ('{%s, "key": "Ann"}', '{"key": "Ann"}'),
    "a round": ("{%s, ", '{"lead"'),
    "a turn": ('{%s, "by": "Ann", "tile"', '{"by": "Ann", "tile"'),
}
BAD_NUMBERS = {
    "NaN": "json-not-finite",
    "Infinity": "json-not-finite",
    "-Infinity": "json-not-finite",
    "1e999": "number-too-large",
    "-1e999": "number-too-large",
    "1" * 16: "number-too-long",
    "-" + "9" * 5000: "number-too-long",
    "0." + "3" * 18: "number-too-long",
    "01": "bad-number",
    "+1": "bad-number",
    "0x10": "bad-number",
    "1.": "bad-number",
    ".5": "bad-number",
}


def with_own(holder: str, number: str) -> str:
    """The small record with a number among values that the models leave free."""
    pattern, old = HOLDERS[holder]
    own = f'"ext": {{"a": [{number}]}}'
    new = pattern % own if pattern.endswith(("}", '"tile"')) else pattern % own + old[1:]
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize(("number", "code"), BAD_NUMBERS.items(), ids=lambda text: text[:20])
def test_bad_numbers_among_free_values(holder: str, number: str, code: str) -> None:
    text = with_own(holder, number)
    reading = read(text)
    assert reading.record is None
    assert codes(reading) == [code]
    (fault,) = reading.faults
    assert fault.span is not None
    assert fault.span.column == text.index(number) + 1
    assert len(json.dumps(fault.params)) < 200


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("number", ["0", "-1", "9" * 15, "0.1", "1e300", "5e-324", "1.0"])
def test_good_numbers_among_free_values(holder: str, number: str) -> None:
    reading = read(with_own(holder, number))
    assert codes(reading) == []
    assert reading.record is not None
    written = json.dumps(json.loads(write_json(reading.record)))
    assert f'"ext": {{"a": [{json.dumps(json.loads(number))}]}}' in written


@pytest.mark.parametrize(
    "number", ["7.5" + "0" * 20, "15." + "0" * 30, "1" * 400, "0." + "0" * 400]
)
@pytest.mark.parametrize("key", ["total", "time"])
def test_long_numbers_are_refused_both_ways(key: str, number: str) -> None:
    text = TEXT.replace('"tile"', f'"{key}": {number}, "tile"')
    fast, slow = read(text), read_slowly(text)
    assert codes(fast) == codes(slow)
    assert (fast.record is None) is (slow.record is None)


@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_depth(brackets: str) -> None:
    def nested(depth: int) -> str:
        opening = '{"a":' if brackets == "{}" else "["
        return TEXT.replace(
            '"rules"', f'"ext": {{"a": {opening * depth}1{brackets[1] * depth}}}, "rules"'
        )

    deepest = MAX_DEPTH - 2
    for depth in (1, 20, deepest):
        assert codes(read(nested(depth))) == []
    for depth in (deepest + 1, 150, 300, 100_000):
        assert codes(read(nested(depth))) == ["too-deep"]


SIZES = {
    "a list": ("[%s]", "1"),
    "lists in lists": ("[%s]", "[[[[[[1]]]]]]"),
    "mappings": ("[%s]", '{"a":{"a":{"a":{}}}}'),
}


@pytest.mark.parametrize(("outer", "item"), SIZES.values(), ids=SIZES)
def test_too_many_values(outer: str, item: str) -> None:
    number = MAX_VALUES // (item.count("[") + item.count("{") + item.count("1")) + 1
    own = outer % ",".join([item] * number)
    reading = read(TEXT.replace('"rules"', f'"ext": {{"a": {own}}}, "rules"'))
    assert codes(reading) == ["too-many-values"]


def test_too_large() -> None:
    text = TEXT.replace('"rules"', f'"ext": {{"a": "{"x" * MAX_BYTES}"}}, "rules"')
    assert codes(read(text)) == ["file-too-large"]


# -- any bytes at all -------------------------------------------------------------------


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_no_bytes_raise(data: bytes) -> None:
    for form in ("json", "yaml"):
        reading = read_record(data, "x", form)
        assert reading.record is not None or reading.faults


CANONICAL = write_json_line(as_record(SMALL | {"notes": ["Ł"]})).encode("utf-8")


@settings(max_examples=200)
@given(st.integers(0, len(CANONICAL) - 1), st.binary(max_size=2), st.integers(0, 3))
def test_no_spoilt_record_raises(at: int, new: bytes, taken: int) -> None:
    reading = read_record(CANONICAL[:at] + new + CANONICAL[at + taken :], "x", "json")
    assert reading.record is not None or reading.faults
    for fault in reading.faults:
        assert fault.span is None or fault.span.line >= 1


# -- places -----------------------------------------------------------------------------

LINES = """\
{
  "allfives": 1,
  "players": [{"key": "Łucja"}, {"key": "Ben"}],
  "rules": "all-fives",
  "rounds": [
    {"lead": {"by": "Ben"}, "turns": [
      {"by": "Ben",\t"tile": "1-4"}
    ]}
  ]
}
"""


@pytest.mark.parametrize(
    ("pointer", "of_key", "place"),
    [
        (("allfives",), False, (2, 15, 2, 16)),
        (("allfives",), True, (2, 3, 2, 13)),
        (("players", 0, "key"), False, (3, 23, 3, 30)),
        (("players", 1), False, (3, 33, 3, 47)),
        (("rounds", 0, "turns", 0, "tile"), False, (7, 29, 7, 34)),
        (("rounds", 0, "turns", 0, "tile"), True, (7, 21, 7, 27)),
        (("rounds", 0, "turns", 0, "sum"), False, (7, 7, 7, 35)),
        (("rounds", 0, "turns", 0, "sum"), True, (7, 7, 7, 35)),
        (("rounds", 0, "turns", 9), False, (6, 38, 8, 6)),
        (("digest", "record"), False, None),
        ((), False, None),
    ],
)
def test_places_of_pointers(
    pointer: tuple[str | int, ...], of_key: bool, place: tuple[int, int, int, int] | None
) -> None:
    reading = read(LINES)
    assert not reading.faults
    assert reading.span(pointer, of_key=of_key) == place


def test_lines_are_those_of_the_file() -> None:
    reading = read(LINES)
    assert reading.line(4) == '  "rules": "all-fives",'
    assert reading.line(7) == '      {"by": "Ben",\t"tile": "1-4"}'
    assert reading.line(99) == ""
    assert reading.line(0) == ""


def test_lines_of_what_cannot_be_read_are_there_too() -> None:
    reading = read_record(b'{\n  "a": \xff\n', "x.json", "json")
    assert codes(reading) == ["file-not-utf-8"]
    assert reading.line(2) == '  "a": \ufffd'


def test_a_record_out_of_an_archive_counts_lines_of_the_archive() -> None:
    data = TEXT.replace('"1-4"', "5").encode()
    reading = read_record(data, "all.jsonl", "json", first_line=17)
    (fault,) = reading.faults
    assert fault.span is not None
    assert fault.span.line == 17
    assert reading.line(17) == data.decode()
    assert reading.line(1) == ""


def test_a_byte_order_mark_is_a_note_and_no_column() -> None:
    reading = read_record(b"\xef\xbb\xbf" + TEXT.encode(), "x.json", "json")
    assert reading.record == as_record(SMALL)
    assert [(fault.code, fault.is_note) for fault in reading.faults] == [("bom", True)]
    assert reading.span(("allfives",)) == (1, 14, 1, 15)


# -- rules that are lent ----------------------------------------------------------------


def test_rules_are_lent_to_a_record_without_any() -> None:
    bare = {key: value for key, value in SMALL.items() if key != "rules"}
    lent = {"base": "muggins", "target": 100}
    data = json.dumps(bare).encode()
    reading = read_record(data, "x.json", "json", rules=lent)
    assert not reading.faults
    assert reading.record is not None
    assert reading.record.rules == lent
    assert codes(read_record(data, "x.json", "json")) == ["missing-key"]


def test_a_record_keeps_its_own_rules() -> None:
    reading = read_record(TEXT.encode(), "x.json", "json", rules={"base": "muggins"})
    assert reading.record == as_record(SMALL)


# -- memory -----------------------------------------------------------------------------

MEASURE = """
import sys
from pathlib import Path
from allfives_cli.checking.validation import examine
from allfives_cli.record.reading import read_record
examined = examine(read_record(Path(sys.argv[1]).read_bytes(), "long.json", "json"))
try:
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
except OSError:
    import resource
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
print(peak, *(found.code for found in examined.findings))
"""
"""Prints the most memory used, in megabytes, and the codes of the findings."""


def long_match(size: int) -> Iterator[str]:
    """A sound record of about so many bytes, round by round: one round again and again."""
    played = next(
        each
        for seed in range(200)
        for each in play_match(published("all-fives"), 2, seed=seed, rounds=1)
        if each.how == "out" and each.mover == each.leader
    )
    tree = match_tree([played], Writing(("Ann", "Ben")))
    tree["rules"]["target"] = 1_000_000
    (first,) = tree.pop("rounds")
    tree.pop("result", None)
    yield json.dumps(tree)[:-1] + ', "rounds": ['
    before = {"Ann": 0, "Ben": 0}
    written = 0
    while written < size:
        again = json.loads(json.dumps(first))
        for turn in again["turns"]:
            if "total" in turn:
                turn["total"] += before[turn["by"]]
        totals = again["end"]["totals"]
        again["end"]["totals"] = {key: total + before[key] for key, total in totals.items()}
        before = again["end"]["totals"]
        again["lead"]["how"] = "went-out" if written else "lot"
        text = (", " if written else "") + json.dumps(again)
        written += len(text)
        yield text
    yield "]}"


@pytest.mark.parametrize(
    ("slip", "expected"),
    [
        (("", ""), ["unfinished"]),
        (('"how": "out"', '"how": "blocked"'), ["wrong-end", "unfinished"]),
    ],
    ids=["sound", "with a slip"],
)
def test_a_record_of_5_megabytes_checks_within_300(
    tmp_path: Path, slip: tuple[str, str], expected: list[str]
) -> None:
    path = tmp_path / "long.json"
    text = "".join(long_match(MAX_BYTES - 5000))
    assert MAX_BYTES - 10_000 < len(text) <= MAX_BYTES
    at = text.rindex('"end"')
    path.write_text(text[:at] + text[at:].replace(*slip, 1), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    peak, *found = done.stdout.split()
    assert found == expected
    assert int(peak) <= 300

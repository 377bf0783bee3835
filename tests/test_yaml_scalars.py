"""What an unquoted scalar is, beside what PyYAML, a tool of YAML 1.1, makes of it."""

import math
import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from allfives_cli.record.source import NOTES, REFUSALS
from allfives_cli.record.yaml_scalars import Scalar, resolve

TEXTS = [
    "3-4",
    "0-5",
    "3 - 4",
    "3|4",
    "3/4",
    "3,4",
    "0:5",
    "7:8x",
    "5-5*",
    "3-4#note",
    "3\u20134",
    "2026-11-29",
    "2026-02-31",
    "=",
    "<<",
    "-",
    "+",
    ".",
    "_",
    "_1",
    "y",
    "n",
    "nUll",
    "tRue",
    "Ann",
    "null point",
    "0x",
    "0xg",
    "0o9",
    "1.2.3",
    "1:60",
    "01:30",
    "7,5",
    "-~",
]
VALUES: dict[str, Scalar] = {
    **dict.fromkeys(["", "~", "null", "Null", "NULL"]),
    **dict.fromkeys(["true", "True", "TRUE"], True),
    **dict.fromkeys(["false", "False", "FALSE"], False),
    "34": 34,
    "0": 0,
    "+5": 5,
    "-5": -5,
    "-0": 0,
    "123456789012345": 123456789012345,
    "3.4": 3.4,
    "0.10": 0.1,
    "5.": 5.0,
    "-.5": -0.5,
    "1.0e+3": 1000.0,
}
# text here, with what other tools read
OTHERWISE = {
    "1:4": ("yaml-other-number", "64"),
    "3:4.5": ("yaml-other-number", "184.5"),
    "1:2:3": ("yaml-other-number", "3723"),
    "-1:30": ("yaml-other-number", "-90"),
    "05": ("yaml-other-number", "5"),
    "00": ("yaml-other-number", "0"),
    "010": ("yaml-other-number", "8"),
    "0_5": ("yaml-other-number", "5"),
    "08": ("yaml-other-number", "8"),
    "05.5": ("yaml-other-number", "5.5"),
    "3_4": ("yaml-other-number", "34"),
    "1__2": ("yaml-other-number", "12"),
    "1_0.5": ("yaml-other-number", "10.5"),
    ".inf": ("yaml-other-number", "inf"),
    "-.Inf": ("yaml-other-number", "-inf"),
    ".nan": ("yaml-other-number", "nan"),
    **dict.fromkeys(["yes", "Yes", "YES", "on", "On", "ON"], ("yaml-other-boolean", "true")),
    **dict.fromkeys(["no", "No", "NO", "off", "Off", "OFF"], ("yaml-other-boolean", "false")),
}
REFUSED = {
    "0x5": "bad-number",
    "-0xFF": "bad-number",
    "0o5": "bad-number",
    "0b1": "bad-number",
    "1234567890123456": "number-too-long",
    "9" * 5000: "number-too-long",
    "0.123456789012345678": "number-too-long",
    "1e999": "number-too-large",
    "-1.0e+999": "number-too-large",
}


@pytest.mark.parametrize("text", TEXTS)
def test_text(text: str) -> None:
    assert resolve(text) == (text, "", ())


@pytest.mark.parametrize("text", VALUES)
def test_values_of_the_core_schema(text: str) -> None:
    reading = resolve(text)
    assert (reading.value, type(reading.value)) == (VALUES[text], type(VALUES[text]))
    assert reading.code == ""


@pytest.mark.parametrize("text", OTHERWISE)
def test_text_that_others_read_otherwise(text: str) -> None:
    code, other = OTHERWISE[text]
    assert resolve(text) == (text, code, (("text", text), ("other", other)))
    assert tuple(name for name, _ in resolve(text).params) == NOTES[code]


@pytest.mark.parametrize(("text", "value"), [("1e5", 100000.0), ("3e4", 30000.0), ("1.5e3", 1500)])
def test_numbers_that_others_read_as_text(text: str, value: float) -> None:
    assert resolve(text) == (value, "yaml-other-text", (("text", text),))
    assert yaml.safe_load(text) == text


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:20])
def test_refused(text: str) -> None:
    reading = resolve(text)
    assert (reading.value, reading.code) == (None, REFUSED[text])
    assert tuple(name for name, _ in reading.params) == REFUSALS[reading.code]


@settings(max_examples=2000, deadline=None)
@given(st.from_regex(r"[-+]?[0-9._:]{1,6}(?:[eE][-+]?[0-9]{1,2})?", fullmatch=True))
def test_where_a_yaml_1_1_tool_differs_there_is_a_note(text: str) -> None:
    try:
        other = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):  # `._` is a number to PyYAML, until it converts it
        return
    reading = resolve(text)
    if reading.code == "yaml-other-number":
        assert isinstance(reading.value, str)
        if not isinstance(other, str):  # 08 and 05.5e1 are numbers in YAML 1.2 alone
            assert math.isclose(float(str(dict(reading.params)["other"])), float(other))
    elif reading.code == "yaml-other-text":
        assert other == text
    elif isinstance(other, int | float):
        # nothing to note: equal, or an oddity of PyYAML no tool shares, as `0.` with `_` alone
        assert reading.value == other or re.search(r"_|^[-+]?0[0-9]", text)


@settings(deadline=None)
@given(st.text(min_size=1, max_size=20))
def test_any_text_is_read(text: str) -> None:
    reading = resolve(text)
    assert isinstance(reading.value, str | int | float | None)
    assert reading.code in {"", *NOTES, *REFUSALS}

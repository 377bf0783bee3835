"""Foreign text is shown so that nothing in it acts on a terminal."""

import pytest

from allfives_cli.text.safe import safe

SAFE: list[tuple[str, str]] = [
    ("Ann", "Ann"),
    ("Żółw ½ 日本 🁡", "Żółw ½ 日本 🁡"),
    ("", ""),
    ("\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}"),
    ("a\x00b", "a\\u{0}b"),
    ("a\tb\r\nc", "a\\u{9}b\\u{d}\\u{a}c"),
    ("\x7f\x85\x9b31m", "\\u{7f}\\u{85}\\u{9b}31m"),
    ("\u202eabc\u2066", "\\u{202e}abc\\u{2066}"),
    ("\u200b\u200d\u2060\ufeff\u00ad", "\\u{200b}\\u{200d}\\u{2060}\\u{feff}\\u{ad}"),
    ("\u2028\u2029", "\\u{2028}\\u{2029}"),
    ("\ud800", "\\u{d800}"),
    ("\ue000", "\\u{e000}"),
    ("\uffff\U000e0001", "\\u{ffff}\\u{e0001}"),
]


@pytest.mark.parametrize(("foreign", "shown"), SAFE)
def test_nothing_foreign_acts(foreign: str, shown: str) -> None:
    assert safe(foreign) == shown


def test_a_long_text_is_cut_but_no_escape_is() -> None:
    assert safe("a" * 80) == "a" * 80
    assert safe("a" * 81) == "a" * 79 + "…"
    assert safe("\x1b" * 5, limit=3) == "\\u{1b}\\u{1b}…"
    assert safe("a" * 200, limit=None) == "a" * 200

"""The catalogs: both languages say the same things, in plain words, with every fact shown."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

import allfives_cli
from allfives_cli.checking.findings import Severity
from allfives_cli.explain import Uncounted
from allfives_cli.game.actions import Ending
from allfives_cli.game.counting import Why
from allfives_cli.game.matches import LeadHow
from allfives_cli.game.rules import NUMBER_KEYS, OPTIONS, allowed_words
from allfives_cli.game.settlement import StepWhy
from allfives_cli.game.tiles import Tile
from allfives_cli.record.model import End, LeadBy, Result, Shape
from allfives_cli.record.other_documents import OTHER_DOCUMENTS
from allfives_cli.rulesets import NAMES
from allfives_cli.text.catalog import FOLDER, LANGUAGES, MOST_ITEMS, SYSTEM, catalog, load

FILES = ("{}.yaml", "codes.{}.yaml")
# Foreign words that stay: literal text of a record, options, and what stands in braces.
LITERAL = re.compile(r"`[^`]*`|\{[^}]*\}|--[a-z]+")
ENGLISH = re.compile(
    r"\b(the|is|are|was|of|and|with|this|that|must|which|tile|player|round|turn|boneyard|spinner"
    r"|score|not|write|line|hand|leads|plays|draws|passes|written|here|award|side|sides)\b",
    re.IGNORECASE,
)
# In the Polish sentence what a number stands before is free of it: a sign, or one of these.
FREE = r"(?:[^\w\s]|$|\s+(?:a|i|lub|albo|do|nie|z)\b|\s*[^\w\s])"
NUMBERS = (
    "found|expected|claimed|computed|carried|sum|limit|least|most|left|size|target|rounds|number"
    "|count|award|total|amount|pips|value"
)
# A past tense that tells a man from a woman, with a player for its subject.
GENDERED = re.compile(
    r"\{(?:player|holder|side|expected)\}[^.;:]*?\b\w+(?:ął|ał|ił|ył|łby|ęła|ała)\b"
)


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a language with its key."""
    for name in FILES:
        yield from _flat(load(name.format(lang)), name.format(""))


def _flat(found: dict[str, Any], key: str) -> Iterator[tuple[str, str]]:
    for name, value in found.items():
        assert isinstance(name, str), f"{key}.{name} is not text: quote it"
        if isinstance(value, dict):
            yield from _flat(value, f"{key}.{name}")
        else:
            assert isinstance(value, str), f"{key}.{name} is not text"
            yield f"{key}.{name}", value


def fields(text: str) -> set[tuple[str, str]]:
    """The parameters of a sentence, each with its group."""
    return {
        (name, group or "") for _, name, group, _ in Formatter().parse(text) if name is not None
    }


def is_pattern(key: str) -> bool:
    """Whether braces of a text are filled; those of help texts are a record's own."""
    return not re.search(r"\.(do|means)$|^codes\.\.yaml\.clauses", key)


ENGLISH_TEXTS = dict(sentences("en"))
POLISH_TEXTS = dict(sentences("pl"))


def test_both_languages_have_the_same_keys() -> None:
    assert set(POLISH_TEXTS) == set(ENGLISH_TEXTS)


@pytest.mark.parametrize("name", [name.format(lang) for name in FILES for lang in LANGUAGES])
def test_no_key_stands_twice(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    _refuse_twins(yaml.compose(text, yaml.SafeLoader))


def _refuse_twins(node: yaml.Node | None) -> None:
    if isinstance(node, yaml.MappingNode):
        keys = [key.value for key, _ in node.value]
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        for _, value in node.value:
            _refuse_twins(value)


def test_both_languages_fill_in_the_same_parameters() -> None:
    differing = {
        key: (text, POLISH_TEXTS[key])
        for key, text in ENGLISH_TEXTS.items()
        if is_pattern(key) and fields(text) != fields(POLISH_TEXTS[key])
    }
    assert differing == {}


def test_parameters_are_plain_names() -> None:
    for key, text in (*sentences("en"), *sentences("pl")):
        if is_pattern(key):
            assert all(re.fullmatch(r"[a-z_]+|[0-9]", name) for name, _ in fields(text)), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_group_that_a_sentence_names_is_there(lang: str) -> None:
    for key, text in sentences(lang):
        if is_pattern(key):
            for _, group in fields(text):
                assert not group or any(each.startswith(f".yaml.{group}") for each in ENGLISH_TEXTS)


def test_nothing_in_the_polish_catalogs_is_left_in_english() -> None:
    left = {
        key: text for key, text in POLISH_TEXTS.items() if ENGLISH.search(LITERAL.sub("", text))
    }
    assert {key for key in left if "unknown-view" not in key} == set()  # its views are literal


def test_no_number_governs_a_polish_noun() -> None:
    governed = re.compile(rf"\{{(?:{NUMBERS})\}}(?!{FREE})")
    assert {k: t for k, t in POLISH_TEXTS.items() if is_pattern(k) and governed.search(t)} == {}


def test_no_number_governs_an_english_noun() -> None:
    governed = re.compile(
        r"\{(?:found|limit|least|most|left|size|count|rounds)\} (?:tile|pl|it)\w+s?\b"
    )
    wrong = {k: t for k, t in ENGLISH_TEXTS.items() if is_pattern(k) and governed.search(t)}
    assert wrong == {}


def test_polish_sentences_speak_of_no_man_or_woman() -> None:
    assert {k: t for k, t in POLISH_TEXTS.items() if GENDERED.search(t)} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_about_a_finding_ends(lang: str) -> None:
    for code, entry in load(f"codes.{lang}.yaml")["codes"].items():
        for text in (entry["says"], entry["do"], entry["means"], *entry.get("also", {}).values()):
            assert re.search(r"[.?]$", text.strip()), (code, text)
            assert "\n" not in text.strip(), code
            assert "  " not in text, code
            assert (text.count("“") == text.count("”")) if lang == "en" else "“" not in text, text
            assert text.count("„") == text.count("”") or lang == "en", text
            assert text.count("`") % 2 == 0, text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_one_thing_to_do_and_short(lang: str) -> None:
    for code, entry in load(f"codes.{lang}.yaml")["codes"].items():
        assert entry["do"].count(". ") == 0, code
        assert len(entry["do"]) <= 110, code


def _literals(model: type[Shape], field: str) -> set[str]:
    return set(re.findall(r"'([a-z-]+)'", str(model.model_fields[field].annotation)))


WORDS: dict[str, set[str]] = {
    "severity": set(Severity),
    "ending": set(Ending) | _literals(End, "how"),
    "lead": set(LeadHow) | _literals(LeadBy, "how"),
    "result": _literals(Result, "how") | {"unfinished"},
    "explain.why": set(Why),
    "explain.uncounted": set(Uncounted),
    "settle.step": set(StepWhy),
    "seats": set(NUMBER_KEYS["hand_size"]) | set(NUMBER_KEYS["target"]),
    "rule_set": set(NAMES),
    "options": set(OPTIONS),
    "related": {"first", "open"},
    "unfinished": {"true", "false"},
    "type": {"text", "whole-number", "number", "list", "mapping", "true-or-false", "nothing"}
    | set(OTHER_DOCUMENTS),
    "wanted": {"text", "whole-number", "number", "list", "mapping", "true-or-false"},
}


@pytest.mark.parametrize("group", WORDS)
def test_every_value_that_is_shown_by_a_word_has_one(group: str) -> None:
    words: Any = load("en.yaml")
    for name in group.split("."):
        words = words[name]
    assert {str(word) for word in WORDS[group]} <= set(words)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_an_option_is_explained(option: str) -> None:
    for lang in LANGUAGES:
        assert {"name", *allowed_words(option)} == set(load(f"{lang}.yaml")["options"][option])


def _said() -> Iterator[tuple[str, str, set[str]]]:
    """Where the source says a sentence by its whole key, the key, and what is filled in."""
    package = Path(allfives_cli.__file__).parent
    for path in sorted(package.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "say":
                key = call.args[0]
                if isinstance(key, ast.Constant) and all(each.arg for each in call.keywords):
                    where = f"{path.relative_to(package)}:{call.lineno}"
                    yield where, str(key.value), {str(each.arg) for each in call.keywords}


def test_what_the_source_says_is_there_and_is_filled_in() -> None:
    said = list(_said())
    assert len(said) > len(LANGUAGES)
    for where, key, params in said:
        text = ENGLISH_TEXTS.get(f".yaml.{key}")
        assert text is not None, (where, key)
        assert {name for name, _ in fields(text)} <= params, (where, key)


def test_a_sentence_is_filled_in() -> None:
    say = catalog("en").say("choice", "4-4", 10)
    assert say == "on 4-4 → 10"


def test_a_missing_key_or_parameter_is_a_bug() -> None:
    english = catalog("en")
    with pytest.raises(KeyError):
        english.say("words.nonsense")
    with pytest.raises(KeyError):
        english.say("words")
    with pytest.raises(IndexError):
        english.say("choice", "4-4")
    with pytest.raises(KeyError):
        english.finding("wrong-sum", {"claimed": 5})
    with pytest.raises(KeyError):
        english.finding("wrong-end", {"claimed": "out", "computed": "nonsense"})
    with pytest.raises(KeyError):
        english.page("nonsense")
    with pytest.raises(KeyError):
        catalog("de")


SHOWN: list[tuple[object, str, str]] = [
    (7.5, "7.5", "7,5"),
    (-2.5, "−2.5", "−2,5"),
    (-15, "−15", "−15"),
    (1e-07, "1e-07", "1e-07"),
    ("-15", "-15", "-15"),
    (15.0, "15", "15"),
    (0, "0", "0"),
    (None, "none", "brak"),
    ([], "none", "brak"),
    ((), "none", "brak"),
    (["0-5", 7.5], "0-5, 7.5", "0-5, 7,5"),
    ({"Ann": 3, "Ben": 2.5}, "Ann: 3, Ben: 2.5", "Ann: 3, Ben: 2,5"),
    (True, "true", "true"),
    (Tile(4, 1), "1-4", "1-4"),
    ("\x1b[31mAnn", "\\u{1b}[31mAnn", "\\u{1b}[31mAnn"),
    (["a\nb"], "a\\u{a}b", "a\\u{a}b"),
    ({"\u202e": 1}, "\\u{202e}: 1", "\\u{202e}: 1"),
]


@pytest.mark.parametrize(("value", "english", "polish"), SHOWN)
def test_parameters_are_shown(value: object, english: str, polish: str) -> None:
    assert catalog("en").shown(value) == english
    assert catalog("pl").shown(value) == polish


NUMBERS: list[tuple[float, bool, int | None, str]] = [
    (13, False, None, "13"),
    (13, True, None, "+13"),
    (-13, True, None, "−13"),
    (-2.5, False, None, "−2,5"),
    (2.5, True, None, "+2,5"),
    (40.0, True, None, "+40"),
    (0, True, None, "0"),
    (-0.0, True, None, "0"),
    (51.049, False, 2, "51,05"),
    (51.049, True, 2, "+51,05"),
    (-54.25, True, 2, "−54,25"),
    (-0.001, True, 2, "0,00"),
    (100, False, 2, "100,00"),
]


@pytest.mark.parametrize(("value", "plus", "decimals", "polish"), NUMBERS)
def test_numbers_have_a_real_minus_sign(
    value: float, plus: bool, decimals: int | None, polish: str
) -> None:
    assert catalog("pl").number(value, plus=plus, decimals=decimals) == polish
    english = catalog("en").number(value, plus=plus, decimals=decimals)
    assert english == polish.replace(",", ".")


def test_a_word_is_shown_for_a_value_of_a_group() -> None:
    english = catalog("en")
    assert english.shown("blocked", "ending") == "nobody can play"
    assert english.shown(Ending.OUT, "ending") == "a player went out"
    assert english.shown(value=True, group="unfinished") == "between two rounds"
    assert english.shown(["text", "list"], "type") == "text, a list"
    assert english.shown([["4-4", 10], ["1-4", 5]], "choice") == "on 4-4 → 10, on 1-4 → 5"


@pytest.mark.parametrize(
    ("reason", "english", "polish"),
    [
        ("EACCES", "permission denied", "brak uprawnień"),
        (os.strerror(errno.EACCES), "permission denied", "brak uprawnień"),
        (os.strerror(errno.ENOSPC), "no space is left on the disk", "na dysku nie ma już miejsca"),
        # words that the catalogs lack are the system's
        ("EDOM", os.strerror(errno.EDOM), os.strerror(errno.EDOM)),
        (os.strerror(errno.EDOM), os.strerror(errno.EDOM), os.strerror(errno.EDOM)),
        ("bewitched\x1b", "bewitched\\u{1b}", "bewitched\\u{1b}"),
    ],
)
def test_why_the_system_refuses(reason: str, english: str, polish: str) -> None:
    assert catalog("en").shown(reason, SYSTEM) == english
    assert catalog("pl").shown(reason, SYSTEM) == polish


def test_reasons_of_the_system_have_names_that_it_knows() -> None:
    known = {name for name in dir(errno) if name.startswith("E")}
    assert set(catalog("pl").group(SYSTEM)) <= known


def test_what_a_catalog_said_is_not_escaped_again() -> None:
    english = catalog("en")
    said = english.finding("tile-twice", {"tile": "\u200b" * 3})
    assert (
        english.shown(said)
        == said
        == "The tile \\u{200b}\\u{200b}\\u{200b} stands here a second time."
    )


def test_a_list_without_end_is_cut() -> None:
    shown = catalog("en").shown(range(1000))
    assert shown.count(",") == MOST_ITEMS - 1
    assert shown.endswith(", 38, …")


def test_a_sentence_of_its_own_for_a_parameter_that_may_be_absent() -> None:
    english = catalog("en")
    facts = {"claimed": 20, "computed": 15}
    assert english.finding("wrong-total", facts) == "The total is 15, not 20."
    assert english.finding("wrong-total", {**facts, "carried": 7.5}).endswith("it would be 7.5.")
    assert "mean" not in english.finding("unknown-key", {"key": "x", "known": [], "nearest": None})
    assert english.finding("out-of-range", {"value": -5, "least": 0, "most": None}) == (
        "The number −5 is out of range. Least: 0."
    )


def test_a_play_of_nobody_has_words_that_name_nobody() -> None:
    english, facts = catalog("en"), {"tile": "2-2", "on": None}
    assert english.finding("does-not-fit", {"player": "", **facts}).startswith("2-2 is played")
    assert english.finding("does-not-fit", {"player": "Ann", **facts}).startswith("Ann plays 2-2")


def test_a_group_is_all_its_words() -> None:
    assert catalog("pl").group("board")["last"] == "ostatni"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_the_same_whether_or_not_yaml_is_asked(lang: str) -> None:
    def found(key: str) -> str:
        value: Any = load(f"{lang}.yaml")
        for part in key.split("."):
            value = value[part]
        return str(value)

    quick = catalog(lang)._plain  # noqa: SLF001 - what is read without YAML
    assert quick == {key: found(key) for key in quick}
    assert {"validate.sound", "validate.totals"} <= set(quick)

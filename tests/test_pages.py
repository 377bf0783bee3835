"""Every finding has a page in both languages, true parameters and an example that shows it."""

from __future__ import annotations

import codecs
from string import Formatter

import pytest
from raising import Raised, raised

from allfives_cli.checking.validation import Examined, examine
from allfives_cli.record.reading import read_record
from allfives_cli.text.catalog import LANGUAGES, Page, catalog, load

RAISED = raised()
CODES = catalog("en").codes
EXAMPLES = [code for code in CODES if catalog("en").page(code).kind]
# A note that is true of every match under way, and of most examples.
BESIDE = {"unfinished"}
# A fact that is at hand but would say nothing more.
UNTOLD = {
    ("does-not-fit", "on"),
    ("unknown-rule-set", "option"),
    ("missing-option", "option"),
    ("missing-option", "nearest"),
}


def test_every_finding_that_the_source_raises_has_a_page() -> None:
    assert sorted(set(RAISED) - set(CODES)) == []


def test_every_page_is_of_a_finding_that_the_source_raises() -> None:
    assert sorted(set(CODES) - set(RAISED)) == []


def test_pages_are_the_same_in_every_language_and_in_the_same_order() -> None:
    for lang in LANGUAGES:
        assert catalog(lang).codes == CODES
        assert list(load("pages.yaml")["pages"]) == list(CODES)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _places(code: str) -> list[Raised]:
    return RAISED[code]


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_tells_what_every_place_that_raises_it_knows(code: str) -> None:
    places = _places(code)
    always = frozenset.intersection(*(place.params for place in places))
    perhaps = frozenset.union(*(place.params | place.perhaps for place in places))
    for lang in LANGUAGES:
        entry = load(f"codes.{lang}.yaml")["codes"][code]
        told = _fields(entry["says"])
        assert told <= always, (code, told - always)
        assert _fields(entry.get("unnamed", "")) <= always - {"player"}
        for param, text in entry.get("also", {}).items():
            assert _fields(text) <= {param} <= perhaps
            told |= {param}
        untold = {(code, param) for param in always | perhaps} - {(code, param) for param in told}
        assert untold <= UNTOLD, untold


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_what_a_finding_means_and_what_to_do(code: str, lang: str) -> None:
    page = catalog(lang).page(code)
    assert page.code == code
    assert page.means
    assert page.do
    assert page.rule or code.startswith("file-")
    assert bool(page.kind) == bool(page.wrong) == bool(page.right)


def test_every_clause_is_the_rule_of_some_finding() -> None:
    used = {page["rule"] for page in load("pages.yaml")["pages"].values()}
    for lang in LANGUAGES:
        assert set(load(f"codes.{lang}.yaml")["clauses"]) == used - {""}


def test_every_head_begins_some_example() -> None:
    pages = load("pages.yaml")
    firsts = [(page["example"] or "").partition("\n")[0] for page in pages["pages"].values()]
    used = {first.partition(", after ")[2] for first in firsts}
    assert set(pages["heads"]) == used - {""}


def examined(page: Page, text: str) -> Examined:
    """What comes of validating one text of a page."""
    written, _, form = page.kind.rpartition(" ")
    data = codecs.decode(text, "unicode_escape").encode("latin-1") if written else text.encode()
    assert form in ("json", "yaml")
    return examine(read_record(data, "example", "json" if form == "json" else "yaml"))


def _found(result: Examined) -> list[str]:
    return [found.code for found in result.findings]


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_shows_its_finding_alone(code: str) -> None:
    page = catalog("en").page(code)
    found = set(_found(examined(page, page.wrong)))
    assert code in found
    assert found - {code} - BESIDE == set()


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_right_example_is_sound(code: str) -> None:
    page = catalog("en").page(code)
    assert set(_found(examined(page, page.right))) - (BESIDE - {code}) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", EXAMPLES)
def test_what_the_examples_raise_can_be_said(code: str, lang: str) -> None:
    page = catalog(lang).page(code)
    for found in examined(page, page.wrong).findings:
        said = catalog(lang).finding(found.code, found.params)
        assert "{" not in said.replace("\\u{", "") or "{" in str(found.params)
        assert "\n" not in said

"""Sentences as HTML: foreign text can neither act nor reorder, and nothing is said twice."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from allfives_cli.show.markup import html, name, names, plain, terse, unbroken
from allfives_cli.text.catalog import catalog

ENGLISH = catalog("en")


class Tags(HTMLParser):
    """The tags of a text, and what stands between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.said += data


@given(st.text())
def test_a_name_stays_in_its_element_whatever_it_is(foreign: str) -> None:
    said = ENGLISH.say("settle.leads_next", player=name(foreign))
    found = Tags(html(said))
    assert found.tags == ["bdi"]
    assert found.attributes == []
    assert found.said.endswith(" leads the next round.")
    assert not set(found.said) & set(
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x00\x1b"
    )


@given(st.text())
def test_an_attribute_holds_its_text_and_no_more(foreign: str) -> None:
    found = Tags(f'<p title="{plain(name(foreign))}">')
    assert found.tags == ["p"]
    assert [key for key, _ in found.attributes] == ["title"]
    assert "bdi" not in plain(name("Ann"))


def test_names_in_a_list_are_isolated_each() -> None:
    said = ENGLISH.say("settle.match_won", sides=names(["A<b>", "B&C"]))
    assert html(said) == ("The match is won by <bdi>A&lt;b&gt;</bdi>, <bdi>B&amp;C</bdi>.")


def test_tiles_are_not_broken_over_lines() -> None:
    assert unbroken("0-1 on 0-6, 12-3") == "<i>0-1</i> on <i>0-6</i>, 12-3"


def test_quotes_go_where_html_can_do_without() -> None:
    written = '<use href="#14a" x="-30" y="0"/><p class="a b" title="x">'
    assert terse(written) == '<use href=#14a x=-30 y=0 /><p class="a b" title=x>'


@given(st.text())
def test_no_text_looks_like_an_attribute(foreign: str) -> None:
    written = f"<p>{html(name(foreign))}</p>"
    assert terse(written) == written

"""Reads a page back with Python's own parser, knowing only HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "use", "path", "rect", "circle"}
CELLS = {"td", "th", "caption"}
ENDED_BY = {
    "li": {"li"},
    "option": {"option"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "td": CELLS,
    "th": CELLS,
    "tr": {"tr"} | CELLS,
}
"""Elements whose end tag may be left out, by what begins next."""


@dataclass
class Element:
    """An element with its attributes and the text inside it, its own and its children's."""

    tag: str
    attributes: dict[str, str]
    inside: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.inside)


class Page(HTMLParser):
    """Every element of a page, in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.elements.append(element)
        while self._open and self._open[-1].tag in ENDED_BY.get(tag, ()):
            self._open.pop()
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.inside.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Elements of a tag whose attributes have these words; ``kind`` stands for class."""
        wanted = {key.replace("kind", "class"): value for key, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(
                value in element.attributes.get(key, "").split() for key, value in wanted.items()
            )
        ]

    def by_id(self, name: str) -> Element:
        (found,) = [each for each in self.elements if each.attributes.get("id") == name]
        return found

"""Sentences by key and findings by code, in one language at a time.

Three files hold them, each read only when something in it is asked for:
``en.yaml`` for what commands say, ``codes.en.yaml`` for the findings, and
``pages.yaml``, the same in every language, for the clause and the example of
each finding.

A sentence names its parameters in braces, ``{tile}``. ``{how:ending}`` shows
the word of group ``ending`` for a value; for a list of lists the group is a
pattern that each of them fills. A missing key or parameter is a bug in the
program and raises KeyError or IndexError: no key is ever shown. Only the group
``system`` need not be whole: it takes the name of an errno, as EACCES, or what
the system says of it, and where it has no word the system's own stands.

Deliberately not here: plural forms. Sentences are written so that no number
governs a noun.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, final

from allfives_cli.text.languages import LANGUAGES
from allfives_cli.text.safe import safe

MINUS: Final = "−"
"""The real minus sign. Where an output's encoding lacks it, a hyphen stands in."""

MOST_ITEMS: Final = 40
"""Items of a list that are shown; a hand, or the whole set of tiles, fits."""

SYSTEM: Final = "system"
"""The group of reasons why the system refuses, by the names of errno."""

FOLDER: Final = Path(__file__).parent

_GROUP: Final = re.compile(r"([a-z_]+):")
_SENTENCE: Final = re.compile(r'  ([a-z_]+): "([^"\\]+)"')
"""In quotes, so that nothing has to be known of what YAML makes of a text without them."""


class Said(str):
    """A text that a catalog made: shown as it is inside another sentence."""

    __slots__ = ()


class Page(NamedTuple):
    r"""What a code means. ``kind`` is the form of ``wrong`` and ``right``.

    Kinds: ``json``, ``jsonl`` and ``yaml``, the texts of whole files; ``bytes``
    and then one of these where a file is no plain text (``\x00`` stands for a
    byte); empty, with no texts, where no file of a few lines shows it. ``rule``
    is empty where no rule of the game or of the format is at issue.
    """

    code: str
    means: str
    rule: str
    do: str
    kind: str
    wrong: str
    right: str


@cache
def catalog(lang: str) -> Catalog:
    """Return the catalog of a language, one of LANGUAGES. Raises KeyError for another."""
    if lang not in LANGUAGES:
        raise KeyError(f"no catalog for the language {lang!r}")
    return Catalog(lang)


@final
class Catalog:
    """Everything that is said in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._sentences = _Sentences(self)

    def say(self, key: str, /, *values: object, **params: object) -> Said:
        """Return the sentence or word of a dotted key, as ``explain.counted``, with its parameters.

        Raises KeyError or IndexError where the key or a parameter is missing.
        """
        return Said(self._sentences.vformat(self._text(key), values, params))

    def finding(self, code: str, params: Mapping[str, object]) -> Said:
        """Return the message of a finding on one line. Raises KeyError for an unknown code.

        Blanks of a parameter that only look like blanks are shown escaped. Parameters
        that may be absent or empty bring a sentence of their own; where no player is
        named, a finding about a play has words that name none.
        """
        entry = self._codes["codes"][code]
        params = {name: _with_blanks_shown(value) for name, value in params.items()}
        parts = [entry["says"] if params.get("player") else entry.get("unnamed", entry["says"])]
        for param, sentence in entry.get("also", {}).items():
            if params.get(param) not in (None, "", [], ()):
                parts.append(sentence)
        return Said(" ".join(self._sentences.vformat(part, (), params) for part in parts))

    def page(self, code: str) -> Page:
        """Return what a code means, what to do, and an example. Raises KeyError."""
        entry, common = self._codes["codes"][code], _pages()["pages"][code]
        rule = self._codes["clauses"][common["rule"]] if common["rule"] else ""
        example = _example(common["example"])
        return Page(code, entry["means"], rule, entry["do"], *example)

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code that has a page, in the order of the pages: from deal to result to file."""
        return tuple(self._codes["codes"])

    def group(self, key: str) -> dict[str, str]:
        """Return the words of a group by their last name: ``group("board")["left"]``."""
        found: Any = self._said
        for part in key.split("."):
            found = found[part]
        return {name: text for name, text in found.items() if isinstance(text, str)}

    def number(self, value: float, *, plus: bool = False, decimals: int | None = None) -> Said:
        """A number for people: ``7.5``, ``−2,5`` with a real minus sign, never a hyphen.

        With ``plus`` what is above zero has a sign as well: ``+13``. ``decimals`` rounds
        to so many; else there are as many as it takes, and nothing has no sign.
        """
        size = abs(value)
        if decimals is not None:
            shown = f"{size:.{decimals}f}"
        else:
            shown = str(int(size) if size == size // 1 else size)
        sign = "" if not shown.strip("0.") else MINUS if value < 0 else "+" * plus
        return Said(sign + shown.replace(".", self._text("number.decimal")))

    def shown(self, value: object, group: str = "") -> str:
        """A parameter as it stands in a sentence; ``group`` as in a sentence's braces."""
        if isinstance(value, Said):
            return value
        if isinstance(value, Mapping):
            return self._list(
                f"{self.shown(key)}: {self.shown(item, group)}" for key, item in value.items()
            )
        if isinstance(value, Iterable) and not isinstance(value, str):
            return self._list(self._item(item, group) for item in value)
        return self._one(value, group)

    def _one(self, value: object, group: str) -> str:
        if value is None:
            return self.say("words.none")
        if isinstance(value, bool):
            value = "true" if value else "false"
        if isinstance(value, float) or (isinstance(value, int) and not group):
            return self.number(value)
        if group == SYSTEM:
            return self._refusal(str(value))
        return self.say(f"{group}.{value}") if group else safe(str(value))

    def _refusal(self, reason: str) -> str:
        """Why the system refuses; in its own words where the catalog has none."""
        words = {name: os.strerror(number) for number, name in errno.errorcode.items()}
        name = next((name for name, said in words.items() if said == reason), reason)
        return self.group(SYSTEM).get(name) or safe(words.get(name, reason))

    def _item(self, item: object, group: str) -> str:
        if group and isinstance(item, list | tuple):
            return self.say(group, *item)
        return self.shown(item, group)

    def _list(self, items: Iterable[str]) -> str:
        shown = list(items)
        if not shown:
            return self.say("words.none")
        if len(shown) > MOST_ITEMS:
            shown[MOST_ITEMS - 1 :] = ["…"]
        return ", ".join(shown)

    def _text(self, key: str) -> str:
        if key in self._plain:
            return self._plain[key]
        found: Any = self._said
        for part in key.split("."):
            found = found[part]
        if not isinstance(found, str):
            raise KeyError(f"{key} is a group, not a sentence")
        return found

    @cached_property
    def _plain(self) -> dict[str, str]:
        """The sentences that stand on one line, by key: read at once, without waiting for YAML.

        To load YAML takes longer than to check a match.
        """
        group, found = "", {}
        for line in _written(f"{self.lang}.yaml").splitlines():
            if begun := _GROUP.fullmatch(line):
                group = begun[1]
            elif sentence := _SENTENCE.fullmatch(line):
                found[f"{group}.{sentence[1]}"] = sentence[2]
        return found

    @cached_property
    def _said(self) -> Any:  # noqa: ANN401 - mappings of mappings, as deep as the keys have dots
        return load(f"{self.lang}.yaml")

    @cached_property
    def _codes(self) -> Any:  # noqa: ANN401 - as above
        return load(f"codes.{self.lang}.yaml")


class _Sentences(Formatter):
    """Fills braces the way of str.format, each parameter shown by its catalog."""

    def __init__(self, owner: Catalog) -> None:
        self._owner = owner

    def format_field(self, value: object, format_spec: str) -> str:
        return self._owner.shown(value, format_spec)


@cache
def _pages() -> Any:  # noqa: ANN401 - as above
    return load("pages.yaml")


def load(name: str) -> Any:  # noqa: ANN401 - as above
    """Read one of the catalog's files, by libyaml where PyYAML has it."""
    # Here, not above: what says nothing should not wait for YAML.
    import yaml  # noqa: PLC0415

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(_written(name), loader)  # noqa: S506 - both are safe loaders


def _written(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _with_blanks_shown(value: object) -> object:
    """A parameter; of a text that is shown, blanks that only look like one are escaped."""
    if not isinstance(value, str) or value.isascii() or isinstance(value, Said):
        return value
    shown = "".join(
        f"\\u{{{ord(letter):x}}}" if letter.isspace() and letter != " " else letter
        for letter in safe(value)
    )
    return Said(shown)


def _example(written: str | None) -> tuple[str, str, str]:
    """Split an example into its kind, the wrong text and the right one.

    Its first line is the kind, and perhaps the name of a head that both texts
    begin with. Each other line begins with ``- `` where it is only in the wrong
    text, ``+ `` where only in the right one, and two blanks where it is in both.
    """
    if written is None:
        return "", "", ""
    first, *lines = written.splitlines()
    kind, _, head = first.partition(", after ")
    texts = {"-": "", "+": ""}
    if head:
        texts = dict.fromkeys(texts, _pages()["heads"][head])
    for line in lines:
        for mark in texts:
            if line[:1] in ("", " ", mark):
                texts[mark] += line[2:] + "\n"
    return kind, texts["-"], texts["+"]

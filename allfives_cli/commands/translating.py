"""Help, and what click says by itself, in a language that is not the code's own.

Commands are translated as copies, by click's public attributes, from
``text/help.yaml``. click looks its own words up with gettext; for as long as
a `Translation` is entered it finds them in ``text/locale``, of which the
source is ``text/click.yaml``. What has no translation stays in English.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cached_property, wraps
from types import TracebackType
from typing import Any, Final, Self, TypeAlias, TypeVar, final

import click

from allfives_cli.text.catalog import FOLDER, load

LOCALE: Final = FOLDER / "locale"
DOMAIN: Final = "click"
LANGUAGE: Final = "LANGUAGE"
"""The variable by which gettext is told a language, before any of the locale's."""

OPTIONS: Final = "[OPTIONS]"
SUBCOMMAND: Final = "COMMAND [ARGS]..."

Texts: TypeAlias = dict[str, Any]
"""As loaded: mappings of mappings, with a language's name for the last key."""

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


@final
class Translation:
    """Everything about the command line in one language; a context in which click speaks it."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._before: tuple[str | None, str] = (None, "")

    def __enter__(self) -> Self:
        self._before = (os.environ.get(LANGUAGE), gettext.textdomain())
        gettext.bindtextdomain(DOMAIN, str(LOCALE))
        gettext.textdomain(DOMAIN)
        _set_language(self._language)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        language, domain = self._before
        gettext.textdomain(domain)
        _set_language(language)

    def command(self, command: AnyCommand, name: str) -> AnyCommand:
        """A copy of a command with its help, its parameters' help and their metavars translated."""
        texts = self._commands.get(name, {})
        translated = copy(command)
        translated.help = self._paragraphs(texts.get("about"), command.help)
        translated.epilog = self._paragraphs(texts.get("epilog"), command.epilog)
        translated.options_metavar = self._word(OPTIONS)
        if isinstance(translated, click.Group):
            translated.subcommand_metavar = self._word(SUBCOMMAND)
        translated.params = [self._param(each, texts) for each in command.params]
        if command.callback:
            translated.callback = self._outside(command.callback)
        return translated

    def line(self, name: str, english: str) -> str:
        """What a command does, in one line."""
        return self._in(self._commands.get(name, {}).get("line"), english)

    def _param(self, param: click.Parameter, texts: Texts) -> click.Parameter:
        text = texts.get(name_of(param)) or self._texts["shared"].get(name_of(param), {})
        translated = copy(param)
        if isinstance(translated, click.Option) and translated.help:
            translated.help = self._in(text, translated.help)
        word = metavar_of(param)
        if word:
            translated.metavar = _bracketed(param, self._in(text.get("metavar"), self._word(word)))
        return translated

    def _paragraphs(self, text: Texts | None, english: str | None) -> str | None:
        """A text whose lines, as YAML has folded them, are its paragraphs."""
        return english and self._in(text, english).replace("\n", "\n\n")

    def _word(self, word: str) -> str:
        return self._in(self._texts["metavars"].get(word), word)

    def _in(self, text: Texts | None, english: str) -> str:
        found: str = (text or {}).get(self._language, english)
        return found

    def _outside(self, callback: Callable[..., Any]) -> Callable[..., Any]:
        """A command's work, done in the environment as it was: programs are started in it."""

        @wraps(callback)
        def done(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - click's own
            with _language(self._before[0]):
                return callback(*arguments, **options)

        return done

    @property
    def _commands(self) -> dict[str, Texts]:
        commands: dict[str, Texts] = self._texts["commands"]
        return commands

    @cached_property
    def _texts(self) -> Texts:
        texts: Texts = load("help.yaml")
        return texts


def name_of(param: click.Parameter) -> str:
    """How a parameter is called in the files of texts: ``--output``, or an argument's name."""
    return max(param.opts, key=len)


def metavar_of(param: click.Parameter) -> str:
    """The word that stands for a parameter's value in English; empty where none does."""
    if param.metavar:
        return param.metavar
    if isinstance(param, click.Argument):
        return param.opts[0].upper()
    if isinstance(param.type, click.Choice):
        return ""
    if isinstance(param, click.Option) and (param.is_flag or param.count):
        return ""
    return param.type.name.upper()


def _bracketed(param: click.Parameter, word: str) -> str:
    """A metavar with what click adds only to those that it makes up itself."""
    if param.metavar is not None or not isinstance(param, click.Argument):
        return word
    shown = word if param.required else f"[{word}]"
    return shown if param.nargs == 1 else f"{shown}..."


@contextmanager
def _language(language: str | None) -> Iterator[None]:
    before = os.environ.get(LANGUAGE)
    _set_language(language)
    try:
        yield
    finally:
        _set_language(before)


def _set_language(language: str | None) -> None:
    if language is None:
        os.environ.pop(LANGUAGE, None)
    else:
        os.environ[LANGUAGE] = language

"""Help, and what click says by itself, in a language that is not the code's own.

click looks its own words up with gettext. Here so are the texts of commands, each
in the context of its command and parameter; they are put into copies of the
commands, by click's public attributes. For as long as a `Translation` is entered,
gettext finds them in ``text/locale``. It is made of ``text/help.yaml`` and
``text/click.yaml``, which nobody who runs a command has to wait for. What has no
translation, or is another text than the one translated, stays in English.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import wraps
from gettext import pgettext
from types import TracebackType
from typing import Any, Final, Self, TypeVar, final

import click

from allfives_cli.text.catalog import FOLDER

LOCALE: Final = FOLDER / "locale"
DOMAIN: Final = "allfives"
LANGUAGE: Final = "LANGUAGE"
"""The variable by which gettext is told a language, before any of the locale's."""

OPTIONS: Final = "[OPTIONS]"
SUBCOMMAND: Final = "COMMAND [ARGS]..."
METAVAR: Final = "metavar"
"""The context of words that stand for values."""

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


@final
class Translation:
    """The command line in one language; a context in which click speaks it."""

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
        translated = copy(command)
        # click keeps a command's own --help, once made, in whatever language that was.
        vars(translated)["_help_option"] = None
        translated.help = _paragraphs(name, command.help)
        translated.epilog = _paragraphs(name, command.epilog)
        translated.options_metavar = pgettext(METAVAR, OPTIONS)
        if isinstance(translated, click.Group):
            translated.subcommand_metavar = pgettext(METAVAR, SUBCOMMAND)
        translated.params = [_translated(each, name) for each in command.params]
        if command.callback:
            translated.callback = self._outside(command.callback)
        return translated

    def _outside(self, callback: Callable[..., Any]) -> Callable[..., Any]:
        """A command's work, done in the environment as it was: programs are started in it."""

        @wraps(callback)
        def done(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - click's own
            with _language(self._before[0]):
                return callback(*arguments, **options)

        return done


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


def written(text: str) -> str:
    """A text of some paragraphs as the file has it: each of them on one line."""
    return "\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _paragraphs(name: str, english: str | None) -> str | None:
    return english and pgettext(name, written(english)).replace("\n", "\n\n")


def _translated(param: click.Parameter, command: str) -> click.Parameter:
    """A copy of a parameter, with the texts of its command or else those of any."""
    name = name_of(param)
    translated = copy(param)
    if isinstance(translated, click.Option) and translated.help:
        translated.help = _either(f"{command} {name}", name, translated.help)
    word = metavar_of(param)
    if word:
        shown = _either(f"{command} {name} {METAVAR}", METAVAR, word)
        translated.metavar = _bracketed(param, shown)
    return translated


def _either(context: str, wider: str, english: str) -> str:
    found = pgettext(context, english)
    return pgettext(wider, english) if found == english else found


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

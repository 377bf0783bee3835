"""Options that several commands share, and what they resolve to."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import click

from allfives_cli.commands.valuetypes import OneOf, WholeNumber
from allfives_cli.text.catalog import Catalog, catalog
from allfives_cli.text.languages import LANG_OPTION, LANGUAGES, default_language

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

PIPED_WIDTH: Final = 80
NARROWEST: Final = 20
_NOT_FORCED: Final = ("0", "false")


def lang_option(command: Decorated) -> Decorated:
    """``--lang``: the language of everything that is said."""
    return click.option(
        LANG_OPTION,
        type=OneOf(LANGUAGES),
        callback=lambda _context, _option, value: catalog(value or spoken()),
        help="Language; else ALLFIVES_LANG, else the locale.",
    )(command)


def color_option(command: Decorated) -> Decorated:
    """``--color``: whether the terminal's colours are used."""
    return click.option(
        "--color",
        type=OneOf(["auto", "always", "never"]),
        default="auto",
        callback=lambda _context, _option, value: _set_color(value),
        expose_value=False,
        help="Colour; auto obeys NO_COLOR and FORCE_COLOR.",
    )(command)


def format_option(
    *forms: str,
    default: str | Callable[[], str] | None = "text",
    **settings: Any,  # noqa: ANN401 - click's own
) -> Callable[[Decorated], Decorated]:
    """``--format``: the form of the output, one of those; None where it has no default."""
    return click.option(
        "--format",
        "form",
        type=OneOf(forms),
        default=default,
        show_default=isinstance(default, str),
        **settings,
    )


def json_option(command: Decorated) -> Decorated:
    """``--format text|json``, of commands that say the same to people and to programs."""
    return format_option("text", "json")(command)


def board_option(command: Decorated) -> Decorated:
    """``--board``: how layouts are drawn."""
    return click.option(
        "--board",
        type=OneOf(["boxes", "ascii", "arms", "none"]),
        help="How layouts are drawn; arms reads well aloud.",
        callback=lambda _context, _option, value: value or _default_board(),
    )(command)


def width_option(command: Decorated) -> Decorated:
    """``--width``: columns of the output."""
    return click.option(
        "--width",
        type=WholeNumber(min=NARROWEST),
        help="Columns; else the terminal's, 80 when piped.",
        callback=lambda _context, _option, value: value or terminal_width(),
    )(command)


def rules_options(command: Decorated) -> Decorated:
    """``--rules`` and ``--set``: the rules, where no record brings them."""
    help_text = "A rule set, or a file that holds one."
    return _rules_options(command, default="all-fives", show_default=True, help=help_text)


def lent_rules_options(command: Decorated) -> Decorated:
    """``--rules`` and ``--set``, for records that name no rules; None and none if left out."""
    help_text = "A rule set, or a file that holds one, for records without rules."
    return _rules_options(command, default=None, help=help_text)


def _rules_options(command: Decorated, **settings: Any) -> Decorated:  # noqa: ANN401 - click's own
    with_set = click.option(
        "--set",
        "overrides",
        multiple=True,
        metavar="OPTION=VALUE",
        help="Override one option of the rules; may be repeated.",
    )(command)
    return click.option("--rules", "rules_name", metavar="NAME|FILE", **settings)(with_set)


def is_given(name: str) -> bool:
    """Whether the command line itself has the option whose parameter has this name."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def check_texts(option: str, texts: Iterable[str]) -> None:
    """Refuse bytes that are no UTF-8, where a text is meant. Raises click.UsageError.

    Of a path any byte is taken, and comes as half of a surrogate pair.
    """
    for text in texts:
        if not is_text(text):
            raise click.UsageError(speaker().say("usage.no_text", option=option, text=text))


def is_text(argument: str) -> bool:
    """Whether an argument of the command line is UTF-8 text."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def spoken() -> str:
    """The language that the whole command line asks for, else the environment."""
    context = click.get_current_context(silent=True)
    named = context.obj if context else None
    return named if isinstance(named, str) else default_language()


def terminal_width() -> int:
    """Columns of the terminal, 80 where there is none."""
    if not sys.stdout.isatty():
        return PIPED_WIDTH
    return max(shutil.get_terminal_size((PIPED_WIDTH, 24)).columns, NARROWEST)


def is_dumb() -> bool:
    """Whether the terminal is said to know no codes: for colours, or to clear the screen."""
    return os.environ.get("TERM") in ("dumb", "")


def speaker() -> Catalog:
    """The catalog for what is said before options are read."""
    return catalog(spoken())


def _default_board() -> str:
    """Box drawing where the output's encoding has it."""
    try:
        "┌─┐║●○".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "ascii"
    return "boxes"


def _set_color(choice: str) -> None:
    click.get_current_context().color = {"always": True, "never": False}.get(choice, _asked_for())


def _asked_for() -> bool | None:
    """Whether the environment asks for colours or against them; None leaves it to the stream.

    NO_COLOR speaks for whoever reads and is heard first (https://no-color.org). FORCE_COLOR
    names a depth of colours for some programs, and 0 is none.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced not in _NOT_FORCED
    return False if is_dumb() else None

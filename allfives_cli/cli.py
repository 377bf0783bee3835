"""The `allfives` command: a group that imports a command's module only when it is called."""

from __future__ import annotations

import codecs
import errno
import gc
import io
import os
import sys
from contextlib import suppress
from copy import copy
from gettext import gettext, pgettext
from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from allfives_cli import __version__
from allfives_cli.commands.valuetypes import OneOf
from allfives_cli.statuses import BROKEN_PIPE, BUG, INTERRUPTED, SOUND, UNUSABLE
from allfives_cli.text.languages import LANG_OPTION, LANGUAGES, TRANSLATED, asked_for

if TYPE_CHECKING:
    from allfives_cli.commands.translating import Translation

COMMANDS: Final = {
    "validate": "Check records: every slip with its place, the layout there, and what to do.",
    "replay": "Step through a match turn by turn: board, hands, sums, awards, totals.",
    "explain": "Say why each end-sum and award is what it is.",
    "infer": "Say which tiles each hand must, may and cannot hold, and why.",
    "settle": "Settle a round: who is paid what, with every step of the arithmetic.",
    "new": "Write an empty sheet for a match, to fill in or to print.",
    "fmt": "Bring records to canonical form, convert them, fill in what is missing.",
    "note": "Add a note, a mark or an alternative to one turn of a record.",
    "annotate": "Weigh every turn by arithmetic: choices, points missed, what it left.",
    "view": "Show a match as one page with every turn, or as pictures.",
    "play": "Deal, referee and record a match between people, bots and programs.",
    "series": "Play many matches between bots and programs and tell how they stand.",
    "bot-check": "Play short matches with a program and judge everything that it answers.",
    "rules": "Show the rule sets and what their options mean.",
    "schema": "Print the JSON Schemas of the format, or write them to a folder.",
    "codes": "Say what a finding means, with a wrong and a right example.",
}
"""Every command and what it does, in the order of the help. A module has the command's name,
with _ for -."""

_DISK: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why an output cannot be written, though whoever is to get it is still there."""

_STAND_INS: Final = {
    "−": "-",
    "–": "-",
    "→": "->",
    "…": "...",
    "„": '"',
    "“": '"',
    "”": '"',
    "±": "+-",
}
"""What stands for a character of the sentences in an encoding that lacks it."""


class OutputClosedError(Exception):
    """Whoever read the output went away. click would end with a status of its own."""


class LazyGroup(click.Group):
    """A group whose help needs none of its commands' modules."""

    translation: Translation | None = None
    """What its commands are said in, where that is not the language of the code."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a pipe closed meanwhile is no error of the operating system's here."""
        try:
            status: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise OutputClosedError from None
        return status

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import the module of one command; None for an unknown one.

        It is a copy: click keeps the help option, in one language, with the command that shows it.
        """
        if cmd_name not in COMMANDS:
            return None
        # What modules make stays. Not to walk it again and again while it grows, nor at the
        # exit, saves a tenth of the time of a short command.
        gc.disable()
        command = import_module(f"allfives_cli.commands.{cmd_name.replace('-', '_')}").command
        gc.freeze()
        gc.enable()
        assert isinstance(command, click.Command)  # noqa: S101 - a test calls every command
        if self.translation:
            return self.translation.command(command, cmd_name)
        fresh = copy(command)
        vars(fresh)["_help_option"] = None
        return fresh

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; of an unknown one, say which may be meant.

        click of itself knows no command that is not imported, and its older versions none at all.
        """
        if args[0] in COMMANDS or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        # Here, not above: only a misspelt name needs it.
        from allfives_cli.commands.hints import unknown_name  # noqa: PLC0415
        from allfives_cli.text.catalog import catalog  # noqa: PLC0415

        said = unknown_name(catalog(ctx.obj), "usage.unknown_command", args[0], tuple(COMMANDS))
        raise click.UsageError(said.message, ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, pgettext(name, line)) for name, line in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 sound, 1 findings, 2 wrong usage, 3 nothing there to read, or what "
    "may not be read or written, 4 a match left before its end.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option(
    LANG_OPTION,
    type=OneOf(LANGUAGES),
    expose_value=False,  # `run` has read it before
    help="Language; else ALLFIVES_LANG, else the locale.",
)
def allfives() -> None:
    """Records of the domino game All Fives: check, replay, explain, settle."""


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its status.

    0 sound, 1 findings, 2 wrong usage, 3 an input that cannot be read or an
    output that cannot be written, 70 a bug, 130 interrupted, 141 the reader of
    the output went away.
    """
    _open_what_is_closed()
    _show_what_the_encoding_lacks()
    arguments = sys.argv[1:] if arguments is None else arguments
    language = asked_for(arguments)
    if language not in TRANSLATED:
        return _run(copy(allfives), arguments, language)
    # Here, not above: English does without it.
    from allfives_cli.commands.translating import Translation  # noqa: PLC0415

    with Translation(language) as translation:
        group = translation.command(allfives, allfives.name or "")
        group.translation = translation
        return _run(group, arguments, language)


def _run(group: LazyGroup, arguments: list[str], language: str) -> int:
    """Run a group; what its commands are called with stands in the language of its context."""
    try:
        status = group.main(arguments, prog_name="allfives", standalone_mode=False, obj=language)
    except click.ClickException as error:
        if isinstance(error, click.NoSuchOption):
            error = _unknown_option(error, language)
        error.show()
        return error.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return INTERRUPTED
    except OutputClosedError:
        # What is still buffered has no reader; let the interpreter flush it to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _DISK:
            return _output_lost(error, language)
        if os.environ.get("ALLFIVES_DEBUG"):
            raise
        click.echo(f"allfives: a bug: {type(error).__name__}: {str(error)!a}", err=True)
        click.echo("Please report it; ALLFIVES_DEBUG=1 shows where it happened.", err=True)
        return BUG
    return status if isinstance(status, int) else SOUND


def _unknown_option(error: click.NoSuchOption, language: str) -> click.UsageError:
    # Here, not above: only a misspelt option needs it.
    from allfives_cli.commands.hints import unknown_option  # noqa: PLC0415
    from allfives_cli.text.catalog import catalog  # noqa: PLC0415

    return unknown_option(error, catalog(language))


def _output_lost(error: OSError, language: str) -> int:
    """Say why the output cannot be written. Files that a command writes are told of by itself."""
    # Here, not above: a command that succeeds may do without it.
    from allfives_cli.commands.printing import let_go_of_output  # noqa: PLC0415
    from allfives_cli.text.catalog import catalog  # noqa: PLC0415

    with suppress(OSError):  # errors may go to the same disk
        click.echo(catalog(language).say("output.lost", reason=str(error.strerror)), err=True)
    let_go_of_output()
    return UNUSABLE


def _open_what_is_closed() -> None:
    """Read nothing from a standard stream that came closed, and write to it to nowhere.

    No file that a command opens then takes its number, and no output goes into that file.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for as long as the process


def _show_what_the_encoding_lacks() -> None:
    """Write what the output's encoding lacks by a stand-in, or by its number, rather than fail."""
    codecs.register_error("stand-in", _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="stand-in")


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """What to write for the first character that cannot be, and where to go on after it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    error.end = error.start + 1
    lacking = error.object[error.start]
    if lacking in _STAND_INS:
        return _STAND_INS[lacking], error.end
    return codecs.backslashreplace_errors(error)

"""What is said of a name that is none of those that a command knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from allfives_cli.nearest import near_names
from allfives_cli.text.catalog import Catalog

_DASHES = "-"


def unknown_name(
    say: Catalog, key: str, name: str, names: Sequence[str], *, like: str | None = None
) -> click.UsageError:
    """The error of a sentence with ``name`` and ``names``, and the names that may be meant.

    ``like`` is what of the name is compared, where that is not all.
    """
    said = say.say(key, name=name, names=names)
    return click.UsageError(hinted(said, name if like is None else like, names, say))


def hinted(said: str, name: str, names: Iterable[str], say: Catalog) -> str:
    """A sentence about an unknown name, and behind it the names that may be meant, if any."""
    near = [(each,) for each in near_names(name, names)]
    return f"{said} {say.say('usage.meant', names=near)}" if near else said


def unknown_option(error: click.NoSuchOption, say: Catalog) -> click.UsageError:
    """The error for an option that a command does not have, and those that may be meant."""
    context = error.ctx
    params = [] if context is None else context.command.get_params(context)
    known = {name.strip(_DASHES): name for param in params for name in param.opts}
    wanted = error.option_name.strip(_DASHES)
    near = [(known[each],) for each in near_names(wanted, known)]
    said = str(say.say("usage.unknown_option", name=error.option_name))
    if near:
        said += f" {say.say('usage.meant', names=near)}"
    return click.UsageError(said, context)

"""Kinds of values that options take, which say in the catalogs' own words what is wrong.

click has its own for the same, but gives no hint at what may be meant, and calls a whole
number an integer range.
"""

from __future__ import annotations

from typing import Any, NoReturn

import click


class OneOf(click.Choice):  # type: ignore[type-arg] # none to give before click 8.2
    """One of several words."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as above
        """Return the word. Raises click.BadParameter, with the word that may be meant."""
        if value not in self.choices:
            self._refuse(value, param, ctx)
        return super().convert(value, param, ctx)

    def _refuse(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoReturn:
        # Here, not above: only a misspelt word needs it.
        from allfives_cli.commands.hints import unknown_name  # noqa: PLC0415
        from allfives_cli.commands.options import speaker  # noqa: PLC0415

        names = [str(each) for each in self.choices]
        said = unknown_name(speaker(), "usage.not_one_of", str(value), names).message
        self.fail(said, param, ctx)


class WholeNumber(click.IntRange):
    """A whole number between limits."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as above
        """Return the number. Raises click.BadParameter."""
        try:
            int(value)
        except ValueError:
            # Here, not above: only what is wrong needs it.
            from allfives_cli.commands.options import speaker  # noqa: PLC0415

            self.fail(speaker().say("usage.no_whole_number", text=str(value)), param, ctx)
        return super().convert(value, param, ctx)

"""``allfives codes``: what a finding means."""

from __future__ import annotations

import click

from allfives_cli.commands.hints import unknown_name
from allfives_cli.commands.options import color_option, json_option, lang_option, width_option
from allfives_cli.commands.printing import echo_json
from allfives_cli.show.wrapping import folded
from allfives_cli.statuses import SOUND
from allfives_cli.text.catalog import Catalog, Page


@click.command("codes")
@click.argument("code", required=False)
@json_option
@width_option
@color_option
@lang_option
def command(*, code: str | None, form: str, width: int, lang: Catalog) -> int:
    """List every finding, or say of one what it means, with a wrong and a right example."""
    if code is not None and code not in lang.codes:
        raise unknown_name(lang, "codes.unknown", code, lang.codes)
    pages = [lang.page(each) for each in (lang.codes if code is None else (code,))]
    if form == "json":
        echo_json([page._asdict() for page in pages])
    elif code is None:
        for page in pages:
            click.echo("\n".join([page.code, *folded(page.means, width, "  ")]))
    else:
        click.echo("\n".join(_page_lines(pages[0], lang, width)))
    return SOUND


def _page_lines(page: Page, say: Catalog, width: int) -> list[str]:
    lines = [click.style(page.code, bold=True)]
    for key, text in (("means", page.means), ("rule", page.rule), ("do", page.do)):
        if text:
            lines += ["", say.say(f"codes.{key}"), *folded(text, width, "  ")]
    for key, example in (("wrong", page.wrong), ("right", page.right)):
        if example:
            body = [f"  {line}".rstrip() for line in example.splitlines()]
            lines += ["", f"{say.say(f'codes.{key}')} ({page.kind})", *body]
    return lines

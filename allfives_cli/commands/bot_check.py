"""``allfives bot-check``: whether a program can sit at the table."""

from __future__ import annotations

import click

from allfives_cli.commands.options import json_option, lang_option, width_option
from allfives_cli.commands.printing import echo_json
from allfives_cli.commands.programs import limit_options
from allfives_cli.commands.seating import seed_from
from allfives_cli.commands.signals import Ended, Signals
from allfives_cli.commands.trials import PROGRAM, SETTINGS, try_program
from allfives_cli.play.program import NoCommand, Policy, command_of
from allfives_cli.show.trials import trial_json, trial_lines, verdict
from allfives_cli.statuses import FINDINGS, SOUND
from allfives_cli.text.catalog import Catalog


@click.command("bot-check")
@click.argument("program", metavar="COMMAND")
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="What is dealt.")
@limit_options
@json_option
@width_option
@lang_option
def command(
    *,
    program: str,
    seed: str,
    start_limit: float,
    move_limit: float,
    form: str,
    width: int,
    lang: Catalog,
) -> int:
    """Play three short matches against bots and judge everything that COMMAND answers.

    COMMAND is one argument, split into words as a shell would: "python3 mybot.py".
    """
    seed_from(seed, lang)
    try:
        command_of(program)
    except NoCommand as error:
        raise click.UsageError(lang.say(f"program.{error.code}", name=error.name)) from None
    policy, matches, found = Policy(start_limit, move_limit), [], 0
    for number, setting in enumerate(SETTINGS, start=1):
        try:
            with Signals():  # so that the program is ended, whatever ends this one
                trial = try_program(program, setting, policy, seed, lang)
        except Ended as ended:
            return ended.status
        found += len(trial.incidents)
        seat, told = setting.kinds.index(PROGRAM), (trial.replies, trial.slowest, trial.incidents)
        matches.append(trial_json(trial.table, seat, *told))
        if form == "text":
            lines = trial_lines(number, trial.table, trial.replies, trial.incidents, lang, width)
            click.echo("\n".join(lines))
    if form == "json":
        echo_json({"matches": matches, "sound": not found})
    else:
        click.echo("\n".join(verdict(found, lang, width)))
    return FINDINGS if found else SOUND

"""``allfives play``: deal, referee and record a match."""

from __future__ import annotations

from typing import Final, Literal

import click

from allfives_cli.commands.claiming import claimed, may_name_json, shown
from allfives_cli.commands.matches import Manner, Match
from allfives_cli.commands.options import (
    board_option,
    color_option,
    format_option,
    is_given,
    lang_option,
    width_option,
)
from allfives_cli.commands.plans import Asked, new_match, resumed_match
from allfives_cli.commands.programs import limit_options, on_error_option
from allfives_cli.commands.recordfile import Sync
from allfives_cli.commands.rulesets import chosen_rules
from allfives_cli.commands.seating import rules_for, seats_from, seed_from
from allfives_cli.commands.tableoptions import table_options
from allfives_cli.commands.valuetypes import OneOf, WholeNumber
from allfives_cli.play.program import Policy
from allfives_cli.text.catalog import Catalog

STDOUT: Final = "-"


@click.command("play")
@click.option(
    "--seat", "seats", multiple=True, metavar="NAME=KIND",
    help="Who plays, in the order of the seats: human, script[:FILE], random, greedy, careful, "
    "program:COMMAND.",
)  # fmt: skip
@table_options
@click.option("--rounds", type=WholeNumber(min=1), help="End the match after so many rounds.")
@click.option("--seed", metavar="TEXT", help="Deal what this seed gives, on every machine.")
@click.option("--deal", metavar="FILE", help="Play the deal of each round of a record.")
@click.option("-o", "--output", metavar="FILE", help="Where the record goes; else to stdout.")
@click.option("--resume", is_flag=True, help="Go on with the unfinished match in --output.")
@click.option("--discard", is_flag=True, help="Replace the record in --output.")
@click.option(
    "--fsync", "sync", type=OneOf(["always", "round", "never"]),
    help="What a power cut may take: nothing, the round under way, anything. "
    "Default: round where bots play alone, else always.",
)  # fmt: skip
@format_option("text", "json", help="How the result is told where the record goes to a file.")
@on_error_option
@limit_options
@board_option
@width_option
@color_option
@lang_option
def command(  # noqa: PLR0913 - one for each option
    *,
    seats: tuple[str, ...],
    rules_name: str,
    overrides: tuple[str, ...],
    alone: bool,
    target: int | None,
    hand: int | None,
    rounds: int | None,
    seed: str | None,
    deal: str | None,
    output: str | None,
    resume: bool,
    discard: bool,
    sync: Sync | None,
    form: str,
    on_error: tuple[int, Literal["forfeit", "abort"]],
    start_limit: float,
    move_limit: float,
    board: str,
    width: int,
    lang: Catalog,
) -> int:
    """Play a match and write its record, which validates with no finding.

    A human plays at the terminal; where stdin is none, its lines are a script:
    the same plays and commands, and the turn lines of a sheet as they are.

    With -o FILE every action is in FILE.part before it is shown, and in FILE at
    the end of each round and of the command, whatever ends it; --resume goes on
    from there. Without -o the record so far is printed when the command ends;
    people at the terminal are asked for a file first, if they have named none.

    Exit status: 0 the match has ended, 1 a line, a program or the disk failed,
    2 wrong usage, 3 FILE cannot be written or is in use, 4 the match was left,
    129, 130, 141, 143 hang-up, interrupt, closed pipe, termination.
    """
    output = None if output == STDOUT else output
    policy = Policy(start_limit, move_limit, *on_error)
    manner = Manner(lang, width, board, as_json=form == "json", sync=sync)
    if output is not None and not may_name_json(output):
        raise click.UsageError(lang.say("play.refused.other-ending", path=shown(output)))
    if resume and discard:
        raise click.UsageError(lang.say("fmt.not_both", one="--resume", other="--discard"))
    with claimed(output, lang, resume=resume, discard=discard) as claim:
        if resume:
            named = rules_name if is_given("rules_name") else None
            asked = Asked(named, overrides, target, hand, seed, alone, deal)
            seated = seats_from(seats, lang) if seats else ()
            plan = resumed_match(output, seated, rounds, asked, lang)
        else:
            rules = rules_for(chosen_rules(rules_name, overrides, lang), target, hand)
            plan = new_match(
                seats_from(seats, lang), rules, seed_from(seed, lang), lang,
                alone=alone, rounds=rounds, deal=deal, output=output, discard=discard,
            )  # fmt: skip
        return Match(plan, manner, policy, claim).play()

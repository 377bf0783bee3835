"""A copy of a record with the one reading put in that makes it sound, where there is but one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from allfives_cli.checking.canonical import canonical
from allfives_cli.checking.repair import Candidate, candidates, sole_candidate
from allfives_cli.checking.replay import check
from allfives_cli.checking.validation import examine
from allfives_cli.commands.formatting import Manner, whole_record
from allfives_cli.commands.inputs import readings
from allfives_cli.commands.output import write_output
from allfives_cli.commands.printing import echo_folded, shown_path
from allfives_cli.commands.recordtext import form_of, reads_back, text_in
from allfives_cli.commands.reports import status_of
from allfives_cli.show.candidates import candidate_text, candidates_lines
from allfives_cli.statuses import FINDINGS, SOUND


def fix(names: Sequence[str], output: str, manner: Manner) -> int:
    """Write a copy of one record, put right, and say what was done.

    Where no reading or several make the record sound, say so and write nothing: the status is
    that of findings. The copy is in the form of its name, else in that of the record. Raises
    click.UsageError for several records, and where the copy would replace a file.
    """
    say = manner.say
    if Path(output).is_file() or Path(output).is_symlink():
        raise click.UsageError(say.say("fmt.fix.exists", path=shown_path(output)))
    found = list(islice(readings(names), 2))
    if len(found) > 1:
        raise click.UsageError(say.say("fmt.fix.one_record"))
    reading = found[0]
    record = whole_record(reading, manner)
    if record is None:
        return max(FINDINGS, status_of([examine(reading)]))
    if check(record).sound:
        echo_folded(say.say("fmt.fix.sound", path=shown_path(reading.name)), manner.width)
        return FINDINGS
    readable = candidates(record)
    sole = sole_candidate(readable)
    if sole is None:
        _say_why_not(readable, manner)
        return FINDINGS
    form = form_of(output) or reading.form
    fixed = canonical(sole.record)
    if not reads_back(fixed, form):
        echo_folded(say.say("fmt.does_not_read", path=shown_path(output)), manner.width)
        return FINDINGS
    write_output(output, text_in(form, [fixed]), say, inputs=[reading.name, *names])
    echo_folded(candidate_text(sole, say), manner.width)
    if record.digest is not None:
        echo_folded(say.say("fmt.fix.digest"), manner.width)
    return SOUND


def _say_why_not(found: Sequence[Candidate], manner: Manner) -> None:
    """How many readings there are, and what they are."""
    say = manner.say
    key = "fmt.fix.not_sound" if len(found) == 1 else "fmt.fix.not_one"
    echo_folded(say.say(key, number=len(found)), manner.width)
    for line in candidates_lines(found, say, manner.width):
        click.echo(line, err=True)

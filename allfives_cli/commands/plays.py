"""A list of plays on a command line, explained up to the first that is refused."""

from __future__ import annotations

from allfives_cli.checking.findings import plain_params
from allfives_cli.explain import Explanation, explain_plays
from allfives_cli.game.rules import RuleSet
from allfives_cli.record.notation import read_plays
from allfives_cli.text.catalog import Catalog


def explained_plays(
    text: str, rules: RuleSet, say: Catalog
) -> tuple[list[Explanation], str | None]:
    """The explained turns, and what is wrong with the play that follows them, if anything."""
    plays, unreadable = read_plays(text)
    explained, illegal = explain_plays(plays, rules)
    if illegal is not None:
        at = plays[len(explained)].start
        problem = say.finding(illegal.code, {"player": "", **plain_params(illegal.params)})
        return explained, _at(at, f"{problem} [{illegal.code}]", say)
    if unreadable is not None:
        problem = say.finding(unreadable.code, unreadable.params)
        return explained, _at(unreadable.start, f"{problem} [{unreadable.code}]", say)
    return explained, None


def _at(offset: int, problem: str, say: Catalog) -> str:
    return say.say("usage.plays", column=offset + 1, problem=problem)

"""A list of plays on a command line, explained up to the first that is refused."""

from __future__ import annotations

from allfives_cli.checking.findings import plain_params
from allfives_cli.explain import Explanation, explain_plays
from allfives_cli.game.actions import Play
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.notation import Part, read_plays, where_of
from allfives_cli.text.catalog import Catalog


def explained_plays(
    text: str, rules: RuleSet, say: Catalog
) -> tuple[list[Explanation], str | None]:
    """The explained turns, and what is wrong with the play that follows them, if anything."""
    plays, problems = read_plays(text)
    first = min(problems, key=lambda problem: problem.start, default=None)
    if first is not None:
        plays = [play for play in plays if play.end <= first.start]
    explained, illegal = explain_plays([_play(part) for part in plays], rules)
    if illegal is not None:
        at = plays[len(explained)].start
        params = {"player": "", **plain_params(illegal.params)}
        return explained, _said(at, illegal.code, params, say)
    if first is not None:
        return explained, _said(first.start, first.code, first.params, say)
    return explained, None


def _play(part: Part) -> Play:
    written = part.plain()
    return Play(TILE_BY_TEXT[written["tile"]], where_of(written.get("on")))


def _said(offset: int, code: str, params: dict[str, object], say: Catalog) -> str:
    return f"{say.say('usage.plays', column=offset + 1)} {say.finding(code, params)} [{code}]"

"""A list of plays on a command line, explained up to the first that is refused."""

from __future__ import annotations

from typing import Final

from allfives_cli.checking.findings import plain_params
from allfives_cli.explain import Explanation, explain_plays
from allfives_cli.game.actions import Play
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.tiles import TILE_BY_TEXT
from allfives_cli.record.notation import Part, Problem, read_plays, where_of
from allfives_cli.text.catalog import Catalog

_CLAIMS: Final = "=+(#"
"""What a sum, an award, a total or a note begins with in a turn line."""
_OF_A_TURN: Final = frozenset({"unknown-word", "turn-line", "part-twice"})
"""Codes whose sentences speak of a turn."""


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
        return explained, _unreadable(first, say)
    return explained, None


def _unreadable(problem: Problem, say: Catalog) -> str:
    """What cannot be read; in words for a list of plays where those of a turn do not suit one.

    A turn has players, draws, passes and claims, and a list of plays has none of these.
    """
    code, params = problem.code, problem.params
    text = str(params.get("word") or params.get("value") or params.get("text") or "")
    if code == "not-a-tile" and (text[0] in _CLAIMS or not any(map(str.isdigit, text))):
        code = "unknown-word"
    if code not in _OF_A_TURN:
        return _said(problem.start, code, params, say)
    at = say.say("usage.plays", column=problem.start + 1)
    return f"{at} {say.say(f'usage.in_plays.{code}', text=text)}"


def _play(part: Part) -> Play:
    written = part.plain()
    return Play(TILE_BY_TEXT[written["tile"]], where_of(written.get("on")))


def _said(offset: int, code: str, params: dict[str, object], say: Catalog) -> str:
    return f"{say.say('usage.plays', column=offset + 1)} {say.finding(code, params)} [{code}]"

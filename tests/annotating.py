"""What an annotator might say of a match that was played: marks, notes and better lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from dealing import RoundPlayed
from recording import Place, Writing, line_of, state_before

from allfives_cli.game.actions import Play
from allfives_cli.game.rounds import RoundState


def remarks(rounds: Sequence[RoundPlayed], writing: Writing) -> dict[Place, dict[str, Any]]:
    """What an annotator might say: of awards left lying, good plays, and turns without a choice."""
    target = rounds[0].state.rules.target
    assert isinstance(target, int)
    found: dict[Place, dict[str, Any]] = {}
    for played in rounds:
        for index, turn in enumerate(played.turns()):
            if not isinstance(turn.action, Play) or turn.outcome is None:
                continue
            place = (played.number, index + 1)
            if turn.draws:
                found[place] = {"before": ["Nothing in the hand fits here."]}
                continue
            state = state_before(played, index + 1)
            plays = state.legal_plays(state.to_move)
            best = max(plays, key=partial(brings, state))
            missed = brings(state, best) - turn.outcome.award
            if missed >= 10:
                where = "" if best.on is None else f" on {best.on}"
                line: list[Play | None] = [best]
                if turn.total // 2 + missed < target:
                    line.append(reply_to(state, best))
                found[place] = {
                    "mark": "??" if missed >= 15 else "?",
                    "notes": [f"{best.tile}{where} would have brought {missed} points more."],
                    "alts": [{"line": line_of(state, filter(None, line), writing)}],
                }
                if line[1:] and line[1]:
                    reply = f"No reply brings more than {line[1].tile}."
                    found[place]["alts"][0]["notes"] = [reply]
            elif turn.outcome.award >= 10 and len(plays) > 1:
                found[place] = {"mark": "!"}
    return found


def brings(state: RoundState, play: Play) -> int:
    twin = state.copy()
    return twin.play(twin.to_move, *play)


def reply_to(state: RoundState, play: Play) -> Play | None:
    twin = state.copy()
    twin.play(twin.to_move, *play)
    plays = twin.legal_plays(twin.to_move)
    return max(plays, key=lambda reply: brings(twin, reply), default=None)

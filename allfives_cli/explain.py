"""Why each sum and award: a Step, or a position, turned into reasons that add up.

An Explanation holds data, not sentences. Its contributions add up to its
end-sum, and the steps of a settlement to what each side's score changes by;
both come from the one place that computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from allfives_cli.checking.replay import Replay, RoundReplay
from allfives_cli.checking.table import Table
from allfives_cli.checking.turns import Step
from allfives_cli.game.actions import Ending, Hand, Illegal, Play
from allfives_cli.game.counting import Contribution, award, contributions, end_sum
from allfives_cli.game.layout import Joint, Layout
from allfives_cli.game.matches import LeadHow, MatchState
from allfives_cli.game.rounds import RoundState
from allfives_cli.game.rules import RuleSet
from allfives_cli.game.settlement import Settlement
from allfives_cli.game.sites import CHAIN_SIDES, is_spinner, sites, spinners
from allfives_cli.game.tiles import DOUBLE_SIX, Face, Tile


class Uncounted(StrEnum):
    """Why a tile or a site counts nothing."""

    INNER_SPINNER = "inner-spinner"
    INNER_DOUBLE = "inner-double"
    UNUSED_ARM = "unused-arm"


@dataclass(frozen=True, slots=True)
class Explanation:
    """One turn explained. Sums in pips, awards in points, totals in halves.

    ``by`` and ``totals`` are None where nobody is named, as in a list of
    plays. ``tile`` is None for a turn without a play; the contributions are
    those of the layout as it stands after the turn, in a fixed order.
    ``passed`` is false as well for draws after which nothing more came.
    ``state`` is the round after the turn.
    """

    round: int
    turn: int
    by: str | None
    draw: tuple[str, ...]
    tile: Tile | None
    passed: bool
    on: str | int | None
    face: Face | None
    sum: int
    award: int
    total: int | None
    totals: tuple[tuple[str, int], ...]
    spinners: tuple[Tile, ...]
    contributions: tuple[Contribution, ...]
    uncounted: tuple[tuple[Tile, Uncounted], ...]
    sites: tuple[Face, ...]
    joints: tuple[Joint, ...]
    state: RoundState


def explain_step(table: Table, round_number: int, step: Step) -> Explanation:
    """Explain one accepted turn of a record."""
    state = step.after
    played = step.award is not None
    tile = state.layout.tiles[-1] if played else None
    return _explain(
        state,
        round_number=round_number,
        number=step.number,
        tile=tile,
        passed=bool(step.written.pass_),
        on=touched(state) if played else None,
        by=step.written.by,
        draw=step.written.draw or (),
        total=step.totals[table.side_of(step.seat)],
        totals=tuple(zip(table.side_keys, step.totals, strict=True)),
    )


def explain_rounds(replay: Replay) -> list[Explanation]:
    """Explain every accepted turn of a replayed record, in order."""
    table = replay.table
    if table is None:
        return []
    return [
        explain_step(table, played.number, step)
        for played in replay.rounds
        for step in played.steps
    ]


def explain_plays(
    plays: Sequence[Play], rules: RuleSet
) -> tuple[list[Explanation], Illegal | None]:
    """Explain a list of plays on one table, up to the first that the rules refuse.

    No hands and no turns: only the layout is judged. A refusal concerns the
    play that follows the last one explained.
    """
    state = RoundState(rules, [Hand(unseen=len(DOUBLE_SIX))], 0, 0)
    found: list[Explanation] = []
    for number, play in enumerate(plays, start=1):
        try:
            state.play(0, play.tile, play.on)
        except Illegal as illegal:
            return found, illegal
        found.append(
            _explain(
                state.copy(),
                round_number=1,
                number=number,
                tile=play.tile,
                on=touched(state),
            )
        )
    return found, None


def touched(state: RoundState) -> str | int | None:
    """The tile that was touched, where the plays so far determine it; else the value joined."""
    face = state.layout.last_face
    if face is None:
        return None
    determined = all(layout.last_face is face for layout in state.layouts)
    return face.tile.text if determined else face.value


def _explain(  # noqa: PLR0913 - all that a turn can say of itself, by name
    state: RoundState,
    *,
    round_number: int,
    number: int,
    tile: Tile | None,
    on: str | int | None,
    passed: bool = False,
    by: str | None = None,
    draw: tuple[str, ...] = (),
    total: int | None = None,
    totals: tuple[tuple[str, int], ...] = (),
) -> Explanation:
    layout, rules = state.layout, state.rules
    return Explanation(
        round=round_number,
        turn=number,
        by=by,
        draw=draw,
        tile=tile,
        passed=passed,
        on=on,
        face=layout.last_face if tile is not None else None,
        sum=end_sum(layout),
        award=0 if tile is None else award(end_sum(layout)),
        total=total,
        totals=totals,
        spinners=spinners(layout, rules),
        contributions=tuple(contributions(layout)),
        uncounted=uncounted(layout, rules),
        sites=tuple(sites(layout, rules)),
        joints=tuple(sorted(layout.joints, key=lambda joint: joint.face.rank)),
        state=state,
    )


def uncounted(layout: Layout, rules: RuleSet) -> tuple[tuple[Tile, Uncounted], ...]:
    """Doubles and arms that count nothing: inner doubles, and a spinner's unused arms."""
    found: list[tuple[Tile, Uncounted]] = []
    for tile in sorted(layout.covered):
        if not tile.is_double or tile in layout.ends:
            continue
        spinner = is_spinner(layout, tile, rules)
        found.append((tile, Uncounted.INNER_SPINNER if spinner else Uncounted.INNER_DOUBLE))
        used = len(layout.covered[tile])
        if spinner and CHAIN_SIDES <= used < len(tile.faces):
            found.append((tile, Uncounted.UNUSED_ARM))
    return tuple(found)


# -- settlements -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettlementExplanation:
    """A settlement and the arithmetic behind it. Amounts and totals in halves.

    ``next_lead`` is the player who leads next, None for a lot or where the
    coming hands decide. ``winners`` are sides that have won the match.
    """

    how: str
    by: str | None
    pips: dict[str, int]
    settlement: Settlement
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    next_lead: str | None
    next_lead_how: LeadHow
    players: tuple[str, ...]
    side_keys: tuple[str, ...]


def explain_settlement(
    table: Table, match: MatchState, pips: Sequence[int], out: int | None
) -> SettlementExplanation:
    """Settle a finished round in ``match`` and explain it. ``out`` None is a block."""
    settlement = match.settle(pips, out)
    return settled(table, settlement, pips, out, tuple(match.totals), match.winners)


def settled(
    table: Table,
    settlement: Settlement,
    pips: Sequence[int],
    out: int | None,
    totals: tuple[int, ...],
    winners: tuple[int, ...],
) -> SettlementExplanation:
    """Explain a settlement that was made."""
    return SettlementExplanation(
        how=(Ending.BLOCKED if out is None else Ending.OUT).value,
        by=None if out is None else table.players[out],
        pips=dict(zip(table.players, pips, strict=True)),
        settlement=settlement,
        totals=totals,
        winners=winners,
        next_lead=None if out is None else table.players[out],
        next_lead_how=_next_lead_how(table.rules, out),
        players=table.players,
        side_keys=table.side_keys,
    )


def explain_round_end(
    table: Table, played: RoundReplay, match: MatchState
) -> SettlementExplanation | None:
    """Explain the settlement of a replayed round; None for a round that has none."""
    state = played.ended
    if played.settlement is None or state is None:
        return None
    pips = [hand.pips or 0 for hand in state.hands]
    out = next((seat for seat, hand in enumerate(state.hands) if not len(hand)), None)
    won = match.winners if played.totals == tuple(match.totals) else ()
    return settled(table, played.settlement, pips, out, played.totals, won)


def _next_lead_how(rules: RuleSet, out: int | None) -> LeadHow:
    if out is not None:
        return LeadHow.WENT_OUT
    return LeadHow(rules.lead_after_block)

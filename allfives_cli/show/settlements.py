"""A settlement in words and as JSON, every step of its arithmetic shown; nothing is computed."""

from __future__ import annotations

from typing import Any

from allfives_cli.checking.findings import points
from allfives_cli.explain import SettlementExplanation
from allfives_cli.game.settlement import SettlementStep
from allfives_cli.show.turns import INDENT, score
from allfives_cli.show.wrapping import folded, hanging, separated
from allfives_cli.text.catalog import Catalog
from allfives_cli.text.safe import safe


def settlement_lines(explained: SettlementExplanation, say: Catalog, width: int) -> list[str]:
    """How the round ended, the pips left, who is paid what and why, the scores, who leads."""
    ending = say.say(f"settle.ended.{explained.how}", player=explained.by)
    pips = [f"{safe(player)} {amount}" for player, amount in explained.pips.items()]
    lines = [
        *folded(ending, width),
        *hanging(INDENT + say.say("settle.pips") + "  ", pips, width, "   "),
        *_paid(explained, say, width),
    ]
    totals = [
        score(key, total, say)
        for key, total in zip(explained.side_keys, explained.totals, strict=True)
    ]
    lines += hanging(INDENT + say.say("settle.totals") + "  ", totals, width, "   ")
    if explained.winners:
        winners = [explained.side_keys[side] for side in explained.winners]
        lines += folded(say.say("settle.match_won", sides=winners), width, INDENT)
    else:
        lines += folded(next_lead(explained, say), width, INDENT)
    return lines


def next_lead(explained: SettlementExplanation, say: Catalog) -> str:
    """Who leads the next round, or how that is decided."""
    if explained.next_lead is not None:
        return say.say("settle.leads_next", player=explained.next_lead)
    return say.say(f"settle.next_lead.{explained.next_lead_how.value}")


def _paid(explained: SettlementExplanation, say: Catalog, width: int) -> list[str]:
    settlement = explained.settlement
    lines: list[str] = []
    for side, key in enumerate(explained.side_keys):
        steps = [step for step in settlement.steps if step.side == side]
        if not steps:
            continue
        change = say.number(points(settlement.changes.get(side, 0)), plus=True)
        label = f"{INDENT}{safe(key)}  "
        parts = [_step(explained, step, say) for step in steps]
        lines += hanging(label, [*separated(parts), f"→ {change}"], width)
    if len(settlement.fewest) > 1 and not settlement.winners:
        tied = [explained.side_keys[side] for side in settlement.fewest]
        lines += folded(say.say("settle.tie", sides=tied), width, INDENT)
    elif not settlement.changes:
        lines += folded(say.say("settle.nothing"), width, INDENT)
    return lines


def _step(explained: SettlementExplanation, step: SettlementStep, say: Catalog) -> str:
    """One amount: ``pips of Ben +13``."""
    players = [explained.players[seat] for seat in step.seats]
    said = say.say(f"settle.step.{step.why.value}", players=players)
    return f"{said} {say.number(points(step.amount), plus=True)}"


def settlement_json(explained: SettlementExplanation) -> dict[str, Any]:
    """The JSON of a settlement; only sides whose score changes stand in ``settlement``."""
    sides = explained.side_keys
    return {
        "how": explained.how,
        "by": explained.by,
        "pips": explained.pips,
        "settlement": {
            sides[side]: points(change) for side, change in explained.settlement.changes.items()
        },
        "totals": {key: points(total) for key, total in zip(sides, explained.totals, strict=True)},
        "winners": [sides[side] for side in explained.winners],
        "round_winners": [sides[side] for side in explained.settlement.winners],
        "next_lead": explained.next_lead,
        "steps": [_step_json(explained, step) for step in explained.settlement.steps],
    }


def _step_json(explained: SettlementExplanation, step: SettlementStep) -> dict[str, Any]:
    return {
        "why": step.why.value,
        "amount": points(step.amount),
        "side": explained.side_keys[step.side],
        "players": [explained.players[seat] for seat in step.seats],
    }

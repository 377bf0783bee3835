"""Scenes as HTML: the board, why it scored, notes, hands, and the settlement of a round.

Everything that a record wrote goes through `markup`; every number comes from the
scene. Attributes without quotes hold letters, digits, `#` and dots only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from allfives_cli.checking.findings import points
from allfives_cli.checking.table import Table
from allfives_cli.explain import Explanation, SettlementExplanation
from allfives_cli.game.actions import Hand
from allfives_cli.game.settlement import SettlementStep
from allfives_cli.record.model import UNSEEN, Turn
from allfives_cli.show.analyses import summary
from allfives_cli.show.markup import html, name, names, plain, terse, unbroken
from allfives_cli.show.scenes import Act, Scene, Told
from allfives_cli.show.strips import Labels
from allfives_cli.show.svg import board, hand, heaps, in_words, view_box
from allfives_cli.show.turns import action, added, verdict
from allfives_cli.text.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the scenes of one match in one language."""

    table: Table
    say: Catalog
    labels: Labels

    def sections(self, act: Act, notes: Sequence[str]) -> Iterator[str]:
        """Every scene of a round, and before those that share an arrangement its heaps."""
        for number, (_, found) in enumerate(groupby(act.scenes, lambda each: id(each.arrangement))):
            scenes = list(found)
            heap = f"g{act.number}{'-' * number}-"
            last = scenes[-1]
            if last.arrangement is not None:
                drawn = heaps(last.layout, last.arrangement, heap)
                yield terse(f"<svg class=defs aria-hidden=true><defs>{drawn}</defs></svg>\n")
            for scene in scenes:
                yield self._section(act, scene, notes, heap)

    def _section(self, act: Act, scene: Scene, notes: Sequence[str], heap: str) -> str:
        """One scene. ``notes`` are those of its round, for the scene at its end."""
        explained = scene.explained
        why = self._end(act, notes) if explained is None else self._turn(scene, explained)
        whole = (
            f'<article class=step id="{scene.address}">{self.scores(scene)}'
            f"{self._board(scene, heap)}"
            f"<div class=why>{''.join(why)}</div>"
            f"<div class=hands>{''.join(self._hands(scene))}</div></article>\n"
        )
        return terse(whole)

    def scores(self, scene: Scene) -> str:
        """What every side has, and what the mover's has just got."""
        mover = None if scene.step is None else self.side_of(scene.step.seat)
        parts = []
        for side, key in enumerate(self.table.side_keys):
            total = self.say.number(points(scene.totals[side]))
            gained = scene.scored if side == mover else 0
            gain = f"<i>{self.say.number(gained, plus=True)}</i>" if gained else ""
            moves = " m" if side == mover else ""
            parts.append(f'<li class="s{side}{moves}">{html(name(key))} <b>{total}</b>{gain}')
        return f"<ul class=score>{''.join(parts)}</ul>"

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return self.table.side_of(seat)

    # -- the board and the hands ---------------------------------------------------

    def _board(self, scene: Scene, heap: str) -> str:
        if scene.arrangement is None:
            return "<div class=table></div>"
        layout, rules = scene.layout, self.table.rules
        last = layout.tiles[-1] if scene.explained is None or scene.explained.tile else None
        drawn = board(layout, rules, scene.arrangement, last, heap=heap)
        told = plain(in_words(layout, rules, self.labels, last))
        shown = view_box(scene.arrangement.box)
        return f'<svg class=table viewBox="{shown}" role=img aria-label="{told}">{drawn}</svg>'

    def _hands(self, scene: Scene) -> Iterator[str]:
        for seat, held in enumerate(scene.held):
            moves = scene.step is not None and scene.step.seat == seat
            yield f'<p class="h{seat}{" m" if moves else ""}">'
            yield f"{html(name(self.table.players[seat]))} {self._hand(held)}</p>"
        yield f"<p class=yard>{html(self.say.say('explain.boneyard'))}: {scene.boneyard}</p>"

    def _hand(self, held: Hand) -> str:
        if not len(held):
            return html(self.say.say("explain.empty_hand"))
        tiles = sorted(held.known)
        told = [tile.text for tile in tiles]
        if held.unseen:
            told.append(f"{UNSEEN} ×{held.unseen}")
        return (
            f'<svg class=t{len(held)} role=img aria-label="{" ".join(told)}">'
            f"{hand(tiles, held.unseen)}</svg>"
        )

    # -- a turn ---------------------------------------------------------------------

    def _turn(self, scene: Scene, explained: Explanation) -> Iterator[str]:
        say = self.say
        written = None if scene.step is None else scene.step.written
        mark = "" if written is None or written.mark is None else self.mark(written.mark)
        by = html(name(explained.by or ""))
        yield (
            f"<h3><a href=#{scene.address}>{scene.address}</a> {by}"
            f" <span>{unbroken(html(action(explained, say)))}</span>{mark}</h3>"
        )
        if explained.tile is not None:
            yield f"<p class=sum>{added(explained)}</p><p class=verdict>"
            judged = say.say(f"page.verdict.{verdict(explained)}", award=explained.award)
            yield f"{html(judged)}</p>"
            yield from self._reasons(explained)
        if written is not None:
            yield from self._taken(scene, written)
            yield from self._notes(scene, written)
        if scene.arithmetic is not None:
            told = "; ".join(summary(scene.arithmetic, say))
            label = html(say.say("explain.arithmetic"))
            yield f"<p class=note><b>{label}</b> {unbroken(html(told))}</p>"

    def _reasons(self, explained: Explanation) -> Iterator[str]:
        say = self.say
        counted = [
            say.say(f"explain.why.{part.why.value}", tile=part.tile.text, value=part.value)
            for part in explained.contributions
        ]
        not_counted = [
            say.say(f"explain.uncounted.{why.value}", tile=tile.text)
            for tile, why in explained.uncounted
        ]
        for kind, label, parts in (
            ("c", say.say("explain.counted"), counted),
            ("u", say.say("explain.not_counted"), not_counted),
        ):
            if parts:
                items = "".join(f"<li>{html(part)}" for part in parts)
                yield f"<div class={kind}>{html(label)}<ul>{items}</ul></div>"

    def _taken(self, scene: Scene, written: Turn) -> Iterator[str]:
        """Who scored an award that its player did not simply score."""
        say = self.say
        if written.due is not None or written.claimed is not None:
            scored = say.say("page.missed", player=name(written.by), award=scene.scored)
            yield f"<p>{html(scored)}</p>"
        for claim in written.claimed or ():
            taken = say.say("page.taken", player=name(claim.by), award=claim.award)
            yield f"<p>{html(taken)}</p>"
        if written.irregular:
            yield f"<p>{html(say.say('page.irregular'))}</p>"

    def _notes(self, scene: Scene, written: Turn) -> Iterator[str]:
        say = self.say
        yield from self.notes(written.before or (), say.say("page.before"))
        yield from self.notes(written.notes or (), say.say("page.note"))
        for line, alternative in zip(self.alternatives(scene), scene.alternatives, strict=True):
            yield f"<p class=note>{line}</p>"
            if alternative is not None:
                yield from self.notes(alternative[1], say.say("page.note"))

    def alternatives(self, scene: Scene) -> Iterator[str]:
        """What might have been played instead, one line each."""
        instead = html(self.say.say("page.instead"))
        for alternative in scene.alternatives:
            if alternative is None:
                yield html(self.say.say("page.instead_hidden"))
            else:
                told = "; ".join(self._told(turn) for turn in alternative[0])
                yield f"<b>{instead}</b> {told}"

    def notes(self, notes: Iterable[str], label: str) -> Iterator[str]:
        """Notes, each with the word for what it is."""
        for note in notes:
            yield f"<p class=note><b>{html(label)}</b> {html(name(note))}</p>"

    def mark(self, mark: str) -> str:
        """An annotator's mark with its meaning."""
        return f' <b class=mark title="{plain(self.say.say(f"page.mark.{mark}"))}">{mark}</b>'

    def _told(self, told: Told) -> str:
        """A turn of an alternative: who does what, the sum and the award."""
        turn, say = told.turn, self.say
        did = []
        if turn.draw:
            did.append(say.say("explain.draws", tiles=" ".join(turn.draw)))
        if turn.pass_:
            did.append(say.say("explain.passes"))
        if turn.tile is not None:
            key = "explain.leads" if turn.on is None else "explain.plays"
            did.append(say.say(key, tile=turn.tile, on=turn.on))
        sums = "" if told.sum is None else f" = {told.sum}"
        award = f" <b>{say.number(told.award, plus=True)}</b>" if told.award else ""
        return f"{html(name(turn.by))} {html(', '.join(did))}{sums}{award}"

    # -- the end of a round ----------------------------------------------------------

    def _end(self, act: Act, notes: Sequence[str]) -> Iterator[str]:
        say = self.say
        address = f"{act.number}.end"
        ended = say.say("page.round_end", round=act.number)
        yield f"<h3><a href=#{address}>{html(ended)}</a></h3>"
        if act.settled is not None:
            yield from self._settled(act.settled)
        elif act.how in ("target", "abandoned"):
            key = "target_reached" if act.how == "target" else act.how
            yield f"<p>{html(say.say(f'page.{key}'))}</p>"
        else:
            key = "unfinished" if act.how is None else "not_settled"
            yield f"<p>{html(say.say(f'page.{key}'))}</p>"
        if act.winners:
            won = say.say("settle.match_won", sides=names(act.winners))
            yield f"<p class=won>{html(won)}</p>"
        yield from self.notes(notes, say.say("page.note"))

    def _settled(self, settled: SettlementExplanation) -> Iterator[str]:
        say = self.say
        by = None if settled.by is None else name(settled.by)
        yield f"<p>{html(say.say(f'settle.ended.{settled.how}', player=by))}</p>"
        pips = "".join(f"<li>{html(name(key))} {left}" for key, left in settled.pips.items())
        yield f"<div class=c>{html(say.say('settle.pips'))}<ul>{pips}</ul></div>"
        for side, key in enumerate(settled.side_keys):
            steps = [step for step in settled.settlement.steps if step.side == side]
            if steps:
                yield self._paid(settled, side, key, steps)
        if len(settled.settlement.fewest) > 1 and not settled.settlement.winners:
            tied = names(settled.side_keys[side] for side in settled.settlement.fewest)
            yield f"<p>{html(say.say('settle.tie', sides=tied))}</p>"
        elif not settled.settlement.changes:
            yield f"<p>{html(say.say('settle.nothing'))}</p>"
        if settled.winners:
            return
        if settled.next_lead is not None:
            leads = say.say("settle.leads_next", player=name(settled.next_lead))
            yield f"<p>{html(leads)}</p>"
        else:
            how = settled.next_lead_how.value
            yield f"<p>{html(say.say(f'settle.next_lead.{how}'))}</p>"

    def _paid(
        self, settled: SettlementExplanation, side: int, key: str, steps: Sequence[SettlementStep]
    ) -> str:
        """What one side gets or loses, as a sum that is written out."""
        say = self.say
        rows = []
        for step in steps:
            whose = names(settled.players[seat] for seat in step.seats)
            said = say.say(f"settle.step.{step.why.value}", players=whose)
            rows.append(f"<tr><th>{html(said)}<td>{say.number(points(step.amount), plus=True)}")
        total = say.number(points(settled.settlement.changes.get(side, 0)), plus=True)
        return (
            f"<table class=paid><caption>{html(name(key))}</caption>{''.join(rows)}"
            f"<tr class=all><th>=<td>{total}</table>"
        )

"""A whole match as one page: a single HTML file that asks for nothing.

Without its script the page shows every turn in order; the script, whose hash the
page's policy names, shows one at a time. The same record gives the same bytes.
Rules, hands and texts are decided elsewhere: what is seen in `scenes`, how it
looks in `page.css`, what keys do in `page.js`.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from allfives_cli.checking.replay import Replay
from allfives_cli.game.tiles import DOUBLE_SIX
from allfives_cli.record.model import Record
from allfives_cli.show.markup import html, name, names, plain, terse, unbroken
from allfives_cli.show.page_scenes import Scribe
from allfives_cli.show.page_scores import graph, sheet, strip
from allfives_cli.show.scenes import EVERY, NOBODY, Act, Scene, acts
from allfives_cli.show.strips import Labels
from allfives_cli.show.svg import BESIDE, SHAPES, symbols
from allfives_cli.show.turns import action
from allfives_cli.text.catalog import Catalog

_FOLDER: Final = Path(__file__).parent
_BUTTONS: Final = (
    ("first", "first", "M5 4v16M20 4L8 12l12 8z"),
    ("roundBack", "round_back", "M12 4L3 12l9 8zM22 4l-9 8 9 8z"),
    ("back", "back", "M17 4L6 12l11 8z"),
    ("run", "run", "M6 3.5L20 12 6 20.5z"),
    ("forward", "forward", "M7 4l11 8-11 8z"),
    ("roundForward", "round_forward", "M12 4l9 8-9 8zM2 4l9 8-9 8z"),
    ("last", "last", "M19 4v16M4 4l12 8-12 8z"),
)
_PAUSE: Final = "M7 4v16M17 4v16"
_KEYS: Final = ("step", "round", "edge", "run", "hands", "help")
_LEGEND: Final = ("counted", "is_open", "spinner", "last")


def page(
    record: Record, replayed: Replay, say: Catalog, labels: Labels, *, hands: str = EVERY
) -> str:
    """The page of a replayed record. ``hands`` are EVERY, NOBODY or one player's key.

    Hands that are not to be seen are not in the page. Raises ValueError where
    nothing could be replayed.
    """
    table = replayed.table
    played = acts(record, replayed, hands)
    scenes = [scene for act in played for scene in act.scenes]
    if table is None or not scenes:
        raise ValueError("nothing was replayed")
    scribe = Scribe(table, say, labels)
    parts = [
        _head(scribe),
        f"<svg class=defs aria-hidden=true><defs>{terse(symbols())}</defs></svg>\n",
        *_header(record, scribe, hands),
        "<div class=match>\n<main>\n",
        *(part for act in played if act.scenes for part in _round(record, scribe, act)),
        _bar(scribe),
        "</main>\n",
        *_list(scribe, played),
        "</div>\n<footer>\n",
        graph(scribe, scenes),
        sheet(scribe, played),
        *_legend(scribe),
        "</footer>\n",
        *_help(scribe),
        "<p id=status role=status aria-live=polite aria-atomic=true></p>\n</body>\n</html>\n",
    ]
    return "".join(parts)


@cache
def _asset(file: str) -> tuple[str, str]:
    """A file of the page, without its indents, and its hash as a policy names it."""
    text = (_FOLDER / file).read_text(encoding="utf-8")
    if file.endswith(".css"):
        widths = (f".t{held}{{width:{BESIDE * held}px}}" for held in range(1, len(DOUBLE_SIX) + 1))
        text = "".join([SHAPES, *widths, text])
    text = re.sub(r"\n\s*", "\n", text)
    return text, f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _head(scribe: Scribe) -> str:
    style, style_hash = _asset("page.css")
    script, script_hash = _asset("page.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {style_hash}; script-src {script_hash};"
        " base-uri 'none'; form-action 'none'"
    )
    say = scribe.say
    title = plain(say.say("page.title", sides=names(scribe.table.side_keys)))
    return (
        f"<!doctype html>\n<html lang={say.lang}>\n<head>\n<meta charset=utf-8>\n"
        f'<meta http-equiv=Content-Security-Policy content="{policy}">\n'
        '<meta name=viewport content="width=device-width,initial-scale=1">\n'
        '<meta name=color-scheme content="light dark">\n<meta name=referrer content=no-referrer>\n'
        f'<link rel=icon href="data:,">\n<title>{title}</title>\n'
        f"<style>{style}</style>\n<script>{script}</script>\n</head>\n"
    )


def _header(record: Record, scribe: Scribe, hands: str) -> Iterator[str]:
    say, table = scribe.say, scribe.table
    yield "<body data-hands=all>\n<header>"
    yield f"<h1>{html(say.say('page.title', sides=names(table.side_keys)))}</h1>"
    facts = [
        *(
            say.say("page.players", key=name(player.key), name=name(player.name))
            for player in record.players
            if player.name is not None
        ),
        *(name(text) for text in (record.event, record.place, record.date) if text is not None),
        name(table.rules.base),
        say.say("page.target", target=table.target),
    ]
    yield f"<p class=facts>{' · '.join(html(fact) for fact in facts)}</p>"
    yield f"<p class=facts>{' '.join(html(said) for said in _result(record, say))}</p>"
    yield from scribe.notes(record.notes or (), say.say("page.note"))
    yield from _tools(scribe, hands)
    yield "</header>\n"


def _result(record: Record, say: Catalog) -> Iterator[str]:
    """How the match ended, as the record has it."""
    if record.result is None:
        yield say.say("page.unfinished")
        return
    yield say.say("page.result", how=record.result.how)
    if record.result.winners:
        yield say.say("settle.match_won", sides=names(record.result.winners))


def _tools(scribe: Scribe, hands: str) -> Iterator[str]:
    """Which hands are seen, the keys, printing: of use with the script only."""
    say, players = scribe.say, scribe.table.players
    yield "<div class=tools>"
    if hands != NOBODY:
        seats = [(seat, key) for seat, key in enumerate(players) if hands in (EVERY, key)]
        options = [f"<option value={seat}>{html(plain(name(key)))}" for seat, key in seats]
        if hands == EVERY:
            options.insert(0, f"<option value=all>{html(say.say('page.control.hands_all'))}")
        options.append(f"<option value=none>{html(say.say('page.control.hands_none'))}")
        label = plain(say.say("page.control.hands"))
        yield f'<select id=hands aria-label="{label}">{"".join(options)}</select>'
    for act in ("help", "print"):
        yield f"<button data-do={act}>{html(say.say(f'page.control.{act}'))}</button>"
    yield "</div>"


def _round(record: Record, scribe: Scribe, act: Act) -> Iterator[str]:
    say = scribe.say
    written = record.rounds[act.number - 1]
    yield f"<section class=round>\n<h2>{html(say.say('replay.round', round=act.number))}"
    if written.lead is not None:
        lead = say.say(
            "replay.lead", player=name(written.lead.by), how=written.lead.how or "unknown"
        )
        yield f" <small>{html(lead)}</small>"
    yield f"</h2>\n{strip(scribe, act)}"
    yield from scribe.sections(act, written.notes or ())
    if act.failed:
        yield f"<p class=won>{html(say.say('page.not_followed'))}</p>"
    yield "</section>\n"


def _bar(scribe: Scribe) -> str:
    buttons = []
    for act, key, path in _BUTTONS:
        label = plain(scribe.say.say(f"page.control.{key}"))
        pressed = " aria-pressed=false" if act == "run" else ""
        pause = f"<path class=halt d='{_PAUSE}'/>" if act == "run" else ""
        buttons.append(
            f'<button data-do={act} aria-label="{label}" title="{label}"{pressed}>'
            f'<svg viewBox="0 0 24 24" aria-hidden=true><path d="{path}"/>{pause}</svg></button>'
        )
    label = plain(scribe.say.say("page.control.title"))
    return f'<div class=bar role=toolbar aria-label="{label}">{"".join(buttons)}</div>\n'


def _list(scribe: Scribe, played: Sequence[Act]) -> Iterator[str]:
    say = scribe.say
    yield f"<nav aria-labelledby=turns><h2 id=turns>{html(say.say('page.turns'))}</h2>"
    yield "<div class=turns tabindex=-1>\n"
    for act in played:
        if act.scenes:
            yield f"<h3>{html(say.say('replay.round', round=act.number))}</h3>\n<ol>\n"
            yield from (_item(scribe, scene) for scene in act.scenes)
            yield "</ol>\n"
    yield "</div></nav>\n"


def _item(scribe: Scribe, scene: Scene) -> str:
    """A turn in the list, with its mark and the beginnings of its notes and alternatives."""
    say, explained, step = scribe.say, scene.explained, scene.step
    if explained is None or step is None:
        ended = html(say.say("page.round_end", round=scene.round))
        return f"<li class=last><a href=#{scene.address}>{ended}</a>\n"
    gain = f" <b>{say.number(scene.scored, plus=True)}</b>" if scene.scored else ""
    mark = "" if step.written.mark is None else scribe.mark(step.written.mark)
    notes = [*(step.written.before or ()), *(step.written.notes or ())]
    small = "".join(f"<small>{html(name(note, 80))}</small>" for note in notes)
    small += "".join(f"<small>{line}</small>" for line in scribe.alternatives(scene))
    by = html(name(explained.by or ""))
    did = unbroken(html(action(explained, say)))
    return f"<li><a href=#{scene.address}>{by} {did}{gain}{mark}</a>{small}\n"


def _legend(scribe: Scribe) -> Iterator[str]:
    """What the signs of the board mean."""
    say = scribe.say
    signs = {
        "counted": '<use href="#e5"/>',
        "is_open": '<use href="#o"/>',
        "spinner": '<use href="#11a"/><use href="#s"/>',
        "last": '<use href="#35a"/><use href="#la"/>',
    }
    yield f"<div class=legend><h3>{html(say.say('page.legend.title'))}</h3><ul>"
    for key in _LEGEND:
        said = html(say.say(f"page.legend.{key}"))
        yield f'<li><svg viewBox="-14 -23 28 46" aria-hidden=true>{signs[key]}</svg>{said}'
    yield "</ul></div>\n"


def _help(scribe: Scribe) -> Iterator[str]:
    say = scribe.say
    yield f"<dialog id=keys aria-labelledby=help><h2 id=help>{html(say.say('page.control.help'))}"
    yield "</h2><dl>"
    for key in _KEYS:
        yield f"<dt>{html(say.say(f'page.key.{key}'))}<dd>{html(say.say(f'page.key.{key}_does'))}"
    yield f"</dl><button data-do=close>{html(say.say('page.control.close'))}</button></dialog>\n"

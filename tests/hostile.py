"""Inputs that are made to take long: large, deep, crowded, or wrong in every place.

Each is made anew when it is asked for. None of them is a record that anybody wrote.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from allfives_cli.record.limits import MAX_BYTES
from allfives_cli.record.sheet_turns import MAX_TURN_LINES
from allfives_cli.record.source import Form

HEAD: Final = b"allfives: 1\nplayers: [Ann, Ben]\nrules: all-fives\n"
TURNS: Final = HEAD + b"rounds:\n- lead: Ann\n  turns: |\n"
HAND: Final = HEAD + b"rounds:\n- lead: Ann\n  hands:\n    Ann: "
LONG_DRAW: Final = b"    Ann draws " + b"4|1 " * 150 + b"1|2, 1|2 =5 +5 (5)\n"
DRAW: Final = b"    Ann draws 4|1 1:2, 1|2 na 4|4 =5 +5 (5)\n"


def repeated(head: bytes, part: bytes, tail: bytes = b"", times: int | None = None) -> bytes:
    """A part as often as it fits between a head and a tail, or so many times."""
    room = MAX_BYTES - len(head) - len(tail)
    return head + part * (room // len(part) if times is None else times) + tail


def record(turns: list[Any], **fields: Any) -> bytes:
    """The JSON of a record of one round."""
    head = {"allfives": 1, "players": [{"key": "Ann"}, {"key": "Ben"}], "rules": "all-fives"}
    played = {"lead": {"by": "Ann"}, "turns": turns, **fields}
    return json.dumps({**head, "rounds": [played]}).encode()


def passes() -> bytes:
    return record([{"by": ("Ann", "Ben")[n % 2], "pass": True} for n in range(100_000)])


def crowded_hand() -> bytes:
    return record([{"by": "Ben", "tile": "1-1"}], hands={"Ann": ["1-4"] * 400_000})


def aliases() -> bytes:
    lines = [b"a0: &a0 [x, x]"]
    for number in range(1, 30):
        before = b"*a%d" % (number - 1)
        lines.append(b"a%d: &a%d [%b, %b]" % (number, number, before, before))
    return b"\n".join(lines) + b"\n"


INPUTS: Final[Mapping[str, tuple[Form, Callable[[], bytes], str]]] = {
    "quoted texts that hold #": (
        "yaml", lambda: repeated(HEAD + b"notes:\n", b'- "a #b"\n'), "too-many-values"),
    "a comment behind every item": (
        "yaml", lambda: repeated(HEAD + b"notes:\n", b"- a # c\n"), "too-many-values"),
    "nothing but comments": ("yaml", lambda: repeated(b"", b"# note\n", HEAD), "comments-dropped"),
    "a list of tiles": ("yaml", lambda: repeated(HAND + b"[", b"1-4, ", b"]\n"), "too-many-values"),
    "a text of tiles": ("yaml", lambda: repeated(HAND, b"1-4 ", b"\n  turns: []\n"),
                        "too-many-tiles"),
    "long draws": ("yaml", lambda: repeated(TURNS, LONG_DRAW), "too-many-tiles"),
    "unusual turn lines": ("yaml", lambda: repeated(TURNS, DRAW, times=MAX_TURN_LINES),
                           "may-not-draw"),
    "too many turn lines": ("yaml", lambda: repeated(TURNS, DRAW), "too-many-turn-lines"),
    "a long list": ("yaml", lambda: repeated(b"[", b"1,", b"1]"), "too-many-values"),
    "a mapping of many keys": (
        "yaml",
        lambda: HEAD + b"ext:\n" + b"".join(b"  a%d: 1\n" % n for n in range(330_000)),
        "too-many-values",
    ),
    "depth": ("yaml", lambda: repeated(b"", b"[ "), "too-deep"),
    "depth of blocks": ("yaml", lambda: b"- " * 1_000_000, "too-deep"),
    "aliases of aliases": ("yaml", aliases, "yaml-anchor"),
    "half a pair of escapes": ("yaml", lambda: repeated(b"", b'- "\\ud83d"\n'), "lone-surrogate"),
    "escapes": (
        "yaml", lambda: repeated(HEAD + b'rounds: []\nevent: "', b"\\u0041", b'"\n'),
        "text-too-long"),
    "quotes without end": ("yaml", lambda: repeated(b"", b'- "\\u0041'), "yaml-inner-quote"),
    "another line separator": (
        "yaml", lambda: repeated(HEAD, b"# x\n", "# \u0085\n".encode()), "yaml-line-separator"),
    "a control character": (
        "yaml", lambda: repeated(HEAD, b"# x\n", b"# \x07\n"), "yaml-control-character"),
    "no UTF-8": ("yaml", lambda: repeated(HEAD, b"# x\n", b"# \xe9\n"), "file-not-utf-8"),
    "UTF-16": ("yaml", lambda: (HEAD.decode() * 40_000).encode("utf-16"), "file-encoding"),
    "too large": ("yaml", lambda: b" " * (MAX_BYTES + 1), "file-too-large"),
    "a long list in JSON": ("json", lambda: repeated(b"[", b"1,", b"1]", 499_000), "not-a-record"),
    "depth in JSON": ("json", lambda: repeated(b"", b"["), "too-deep"),
    "passes without end": ("json", passes, "must-play"),
    "a hand without end": ("json", crowded_hand, "hand-size"),
}  # fmt: skip
"""What it is -> its form, the bytes, and the code of the first finding."""

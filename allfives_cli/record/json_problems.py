"""What is wrong where a JSON text breaks a rule: the mistake a person made, and its place.

Each function is called at an offset where the scanner could not go on, and returns the Refusal
to raise. `node` is the innermost open bracket. Looks at the text around, never reads on.
"""

import re
from typing import Final

from allfives_cli.record.places import Lines, Refusal
from allfives_cli.record.source import Node

_SPACE: Final = re.compile(r"[ \t\n\r]*+")
_NUMBER: Final = re.compile(r"[-+]?\.?[0-9][\w.+-]*+|[-+](?![\w.])|\.(?!\w)")
_NOT_FINITE: Final = re.compile(r"[-+]?(?:NaN|nan|Infinity|inf)\b")
_WORD: Final = re.compile(r"[^\W\d][\w-]*+")
_COMMENT: Final = re.compile(r"//|/\*|#")
_QUOTES: Final = frozenset("'`\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb")
_MEANT: Final = {
    "true": "true",
    "yes": "true",
    "false": "false",
    "no": "false",
    "null": "null",
    "none": "null",
    "nil": "null",
    "undefined": "null",
}
_ESCAPE: Final = re.compile(r"\\(?:[\"\\/bfnrt]|u[0-9a-fA-F]{4})")
_BAD_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]{0,2}|[\s\S])?")
_PAIR: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_LONE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_RUN: Final = re.compile(r"[^\"\\\x00-\x1f]*+")
_CLOSING: Final = {"[": "]", "{": "}"}


def in_place_of_value(lines: Lines, at: int, node: Node | None) -> Refusal:
    """Something other than a value stands where one must be."""
    at = _after_space(lines.text, at)
    text = lines.text
    if at == len(text) and node:
        return _unclosed(lines, at, node)
    character = text[at : at + 1]
    if character in {"]", "}", ",", ":"}:
        comma = _comma_before(text, at)
        if character in "]}" and comma >= 0 and node:
            return lines.refusal("json-trailing-comma", (comma, comma + 1))
        return lines.refusal("json-missing-value", (at, at + 1), {"found": character})
    return _not_json(lines, at)


def in_place_of_key(lines: Lines, at: int, node: Node) -> Refusal:
    """Something other than a quoted key stands where one must be."""
    text = lines.text
    at = _after_space(text, at)
    if at == len(text):
        return _unclosed(lines, at, node)
    character = text[at]
    comma = _comma_before(text, at)
    if character == "}" and comma >= 0:
        return lines.refusal("json-trailing-comma", (comma, comma + 1))
    if character == "]":
        return wrong_bracket(lines, at, node)
    if character in ",:":
        return lines.refusal("json-missing-value", (at, at + 1), {"found": character})
    number = _NUMBER.match(text, at)
    if number or character in "[{":
        place = number.span() if number else (at, at + 1)
        return lines.refusal("json-key-not-text", place, {"text": text[slice(*place)]})
    return _not_json(lines, at)


def no_colon(lines: Lines, at: int, node: Node) -> Refusal:
    """A key is not followed by a colon; the place is where the colon belongs."""
    after = _after_space(lines.text, at)
    if after == len(lines.text):
        return _unclosed(lines, after, node)
    if _COMMENT.match(lines.text, after):
        return _not_json(lines, after)
    return lines.refusal("json-missing-colon", (at, at))


def after_value(lines: Lines, at: int, node: Node) -> Refusal:
    """A value inside a bracket is followed by neither comma nor bracket."""
    text = lines.text
    after = _after_space(text, at)
    if after == len(text):
        return _unclosed(lines, after, node)
    if _COMMENT.match(text, after):
        return _not_json(lines, after)
    if after == at and text[at - 1] == '"' and _WORD.match(text, at):
        return lines.refusal("json-inner-quote", (at - 1, at))
    starts_value = text[after] in '"[{-' or text[after] in _QUOTES or text[after].isalnum()
    if starts_value:
        return lines.refusal("json-missing-comma", (at, at))
    return _unexpected(lines, after)


def wrong_bracket(lines: Lines, at: int, node: Node) -> Refusal:
    """A bracket is closed by one of the other kind."""
    params: dict[str, object] = {
        "found": lines.text[at],
        "expected": _CLOSING[lines.text[node.start]],
    }
    opened = (node.start, node.start + 1)
    return lines.refusal("json-wrong-bracket", (at, at + 1), params, open=opened)


def after_end(lines: Lines, at: int) -> Refusal:
    """Something follows the one value of the text."""
    text = lines.text
    at = _after_space(text, at)
    if text[at] in "]}":
        params: dict[str, object] = {"found": text[at], "expected": ""}
        return lines.refusal("json-wrong-bracket", (at, at + 1), params)
    if _COMMENT.match(text, at):
        return _not_json(lines, at)
    if text[at] in '{["':
        return lines.refusal("several-documents", (at, at + 1))
    end = _line_end(text, at)
    return lines.refusal("text-after-end", (at, end), {"text": text[at:end]})


def too_many(lines: Lines, at: int, limit: int) -> Refusal:
    """There are more values than the limit; the place is the first beyond it."""
    at = _after_space(lines.text, at)
    return lines.refusal("too-many-values", (at, min(at + 1, len(lines.text))), {"limit": limit})


def lone_surrogate(lines: Lines, at: int) -> Refusal:
    """A text from offset `at` has half of a surrogate pair, written as an escape."""
    while True:
        at = lines.text.index("\\", at)
        pair = _PAIR.match(lines.text, at)
        lone = _LONE.match(lines.text, at)
        if lone and not pair:
            return lines.refusal("lone-surrogate", lone.span(), {"escape": lone[0]})
        at = pair.end() if pair else at + 2


def _not_json(lines: Lines, at: int) -> Refusal:
    """Name what people write in place of JSON: comments, other quotes, words, numbers."""
    text = lines.text
    if text[at] == '"':
        return _in_string(lines, at)
    if _COMMENT.match(text, at):
        return lines.refusal("json-comment", (at, _line_end(text, at)))
    if text[at] in _QUOTES:
        return lines.refusal("json-wrong-quotes", (at, at + 1), {"quote": text[at]})
    for pattern, code in ((_NOT_FINITE, "json-not-finite"), (_NUMBER, "bad-number")):
        found = pattern.match(text, at)
        if found:
            return lines.refusal(code, found.span(), {"text": found[0]})
    word = _WORD.match(text, at)
    if word:
        params: dict[str, object] = {"word": word[0], "meant": _MEANT.get(word[0].lower(), "")}
        return lines.refusal("json-unquoted", word.span(), params)
    return _unexpected(lines, at)


def _in_string(lines: Lines, start: int) -> Refusal:
    """Find the first thing in a string that may not stand there."""
    text = lines.text
    at = start + 1
    while True:
        run = _RUN.match(text, at)
        at = run.end() if run else at
        if text[at : at + 1] in {"", "\n", "\r"}:
            return lines.refusal("json-unclosed-string", (start, at))
        if text[at] != "\\":
            return lines.refusal("json-control-character", (at, at + 1), _codepoint(text[at]))
        escape = _ESCAPE.match(text, at)
        if not escape:
            bad = _BAD_ESCAPE.match(text, at)
            place = bad.span() if bad else (at, at + 1)
            return lines.refusal("bad-escape", place, {"escape": text[slice(*place)]})
        at = escape.end()


def _unclosed(lines: Lines, at: int, node: Node) -> Refusal:
    """Refuse at the end of the text, pointing to the bracket that was left open."""
    bracket = lines.text[node.start]
    opened = (node.start, node.start + 1)
    return lines.refusal("json-unclosed", (at, at), {"bracket": bracket}, open=opened)


def _unexpected(lines: Lines, at: int) -> Refusal:
    character = lines.text[at]
    params = {"character": character, **_codepoint(character)}
    return lines.refusal("json-unexpected", (at, at + 1), params)


def _codepoint(character: str) -> dict[str, object]:
    return {"codepoint": f"U+{ord(character):04X}"}


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _comma_before(text: str, at: int) -> int:
    """Offset of a comma with only blanks between it and `at`, or -1."""
    before = len(text[:at].rstrip(" \t\n\r")) - 1
    return before if before >= 0 and text[before] == "," else -1


def _line_end(text: str, at: int) -> int:
    ends = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
    return min(ends, default=len(text))

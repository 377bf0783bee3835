"""What is wrong where a sheet breaks a rule of YAML: the YAML library's complaint, translated.

PyYAML has two parsers whose words differ; what they were doing (`context`) and where they stopped
(`mark`) agree, so the mistake is told from those and from the text at that place. What matches
nothing known is `yaml-syntax`, with the library's own words as `detail`.
"""

import re
from typing import Final

from yaml import MarkedYAMLError, YAMLError

from allfives_cli.record.codes import REFUSALS
from allfives_cli.record.limits import MAX_DEPTH
from allfives_cli.record.places import Lines, Refusal
from allfives_cli.record.source import Node

_BREAK: Final = re.compile(r"[\r\n]")
_SURROGATE: Final = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}")
_PAIR: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_ESCAPE: Final = re.compile(
    r"\\(?:[0abtnvfre \"/\\N_LP\t]|\r\n|[\r\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}"
    r"|U(?:000[0-9a-fA-F]|0010)[0-9a-fA-F]{4})"
)
_BAD_ESCAPE: Final = re.compile(
    r"\\(?:x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[\s\S])?"
)
_BRACKETS: Final = re.compile(r"[\[{\]}]|'[^']*+'|\"(?:[^\"\\]++|\\.)*+\"", re.DOTALL)
_DEEPER: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
# not `%YAML 1.1` or `%YAML 1.2`, with perhaps a comment, before the document begins
_PREAMBLE: Final = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n?|\n)|%YAML[ \t]++1\.[12][ \t]*+"
    r"(?:#[^\r\n]*+)?(?:\r\n?|\n))*+(%[^\r\n]*+)?")  # fmt: skip
_FORBIDDEN: Final = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
)
# the libraries' words -> our code; the first that fits, problems before contexts
_IN_PROBLEM: Final = (
    ("tab character", "yaml-tab"),
    ("cannot start any token", "yaml-needs-quotes"),
    ("directive", "yaml-directive"),
    ("undefined tag", "yaml-tag"),
    ("mapping values are not allowed", "yaml-stray-colon"),
    ("sequence entries are not allowed", "yaml-stray-dash"),
    ("document start", "text-after-end"),
)
_IN_CONTEXT: Final = (
    ("alias", "yaml-alias"),
    ("anchor", "yaml-anchor"),
    ("tag", "yaml-tag"),
    ("block scalar", "yaml-block-header"),
    ("simple key", "yaml-missing-colon"),
    ("flow sequence", "yaml-missing-comma"),
    ("flow mapping", "yaml-missing-comma"),
    ("node", "yaml-unexpected"),
    ("block", "yaml-indent"),
)
_BLAMES_BEGINNING: Final = frozenset(
    {"yaml-alias", "yaml-anchor", "yaml-tag", "yaml-missing-colon"}
)
_BLAMES_LINE: Final = frozenset({"yaml-directive", "yaml-missing-colon", "text-after-end"})
_SEPARATORS: Final = frozenset("\x85\u2028\u2029")


def before_parsing(lines: Lines) -> Refusal | None:
    """Find what the parsers disagree about or would blame on the wrong place.

    Control characters; line separators that YAML 1.1 counts as line ends and editors do not; and
    directives, which one parser ignores.
    """
    found = _FORBIDDEN.search(lines.text)
    if found:
        kind = "line-separator" if found[0] in _SEPARATORS else "control-character"
        return lines.refusal(f"yaml-{kind}", found.span(), {"codepoint": f"U+{ord(found[0]):04X}"})
    directive = _PREAMBLE.match(lines.text)
    if directive and directive[1]:
        return lines.refusal("yaml-directive", directive.span(1), {"text": directive[1]})
    return None


def translate(lines: Lines, error: YAMLError, opened: list[Node], after: int) -> Refusal:
    """Turn a parser's error into a refusal.

    `opened` are the lists and mappings not yet ended, `after` is where the last event ended.
    """
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        at = min(int(getattr(error, "position", 0)), len(lines.text))
        return lines.refusal("yaml-syntax", (at, at), {"detail": str(error)})
    at = min(error.problem_mark.index, len(lines.text))
    begun = error.context_mark.index if error.context_mark else at
    context, problem = error.context or "", error.problem or ""
    if "nesting" in problem:
        return _too_deep(lines, after, len(opened))
    if "quoted" in context:
        return _quoted(lines, begun)
    flow = next((node for node in reversed(opened) if node.style == "flow"), None)
    if flow and not lines.text[at:].strip(" \t\r\n"):
        bracket = (flow.start, flow.start + 1)
        return lines.refusal("yaml-unclosed", bracket, {"bracket": lines.text[flow.start]})
    return _judge(lines, at, begun, _code(context, problem)) or lines.refusal(
        "yaml-syntax", (at, at), {"detail": problem}
    )


def bad_escape(lines: Lines, at: int) -> Refusal | None:
    """Find the first escape that is wrong in the double quoted text that begins at `at`."""
    text = lines.text
    at = text.find("\\", at)
    while at >= 0:
        surrogate = _SURROGATE.match(text, at)
        if surrogate:
            return _surrogate(lines, surrogate)
        escape = _ESCAPE.match(text, at)
        if not escape:
            bad = _BAD_ESCAPE.match(text, at)
            place = bad.span() if bad else (at, at + 1)
            return lines.refusal("bad-escape", place, {"escape": text[slice(*place)]})
        at = text.find("\\", escape.end())
    return None


def _too_deep(lines: Lines, after: int, depth: int) -> Refusal:
    """Find the bracket that is one too many: libyaml looks ahead for 1,000 before it objects."""
    place = (after, after)
    for found in _BRACKETS.finditer(lines.text, after):
        place = found.span()
        depth += _DEEPER.get(found[0], 0)
        if depth > MAX_DEPTH:
            break
    return lines.refusal("too-deep", place, {"limit": MAX_DEPTH})


def _surrogate(lines: Lines, found: re.Match[str]) -> Refusal:
    pair = _PAIR.match(found.string, found.start())
    if not pair:
        return lines.refusal("lone-surrogate", found.span(), {"escape": found[0]})
    high, low = int(pair[0][2:6], 16), int(pair[0][8:], 16)
    character = chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    params: dict[str, object] = {"escape": pair[0], "character": character}
    return lines.refusal("yaml-surrogate-pair", pair.span(), params)


def _quoted(lines: Lines, begun: int) -> Refusal:
    """Blame a bad escape inside a quoted text, or else the quote that is never closed."""
    quote = lines.text[begun]
    return (bad_escape(lines, begun) if quote == '"' else None) or lines.refusal(
        "yaml-unclosed", (begun, begun + 1), {"bracket": quote}
    )


def _code(context: str, problem: str) -> str:
    """Tell the mistake from what the parser was doing and what it said; empty if unknown."""
    return next(
        (code for words, code in _IN_PROBLEM if words in problem),
        next((code for words, code in _IN_CONTEXT if words in context.lower()), ""),
    )


def _judge(lines: Lines, at: int, begun: int, code: str) -> Refusal | None:
    """Refine the code by the text where the parser stopped, and choose the place to blame."""
    text = lines.text
    if code == "yaml-missing-comma":
        bracket: dict[str, object] = {"bracket": text[begun]}
        place = (at, min(at + 1, len(text)))
        return lines.refusal(code, place, bracket, open=(begun, begun + 1))
    if code == "yaml-needs-quotes" and text[at] == "\t":
        code = "yaml-tab"
    if code == "yaml-indent" and text[_line_begin(text, at) : at].strip(" "):
        if text[at - 1] in "\"'":
            return lines.refusal("yaml-inner-quote", (at - 1, at))
        code = "yaml-unexpected"
    start = begun if code in _BLAMES_BEGINNING else at
    end = _line_end(text, start) if code in _BLAMES_LINE else max(at, start + 1)
    end = min(end, len(text))
    # what these codes show of the input is what stands at the place
    written = text[start:end].lstrip("*&")
    params: dict[str, object] = dict.fromkeys(REFUSALS.get(code, ()), written)
    return lines.refusal(code, (start, end), params) if code else None


def _line_begin(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    found = _BREAK.search(text, at)
    return found.start() if found else len(text)

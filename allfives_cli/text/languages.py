"""The languages that are spoken, and which of them is asked for.

Apart from the catalogs, so that help in the code's own language waits for none of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

LANGUAGES: Final = ("en", "pl")
TRANSLATED: Final = LANGUAGES[1:]
"""Languages that help and click's own words are translated into; the first stands in the code."""

LANG_OPTION: Final = "--lang"


def default_language() -> str:
    """The language that the environment asks for, English if it asks for none of ours."""
    for variable in ("ALLFIVES_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return next((lang for lang in LANGUAGES if value.lower().startswith(lang)), "en")
    return "en"


def asked_for(arguments: Iterable[str]) -> str:
    """The language that a command line names, else the environment's.

    Asked before the command line is parsed: what is wrong with it is said in that language too,
    and help may be asked for in front of the option.
    """
    found = default_language()
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        option, _, value = word.partition("=")
        if option == LANG_OPTION:
            named = value or next(words, "")
            found = named if named in LANGUAGES else found
    return found

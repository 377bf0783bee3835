"""Every code with which the reading of bytes can end or be remarked upon, and its params.

The catalogs hold one sentence for each code; they are checked against these tables. Params are
words, numbers or short excerpts of the input (see `source.Refusal`), never sentences.
"""

from types import MappingProxyType
from typing import Final

REFUSALS: Final = MappingProxyType(
    {
        # the file itself
        "file-missing": (),
        "file-directory": (),
        "file-unreadable": ("reason",),  # reason: the errno's name, as EACCES
        "file-too-large": ("limit",),  # limit: bytes
        "file-encoding": ("encoding",),  # encoding: UTF-16 or UTF-32
        "file-not-utf-8": ("byte",),  # byte: as 0xE9
        "file-empty": (),
        "nul-character": (),
        # both forms
        "too-deep": ("limit",),
        "too-many-values": ("limit",),
        "duplicate-key": ("key",),  # second place: first
        "several-documents": (),
        "text-after-end": ("text",),
        "bad-number": ("text",),
        "number-too-large": ("text",),
        "number-too-long": ("text", "limit"),  # limit: digits
        "bad-escape": ("escape",),
        "lone-surrogate": ("escape",),
        # JSON
        "json-not-finite": ("text",),
        "json-trailing-comma": (),
        "json-missing-comma": (),
        "json-missing-colon": (),
        "json-missing-value": ("found",),
        "json-wrong-quotes": ("quote",),
        "json-inner-quote": (),
        "json-comment": (),
        "json-unquoted": ("word", "meant"),  # meant: true, false, null or empty
        "json-key-not-text": ("text",),
        "json-unclosed": ("bracket",),  # second place: open
        "json-unclosed-string": (),
        "json-control-character": ("codepoint",),  # codepoint: as U+0009
        "json-wrong-bracket": ("found", "expected"),  # second place: open, unless expected is empty
        "json-unexpected": ("character", "codepoint"),
        # YAML
        "yaml-tab": (),
        "yaml-alias": ("name",),
        "yaml-anchor": ("name",),
        "yaml-merge-key": (),
        "yaml-tag": ("tag",),
        "yaml-directive": ("text",),
        "yaml-key-not-text": ("key",),
        "yaml-key-tile": ("key", "tile"),  # `3: 4` where 3-4 was meant
        "yaml-colon-space": ("key", "tile"),  # `{3:4}`; tile: 3-4, or empty where none fits
        "yaml-line-separator": ("codepoint",),
        "yaml-control-character": ("codepoint",),
        "yaml-surrogate-pair": ("escape", "character"),
        "yaml-needs-quotes": ("character",),
        "yaml-inner-quote": (),
        "yaml-stray-colon": (),
        "yaml-stray-dash": (),
        "yaml-missing-colon": ("text",),
        "yaml-missing-comma": ("bracket",),  # second place: open
        "yaml-unclosed": ("bracket",),  # bracket: [ or { or a quote
        "yaml-indent": (),
        "yaml-unexpected": ("character",),
        "yaml-block-header": (),
        "yaml-syntax": ("detail",),  # detail: the YAML library's own words
    }
)
"""Why an input was not read: code -> names of its params."""

JOURNAL_REFUSALS: Final = MappingProxyType({"file-journal-damaged": ("line",)})
"""Why no record follows from the journal of a match: code -> names of its params."""

NOTES: Final = MappingProxyType(
    {
        "file-journal-torn": (),
        "file-journal-beside": ("journal",),  # journal: its path
        "file-passed-over": ("found",),  # found: one of OTHER_DOCUMENTS
        "bom": (),
        "yaml-other-number": ("text", "other"),  # text here, a number to YAML 1.1 tools
        "yaml-other-boolean": ("text", "other"),
        "yaml-other-text": ("text",),  # a number here, text to YAML 1.1 tools
    }
)
"""What was read, but is worth a remark: code -> names of its params."""

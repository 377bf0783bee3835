"""How much one record may hold, and how much of it is ever repeated in a message."""

from typing import Final

MAX_BYTES: Final = 5_000_000  # of one record; an archive has this limit for each line
MAX_DEPTH: Final = 64  # lists and mappings inside one another
MAX_VALUES: Final = 500_000  # in one record; keys are not counted
MAX_SHEET_VALUES: Final = 100_000  # as above, of one in YAML, which takes longer to read
MAX_DIGITS: Final = 15  # of an integer: below 2**53, so every JSON tool reads the same number
MAX_FLOAT_DIGITS: Final = 17  # of a float: what repr needs at most to come back unchanged
MAX_NOTES: Final = 200  # of one record; later ones are dropped
MAX_EXCERPT: Final = 40  # characters of input that a refusal or note repeats
MAX_FAULTS: Final = 200  # in the shape of one record; later ones are not described

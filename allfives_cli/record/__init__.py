"""The game record: what was written, never what the rules make of it."""

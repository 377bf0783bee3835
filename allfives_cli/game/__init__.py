"""The rules of the table, pure: tiles, layouts, rounds and matches.

Nothing here knows a file, JSON, a sentence or a command. Values of options are
words; amounts of points are integers of half points, called halves.
"""

"""Checking a record: replay it under the rules, compare what was claimed.

Findings are data: a code, a place in the record, and parameters. The sentences
for them are in the text catalogs.
"""

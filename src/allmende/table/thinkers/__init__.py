"""Whoever thinks beside the tables: bots, hints, the coach, and the workshop that compiles."""

"""A table in memory: its room, people, game, and what each may see."""

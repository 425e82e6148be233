"""How long a game can be at most."""

from .components import FIELDS, MOST_QUIET_TURNS, THROWS

# Dice are thrown again or left twice at most, then a field is marked or not.
DECISIONS_IN_SERIES = THROWS
LONGEST = (FIELDS + 1) * MOST_QUIET_TURNS * DECISIONS_IN_SERIES
"""No more than so many turns without a mark lie before, between and after the marks."""

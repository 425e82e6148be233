"""How long a game can be at most."""

from .components import MOST_QUIET_PLIES, TILES

GAMES = 2  # of a return match
EVENTS = 2 * TILES  # each tile is turned up once, and leaves the board once
LONGEST = GAMES * (EVENTS + 1) * MOST_QUIET_PLIES
"""No more than so many quiet plies lie before, between and after the events."""

"""How long a game can be at most, with any equipment."""

from .components import (
    ACTIONS,
    COPIES,
    MOST_CARDS,
    MOST_CELLS,
    MOST_EXCHANGES,
    MOST_GOAL,
    MOST_PLACES,
    MOST_SEATS,
)

# Every card gives a point, so a seat that plays as many as the goal has points is in its last turn.
PLAYS = MOST_SEATS * (MOST_GOAL + ACTIONS + MOST_PLACES)
# What is taken stays in a hand until it is played, and a herd has at least one of the cows that a
# play has put there.
CARDS_TAKEN = MOST_CARDS + PLAYS
HERDS = PLAYS * MOST_CELLS
TILES = int(COPIES.sum())

TO_PLAY, TO_BRING_HOME = 2, 1  # show a card and lay it; choose a herd
TO_TAKE_CARD = 2 + MOST_EXCHANGES  # begin, exchange, take
TO_PLACE_TILE = 4 + MOST_EXCHANGES  # begin, exchange, take, place, plant
AT_BEGIN_AND_END = 2 * MOST_SEATS  # start cards and scoring tiles
LONGEST = (
    PLAYS * TO_PLAY
    + HERDS * TO_BRING_HOME
    + CARDS_TAKEN * TO_TAKE_CARD
    + TILES * TO_PLACE_TILE
    + AT_BEGIN_AND_END
)
"""Every decision is part of something that uses up cards, cows, tiles or points to come."""

"""How long a game can be at most."""

from .cards import CARDS
from .components import COPIES, COST, HALF_FACE, HAND_LIMIT, MOST_SEATS, REACTING

MOST_COST = int(COST.max())
MUSHROOMS = int(COPIES[HALF_FACE[REACTING]].sum())

# A card is placed once: it is played, gets its place, is paid for, every mushroom may react, and
# its effect and its bonus are answered.
TO_PLACE = 1 + 1 + MOST_COST + MUSHROOMS + 2
# A card goes under a cave once. Hands have a limit, so who draws has placed, paid or put away.
STASHED = CARDS
DRAWN = MOST_SEATS * HAND_LIMIT + CARDS * (1 + MOST_COST) + STASHED
LONGEST = MOST_SEATS + CARDS * TO_PLACE + STASHED + DRAWN
"""Everybody decides once on the opening hand; then every decision places, stashes or draws."""

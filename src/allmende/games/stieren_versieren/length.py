"""How long a game can be at most."""

from .components import ACTIONS, BULLS, COWS_IN_PLAY, MOST_SEATS

# No action asks for more than a fight does: court, every rival's answer, what each puts in and that
# it is all, and a winner among equals.
IN_ACTION = 1 + (MOST_SEATS - 1) + MOST_SEATS * (BULLS + 1) + 1
# Two cows may come, everybody chooses bulls and has a turn.
IN_ROUND = 2 + MOST_SEATS + MOST_SEATS * ACTIONS * IN_ACTION
ROUNDS = COWS_IN_PLAY + 1  # each but the last one begins with a new cow
LONGEST = ROUNDS * IN_ROUND

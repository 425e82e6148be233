"""The numbers of the moves, one range for each kind. Within a phase the ranges ascend."""

from .components import BULLS, COWS_IN_PLAY, MOST_SEATS, PAIRS, PLACES

PUT_COW = 0  # + place
CHOOSE = PUT_COW + PLACES  # + bull
CHOOSE_TWO = CHOOSE + BULLS  # + pair of bulls

TALK = CHOOSE_TWO + len(PAIRS)  # + bull and cow
MOVE = TALK + BULLS * COWS_IN_PLAY  # + bull and place
CHASE = MOVE + BULLS * PLACES  # + cow and place
EXTRA = CHASE + COWS_IN_PLAY * PLACES  # + bull
COURT = EXTRA + BULLS  # + bull and cow
SWAP = COURT + BULLS * COWS_IN_PLAY  # + bull
PASS = SWAP + BULLS

ALONE = PASS + 1
LEAD = ALONE + 1  # + cow
TAKE_MATE = LEAD + COWS_IN_PLAY  # + bull

DECLINE = TAKE_MATE + BULLS
CHALLENGE = DECLINE + 1  # + bull
JOIN = CHALLENGE + BULLS  # + bull on the spot
SUPPORT = JOIN + BULLS  # + bull in hand
DONE = SUPPORT + BULLS
PICK = DONE + 1  # + seat
MOVES = PICK + MOST_SEATS

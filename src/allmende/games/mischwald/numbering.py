"""The numbers of the moves, one range for each kind. Within a phase the ranges ascend.

Cards go by their faces: two equal trees are one move.
"""

from .components import FACES, HALVES, MOST_TREES

KEEP = 0
MULLIGAN = 1
DRAW = 2
TAKE = 3  # + face in the clearing
PLAY = TAKE + FACES  # + half
SAPLING_OF = PLAY + HALVES  # + face
PLACE = SAPLING_OF + FACES  # + tree
PAY = PLACE + MOST_TREES  # + face
CAVE = PAY + FACES  # + face
ACCEPT = CAVE + FACES
DECLINE = ACCEPT + 1
MOVES = DECLINE + 1

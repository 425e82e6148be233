"""The numbers of the moves: a flip of a field, a walk of a tile, or the pass.

A walk is a field, a direction and a distance; leaving the wood is walking one step beyond an exit.
"""

from allmende.core.rule import rule

from .components import DIRECTIONS, FAR, FIELDS

FLIP = 0  # + field
WALK = FLIP + FIELDS  # + field, direction and distance
PASS = WALK + FIELDS * DIRECTIONS * FAR
MOVES = PASS + 1


@rule
def walk_number(field: int, direction: int, distance: int) -> int:
    """Number the walk of the tile on a field."""
    return WALK + (field * DIRECTIONS + direction) * FAR + distance - 1

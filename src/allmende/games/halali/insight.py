"""What helps to think about Halali!: points tell early who is ahead."""

from allmende.core.insight import Insight

from .components import DIRECTIONS, FIELDS, ROOM
from .numbering import FLIP, PASS, WALK, walk_number

LEAVE = [
    walk_number(field, direction, int(ROOM[field, direction]) + 1)
    for field in range(FIELDS)
    for direction in range(DIRECTIONS)
]
"""Walks that end one step beyond the edge."""

GROUPS = {
    "turn up a tile": range(FLIP, WALK),
    "walk": sorted({*range(WALK, PASS)} - {*LEAVE}),
    "leave the wood": LEAVE,
    "pass": [PASS],
}
WEIGHTS = {
    "turn up a tile": 4,
    "walk": 4,
    "leave the wood": 4,
    "pass": 4,
}
LEAD, HORIZON = 10.0, 15

INSIGHT = Insight(groups=GROUPS, weights=WEIGHTS, horizon=HORIZON, lead=LEAD)

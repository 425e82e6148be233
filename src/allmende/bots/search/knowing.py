"""What a seat would know in an imagined game, noted as one number."""

from collections.abc import Callable
from functools import cache

import numpy as np

from allmende.core.game import Rules
from allmende.core.rule import rule
from allmende.core.secrets import move_openly

from .memory import IMAGINED, NOTED
from .stirring import STIR_ONE, STIR_TWO
from .tree import DIFFERENT, NOT_NOTED, Tree

LANE_BITS = 31
LANE = (1 << LANE_BITS) - 1


def moves_in_secret(rules: Rules) -> bool:
    """Tell whether some moves of a game look to others like another one."""
    return rules.disguise is not move_openly


@rule
def knowledge_of(words: np.ndarray) -> int:
    """Put what stands in a concealed record into one number that is not 0, from two lanes."""
    one, two = 1, 2
    for i in range(len(words)):
        word = int(words[i])
        one = ((one ^ word) * STIR_ONE) & LANE
        two = ((two + word) & LANE) * STIR_TWO & LANE
        one ^= one >> 13
        two ^= two >> 11
    return (one << LANE_BITS | two) + 1


@cache
def noter(rules: Rules) -> Callable[..., None]:
    """Compile what notes at a node what a seat knows there, or that it is not always the same."""
    conceal = rules.conceal

    @rule
    def note_knowledge(
        table: np.ndarray, words: np.ndarray, seat: int, tree: Tree, node: int
    ) -> None:
        table[NOTED] = table[IMAGINED]
        conceal(table[NOTED], seat)
        known = knowledge_of(words[NOTED])
        if tree.nodes[node].knowledge == NOT_NOTED:
            tree.nodes[node].knowledge = known
        elif tree.nodes[node].knowledge != known:
            tree.nodes[node].knowledge = DIFFERENT

    return note_knowledge

"""The player that does not think."""

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.quick import WORD
from allmende.core.rule import rule
from allmende.core.sight import Sight

WORD_BITS = 32
SEAT_BITS = 3  # room for the number of a seat
# Odd numbers without a pattern in their bits.
STEP, STIR_ONE, STIR_TWO = 0x9E3779B1, 0x7FEB352D, 0x68E31DA5


@rule
def lot(key: np.ndarray, seat: int, ply: int, n: int) -> int:
    """Pick one of 0, …, n - 1 from the key of a player, its seat and the ply, and nothing else:
    asked again, it falls the same way. The bias of at most n / 2**32 does not matter."""
    word = (int(key[0]) + ((int(ply) << SEAT_BITS) + seat) * STEP) & WORD
    word = ((word ^ (word >> 16)) * STIR_ONE) & WORD
    word = ((word ^ (word >> 15) ^ int(key[1])) * STIR_TWO) & WORD
    return ((word ^ (word >> 16)) * n) >> WORD_BITS


class RandomBot:
    """Plays any legal move. The same seed answers the same position in the same way, so taking a
    move back and playing it again does not change the answer."""

    def __init__(self, seed: str) -> None:
        self.key = key_of_seed(seed)

    def choose(self, sight: Sight) -> int:
        """Choose a move for a seat."""
        legal = sight.legal()
        return legal[lot(self.key, sight.seat, sight.record.ply, len(legal))]

"""The player that does not think."""

from random import Random

from allmende.core.sight import Sight


class RandomBot:
    """Plays any legal move. The same seed answers the same position in the same way, so taking a
    move back and playing it again does not change the answer."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, sight: Sight) -> int:
        """Choose a move for a seat."""
        chance = Random(f"{self.seed} seat {sight.seat} ply {sight.record.ply}")
        return chance.choice(sight.legal())

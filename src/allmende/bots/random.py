"""The player that does not think."""

from random import Random

from allmende.core.game import Game
from allmende.core.record import Record


class RandomBot:
    """Plays any legal move. The same seed answers the same position in the same way, so taking a
    move back and playing it again does not change the answer."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seed = seed

    def choose(self, s: Record, seat: int) -> int:
        """Choose a move for a seat; `s` is the record as that seat may imagine it."""
        chance = Random(f"{self.seed} seat {seat} ply {s.ply}")
        return chance.choice(self.game.legal_moves(s, seat))

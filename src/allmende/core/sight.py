"""What a seat knows, as the only thing a thinking player is ever given."""

from .chance import key_of_seed
from .game import Game
from .record import Record


class Sight:
    """What one seat knows (`known`), and a world that it may imagine (`record`). Whatever record it
    is made from, it holds none of the secrets of that record: they are overwritten on the way in,
    so no player can cheat."""

    def __init__(self, game: Game, truth: Record, seat: int, seed: int | str) -> None:
        self.game = game
        self.seat = seat
        self.known = game.concealed(truth, seat)
        self.record = game.imagined(self.known, key_of_seed(seed))

    def legal(self) -> list[int]:
        """List the moves of the seat; they are the same as in the true record."""
        return self.game.legal_moves(self.record, self.seat)

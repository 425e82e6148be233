"""What a player is: somebody who is shown what a seat knows, and says a move."""

from typing import Protocol

from allmende.core.sight import Sight


class Player(Protocol):
    """Chooses moves. It never meets a true record: a sight holds only what its seat may know."""

    def choose(self, sight: Sight) -> int:
        """Return one of the legal moves of the seat."""

"""Claims: which process lets a bot or the coach think. Alone in a house there is nobody to ask."""

from typing import Protocol

from ..store.shared import Reviewed
from ..wire.answers import Judgement


class Claims(Protocol):
    """Grants claims to let a bot think."""

    async def take(self, table: str, seat: int, ply: int) -> bool:
        """Let a bot think here about the game after so many moves, unless another process does so,
        or knows of more."""

    async def give_back(self, table: str, seat: int) -> None:
        """Note that a bot need not think any more."""


class Reviewers(Protocol):
    """Knows what the coach says at other processes."""

    async def begin_review(self, name: str) -> Reviewed:
        """Look up what the coach says about a game, or let it begin here."""

    async def note_review(self, name: str, done: int, judgement: Judgement | None) -> None:
        """Write down how far the coach is here, or what it says."""


class Alone:
    """Grants every claim: there is no other process."""

    async def take(self, table: str, seat: int, ply: int) -> bool:
        """Let a bot think here."""
        return True

    async def give_back(self, table: str, seat: int) -> None:
        """Nobody else asks for it."""

"""Claims: which process lets a bot think. Alone in a house every claim is granted."""

from typing import Protocol


class Claims(Protocol):
    """Grants claims to let a bot think."""

    async def take(self, table: str, seat: int) -> bool:
        """Let a bot think here, unless another process does so."""

    async def give_back(self, table: str, seat: int) -> None:
        """Note that a bot need not think any more."""


class Alone:
    """Grants every claim: there is no other process."""

    async def take(self, table: str, seat: int) -> bool:
        """Let a bot think here."""
        return True

    async def give_back(self, table: str, seat: int) -> None:
        """Nobody else asks for it."""

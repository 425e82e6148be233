"""Advice: the best moves of a seat, how good each one is, and how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .match import Move

SURE, FAIRLY_SURE, UNSURE = "sure", "fairly_sure", "unsure"
LITTLE_ERROR, SOME_ERROR = 0.01, 0.03  # standard errors of a winning chance
MOST_PRINTED = 5


@dataclass(frozen=True)
class Suggestion:
    """A move, and what came of it in imagined games."""

    move: Move
    win: float
    """The chance to win, from 0 to 1; a shared victory counts as a part of one."""
    points: float
    """The points expected in the end."""
    visits: int
    """In how many imagined games it was tried."""
    error: float
    """The standard error of the chance to win: the luck of the imagined games, nothing else."""

    @property
    def sureness(self) -> str:
        """How well the chance to win is known, in one word."""
        if self.error <= LITTLE_ERROR:
            return SURE
        return FAIRLY_SURE if self.error <= SOME_ERROR else UNSURE

    def as_data(self) -> dict[str, Any]:
        """Return the suggestion as JSON-ready data."""
        return {
            "move": str(self.move),
            "win": self.win,
            "points": self.points,
            "visits": self.visits,
            "error": self.error,
            "sureness": self.sureness,
        }

    def __str__(self) -> str:
        return (
            f"{self.move}: wins {self.win:.0%} ± {2 * self.error:.0%}, {self.points:.1f} points, "
            f"{self.visits} visits, {self.sureness.replace('_', ' ')}"
        )


@dataclass(frozen=True)
class Advice:
    """The moves of a seat that were thought about, the best one first."""

    seat: int
    moves: tuple[Suggestion, ...]
    chances: tuple[float, ...]
    """The chance of every seat to win if the best move is made."""
    iterations: int
    seconds: float

    @property
    def best(self) -> Suggestion:
        """The move to make."""
        return self.moves[0]

    def of(self, number: int) -> Suggestion | None:
        """Return what was found out about a move, or None if it was never tried."""
        return next((found for found in self.moves if found.move.number == number), None)

    def as_data(self) -> dict[str, Any]:
        """Return the advice as JSON-ready data."""
        return {
            "seat": self.seat,
            "chances": list(self.chances),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "moves": [found.as_data() for found in self.moves],
        }

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, at: int) -> Suggestion:
        return self.moves[at]

    def __str__(self) -> str:
        return "\n".join(str(found) for found in self.moves[:MOST_PRINTED])

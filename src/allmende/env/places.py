"""Where tables stand: in the memory of the CPU or of a GPU. Games are the same in both."""

from typing import Any, NamedTuple, Protocol

import numpy as np

from allmende.core.record import Record

from .stepping import Shown


class Manner(NamedTuple):
    """How tables go on."""

    skip_forced: bool
    auto_reset: bool
    observe: bool


class Place(Protocol):
    """Holds tables, and does at all of them what the rules say. On a GPU its arrays
    are there, and have a type of their own."""

    shown: Shown
    observation: np.ndarray

    def seed(self, series_key: np.ndarray) -> None:
        """Give each table a chance of its own, that of its number in a series."""

    def moves_from(self, given: Any) -> Any:
        """Return moves as they are needed here, or complain of what is given."""

    def first_refused(self, moves: Any) -> int:
        """Find the first table where a move is not legal."""

    def make(self, moves: Any) -> None:
        """Make moves that were found legal, and show what came of it."""

    def begin(self, marked: np.ndarray) -> None:
        """Begin the next game at each table that is marked, and show it."""

    def observe(self, looking: np.ndarray) -> np.ndarray:
        """Return what some seats know, one at each table, in an array of its own."""

    def sample(self, marked: np.ndarray) -> np.ndarray:
        """Return a random legal move for each table that is marked, always in the same array."""

    def on_host(self, given: Any) -> Any:
        """Bring what is given to the memory of the CPU, if it is not there."""

    def move_at(self, moves: Any, table: int) -> int:
        """Return the move at one table."""

    def games(self) -> np.ndarray:
        """Tell how many games each table has begun."""

    def record(self, table: int) -> Record:
        """Return a copy of the record of a table."""

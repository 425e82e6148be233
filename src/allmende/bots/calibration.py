"""What a search found, read as a chance to win.

A search flatters the seat that it thinks for: it picks the best of many numbers that luck has a
part in, and lets the others play worse than they will. Early in a game it is surer than it should
be. How much of that there is differs from game to game, and is measured: `allmende calibrate` asks
the coach about many positions of played games and fits how its numbers are to be read. A game keeps
that beside its rules; without it the numbers are taken as they are.

The chances of all seats are as their shares of the imagined games, raised to a power that grows
from the deal (`early`) to where games mostly end (`early + late`); that of the seat which was asked
is multiplied by a factor (`exp(asked)`). So it is one logistic regression for each number of seats.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from allmende.core.beside import file_beside
from allmende.core.errors import AllmendeError
from allmende.core.game import Game

from .search.thinker import Considered, Thought

FILE = "coach.jsonl"
"""Its first line is the calibration, the others are how well it did, see `lab/reliability.py`."""


class BadCalibration(AllmendeError):
    """A file beside a game does not say how to read its searches."""


@dataclass(frozen=True)
class Reading:
    """How the numbers of a search are to be read with one number of seats."""

    early: float = 1.0
    late: float = 0.0
    asked: float = 0.0
    plies: float = math.inf
    """How long games mostly are."""

    def sharpness(self, ply: int) -> float:
        """Return the power to which shares are raised at this stage of a game."""
        return self.early + self.late * self.stage(ply)

    def stage(self, ply: int) -> float:
        """Say how much of a game has mostly been played by then, from 0 to 1."""
        return min(1.0, ply / self.plies)


AT_ITS_WORD = Reading()


@dataclass(frozen=True)
class Calibration:
    """How the numbers of a search are to be read in one game."""

    prior: float = 0.0
    """Up to so many tries a move is taken for an average one more than for what came of it."""
    doubt: float = 0.0
    """No seat has a smaller share of imagined games: none of them makes sure."""
    seats: Mapping[str, Reading] = field(default_factory=dict)

    def reading(self, seats: int) -> Reading:
        """Return how to read shares of so many seats."""
        return self.seats.get(str(seats), AT_ITS_WORD)

    def shares(self, thought: Thought, seat: int, move: Considered) -> list[float]:
        """Return which part of the imagined games each seat wins if a seat makes a move; the others
        share what it leaves as they do on the whole."""
        total = sum(thought.chances)
        shares = [self.bounded(chance / total) for chance in thought.chances]
        average, others = shares[seat], sum(shares) - shares[seat]
        won = move.win / total * move.visits + self.prior * average
        share = self.bounded(won / (move.visits + self.prior))
        fair = (1 - share) / max(1, len(shares) - 1)
        shares = [(1 - share) * one / others if others else fair for one in shares]
        shares[seat] = share
        return shares

    def bounded(self, share: float) -> float:
        """Keep a share off 0 and 1 as far as there is doubt."""
        return min(1 - self.doubt, max(self.doubt, share))

    def chances(self, ply: int, seat: int, shares: list[float]) -> tuple[float, ...]:
        """Read the shares of imagined games that the seats won as their chances to win."""
        reading = self.reading(len(shares))
        odds = [share ** reading.sharpness(ply) for share in shares]
        odds[seat] *= math.exp(reading.asked)
        return tuple(one / sum(odds) for one in odds)

    def chance_of(self, ply: int, seat: int, seats: int, share: float) -> float:
        """Read the share of one seat, where it is not known how the others divide the rest."""
        share = self.bounded(share)
        rest = (1 - share) / max(1, seats - 1)
        shares = [share if at == seat else rest for at in range(seats)]
        return self.chances(ply, seat, shares)[seat]

    def as_line(self) -> str:
        """Write the calibration as the first line of its file."""
        return json.dumps(asdict(self)) + "\n"


PLAIN = Calibration()
"""Takes every number as it is."""


@cache
def calibration_of(game: Game) -> Calibration:
    """Return how the searches of a game are to be read."""
    file = file_beside(game, FILE)
    return read_calibration(file) if file.exists() else PLAIN


def read_calibration(file: Path) -> Calibration:
    """Read the first line of a file."""
    try:
        line, *_ = file.read_text("utf-8").splitlines()
        found: dict[str, Any] = json.loads(line)
        seats = {number: Reading(**reading) for number, reading in found.pop("seats").items()}
        return Calibration(**found, seats=seats)
    except (AttributeError, KeyError, TypeError, ValueError) as trouble:
        raise BadCalibration(f"{file}, line 1: this is no calibration: {trouble}") from None

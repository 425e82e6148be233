"""What a search found, read as a chance to win.

A search flatters the seat that it thinks for: it picks the best of many numbers that luck has a
part in, and lets the others play worse than they will. Early in a game it is surer than it should
be. How much of that there is differs from game to game, and is measured: `allmende calibrate` asks
the coach about many positions of played games and fits how its numbers are to be read. A game keeps
that beside its rules; without it the numbers are taken as they are.

The chances of all seats are as their shares of the imagined games, raised to a power that hangs on
the stage of the game (`sharpness`); what a share has above one half is raised to another power on
top of that (`ahead`), and the chance of the seat which was asked is multiplied by a factor
(`exp(asked)`). So it is one logistic regression for each number of seats.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from allmende.core.beside import file_beside
from allmende.core.errors import AllmendeError
from allmende.core.game import Game

from .search.thinker import Considered, Thought

FILE, FILE_WITH_NET = "coach.jsonl", "coach.owl.jsonl"
"""Its first line is the calibration, the others are how well it did, see `lab/reliability.py`. A
search with a net is read in another way than one without."""
STAGES = (0, 0.4, 0.8, 1)
"""From the deal to where games mostly end."""
HALF = 0.5
NUDGE = 0.005
"""How far shares are moved to see how fast chances move with them."""


class BadCalibration(AllmendeError):
    """A file beside a game does not say how to read its searches."""


@dataclass(frozen=True)
class Reading:
    """How the numbers of a search are to be read with one number of seats."""

    sharpness: tuple[float, ...]
    """The power to which shares are raised at each stage; between them it changes evenly."""
    ahead: float
    asked: float
    plies: float
    """How long games mostly are."""

    def sharpness_at(self, ply: int) -> float:
        """Return the power to which shares are raised after so many decisions."""
        return float(np.interp(ply / self.plies, STAGES, self.sharpness))


@dataclass(frozen=True)
class Calibration:
    """How the numbers of a search are to be read in one game."""

    prior: float = 0.0
    """Up to so many tries a move is taken for an average one more than for what came of it."""
    doubt: float = 0.0
    """No seat has a smaller share of imagined games: none of them makes sure."""
    seats: Mapping[str, Reading] = field(default_factory=dict)

    def shares(self, thought: Thought, seat: int, move: Considered) -> list[float]:
        """Return which part of the imagined games each seat wins if a seat makes a move; the others
        share what it leaves as they do on the whole."""
        total = sum(thought.chances)
        shares = [self.bounded(chance / total) for chance in thought.chances]
        won = move.win / total * move.visits + self.prior * shares[seat]
        return with_share(shares, seat, self.bounded(won / (move.visits + self.prior)))

    def bounded(self, share: float) -> float:
        """Keep a share off 0 and 1 as far as there is doubt."""
        return min(1 - self.doubt, max(self.doubt, share))

    def chances(self, ply: int, seat: int, shares: list[float]) -> tuple[float, ...]:
        """Read the shares of imagined games that the seats won as their chances to win; with a
        number of seats that nobody has measured they are taken as they are."""
        reading = self.seats.get(str(len(shares)))
        if reading is None:
            return tuple(share / sum(shares) for share in shares)
        sharpness = reading.sharpness_at(ply)
        ahead = max(reading.ahead, -2 * sharpness)  # else a better number could become a worse one
        odds = [share**sharpness * max(1, share / HALF) ** ahead for share in shares]
        odds[seat] *= math.exp(reading.asked)
        return tuple(one / sum(odds) for one in odds)

    def chance_of(self, ply: int, seat: int, seats: int, share: float) -> float:
        """Read the share of one seat, where it is not known how the others divide the rest."""
        share = self.bounded(share)
        rest = (1 - share) / max(1, seats - 1)
        shares = [share if at == seat else rest for at in range(seats)]
        return self.chances(ply, seat, shares)[seat]

    def steepness(self, ply: int, seat: int, shares: list[float]) -> float:
        """Say how fast the chance of a seat moves with its share."""
        ends = [max(0.0, shares[seat] - NUDGE), min(1.0, shares[seat] + NUDGE)]
        low, high = (self.chances(ply, seat, with_share(shares, seat, end))[seat] for end in ends)
        return (high - low) / (ends[1] - ends[0])

    def as_line(self) -> str:
        """Write the calibration as the first line of its file."""
        return json.dumps(asdict(self)) + "\n"


def with_share(shares: list[float], seat: int, share: float) -> list[float]:
    """Give a seat its share; the others divide what it leaves as they did before."""
    others = sum(shares) - shares[seat]
    fair = (1 - share) / max(1, len(shares) - 1)
    divided = [(1 - share) * one / others if others else fair for one in shares]
    divided[seat] = share
    return divided


PLAIN = Calibration()
"""Takes every number as it is."""


@cache
def calibration_of(game: Game, file: str = FILE) -> Calibration:
    """Return how the searches of a game are to be read."""
    place = file_beside(game, file)
    return read_calibration(place) if place.exists() else PLAIN


def read_calibration(file: Path) -> Calibration:
    """Read the first line of a file."""
    try:
        line, *_ = file.read_text("utf-8").splitlines()
        found: dict[str, Any] = json.loads(line)
        seats = {number: reading_in(it) for number, it in found.pop("seats").items()}
        return Calibration(**found, seats=seats)
    except (AttributeError, KeyError, TypeError, ValueError) as trouble:
        raise BadCalibration(f"{file}, line 1: this is no calibration: {trouble}") from None


def reading_in(found: dict[str, Any]) -> Reading:
    """Read how to read one number of seats."""
    reading = Reading(**{**found, "sharpness": tuple(found["sharpness"])})
    if len(reading.sharpness) != len(STAGES):
        raise ValueError(f"{len(STAGES)} numbers are wanted for the sharpness")
    return reading

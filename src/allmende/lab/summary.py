"""What many games of one setting say about the game: who wins from which seat, how long it takes,
how much there is to choose from. Pieces are added as they come, and no single game is kept."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .counting import add_up, count_wins
from .distribution import NOTHING, Distribution
from .random_play import Games
from .rating import Interval, wilson


def winners(places: np.ndarray) -> np.ndarray:
    """Tell of each seat of each game whether it won, alone or with others."""
    won: np.ndarray = places == 1
    return won


@dataclass
class Summary:
    """The sums over all games of a setting."""

    seats: int
    endings: tuple[str, ...]
    games: int = 0
    won_with: np.ndarray = field(init=False)
    """How often a seat won as one of so many: seat, number of winners."""
    choices: np.ndarray = field(init=False)
    """How often each seat could choose between several moves."""
    ended: np.ndarray = field(init=False)
    """How many games ended in each way."""
    length: Distribution = NOTHING
    branching: Distribution = NOTHING
    """How many moves were legal, decision by decision, forced ones included."""
    scores: list[Distribution] = field(init=False)

    def __post_init__(self) -> None:
        self.won_with = np.zeros((self.seats, self.seats + 1), np.int64)
        self.choices = np.zeros(self.seats, np.int64)
        self.ended = np.zeros(len(self.endings), np.int64)
        self.scores = [NOTHING] * self.seats

    def add(self, games: Games) -> None:
        """Add some games."""
        self.games += len(games.plies)
        count_wins(games.places, self.won_with)
        points = Distribution.of_columns(games.points)
        self.scores = [mine + more for mine, more in zip(self.scores, points, strict=True)]
        add_up(games.choices, self.choices)
        self.ended += np.bincount(games.endings, minlength=len(self.endings))
        self.length += Distribution.of(games.plies)
        self.branching += Distribution.counted(games.branching)

    def join(self, other: "Summary") -> None:
        """Add what another summary of the same setting has summed up."""
        self.games += other.games
        self.won_with += other.won_with
        self.choices += other.choices
        self.ended += other.ended
        self.length += other.length
        self.branching += other.branching
        self.scores = [mine + more for mine, more in zip(self.scores, other.scores, strict=True)]

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return self.length.total

    @property
    def wins(self) -> list[int]:
        """How often each seat won alone."""
        alone: list[int] = self.won_with[:, 1].tolist()
        return alone

    @property
    def shared_wins(self) -> list[int]:
        """How often each seat won together with others."""
        shared: list[int] = self.won_with[:, 2:].sum(axis=1).tolist()
        return shared

    def win_share(self, seat: int) -> float:
        """The share of games that a seat won; a shared victory counts as a part of one."""
        parts = self.won_with[seat, 1:] / np.arange(1, self.seats + 1)
        return float(parts.sum() / self.games)

    def win_interval(self, seat: int) -> Interval:
        """Wilson's interval of that share."""
        return wilson(self.win_share(seat), self.games)

    def as_data(self) -> dict[str, Any]:
        """Return the sums as JSON-ready data."""
        seats = range(self.seats)
        return {
            "games": self.games,
            "moves": self.moves,
            "mean_length": self.length.mean,
            "wins": self.wins,
            "shared_wins": self.shared_wins,
            "win_share": [self.win_share(seat) for seat in seats],
            "win_interval": [self.win_interval(seat).as_data() for seat in seats],
            "mean_score": [self.scores[seat].mean for seat in seats],
            "choices": self.choices.tolist(),
            "endings": dict(zip(self.endings, self.ended.tolist(), strict=True)),
            "length": self.length.as_data(),
            "branching": self.branching.as_data(),
            "scores": [self.scores[seat].as_data() for seat in seats],
        }

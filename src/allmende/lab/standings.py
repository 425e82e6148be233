"""The standings of an arena: outcomes of games, summed up by player."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from allmende.bots.guard import Incident

from .rating import Interval, Ratings, rate, share_interval

EVEN = 0.5


@dataclass(frozen=True)
class Outcome:
    """What came out of one game, for each player in the order of the plan."""

    deal: int
    seating: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    plies: int
    incidents: tuple[tuple[Incident, ...], ...]

    def incidents_as_data(self) -> list[dict[str, Any]]:
        """Return all that went wrong in this game as JSON-ready data."""
        game = {"deal": self.deal, "seating": self.seating}
        return [game | incident.as_data() for mine in self.incidents for incident in mine]


@dataclass(frozen=True)
class Row:
    """One player of the standings, or all players of one name together."""

    name: str
    players: int
    """How many sit under this name at each table."""
    win_rate: float
    """Wins for each of them and game; a shared victory counts as a part of one."""
    win_interval: Interval
    mean_score: float
    decisions: int
    seconds: float
    incidents: int

    @property
    def decisions_per_second(self) -> float:
        """How many decisions were made in a second of thought; forced moves are not asked for."""
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def seconds_per_decision(self) -> float:
        """How long a decision took on average."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def as_data(self) -> dict[str, Any]:
        """Return the row as JSON-ready data."""
        return {
            "name": self.name,
            "players": self.players,
            "win_rate": self.win_rate,
            "win_interval": list(self.win_interval),
            "mean_score": self.mean_score,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions_per_second,
            "seconds_per_decision": self.seconds_per_decision,
            "incidents": self.incidents,
        }


@dataclass(frozen=True)
class Pair:
    """Two names against each other: how often the first came out ahead; a tie is half."""

    first: str
    second: str
    share: float
    interval: Interval

    @property
    def told_apart(self) -> bool:
        """Whether it is clear who is stronger."""
        return not self.interval.covers(EVEN)

    def as_data(self) -> dict[str, Any]:
        """Return the pair as JSON-ready data."""
        return {
            "first": self.first,
            "second": self.second,
            "share": self.share,
            "interval": list(self.interval),
            "told_apart": self.told_apart,
        }


@dataclass(frozen=True)
class Result:
    """What came out of an arena."""

    game: str
    names: tuple[str, ...]
    asked: int
    seed: str
    options: dict[str, str]
    jobs: int
    pace: float
    seconds: float
    outcomes: tuple[Outcome, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.outcomes)

    @property
    def seats(self) -> int:
        """How many played each game."""
        return len(self.names)

    @property
    def deals(self) -> int:
        """How many deals were played, each once in every seating."""
        return self.games // self.seats

    @cached_property
    def different(self) -> list[str]:
        """The names of the players, each once."""
        return list(dict.fromkeys(self.names))

    @cached_property
    def incidents(self) -> list[Incident]:
        """All that went wrong with players."""
        by_player = [mine for outcome in self.outcomes for mine in outcome.incidents]
        return [incident for mine in by_player for incident in mine]

    @cached_property
    def places(self) -> np.ndarray:
        """The places: deal, seating, player."""
        return self.table([outcome.places for outcome in self.outcomes])

    @cached_property
    def wins(self) -> np.ndarray:
        """The part of the victory: deal, seating, player."""
        first = self.places == 1
        parts: np.ndarray = first / first.sum(axis=-1, keepdims=True)
        return parts

    def table(self, rows: Any) -> np.ndarray:
        """Lay out a number for each player of each game by deal, seating and player."""
        return np.array(rows, np.float64).reshape(self.deals, self.seats, self.seats)

    def players_called(self, name: str) -> list[int]:
        """List the players of a name."""
        return [at for at, called in enumerate(self.names) if called == name]

    @cached_property
    def rows(self) -> list[Row]:
        """A row for each name, the strongest first."""
        strength = dict(zip(self.different, self.ratings.elo, strict=True))
        ordered = sorted(self.different, key=lambda name: -strength[name])
        return [self.row(name, self.players_called(name)) for name in ordered]

    @cached_property
    def single_rows(self) -> list[Row]:
        """A row for each player; those who share a name are numbered."""
        return [self.row(label, [at]) for at, label in enumerate(self.labels())]

    def labels(self) -> list[str]:
        """Name each player so that no two have the same name."""
        alone = {name: len(self.players_called(name)) == 1 for name in self.different}
        return [
            name if alone[name] else f"{name} {1 + self.players_called(name).index(at)}"
            for at, name in enumerate(self.names)
        ]

    def row(self, name: str, players: list[int]) -> Row:
        """Sum up what some of the players did."""
        per_deal = self.wins[:, :, players].mean(axis=(1, 2))
        points = self.table([outcome.points for outcome in self.outcomes])
        return Row(
            name=name,
            players=len(players),
            win_rate=float(per_deal.mean()),
            win_interval=share_interval(per_deal),
            mean_score=float(points[:, :, players].mean()),
            decisions=sum(game.decisions[at] for game in self.outcomes for at in players),
            seconds=sum(game.seconds[at] for game in self.outcomes for at in players),
            incidents=sum(len(game.incidents[at]) for game in self.outcomes for at in players),
        )

    @cached_property
    def ahead(self) -> np.ndarray:
        """How often one name was ahead of another: deal, winner, loser; a tie is half for each."""
        count = len(self.different)
        table = np.zeros((self.deals, count, count))
        for i, j in combinations(range(count), 2):
            a = self.places[:, :, self.players_called(self.different[i]), None]
            b = self.places[:, :, None, self.players_called(self.different[j])]
            table[:, i, j] = ((a < b) + EVEN * (a == b)).sum(axis=(1, 2, 3))
            table[:, j, i] = ((b < a) + EVEN * (a == b)).sum(axis=(1, 2, 3))
        return table

    @cached_property
    def ratings(self) -> Ratings:
        """The Elo points of each name, in the order of `different`."""
        return rate(self.ahead)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two names against each other, the stronger one first."""
        return [self.pair(one.name, other.name) for one, other in combinations(self.rows, 2)]

    def pair(self, first: str, second: str) -> Pair:
        """Compare two names."""
        i, j = self.different.index(first), self.different.index(second)
        per_deal = self.ahead[:, i, j] / (self.ahead[:, i, j] + self.ahead[:, j, i])
        return Pair(first, second, float(per_deal.mean()), share_interval(per_deal))

    @cached_property
    def too_close(self) -> list[Pair]:
        """Neighbours in the standings of whom it is not clear who is stronger."""
        order = [row.name for row in self.rows]
        neighbours = [self.pair(*names) for names in pairwise(order)]
        return [pair for pair in neighbours if not pair.told_apart]

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "jobs": self.jobs,
            "pace": self.pace,
            "games": self.games,
            "games_asked": self.asked,
            "deals": self.deals,
            "seconds": self.seconds,
            "mean_length": sum(outcome.plies for outcome in self.outcomes) / self.games,
            "standings": [self.standing(row) for row in self.rows],
            "players": [row.as_data() for row in self.single_rows],
            "pairs": [pair.as_data() for pair in self.pairs],
            "too_close": [[pair.first, pair.second] for pair in self.too_close],
            "incidents": [
                incident for game in self.outcomes for incident in game.incidents_as_data()
            ],
        }

    def standing(self, row: Row) -> dict[str, Any]:
        """Return a row of a name with its rating, as JSON-ready data."""
        at = self.different.index(row.name)
        return {
            **row.as_data(),
            "elo": self.ratings.elo[at],
            "elo_interval": list(self.ratings.intervals[at]),
        }

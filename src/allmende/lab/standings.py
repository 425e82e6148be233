"""The standings of an arena: outcomes of games, summed up by player."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np

from allmende.bots.guard import Incident

from .outcome import Outcome
from .rating import Interval, Ratings, mean, mean_interval, rate, share_interval

EVEN = 0.5


class Tally:
    """What the standings need of the games, seat by seat: some dozen bytes for each game."""

    def __init__(self, players: int, seats: int) -> None:
        self.seats = seats
        self.games = self.plies = 0
        self.dealt, self.seated, self.ranked, self.scored = (array("q") for _ in range(4))
        self.decisions = np.zeros(players, np.int64)
        self.seconds = np.zeros(players)
        self.troubles = np.zeros(players, np.int64)
        self.incidents: list[Incident] = []
        self.incidents_as_data: list[dict[str, Any]] = []

    def add(self, outcome: Outcome) -> None:
        """Add what came out of a game."""
        players = list(outcome.sitting.players)
        self.games += 1
        self.plies += outcome.plies
        self.dealt.append(outcome.sitting.deal)
        self.seated.extend(players)
        self.ranked.extend(outcome.places)
        self.scored.extend(outcome.points)
        self.decisions[players] += outcome.decisions
        self.seconds[players] += outcome.seconds
        self.troubles[players] += [len(mine) for mine in outcome.incidents]
        self.incidents += [incident for mine in outcome.incidents for incident in mine]
        self.incidents_as_data += outcome.incidents_as_data()

    def by_seat(self, column: array[int]) -> np.ndarray:
        """Lay out a column by game and seat."""
        return np.frombuffer(column, np.int64).reshape(self.games, self.seats)


@dataclass(frozen=True)
class Row:
    """One player of the standings, or all players of one name together."""

    name: str
    players: int
    """How many play under this name."""
    win_rate: float
    """Wins for each of them and game; a shared victory counts as a part of one."""
    win_interval: Interval
    mean_score: float
    games: int
    """How many games they sat in, each counted for itself."""
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
            "win_interval": self.win_interval.as_data(),
            "mean_score": self.mean_score,
            "games": self.games,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions_per_second,
            "seconds_per_decision": self.seconds_per_decision,
            "incidents": self.incidents,
        }


@dataclass(frozen=True)
class SeatRow:
    """What a seat is worth, whoever sits in it."""

    seat: int
    win_rate: float
    win_interval: Interval
    mean_score: float
    score_interval: Interval

    def as_data(self) -> dict[str, Any]:
        """Return the row as JSON-ready data."""
        return {
            "seat": self.seat,
            "win_rate": self.win_rate,
            "win_interval": self.win_interval.as_data(),
            "mean_score": self.mean_score,
            "score_interval": self.score_interval.as_data(),
        }


@dataclass(frozen=True)
class Pair:
    """Two names against each other: how often the first came out ahead; a tie is half."""

    first: str
    second: str
    share: float
    interval: Interval
    deals: int
    """How many deals they met in."""

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
            "interval": self.interval.as_data(),
            "deals": self.deals,
            "told_apart": self.told_apart,
        }


@dataclass(frozen=True)
class Result:
    """What came out of an arena."""

    game: str
    names: tuple[str, ...]
    seats: int
    asked: int
    seed: str
    options: dict[str, str]
    jobs: int
    pace: float
    swiss: int | None
    seconds: float
    tally: Tally

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def deals(self) -> int:
        """How many deals were played, each once in every seating."""
        return self.games // self.seats

    @property
    def incidents(self) -> list[Incident]:
        """All that went wrong with players."""
        return self.tally.incidents

    @cached_property
    def different(self) -> list[str]:
        """The names of the players, each once."""
        return list(dict.fromkeys(self.names))

    @cached_property
    def deal(self) -> np.ndarray:
        """The deal of each game."""
        return np.frombuffer(self.tally.dealt, np.int64)

    @cached_property
    def seated(self) -> np.ndarray:
        """The players: game, seat."""
        return self.tally.by_seat(self.tally.seated)

    @cached_property
    def places(self) -> np.ndarray:
        """The places: game, seat."""
        return self.tally.by_seat(self.tally.ranked)

    @cached_property
    def points(self) -> np.ndarray:
        """The points: game, seat."""
        return self.tally.by_seat(self.tally.scored)

    @cached_property
    def wins(self) -> np.ndarray:
        """The part of the victory: game, seat."""
        first = self.places == 1
        parts: np.ndarray = first / first.sum(axis=1, keepdims=True)
        return parts

    def per_deal(self, numbers: np.ndarray, counted: np.ndarray) -> np.ndarray:
        """Return the mean of what is counted in each deal, without those that have nothing; both
        are laid out by game and seat."""
        sums = np.bincount(self.deal, (numbers * counted).sum(axis=1))
        counts = np.bincount(self.deal, counted.sum(axis=1))
        means: np.ndarray = sums[counts > 0] / counts[counts > 0]
        return means

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
        theirs = np.isin(self.seated, players)
        per_deal = self.per_deal(self.wins, theirs)
        return Row(
            name=name,
            players=len(players),
            win_rate=mean(per_deal),
            win_interval=share_interval(per_deal),
            mean_score=mean(self.points[theirs]),
            games=int(theirs.sum()),
            decisions=int(self.tally.decisions[players].sum()),
            seconds=float(self.tally.seconds[players].sum()),
            incidents=int(self.tally.troubles[players].sum()),
        )

    @cached_property
    def seat_rows(self) -> list[SeatRow]:
        """A row for each seat: in every deal each of its players sat there once."""
        return [self.seat_row(seat) for seat in range(self.seats)]

    def seat_row(self, seat: int) -> SeatRow:
        """Sum up what the players in a seat did."""
        there = np.zeros_like(self.seated, bool)
        there[:, seat] = True
        wins, points = self.per_deal(self.wins, there), self.per_deal(self.points, there)
        return SeatRow(seat, mean(wins), share_interval(wins), mean(points), mean_interval(points))

    @cached_property
    def ahead(self) -> np.ndarray:
        """How often one name was ahead of another: deal, winner, loser; a tie is half for each."""
        called = np.array([self.different.index(name) for name in self.names])[self.seated]
        count = len(self.different)
        table = np.zeros((self.deals, count, count))
        for one, other in permutations(range(self.seats), 2):
            a, b = self.places[:, one], self.places[:, other]
            parts = (a < b) + EVEN * (a == b)
            np.add.at(table, (self.deal, called[:, one], called[:, other]), parts)
        table[:, range(count), range(count)] = 0.0  # nobody is ahead of their own name
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
        """Compare two names; of those who never met nothing is known."""
        i, j = self.different.index(first), self.different.index(second)
        met = self.ahead[:, i, j] + self.ahead[:, j, i]
        per_deal = self.ahead[met > 0, i, j] / met[met > 0]
        share = mean(per_deal) if len(per_deal) else EVEN
        return Pair(first, second, share, share_interval(per_deal), len(per_deal))

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
            "swiss": self.swiss,
            "seconds": self.seconds,
            "mean_length": self.tally.plies / self.games,
            "standings": [self.standing(row) for row in self.rows],
            "players": [row.as_data() for row in self.single_rows],
            "pairs": [pair.as_data() for pair in self.pairs],
            "too_close": [[pair.first, pair.second] for pair in self.too_close],
            "by_seat": [row.as_data() for row in self.seat_rows],
            "incidents": self.tally.incidents_as_data,
        }

    def standing(self, row: Row) -> dict[str, Any]:
        """Return a row of a name with its rating, as JSON-ready data."""
        at = self.different.index(row.name)
        return {
            **row.as_data(),
            "elo": self.ratings.elo[at],
            "elo_interval": self.ratings.intervals[at].as_data(),
        }

"""What is measured for a report: which game, in which setting, and how much of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from allmende.lab import contest, simulate
from allmende.lab.luggage import game_of

THINKER = "fox"
"""The level of every game whose players make the move they find best, and stray from it never."""
RANDOM_PER_GAME, MOST_RANDOM = 100, 100_000
"""Random games are cheap: there are so many for each thoughtful one, and so many at most."""
GAMES, ITERATIONS = 100, 64


@dataclass(frozen=True)
class Setting:
    """A game, named or in a file, with seats and options, and how much is played."""

    game: str
    seats: int
    seed: str
    options: dict[str, str] = field(default_factory=dict)
    games: int = GAMES
    """How many thoughtful games are looked at; all other numbers of games follow from it."""
    iterations: int = ITERATIONS
    """How many games a thoughtful player imagines for a decision. Nobody looks at a clock, so the
    same setting gives the same report."""
    jobs: int = 1
    data: str | None = None
    """A data document of one's own, as JSON."""

    @property
    def thoughtful(self) -> str:
        """The name of a thoughtful player."""
        return thinker(self.iterations)

    def thoughtful_plan(
        self, series: str, players: tuple[str, ...], games: int, options: Mapping[str, str]
    ) -> contest.Plan:
        """Plan games between players: every deal from all seats, without a limit of time."""
        return contest.Plan(
            game=self.game,
            players=players,
            games=games,
            seed=f"{self.seed} {series}",
            options=dict(options),
            jobs=self.jobs,
            limit=None,
            seats=self.seats,
            data=self.data,
        )

    def random_plan(self, series: str, options: Mapping[str, str]) -> simulate.Plan:
        """Plan random games."""
        return simulate.Plan(
            game=game_of(self.game),
            games=min(MOST_RANDOM, self.games * RANDOM_PER_GAME),
            seats=self.seats,
            seed=f"{self.seed} {series}",
            options=dict(options),
            jobs=self.jobs,
            data=None if self.data is None else json.loads(self.data),
        )


def thinker(iterations: int) -> str:
    """Name a player that imagines so many games."""
    return f"{THINKER}@{iterations}"

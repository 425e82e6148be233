"""Simulation: many random games, on several threads, with the same result on any number of them."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from allmende.core.chance import key_of_seed
from allmende.core.errors import AllmendeError
from allmende.core.game import Game
from allmende.core.length import check_ended

from .random_play import Tally, blank_tally, memory_for, random_player, table_for

FIRST_CHUNK = 16
CHUNK_SECONDS = 0.2
MOST_CHUNK = 1_000_000


class BrokenInvariant(AllmendeError):
    """A random game reached a record that cannot be."""


@dataclass(frozen=True)
class Plan:
    """What is to be simulated."""

    game: Game
    games: int
    seats: int
    seed: str
    options: dict[str, str] = field(default_factory=dict)
    jobs: int = 1
    checking: bool = False
    data: Any = None


@dataclass(frozen=True)
class Result:
    """What came out of a simulation."""

    plan: Plan
    tally: Tally
    seconds: float

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        games, moves = self.plan.games, int(self.tally.moves[0])
        return {
            "game": self.plan.game.name,
            "seats": self.plan.seats,
            "options": self.plan.options,
            "seed": self.plan.seed,
            "jobs": self.plan.jobs,
            "games": games,
            "moves": moves,
            "seconds": self.seconds,
            "moves_per_second": moves / self.seconds,
            "games_per_second": games / self.seconds,
            "mean_length": moves / games,
            "wins": self.tally.wins.tolist(),
            "shared_wins": self.tally.shared.tolist(),
            "mean_score": (self.tally.points / games).tolist(),
            "endings": dict(zip(self.plan.game.endings, self.tally.endings.tolist(), strict=True)),
        }


def simulate(plan: Plan, progress: Callable[[int], None] = lambda games: None) -> Result:
    """Play all games of a plan. `progress` is told how many games each finished piece had."""
    warm_up(plan)
    begin = time.perf_counter()
    total = blank_tally(plan.game, plan.seats)
    for tally, games in play_in_chunks(plan):
        for sum_so_far, piece in zip(total, tally, strict=True):
            sum_so_far += piece
        progress(games)
    return Result(plan, total, time.perf_counter() - begin)


def warm_up(plan: Plan) -> None:
    """Compile, or load from the cache, before the clock starts."""
    play_chunk(plan, 0, 1)


def play_chunk(plan: Plan, first: int, count: int) -> Tally:
    """Play some games of the series and return what was counted."""
    game = plan.game
    tally = blank_tally(game, plan.seats)
    table = table_for(game, plan.seats, plan.options, plan.data)
    broken = random_player(game)(
        table,
        key_of_seed(plan.seed),
        first,
        count,
        plan.checking,
        memory_for(game),
        tally,
    )
    if broken >= 0:
        which = f"the random game with seed '{plan.seed}/{broken}'"
        if game.flaw(table[0]) is None:
            check_ended(game, table[0], which)
        raise BrokenInvariant(f"{game.name}: {which} broke an invariant")
    return tally


def play_in_chunks(plan: Plan) -> Iterator[tuple[Tally, int]]:
    """Play the series in short pieces, as many at a time as there are jobs."""
    chunk, next_game = FIRST_CHUNK, 0
    running: dict[Future[tuple[Tally, float]], int] = {}
    with ThreadPoolExecutor(plan.jobs) as pool:
        try:
            while running or next_game < plan.games:
                while len(running) < plan.jobs and next_game < plan.games:
                    count = min(chunk, plan.games - next_game)
                    running[pool.submit(timed_chunk, plan, next_game, count)] = count
                    next_game += count
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    count = running.pop(future)
                    tally, seconds = future.result()
                    chunk = min(MOST_CHUNK, max(1, int(count * CHUNK_SECONDS / seconds)))
                    yield tally, count
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def timed_chunk(plan: Plan, first: int, count: int) -> tuple[Tally, float]:
    """Play some games and say how long it took."""
    begin = time.perf_counter()
    return play_chunk(plan, first, count), time.perf_counter() - begin

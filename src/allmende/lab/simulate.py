"""Simulation: many random games, on several threads, with the same result on any number of them."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from allmende.core.chance import key_of_seed
from allmende.core.errors import AllmendeError
from allmende.core.game import Game
from allmende.core.length import check_ended

from .random_play import (
    Games,
    Log,
    blank_games,
    blank_log,
    memory_for,
    random_player,
    table_for,
)
from .summary import Summary

FIRST_CHUNK = 16
CHUNK_SECONDS = 0.2
MOST_CHUNK = 1 << 16
"""So many games are held at once for each thread, and waiting behind a slower one, at most."""
MOST_DECISIONS = 1 << 15
"""So many decisions a piece has where they are noted, as far as the last one tells."""
AHEAD = 2
"""So many pieces for each thread are under way or wait for an earlier one."""


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
    logged: bool = False
    """Whether every decision is noted."""


class Piece(NamedTuple):
    """Some games of a series, from game number `first` on, and their decisions if those are
    noted."""

    first: int
    games: Games
    log: Log


@dataclass(frozen=True)
class Result:
    """What came out of a simulation."""

    game: Game
    seats: int
    options: dict[str, str]
    seed: str
    jobs: int
    checking: bool
    players: tuple[str, ...]
    """Who sat where; nobody is named where all play by lot."""
    summary: Summary
    seconds: float

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": self.options,
            "players": list(self.players),
            "seed": self.seed,
            "jobs": self.jobs,
            **self.summary.as_data(),
            "seconds": self.seconds,
            "moves_per_second": self.summary.moves / self.seconds,
            "games_per_second": self.summary.games / self.seconds,
        }


def simulate(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Callable[[Piece], None] = lambda piece: None,
) -> Result:
    """Play all games of a plan. `progress` is told how many games each finished piece had, and
    `keep` is given the pieces in order."""
    warm_up(plan)
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    for piece in play_in_chunks(plan):
        summary.add(piece.games)
        keep(piece)
        progress(len(piece.games.plies))
    return Result(
        game=plan.game,
        seats=plan.seats,
        options=plan.options,
        seed=plan.seed,
        jobs=plan.jobs,
        checking=plan.checking,
        players=(),
        summary=summary,
        seconds=time.perf_counter() - begin,
    )


def warm_up(plan: Plan) -> None:
    """Compile, or load from the cache, before the clock starts."""
    play_chunk(plan, 0, 1)


def play_chunk(plan: Plan, first: int, count: int) -> Piece:
    """Play some games of the series. Where decisions are noted they are played twice: only then is
    it known how many decisions there are."""
    piece = Piece(first, blank_games(plan.game, plan.seats, count), blank_log(0))
    play_piece(plan, piece)
    if not plan.logged:
        return piece
    log = blank_log(int(piece.games.plies.sum()))
    again = Piece(first, blank_games(plan.game, plan.seats, count), log)
    play_piece(plan, again)
    return again


def play_piece(plan: Plan, piece: Piece) -> None:
    """Fill a piece with what comes out of its games."""
    game = plan.game
    table = table_for(game, plan.seats, plan.options, plan.data)
    broken = random_player(game)(
        table,
        key_of_seed(plan.seed),
        piece.first,
        plan.checking,
        memory_for(game),
        piece.games,
        piece.log,
    )
    if broken >= 0:
        which = f"the random game with seed '{plan.seed}/{broken}'"
        if game.flaw(table[0]) is None:
            check_ended(game, table[0], which)
        raise BrokenInvariant(f"{game.name}: {which} broke an invariant")


def play_in_chunks(plan: Plan) -> Iterator[Piece]:
    """Play the series in short pieces, on as many threads as there are jobs, and yield them in
    order."""
    chunk, next_game = FIRST_CHUNK, 0
    running: deque[Future[tuple[Piece, float]]] = deque()
    with ThreadPoolExecutor(plan.jobs) as pool:
        try:
            while running or next_game < plan.games:
                while len(running) < AHEAD * plan.jobs and next_game < plan.games:
                    count = min(chunk, plan.games - next_game)
                    running.append(pool.submit(timed_chunk, plan, next_game, count))
                    next_game += count
                piece, seconds = running.popleft().result()
                chunk = next_chunk(plan, piece, seconds)
                yield piece
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def next_chunk(plan: Plan, last: Piece, seconds: float) -> int:
    """Say how many games a piece should have, from the last one and how long that took."""
    games = len(last.games.plies)
    most = MOST_CHUNK
    if plan.logged:
        most = games * MOST_DECISIONS // int(last.games.plies.sum())
    return max(1, min(most, int(games * CHUNK_SECONDS / seconds)))


def timed_chunk(plan: Plan, first: int, count: int) -> tuple[Piece, float]:
    """Play some games and say how long it took."""
    begin = time.perf_counter()
    return play_chunk(plan, first, count), time.perf_counter() - begin

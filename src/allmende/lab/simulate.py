"""Simulation: many random games, on several threads or on a GPU, with the same result on any number
of threads and on both."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from allmende.core.chance import key_of_seed
from allmende.core.errors import AllmendeError, BadSetup
from allmende.core.game import Game
from allmende.core.gpu import has_gpu
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
MOST_KEPT = 1 << 20
"""So many games are brought from the GPU at once, where each of them is kept."""

CPU, GPU, AUTO = "cpu", "gpu", "auto"
PLACES = (CPU, GPU, AUTO)
"""Where games are played; auto is a GPU if there is one."""


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
    on: str = CPU

    def __post_init__(self) -> None:
        if self.on not in PLACES:
            raise BadSetup(f"on {self.on!r}: games are played on {', '.join(PLACES)}")
        if self.on == GPU and (self.logged or self.checking):
            raise BadSetup("decisions are noted, and each of them checked, on the CPU only")

    @property
    def place(self) -> str:
        """Where the games are played: on the CPU or on a GPU."""
        if self.on != AUTO:
            return self.on
        return GPU if not (self.logged or self.checking) and has_gpu() else CPU


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
    gpu: str = ""
    """The name of the GPU, if the games were played on one."""

    def as_data(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": self.options,
            "players": list(self.players),
            "seed": self.seed,
            "jobs": self.jobs,
            "gpu": self.gpu or None,
            **self.summary.as_data(),
            "seconds": self.seconds,
            "moves_per_second": self.summary.moves / self.seconds,
            "games_per_second": self.summary.games / self.seconds,
        }


def simulate(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Callable[[Piece], None] | None = None,
) -> Result:
    """Play all games of a plan. `progress` is told how many games more are over, and `keep` is
    given the pieces in order."""
    play = play_on_gpu if plan.place == GPU else play_on_cpu
    return play(plan, progress, keep)


def play_on_cpu(
    plan: Plan, progress: Callable[[int], None], keep: Callable[[Piece], None] | None
) -> Result:
    """Play all games of a plan on the processor."""
    warm_up(plan)
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    for piece in play_in_chunks(plan):
        summary.add(piece.games)
        if keep is not None:
            keep(piece)
        progress(len(piece.games.plies))
    return result_of(plan, summary, time.perf_counter() - begin)


def play_on_gpu(
    plan: Plan, progress: Callable[[int], None], keep: Callable[[Piece], None] | None
) -> Result:
    """Play all games of a plan on a GPU; what comes out of each is brought from there only if
    somebody keeps it."""
    from .gpu.pieces import Setting, games_of
    from .gpu.playing import name_of_gpu, pieces_on_gpu
    from .gpu.tally import first_broken, summary_of

    setting = Setting(plan.game, plan.seats, plan.seed, plan.options, plan.data)
    for _ in pieces_on_gpu(setting, 1, 1, lambda games: None):
        pass  # compile, or load from the cache, before the clock starts
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    most = plan.games if keep is None else MOST_KEPT
    for piece in pieces_on_gpu(setting, plan.games, most, progress):
        broken = first_broken(piece)
        if broken is not None:
            play_chunk(plan, broken, 1)  # tells what is wrong
        summary.join(summary_of(plan.game, piece))
        if keep is not None:
            keep(Piece(piece.first, games_of(piece), blank_log(0)))
    return result_of(plan, summary, time.perf_counter() - begin, name_of_gpu())


def result_of(plan: Plan, summary: Summary, seconds: float, gpu: str = "") -> Result:
    """Return what came out of a plan."""
    return Result(
        game=plan.game,
        seats=plan.seats,
        options=plan.options,
        seed=plan.seed,
        jobs=plan.jobs,
        checking=plan.checking,
        players=(),
        summary=summary,
        seconds=seconds,
        gpu=gpu,
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

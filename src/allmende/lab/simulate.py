"""Simulation: many random games, on threads, a cluster or a GPU, with the same result on any number
of them and wherever they are."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, NamedTuple, NoReturn, TypeAlias

from allmende.core.chance import key_of_seed
from allmende.core.errors import AllmendeError, BadSetup
from allmende.core.game import Game
from allmende.core.gpu import CPU, GPU, checked_place, chosen_place
from allmende.core.length import check_ended
from allmende.core.registry import source_of

from .crew import Crew, Portion, in_order, threads
from .loading import load
from .luggage import game_of
from .random_play import (
    Games,
    Log,
    blank_games,
    blank_log,
    cleared,
    memory_for,
    random_player,
    table_for,
)
from .summary import Summary

FIRST_CHUNK = 16
MOST_CHUNK = 1 << 16
"""So many games are held at once for each thread, and waiting behind a slower one, at most."""
MOST_SUMMED = 1 << 40
"""So many games a piece has at most of which nothing is left but sums."""
SUMMED_AT_ONCE = 1 << 14
"""So many of them are played before they are summed up: few enough to be near the processor."""
MOST_DECISIONS = 1 << 15
"""So many decisions a piece has where they are noted, as far as the last one tells."""
AHEAD = 2
"""So many pieces for each thread are under way or wait for an earlier one."""
MOST_KEPT = 1 << 20
"""So many games are brought from the GPU at once, where each of them is kept."""

ARE_PLAYED = "games are played"


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
        if checked_place(self.on, ARE_PLAYED) == GPU and (self.logged or self.checking):
            raise BadSetup("decisions are noted, and each of them checked, on the CPU only")

    @property
    def place(self) -> str:
        """Where the games are played: on the CPU or on a GPU."""
        return CPU if self.logged or self.checking else chosen_place(self.on, ARE_PLAYED)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with the name of the game, or the path of its file, instead of its rules."""
        source = source_of(self.game)
        if game_of(source) is not self.game:
            raise BadSetup(
                f"the game {self.game.name} was made here and cannot be sent to other machines: "
                f"put it into a file of its own"
            )
        others = {each.name: getattr(self, each.name) for each in fields(self)}
        return plan_for, (source, others | {"game": None})


def plan_for(source: str, others: dict[str, Any]) -> Plan:
    """Make a plan that has travelled."""
    return Plan(**others | {"game": game_of(source)})


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


Keep: TypeAlias = Callable[[Piece], None]


def simulate(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Keep | None = None,
    crew: Crew | None = None,
) -> Result:
    """Play all games of a plan, on a GPU or on threads of this machine if nobody brings a crew.
    `progress` is told how many games more are over, and `keep`, if there is one, is given the
    pieces in order."""
    if crew is None and plan.place == GPU:
        return play_on_gpu(plan, progress, keep)
    warm_up(plan)
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    with nullcontext(crew) if crew is not None else threads(plan.jobs) as crew:
        for summed in play_in_pieces(plan, crew, keep):
            summary.join(summed)
            progress(summed.games)
        return result_of(plan, summary, time.perf_counter() - begin, crew.hands)


def play_on_gpu(plan: Plan, progress: Callable[[int], None], keep: Keep | None) -> Result:
    """Play all games of a plan on the GPU of this machine; what comes out of each is brought from
    there only if somebody keeps it."""
    from .gpu.playing import name_of_gpu

    warm_up_gpu(plan)
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    for piece, summed in gpu_pieces(plan, 0, plan.games, progress, keep is not None):
        summary.join(summed)
        if keep is not None and piece is not None:
            keep(piece)
    return result_of(plan, summary, time.perf_counter() - begin, 1, name_of_gpu())


def gpu_pieces(
    plan: Plan, first: int, count: int, progress: Callable[[int], None], kept: bool
) -> Iterator[tuple[Piece | None, Summary]]:
    """Play some games of the series on the GPU, and yield their sums in order, with the games
    themselves if they are kept."""
    from .gpu.pieces import Setting, games_of
    from .gpu.playing import pieces_on_gpu
    from .gpu.tally import first_broken, summary_on_gpu

    setting = Setting(plan.game, plan.seats, plan.seed, plan.options, plan.data)
    most = MOST_KEPT if kept else count
    for found in pieces_on_gpu(setting, first, count, most, progress):
        broken = first_broken(found)
        if broken is not None:
            tell_what_is_wrong(plan, broken)
        piece = Piece(found.first, games_of(found), blank_log(0)) if kept else None
        yield piece, summary_on_gpu(plan.game, found)


def tell_what_is_wrong(plan: Plan, number: int) -> NoReturn:
    """Complain of a game that broke on the GPU: the CPU plays it again, and knows why."""
    play_chunk(plan, number, 1)
    raise BrokenInvariant(
        f"{plan.game.name}: the random game with seed '{plan.seed}/{number}' broke an invariant on "
        f"the GPU and none on the CPU"
    )


def warm_up_gpu(plan: Plan) -> None:
    """Compile for the GPU, or load from the cache, before the clock starts."""
    for _ in gpu_pieces(plan, 0, 1, lambda games: None, False):
        pass


def result_of(plan: Plan, summary: Summary, seconds: float, workers: int, gpu: str = "") -> Result:
    """Return what came out of a plan."""
    return Result(
        game=plan.game,
        seats=plan.seats,
        options=plan.options,
        seed=plan.seed,
        jobs=workers,
        checking=plan.checking,
        players=(),
        summary=summary,
        seconds=seconds,
        gpu=gpu,
    )


def warm_up(plan: Plan) -> None:
    """Compile, or load from the cache, before the clock starts."""
    play_chunk(plan, 0, 1)


@cache
def load_code(game: Game, seats: int, place: str) -> None:
    """Load what a process of a crew needs: how long a piece takes must not hang on that."""
    loading = warm_up_gpu if place == GPU else warm_up
    load(lambda: loading(Plan(game, 1, seats, seed="", on=place)))


def play_chunk(plan: Plan, first: int, count: int) -> Piece:
    """Play some games of the series. Where decisions are noted they are played twice: only then is
    it known how many decisions there are."""
    play = player_of(plan)
    piece = Piece(first, blank_games(plan.game, plan.seats, count), blank_log(0))
    play(piece)
    if not plan.logged:
        return piece
    log = blank_log(int(piece.games.plies.sum()))
    again = Piece(first, blank_games(plan.game, plan.seats, count), log)
    play(again)
    return again


def player_of(plan: Plan) -> Callable[[Piece], None]:
    """Return who fills pieces with what comes out of their games, one after the other at the same
    table."""
    game, series_key = plan.game, key_of_seed(plan.seed)
    table = table_for(game, plan.seats, plan.options, plan.data)
    play_series, memory = random_player(game), memory_for(game)

    def play(piece: Piece) -> None:
        broken = play_series(
            table, series_key, piece.first, plan.checking, memory, piece.games, piece.log
        )
        if broken >= 0:
            which = f"the random game with seed '{plan.seed}/{broken}'"
            if game.flaw(table[0]) is None:
                check_ended(game, table[0], which)
            raise BrokenInvariant(f"{game.name}: {which} broke an invariant")

    return play


class Done(NamedTuple):
    """A piece that was carried out. Its games travel only where somebody keeps them: sums of a
    million games are as short as those of ten."""

    piece: Piece | None
    summary: Summary
    seconds: float


def play_in_pieces(plan: Plan, crew: Crew, keep: Keep | None) -> Iterator[Summary]:
    """Have the series played in short pieces, and yield their sums in order."""
    most = MOST_SUMMED if keep is None else MOST_CHUNK
    portion = Portion(crew, plan.games, FIRST_CHUNK, most)
    work = play_and_sum if keep is None else play_and_keep

    def pieces() -> Iterator[Future[Done]]:
        while portion.left:
            at, count = plan.games - portion.left, portion.take()
            yield crew.submit(work, plan, at, count)

    def learn(done: Done) -> None:
        portion.learn(done.summary.games, done.seconds)
        if plan.logged:
            portion.most = max(1, done.summary.games * MOST_DECISIONS // done.summary.moves)

    for done in in_order(crew, pieces(), AHEAD, learn):
        if keep is not None and done.piece is not None:
            keep(done.piece)
        yield done.summary


def play_and_keep(plan: Plan, first: int, count: int) -> Done:
    """Play some games and return all that came out of each."""
    load_code(plan.game, plan.seats, plan.on)
    begin = time.perf_counter()
    if plan.on == GPU:
        # A crew is asked for no more games at once than the GPU takes as one piece.
        ((piece, summary),) = gpu_pieces(plan, first, count, lambda games: None, True)
    else:
        piece = play_chunk(plan, first, count)
        summary = summary_of(plan, piece)
    return Done(piece, summary, time.perf_counter() - begin)


def play_and_sum(plan: Plan, first: int, count: int) -> Done:
    """Play some games and return what they sum up to."""
    load_code(plan.game, plan.seats, plan.on)
    begin = time.perf_counter()
    summary = Summary(plan.seats, plan.game.endings)
    if plan.on == GPU:
        for _, summed in gpu_pieces(plan, first, count, lambda games: None, False):
            summary.join(summed)
    else:
        play, no_log = player_of(plan), blank_log(0)
        room = blank_games(plan.game, plan.seats, min(count, SUMMED_AT_ONCE))
        for at in range(first, first + count, SUMMED_AT_ONCE):
            games = cleared(room, min(SUMMED_AT_ONCE, first + count - at))
            play(Piece(at, games, no_log))
            summary.add(games)
    return Done(None, summary, time.perf_counter() - begin)


def summary_of(plan: Plan, piece: Piece) -> Summary:
    """Sum up a piece."""
    summary = Summary(plan.seats, plan.game.endings)
    summary.add(piece.games)
    return summary

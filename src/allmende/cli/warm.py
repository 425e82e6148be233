"""`allmende warm`: compile now, so that nobody has to wait later."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import TYPE_CHECKING, Any

from allmende.bots.levels import searches_of, think_with_net
from allmende.bots.player import Player
from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.barriers import barriers
from allmende.core.game import Game
from allmende.core.match import Match, from_position, new
from allmende.core.progress import rules_of
from allmende.core.record import copy_record
from allmende.core.registry import find_game, known_games
from allmende.core.rule import HEARERS, heard_by
from allmende.core.sight import Sight
from allmende.lab.processes import worker_processes
from allmende.lab.random_play import random_player
from allmende.lab.simulate import Plan, warm_up
from allmende.lab.unasked import play_by_lot

from .bot_turn import let_bot_decide
from .compiling import watched_rules

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

SEED = "warm"
THOUGHT = Budget(iterations=8)
THOUGHTFUL_PLIES = 30
"""So many decisions are thought about, which uses every part of the search; then chance plays."""
LOOK_EVERY = 20
"""After so many decisions everybody looks at the table: some rules are there for views alone."""


def warm_games(names: Sequence[str]) -> None:
    """Compile the named games, or all that are installed, on all cores."""
    sources = list(names) or known_games()
    games = [find_game(source) for source in sources]
    width = max((len(game.name) for game in games), default=0)
    with watched_rules(rule for game in games for rule in everything(game)) as note:
        for name, seconds in timed_warming(sources, note):
            print(f"{name:<{width}}  … ready in {seconds:.1f} s", flush=True)


def everything(game: Game) -> list[Callable[..., Any]]:
    """List the functions that call all that is compiled of a game."""
    return [*rules_of(game), *searches_of(game), random_player(game)]


def timed_warming(
    sources: Sequence[str], note: Callable[[str], None]
) -> Iterator[tuple[str, float]]:
    """Compile games and yield each with its time as soon as it is ready. What is compiled goes to
    the cache on disk, so it does not matter which process did it."""
    jobs = min(len(sources), os.cpu_count() or 1)
    if jobs <= 1:
        with heard_by(lambda rule: note(rule._uuid)):
            yield from map(warm_source, sources)
        return
    heard = multiprocessing.get_context("spawn").SimpleQueue()
    threading.Thread(target=pass_on, args=(heard, note), daemon=True).start()
    with worker_processes(jobs, report_to, heard) as pool:
        for warmed in as_completed([pool.submit(warm_source, source) for source in sources]):
            yield warmed.result()
    heard.put(None)


def report_to(heard: "SimpleQueue[str | None]") -> None:
    """Say which rules are there, from a worker process."""
    HEARERS.append(lambda rule: heard.put(rule._uuid))


def pass_on(heard: "SimpleQueue[str | None]", note: Callable[[str], None]) -> None:
    """Pass on what worker processes say, until there is nothing more."""
    while (identity := heard.get()) is not None:
        note(identity)


def warm_source(source: str) -> tuple[str, float]:
    """Compile the game of a name or file, and return its name and how long that took."""
    game = find_game(source)
    begin = time.perf_counter()
    warm_game(game)
    return game.name, time.perf_counter() - begin


def warm_game(game: Game) -> None:
    """Compile everything that a table and a laboratory need of a game."""
    warm_up(Plan(game=game, games=1, seats=min(game.seats), seed=SEED))
    match = new(game, min(game.seats), SEED)
    play_by_lot(game, copy_record(match.record), SEED)
    acting = match.to_act[0]
    barriers(game, match.record, acting, [move.number for move in match.legal(acting)])
    play_out(match)
    look_at_everything(match)


def play_out(match: Match) -> None:
    """Play a whole game the way a table does: with advice and some thought, then fast."""
    thinker, fast = SearchBot(match.game, SEED, THOUGHT), RandomBot(SEED)
    match.advise(match.to_act[0], iterations=THOUGHT.iterations)
    think_with_net(Sight(match.game, match.record, match.to_act[0], SEED))
    while not match.over:
        bot: Player = thinker if len(match.moves) < THOUGHTFUL_PLIES else fast
        let_bot_decide(match, bot, match.to_act[0])
        if len(match.moves) % LOOK_EVERY == 1:
            for seat in range(match.seats):
                match.view(seat)


def look_at_everything(match: Match) -> None:
    """Ask a match for all that tables show: rules that only words use compile as well."""
    list(match.story())
    match.board()
    match.breakdown()
    match.ranking()
    from_position(match.game, match.position())

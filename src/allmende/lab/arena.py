"""The arena: players against each other, in games that are fair by their making.

Every deal is played once for each seating: the players move on by one seat, the chance stays. The
games come in the order of the plan on any number of processes, whichever is finished first.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from typing import TypeAlias

import numpy as np

from allmende.core.errors import AllmendeError, BadSetup

from .contest import Plan, check, game_of, play_game, warm_up
from .outcome import Outcome
from .processes import worker_processes
from .run import Run
from .schedule import Meetings, Sitting, all_play_all, in_another_order, sittings_of, swiss_round
from .standings import Result, Tally

__all__ = ["Plan", "check_tournament", "compete", "games_of", "play_office"]

AHEAD = 8
"""So many games for each process are under way, or wait for an earlier one, at most."""

Play: TypeAlias = Callable[[Iterable[Sitting]], Iterator[Outcome]]
PlayOne: TypeAlias = Callable[[Plan, Sitting], Outcome]
"""Plays one game; it must travel to other processes, so it stands at the top of a module."""


def compete(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Callable[[Outcome], None] = lambda outcome: None,
    run: Run | None = None,
    play_one: PlayOne = play_game,
    pool: ProcessPoolExecutor | None = None,
) -> Result:
    """Play all games of a plan. `progress` is told how many games have just been finished, `keep`
    is given what came out of each, in order. Games that a run holds are not played again. Who wants
    to know more of each game brings what plays it, and who has several plans the processes."""
    names = [entrant.name for entrant in check(plan)]
    check_tournament(plan)
    begin = time.perf_counter()
    tally = Tally(len(names), plan.table)
    with play_office(plan, run, play_one, pool) as play:
        for outcome in games_of(plan, play):
            tally.add(outcome)
            keep(outcome)
            progress(1)
    return Result(
        game=game_of(plan.game).name,
        names=tuple(names),
        seats=plan.table,
        asked=plan.games,
        seed=plan.seed,
        options=plan.options,
        jobs=plan.jobs,
        pace=plan.pace,
        swiss=plan.swiss,
        seconds=time.perf_counter() - begin,
        tally=tally,
    )


def check_tournament(plan: Plan) -> None:
    """Make sure that everybody plays, and that a Swiss tournament has somebody to choose among."""
    players = len(plan.players)
    if plan.swiss and players <= plan.table:
        raise BadSetup(
            f"a Swiss tournament needs more players than the {plan.table} of one table, "
            f"not {players}: leave out --swiss"
        )
    if plan.swiss == 1 and players % plan.table:
        raise BadSetup(
            f"{players} players do not fill tables of {plan.table}: in a Swiss tournament of one "
            f"round somebody would never play, so make it 2 rounds or more"
        )
    if plan.deals * plan.table < players:
        raise BadSetup(
            f"--games {plan.games}: too few for {players} players; everybody sits down once "
            f"with --games {math.ceil(players / plan.table) * plan.table}"
        )


def games_of(plan: Plan, play: Play) -> Iterator[Outcome]:
    """Play the deals of a plan, in groups of a round robin or of a Swiss tournament."""
    if plan.swiss:
        return swiss_games(plan, play)
    return play(sittings_of(all_play_all(len(plan.players), plan.table, plan.deals)))


def swiss_games(plan: Plan, play: Play) -> Iterator[Outcome]:
    """Play round by round; who stands where is counted in parts of the others left behind, so that
    a round in which somebody sat out does neither good nor harm."""
    players = len(plan.players)
    meetings, beaten, met = Meetings(players), np.zeros(players), np.zeros(players)
    in_a_round = plan.deals // (plan.swiss or 1)
    for round in range(plan.swiss or 1):
        share = beaten / np.maximum(1, met)
        standing = sorted(range(players), key=lambda player: (-share[player], player))
        groups = swiss_round(standing, plan.table, meetings)
        deals = (
            in_another_order(groups[at % len(groups)], at // len(groups))
            for at in range(in_a_round)
        )
        first = round * in_a_round
        for outcome in play(sittings_of(deals, first * plan.table, first, round)):
            places = np.array(outcome.places)
            ahead = (places[:, None] < places).sum(axis=1)
            level = (places[:, None] == places).sum(axis=1) - 1
            beaten[list(outcome.sitting.players)] += ahead + level / 2
            met[list(outcome.sitting.players)] += len(places) - 1
            yield outcome


@contextmanager
def play_office(
    plan: Plan,
    run: Run | None = None,
    play_one: PlayOne = play_game,
    pool: ProcessPoolExecutor | None = None,
) -> Iterator[Play]:
    """Yield what plays games, here or in other processes, and keeps them in a run if there is
    one."""
    with nullcontext(pool) if pool is not None else workers_for(plan) as pool:
        try:
            yield lambda sittings: played(plan, sittings, pool, run, play_one)
        except BrokenProcessPool:
            raise AllmendeError(
                "a process of the arena ended before its game did, perhaps for want of memory: "
                "try fewer jobs"
            ) from None


@contextmanager
def workers_for(plan: Plan) -> Iterator[ProcessPoolExecutor | None]:
    """Start the processes of a plan, if it wants several, for this plan and others like it."""
    if plan.jobs == 1:
        yield None
        return
    with worker_processes(plan.jobs, warm_up, plan) as pool:
        yield pool


def played(
    plan: Plan,
    sittings: Iterable[Sitting],
    pool: ProcessPoolExecutor | None,
    run: Run | None,
    play_one: PlayOne,
) -> Iterator[Outcome]:
    """Play games and yield what came out in their order."""
    found: dict[int, Outcome] = {}
    running: set[Future[Outcome]] = set()
    waiting: list[int] = []

    def note(outcome: Outcome) -> None:
        found[outcome.sitting.number] = outcome
        if run is not None:
            run.note(outcome)

    for sitting in sittings:
        waiting.append(sitting.number)
        known = run.finished(sitting.number) if run is not None else None
        if known is not None:
            found[sitting.number] = known
        elif pool is None:
            note(play_one(plan, sitting))
        else:
            running.add(pool.submit(play_one, plan, sitting))
        while running and len(waiting) >= AHEAD * plan.jobs and waiting[0] not in found:
            running = gather(running, note)
        yield from in_order(waiting, found)
    while running:
        running = gather(running, note)
        yield from in_order(waiting, found)


def gather(running: set[Future[Outcome]], note: Callable[[Outcome], None]) -> set[Future[Outcome]]:
    """Wait until a game is finished, note what came out, and return those that go on."""
    done, running = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        note(future.result())
    return running


def in_order(waiting: list[int], found: dict[int, Outcome]) -> Iterator[Outcome]:
    """Take out what stands at the front of those that are waited for."""
    while waiting and waiting[0] in found:
        yield found.pop(waiting.pop(0))

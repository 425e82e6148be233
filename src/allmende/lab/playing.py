"""Simulation with players: each stays in its seat, and every game has a deal of its own. What comes
out tells of the game, as random play does, but between those who think."""

import time
from collections.abc import Callable

import numpy as np

from .arena import play_office
from .contest import Plan, check
from .crew import Crew
from .luggage import game_of
from .outcome import Outcome
from .random_play import Games
from .schedule import Sitting
from .simulate import Result
from .summary import Summary


def simulate_players(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Callable[[Outcome], None] = lambda outcome: None,
    crew: Crew | None = None,
) -> Result:
    """Play all games of a plan that names a player for each seat, on this machine if nobody brings
    a crew. `progress` is told how many games have just been finished, and `keep` is given what came
    out of each, in order."""
    names = [entrant.name for entrant in check(plan)]
    begin = time.perf_counter()
    game = game_of(plan.game)
    summary = Summary(plan.table, game.endings)
    seats = tuple(range(plan.table))
    with play_office(plan, crew=crew) as play:
        sittings = (Sitting(number, 0, number, seats) for number in range(plan.games))
        for outcome in play(sittings, plan.games):
            summary.add(games_of(outcome, game.moves))
            keep(outcome)
            progress(1)
        hands = play.hands
    return Result(
        game=game,
        seats=plan.table,
        options=plan.options,
        seed=plan.seed,
        jobs=hands,
        checking=False,
        players=tuple(names),
        summary=summary,
        seconds=time.perf_counter() - begin,
    )


def games_of(outcome: Outcome, moves: int) -> Games:
    """Return what came out of one game as a piece of one, of a game with so many moves."""
    branching = np.zeros(moves + 1, np.int64)
    for found, times in outcome.branching:
        branching[found] = times
    return Games(
        plies=np.array([outcome.plies]),
        endings=np.array([outcome.ending]),
        places=np.array([outcome.places]),
        points=np.array([outcome.points]),
        choices=np.array([outcome.decisions]),
        legal=np.array([outcome.legal]),
        branching=branching,
    )

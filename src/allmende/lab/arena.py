"""The arena: players against each other, in games that are fair by their making.

Every deal is played once for each seating: the players move on by one seat, the chance stays. The
games come in the order of the plan on any number of processes, whichever is finished first.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from allmende.core.errors import BadSetup

from .contest import Plan, check, play_game, warm_up
from .crew import Crew, Portion, finished, in_order
from .luggage import game_of
from .outcome import Outcome
from .processes import processes
from .run import Run
from .schedule import Meetings, Sitting, all_play_all, in_another_order, sittings_of, swiss_round
from .standings import Result, Tally

__all__ = ["Plan", "check_tournament", "compete", "games_of", "play_office"]

AHEAD = 8
"""So many pieces for each hand are under way, or wait for an earlier one, at most."""
MOST_IN_A_PIECE, MOST_WITH_LOG = 64, 8
"""So many games are in a piece at most; those with all decisions take more room."""

PlayOne: TypeAlias = Callable[[Plan, Sitting], Outcome]
"""Plays one game; it must travel to other processes, so it stands at the top of a module."""


def compete(
    plan: Plan,
    progress: Callable[[int], None] = lambda games: None,
    keep: Callable[[Outcome], None] = lambda outcome: None,
    run: Run | None = None,
    play_one: PlayOne = play_game,
    crew: Crew | None = None,
) -> Result:
    """Play all games of a plan, on this machine if nobody brings a crew. `progress` is told how
    many games have just been finished, `keep` is given what came out of each, in order. Games that
    a run holds are not played again. Who wants to know more of each game brings what plays it."""
    names = [entrant.name for entrant in check(plan)]
    check_tournament(plan)
    begin = time.perf_counter()
    tally = Tally(len(names), plan.table)
    with play_office(plan, run, play_one, crew) as play:
        for outcome in games_of(plan, play):
            tally.add(outcome)
            keep(outcome)
            progress(1)
        hands = play.hands
    return Result(
        game=game_of(plan.game).name,
        names=tuple(names),
        seats=plan.table,
        asked=plan.games,
        seed=plan.seed,
        options=plan.options,
        jobs=hands,
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


def games_of(plan: Plan, play: "Office") -> Iterator[Outcome]:
    """Play the deals of a plan, in groups of a round robin or of a Swiss tournament."""
    if plan.swiss:
        return swiss_games(plan, play)
    deals = all_play_all(len(plan.players), plan.table, plan.deals)
    return play(sittings_of(deals), plan.deals * plan.table)


def swiss_games(plan: Plan, play: "Office") -> Iterator[Outcome]:
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
        sittings = sittings_of(deals, first * plan.table, first, round)
        for outcome in play(sittings, in_a_round * plan.table):
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
    crew: Crew | None = None,
) -> Iterator["Office"]:
    """Open what plays games, with a crew or on this machine."""
    with nullcontext(crew) if crew is not None else processes(plan.jobs) as crew:
        yield Office(plan, run, play_one, crew)


class Played(NamedTuple):
    """A piece of a plan: what came out of some games, and how long they took."""

    outcomes: list[Outcome]
    seconds: float


class Office:
    """Has the games of a plan played by a crew, and keeps them in a run if there is one."""

    def __init__(self, plan: Plan, run: Run | None, play_one: PlayOne, crew: Crew) -> None:
        self.plan, self.run, self.play_one, self.crew = plan, run, play_one, crew
        self.known: deque[list[Outcome]] = deque()

    @property
    def hands(self) -> int:
        """How many games are played at the same time."""
        return self.crew.hands

    def __call__(self, sittings: Iterable[Sitting], games: int) -> Iterator[Outcome]:
        """Play so many games and yield what came out in their order."""
        most = MOST_WITH_LOG if self.plan.logged else MOST_IN_A_PIECE
        portion = Portion(self.crew, games, first=1, most=most)
        coming = iter(sittings)

        def pieces() -> Iterator[Future[Played]]:
            while portion.left:
                yield self.handed_over(list(islice(coming, portion.take())))

        def note(played: Played) -> None:
            if played.outcomes:
                portion.learn(len(played.outcomes), played.seconds)
            if self.run is not None:
                for outcome in played.outcomes:
                    self.run.note(outcome)

        for played in in_order(self.crew, pieces(), AHEAD, note):
            piece = [*self.known.popleft(), *played.outcomes]
            yield from sorted(piece, key=lambda outcome: outcome.sitting.number)

    def handed_over(self, sittings: list[Sitting]) -> Future[Played]:
        """Hand over a piece, without the games that the run holds already."""
        found = {it.number: self.run.finished(it.number) for it in sittings} if self.run else {}
        self.known.append([outcome for outcome in found.values() if outcome is not None])
        missing = [it for it in sittings if found.get(it.number) is None]
        if not missing:
            return finished(Played([], 0.0))
        return self.crew.submit(play_some, self.plan, self.play_one, missing)


def play_some(plan: Plan, play_one: PlayOne, sittings: list[Sitting]) -> Played:
    """Play some games, one after the other."""
    warm_up(plan)
    begin = time.perf_counter()
    outcomes = [play_one(plan, sitting) for sitting in sittings]
    return Played(outcomes, time.perf_counter() - begin)

"""The arena: players against each other, in games that are fair by their making.

Every deal is played once for each seating: the players move on by one seat, the chance stays. A
game hangs on the seed of the arena, the number of the deal and the seating alone, so the same
plan gives the same games on any number of processes, as long as no player looks at a clock.
"""

import hashlib
import math
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from allmende.bots.guard import LIMIT, Guard
from allmende.bots.levels import LEVELS
from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.chance import key_of_seed, set_chance
from allmende.core.errors import AllmendeError, BadSetup
from allmende.core.game import Game
from allmende.core.length import check_ended, goes_on
from allmende.core.record import Record, copy_record
from allmende.core.registry import find_game
from allmende.core.sight import Sight
from allmende.core.turns import first_waiting

from .entrants import Entrant, Named, entrants_named
from .processes import worker_processes
from .standings import Outcome, Result
from .unasked import lots_for, play_by_lot, unasked_moves

WARM_UP = Budget(iterations=8)
SEED_DIGITS = 32


@dataclass(frozen=True)
class Plan:
    """What is to be played. `game` is a name or the path of a file, as other processes need it.

    Players are names of levels or classes, or entrants of one's own; as many as there are seats.
    """

    game: str
    players: tuple[str | Entrant, ...]
    games: int
    seed: str
    options: dict[str, str] = field(default_factory=dict)
    jobs: int = 1
    pace: float = 1.0
    bots: tuple[str, ...] = ()
    limit: float | None = LIMIT

    @property
    def seatings(self) -> int:
        """In how many ways the players sit down, each one seat further than before."""
        return len(self.players)

    @property
    def deals(self) -> int:
        """How many deals are played; the number of games is rounded up to whole deals."""
        return math.ceil(self.games / self.seatings)

    def entrants(self) -> list[Entrant]:
        """Return the players, those given by name made from it."""
        names = [player for player in self.players if isinstance(player, str)]
        named = iter(entrants_named(names, self.bots, self.pace))
        return [next(named) if isinstance(player, str) else player for player in self.players]


def compete(plan: Plan, progress: Callable[[int], None] = lambda games: None) -> Result:
    """Play all games of a plan. `progress` is told how many games have just been finished."""
    names = [entrant.name for entrant in check(plan)]
    begin = time.perf_counter()
    outcomes: list[Outcome] = []
    for outcome in play_all(plan):
        outcomes.append(outcome)
        progress(1)
    outcomes.sort(key=lambda outcome: (outcome.deal, outcome.seating))
    return Result(
        game=game_of(plan.game).name,
        names=tuple(names),
        asked=plan.games,
        seed=plan.seed,
        options=plan.options,
        jobs=plan.jobs,
        pace=plan.pace,
        seconds=time.perf_counter() - begin,
        outcomes=tuple(outcomes),
    )


def check(plan: Plan) -> list[Entrant]:
    """Make every player once: mistakes show, and all that can be compiled is, before the start."""
    game = game_of(plan.game)
    if plan.seatings not in game.seats:
        possible = " or ".join(str(count) for count in game.seats)
        raise BadSetup(
            f"{game.name} is played by {possible}, so name {possible} players, "
            f"not {plan.seatings}; a name may stand there more than once"
        )
    game.option_indices(plan.options)
    entrants = plan.entrants()
    for entrant in entrants:
        entrant.make(game, plan.seed)
    if plan.jobs > 1:
        for entrant in entrants:
            check_travels(entrant)
    warm_up(plan)
    return entrants


def check_travels(entrant: Entrant) -> None:
    """Make sure that an entrant can be sent to another process."""
    try:
        pickle.dumps(entrant)
    except Exception as trouble:
        raise BadSetup(
            f"player '{entrant.name}' cannot be sent to other processes ({trouble}): make it with "
            f"a function or class at the top of a module, or play with one job"
        ) from None


def warm_up(plan: Plan) -> None:
    """Play a game by lot, and let a search think for a moment, so that no player pays for loading
    its code."""
    game, s = game_of(plan.game), deal(plan, 0)
    makers = [entrant.make for entrant in plan.entrants()]
    if any(isinstance(maker, Named) and maker.level in LEVELS for maker in makers):
        seat = first_waiting(s)
        SearchBot(game, plan.seed, WARM_UP).choose(Sight(game, s, seat, plan.seed))
    play_by_lot(game, s, plan.seed)


@cache
def game_of(where: str) -> Game:
    """Return the game of a name or file; looking it up takes longer than a decision."""
    return find_game(where)


@cache
def table_of(where: str, seats: int, options: tuple[tuple[str, str], ...]) -> Record:
    """Return a record with seats, options and data; reading the data takes longer than a game."""
    return game_of(where).prepare(seats, dict(options))


def deal(plan: Plan, number: int) -> Record:
    """Deal game `number` of the series."""
    s = copy_record(table_of(plan.game, plan.seatings, tuple(sorted(plan.options.items()))))
    set_chance(s, key_of_seed(f"{plan.seed}/{number}"), 0)
    game_of(plan.game).rules.deal(s)
    return s


def play_all(plan: Plan) -> Iterator[Outcome]:
    """Play every deal in every seating, here or in other processes, in any order."""
    tasks = [(number, seating) for number in range(plan.deals) for seating in range(plan.seatings)]
    if plan.jobs == 1:
        for number, seating in tasks:
            yield play_game(plan, number, seating)
        return
    with worker_processes(plan.jobs, warm_up, plan) as pool:
        futures: list[Future[Outcome]] = [pool.submit(play_game, plan, *task) for task in tasks]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BrokenProcessPool:
            raise AllmendeError(
                "a process of the arena ended before its game did, perhaps for want of memory: "
                "try fewer jobs"
            ) from None


def play_game(plan: Plan, number: int, seating: int) -> Outcome:
    """Play one deal to the end in one seating."""
    return GameInArena(plan, number, seating).play()


class GameInArena:
    """One game: fresh players, each under guard, and a clock for each of them.

    Players that do not think are not asked, they would answer the same: their moves are made in
    one go with the forced ones, and need no guard.
    """

    def __init__(self, plan: Plan, number: int, seating: int) -> None:
        self.game = game_of(plan.game)
        self.s = deal(plan, number)
        self.number, self.seating = number, seating
        self.name = f"{plan.seed}, deal {number}, seating {seating}"
        self.entrants = plan.entrants()
        self.guards = [self.guard(plan, at) for at in range(len(self.entrants))]
        self.lots = lots_for(self.game, [self.key_in(seat) for seat in self.seats])
        self.decisions = [0] * len(self.entrants)
        self.seconds = [0.0] * len(self.entrants)

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(len(self.entrants))

    def guard(self, plan: Plan, at: int) -> Guard:
        """Make a player and put it under guard."""
        entrant, seed = self.entrants[at], secret_seed(f"{self.name}, player {at}")
        return Guard(entrant.make(self.game, seed), entrant.name, seed, plan.limit)

    def player_in(self, seat: int) -> int:
        """Return which of the players sits in a seat."""
        return (seat + self.seating) % len(self.entrants)

    def key_in(self, seat: int) -> np.ndarray | None:
        """Return the key of the player in a seat if it does not think."""
        player = self.guards[self.player_in(seat)].player
        return player.key if isinstance(player, RandomBot) else None

    def play(self) -> Outcome:
        """Play to the end and note what came out, player by player."""
        self.play_unasked()
        while goes_on(self.s, self.game.longest):
            seat = first_waiting(self.s)
            self.game.rules.play(self.s, seat, self.decide(seat))
            self.play_unasked()
        check_ended(self.game, self.s, self.name)
        by_player = sorted(self.seats, key=self.player_in)
        places, points = self.game.places(self.s), self.game.scores(self.s)
        return Outcome(
            deal=self.number,
            seating=self.seating,
            places=tuple(places[seat] for seat in by_player),
            points=tuple(points[seat] for seat in by_player),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            plies=int(self.s.ply),
            incidents=tuple(tuple(guard.incidents) for guard in self.guards),
        )

    def play_unasked(self) -> None:
        """Play on until somebody has to think; the time goes to those for whom was decided."""
        begin = time.perf_counter()
        unasked_moves(self.game)(self.s, self.lots)
        seconds = time.perf_counter() - begin
        made = self.lots.decisions.tolist()
        for seat in self.seats:
            self.decisions[self.player_in(seat)] += made[seat]
            self.seconds[self.player_in(seat)] += seconds * made[seat] / max(1, sum(made))
        self.lots.decisions[:] = 0

    def decide(self, seat: int) -> int:
        """Ask the player in a seat."""
        sight = Sight(self.game, self.s, seat, f"{self.name}, seat {seat}, ply {self.s.ply}")
        at = self.player_in(seat)
        begin = time.perf_counter()
        move = self.guards[at].choose(sight)
        self.seconds[at] += time.perf_counter() - begin
        self.decisions[at] += 1
        return move


def secret_seed(name: str) -> str:
    """Make a seed from which nobody can tell the seed of the deal."""
    return hashlib.sha256(f"allmende player: {name}".encode()).hexdigest()[:SEED_DIGITS]

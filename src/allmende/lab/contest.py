"""One game between players, each under guard, and the plan that it belongs to.

A game hangs on the seed of the plan, the number of the deal and the players in their seats alone,
so the same plan gives the same games on any number of processes, as long as no player looks at a
clock.
"""

import hashlib
import json
import math
import pickle
import time
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from allmende.bots.guard import LIMIT, Guard
from allmende.bots.levels import LEVELS, OWL, think_with_net
from allmende.bots.random import RandomBot, lot
from allmende.bots.search.thinker import Budget, Thought
from allmende.bots.searching import SearchBot
from allmende.core.chance import key_of_seed, set_chance
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.length import check_ended, goes_on
from allmende.core.record import Record, copy_record
from allmende.core.sight import Sight
from allmende.core.turns import first_waiting

from .entrants import Entrant, Named, entrants_named
from .loading import load
from .luggage import game_of
from .outcome import Decision, Outcome
from .schedule import Sitting
from .unasked import lots_for, play_by_lot, unasked_moves

WARM_UP, SEED_OF_WARM_UP = Budget(iterations=8), "warm"
SEED_DIGITS = 32
WARM: set[tuple[str, bool, bool]] = set()
"""The games whose code this process has loaded, without and with that of a search."""


@dataclass(frozen=True)
class Plan:
    """What is to be played. `game` is a name or the path of a file, as other processes need it.

    Players are names of levels or classes, or entrants of one's own. With more players than seats
    they take turns; without a number of seats there are as many as players, or as few as the game
    allows if these are too many.
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
    seats: int | None = None
    swiss: int | None = None
    """The number of rounds of a Swiss tournament; without it everybody meets everybody."""
    logged: bool = False
    """Whether every decision is noted."""
    data: str | None = None
    """A data document of one's own, as JSON."""

    @property
    def table(self) -> int:
        """How many sit at a table."""
        count, possible = len(self.players), game_of(self.game).seats
        return self.seats or (count if count in possible else min(possible))

    @property
    def tables(self) -> int:
        """How many tables there are in a round of a Swiss tournament."""
        return len(self.players) // self.table

    @property
    def deals(self) -> int:
        """How many deals are played; the number of games is rounded up to whole deals, and in a
        Swiss tournament to the same number of them at each table of each round."""
        at_once = self.table * (self.tables * self.swiss if self.swiss else 1)
        return math.ceil(self.games / at_once) * (at_once // self.table)

    def entrants(self) -> list[Entrant]:
        """Return the players, those given by name made from it."""
        names = [player for player in self.players if isinstance(player, str)]
        named = iter(entrants_named(names, self.bots, self.pace))
        return [next(named) if isinstance(player, str) else player for player in self.players]


def check(plan: Plan) -> list[Entrant]:
    """Make every player once: mistakes show, and all that can be compiled is, before the start."""
    game = game_of(plan.game)
    check_seats(plan, game)
    game.option_indices(plan.options)
    entrants = plan.entrants()
    for entrant in entrants:
        entrant.make(game, plan.seed)
    if plan.jobs > 1:
        for entrant in entrants:
            check_travels(entrant)
    warm_up(plan)
    return entrants


def check_seats(plan: Plan, game: Game) -> None:
    """Make sure that there are players for all seats."""
    if plan.seats is not None:
        game.check_seats(plan.seats)
    if len(plan.players) < plan.table:
        possible = " or ".join(str(count) for count in game.seats)
        reason = f"{game.name} is played by {possible}"
        if plan.seats is not None:
            reason = f"there are {plan.seats} seats"
        raise BadSetup(
            f"{reason}, so name {plan.table} players or more, not {len(plan.players)}; "
            f"a name may stand there more than once"
        )


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
    its code. A process does so once, whatever further plans it gets."""
    game, s = game_of(plan.game), deal(plan, 0)
    makers = [entrant.make for entrant in plan.entrants()]
    levels = {maker.level for maker in makers if isinstance(maker, Named)}
    searching, with_net = not levels.isdisjoint(LEVELS), OWL in levels
    if (plan.game, searching, with_net) in WARM:
        return
    sight = Sight(game, s, first_waiting(s), plan.seed)
    if searching:
        load_search(sight)
    if with_net:
        load(lambda: think_with_net(sight))
    load(lambda: play_by_lot(game, copy_record(s), plan.seed))
    WARM.add((plan.game, searching, with_net))


def load_search(sight: Sight) -> None:
    """Let a search think for a moment."""
    load(lambda: SearchBot(sight.game, SEED_OF_WARM_UP, WARM_UP).choose(sight))


@cache
def table_of(
    where: str, seats: int, options: tuple[tuple[str, str], ...], data: str | None
) -> Record:
    """Return a record with seats, options and data; reading the data takes longer than a game."""
    return game_of(where).prepare(seats, dict(options), None if data is None else json.loads(data))


def deal(plan: Plan, number: int) -> Record:
    """Deal game `number` of the series."""
    options = tuple(sorted(plan.options.items()))
    s = copy_record(table_of(plan.game, plan.table, options, plan.data))
    set_chance(s, key_of_seed(seed_of(plan.seed, number)), 0)
    game_of(plan.game).rules.deal(s)
    return s


def seed_of(series: str, number: int) -> str:
    """Return the seed of a deal of a series; a new match with it has the same chance."""
    return f"{series}/{number}"


def play_game(plan: Plan, sitting: Sitting) -> Outcome:
    """Play one game to its end."""
    return Contest(plan, sitting).play()


class Contest:
    """One game: fresh players, each under guard, and a clock for each of them.

    Players that do not think are not asked, they would answer the same: their moves are made in
    one go with the forced ones, and need no guard.
    """

    def __init__(self, plan: Plan, sitting: Sitting) -> None:
        self.game = game_of(plan.game)
        self.s = deal(plan, sitting.deal)
        self.sitting, self.logged = sitting, plan.logged
        who = ", ".join(str(player) for player in sitting.players)
        self.name = f"{plan.seed}, deal {sitting.deal}, players {who}"
        entrants = plan.entrants()
        self.guards = [
            self.guard(entrants[player], seat, plan.limit)
            for seat, player in enumerate(sitting.players)
        ]
        self.lots = lots_for(self.game, [self.key_in(seat) for seat in self.seats])
        self.decisions = [0 for _ in self.seats]
        self.seconds = [0.0 for _ in self.seats]
        self.log: list[Decision] = []

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(len(self.sitting.players))

    def guard(self, entrant: Entrant, seat: int, limit: float | None) -> Guard:
        """Make a player and put it under guard."""
        seed = secret_seed(f"{self.name}, seat {seat}")
        return Guard(entrant.make(self.game, seed), entrant.name, seed, limit)

    def key_in(self, seat: int) -> np.ndarray | None:
        """Return the key of the player in a seat if it does not think."""
        player = self.guards[seat].player
        return player.key if isinstance(player, RandomBot) else None

    def play(self) -> Outcome:
        """Play to the end and note what came out, seat by seat."""
        self.play_unasked()
        while goes_on(self.s, self.game.longest):
            seat = first_waiting(self.s)
            self.game.rules.play(self.s, seat, self.decide(seat))
            self.play_unasked()
        check_ended(self.game, self.s, self.name)
        found = np.nonzero(self.lots.branching)[0].tolist()
        return Outcome(
            sitting=self.sitting,
            places=tuple(self.game.places(self.s)),
            points=tuple(self.game.scores(self.s)),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            plies=int(self.s.ply),
            ending=int(self.s.over) - 1,
            branching=tuple((legal, int(self.lots.branching[legal])) for legal in found),
            incidents=tuple(tuple(guard.incidents) for guard in self.guards),
            log=tuple(self.log),
        )

    def play_unasked(self) -> None:
        """Play on until somebody has to think; the time goes to those for whom was decided. Where
        every decision is noted, they are made one by one instead."""
        if self.logged:
            return
        begin = time.perf_counter()
        unasked_moves(self.game)(self.s, self.lots)
        seconds = time.perf_counter() - begin
        made = self.lots.decisions.tolist()
        for seat in self.seats:
            self.decisions[seat] += made[seat]
            self.seconds[seat] += seconds * made[seat] / max(1, sum(made))
        self.lots.decisions[:] = 0

    def decide(self, seat: int) -> int:
        """Find the move of a seat: the only one, one by lot, or what its player says."""
        legal = self.game.legal_moves(self.s, seat)
        if not legal:
            check_ended(self.game, self.s, self.name)
        self.lots.branching[len(legal)] += 1
        begin, incidents = time.perf_counter(), len(self.guards[seat].incidents)
        move = legal[0] if len(legal) == 1 else self.choose(seat, legal)
        if len(legal) > 1:
            self.seconds[seat] += time.perf_counter() - begin
            self.decisions[seat] += 1
        if self.logged:
            self.note(seat, len(legal), move, incidents)
        return move

    def choose(self, seat: int, legal: list[int]) -> int:
        """Let the player in a seat choose."""
        key = self.key_in(seat)
        if key is not None:
            return legal[lot(key, seat, self.s.ply, len(legal))]
        sight = Sight(self.game, self.s, seat, f"{self.name}, seat {seat}, ply {self.s.ply}")
        return self.guards[seat].choose(sight)

    def note(self, seat: int, legal: int, move: int, incidents: int) -> None:
        """Write a decision down, with what the player thought if it can be asked for that."""
        guard = self.guards[seat]
        new = guard.incidents[incidents:]
        thought = thought_of(guard) if legal > 1 and not new else None
        self.log.append(
            Decision(
                seat=seat,
                phase=self.game.phases[int(self.s.phase)],
                legal=legal,
                move=move,
                notation=self.game.words.notation(self.s, seat, move),
                iterations=thought.iterations if thought else None,
                value=value_of(thought, move) if thought else None,
                incident=new[0].kind if new else None,
            )
        )


def thought_of(guard: Guard) -> Thought | None:
    """Return the last thought of a player that shows it as `thought`."""
    thought = getattr(guard.player, "thought", None)
    return thought if isinstance(thought, Thought) else None


def value_of(thought: Thought, move: int) -> float | None:
    """Return the chance to win that a thought saw in a move."""
    return next((tried.win for tried in thought.moves if tried.move == move), None)


def secret_seed(name: str) -> str:
    """Make a seed from which nobody can tell the seed of the deal."""
    return hashlib.sha256(f"allmende player: {name}".encode()).hexdigest()[:SEED_DIGITS]

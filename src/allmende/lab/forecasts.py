"""Forecasts: what a search said in the middle of games, next to how they ended.

Players of one strength play whole games. Then the coach's search is asked about some positions of
each, early and late ones alike; what came of a position is what came of its game.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from allmende.bots.coach import PatientNetThinker, PatientThinker
from allmende.bots.search.thinker import Budget, Considered, Thinker, Thought
from allmende.bots.searching import SearchBot
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.length import check_ended, goes_on
from allmende.core.record import Record, copy_record
from allmende.core.sight import Sight
from allmende.core.turns import first_waiting

from .crew import in_order
from .luggage import game_of
from .processes import processes

PLAYERS_THINK, CARELESSNESS = Budget(iterations=100), 0.2
"""The players: good enough that a lead is worth something, quick enough for thousands of games."""
COACH_THINKS = (100, 400, 1600)
"""As many games as the coach may imagine for a move of a long game, a usual one and a short one."""
POSITIONS = 8
"""How many positions of a game are asked about."""
NODES = 1 << 16
GAMES_AT_ONCE = 10
WAITING_PER_JOB = 4


@dataclass(frozen=True)
class Forecast:
    """A position that was thought about, and which part of the victory each seat had in the end."""

    game: int
    ply: int
    plies: int
    """How long the game became."""
    seat: int
    thought: Thought
    won: tuple[float, ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.won)

    @property
    def best(self) -> Considered:
        """The move that the search liked best."""
        return self.thought.moves[0]


@dataclass(frozen=True)
class Series:
    """Which games to play: so many of a game, named or in a file, from a seed."""

    game: str
    games: int
    seed: str = "forecasts"
    jobs: int = 1
    with_net: bool = False
    """Whether the coach thinks with the net of the game."""


def forecasts(
    series: Series, progress: Callable[[int], None] = lambda games: None
) -> Iterator[Forecast]:
    """Play the games of a series, here or in other processes, and yield what was said in them, in
    the order of the games."""
    parts = [
        range(first, min(first + GAMES_AT_ONCE, series.games))
        for first in range(0, series.games, GAMES_AT_ONCE)
    ]
    with processes(series.jobs) as crew:
        asked = (crew.submit(asked_in_games, series, numbers) for numbers in parts)
        for found in in_order(crew, asked, WAITING_PER_JOB):
            progress(len({forecast.game for forecast in found}))
            yield from found


def asked_in_games(series: Series, numbers: range) -> list[Forecast]:
    """Play some games of a series and ask in each of them."""
    game = game_of(series.game)
    coach = (PatientNetThinker if series.with_net else PatientThinker)(game, series.seed, NODES)
    return [it for number in numbers for it in asked_in_game(game, series.seed, number, coach)]


def asked_in_game(game: Game, seed: str, number: int, coach: Thinker) -> Iterator[Forecast]:
    """Play a game and ask the coach about some of its decisions."""
    name = f"{seed} {number}"
    chance = Random(name)
    decisions, end = played(game, name, game.seats[number % len(game.seats)])
    places = game.places(end)
    won = tuple((place == 1) / places.count(1) for place in places)
    for part in range(POSITIONS if decisions else 0):
        s, seat = decisions[int((part + chance.random()) / POSITIONS * len(decisions))]
        sight = Sight(game, s, seat, f"{name}, asked at {s.ply}")
        coach.expect_nothing()
        thought = coach.think(sight, Budget(iterations=chance.choice(COACH_THINKS)))
        yield Forecast(number, int(s.ply), int(end.ply), seat, thought, won)


def played(game: Game, name: str, seats: int) -> tuple[list[tuple[Record, int]], Record]:
    """Play a game; return each position in which a seat had to think, with that seat, and the
    end."""
    s = game.deal(seats, key_of_seed(name), {})
    player = SearchBot(game, name, PLAYERS_THINK, CARELESSNESS, NODES)
    decisions: list[tuple[Record, int]] = []
    while goes_on(s, game.longest):
        seat = first_waiting(s)
        sight = Sight(game, s, seat, f"{name}, ply {s.ply}")
        if len(sight.legal()) > 1:
            decisions.append((copy_record(s), seat))
        game.rules.play(s, seat, player.choose(sight))
    check_ended(game, s, name)
    return decisions, s

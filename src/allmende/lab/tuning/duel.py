"""A candidate against the insight that a game has, both with the same thought.

A far horizon makes every imagined game longer. So a thought is limited by the decisions of the
imagined games in it, which are the same on every machine, and not by the number of those games.
Every deal stands for itself: its result hangs on the duel and the number of the deal alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from allmende.bots.search.thinker import Budget, Thinker
from allmende.bots.searching import SearchBot
from allmende.core.game import Game
from allmende.core.match import new
from allmende.core.sight import Sight
from allmende.lab.arena import compete
from allmende.lab.contest import Plan, load_search
from allmende.lab.crew import Crew, in_order
from allmende.lab.entrants import Entrant
from allmende.lab.luggage import game_of

from .space import Numbers

CANDIDATE, PRESENT = "candidate", "present"
PRICE_SEED = "price"
AHEAD = 4
"""So many deals for each hand are under way, or wait for an earlier one, at most."""
POSITIONS, LOOK = 12, Budget(iterations=100)


@dataclass(frozen=True)
class Duel:
    """Who meets whom: the numbers of a candidate, and how the games are played."""

    game: str
    candidate: Numbers
    iterations: int
    """How many games the present insight imagines for a decision, about."""
    seats: tuple[int, ...]
    """With how many players, in turn."""
    options: tuple[tuple[str, str], ...]
    seed: str


@dataclass(frozen=True)
class Searching:
    """Makes players that search with some numbers instead of those of the game."""

    numbers: Numbers | None
    budget: Budget

    def __call__(self, game: Game, seed: str) -> SearchBot:
        """Make a player."""
        insight = game.insight if self.numbers is None else self.numbers.put_into(game.insight)
        return SearchBot(replace(game, insight=insight), seed, self.budget)


def play_deal(duel: Duel, number: int) -> float:
    """Play a deal in all seatings, and return how often the candidate was ahead of the others."""
    seats = duel.seats[number % len(duel.seats)]
    price = price_of_iteration(duel.game, seats, duel.options)
    budget = Budget(decisions=max(1, round(duel.iterations * price)))
    others = [Entrant(PRESENT, Searching(None, budget))] * (seats - 1)
    plan = Plan(
        game=duel.game,
        players=(Entrant(CANDIDATE, Searching(duel.candidate, budget)), *others),
        games=seats,
        seed=f"{duel.seed} deal {number}",
        options=dict(duel.options),
        limit=None,
    )
    return compete(plan).pair(CANDIDATE, PRESENT).share


def deals_for(games: int, seats: Sequence[int]) -> int:
    """Return how many deals make at least so many games."""
    deals = 0
    while games > 0:
        games -= seats[deals % len(seats)]
        deals += 1
    return deals


@cache
def price_of_iteration(where: str, seats: int, options: tuple[tuple[str, str], ...]) -> float:
    """Count what the present insight pays for an imagined game, on average over a whole game."""
    game = game_of(where)
    thinker, spent, iterations = Thinker(game, PRICE_SEED), 0, 0
    sights = list(sights_in_a_game(game, seats, dict(options)))
    for sight in sights[:1]:
        load_search(sight)
    for sight in sights[:: max(1, len(sights) // POSITIONS)]:
        thinker.expect_nothing()
        iterations += thinker.think(sight, LOOK).iterations
        spent += int(thinker.memory.spent[0])
    return spent / max(1, iterations)


def sights_in_a_game(game: Game, seats: int, options: dict[str, str]) -> Iterator[Sight]:
    """Yield all decisions of a game that is played by lot."""
    chance, match = Random(PRICE_SEED), new(game, seats, PRICE_SEED, options)
    while not match.over:
        seat = match.to_act[0]
        moves = match.legal(seat)
        if len(moves) > 1:
            yield Sight(game, match.record, seat, PRICE_SEED)
        match.play(chance.choice(moves))


class Hall:
    """Where deals are played, by a crew."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    def shares(self, duel: Duel, deals: range, note: Callable[[int], None]) -> list[float]:
        """Play some deals, in their order; `note` is told of the games of each."""
        shares = []
        played = (self.crew.submit(play_deal, duel, number) for number in deals)
        for number, share in zip(deals, in_order(self.crew, played, AHEAD), strict=True):
            shares.append(share)
            note(duel.seats[number % len(duel.seats)])
        return shares

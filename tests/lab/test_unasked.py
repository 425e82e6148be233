"""Moves nobody is asked for: the same as if everybody had been."""

from collections.abc import Sequence

import pytest

from allmende.bots.random import RandomBot
from allmende.core.game import Game
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from allmende.lab.arena import GameInArena, Plan, compete, deal
from allmende.lab.entrants import Entrant
from allmende.lab.standings import Outcome
from tests.conformance.subjects import SMALL_GAME

from .players import First, no_thought

FOUR = "examples/four_in_a_row.py"


class Asked:
    """A random player that the arena does not recognise, so that it asks."""

    def __init__(self, game: Game, seed: str) -> None:
        self.inside = RandomBot(seed)

    def choose(self, sight: Sight) -> int:
        return self.inside.choose(sight)


def lasting(outcomes: Sequence[Outcome]) -> list[tuple[object, ...]]:
    """Leave out what depends on the clock."""
    return [
        (game.deal, game.seating, game.places, game.points, game.decisions, game.plies)
        for game in outcomes
    ]


@pytest.mark.parametrize("where", [FOUR, SMALL_GAME, *known_games()])
def test_who_does_not_think_plays_the_same_asked_or_not(where: str) -> None:
    seats = find_game(where).seats[-1]
    results = [
        compete(Plan(where, (Entrant("x", maker),) * seats, seats, "s", limit=None))
        for maker in (no_thought, Asked)
    ]
    assert lasting(results[0].outcomes) == lasting(results[1].outcomes)
    assert sum(results[0].outcomes[0].decisions) > 0


def test_players_that_think_are_asked_in_between() -> None:
    players = (Entrant("x", no_thought), Entrant("first", First), Entrant("y", no_thought))
    mixed = compete(Plan(SMALL_GAME, players, 3, "s"))
    players = (Entrant("x", Asked), Entrant("first", First), Entrant("y", Asked))
    asked = compete(Plan(SMALL_GAME, players, 3, "s"))
    assert lasting(mixed.outcomes) == lasting(asked.outcomes)
    assert all(game.decisions[1] > 0 for game in mixed.outcomes)


def test_a_thinking_player_is_asked_only_for_what_is_a_choice() -> None:
    plan = Plan("mischwald", (Entrant("first", First),) * 2, 2, "s")
    game = GameInArena(plan, 0, 0)
    outcome = game.play()
    choices = replayed(plan, outcome.plies)
    assert sum(outcome.decisions) == choices < outcome.plies


def replayed(plan: Plan, plies: int) -> int:
    """Play a deal with the first move always, and count where there was a choice."""
    s, game, choices = deal(plan, 0), find_game(plan.game), 0
    while not s.over:
        seat = game.to_act(s)[0]
        legal = Sight(game, s, seat, "s").legal()
        choices += len(legal) > 1
        game.rules.play(s, seat, legal[0])
    assert s.ply == plies
    return choices


def test_the_time_goes_to_those_for_whom_was_decided() -> None:
    players = (Entrant("x", no_thought), Entrant("y", no_thought))
    for game in compete(Plan(FOUR, players, 2, "s")).outcomes:
        assert all(seconds > 0 for seconds in game.seconds)

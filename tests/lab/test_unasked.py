"""Moves nobody is asked for: the same as if everybody had been."""

from collections.abc import Sequence

import pytest

from allmende.bots.random import RandomBot
from allmende.core.game import Game
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from allmende.lab.arena import compete
from allmende.lab.contest import Contest, Plan, deal
from allmende.lab.entrants import Entrant
from allmende.lab.outcome import Outcome
from allmende.lab.schedule import Sitting
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
        (game.sitting, game.places, game.points, game.decisions, game.plies, game.branching)
        for game in outcomes
    ]


def outcomes_of(plan: Plan) -> list[Outcome]:
    outcomes: list[Outcome] = []
    compete(plan, keep=outcomes.append)
    return outcomes


@pytest.mark.parametrize("where", [FOUR, SMALL_GAME, *known_games()])
def test_who_does_not_think_plays_the_same_asked_or_not(where: str) -> None:
    seats = find_game(where).seats[-1]
    unasked, asked, noted = (
        outcomes_of(
            Plan(where, (Entrant("x", maker),) * seats, seats, "s", limit=None, logged=logged)
        )
        for maker, logged in ((no_thought, False), (Asked, False), (no_thought, True))
    )
    assert lasting(unasked) == lasting(asked) == lasting(noted)
    assert sum(unasked[0].decisions) > 0
    assert [len(game.log) for game in noted] == [game.plies for game in unasked]


def test_players_that_think_are_asked_in_between() -> None:
    players = (Entrant("x", no_thought), Entrant("first", First), Entrant("y", no_thought))
    mixed = outcomes_of(Plan(SMALL_GAME, players, 3, "s"))
    players = (Entrant("x", Asked), Entrant("first", First), Entrant("y", Asked))
    asked = outcomes_of(Plan(SMALL_GAME, players, 3, "s"))
    assert lasting(mixed) == lasting(asked)
    assert all(game.decisions[game.sitting.players.index(1)] > 0 for game in mixed)


def test_a_thinking_player_is_asked_only_for_what_is_a_choice() -> None:
    plan = Plan("mischwald", (Entrant("first", First),) * 2, 2, "s")
    game = Contest(plan, Sitting(0, 0, 0, (0, 1)))
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
    for game in outcomes_of(Plan(FOUR, players, 2, "s")):
        assert all(seconds > 0 for seconds in game.seconds)

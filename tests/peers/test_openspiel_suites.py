"""OpenSpiel's own suites: its random simulation, and its `api_test` on states that were played."""

import random
import unittest
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from tests.peers.openspiel_games import KUHN_POKER, SETUPS, random_states

STATES = 40
"""So many states of a random game are looked at, besides the deals that OpenSpiel samples."""
DEALS = 10


@pytest.mark.parametrize("setup", [*SETUPS, KUHN_POKER])
def test_random_simulation(setup: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(setup), 1, True, False)


def on_played_states(game: Any) -> type:
    """Make the class that asks of a game what `api_test` does, of states that were played too."""

    class PlayedStates(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            sampled = api_test.sample_some_states.sample_some_states(game, max_states=DEALS)
            played = random_states(game, 1)
            cls.game, cls.game_type, cls.game_name = game, game.get_type(), str(game)
            cls.some_states = [*sampled, *random.Random(1).sample(played, STATES), played[-1]]

    return PlayedStates


def on_the_full_tree(game: Any, known_as: str) -> type:
    """Make the class that asks of all states what `api_test` knows of a game of OpenSpiel."""
    facts = {"game": game, "game_name": known_as}
    return type("FullTree", (api_test.EnforceAPIOnFullTreeBase,), facts)


def passes(suite: type, tests: int) -> None:
    """Run a class of tests."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    trouble = [text for _, text in (*result.failures, *result.errors)]
    assert trouble == []
    assert (result.testsRun, result.skipped) == (tests, [])


@pytest.mark.parametrize("setup", SETUPS)
def test_interface_on_played_states(setup: str) -> None:
    passes(on_played_states(pyspiel.load_game(setup)), 5)


def test_interface_on_the_full_tree_of_kuhn_poker() -> None:
    game = pyspiel.load_game(f"{KUHN_POKER}(returns=points)")
    passes(on_the_full_tree(game, "kuhn_poker"), 8)

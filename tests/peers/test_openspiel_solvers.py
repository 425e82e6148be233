"""OpenSpiel's solvers and bots on our games, and our Kuhn poker beside OpenSpiel's own."""

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    get_all_states,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from tests.peers.openspiel_games import KUHN_POKER, SETUPS, random_states

CFR_ITERATIONS = 20
SAMPLED_ITERATIONS = 4_000
SIMULATIONS = 4
DECISIONS = 3
DEPTH = 3
DEEP = 20_000
"""OpenSpiel goes down a game by calling itself, chance and all."""


@pytest.fixture(autouse=True)
def deep_calls() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    yield
    sys.setrecursionlimit(before)


@pytest.fixture(scope="module")
def ours() -> Any:
    return pyspiel.load_game(f"{KUHN_POKER}(returns=points)")


@pytest.fixture(scope="module")
def theirs() -> Any:
    return pyspiel.load_game("kuhn_poker")


def histories(game: Any) -> dict[tuple[int, ...], Any]:
    """Return all states by their histories, with the cards that were dealt."""
    found = get_all_states.get_all_states(game, -1, True, True, to_string=lambda s: s.history_str())
    is_ours = game.get_type().short_name == KUHN_POKER
    return {with_cards(state.history(), is_ours): state for state in found.values()}


def with_cards(history: list[int], is_ours: bool) -> tuple[int, ...]:
    """Name the second card by its number: our draw counts the cards that are left."""
    if is_ours and len(history) > 1:
        history[1] += history[1] >= history[0]
    return tuple(history)


def information_sets(game: Any) -> set[frozenset[tuple[int, ...]]]:
    """Return which histories the player to act cannot tell apart."""
    together = defaultdict(set)
    for history, state in histories(game).items():
        if state.is_player_node():
            together[state.current_player(), state.information_state_string()].add(history)
    return {frozenset(found) for found in together.values()}


def test_kuhn_poker_is_the_same_tree(ours: Any, theirs: Any) -> None:
    one, other = histories(ours), histories(theirs)
    assert one.keys() == other.keys()
    assert len(one) == 58
    for history, state in one.items():
        twin = other[history]
        assert state.current_player() == twin.current_player()
        assert len(state.legal_actions()) == len(twin.legal_actions())
        assert state.is_chance_node() or state.legal_actions() == twin.legal_actions()
        assert state.returns() == twin.returns()


def test_kuhn_poker_has_the_same_information_sets(ours: Any, theirs: Any) -> None:
    assert information_sets(ours) == information_sets(theirs)
    assert len(information_sets(ours)) == 12


def test_kuhn_poker_is_solved_alike(ours: Any, theirs: Any) -> None:
    curves = []
    for game in (ours, theirs):
        solver, curve = cfr.CFRPlusSolver(game), []
        for _ in range(CFR_ITERATIONS):
            solver.evaluate_and_update_policy()
            curve.append(exploitability.exploitability(game, solver.average_policy()))
        curves.append(curve)
    assert curves[0] == pytest.approx(curves[1], abs=1e-12)
    assert curves[0][-1] < 0.02 < curves[0][0]


SAMPLERS = {
    "external": external_sampling_mccfr.ExternalSamplingSolver,
    "outcome": outcome_sampling_mccfr.OutcomeSamplingSolver,
}


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_sampling_comes_close_to_the_value_of_kuhn_poker(sampler: str, ours: Any) -> None:
    np.random.seed(1)
    solver = SAMPLERS[sampler](ours)
    for _ in range(SAMPLED_ITERATIONS):
        solver.iteration()
    policy = solver.average_policy()
    assert exploitability.exploitability(ours, policy) < 0.15
    value, _ = expected_game_score.policy_value(ours.new_initial_state(), [policy, policy])
    assert value == pytest.approx(-1 / 18, abs=0.05)


# The probability of a whole long game is too small for a number, which OpenSpiel divides by.
@pytest.mark.filterwarnings("ignore:(divide by zero|invalid value|overflow):RuntimeWarning")
@pytest.mark.parametrize("setup", SETUPS)
def test_outcome_sampling_runs_on_whole_games(setup: str) -> None:
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(setup))
    solver.iteration()
    learned = len(solver._infostates)
    solver.iteration()
    assert len(solver._infostates) > learned > 1


class Shallow(external_sampling_mccfr.ExternalSamplingSolver):  # type: ignore[misc]
    """External sampling that tries all moves of a seat in the first decisions only: of whole games
    it would never come to the end."""

    def _update_regrets(self, state: Any, player: int) -> float:
        is_deep = state.node.record.ply >= DEPTH
        return 0.0 if is_deep else float(super()._update_regrets(state, player))


@pytest.mark.parametrize("setup", SETUPS)
def test_external_sampling_runs_on_the_beginning_of_games(setup: str) -> None:
    np.random.seed(1)
    solver = Shallow(pyspiel.load_game(setup))
    solver.iteration()
    assert solver._infostates


@pytest.mark.parametrize("setup", SETUPS)
def test_search_plays_from_what_its_seat_knows(setup: str) -> None:
    game, chooser = pyspiel.load_game(setup), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, SIMULATIONS, random_state=chooser)
    else:
        bot = mcts.MCTSBot(game, 1.0, SIMULATIONS, evaluator, random_state=chooser)
    asked = [state for state in random_states(game, 3) if len(state.legal_actions()) > 1]
    asked = [state for state in asked if state.is_player_node()]
    for state in asked[:: len(asked) // DECISIONS]:
        assert bot.step(state) in state.legal_actions()

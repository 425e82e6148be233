"""The advice that games give to the search."""

import random
from collections.abc import Iterator
from dataclasses import replace
from math import isclose
from typing import Any

import numpy as np
import pytest

import allmende
from allmende.bots.search.iteration import COST_OF_A_GAME, searcher
from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.insight import USUAL, Insight, any_move, choose_by_weight
from allmende.core.quick import quick_state, seed_quick
from allmende.core.record import Record
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from allmende.games.kuh_vadis.insight import ODDS

GAMES = 4


def random_states(game: Game, seats: int) -> Iterator[tuple[Record, int, list[int]]]:
    chooser = random.Random("insight")
    for index in range(GAMES):
        s = game.deal(seats, key_of_seed(f"insight/{index}"), {})
        while not s.over:
            seat = chooser.choice(game.to_act(s))
            moves = game.legal_moves(s, seat)
            yield s, seat, moves
            game.rules.play(s, seat, chooser.choice(moves))


@pytest.mark.parametrize("name", known_games())
def test_a_policy_chooses_legal_moves_and_leaves_the_record_alone(name: str) -> None:
    game = find_game(name)
    quick = quick_state()
    seed_quick(quick, key_of_seed("policy"), 0)
    for s, seat, moves in random_states(game, max(game.seats)):
        before = s.tobytes()
        listed = np.array(moves, np.int64)
        assert liked_move(game, s, seat, listed, quick) in moves
        assert s.tobytes() == before


def liked_move(game: Game, s: Record, seat: int, moves: np.ndarray, quick: np.ndarray) -> int:
    """Let the insight of a game choose, by its own policy or by weights."""
    policy = game.insight.policy_in(game.moves)
    if policy is not None:
        return policy(s, seat, moves, len(moves), quick)
    weights = game.insight.weights_of(game.moves)
    return int(choose_by_weight(s, seat, moves, len(moves), quick, weights))


@pytest.mark.parametrize("name", known_games())
def test_groups_hold_moves_of_the_game(name: str) -> None:
    game = find_game(name)
    assert all(0 <= move < game.moves for move in game.insight.grouped)
    assert all(len(group) > 0 for group in game.insight.groups.values())


def test_a_move_is_chosen_as_often_as_its_weight_says() -> None:
    insight = Insight(groups={"often": [1], "seldom": [2, 3]}, weights={"often": 9, "seldom": 1})
    weights, moves = insight.weights_of(6), np.array([1, 2, 3, 5])
    assert weights.tolist() == [USUAL, 9, 1, 1, USUAL, USUAL]
    quick = quick_state()
    seed_quick(quick, key_of_seed("often"), 0)
    s = find_game("halali").deal(2, key_of_seed("often"), {})
    times = 3000
    chosen = [choose_by_weight(s, 0, moves, 4, quick, weights) for _ in range(times)]
    for move, weight in ((1, 9), (2, 1), (3, 1), (5, USUAL)):
        expected = weight / 15
        deviation = (expected * (1 - expected) / times) ** 0.5
        assert abs(chosen.count(move) / times - expected) < 4 * deviation, move


def test_equal_weights_choose_as_none_do() -> None:
    """Whoever gives all groups the same weight plays the same games, and does not pay for it."""
    groups = {"one": [0], "two": [1]}
    alike = Insight(groups=groups, weights={"one": USUAL, "two": USUAL})
    assert alike.policy_in(3) is any_move
    assert Insight(groups=groups, weights={"one": 1, "two": USUAL}).policy_in(3) is None
    s = find_game("halali").deal(2, key_of_seed("alike"), {})
    moves, weights, quick, other = np.arange(10), np.full(10, 7), quick_state(), quick_state()
    for state in (quick, other):
        seed_quick(state, key_of_seed("alike"), 0)
    for _ in range(50):
        weighed = choose_by_weight(s, 0, moves, 10, quick, weights)
        assert weighed == any_move(s, 0, moves, 10, other)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"groups": {"walk": [1]}}, "one weight for each group of moves: walk"),
        ({"groups": {"walk": [1]}, "weights": {"walk": 0}}, "at least 1"),
        ({"groups": {"a": [1], "b": [1]}, "weights": {"a": 1, "b": 1}}, "one group .* at most"),
        ({"groups": {"a": [1]}, "weights": {"a": 1}, "policy": liked_move}, "not both"),
        ({"horizon": 0}, "horizon"),
        ({"lead": -1.0}, "lead"),
        ({"curiosity": 0.0}, "curiosity"),
    ],
)
def test_an_insight_that_makes_no_sense_is_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Insight(**wrong)


def with_numbers(game: Game, **numbers: Any) -> Game:
    return replace(game, insight=replace(game.insight, **numbers))


OTHER_NUMBERS = {"horizon": 3, "lead": 1.0, "curiosity": 0.1}


def test_all_numbers_of_an_insight_share_one_search() -> None:
    game = find_game("kuhfstein")
    weights = {**game.insight.weights, "play a card": 2}
    others = [with_numbers(game, **{name: value}) for name, value in OTHER_NUMBERS.items()]
    thoughts = []
    match = allmende.new(game, 2, seed="share")
    while len(match.moves) < 40:
        match.play(match.legal(match.to_act[0])[0])
    for other in (game, *others, with_numbers(game, weights=weights)):
        assert searcher(other) is searcher(game)
        sight = Sight(game, match.record, match.to_act[0], "share")
        thoughts.append(Thinker(other, "share").think(sight, Budget(iterations=200)).moves)
    assert all(thought != thoughts[0] for thought in thoughts[1:])


@pytest.mark.parametrize("horizon", [2, 30])
def test_a_thought_can_be_limited_by_the_decisions_in_it(horizon: int) -> None:
    game = with_numbers(find_game("halali"), horizon=horizon)
    match = allmende.new(game, 2, seed="decisions")
    sight = Sight(game, match.record, match.to_act[0], "decisions")
    thinker, most = Thinker(game, "decisions"), 5000
    thought = thinker.think(sight, Budget(decisions=most))
    spent = int(thinker.memory.spent[0])
    last = COST_OF_A_GAME + horizon + 20
    assert most <= spent < most + last
    assert thought.iterations * (COST_OF_A_GAME + 1) <= spent < (thought.iterations + 1) * last
    assert thought.moves == thinker_like(thinker).think(sight, Budget(decisions=most)).moves


def thinker_like(thinker: Thinker) -> Thinker:
    """Return another thinker that knows nothing yet."""
    return Thinker(thinker.game, thinker.seed)


@pytest.mark.parametrize(
    ("throws", "have", "needed", "odds"),
    [
        (0, 2, 3, 0.0),
        (0, 3, 3, 1.0),
        (1, 2, 3, 1 - (5 / 6) ** 3),
        (1, 0, 2, 1 - (5 / 6) ** 5 - 5 * (1 / 6) * (5 / 6) ** 4),
        (2, 2, 3, 1 - (25 / 36) ** 3),
    ],
)
def test_odds_of_dice_are_exact(throws: int, have: int, needed: int, odds: float) -> None:
    assert isclose(ODDS[throws, have, needed], odds, abs_tol=1e-12)

"""The advice that games give to the search."""

import random
from collections.abc import Iterator
from math import isclose

import numpy as np
import pytest

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.quick import quick_state, seed_quick
from allmende.core.record import Record
from allmende.core.registry import find_game, known_games
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
    seed_quick(quick, key_of_seed("policy"))
    for s, seat, moves in random_states(game, max(game.seats)):
        before = s.tobytes()
        listed = np.array(moves, np.int64)
        assert game.insight.policy(s, seat, listed, len(moves), quick) in moves
        assert s.tobytes() == before


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

"""The advice that games give to the search."""

import random
from collections.abc import Iterator
from itertools import combinations
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


def look_the_same(game: Game, one: Record, other: Record, maker: int) -> bool:
    """Tell whether nobody but the one who made the move sees a difference."""
    watchers = [None, *(seat for seat in range(one.seats) if seat != maker)]
    return one.drawn == other.drawn and all(
        game.view(one, seat) == game.view(other, seat) for seat in watchers
    )


@pytest.mark.parametrize(
    "name", [name for name in known_games() if find_game(name).insight.disguise]
)
def test_moves_that_others_cannot_tell_apart_have_one_disguise(name: str) -> None:
    game, chooser, secret = find_game(name), random.Random("pairs"), 0
    disguise = game.insight.disguise
    assert disguise is not None
    for s, seat, moves in random_states(game, max(game.seats)):
        for pair in chooser.sample(list(combinations(moves, 2)), min(2, len(moves) - 1)):
            one, other = (game.after(s, seat, move) for move in pair)
            if one.tobytes() != other.tobytes() and look_the_same(game, one, other, seat):
                assert disguise(s, seat, pair[0]) == disguise(s, seat, pair[1]), pair
                secret += 1
    assert secret > 0, "no pair of moves was secret: the test has seen nothing"


def test_a_disguise_is_not_the_whole_story_of_an_open_move() -> None:
    game = find_game("stieren_versieren")
    disguise = game.insight.disguise
    assert disguise is not None
    for s, seat, moves in random_states(game, 2):
        if game.phases[s.phase] == "action":
            assert [disguise(s, seat, move) for move in moves] == moves


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

"""The pace of the game: a sensible player reaches 65 points after 12 to 20 rounds."""

import pytest

from allmende.core.chance import key_of_seed
from allmende.games.kuhfstein import game
from tests.games.kuhfstein.greedy import play_greedily


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_greedy_game_takes_12_to_20_rounds(seats: int) -> None:
    finals = [
        play_greedily(game, game.deal(seats, key_of_seed(f"pace/{index}"), {}))
        for index in range(12)
    ]
    rounds = [int(s.round_number) for s in finals]
    assert 12 <= sum(rounds) / len(rounds) <= 20
    assert min(rounds) >= 10
    assert max(rounds) <= 22
    assert sum(game.ending(s) == "goal" for s in finals) >= 10

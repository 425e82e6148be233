"""A sight: all that a seat knows, and nothing else, whatever record it was made from."""

import pytest

import allmende
from allmende.bots.random import RandomBot
from allmende.core.game import digest
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight

SECRETIVE = [name for name in known_games() if find_game(name).secrets]


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_sight_holds_none_of_the_truth_that_is_hidden(name: str) -> None:
    game = find_game(name)
    match = allmende.new(game, max(game.seats), seed="sight")
    for _ in range(12):
        seat = match.to_act[0]
        truth, twin = match.record, game.veiled(match.record, seat, "twin")
        one, two = (Sight(game, record, seat, "seed").record for record in (truth, twin))
        assert digest(one) == digest(two)
        assert (one.key != truth.key).any()
        match.play(match.legal(seat)[-1])


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_sight_holds_all_that_the_seat_knows(name: str) -> None:
    game = find_game(name)
    match = allmende.new(game, max(game.seats), seed="sight")
    seat = match.to_act[0]
    sight = Sight(game, match.record, seat, "seed")
    assert game.view(sight.record, seat) == match.view(seat)
    assert sight.legal() == [move.number for move in match.legal(seat)]


def test_a_sight_is_of_its_own_memory() -> None:
    match = allmende.new("halali", seed=1)
    before = match.digest()
    sight = Sight(match.game, match.record, 0, "seed")
    sight.record.board[:] = 0
    assert match.digest() == before


def test_no_player_takes_a_bare_record() -> None:
    match = allmende.new("halali", seed=1)
    with pytest.raises(AttributeError):
        RandomBot("seed").choose(match.record)

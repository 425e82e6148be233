"""Positions judged on a GPU: the same verdicts as on the CPU, to the last bit. These tests need a
GPU of NVIDIA and numba-cuda: without them they are skipped."""

from random import Random

import pytest

import allmende
from allmende.bots.analyse import analyse_at_once
from allmende.bots.judging import judge
from allmende.core.gpu import has_gpu
from allmende.core.match import Match
from allmende.core.registry import find_game
from allmende.core.sight import Sight

from .test_on_a_gpu import GAMES

pytestmark = [
    pytest.mark.needs_gpu,
    pytest.mark.skipif(not has_gpu(), reason="needs a GPU of NVIDIA, and numba-cuda"),
]

POSITIONS, GAMES_EACH = 24, 40


def random_match(name: str, seats: int) -> Match:
    """Play a game by lot to its end."""
    match, chance = allmende.new(find_game(name), seats=seats, seed="judged"), Random(seats)
    while not match.over:
        seat = match.to_act[0]
        match.play_in_numbers(seat, chance.choice(match.game.legal_moves(match.record, seat)))
    return match


def some_sights(match: Match) -> list[Sight]:
    """Return what the seat that decided knew, at moments all through a match."""
    every = max(1, len(match.moves) // POSITIONS)
    plies = range(0, len(match.moves), every)
    return [Sight(match.game, match.record_at(it), match.moves[it].seat, "sight") for it in plies]


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_are_those_of_the_cpu(name: str) -> None:
    for seats in find_game(name).seats:
        sights = some_sights(random_match(name, seats))
        assert judge(sights, GAMES_EACH, on="gpu") == judge(sights, GAMES_EACH), seats


def test_reviews_are_those_of_the_cpu() -> None:
    match = random_match("kuh_vadis", 2)
    assert analyse_at_once(match, 10, on="gpu") == analyse_at_once(match, 10)

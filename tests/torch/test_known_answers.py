"""What training comes to where the answer is known: Kuhn poker, whose best play can be counted,
and four in a row, which the first seat need not lose."""

from pathlib import Path

import numpy as np
import pytest

from allmende.bots.nets.file import read_net
from allmende.bots.nets.judging import desk_for, judge_of
from allmende.core.game import Game
from allmende.core.record import Record
from allmende.core.registry import find_game
from allmende.train.run import train
from allmende.train.settings import Settings

from .exploiting import BET, Policy, exploitability

KUHN = "examples/kuhn_poker.py"
HARDLY_EXPLOITABLE = 0.05


def policy_in(file: Path, game: Game) -> Policy:
    """Return how likely a net in a file bets, from what its seat knows."""
    weights = read_net(file, game)[0]
    desk, judge, both = desk_for(game, weights), judge_of(game), np.array([0, BET])

    def policy(s: Record, seat: int) -> float:
        judge(game.concealed(s, seat), seat, both, len(both), weights, desk)
        return float(desk.likely[BET])

    return policy


def bluffing(often: float) -> Policy:
    """Return best play, as Kuhn found it, for a first seat that bluffs with the jack so often."""
    third = 1 / 3
    first = {(0, False): often, (1, False): 0, (2, False): 3 * often}
    first |= {(0, True): 0, (1, True): often + third, (2, True): 1}
    second = {(0, False): third, (1, False): 0, (2, False): 1}
    second |= {(0, True): 0, (1, True): third, (2, True): 1}
    return lambda s, seat: (first, second)[seat][int(s.card[seat]), bool(s.bet[1 - seat])]


@pytest.mark.parametrize("often", [0, 0.2, 1 / 3])
def test_best_play_cannot_be_exploited(often: float) -> None:
    assert exploitability(find_game(KUHN), bluffing(often)) == pytest.approx(0, abs=1e-9)


def test_playing_by_chance_can_be_exploited() -> None:
    assert exploitability(find_game(KUHN), lambda s, seat: 0.5) > 5 * HARDLY_EXPLOITABLE


def test_net_learns_to_bluff_and_to_fold(tmp_path: Path) -> None:
    wishes = Settings(KUHN, positions=900_000, tables=256, steps=16, looks=1, games=0)
    file, game = train(wishes, tmp_path / "kuhn"), find_game(KUHN)
    assert exploitability(game, policy_in(file, game)) < HARDLY_EXPLOITABLE

"""Sorts games and sums them up in the simulator of numba-cuda, and compares with NumPy."""

from unittest.mock import patch

import numpy as np

from allmende.core.registry import find_game
from allmende.lab.gpu import tally
from allmende.lab.gpu.pieces import Piece, games_of
from allmende.lab.gpu.rows import rows_for
from allmende.lab.gpu.waves import sort_games
from allmende.lab.simulate import Plan, play_chunk
from allmende.lab.summary import Summary

cuda = tally.cuda
BLOCKS, BLOCK = 3, 8


def check_sorting() -> None:
    """Sort by keys."""
    keys = np.random.default_rng(1).integers(0, 5, BLOCKS * BLOCK - 3).astype(np.int8)
    totals, cursors = np.bincount(keys, minlength=6).astype(np.int32), np.zeros(6, np.int32)
    order = np.full(len(keys), -1, np.int32)
    sort_games[BLOCKS, BLOCK](keys, totals, cursors, order)
    assert sorted(order) == list(range(len(keys)))
    assert (np.diff(keys[order]) >= 0).all()
    print("sorted")


def check_sums() -> None:
    """Sum up games that the CPU has played."""
    game = find_game("examples/four_in_a_row.py")
    games = play_chunk(Plan(game, 50, 2, "simulated"), 0, 50).games
    summary = Summary(2, game.endings)
    summary.add(games)
    rows = np.zeros((rows_for(2), 50), np.int32)
    rows[:3] = games.plies, games.endings, games.legal
    rows[3:5], rows[5:7], rows[7:9] = games.places.T, games.points.T, games.choices.T
    on_gpu = cuda.to_device(rows), cuda.to_device(games.branching)
    piece = Piece(0, 50, 2, None, None, *on_gpu)
    with patch.multiple(tally, BLOCKS=BLOCKS, BLOCK=BLOCK):
        again = tally.summary_on_gpu(game, piece)
        assert tally.first_broken(piece) is None
        rows[1, 17] = -1
        broken = piece._replace(first=100, rows=cuda.to_device(rows))
        assert tally.first_broken(broken) == 117
    assert again.as_data() == summary.as_data()
    for ours, theirs in zip(games_of(piece), games, strict=True):
        assert np.array_equal(ours, theirs)
    print("summed up")


if __name__ == "__main__":
    check_sorting()
    check_sums()

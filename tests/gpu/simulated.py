"""Sorts games and sums them up in the simulator of numba-cuda, and compares with NumPy."""

from unittest.mock import patch

import numpy as np
import pytest

from allmende.core.registry import find_game
from allmende.lab.gpu import playing, sorting, tally
from allmende.lab.gpu.pieces import Piece
from allmende.lab.gpu.rows import BROKEN, ENDING, rows_for
from allmende.lab.gpu.sorting import Sorting
from allmende.lab.simulate import BrokenInvariant, Plan, gpu_pieces, play_chunk
from allmende.lab.simulate import Piece as KeptPiece
from allmende.lab.summary import Summary

cuda = tally.cuda
BLOCKS, BLOCK = 3, 8


def check_sorting() -> None:
    """Sort by keys."""
    many, games = 5, BLOCKS * BLOCK * 2 - 3
    keys = np.random.default_rng(1).integers(0, many, games).astype(np.int16)
    with patch.multiple(sorting, BLOCK=BLOCK, MOST_KEYS=BLOCK, EACH=2):
        sorted_by = Sorting(games, many + 1)
        sorted_by.keys.copy_to_device(keys)
        for _ in range(2):  # it leaves nothing behind that a second time would count
            order = sorted_by.sort().copy_to_host()
            assert sorted(order) == list(range(games))
            assert (np.diff(keys[order]) >= 0).all()
            totals, begins = sorted_by.totals.copy_to_host(), sorted_by.begins.copy_to_host()
            assert np.array_equal(totals, np.bincount(keys, minlength=many + 1))
            assert np.array_equal(begins, np.cumsum(totals) - totals)
    print("sorted")


def check_sums() -> None:
    """Sum up games that the CPU has played."""
    game = find_game("examples/four_in_a_row.py")
    plan = Plan(game, 50, 2, "simulated", on="gpu")
    games = play_chunk(plan, 0, 50).games
    summary = Summary(2, game.endings)
    summary.add(games)
    rows = np.zeros((rows_for(2), 50), np.int32)
    rows[:3] = games.plies, games.endings, games.legal
    rows[3:5], rows[5:7], rows[7:9] = games.places.T, games.points.T, games.choices.T
    on_gpu = cuda.to_device(rows), cuda.to_device(games.branching)
    piece = Piece(0, 50, 2, None, None, *on_gpu)
    with patch.multiple(tally, BLOCKS=BLOCKS, BLOCK=BLOCK):
        [(kept, again)] = found_on_gpu(plan, piece)
        rows[ENDING, 17] = BROKEN
        broken = piece._replace(first=100, rows=cuda.to_device(rows))
        with pytest.raises(
            BrokenInvariant, match=r"'simulated/117' broke .* GPU and none on the CPU"
        ):
            found_on_gpu(plan, broken)
    assert again.as_data() == summary.as_data()
    assert kept is not None
    for ours, theirs in zip(kept.games, games, strict=True):
        assert np.array_equal(ours, theirs)
    print("summed up")


def found_on_gpu(plan: Plan, piece: Piece) -> list[tuple[KeptPiece | None, Summary]]:
    """Return what a simulation makes of a piece that the GPU has played."""
    with patch.object(playing, "pieces_on_gpu", return_value=[piece]):
        return list(gpu_pieces(plan, piece.first, piece.size, lambda games: None, kept=True))


if __name__ == "__main__":
    check_sorting()
    check_sums()

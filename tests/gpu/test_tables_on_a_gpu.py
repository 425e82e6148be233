"""Tables for learners on a GPU: the same bytes as on the CPU, and arrays that torch and JAX take
without a copy. These tests need a GPU of NVIDIA and numba-cuda: without them they are skipped."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from allmende.core.errors import IllegalMove
from allmende.core.game import Game
from allmende.core.gpu import has_gpu
from allmende.core.registry import find_game
from allmende.env import Tables, Turn

from .test_on_a_gpu import GAMES, settings_of

pytestmark = [
    pytest.mark.needs_gpu,
    pytest.mark.skipif(not has_gpu(), reason="needs a GPU of NVIDIA, and numba-cuda"),
]

FOUR = "examples/four_in_a_row.py"
COUNT, STEPS, FEW_STEPS = 200, 700, 60


def both(game: Game, **settings: Any) -> list[Any]:
    """Return the same tables on the GPU and on the CPU."""
    return [Tables(game, COUNT, seed="both", on=on, **settings) for on in ("gpu", "cpu")]


def on_host(turn: Any) -> list[np.ndarray]:
    return [array.copy_to_host() for array in turn]


def assert_equal(there: Any, here: Tables) -> None:
    """Hold all that is shown, and some records, against each other, byte for byte."""
    for name, theirs, ours in zip(Turn._fields, on_host(there.turn), here.turn, strict=True):
        assert theirs.dtype == ours.dtype, name
        assert theirs.tobytes() == ours.tobytes(), name


def play_both(there: Any, here: Tables, steps: int) -> int:
    """Make the same random moves in both, and count the games that ended."""
    games = 0
    for _ in range(steps):
        moves = here.sample()
        assert np.array_equal(there.sample().copy_to_host(), moves)
        there.step(moves)
        here.step(moves)
        assert_equal(there, here)
        games += int(here.over.sum())
    assert np.array_equal(there.games, here.games)
    for table in range(0, COUNT, 7):
        assert there.record(table).tobytes() == here.record(table).tobytes()
    return games


@pytest.mark.parametrize("name", GAMES)
def test_tables_are_those_of_the_cpu(name: str) -> None:
    game = find_game(name)
    there, here = both(game)
    assert_equal(there, here)
    assert play_both(there, here, STEPS) > 0
    for seat in range(here.seats):
        assert there.observe(seat).copy_to_host().tobytes() == here.observe(seat).tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_all_settings_are_those_of_the_cpu(name: str) -> None:
    game = find_game(name)
    for number, (seats, options) in enumerate(settings_of(game)):
        manner = {"skip_forced": number % 2 == 0, "auto_reset": number % 3 > 0}
        there, here = both(game, seats=seats, options=options, **manner)
        play_both(there, here, FEW_STEPS)


def test_moves_come_from_the_gpu_and_from_the_cpu() -> None:
    tables: Any
    other: Any
    tables, other = (Tables(FOUR, 3, seed=7, on="gpu") for _ in range(2))
    tables.step(tables.sample())
    other.step(other.sample().copy_to_host().astype(np.int16))
    assert_equal_on_gpu(tables, other)
    tables.step([1, 2, 3])
    assert [tables.record(table).ply for table in range(3)] == [2, 2, 2]


def assert_equal_on_gpu(one: Any, other: Any) -> None:
    for ours, theirs in zip(on_host(one.turn), on_host(other.turn), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_bad_moves_get_one_line_and_change_nothing() -> None:
    there, here = both(find_game(FOUR))
    bad = here.sample().copy()
    bad[5], bad[17] = 7, -2
    for tables in (there, here):
        with pytest.raises(IllegalMove, match="table 5: move 7 of seat 0 is not legal"):
            tables.step(bad)
    assert_equal(there, here)


def test_some_tables_begin_anew() -> None:
    there, here = both(find_game("kuh_vadis"))
    play_both(there, here, 3)
    marked = np.arange(COUNT) % 5 == 0
    there.reset(marked)
    here.reset(marked)
    assert_equal(there, here)
    there.reset(seed="other")
    here.reset(seed="other")
    assert_equal(there, here)


@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_torch_shares_the_memory() -> None:
    import torch

    tables: Any = Tables("halali", 64, seed=7, on="gpu")
    for array in tables.turn:
        for shared in (torch.from_dlpack(array), torch.as_tensor(array, device="cuda")):
            assert shared.is_cuda
            assert shared.data_ptr() == array.__cuda_array_interface__["data"][0]
    observation, mask = torch.from_dlpack(tables.observation), torch.from_dlpack(tables.mask)
    for _ in range(20):
        tables.step(torch.multinomial(mask.float(), 1).squeeze(1))
        assert np.array_equal(observation.cpu().numpy(), tables.observation.copy_to_host())


@pytest.mark.skipif(find_spec("jax") is None, reason="needs JAX")
def test_jax_shares_the_memory() -> None:
    import jax

    tables: Any = Tables("halali", 64, seed=7, on="gpu")
    for array in tables.turn:
        shared = jax.dlpack.from_dlpack(array)
        assert shared.unsafe_buffer_pointer() == array.__cuda_array_interface__["data"][0]
        assert np.array_equal(np.asarray(shared), array.copy_to_host())
    mask = jax.dlpack.from_dlpack(tables.mask)
    tables.step(mask.argmax(axis=1))
    assert int(tables.record(0).ply) == 1

"""Kernels that call rules, in the simulator of numba-cuda: with interpreted rules, and small games.
Prints what was found equal to the CPU."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from allmende.core.errors import IllegalMove
from allmende.env import Tables
from allmende.env import on_gpu as standing

FOUR, KUHN = "examples/four_in_a_row.py", "examples/kuhn_poker.py"
COUNT, STEPS = 5, 12
SMALL_GPU = SimpleNamespace(MULTIPROCESSOR_COUNT=1)


def check_tables(name: str, **manner: Any) -> None:
    """Make the same moves at tables in the simulator and on the CPU."""
    there: Any = Tables(name, COUNT, seed="simulated", on="gpu", **manner)
    here = Tables(name, COUNT, seed="simulated", **manner)
    for _ in range(STEPS):
        moves = here.sample()
        assert np.array_equal(there.sample().copy_to_host(), moves)
        for theirs, ours in zip(there.step(moves), here.step(moves), strict=True):
            assert theirs.copy_to_host().tobytes() == ours.tobytes()
    marked = np.arange(COUNT) % 2 == 0
    for theirs, ours in zip(there.reset(marked), here.reset(marked), strict=True):
        assert theirs.copy_to_host().tobytes() == ours.tobytes()
    with pytest.raises(IllegalMove, match="table 2: move 99"):
        there.step([-1, -1, 99, 99, -1])
    assert there.observe(1).copy_to_host().tobytes() == here.observe(1).tobytes()
    assert there.record(3).tobytes() == here.record(3).tobytes()
    assert np.array_equal(there.games, here.games)


def main() -> None:
    """Check everything on a GPU that has few threads."""
    with (
        patch.object(standing.cuda, "get_current_device", return_value=SMALL_GPU),
        patch.multiple(standing, BLOCK=2, BLOCKS_PER_PROCESSOR=2),
    ):
        check_tables(FOUR)
        check_tables(KUHN, skip_forced=True, auto_reset=False)
        print("tables")


if __name__ == "__main__":
    main()

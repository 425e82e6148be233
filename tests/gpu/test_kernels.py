"""Kernels without a GPU: all of them compile, and those that only count are simulated."""

import os
import subprocess
import sys

import pytest

from .test_on_a_gpu import GAMES

LAST_RESORT = 1200
KERNELS = {
    *("play_games", "deal_games", "choose_moves", "make_moves"),
    *("find_refused", "draw_legal_moves", "step_tables", "look_at_tables", "answer"),
}


def run(module: str, *arguments: str, **settings: str) -> str:
    """Run a module of these tests in a process of its own, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.gpu.{module}", *arguments],
        capture_output=True,
        text=True,
        timeout=LAST_RESORT,
        env=os.environ | settings,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_all_kernels_of_a_game_compile(name: str) -> None:
    compiled = dict(line.split() for line in run("compile_kernels", name).splitlines())
    assert compiled.keys() >= KERNELS
    assert all(int(length) > 0 for length in compiled.values())


def test_games_are_sorted_and_summed_up_in_the_simulator() -> None:
    assert run("simulated", NUMBA_ENABLE_CUDASIM="1").splitlines() == ["sorted", "summed up"]


def test_tables_are_those_of_the_cpu_in_the_simulator() -> None:
    settings = {"NUMBA_ENABLE_CUDASIM": "1", "ALLMENDE_INTERPRET": "1"}
    assert run("simulated_rules", **settings).splitlines() == ["tables"]

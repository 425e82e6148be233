"""The same games on a GPU as on the CPU. These tests need a GPU of NVIDIA and numba-cuda: without
them they are skipped, and say so."""

from collections.abc import Iterator

import numpy as np
import pytest

from allmende.core.game import Game
from allmende.core.gpu import has_gpu
from allmende.core.registry import find_game
from allmende.lab.simulate import Plan, Result, simulate
from allmende.lab.variants import variants

pytestmark = [
    pytest.mark.needs_gpu,
    pytest.mark.skipif(not has_gpu(), reason="needs a GPU of NVIDIA, and numba-cuda"),
]

GAMES = (
    "halali",
    "kuh_vadis",
    "kuhfstein",
    "mischwald",
    "stieren_versieren",
    "examples/four_in_a_row.py",
    "examples/kuhn_poker.py",
)
MANY = 3000
SAMPLE, SAMPLE_PLIES = 48, 600


def settings_of(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Go through all numbers of seats, and with the fewest through all options."""
    usual = {name: choices[0] for name, choices in game.options.items()}
    for seats in game.seats:
        yield seats, usual
    for variant in variants(game, usual):
        yield game.seats[0], variant.options


def tally(result: Result) -> dict[str, object]:
    """Return what does not hang on the clock or the place."""
    unlike = ("seconds", "moves_per_second", "games_per_second", "jobs", "gpu")
    return {name: value for name, value in result.as_data().items() if name not in unlike}


@pytest.mark.parametrize("name", GAMES)
def test_tallies_are_those_of_the_cpu(name: str) -> None:
    game = find_game(name)
    for seats, options in settings_of(game):
        plan = Plan(game, MANY, seats, "tally", options)
        on_gpu = simulate(Plan(game, MANY, seats, "tally", options, on="gpu"))
        assert tally(on_gpu) == tally(simulate(plan)), (seats, options)


@pytest.mark.parametrize("name", GAMES)
def test_records_are_equal_byte_for_byte_after_every_ply(name: str) -> None:
    from .tracing import fresh_record, traced_on_cpu, traced_on_gpu

    game = find_game(name)
    for seats, options in settings_of(game):
        setting = game, fresh_record(game, seats, options), "trace", SAMPLE, SAMPLE_PLIES
        on_gpu, lengths = traced_on_gpu(*setting)
        on_cpu, lengths_there = traced_on_cpu(*setting)
        assert np.array_equal(lengths, lengths_there), (seats, options)
        assert on_gpu.tobytes() == on_cpu.tobytes(), (seats, options)


@pytest.mark.parametrize("name", ["kuh_vadis", "stieren_versieren"])
def test_the_batch_does_not_matter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from allmende.lab.gpu import playing, waves

    game = find_game(name)
    plan = Plan(game, 10_000, game.seats[0], "batch", on="gpu")
    at_once = tally(simulate(plan))
    monkeypatch.setattr(playing, "FIRST_PIECE", 777)
    monkeypatch.setattr(playing, "MOST_PIECE", 777)
    monkeypatch.setattr(waves, "MOST_GAMES", 333)
    assert tally(simulate(plan)) == at_once


def test_games_that_are_kept_are_those_of_the_cpu() -> None:
    game = find_game("halali")
    kept: dict[str, list[np.ndarray]] = {"cpu": [], "gpu": []}
    for on, found in kept.items():
        simulate(
            Plan(game, 1000, 2, "kept", on=on),
            keep=lambda piece, found=found: found.append(piece.games),  # type: ignore[misc]
        )
    for field in ("plies", "endings", "places", "points", "choices", "legal"):
        cpu, gpu = (np.concatenate([getattr(it, field) for it in kept[on]]) for on in kept)
        assert np.array_equal(cpu, gpu), field

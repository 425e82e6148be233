"""Our games pass the suite of PettingZoo."""

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from allmende.core.errors import AllmendeError, BadSetup, IllegalMove, UnknownGame
from allmende.core.match import new
from allmende.env import pettingzoo

from .subjects import FOUR, SMALL, SUBJECTS, Subject

EXPECTED = (
    # Observations with a mask are known to the suite by the names of the peer's own games only.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # An agent that is not to act may do nothing.
    "Action mask numpy array is all zeros",
)
CYCLES = 250


@pytest.fixture
def _warned() -> Iterator[None]:
    """Expect some warnings of the suite; any other one is a failure."""
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        yield


@SUBJECTS
@pytest.mark.usefixtures("_warned")
def test_turns(subject: Subject) -> None:
    api_test(pettingzoo.env(subject.game, seats=subject.seats), CYCLES)
    api_test(pettingzoo.raw_env(subject.game, seats=subject.seats, skip_forced=True), CYCLES)


@SUBJECTS
def test_seeds(subject: Subject) -> None:
    make = partial(pettingzoo.env, subject.game, seats=subject.seats)
    seed_test(make, CYCLES)
    parallel_seed_test(partial(pettingzoo.parallel_env, subject.game, seats=subject.seats), CYCLES)


@SUBJECTS
def test_together(subject: Subject) -> None:
    parallel_api_test(pettingzoo.parallel_env(subject.game, seats=subject.seats), CYCLES)


def legal_moves(observed: dict[str, np.ndarray]) -> list[int]:
    moves: list[int] = np.flatnonzero(observed["action_mask"]).tolist()
    return moves


@SUBJECTS
def test_agents_play_what_a_match_plays(subject: Subject) -> None:
    env = pettingzoo.env(subject.game, seats=subject.seats, render_mode="ansi")
    env.reset(seed=11)
    match = new(subject.game, subject.seats, "11/0/0")
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, is_over, was_stopped, _ = env.last()
        total[agent] += reward
        assert is_over == match.over
        assert not was_stopped
        if is_over:
            env.step(None)
            continue
        seat = match.to_act[0]
        assert agent == f"player_{seat}"
        assert legal_moves(observed) == match.game.legal_moves(match.record, seat)
        if match.record.ply % 50 == 0:
            assert env.render() == str(match)
        move = legal_moves(observed)[match.record.ply % len(legal_moves(observed))]
        match.play_in_numbers(seat, move)
        env.step(move)
    assert sum(total.values()) == pytest.approx(0.0, abs=1e-6)
    places = match.ranking()
    for one, place in zip(env.possible_agents, places, strict=True):
        for other, another in zip(env.possible_agents, places, strict=True):
            assert (total[one] > total[other]) == (place < another)


def test_all_who_may_choose_do_so_in_one_step() -> None:
    env = pettingzoo.parallel_env(SMALL, seats=3)
    observed, _ = env.reset(seed=1)
    assert [len(legal_moves(observed[agent])) for agent in env.agents] == [2, 2, 2]
    actions = {agent: legal_moves(observed[agent])[0] for agent in env.agents}
    env.step(actions)
    assert env.tables.record(0).ply == 3


def test_in_turns_nobody_sees_what_another_chose() -> None:
    known = []
    for choice in range(2):
        env = pettingzoo.raw_env(SMALL, seats=2)
        env.reset(seed=1)
        assert env.agent_selection == "player_0"
        env.step(legal_moves(env.observe("player_0"))[choice])
        assert env.agent_selection == "player_1"
        known.append(env.observe("player_1"))
    assert (known[0]["observation"] == known[1]["observation"]).all()
    assert (known[0]["action_mask"] == known[1]["action_mask"]).all()


def test_an_illegal_move_loses_or_is_an_error() -> None:
    env = pettingzoo.env(FOUR)
    env.reset(seed=1)
    for _ in range(6):
        env.step(2)
    env.step(2)
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())
    raw = pettingzoo.raw_env(FOUR)
    raw.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"^table 0: move 9 of seat 0 is not legal: "):
        raw.step(9)
    assert raw.tables.record(0).ply == 0
    together = pettingzoo.parallel_env(FOUR)
    together.reset(seed=1)
    _, rewards, terminated, _, _ = together.step({"player_0": 9, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert terminated == {"player_0": True, "player_1": True}
    assert together.agents == []


def test_who_is_to_act_must_say_something() -> None:
    env = pettingzoo.parallel_env(FOUR)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_0 is to act and has no action"):
        env.step({"player_1": 0})


BAD: list[tuple[dict[str, Any], type[AllmendeError], str]] = [
    ({"game": "chess"}, UnknownGame, "there is no game 'chess'"),
    ({"seats": 7}, BadSetup, "is played by 2, not by 7"),
    ({"options": {"wind": "yes"}}, BadSetup, "no option 'wind'"),
    ({"render_mode": "human"}, BadSetup, "render_mode 'human': boards are drawn with characters"),
]


@pytest.mark.parametrize(("wrong", "error", "reason"), BAD)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env])
def test_bad_setups_get_one_line(
    make: Any, wrong: dict[str, Any], error: type[AllmendeError], reason: str
) -> None:
    with pytest.raises(error, match=reason) as refusal:
        make(**{"game": FOUR, **wrong})
    assert "\n" not in str(refusal.value)

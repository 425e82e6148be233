"""Our games pass the checks of Gymnasium, one by one and many at once."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import VectorEnv

from allmende.bots.player import Player
from allmende.core.errors import AllmendeError, BadSetup, IllegalMove, UnknownGame
from allmende.core.game import Game
from allmende.core.registry import known_games
from allmende.core.sight import Sight
from allmende.env.gymnasium import GameEnv, GameVectorEnv

from .subjects import FOUR, SMALL, SUBJECTS, Subject

STEPS = 120


def registered(subject: Subject, **settings: Any) -> gymnasium.Env:
    """Make a game by its name where it has one, else by its file."""
    if subject.game in known_games():
        return gymnasium.make(f"allmende/{subject.game}-v0", seats=subject.seats, **settings)
    return GameEnv(subject.game, seats=subject.seats, **settings)


@SUBJECTS
def test_one_game(subject: Subject) -> None:
    env = registered(subject, render_mode="ansi").unwrapped
    check_env(env, skip_render_check=env.spec is None)


@SUBJECTS
def test_seeds_bring_the_same_games(subject: Subject) -> None:
    courses = []
    for _ in range(2):
        env = registered(subject, opponent="calf" if subject.seats == 2 else "random")
        observed, info = env.reset(seed=5)
        env.action_space.seed(5)
        course = [observed]
        for _ in range(STEPS // 4):
            action = env.action_space.sample(info["action_mask"])
            observed, reward, is_over, _, info = env.step(action)
            course += [observed, np.array([reward, is_over])]
            if is_over:
                observed, info = env.reset()
        courses.append(np.concatenate(course))
    assert (courses[0] == courses[1]).all()


def random_actions(env: VectorEnv, infos: dict[str, Any]) -> np.ndarray:
    return np.array([env.single_action_space.sample(mask) for mask in infos["action_mask"]])


@SUBJECTS
def test_many_games_are_so_many_single_games(subject: Subject) -> None:
    many = GameVectorEnv(subject.game, num_envs=3, seats=subject.seats, seat=0)
    single = GameEnv(subject.game, seats=subject.seats, seat=0)
    observed, infos = many.reset(seed=5)
    first, info = single.reset(seed=5)
    many.single_action_space.seed(5)
    ended = 0
    for _ in range(6 * STEPS):
        assert many.observation_space.contains(observed)
        assert (observed[0] == first).all()
        assert (infos["action_mask"][0] == info["action_mask"]).all()
        actions = random_actions(many, infos)
        observed, rewards, terminated, truncated, infos = many.step(actions)
        first, reward, is_over, _, info = single.step(actions[0])
        assert (rewards[0], terminated[0]) == (reward, is_over)
        assert not truncated.any()
        assert terminated.any() == ("final_obs" in infos)
        if is_over:
            assert (infos["final_obs"][0] == first).all()
            assert infos["_final_obs"][0]
            first, info = single.reset()
            ended += 1
        if ended > 1:
            return
    assert ended


def test_many_games_by_name() -> None:
    env = gymnasium.make_vec(
        "allmende/kuh_vadis-v0", num_envs=4, vectorization_mode="vector_entry_point"
    )
    observed, infos = env.reset(seed=1)
    assert env.observation_space.contains(observed)
    assert env.action_space.contains(random_actions(env.unwrapped, infos))


class Watching:
    """A player that notes who plays, and takes the first move."""

    asked: list[tuple[str, int]] = []

    def __init__(self, game: Game, seed: str) -> None:
        self.seed = seed

    def choose(self, sight: Sight) -> int:
        self.asked.append((self.seed, sight.seat))
        return sight.legal()[0]


def make_watching(game: Game, seed: str) -> Player:
    return Watching(game, seed)


def test_players_of_ones_own_hold_the_other_seats() -> None:
    Watching.asked.clear()
    env = GameVectorEnv(SMALL, num_envs=2, seats=3, seat=1, opponent=make_watching)
    _, infos = env.reset(seed=8)
    env.step(random_actions(env, infos))
    assert {seat for _, seat in Watching.asked} == {0, 2}
    assert {seed.split(" ")[0] for seed, _ in Watching.asked} == {"8/0/0", "8/1/0"}


def test_without_a_seat_of_its_own_the_learner_takes_the_next_one_in_every_game() -> None:
    env = GameVectorEnv(SMALL, num_envs=3, seats=3)
    env.reset(seed=1)
    assert env.against.own.tolist() == [0, 1, 2]
    env.reset()
    assert env.against.own.tolist() == [1, 2, 0]


def test_an_illegal_move_loses_or_is_an_error() -> None:
    env = GameEnv(FOUR, seat=0, illegal="lose")
    env.reset(seed=1)
    _, reward, is_over, _, _ = env.step(9)
    assert (reward, is_over) == (-1.0, True)
    with pytest.raises(IllegalMove, match="the game is over: reset the environment"):
        env.step(0)
    many = GameVectorEnv(FOUR, num_envs=3, seat=0)
    many.reset(seed=1)
    _, rewards, terminated, _, infos = many.step(np.array([0, 9, 0]))
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert terminated.tolist() == infos["_final_obs"].tolist() == [False, True, False]
    strict = GameVectorEnv(FOUR, num_envs=3, seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"^table 1: move 9 of seat 0 is not legal: "):
        strict.step(np.array([0, 9, 0]))


def test_the_learner_sees_its_own_side_of_the_board() -> None:
    env = GameEnv(SMALL, seat=1, seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.against.tables.match(0).board(1)
    assert env.render() != env.against.tables.match(0).board(0)
    many = GameVectorEnv(SMALL, num_envs=2, seat=1, seats=2, render_mode="ansi")
    many.reset(seed=1)
    boards = many.render()
    assert boards is not None
    assert boards[0] == env.render()


BAD: list[tuple[dict[str, Any], type[AllmendeError], str]] = [
    ({"game": "chess"}, UnknownGame, "there is no game 'chess'"),
    ({"seats": 7}, BadSetup, "is played by 2, not by 7"),
    ({"seat": 2}, BadSetup, "seat 2: there are seats 0 to 1"),
    ({"opponent": "goat"}, BadSetup, "there is no player 'goat'"),
    ({"illegal": "cry"}, BadSetup, "illegal 'cry': an illegal move can 'lose' or 'raise'"),
    ({"render_mode": "human"}, BadSetup, "render_mode 'human'"),
]


@pytest.mark.parametrize(("wrong", "error", "reason"), BAD)
@pytest.mark.parametrize("make", [GameEnv, GameVectorEnv])
def test_bad_setups_get_one_line(
    make: Any, wrong: dict[str, Any], error: type[AllmendeError], reason: str
) -> None:
    with pytest.raises(error, match=reason) as refusal:
        make(**{"game": FOUR, **wrong})
    assert "\n" not in str(refusal.value)

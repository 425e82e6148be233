"""Measure random play of other game libraries on one core and print the result as JSON.

Run it in an environment of its own, made from ``requirements/bench.txt``.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from machine import pin_to_one_core
from timing import Batch, Clock, Repeat, best_of, time_batches

SEED = 20240
CLOCKS: dict[str, Clock] = {"wall": time.perf_counter, "cpu": time.process_time}
PYTHON_GAMES_PER_BATCH = 200
LENGTH_SAMPLE_GAMES = 20_000
ROLLOUTS_PER_SEARCH = 1_000
SIMULATIONS_PER_SEARCH = 20_000
SEARCH_CURIOSITY = 0.7
SEARCH_MEMORY = 256  # MiB


@dataclass(frozen=True)
class Setup:
    """One way to drive a peer: what it does, and a batch that returns moves and games played."""

    what: str
    play_batch: Batch


@dataclass(frozen=True)
class Peer:
    """A library to measure; ``prepare`` imports it and offers one or more set-ups."""

    name: str
    distribution: str
    prepare: Callable[[], list[Setup]]


def play_connect_four_games(game: Any, count: int) -> int:
    """Play games of random moves through the Python binding and return the number of moves."""
    # Indexing by a random float costs far less than random.choice, and an empty list of actions
    # already tells that the game is over, so the peer pays for as few Python calls as possible.
    draw = random.random
    moves = 0
    for _ in range(count):
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(draw() * len(actions))])
            moves += 1
    return moves


def prepare_openspiel_rollouts() -> list[Setup]:
    """Set up roll-outs in C++: a search of one simulation evaluates the start position only."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()
    mean_length = play_connect_four_games(game, LENGTH_SAMPLE_GAMES) / LENGTH_SAMPLE_GAMES
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS_PER_SEARCH, seed=SEED)
    # With a single simulation every roll-out begins at the start position. More simulations
    # would begin deeper, and the mean length of a whole game would count moves nobody played.
    bot = pyspiel.MCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=16,
        solve=False,
        seed=SEED,
        verbose=False,
    )

    def play_batch() -> tuple[float, int]:
        bot.step(start)
        return ROLLOUTS_PER_SEARCH * mean_length, ROLLOUTS_PER_SEARCH

    what = (
        f"connect_four, C++ MCTSBot with RandomRolloutEvaluator, 1 simulation of "
        f"{ROLLOUTS_PER_SEARCH} roll-outs from the start position per call; moves are computed "
        f"as roll-outs x {mean_length:.3f}, the mean length of {LENGTH_SAMPLE_GAMES} random "
        f"games driven from Python"
    )
    return [Setup(what, play_batch)]


def prepare_openspiel_search() -> list[Setup]:
    """Set up whole searches in C++ from the start position, one roll-out per simulation."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    start = game.new_initial_state()
    bot = pyspiel.MCTSBot(
        game=game,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
        uct_c=SEARCH_CURIOSITY,
        max_simulations=SIMULATIONS_PER_SEARCH,
        max_memory_mb=SEARCH_MEMORY,
        solve=False,
        seed=SEED,
        verbose=False,
    )

    def play_batch() -> tuple[float, int]:
        bot.step(start)
        return SIMULATIONS_PER_SEARCH, 1

    what = (
        f"connect_four, C++ MCTSBot, {SIMULATIONS_PER_SEARCH} simulations of one roll-out each "
        f"from the start position per call; moves are simulations here, games are searches"
    )
    return [Setup(what, play_batch)]


def prepare_openspiel_python() -> list[Setup]:
    """Set up connect four with every move chosen and applied from Python."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play_batch() -> tuple[float, int]:
        return play_connect_four_games(game, PYTHON_GAMES_PER_BATCH), PYTHON_GAMES_PER_BATCH

    what = "connect_four, legal_actions and apply_action called from Python for every move"
    return [Setup(what, play_batch)]


def prepare_catanatron() -> list[Setup]:
    """Set up whole games of random players, once for two seats and once for four."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    def set_up_table(seats: int) -> Setup:
        colours = list(Color)[:seats]

        def play_batch() -> tuple[float, int]:
            game = Game([RandomPlayer(colour) for colour in colours])
            game.play()
            return len(game.state.actions), 1

        what = (
            f"games of {seats} RandomPlayers through Game.play, the faster of 2 and 4 players; "
            f"moves are the executed actions, dice rolls and turn ends included, and a game "
            f"stopped by the library's turn limit counts as a game"
        )
        return Setup(what, play_batch)

    return [set_up_table(2), set_up_table(4)]


def prepare_rlcard_uno() -> list[Setup]:
    """Set up Uno for two through env.step with raw actions, which is the shortest way in."""
    import rlcard  # type: ignore[import-not-found]

    env = rlcard.make("uno", config={"seed": SEED})

    # RLCard's own RandomAgent and env.run spend about half the time on numpy's choice and on
    # keeping trajectories, so this loop draws the action itself.
    def play_batch() -> tuple[float, int]:
        draw = random.random
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = state["raw_legal_actions"]
            state, _ = env.step(actions[int(draw() * len(actions))], raw_action=True)
            steps += 1
        return steps, 1

    what = (
        f"uno, {env.num_players} players, random raw legal actions through env.step, which also "
        f"encodes the observation; moves are steps"
    )
    return [Setup(what, play_batch)]


def prepare_pettingzoo() -> list[Setup]:
    """Set up connect four through agent_iter, last and step, with and without its wrappers."""
    from pettingzoo.classic import connect_four_v3

    def set_up(name: str, env: Any) -> Setup:
        def play_batch() -> tuple[float, int]:
            draw = random.random
            moves = 0
            for _ in range(PYTHON_GAMES_PER_BATCH):
                env.reset()
                for _ in env.agent_iter():
                    observed, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        env.step(None)
                        continue
                    # The space's own sample costs more than the step, so the peer is spared it.
                    legal = observed["action_mask"].nonzero()[0]
                    env.step(legal[int(draw() * len(legal))])
                    moves += 1
            return moves, PYTHON_GAMES_PER_BATCH

        what = (
            f"connect_four_v3.{name}, random legal actions through agent_iter, last and step, the "
            f"faster of env and raw_env; it includes observation and mask, and the steps that take "
            f"finished agents away, which do not count as moves"
        )
        return Setup(what, play_batch)

    return [
        set_up("env", connect_four_v3.env()),
        set_up("raw_env", connect_four_v3.raw_env()),
    ]


PEERS = (
    Peer("openspiel-mcts-rollouts", "open_spiel", prepare_openspiel_rollouts),
    Peer("openspiel-mcts-search", "open_spiel", prepare_openspiel_search),
    Peer("openspiel-python", "open_spiel", prepare_openspiel_python),
    Peer("catanatron", "catanatron", prepare_catanatron),
    Peer("rlcard-uno", "rlcard", prepare_rlcard_uno),
    Peer("pettingzoo", "pettingzoo", prepare_pettingzoo),
)


def time_setup(setup: Setup, seconds: float, repeat: int, clock: Clock) -> list[Repeat]:
    """Time a set-up several times after one batch that is not counted."""
    setup.play_batch()
    return [time_batches(setup.play_batch, seconds, clock) for _ in range(repeat)]


def measure_peer(peer: Peer, seconds: float, repeat: int, clock: Clock) -> dict[str, Any]:
    """Measure every set-up of a peer and report the one that makes the peer look best."""
    version = importlib.metadata.version(peer.distribution)
    timed = []
    for setup in peer.prepare():
        repeats = time_setup(setup, seconds, repeat, clock)
        report_progress(f"{peer.name}: {best_of(repeats).moves_per_second:,.0f} moves/s")
        timed.append((setup, repeats))
    setup, repeats = max(timed, key=lambda pair: best_of(pair[1]).moves_per_second)
    return {
        "peer": peer.name,
        "version": version,
        "what": setup.what,
        **asdict(best_of(repeats)),
        "repeats": [asdict(one) for one in repeats],
    }


def measure_or_explain(peer: Peer, seconds: float, repeat: int, clock: Clock) -> dict[str, Any]:
    """Measure a peer, or return an entry that says in one line why that was not possible."""
    try:
        return measure_peer(peer, seconds, repeat, clock)
    except ImportError as error:
        reason = f"cannot be imported, install requirements/bench.txt first: {error}"
    except Exception as error:  # a peer that breaks must not cost the others their measurement
        reason = f"failed while playing: {type(error).__name__}: {error}"
    reason = " ".join(reason.split())
    report_progress(f"{peer.name}: {reason}")
    return {"peer": peer.name, "error": reason}


def report_progress(line: str) -> None:
    """Write a line to stderr, as stdout carries the JSON object alone."""
    print(line, file=sys.stderr, flush=True)


def positive_seconds(text: str) -> float:
    """Read a duration for the command line."""
    seconds = float(text)
    if not 0 < seconds <= 600:
        raise argparse.ArgumentTypeError(f"must lie above 0 and at most at 600, not {text}")
    return seconds


def positive_count(text: str) -> int:
    """Read a number of repeats for the command line."""
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {text}")
    return count


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seconds",
        type=positive_seconds,
        default=5.0,
        help="time for each repeat of each set-up of a peer (default: %(default)s)",
    )
    parser.add_argument(
        "--repeat",
        type=positive_count,
        default=3,
        help="repeats for each set-up, of which the best is reported (default: %(default)s)",
    )
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        default="wall",
        help="what is measured: time that passes, or time of the processor (default: %(default)s)",
    )
    parser.add_argument(
        "--only",
        choices=[peer.name for peer in PEERS],
        help="measure this peer and no other",
    )
    return parser.parse_args()


def main() -> None:
    """Measure the peers one after the other and print one JSON object."""
    arguments = read_arguments()
    core = pin_to_one_core()
    random.seed(SEED)
    with contextlib.redirect_stdout(sys.stderr):
        peers = [
            measure_or_explain(peer, arguments.seconds, arguments.repeat, CLOCKS[arguments.clock])
            for peer in PEERS
            if arguments.only in (None, peer.name)
        ]
    report = {
        "python": platform.python_version(),
        "core": core,
        "seconds": arguments.seconds,
        "repeat": arguments.repeat,
        "peers": peers,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()

"""What a Ray cluster costs: on this machine against processes of it, taken in turns, and piece by
piece, from which docs/cluster.md calculates what a hundred machines would do.

Needs the environment of `make cluster`:

    .venv-cluster/bin/python benchmarks/cluster.py --rounds 3
"""

import argparse
import json
import os
import pickle
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from allmende.core.registry import find_game
from allmende.lab.arena import play_some
from allmende.lab.cluster.crew import cluster
from allmende.lab.contest import Plan, play_game
from allmende.lab.crew import Crew, in_order
from allmende.lab.luggage import packed
from allmende.lab.schedule import Sitting
from allmende.lab.simulate import Plan as RandomPlan
from allmende.lab.simulate import play_and_keep, play_and_sum
from allmende.lab.standings import Tally
from allmende.lab.summary import Summary

GAME, SEED = "halali", "cluster"
JOBS = 2
COMMANDS = {
    "sim": ("sim", GAME, "--games", "{games}", "--seed", SEED),
    "arena": ("arena", GAME, "--players", "fox@200,fox@100", "--games", "{games}", "--seed", SEED),
}
WAYS = {"processes": ("--jobs", str(JOBS)), "cluster": ("--cluster", "local", "--jobs", str(JOBS))}
EMPTY_PIECES, AHEAD = 2000, 4


class Spent(NamedTuple):
    """What a command took."""

    wall: float
    """Seconds from its start to its end."""
    cpu: float
    """Seconds of CPU, of all its processes that it waited for."""
    playing: float
    """Seconds by the clock for the games alone, as the command says."""


def spent(words: Sequence[str]) -> Spent:
    """Run a command and measure it."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "allmende", *words, "--json"], capture_output=True, check=True
    )
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Spent(wall, cpu, json.loads(done.stdout)["seconds"])


def compare(name: str, games: int, rounds: int) -> dict[str, Any]:
    """Run a command both ways in turns, and take the best and the median of each."""
    words = [word.format(games=games) for word in COMMANDS[name]]
    found: dict[str, list[Spent]] = {way: [] for way in WAYS}
    for round in range(rounds):
        for way, arguments in WAYS.items():
            found[way].append(spent([*words, *arguments]))
            print(f"{name}, round {round + 1}, {way}: {found[way][-1]}", file=sys.stderr)
    return {
        "games": games,
        "best": both_ways(found, min),
        "median": both_ways(found, median),
    }


def both_ways(
    found: dict[str, list[Spent]], of_rounds: Callable[[Sequence[float]], float]
) -> dict[str, Any]:
    """Take one number of all rounds for each way, and how the ways compare in it."""
    taken = {way: Spent(*map(of_rounds, zip(*found[way], strict=True))) for way in WAYS}
    return {
        **{way: taken[way]._asdict() for way in WAYS},
        "wall_ratio": taken["cluster"].wall / taken["processes"].wall,
        "playing_ratio": taken["cluster"].playing / taken["processes"].playing,
    }


def nothing() -> None:
    """Do nothing, elsewhere."""


def driver_cost(crew: Crew) -> dict[str, float]:
    """Measure what the driver spends on a piece: CPU of its process, and pieces a second."""
    list(in_order(crew, (crew.submit(nothing) for _ in range(100)), AHEAD))
    begin, cpu = time.perf_counter(), time.process_time()
    list(in_order(crew, (crew.submit(nothing) for _ in range(EMPTY_PIECES)), AHEAD))
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return {"cpu_per_piece": cpu / EMPTY_PIECES, "wall_per_piece": wall / EMPTY_PIECES}


def seconds_of(act: Callable[[], Any], times: int = 50) -> float:
    """Return the CPU seconds of something, the median of some times."""
    taken = []
    for _ in range(times):
        begin = time.thread_time()
        act()
        taken.append(time.thread_time() - begin)
    return median(taken)


def pieces() -> dict[str, Any]:
    """Measure what travels: bytes of orders and of results, and what it costs to take them in."""
    game = find_game(GAME)
    by_lot = RandomPlan(game, 1000, 2, SEED)
    summed, kept = play_and_sum(by_lot, 0, 5000), play_and_keep(by_lot, 0, 5000)
    total = Summary(2, game.endings)
    total.add(kept.piece.games)  # type: ignore[union-attr]
    plan = Plan(GAME, ("fox@100", "fox@50"), 2, SEED)
    played = play_some(plan, play_game, [Sitting(0, 0, 0, (0, 1)), Sitting(1, 0, 0, (1, 0))])
    tally = Tally(2, 2)

    def count() -> None:
        for outcome in played.outcomes:
            tally.add(outcome)

    arena_order = (play_some, (plan, play_game, [Sitting(0, 0, 0, (0, 1))]))
    return {
        "order_bytes": len(pickle.dumps((play_and_sum, (by_lot, 0, 5000)))),
        "summed_bytes": len(pickle.dumps(summed)),
        "kept_bytes_per_game": len(pickle.dumps(kept)) / 5000,
        "join_seconds": seconds_of(lambda: total.join(summed.summary)),
        "arena_order_bytes": len(pickle.dumps(arena_order)),
        "arena_bytes_per_game": len(pickle.dumps(played)) / 2,
        "tally_seconds_per_game": seconds_of(count) / 2,
    }


def main() -> None:
    """Measure and print all as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sim-games", type=int, default=0, help="0: leave that comparison out")
    parser.add_argument("--arena-games", type=int, default=0, help="0: leave that comparison out")
    arguments = parser.parse_args()
    result: dict[str, Any] = {"cores": os.cpu_count(), "load": os.getloadavg(), "piece": pieces()}
    begin = time.perf_counter()
    with cluster("local", packed([]), jobs=JOBS) as crew:
        result["start_seconds"] = time.perf_counter() - begin
        result["driver"] = driver_cost(crew)
    for name, games in (("sim", arguments.sim_games), ("arena", arguments.arena_games)):
        if games:
            result[name] = compare(name, games, arguments.rounds)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()

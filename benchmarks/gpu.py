"""Measure random play, tables and judging on a GPU, beside all cores and Pgx, in one run.

python benchmarks/gpu.py --out gpu.json        # on a machine with a GPU
python benchmarks/gpu.py --docs gpu.json       # anywhere: writes docs/gpu.md from it
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from machine import machine_facts

from allmende.bots.judging import judge
from allmende.core.match import Match, new
from allmende.core.registry import find_game
from allmende.core.sight import Sight
from allmende.env import Tables
from allmende.lab.simulate import Plan, Result, simulate

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "gpu.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
FOUR = str(HERE.parent / "examples" / "four_in_a_row.py")
NAMES = {
    FOUR: "four in a row",
    "kuh_vadis": "Kuh Vadis",
    "halali": "Halali!",
    "kuhfstein": "Kuhfstein",
    "stieren_versieren": "Stieren Versieren",
    "mischwald": "Mischwald",
}
SEED = "benchmark"
FIRST_GAMES = {"gpu": 1 << 23, "cpu": 1 << 12}
"""A GPU is full of games for most of the time only if there are far more than fit in at once."""
MOST_GAMES = 1 << 33
SECONDS = 4.0
PLACES = ("gpu", "cpu")
TABLES = {"gpu": 1 << 15, "cpu": 1 << 12}
STEPS = 20
"""Steps that are made before the clock is looked at."""
GAMES_EACH = {"gpu": 1000, "cpu": 20}
"""Imagined games for each legal move, to begin with."""


def play(name: str, games: int, on: str) -> Result:
    """Play random games with the fewest seats, on the GPU or on all cores."""
    game, jobs = find_game(name), os.cpu_count() or 1
    return simulate(Plan(game, games, game.seats[0], SEED, on=on, jobs=jobs))


def measured(name: str, on: str, seconds: float) -> dict[str, Any]:
    """Play as many games as take about that long."""
    games = FIRST_GAMES[on]
    result = play(name, games, on)
    while result.seconds < seconds / 2 and games < MOST_GAMES:
        games = int(games * min(16.0, 1.2 * seconds / result.seconds))
        result = play(name, games, on)
    return {
        "games": games,
        "seconds": result.seconds,
        "moves_per_second": result.summary.moves / result.seconds,
    }


def name_of_gpu() -> str:
    """Return what the GPU is called."""
    from allmende.lab.gpu import playing

    return playing.name_of_gpu()


def pgx_result() -> dict[str, Any] | None:
    """Let Pgx play connect four, if it is there."""
    asked = [sys.executable, str(HERE / "pgx_play.py")]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    if answer.returncode:
        print(f"Pgx could not be measured: {answer.stderr[-600:]}", file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def measured_tables(name: str, on: str, seconds: float) -> dict[str, Any]:
    """Make random moves at many tables; one thread or one for each core, whichever is faster."""
    threads = {1, os.cpu_count() or 1} if on == "cpu" else {1}
    found = [stepped(name, on, seconds / len(threads), each) for each in threads]
    return max(found, key=lambda result: float(result["moves_per_second"]))


def stepped(name: str, on: str, seconds: float, threads: int) -> dict[str, Any]:
    """Make random moves at many tables for a while, with all that a learner is shown."""
    tables = Tables(name, TABLES[on], seed=SEED, on=on, threads=threads)
    for _ in range(STEPS):  # away from the first moves, which are all alike
        tables.step(tables.sample())
    steps, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds / 2:
        for _ in range(STEPS):
            tables.step(tables.sample())
        steps += STEPS
    return {"tables": len(tables), "moves_per_second": steps * len(tables) / spent}


def random_match(name: str) -> Match:
    """Play one game by lot to its end."""
    match, chance = new(find_game(name), seed=SEED), Random(SEED)
    while not match.over:
        seat = match.to_act[0]
        match.play_in_numbers(seat, chance.choice(match.game.legal_moves(match.record, seat)))
    return match


def measured_judging(name: str, on: str, seconds: float) -> dict[str, Any]:
    """Judge all positions of a game."""
    match = random_match(name)
    sights = [
        Sight(match.game, match.record_at(ply), move.seat, SEED)
        for ply, move in enumerate(match.moves)
    ]
    judge(sights[:1], 1, on=on)
    questions = sum(len(verdict.moves) for verdict in judge(sights, 1, on=on))
    games_each = GAMES_EACH[on]
    whole = spent = time_to_judge(sights, games_each, on)
    while spent < seconds / 4:  # a short time shows what it takes to begin, not how fast it goes
        games_each *= 4
        spent = time_to_judge(sights, games_each, on)
    rate = questions * games_each / spent
    return {"positions": len(sights), "seconds": whole, "games_per_second": rate}


def time_to_judge(sights: list[Sight], games_each: int, on: str) -> float:
    """Return how many seconds it takes to judge positions."""
    begin = time.perf_counter()
    judge(sights, games_each, on=on)
    return time.perf_counter() - begin


PARTS: dict[str, Callable[[str, str, float], dict[str, Any]]] = {
    "games": measured,
    "tables": measured_tables,
    "judging": measured_judging,
}


def measure_all(seconds: float, names: list[str], parts: list[str]) -> dict[str, Any]:
    """Take every measurement, one after the other."""
    found: dict[str, Any] = {"machine": machine_facts(), "gpu": name_of_gpu(), "pgx": None}
    for part in parts:
        found[part] = {}
        for name in names:
            found[part][NAMES[name]] = {on: PARTS[part](name, on, seconds) for on in PLACES}
            print(part, NAMES[name], found[part][NAMES[name]], file=sys.stderr, flush=True)
    if "games" in parts and FOUR in names:
        found["pgx"] = pgx_result()
    return found


def in_millions(rows: dict[str, Any], rate: str) -> tuple[float, float]:
    """Return what was reached on the GPU and on all cores."""
    there, here = (rows[on][rate] / 1e6 for on in PLACES)
    return there, here


def as_page(results: dict[str, Any]) -> str:
    """Write the numbers as tables."""
    machine, gpu = results["machine"], results["gpu"]
    cores = f"{machine['cores']} cores"
    lines = [f"One {gpu}, beside {cores} ({machine['cpu']}) of the same machine."]
    for part, page in PAGES.items():
        if part in results:
            lines += ["", *page(results[part], gpu, cores)]
            if part == "games" and results["pgx"]:
                reached = results["pgx"]["moves_per_second"] / 1e6
                lines.append(f"| Pgx's connect four | | {reached:,.0f} | | |")
    return "\n".join(lines)


def page_of_moves(
    found: dict[str, Any], gpu: str, cores: str, title: str, counted: str, digits: int
) -> list[str]:
    """Write down how fast moves are made, with one more digit for cores than for the GPU."""
    lines = [
        f"{title} a second:",
        "",
        f"| | {counted} | {gpu} | {cores} | times |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, rows in found.items():
        there, here = in_millions(rows, "moves_per_second")
        speeds = f"{there:,.{digits}f} | {here:,.{digits + 1}f} | {there / here:,.1f}"
        lines.append(f"| {name} | {rows['gpu'][counted]:,} | {speeds} |")
    return lines


def page_of_judging(found: dict[str, Any], gpu: str, cores: str) -> list[str]:
    """Write down how fast positions are judged."""
    lines = [
        f"All positions of one random game judged by {GAMES_EACH['gpu']:,} imagined games for each "
        "legal move: seconds for the whole game, and millions of imagined games a second:",
        "",
        f"| | positions | seconds | {gpu} | {cores} | times |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, rows in found.items():
        there, here = in_millions(rows, "games_per_second")
        judged = f"{rows['gpu']['positions']:,} | {rows['gpu']['seconds']:,.2f}"
        lines.append(f"| {name} | {judged} | {there:,.2f} | {here:,.3f} | {there / here:,.1f} |")
    return lines


PAGES: dict[str, Callable[[dict[str, Any], str, str], list[str]]] = {
    "games": partial(
        page_of_moves,
        title="Random games with the fewest seats, tallies included, millions of moves",
        counted="games",
        digits=0,
    ),
    "tables": partial(
        page_of_moves,
        title="Tables for learners, with observations, millions of decisions",
        counted="tables",
        digits=1,
    ),
    "judging": page_of_judging,
}


def write_docs(results: dict[str, Any]) -> None:
    """Put the table into the page, between its marks."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{as_page(results)}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Measure, or write what was measured into the docs."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--out", type=Path, help="measure, and write the results to this file")
    arguments.add_argument("--docs", type=Path, help="write the results of this file into the docs")
    arguments.add_argument("--seconds", type=float, default=SECONDS)
    arguments.add_argument("--game", action="append", help="measure only this one; may repeat")
    arguments.add_argument("--part", action="append", choices=PARTS, help="measure only this")
    asked = arguments.parse_args()
    if asked.out:
        results = measure_all(asked.seconds, asked.game or list(NAMES), asked.part or list(PARTS))
        asked.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
    if asked.docs:
        write_docs(json.loads(asked.docs.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()

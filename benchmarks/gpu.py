"""Measure random play on a GPU, beside all cores of the same machine and Pgx, in one run.

python benchmarks/gpu.py --out gpu.json        # on a machine with a GPU
python benchmarks/gpu.py --docs gpu.json       # anywhere: writes docs/gpu.md from it
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from machine import machine_facts

from allmende.core.registry import find_game
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
        "gpu": result.gpu,
    }


def pgx_result() -> dict[str, Any] | None:
    """Let Pgx play connect four, if it is there."""
    asked = [sys.executable, str(HERE / "pgx_play.py")]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    if answer.returncode:
        print(f"Pgx could not be measured: {answer.stderr[-600:]}", file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def measure_all(seconds: float, names: list[str]) -> dict[str, Any]:
    """Take every measurement, one after the other."""
    rows = {}
    for name in names:
        rows[NAMES[name]] = {on: measured(name, on, seconds) for on in ("gpu", "cpu")}
        for on, row in rows[NAMES[name]].items():
            print(f"{NAMES[name]} {on} {row['moves_per_second'] / 1e6:,.1f} M/s", file=sys.stderr)
    return {"machine": machine_facts(), "games": rows, "pgx": pgx_result()}


def as_page(results: dict[str, Any]) -> str:
    """Write the numbers as a table."""
    machine, pgx = results["machine"], results["pgx"]
    gpu = next(iter(results["games"].values()))["gpu"]["gpu"]
    lines = [
        f"One {gpu}, beside {machine['cores']} cores ({machine['cpu']}) of the same machine: "
        "random games with the fewest seats, tallies included, millions of moves a second.",
        "",
        f"| | games | {gpu} | {machine['cores']} cores | times |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, row in results["games"].items():
        there, here = (row[on]["moves_per_second"] / 1e6 for on in ("gpu", "cpu"))
        games = row["gpu"]["games"]
        times = there / here
        lines.append(f"| {name} | {games:,} | {there:,.0f} | {here:,.1f} | {times:,.1f} |")
    if pgx:
        lines.append(f"| Pgx's connect four | | {pgx['moves_per_second'] / 1e6:,.0f} | | |")
    return "\n".join(lines)


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
    asked = arguments.parse_args()
    if asked.out:
        results = measure_all(asked.seconds, asked.game or list(NAMES))
        asked.out.write_text(json.dumps(results, indent=1), encoding="utf-8")
        print(as_page(results))
    if asked.docs:
        write_docs(json.loads(asked.docs.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()

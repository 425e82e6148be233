"""How fast learners play: many tables at once, beside a loop over matches and beside PettingZoo.

    python benchmarks/learners.py

Everybody plays random legal moves on one core, by the clock of the processor, so that a busy
machine matters less. A loop over `Match` does the same as the tables, one game after the other: who
decides, the mask of legal moves, the observation where it is wanted, and the reward in the end.
It fails when a claim does not hold.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from child import ChildFailed, ask
from entrants import EXAMPLE, Table, chosen_entrants, tables_of
from machine import pin_to_one_core
from report import number
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from timing import Batch, time_batches

from allmende.core.match import Match, new
from allmende.env.tables import Tables

SEED = 20240
TABLES = 1024
STEPS, MATCH_MOVES = 16, 512  # of a batch
OVER_MATCH, OVER_PETTINGZOO = 5.0, 10.0
PETTINGZOO = "pettingzoo"
COLUMNS = ("game", "tables", "over Match", "tables, observed", "over Match, observed")

console = Console(highlight=False)


def tables_batch(table: Table, observing: bool) -> Batch:
    """Return what makes some steps at all tables."""
    tables = Tables(table.entrant.game, TABLES, seats=table.seats, seed=SEED, observe=observing)

    def play_batch() -> tuple[float, int]:
        ended = 0
        for _ in range(STEPS):
            ended += int(tables.step(tables.sample()).over.sum())
        return STEPS * TABLES, ended

    return play_batch


def rewards(places: list[int]) -> np.ndarray:
    """Return what places are worth: the seats behind less the seats in front, over all others."""
    each = np.array(places)
    worth: np.ndarray = np.sign(each - each[:, None]).sum(axis=1) / (len(places) - 1)
    return worth


class Loop:
    """One match after the other, in arrays."""

    def __init__(self, table: Table, observing: bool) -> None:
        self.game, self.seats, self.observing = table.entrant.game, table.seats, observing
        self.match = self.fresh()

    def fresh(self) -> Match:
        """Deal the next match."""
        return new(self.game, self.seats, random.getrandbits(64))

    def step(self) -> bool:
        """Make one random move, and tell whether that was the end of a game."""
        match = self.match
        seat = match.to_act[0]
        moves = np.flatnonzero(match.mask(seat))
        if self.observing:
            match.observe(seat)
        match.play_in_numbers(seat, int(moves[int(random.random() * len(moves))]))
        if match.over:
            rewards(match.ranking())
            self.match = self.fresh()
        return match.over

    def play_batch(self) -> tuple[float, int]:
        """Make some moves."""
        return MATCH_MOVES, sum(self.step() for _ in range(MATCH_MOVES))


@dataclass
class Row:
    """What was measured of one game, in moves a second."""

    table: Table
    tables: float = 0.0
    match: float = 0.0
    tables_observed: float = 0.0
    match_observed: float = 0.0

    @property
    def over_match(self) -> float:
        """How many times faster the tables are."""
        return self.tables / self.match

    @property
    def over_match_observed(self) -> float:
        """How many times faster the tables are if everybody observes."""
        return self.tables_observed / self.match_observed

    def cells(self) -> tuple[str, ...]:
        """Return the row in words."""
        return (
            self.table.label,
            number(self.tables),
            f"{self.over_match:.0f} x",
            number(self.tables_observed),
            f"{self.over_match_observed:.1f} x",
        )


def measure(table: Table, seconds: float, rounds: int) -> Row:
    """Let tables and matches take turns; the best round of each counts."""
    row = Row(table)
    batches: dict[str, Callable[[], tuple[float, int]]] = {
        "tables": tables_batch(table, observing=False),
        "match": Loop(table, observing=False).play_batch,
        "tables_observed": tables_batch(table, observing=True),
        "match_observed": Loop(table, observing=True).play_batch,
    }
    for play_batch in batches.values():
        play_batch()
    for _ in range(rounds):
        for name, play_batch in batches.items():
            rate = time_batches(play_batch, seconds, time.process_time).moves_per_second
            setattr(row, name, max(getattr(row, name), rate))
    return row


def measure_pettingzoo(python: str, seconds: float, rounds: int) -> float | None:
    """Let PettingZoo play its connect four in its own environment."""
    arguments = ("--only", PETTINGZOO, "--clock", "cpu", "--seconds", seconds, "--repeat", rounds)
    try:
        [peer] = ask("peers.py", *arguments, python=python)["peers"]
    except (ChildFailed, OSError) as trouble:
        console.print(f"PettingZoo could not be measured: {trouble}")
        return None
    if "error" in peer:
        console.print(f"PettingZoo: {peer['error']}")
        return None
    return float(peer["moves_per_second"])


def judge(claim: str, measured: float, bound: float) -> bool:
    """Say whether a claim holds."""
    holds = measured >= bound
    verdict = "holds" if holds else "FAILS"
    console.print(f"{verdict}: {claim}, ≥ {bound:.0f} x: {measured:.1f} x")
    return holds


def judge_all(rows: list[Row], pettingzoo: float | None) -> bool:
    """Hold the claims against what was measured."""
    slowest = min(rows, key=lambda row: row.over_match)
    claim = f"tables over a loop over Match, least of all games ({slowest.table.label})"
    verdicts = [judge(claim, slowest.over_match, OVER_MATCH)]
    slowest = min(rows, key=lambda row: row.over_match_observed)
    claim = f"the same if everybody observes ({slowest.table.label})"
    verdicts.append(judge(claim, slowest.over_match_observed, OVER_MATCH))
    same_game = [row for row in rows if row.table.entrant.name == EXAMPLE]
    if pettingzoo is not None and same_game:
        console.print(f"PettingZoo's connect four, observed: {number(pettingzoo)} moves/s")
        claim = "four in a row over PettingZoo's connect four, everybody observes"
        verdicts.append(judge(claim, same_game[0].tables_observed / pettingzoo, OVER_PETTINGZOO))
    return all(verdicts)


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=".venv-bench/bin/python", help="the peers' Python")
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--seconds", type=float, default=2.0, help="time of each round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the best counts")
    return parser.parse_args()


def main() -> None:
    """Measure, print, and end with an error if a claim fails."""
    arguments = read_arguments()
    pin_to_one_core()
    random.seed(SEED)
    names = [name.strip() for name in arguments.games.split(",") if name.strip()]
    rows = [
        measure(table, arguments.seconds, arguments.rounds)
        for table in tables_of(chosen_entrants(names))
    ]
    pettingzoo = measure_pettingzoo(arguments.peers, arguments.seconds, arguments.rounds)
    grid = Grid(*COLUMNS, box=box.SIMPLE, title=f"{TABLES:,} tables, moves/s")
    for row in rows:
        grid.add_row(*row.cells())
    console.print(grid)
    raise SystemExit(not judge_all(rows, pettingzoo))


if __name__ == "__main__":
    main()

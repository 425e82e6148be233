"""How fast a learner looks: conceal, observe and mask a second, in every game, in compiled code.

    python benchmarks/observing.py --seconds 1
    python benchmarks/observing.py --games halali,mischwald

One core goes through the states of random games, and for a seat to act makes what a learner needs
to decide. Seconds are those of the processor, so a busy machine measures nearly the same.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from entrants import Table, chosen_entrants, tables_of
from rich.console import Console
from rich.table import Table as Rows

from allmende.conformance.case import Case, played
from allmende.core.game import Game
from allmende.core.observation import masker, observer, size
from allmende.core.rule import rule
from allmende.core.turns import first_waiting

SEED = "benchmark"
GAMES = 20
PARTS = ("conceal", "observe", "mask", "all")


def looker(game: Game, seats: int) -> Callable[..., Any]:
    """Compile what makes some parts of a look at each state, `rounds` times."""
    conceal, write, write_mask = game.rules.conceal, observer(game, seats), masker(game)

    @rule
    def look(
        states: np.ndarray,
        known: np.ndarray,
        out: np.ndarray,
        moves: np.ndarray,
        mask: np.ndarray,
        parts: int,
        rounds: int,
    ) -> None:
        for turn in range(rounds * len(states)):
            s = states[turn % len(states)]
            seat = first_waiting(s)
            if parts & 1:
                known[0] = s
                conceal(known[0], seat)
            if parts & 2:
                write(known[0], seat, out)
            if parts & 4:
                write_mask(s, seat, moves, mask)

    return look


def states_of(table: Table) -> np.ndarray:
    """Collect the states of random games in which somebody decides."""
    case = Case(table.entrant.source, table.entrant.game, table.seats)
    return np.concatenate([played(case, f"{SEED}/{it}").records[:-1] for it in range(GAMES)])


def looks_per_second(table: Table, seconds: float) -> list[float]:
    """Return how often a second each part of a look is done, and then all of it."""
    game, states = table.entrant.game, states_of(table)
    look, known = looker(game, table.seats), states[:1].copy()
    memory = (
        np.zeros(size(game, table.seats), np.float32),
        np.zeros(game.moves, np.int64),
        np.zeros(game.moves, np.bool_),
    )
    rates = []
    for parts in (1, 2, 4, 7):
        look(states, known, *memory, parts, 1)
        begin, rounds = time.process_time(), 0
        while (spent := time.process_time() - begin) < seconds:
            look(states, known, *memory, parts, 1)
            rounds += 1
        rates.append(rounds * len(states) / spent)
    return rates


def main() -> None:
    """Measure all tables and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each part (default: 1)")
    wanted = parser.parse_args()
    names = [name.strip() for name in wanted.games.split(",") if name.strip()]
    rows = Rows("table", "entries", "moves", *PARTS, title="looks a second")
    for table in tables_of(chosen_entrants(names)):
        rates = looks_per_second(table, wanted.seconds)
        game = table.entrant.game
        sizes = (f"{size(game, table.seats):,}", f"{game.moves:,}")
        rows.add_row(table.label, *sizes, *(f"{rate:,.0f}" for rate in rates))
    Console().print(rows)


if __name__ == "__main__":
    main()

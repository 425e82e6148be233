"""A process that compiles parts of a game for the workshop:
`python -m allmende.table.thinkers.parts GAME`.

It reads the names of jobs, one on each line. For each rule whose code is there it writes the rule's
identity, and a dot when a job is done.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numba import typeof

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.record import blank_records
from allmende.core.registry import find_game
from allmende.core.rule import Rule, heard_by

from .warm import play_once, think_once

TABLE, BOTS = "table", "bots"
WORK: dict[str, Callable[[Game], None]] = {TABLE: play_once, BOTS: think_once}
"""What uses everything that is needed for a purpose."""
RULE_JOBS = (
    "play",
    "score",
    "imagine",
    "legal",
    "flaw",
    "conceal",
    "deal",
    "rank",
    "disguise",
)
"""The rules of the contract, those that take longest first."""
JOB_DONE = "."
POLITE = 10
"""How nice a process is that nobody waits for."""


def main() -> None:
    """Do the jobs that are asked for, until there is nobody any more who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it
    source, in_a_hurry = sys.argv[1:]
    if in_a_hurry != str(True) and hasattr(os, "nice"):
        os.nice(POLITE)
    game = find_game(source)
    with suppress(BrokenPipeError), heard_by(lambda rule: say(rule._uuid)):
        for line in sys.stdin:
            do(game, line.strip())
            say(JOB_DONE)


def say(word: str) -> None:
    """Write a word for the workshop."""
    print(word, flush=True)


def do(game: Game, job: str) -> None:
    """Compile one rule of the contract, or all that a purpose needs."""
    if job in WORK:
        WORK[job](game)
        return
    rule = getattr(game.rules, job)
    if isinstance(rule, Rule):
        rule.compile(tuple(typeof(argument) for argument in arguments(game)[job]))


def arguments(game: Game) -> dict[str, tuple[Any, ...]]:
    """Return what the rules of the contract are called with."""
    s = blank_records(game.record)[0]
    numbers = np.zeros(1, np.int64)
    return {
        "deal": (s,),
        "legal": (s, 0, numbers),
        "play": (s, 0, 0),
        "score": (s, numbers),
        "rank": (s, numbers),
        "flaw": (s,),
        "conceal": (s, 0),
        "imagine": (s, key_of_seed(0)),
        "disguise": (s, 0, 0),
    }


if __name__ == "__main__":
    main()

"""What seats know at many tables, as tensors."""

from collections.abc import Callable
from functools import cache

import numpy as np

from allmende.core.game import Game
from allmende.core.observation import observer
from allmende.core.rule import rule

from .arrays import NOBODY
from .stepping import KEPT, Scratch


@cache
def observing_of(game: Game, seats: int) -> Callable[..., None]:
    """Compile what writes, for each table from `first` to before `end`, what a seat there knows;
    nothing where nobody looks."""
    conceal, write = game.rules.conceal, observer(game, seats)

    @rule(long=True)
    def observe(
        records: np.ndarray,
        looking: np.ndarray,
        out: np.ndarray,
        scratch: Scratch,
        first: int,
        end: int,
    ) -> None:
        known = scratch.spare[KEPT]
        for table in range(first, end):
            if looking[table] == NOBODY:
                out[table, :] = 0
            else:
                scratch.spare[KEPT] = records[table]
                conceal(known, looking[table])
                write(known, looking[table], out[table])

    return observe

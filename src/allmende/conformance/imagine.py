"""Many worlds imagined from what is known, as one compiled function per game."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from allmende.core.game import Game

from .play import rule_over


@cache
def imaginer(game: Game) -> Callable[..., Any]:
    """Compile the function that imagines a world with each key from the concealed record that
    stands first among the worlds."""
    imagine = game.rules.imagine

    @rule_over(game)
    def imagine_many(worlds: np.ndarray, keys: np.ndarray) -> None:
        for at in range(len(keys) - 1, -1, -1):
            worlds[at] = worlds[0]
            imagine(worlds[at], keys[at])

    return imagine_many

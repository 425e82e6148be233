"""Many looks through one veil as one compiled function per game."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from allmende.core.game import Game

from .play import rule_over


@cache
def imaginer(game: Game) -> Callable[..., Any]:
    """Compile the function that veils a record once with each key, for one watcher."""
    veil = game.rules.veil

    @rule_over(game)
    def imagine_many(
        imagined: np.ndarray, truth: np.ndarray, watcher: int, keys: np.ndarray
    ) -> None:
        for look in range(len(keys)):
            imagined[look] = truth[0]
            veil(imagined[look], watcher, keys[look])

    return imagine_many

"""The numbers of a net, as compiled code reads them."""

from typing import NamedTuple

import numpy as np

from allmende.core.game import Game

from .rows import rows_of

HIDDEN = 128
"""The width of all layers but the first."""
WIDEST, NARROWEST, STEP = 256, 64, 32
MOST_IN_ROWS = 2_400_000
"""How many numbers the first layer may have, so that a file stays below 3 MB."""


class Weights(NamedTuple):
    """What a net has learned. Each layer lies with what it reads from top to bottom, so that what
    is zero there is left out with its whole line."""

    rows: np.ndarray
    rows_bias: np.ndarray
    allowed: np.ndarray
    """One more row for each move of the game, which is added where that move is legal."""
    first: np.ndarray
    first_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    moves: np.ndarray
    """One line for each move of the game."""
    moves_bias: np.ndarray
    values: np.ndarray
    """One column for each seat, from the own one on."""
    values_bias: np.ndarray


def width_for(game: Game) -> int:
    """Return how wide the first layer is: as wide as its file may be large."""
    width = MOST_IN_ROWS // (rows_of(game).count + game.moves) // STEP * STEP
    return max(NARROWEST, min(WIDEST, width))


def shapes_for(game: Game, width: int) -> Weights:
    """Return the shape of each part of a net for a game."""
    most = max(game.seats)
    shapes: tuple[tuple[int, ...], ...] = (
        (rows_of(game).count, width),
        (width,),
        (game.moves, width),
        (width, HIDDEN),
        (HIDDEN,),
        (HIDDEN, HIDDEN),
        (HIDDEN,),
        (game.moves, HIDDEN),
        (game.moves,),
        (HIDDEN, most),
        (most,),
    )
    return Weights(*shapes)  # type: ignore[arg-type]

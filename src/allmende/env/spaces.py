"""What can be seen and done, in the words of Gymnasium, which PettingZoo shares."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.observation import size

ANSI = "ansi"


def observations(game: Game, seats: int) -> Box:
    """Return the space of what a seat knows."""
    return Box(0.0, 1.0, (size(game, seats),), np.float32)


def moves(game: Game) -> Discrete:
    """Return the space of moves."""
    return Discrete(game.moves)


def masked_observations(game: Game, seats: int) -> Dict:
    """Return the space of what a seat knows and which moves it may make."""
    mask = Box(0, 1, (game.moves,), np.int8)
    return Dict({"observation": observations(game, seats), "action_mask": mask})


def checked_render_mode(mode: str | None) -> str | None:
    """Return how to draw, if that is a way we know."""
    if mode not in (None, ANSI):
        raise BadSetup(f"render_mode {mode!r}: boards are drawn with characters, '{ANSI}'")
    return mode

"""The games that OpenSpiel's own suites are tried on: all that are installed, with the fewest seats
and the most."""

import random
from pathlib import Path
from typing import Any

from allmende.env.openspiel import REGISTERED, register

ROOT = Path(__file__).parents[2]
KUHN_POKER = register(str(ROOT / "examples/kuhn_poker.py"))
POPPIES = register(str(ROOT / "examples/poppies.py"))
INSTALLED = [name for name in REGISTERED if name not in (KUHN_POKER, POPPIES)]
SETUPS = [
    f"{name}(players={seats})"
    for name in INSTALLED
    for seats in sorted({min(REGISTERED[name].seats), max(REGISTERED[name].seats)})
]


def random_states(game: Any, seed: int) -> list[Any]:
    """Play a game at random and return all its states."""
    chooser, states = random.Random(seed), [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(chooser.choice(states[-1].legal_actions())))
    return states

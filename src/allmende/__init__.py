"""Allmende: a table and a laboratory for board games about cows and forests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .core.adviser import Adviser, offer_adviser

if TYPE_CHECKING:
    from .core.errors import AllmendeError
    from .core.game import Game, Rules, Words
    from .core.match import Match, Move, from_position, load, new
    from .core.registry import find_game, known_games

__version__ = "0.1.0"

__all__ = [
    "AllmendeError",
    "Game",
    "Match",
    "Move",
    "Rules",
    "Words",
    "find_game",
    "from_position",
    "known_games",
    "load",
    "new",
]

HOMES = ("errors", "game", "match", "registry")


def __getattr__(name: str) -> Any:
    """Find a name of this package when it is first used: what needs no compiler starts at once."""
    if name in __all__:
        for home in HOMES:
            module = import_module(f".core.{home}", __name__)
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module 'allmende' has no attribute '{name}'")


def the_coach() -> Adviser:
    """Load the coach, who needs the compiler, when somebody asks for advice."""
    coach: Adviser = import_module(".bots.coach", __name__).advise
    return coach


offer_adviser(the_coach)

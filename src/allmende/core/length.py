"""How long a game goes on: until it is over, but never past the bound that it declares."""

from .errors import AllmendeError
from .game import Game
from .record import Record
from .rule import rule


class EndlessGame(AllmendeError):
    """A game does not come to its end."""


@rule(inline=True)
def goes_on(s: Record, longest: int) -> bool:
    """Tell whether a game is not over: somebody may decide, and it is not longer than it can be."""
    return s.over == 0 and s.waiting != 0 and s.ply < longest


def check_ended(game: Game, s: Record, name: str) -> None:
    """Raise EndlessGame if a game was left although it is not over; `name` says which one."""
    if not s.over:
        stuck = "nobody can decide although it is not over"
        longer = f"it is not over after {game.longest:,} decisions, the longest that it declares"
        reason = longer if s.ply >= game.longest else stuck
        raise EndlessGame(f"{game.name}, {name}, ply {s.ply}: {reason}")

"""How true the coach of a game is, as it was measured and lies beside the game."""

from allmende.bots.calibration import FILE
from allmende.core.beside import file_beside
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.lab.reliability import Reliability, reliability_in


def coach_of(game: Game) -> Reliability | None:
    """Return how true the coach is, or None if nobody has measured it."""
    file = file_beside(game, FILE)
    if not file.exists():
        return None
    try:
        _, *lines = file.read_text("utf-8").splitlines()
        return reliability_in(lines) if lines else None
    except (ValueError, TypeError) as trouble:
        raise BadSetup(f"{file}: this is no reliability of a coach: {trouble}") from None

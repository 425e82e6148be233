"""Files that a game brings beside its rules: found by measuring, replaced without compiling."""

from pathlib import Path

from .game import Game
from .sources import home_of


def file_beside(game: Game, name: str) -> Path:
    """Return where a file of a game lies, or would lie: in its folder; a game in one file has it
    beside that, with its own name."""
    home = home_of(game.rules.play)
    return home / name if home.is_dir() else home.with_suffix(f".{name}")

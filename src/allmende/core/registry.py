"""Finding games: those that installed packages offer, and those in a file of one's own."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from .errors import UnknownGame
from .game import Game

ENTRY_POINT_GROUP = "allmende.games"

FROM_FILES: dict[str, Game] = {}
"""Games from files of one's own, by name, so that their saved games can be read again."""
FILES: dict[str, Path] = {}
"""Where these files lie."""


@cache
def offered() -> dict[str, EntryPoint]:
    """Return the entry points of all installed games by name, without loading them.

    To look through all packages takes longer than to deal most games, so it is done once."""
    return {entry.name: entry for entry in sorted(entry_points(group=ENTRY_POINT_GROUP))}


def known_games() -> list[str]:
    """List the names of the installed games."""
    return list(offered())


def games_here() -> list[str]:
    """List the names of all games that can be played here: the installed ones, and those that came
    from files of one's own."""
    installed = known_games()
    return [*installed, *(name for name in FROM_FILES if name not in installed)]


def find_game(name: str) -> Game:
    """Return the game of that name, or the `game` defined in a Python file of that path."""
    return game_in_file(Path(name)) if name.endswith(".py") else game_named(name)


def game_named(name: str) -> Game:
    """Return the game of that name. Never runs a file: a saved game may come from anywhere."""
    entry = offered().get(name)
    if entry is None and name in FROM_FILES:
        return FROM_FILES[name]
    if entry is None:
        known = ", ".join(known_games()) or "none"
        raise UnknownGame(f"there is no game '{name}'; known games: {known}")
    return checked(loaded(name, entry.load), name)


def game_in_file(path: Path) -> Game:
    """Load a Python file and return the `game` it defines."""
    if not path.is_file():
        raise UnknownGame(f"there is no file '{path}'")
    path = path.resolve()
    # Compiled code names the module: it must not hang on where the file lies.
    module_name = f"allmende_game_{path.stem}_{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    if module_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(module_name, path)
        if spec is None or spec.loader is None:
            raise UnknownGame(f"'{path}' cannot be loaded as a Python file")
        module = importlib.util.module_from_spec(spec)
        loaded(str(path), partial(spec.loader.exec_module, module))
        sys.modules[module_name] = module
    game = checked(getattr(sys.modules[module_name], "game", None), str(path))
    FROM_FILES[game.name], FILES[game.name] = game, path
    return game


def loaded(where: str, load: Callable[[], object]) -> object:
    """Load a game, which can fail in any way there is, and say in one line what went wrong."""
    try:
        return load()
    except Exception as trouble:
        reason = " ".join(f"{type(trouble).__name__}: {trouble}".split())
        raise UnknownGame(f"'{where}' cannot be loaded: {reason}") from trouble


def source_of(game: Game) -> str:
    """Return under which name or path another process finds a game."""
    return str(FILES.get(game.name, game.name))


def checked(candidate: object, where: str) -> Game:
    """Return the candidate if it is a game."""
    if not isinstance(candidate, Game):
        raise UnknownGame(f"'{where}' offers {candidate!r} instead of an allmende Game")
    return candidate

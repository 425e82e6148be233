"""Who plays in an arena: levels by name, players from files, and those made by a function."""

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from allmende.bots.levels import LEVELS, RANDOM, player_named
from allmende.bots.player import Player
from allmende.core.errors import BadSetup
from allmende.core.game import Game

from .luggage import here

Factory: TypeAlias = Callable[[Game, str], Player]
"""Makes a player for one game of a series, from the game and a seed."""

ITERATIONS = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class Entrant:
    """A player of an arena: a name for the table and the function that makes it."""

    name: str
    make: Factory


@dataclass(frozen=True)
class Named:
    """Makes players of a level."""

    level: str
    pace: float
    iterations: int | None = None

    @property
    def looks_at_the_clock(self) -> bool:
        """Whether its games cannot be repeated, as it thinks for some time."""
        level = LEVELS.get(self.level)
        return level is not None and level.budget.has_clock and self.iterations is None

    def __call__(self, game: Game, seed: str) -> Player:
        """Make a player."""
        if self.iterations is None:
            return player_named(self.level, game, seed, self.pace)
        return LEVELS[self.level].player(game, seed, iterations=self.iterations)


@dataclass(frozen=True)
class FromFile:
    """Makes players of a class in a Python file; every process loads the file for itself."""

    path: Path
    class_name: str

    @classmethod
    def from_text(cls, text: str) -> "FromFile":
        """Read `my.py:MyBot`."""
        path, colon, class_name = text.rpartition(":")
        if not (path.endswith(".py") and colon and class_name.isidentifier()):
            raise BadSetup(f"--bot {text}: write it as --bot my.py:MyBot")
        return cls(Path(path).resolve(), class_name)

    def __call__(self, game: Game, seed: str) -> Player:
        """Make a player, or say what is wrong with the file."""
        maker = getattr(loaded(self.path), self.class_name, None)
        if maker is None:
            raise BadSetup(f"{self.path} has no class '{self.class_name}'")
        try:
            player: Any = maker(game, seed)
        except Exception as trouble:
            reason = f"{type(trouble).__name__}: {trouble}"
            raise BadSetup(
                f"{self.path}: {self.class_name}(game, seed) failed: {reason}"
            ) from trouble
        if not callable(getattr(player, "choose", None)):
            raise BadSetup(f"{self.path}: {self.class_name} has no method choose(sight) -> int")
        made: Player = player
        return made


def loaded(path: Path) -> ModuleType:
    """Load a Python file once, or say why it cannot be loaded."""
    path = Path(here(str(path)))
    name = f"allmende_bot_{path.stem}_{hashlib.sha256(bytes(path)).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise BadSetup(f"there is no file '{path}'")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as trouble:  # a file of one's own can fail to load in any way there is
        reason = f"{type(trouble).__name__}: {trouble}"
        raise BadSetup(f"'{path}' cannot be loaded: {reason}") from trouble
    sys.modules[name] = module
    return module


def entrants_named(
    names: Sequence[str], bots: Sequence[str] = (), pace: float = 1.0
) -> list[Entrant]:
    """Return the players of those names; `bots` are files with classes, as `my.py:MyBot`."""
    makers: dict[str, Factory] = {name: Named(name, pace) for name in (*LEVELS, RANDOM)}
    for text in bots:
        maker = FromFile.from_text(text)
        if maker.class_name in makers:
            raise BadSetup(f"--bot {text}: there is a player '{maker.class_name}' already")
        makers[maker.class_name] = maker
    return [Entrant(name, maker_named(name, makers)) for name in names]


def maker_named(name: str, makers: Mapping[str, Factory]) -> Factory:
    """Find who makes players of a name: one of those given, or a level that thinks for a number of
    iterations instead of some time, as `fox@400`."""
    if name in makers:
        return makers[name]
    level, at, iterations = name.partition("@")
    if not at or level not in LEVELS:
        raise BadSetup(f"there is no player '{name}'; there are: {', '.join(makers)}")
    if not ITERATIONS.fullmatch(iterations):
        raise BadSetup(f"player '{name}': write a number of iterations behind @, as {level}@400")
    return Named(level, pace=1.0, iterations=int(iterations))

"""What people give to a command, checked and turned into what the command needs."""

from collections.abc import Sequence
from pathlib import Path

from allmende.core.errors import BadSetup, GameFileError
from allmende.core.match import Match, fresh_seed, load
from allmende.core.registry import find_game

from .errors import BadFile


def the_match(path: Path, game_name: str | None) -> Match:
    """Replay a game file. A game that is not installed has to be named as well."""
    if game_name is not None:
        find_game(game_name)
    try:
        return load(path)
    except OSError as trouble:
        raise BadSetup(f"{path} cannot be read: {trouble.strerror}") from None
    except GameFileError as trouble:
        raise BadFile(f"{path}, {trouble}") from None


def the_options(pairs: Sequence[str]) -> dict[str, str]:
    """Read options given as `name=choice`."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, choice = pair.partition("=")
        if not (name and equals and choice):
            raise BadSetup(f"--option {pair}: write it as --option name=choice")
        if name in chosen:
            raise BadSetup(f"--option {pair}: '{name}' is chosen already")
        chosen[name] = choice
    return chosen


def the_seed(seed: str | None) -> str:
    """Return the seed if it fits into a line of a game file, or a fresh one if there is none."""
    if seed is None:
        return fresh_seed()
    if not seed.isprintable() or not seed.strip():
        raise BadSetup(f"--seed {seed!r}: a seed is a number or a few words")
    return seed


def the_players(names: str) -> tuple[str, ...]:
    """Read who plays, given as `fox,bull`."""
    players = tuple(name.strip() for name in names.split(","))
    if not all(players):
        raise BadSetup(f"--players {names!r}: write them as --players fox,cow")
    return players


def the_names(names: str, seats: int) -> tuple[str, ...]:
    """Read the names of the players, given as `Anna,Bert`; those left out go by their seats."""
    if not names:
        return ()
    given = tuple(name.strip() for name in names.split(","))
    if not all(name and name.isprintable() for name in given):
        raise BadSetup(f"--names {names!r}: write them as --names Anna,Bert")
    if len(given) > seats:
        raise BadSetup(f"--names {names}: these are {len(given)} names for {seats} seats")
    return given

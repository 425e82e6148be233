"""`allmende play`: from what was asked for to a game at the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from allmende.core.errors import BadSetup
from allmende.core.match import Match, new
from allmende.core.registry import find_game

from .arguments import the_match, the_names, the_options, the_seed
from .choices import PEOPLE
from .compiling import compile_visibly
from .session import Session
from .speech import speaker_for


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    seats: int | None
    seed: str | None
    options: Sequence[str]
    data: Path | None
    against: str
    language: str
    names: str
    load: Path | None


def play_in_terminal(wishes: Wishes) -> None:
    """Deal or load a match and play it."""
    compile_visibly(find_game(wishes.game), with_bots=wishes.against != PEOPLE)
    match = deal(wishes) if wishes.load is None else go_on(wishes, wishes.load)
    names = the_names(wishes.names, match.seats)
    people = range(match.seats) if wishes.against == PEOPLE else [0]
    speaker = speaker_for(match.game, wishes.language, names)
    Session(match, speaker, people, wishes.against).run()


def deal(wishes: Wishes) -> Match:
    """Deal a new match."""
    game = find_game(wishes.game)
    seats = min(game.seats) if wishes.seats is None else wishes.seats
    options = the_options(wishes.options)
    return new(game, seats, the_seed(wishes.seed), options, wishes.data)


def go_on(wishes: Wishes, path: Path) -> Match:
    """Load a saved match; seats, seed, options and data are those it was begun with."""
    given = {
        "--seats": wishes.seats,
        "--seed": wishes.seed,
        "--option": wishes.options or None,
        "--data": wishes.data,
    }
    for name, value in given.items():
        if value is not None:
            raise BadSetup(f"{name} goes with a new game; {path} has its own")
    match, game = the_match(path, wishes.game), find_game(wishes.game)
    if match.game.name != game.name:
        raise BadSetup(f"{path} is a game of {match.game.name}, not of {game.name}")
    return match

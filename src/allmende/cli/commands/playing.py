"""Games, and playing one in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from ..choices import COW, OPPONENTS, one_of
from .shared import ENGLISH, Data, GameName, Lang, Options, Seats, Seed


def games(lang: Lang = ENGLISH) -> None:
    """List the installed games."""
    from ..games import list_games

    list_games(lang)


def play(
    game: GameName,
    seats: Seats = None,
    seed: Seed = None,
    option: Options = None,
    data: Data = None,
    against: Annotated[
        str,
        typer.Option(
            parser=one_of(OPPONENTS),
            metavar="|".join(OPPONENTS),
            help="Who sits in the other seats.",
        ),
    ] = COW,
    lang: Lang = ENGLISH,
    names: Annotated[
        str, typer.Option(metavar="ANNA,BERT", help="Names of the players, by seat.")
    ] = "",
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from ..play import Wishes, play_in_terminal

    play_in_terminal(Wishes(game, seats, seed, option or (), data, against, lang, names, load))

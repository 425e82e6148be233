"""For those who write a game."""

from typing import Annotated

import typer

from .shared import GameName


def check(game: GameName) -> None:
    """Try the laws that every game obeys on a game."""
    from ..check import check_game

    check_game(game)


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Games; all without a name.")
    ] = None,
) -> None:
    """Compile games now, so that later starts are instant."""
    from ..warm import warm_games

    warm_games(games or ())

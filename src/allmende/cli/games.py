"""`allmende games`: what there is to play."""

from collections.abc import Callable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from allmende.core.errors import AllmendeError
from allmende.core.game import Game
from allmende.core.language import Message, Speaker
from allmende.core.registry import find_game, known_games

from .speech import CLI_TEXTS, plain_console, speaker_for


def list_games(language: str) -> None:
    """Print a table of the installed games."""
    say = Speaker(CLI_TEXTS, language).say
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(Message("cli.games.name")), style="bold", no_wrap=True)
    table.add_column(say(Message("cli.games.players")), no_wrap=True)
    table.add_column(say(Message("cli.games.about")))
    for name in known_games():
        add_row(table, name, language)
    plain_console().print(table)


def add_row(table: Table, name: str, language: str) -> None:
    """Add one game; one that cannot be loaded does not keep the others from being listed."""
    try:
        game = find_game(name)
    except AllmendeError as trouble:
        table.add_row(name, "", Text(str(trouble), style="yellow"))
    else:
        table.add_row(name, span(game.seats), describe(game, language))


def span(seats: Sequence[int]) -> str:
    """Write numbers of players: `2`, `2–5`, or `2, 4`."""
    low, high = min(seats), max(seats)
    if len(seats) > 2 and len(seats) == high - low + 1:
        return f"{low}–{high}"
    return ", ".join(str(count) for count in seats)


def describe(game: Game, language: str) -> Group:
    """Write what a game is about and how it can be varied."""
    say = speaker_for(game, language).say
    about = [Text(say(Message("game.title")), style="bold"), Text(say(Message("game.about")))]
    return Group(*about, *([option_table(game, say)] if game.options else []), Text())


def option_table(game: Game, say: Callable[[Message], str]) -> Table:
    """Write each choice as it is typed and what it means, the default first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, choices in game.options.items():
        for choice in choices:
            meaning = Message(f"option.{name}.{choice}")
            if choice == choices[0]:
                meaning = Message("cli.games.default", choice=meaning)
            table.add_row(f"{name}={choice}", say(meaning))
    return table

"""The shelf: which games there are, and their words."""

from typing import Any

from allmende.bots.levels import LEVELS, levels_of
from allmende.bots.names import NAMES
from allmende.bots.speech import BOT_TEXTS
from allmende.core.errors import UnknownGame
from allmende.core.game import Game, Json
from allmende.core.language import LANGUAGES
from allmende.core.puzzles import puzzles_of
from allmende.core.registry import game_named, games_here
from allmende.core.shapes import Message

from ..wire.answers import BrokenGame, GameInfo, Games, Puzzle
from . import lessons, puzzles
from .boards import KINDS, about_page, file_of


def all_games() -> list[Game]:
    """Return the games that can be played here."""
    return [found for name in games_here() if isinstance(found := loaded(name), Game)]


def broken_games() -> list[BrokenGame]:
    """List what is installed and cannot be loaded; it keeps no other game from being played."""
    found = {name: loaded(name) for name in games_here()}
    return [{"name": name, "reason": it} for name, it in found.items() if isinstance(it, str)]


def loaded(name: str) -> Game | str:
    """Return the game of a name, or what is wrong with it."""
    try:
        return game_named(name)
    except UnknownGame as trouble:
        return str(trouble)


def about_games() -> Games:
    """Describe the games and the levels of the bots."""
    games: list[GameInfo] = [
        {
            "name": game.name,
            "seats": list(game.seats),
            "options": {name: list(choices) for name, choices in game.options.items()},
            "secrets": game.secrets,
            "levels": levels_of(game),
            "lesson": lessons.has_lesson(game),
            "puzzles": puzzles.how_many(game),
            "layout": [part.as_data() for part in game.words.layout],
            "page": about_page(game),
        }
        for game in all_games()
    ]
    return {
        "games": games,
        "broken": broken_games(),
        "levels": list(LEVELS),
        "bots": {level: list(NAMES[level]) for level in LEVELS},
        "languages": list(LANGUAGES),
    }


def texts_in(language: str) -> dict[str, Any]:
    """Return what games and bots say in a language."""
    return {
        "levels": BOT_TEXTS[language],
        "games": {game.name: game.texts[language] for game in all_games()},
    }


def game_on_shelf(name: str) -> Game | None:
    """Return the game of that name, or None if there is no such game here."""
    return next((game for game in all_games() if game.name == name), None)


def board_file(name: str, path: str) -> tuple[bytes, str] | None:
    """Return the content of a file that a game brings for the page, and its kind."""
    game = game_on_shelf(name)
    file = file_of(game, path) if game else None
    return (file.read_bytes(), KINDS[file.suffix]) if file else None


def lesson_named(name: str) -> lessons.Lesson | None:
    """Return the lesson of a game, or None if there is no such game or it has none."""
    game = game_on_shelf(name)
    return lessons.lesson_of(game) if game and lessons.has_lesson(game) else None


def puzzle_named(name: str, which: str) -> Puzzle | None:
    """Return a puzzle of a game by its own name or by its day, or None if there is no such one."""
    found = game_and_number(name, which)
    return puzzles.data_of(*found) if found else None


def why_not_in_puzzle(name: str, which: str, move: str | Json) -> tuple[Message | None] | None:
    """Say why a move is not possible in a puzzle; None if there is no such puzzle."""
    found = game_and_number(name, which)
    return (puzzles.why_not(*found, move),) if found else None


def game_and_number(name: str, which: str) -> tuple[Game, int] | None:
    """Find a puzzle, or None if there is no such game or puzzle."""
    game = game_on_shelf(name)
    number = puzzles.number_of(puzzles_of(game), which) if game else None
    return None if game is None or number is None else (game, number)

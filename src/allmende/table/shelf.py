"""The shelf: which games there are, and their words."""

from typing import Any

from allmende.bots.levels import LEVELS
from allmende.bots.speech import BOT_TEXTS
from allmende.core.game import Game
from allmende.core.language import LANGUAGES
from allmende.core.registry import game_named, known_games

from . import lessons
from .answers import GameInfo, Games


def all_games() -> list[Game]:
    """Return the installed games."""
    return [game_named(name) for name in known_games()]


def about_games() -> Games:
    """Describe the games and the levels of the bots."""
    games: list[GameInfo] = [
        {
            "name": game.name,
            "seats": list(game.seats),
            "options": {name: list(choices) for name, choices in game.options.items()},
            "secrets": game.secrets,
            "lesson": lessons.has_lesson(game),
        }
        for game in all_games()
    ]
    return {"games": games, "levels": list(LEVELS), "languages": list(LANGUAGES)}


def texts_in(language: str) -> dict[str, Any]:
    """Return what games and bots say in a language."""
    return {
        "levels": BOT_TEXTS[language],
        "games": {game.name: game.texts[language] for game in all_games()},
    }


def lesson_named(name: str) -> lessons.Lesson | None:
    """Return the lesson of a game, or None if there is no such game or it has none."""
    game = next((game for game in all_games() if game.name == name), None)
    return lessons.lesson_of(game) if game and lessons.has_lesson(game) else None

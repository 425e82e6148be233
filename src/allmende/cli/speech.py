"""Speaking to people: the words of the command line next to those of the game."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from allmende.bots.names import bot_name
from allmende.bots.speech import BOT_TEXTS
from allmende.core.game import Game
from allmende.core.language import LANGUAGES, Speaker, Texts, read_texts
from allmende.core.match import Match

CLI_TEXTS = read_texts(Path(__file__).parent / "text")


def speaker_for(game: Game, language: str, names: Sequence[str] = ()) -> Speaker:
    """Return one who says the messages of a game, of the bots and of the command line."""
    return Speaker(joined(CLI_TEXTS, BOT_TEXTS, game.texts), language, names)


def names_in(match: Match, language: str) -> list[str]:
    """Name those who played a match, if it says so; bots that it does not name have a name."""
    speaker = speaker_for(match.game, language)
    return [
        player.name or (bot_name(player.level, seat) if player.level else speaker.name_of(seat))
        for seat, player in enumerate(match.players)
    ]


def joined(*several: Texts) -> Texts:
    """Put catalogs together, language by language."""
    return {
        language: {key: said for texts in several for key, said in texts[language].items()}
        for language in LANGUAGES
    }


def plain_console(stderr: bool = False) -> Console:
    """Return a console that prints what it is given, without a guess at colours or emoji."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show_as_drawn(console: Console, drawing: str) -> None:
    """Print a drawing without breaking its lines."""
    console.print(Text(drawing), soft_wrap=True)

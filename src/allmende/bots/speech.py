"""The words of the players: who they are, what went wrong with one, how sure a coach is."""

from pathlib import Path

from allmende.core.language import Message, read_texts

BOT_TEXTS = read_texts(Path(__file__).parent / "text")


def name_of_level(level: str) -> Message:
    """Return what a level is called."""
    return Message(f"level.{level}.name")


def about_level(level: str) -> Message:
    """Return what is to be known about a level, in one or two short sentences."""
    return Message(f"level.{level}.about")


def how_sure(sureness: str) -> Message:
    """Return the word for how sure an advice is."""
    return Message(f"sureness.{sureness}")

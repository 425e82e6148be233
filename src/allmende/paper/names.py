"""Words for seats, options and possibilities, in the language of a reader."""

from pathlib import Path

from allmende.core.game import Game
from allmende.core.language import LANGUAGES, Message, Speaker, read_texts
from allmende.lab.report.uses import ABOUT, Possibility, message_in

from .numbers import Numbers

PAPER_TEXTS = read_texts(Path(__file__).parent / "text")
NOT_THINGS = {
    *("ask", "board", "category", "do", "ending", "field", "game", "move", "not", "option"),
    *("paper", "phase", "rule", "story", "core"),
}
"""Families of keys in the catalogs of a game that name no things of it."""


class Voice:
    """Says what a report says about one game, in one language."""

    def __init__(self, game: Game, language: str) -> None:
        texts = {it: {**PAPER_TEXTS[it], **game.texts[it]} for it in LANGUAGES}
        self.game, self.language = game, language
        self.speaker = Speaker(texts, language)
        self.numbers = Numbers(language)
        self.things = things_in(self.speaker.catalog)

    def say(self, message: Message) -> str:
        """Say a message."""
        return self.speaker.say(message)

    def word(self, key: str, otherwise: str) -> str:
        """Return the words of a key that a catalog may have."""
        return self.speaker.catalog.get(key, otherwise)

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return self.speaker.name_of(seat)

    def title(self) -> str:
        """Name the game."""
        return self.say(Message("game.title"))

    def option(self, name: str) -> str:
        """Name an option."""
        return self.word(f"option.{name}", name)

    def choice(self, option: str, choice: str) -> str:
        """Name a choice of an option."""
        return self.word(f"option.{option}.{choice}", choice)

    def ending(self, name: str) -> str:
        """Name a way to end."""
        return self.word(f"ending.{name}", name)

    def kind(self, kind: str) -> str:
        """Name a kind of move."""
        return self.word(f"do.{kind}", kind or self.say(Message("paper.uses.moves")))

    def group(self, kind: str, key: str) -> str:
        """Name the possibilities of one kind of move and one key of its data."""
        about = self.word(f"paper.key.{key}", key)
        return self.say(Message("paper.uses.group", kind=self.kind(kind), key=about))

    def value(self, possibility: Possibility) -> str:
        """Name what a possibility makes use of."""
        if possibility.is_kind:
            return self.kind(possibility.kind)
        if possibility.key == ABOUT:
            return self.say(message_in(possibility.value))
        exact = self.speaker.catalog.get(f"{possibility.key}.{possibility.value}", "{")
        if "{" not in exact:
            return exact
        found = self.things.get(possibility.value, set())
        return next(iter(found)) if len(found) == 1 else possibility.value

    def possibility(self, possibility: Possibility) -> str:
        """Name a possibility with its kind of move."""
        if possibility.is_kind:
            return self.kind(possibility.kind)
        what = self.value(possibility)
        return self.say(Message("paper.uses.one", kind=self.kind(possibility.kind), what=what))


def things_in(catalog: dict[str, str]) -> dict[str, set[str]]:
    """Return the words that a catalog has for ids of things: `species.oak` is one for oak."""
    things: dict[str, set[str]] = {}
    for key, words in catalog.items():
        family, dot, thing = key.partition(".")
        if dot and family not in NOT_THINGS and "." not in thing and "{" not in words:
            things.setdefault(thing, set()).add(words)
    return things

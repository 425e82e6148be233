"""Words for people: message keys with arguments, and catalogs that turn them into sentences."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from . import shapes

LANGUAGES = ("en", "de", "nl")
TEXT = "text"
"""The folder of catalogs in the folder of a game."""

Catalog: TypeAlias = Mapping[str, str]
Texts: TypeAlias = Mapping[str, Catalog]


@dataclass(frozen=True)
class Seat:
    """A seat as an argument of a message; it is said with the name of who sits there."""

    number: int


class Message:
    """A message key with its arguments: text, numbers, seats, or further messages."""

    def __init__(self, key: str, /, **args: "Argument") -> None:
        self.key = key
        self.args = MappingProxyType(args)

    def as_data(self) -> shapes.Message:
        """Return the message as JSON-ready data."""
        return {"key": self.key, "args": {name: as_data(arg) for name, arg in self.args.items()}}

    @cached_property
    def data(self) -> shapes.Message:
        """The message as JSON-ready data, for those who only read it: made once for a message that
        is kept."""
        return self.as_data()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.as_data() == other.as_data()

    def __hash__(self) -> int:
        return hash(json.dumps(self.as_data(), sort_keys=True))

    def __repr__(self) -> str:
        args = "".join(f", {name}={arg!r}" for name, arg in self.args.items())
        return f"{type(self).__name__}({self.key!r}{args})"


Argument: TypeAlias = str | int | Seat | Message


class Event(Message):
    """Something that happened at the table. `seen_by` holds the seats that may know it; None is
    everyone, spectators included."""

    def __init__(self, key: str, /, seen_by: Sequence[int] | None = None, **args: Argument) -> None:
        super().__init__(key, **args)
        self.seen_by = None if seen_by is None else tuple(seen_by)

    def visible_to(self, seat: int | None) -> bool:
        """Tell whether a seat, or a spectator (None), may know this."""
        return self.seen_by is None or seat in self.seen_by


def listed(parts: Sequence[Message | Seat]) -> Message | Seat:
    """Put messages or seats into one, separated by commas."""
    *others, last = parts
    for part in reversed(others):
        last = Message("core.list", first=part, rest=last)
    return last


def as_data(argument: Argument) -> shapes.Argument:
    """Return an argument as JSON-ready data."""
    if isinstance(argument, Message):
        return argument.as_data()
    return {"seat": argument.number} if isinstance(argument, Seat) else argument


def read_texts(folder: Path) -> Texts:
    """Read the catalogs of a folder, one file per language."""
    return {
        language: json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }


def texts_beside(file: str) -> Texts:
    """Read the catalogs of a game in a folder: those in `text` beside its file."""
    return read_texts(Path(file).parent / TEXT)


def texts_from(said: Mapping[str, Sequence[str]]) -> Texts:
    """Make the catalogs of a small game from rows: a key and its text in each language."""
    return {
        language: {key: sentences[at] for key, sentences in said.items()}
        for at, language in enumerate(LANGUAGES)
    }


CORE_TEXTS = texts_beside(__file__)


class Speaker:
    """Says messages in one language, with the names of the people at the table."""

    def __init__(self, texts: Texts, language: str, names: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"language '{language}': there is {', '.join(LANGUAGES)}")
        self.catalog = {**CORE_TEXTS[language], **texts[language]}
        self.language = language
        self.names = tuple(names)

    def say(self, message: Message) -> str:
        """Turn a message into a sentence."""
        sentence = self.catalog[message.key]
        return sentence.format_map({name: self.spell(arg) for name, arg in message.args.items()})

    def spell(self, argument: Argument) -> str:
        """Turn one argument of a message into text."""
        if isinstance(argument, Message):
            return self.say(argument)
        if isinstance(argument, Seat):
            return self.name_of(argument.number)
        return str(argument)

    def name_of(self, seat: int) -> str:
        """Name a seat: by who sits there, else by its number."""
        if seat < len(self.names):
            return self.names[seat]
        return self.catalog["core.seat"].format(number=seat + 1)

"""What a game is like with another choice of an option, one option at a time."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from allmende.core.game import Game


class Variant(NamedTuple):
    """A choice of an option, and all options with it."""

    option: str
    choice: str
    options: dict[str, str]


def variants(game: Game, options: Mapping[str, str]) -> Iterator[Variant]:
    """Yield every choice of every option that is not taken, all other options as they are."""
    for option, choices in game.options.items():
        for choice in choices:
            if choice != options[option]:
                yield Variant(option, choice, {**options, option: choice})

"""How far compiling is: rules that are there, of all that are needed."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from .game import Game
from .rule import Rule, rules_below


class Progress:
    """Counts the rules below some functions. One that is loaded brings all that it calls."""

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self.wanted = rules_below(functions)
        self.there: set[str] = set()

    @property
    def done(self) -> int:
        """How many rules are there."""
        return len(self.there)

    @property
    def of(self) -> int:
        """How many rules are needed."""
        return len(self.wanted)

    def hear(self, rule: Rule) -> None:
        """Note that the code of a rule is there."""
        self.note(rule._uuid)

    def note(self, identity: str) -> None:
        """Note that the code of a rule is there, in this process or in another one."""
        if identity in self.wanted and identity not in self.there:
            self.there |= rules_below([self.wanted[identity]]).keys()


def rules_of(game: Game) -> list[Callable[..., Any]]:
    """List the rules of the contract."""
    return [getattr(game.rules, each.name) for each in fields(game.rules)]

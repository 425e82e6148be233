"""Ask a game nothing twice while two worlds are compared.

What a game says of a record follows from the bytes of the record alone. So where two worlds hand it
the same bytes and ask the same, the answer is the same too, and need not be made again; views take
longest, and need not be made at all as long as they are only compared. Where the bytes differ, all
is made and compared in full.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from allmende.core.game import Game
from allmende.table.tables import scene

Question = tuple[Any, ...]
ANSWERED_ONCE = (
    (Game, "scores"),
    (Game, "places"),
    (Game, "legal_moves"),
    (scene, "kinds_of"),
    (scene, "in_words"),
)
"""What a look asks that has to be answered at once, as it goes on with the answer."""


def question(*parts: Any) -> Question:
    """Write down what was asked: records by their bytes."""
    return tuple(written(part) for part in parts)


def written(part: Any) -> Any:
    """Write down a part of a question."""
    if isinstance(part, np.void):
        return part.tobytes()
    return tuple(part) if isinstance(part, list) else part


class Promised:
    """An answer that is made only if it is compared with one to another question."""

    def __init__(self, ask: Callable[..., Any], *parts: Any) -> None:
        self.ask, self.parts = ask, parts
        self.question = question(*parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Promised):
            return bool(self.made() == other)
        return self.question == other.question or bool(self.made() == other.made())

    __hash__ = None  # type: ignore[assignment]

    def made(self) -> Any:
        """Make the answer."""
        return self.ask(*self.parts)


def remembering(ask: Callable[..., Any], memory: dict[Question, Any]) -> Callable[..., Any]:
    """Answer the same question in the same way, from memory."""

    def answer(*parts: Any) -> Any:
        asked = question(ask, *parts)
        if asked not in memory:
            memory[asked] = ask(*parts)
        return memory[asked]

    return answer


def promising(ask: Callable[..., Any]) -> Callable[..., Promised]:
    """Answer with a promise."""
    return lambda *parts: Promised(ask, *parts)


@contextmanager
def asked_once() -> Iterator[None]:
    """Let games answer each question once, and promise their views."""
    memory: dict[Question, Any] = {}
    with ExitStack() as stack:
        stack.enter_context(patch.object(Game, "lent_view", promising(Game.lent_view)))
        for where, name in ANSWERED_ONCE:
            answer = remembering(getattr(where, name), memory)
            stack.enter_context(patch.object(where, name, answer))
        yield

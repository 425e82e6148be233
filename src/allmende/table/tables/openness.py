"""Which moves are made in the open. A move of a game with secrets is shown to others only if they
are told of it in so many words; in doubt it stays hidden."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from allmende.core.barriers import Made, is_told_apart
from allmende.core.game import Game, watcher_of
from allmende.core.glance import glance
from allmende.core.language import Event
from allmende.core.match import Step
from allmende.core.shapes import Message

from .knowledge import knowledge

KnownTo: TypeAlias = Callable[[int | None], list[bytes]]
"""Says what a watcher knew before a move, and knows after it."""


def told_to(events: Iterable[Event], watchers: Sequence[int | None]) -> list[Message]:
    """Return what any of these watchers may know of a story."""
    return [event.as_data() for event in events if any(event.visible_to(who) for who in watchers)]


class Openness:
    """A move that was made, and who may know which one it was. Whoever has its story at hand brings
    that along. Whoever knows what everybody knew before it and after it says so with each question:
    what remembers this must not be remembered by it, or both would wait for the collector of
    garbage."""

    def __init__(self, game: Game, step: Step, story: Sequence[Event] | None = None) -> None:
        self.game = game
        self.step = step
        self.answers: dict[int | None, bool] = {}
        self.known_to_mover: list[bytes] | None = None
        if story is not None:
            self.story = story

    @cached_property
    def story(self) -> Sequence[Event]:
        """What the move tells, to those who may know it."""
        before, move, after = self.step.before, self.step.move, self.step.after
        return self.game.words.story(glance(before), move.seat, move.number, glance(after))

    def may_know(self, watcher: int | None, known_to: KnownTo | None = None) -> bool:
        """Tell whether a watcher may know the move."""
        if watcher == self.step.move.seat or not self.game.secrets:
            return True
        if watcher not in self.answers:
            known = known_to or self.find_known
            self.answers[watcher] = self.knows_as_much(watcher, known) or self.is_told(watcher)
        return self.answers[watcher]

    def knows_as_much(self, watcher: int | None, known_to: KnownTo) -> bool:
        """Tell whether a watcher knows all that the one who made the move knows."""
        if self.known_to_mover is None:
            self.known_to_mover = known_to(self.step.move.seat)
        return known_to(watcher) == self.known_to_mover

    def find_known(self, watcher: int | None) -> list[bytes]:
        """Find out what a watcher knew before the move, and knows after it."""
        return [knowledge(self.game, s, watcher) for s in (self.step.before, self.step.after)]

    def is_told(self, watcher: int | None) -> bool:
        """Tell whether a watcher is told all that the one who made the move is told, and would
        know something else after every other move that it can imagine."""
        move = self.step.move
        # Events are asked one by one: two seats may each be told in secret of an equal card.
        kept_from = any(
            event.visible_to(move.seat) and not event.visible_to(watcher) for event in self.story
        )
        if kept_from or not any(event.visible_to(watcher) for event in self.story):
            return False
        made, before, after = Made(move.seat, move.number), self.step.before, self.step.after
        return is_told_apart(self.game, before, after, made, watcher_of(watcher))

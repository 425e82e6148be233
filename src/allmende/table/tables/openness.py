"""Which moves are made in the open. A move of a game with secrets is shown to others only if they
are told of it in so many words; in doubt it stays hidden."""

from collections.abc import Iterable, Iterator, Sequence

from allmende.core.game import Game
from allmende.core.language import Event
from allmende.core.match import Step
from allmende.core.shapes import Message

from .knowledge import knowledge, veiled


def told_to(events: Iterable[Event], watchers: Sequence[int | None]) -> list[Message]:
    """Return what any of these watchers may know of a story."""
    return [event.as_data() for event in events if any(event.visible_to(who) for who in watchers)]


class Openness:
    """A move that was made, and who may know which one it was."""

    def __init__(self, game: Game, step: Step) -> None:
        self.game = game
        self.step = step
        self.answers: dict[int | None, bool] = {}

    def may_know(self, watcher: int | None) -> bool:
        """Tell whether a watcher may know the move."""
        if watcher == self.step.move.seat or not self.game.secrets:
            return True
        if watcher not in self.answers:
            self.answers[watcher] = self.knows_as_much(watcher) or self.is_told(watcher)
        return self.answers[watcher]

    def knows_as_much(self, watcher: int | None) -> bool:
        """Tell whether a watcher knows all that the one who made the move knows."""
        step = self.step
        return all(
            knowledge(self.game, s, watcher) == knowledge(self.game, s, step.move.seat)
            for s in (step.before, step.after)
        )

    def is_told(self, watcher: int | None) -> bool:
        """Tell whether a watcher is told all that the one who made the move is told, and would
        know something else after every other move that it can imagine."""
        seat, number = self.step.move.seat, self.step.move.number
        story = self.game.words.story(self.step.before, seat, number, self.step.after)
        heard = told_to(story, [watcher])
        if not heard or heard != told_to(story, [seat]):
            return False
        known = knowledge(self.game, self.step.after, watcher)
        return all(other != known for other in self.other_knowledge(watcher))

    def other_knowledge(self, watcher: int | None) -> Iterator[bytes]:
        """Return what a watcher would know after every other move that it can imagine. What it
        imagines hangs on nothing that it does not know, and so does the answer."""
        game, seat = self.game, self.step.move.seat
        world = veiled(game, self.step.before, watcher)
        for number in game.legal_moves(world, seat):
            if number != self.step.move.number:
                yield knowledge(game, game.after(world, seat, number), watcher)

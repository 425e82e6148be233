"""Moments of the past: the positions of a game that still stand, in order."""

from collections.abc import Sequence
from dataclasses import dataclass

from allmende.core.game import Game
from allmende.core.language import Event
from allmende.core.match import Step
from allmende.core.record import Record, copy_record

from ..store.facts import RESIGN
from .history import History, Told, ending_of


@dataclass(frozen=True)
class Milestone:
    """Something that happened and still stands: a move or a resignation. The first is the deal."""

    version: int
    ply: int
    resigned: frozenset[int] = frozenset()


BEGINNING = Milestone(0, 0)


@dataclass(frozen=True)
class Moment:
    """A game as it stood at a milestone, in records of its own that nothing changes any more."""

    game: Game
    record: Record
    version: int
    resigned: frozenset[int]
    timed_out: frozenset[int]
    step: Step | None
    told: Told | None
    """What was told when it came to this; nothing of the deal."""

    @property
    def mover(self) -> int:
        """The seat whose decision led here; at the deal one of those that decide first."""
        return (self.to_act or [0])[0] if self.told is None else self.told.seat

    @property
    def ending(self) -> str | None:
        """The way the game ended, or None."""
        return ending_of(self.game, self.record, self.resigned, self.timed_out)

    @property
    def to_act(self) -> list[int]:
        """The seats that could decide then."""
        return [] if self.ending else self.game.to_act(self.record)

    def story_of_last(self) -> Sequence[Event] | None:
        """Leave it to who asks for it to tell the last move: what was told may be of something
        that came after it."""
        return None

    def last_step(self) -> Step | None:
        """Return the last move before this moment."""
        return self.step


def milestones(history: History) -> list[Milestone]:
    """List the deal, every move that was not taken back, and every resignation, in order."""
    plies = {version: ply for ply, version in enumerate(history.made_at, start=1)}
    found = [BEGINNING]
    for happening in history.log:
        version, before = happening.version, found[-1]
        if version in plies:
            found.append(Milestone(version, plies[version], before.resigned))
        elif happening.kind == RESIGN:
            found.append(Milestone(version, before.ply, before.resigned | {happening.seat}))
    return found


def moments(history: History, wanted: Sequence[Milestone]) -> list[Moment]:
    """Copy some moments out of a history, which may go on and take back meanwhile."""
    return [moment(history, milestone) for milestone in wanted]


def moment(history: History, at: Milestone) -> Moment:
    """Copy one moment out of a history."""
    return Moment(
        history.game,
        copy_record(history.match.record_at(at.ply)),
        at.version,
        at.resigned,
        at.resigned & history.match.timed_out,
        step_to(history, at.ply),
        history.told[at.version - 1] if at.version else None,
    )


def step_to(history: History, ply: int) -> Step | None:
    """Copy the move that led to a ply."""
    if ply == 0:
        return None
    step = history.match.step(ply - 1)
    return Step(copy_record(step.before), step.move, copy_record(step.after))

"""Games between thinking players that are looked at move by move."""

from dataclasses import dataclass, fields

from allmende.bots.calibration import calibration_of
from allmende.lab.contest import Contest, Plan, thought_of
from allmende.lab.outcome import Outcome
from allmende.lab.schedule import Sitting

from .course import Course, Watcher
from .uses import Choices, Possibility, Use


@dataclass(frozen=True, kw_only=True)
class Watched(Outcome):
    """What came out of a game, and what was seen on the way."""

    course: Course
    uses: dict[Possibility, Use]


class WatchedContest(Contest):
    """A game that is looked at before every move."""

    def __init__(self, plan: Plan, sitting: Sitting) -> None:
        super().__init__(plan, sitting)
        self.watcher = Watcher(calibration_of(self.game), plan.table)
        self.choices = Choices()

    def note(self, seat: int, legal: int, move: int, incidents: int) -> None:
        """Look at the position and at what is open in it."""
        thought = thought_of(self.guards[seat]) if legal > 1 else None
        self.watcher.look(int(self.s.ply), seat, self.game.scores(self.s), thought)
        if legal > 1:
            moves = self.game.legal_moves(self.s, seat)
            self.choices.note(self.game, self.s, seat, moves, move)

    def watched(self) -> Watched:
        """Play to the end and sum up what was seen."""
        outcome = self.play()
        return Watched(
            **{field.name: getattr(outcome, field.name) for field in fields(Outcome)},
            course=self.watcher.course(outcome.plies, outcome.places),
            uses=self.choices.ended(outcome.places),
        )


def watch_game(plan: Plan, sitting: Sitting) -> Watched:
    """Play one game of a plan that notes every decision, and look at it."""
    return WatchedContest(plan, sitting).watched()

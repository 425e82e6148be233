"""Looking back: past positions as somebody may know them.

A frame is made as a state was made at its time: from the record of that time under the veil, for
the seats that a device holds. So looking back shows nothing that was not shown, or could not be
known, when it happened. After the end everything is open, and one may look through any eyes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..refusal import FORBIDDEN, NOT_FOUND, Refusal
from ..tables.history import Beat, History
from ..tables.knowledge import knowledge
from ..tables.moment import Moment, milestones, moments
from ..tables.scene import SPECTATOR, Scene, entry, picture
from ..wire import answers
from ..wire.messages import Picture, Player

MOVER = "mover"
"""The eyes of whoever decides: each step is seen by the one who made it."""

DIGITS = 2


@dataclass(frozen=True)
class Eyes:
    """Through whose eyes somebody looks back."""

    seats: tuple[int, ...]
    mover: bool = False
    all_open: bool = False

    def of(self, mover: int) -> tuple[int, ...]:
        """Return the seats that look at what one of them did; none is a spectator."""
        return (mover,) if self.mover else self.seats


def choose_eyes(history: History, you: Sequence[int], wish: str | None, is_open: bool) -> Eyes:
    """Read whose eyes somebody wants to look through, who holds some seats. As long as the game is
    not open these are their own, or a spectator's."""
    if wish is None:
        return Eyes(tuple(you), all_open=is_open)
    if wish == SPECTATOR:
        return Eyes((), all_open=is_open)
    seat = None if wish == MOVER else seat_named(wish, history.match.seats)
    if not is_open and seat not in you:
        raise Refusal("table.eyes_later", FORBIDDEN)
    return Eyes(() if seat is None else (seat,), mover=seat is None, all_open=is_open)


def seat_named(wish: str, seats: int) -> int:
    """Read a seat."""
    is_number = wish.isascii() and wish.isdecimal() and len(wish) <= DIGITS
    if not is_number or int(wish) >= seats:
        raise Refusal("table.unknown_seat", NOT_FOUND)
    return int(wish)


class Frames:
    """Some steps, taken out of a history that may go on meanwhile, to be drawn."""

    def __init__(self, history: History, eyes: Eyes, first: int, count: int) -> None:
        self.eyes = eyes
        self.first = first
        self.moments = moments(history, milestones(history)[first : first + count])

    def as_data(self) -> answers.Frames:
        """Draw them."""
        return {
            "frames": [
                {**self.frame(moment), "step": step}
                for step, moment in enumerate(self.moments, start=self.first)
            ]
        }

    def frame(self, moment: Moment) -> Picture:
        """Draw one."""
        return picture(Scene(moment, self.eyes.all_open), self.eyes.of(moment.mover))


class Outline:
    """All steps in a few words each: what happened, whose doing it was, in which round."""

    def __init__(self, history: History, eyes: Eyes, players: list[Player] | None = None) -> None:
        self.eyes = eyes
        self.milestones = milestones(history)
        self.told = [history.told[at.version - 1] for at in self.milestones[1:]]
        self.beats = history.beats
        self.unknown = moments(
            history, [at for at in self.milestones if at.version not in self.beats]
        )
        self.facts: answers.OutlineFacts = {
            "game": history.game.name,
            "seats": history.match.seats,
            "options": history.match.options,
            "version": history.version,
            "over": history.ending,
            "open": eyes.all_open,
            "players": players or [],
            "imagined_by": history.match.imagined_by,
        }

    def as_data(self) -> answers.Outline:
        """Tell them."""
        for moment in self.unknown:
            self.beats[moment.version] = beat_of(moment)
        beats = [self.beats[at.version] for at in self.milestones]
        rounds = count_rounds(beats)
        told = [entry(told, self.eyes.of(told.seat)) for told in self.told]
        steps: list[answers.PastStep] = [
            {"step": 0, "version": 0, "ply": 0, "round": rounds[0], "seat": None, "events": []}
        ]
        for step in range(1, len(self.milestones)):
            ply = self.milestones[step].ply
            steps.append({**told[step - 1], "step": step, "ply": ply, "round": rounds[step]})
        private = self.eyes.all_open and any(beat.private for beat in beats)
        return {**self.facts, "private": private, "steps": steps}


def beat_of(moment: Moment) -> Beat:
    """Read round and turn from what a spectator sees."""
    view = Scene(moment).view(None)
    return Beat(view["round"], view["turn"], is_private(moment))


def is_private(moment: Moment) -> bool:
    """Tell whether some seat knows more than a spectator."""
    public = knowledge(moment.game, moment.record, None)
    seats = range(int(moment.record.seats))
    return any(knowledge(moment.game, moment.record, seat) != public for seat in seats)


def count_rounds(beats: Sequence[Beat]) -> list[int]:
    """Number the round of each moment: as the game counts, or else a new one begins whenever the
    turn comes back to the seat that had the first."""
    first = next((beat.turn for beat in beats if beat.turn is not None), None)
    rounds, number, turn = [], 1, first
    for beat in beats:
        if beat.turn is not None and beat.turn != turn:
            number, turn = number + (beat.turn == first), beat.turn
        rounds.append(number if beat.round is None else beat.round)
    return rounds

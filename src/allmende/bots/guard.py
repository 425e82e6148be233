"""The guard: keeps a table going whatever a player does, and reports what went wrong.

A player that crashes, answers with something that is not a legal move, or does not answer in time
gets a legal move by lot. A player that did not answer in time is told to stop, if it can be told,
and is not waited for. Until it has come back, its further decisions are drawn by lot at once, each
one reported; then it plays on. Its late answer is thrown away: every decision has a place of its
own for the answer, which nobody looks at once the time is up.
"""

import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from allmende.core.language import Message
from allmende.core.sight import Sight

from .player import Player

LIMIT = 30.0
"""Seconds after which a player is not waited for any more, unless told otherwise."""

CRASH, ILLEGAL, LATE, BUSY = "crash", "illegal", "late", "busy"


@dataclass(frozen=True)
class Incident:
    """Something that a player did wrong, and the move that was made for it."""

    kind: str
    player: str
    seat: int
    ply: int
    detail: str
    move: int

    def message(self) -> Message:
        """Say it to people; the texts are those of the bots."""
        return Message(f"incident.{self.kind}", player=self.player, detail=self.detail)

    def as_data(self) -> dict[str, Any]:
        """Return the incident as JSON-ready data."""
        return {
            "kind": self.kind,
            "player": self.player,
            "seat": self.seat,
            "ply": self.ply,
            "detail": self.detail,
            "move": self.move,
        }

    def __str__(self) -> str:
        return f"{self.player}, seat {self.seat}, ply {self.ply}: {self.kind}: {self.detail}"


def nobody_listens(incident: Incident) -> None:
    """Leave an incident to the list of the guard."""


class Answer:
    """The place for the answer to one decision, or for the exception that came instead."""

    def __init__(self) -> None:
        self.move: Any = None
        self.trouble: BaseException | None = None

    def ask(self, player: Player, sight: Sight) -> None:
        """Let the player decide, and keep whatever comes of it."""
        try:
            self.move = player.choose(sight)
        except BaseException as trouble:  # a player can fail in any way there is
            self.trouble = trouble


class Decision(NamedTuple):
    """What is to be decided, noted before a player gets its hands on the sight."""

    seat: int
    ply: int
    legal: list[int]


class Guard:
    """A player whose every answer is a legal move, whatever the player inside does.

    With `limit` None the player is trusted to answer at all, and decides in the same thread.
    """

    def __init__(
        self,
        player: Player,
        name: str,
        seed: str,
        limit: float | None = LIMIT,
        report: Callable[[Incident], None] = nobody_listens,
    ) -> None:
        self.player = player
        self.name = name
        self.seed = seed
        self.limit = limit
        self.report = report
        self.incidents: list[Incident] = []
        self.worker: threading.Thread | None = None

    def choose(self, sight: Sight) -> int:
        """Return the player's move if it is one and comes in time, else one by lot."""
        decision = Decision(sight.seat, int(sight.record.ply), sight.legal())
        if self.worker is not None and self.worker.is_alive():
            return self.fall_back(decision, BUSY, "still busy with an earlier decision")
        answer = Answer()
        if not self.in_time(answer, sight):
            self.tell_to_stop()
            return self.fall_back(decision, LATE, f"no answer in {self.limit:g} s")
        if answer.trouble is not None:
            return self.fall_back(decision, CRASH, described(answer.trouble))
        if not is_number(answer.move):
            return self.fall_back(decision, ILLEGAL, f"{answer.move!r} is not a move's number")
        if answer.move not in decision.legal:
            return self.fall_back(decision, ILLEGAL, f"move {answer.move} is not legal")
        return int(answer.move)

    def in_time(self, answer: Answer, sight: Sight) -> bool:
        """Ask the player, in a thread that does not keep the program from ending."""
        if self.limit is None:
            answer.ask(self.player, sight)
            return True
        self.worker = threading.Thread(target=answer.ask, args=(self.player, sight), daemon=True)
        self.worker.start()
        self.worker.join(self.limit)
        return not self.worker.is_alive()

    def tell_to_stop(self) -> None:
        """Ask the player to end its thought, if it can be asked, and do not wait for that."""
        stop = getattr(self.player, "stop", None)
        if stop is not None:
            threading.Thread(target=try_to_stop, args=(stop,), daemon=True).start()

    def fall_back(self, decision: Decision, kind: str, detail: str) -> int:
        """Draw a legal move by lot and report why."""
        seat, ply = decision.seat, decision.ply
        move = Random(f"{self.seed} by lot, seat {seat} ply {ply}").choice(decision.legal)
        incident = Incident(kind, self.name, seat, ply, detail, move)
        self.incidents.append(incident)
        self.report(incident)
        return move


def try_to_stop(stop: Callable[[], Any]) -> None:
    """Call the stop of a player. One that fails leaves the player busy, which is reported."""
    with suppress(BaseException):
        stop()


def is_number(answer: Any) -> bool:
    """Tell whether an answer is a whole number, of Python or of NumPy."""
    return isinstance(answer, int | np.integer) and not isinstance(answer, bool)


def described(trouble: BaseException) -> str:
    """Describe an exception in one line, with the place where it was raised."""
    frames = traceback.extract_tb(trouble.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(trouble).__name__}: {trouble}".split()) + where

"""Looking back at finished games: the points move by move, and what the coach has to say.

The points are there at once. The coach thinks about one game at a time, in a thread that steps
aside while bots think. (A thread of low priority would not do: when it holds the interpreter's lock
on a busy machine, everybody waits for it.) It imagines a fixed number of games for each move, so
the same game always gets the same review. A review follows from the log, the rules and the coach;
that is why it is only kept in memory: a stored one would outlive the coach that made it.
"""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from allmende.bots import analyse as thought
from allmende.bots.analyse import Analysis, analyse
from allmende.core.match import Match

from ..background import beside, in_background
from ..callers import Caller
from ..log import Log
from ..metrics import Metrics
from ..tables.history import History
from ..tables.scene import spelled
from ..wire.answers import Course, Judgement, Review, TurningPoint
from .claims import Reviewers
from .queue import Queue

FEWEST_PER_MOVE, MOST_PER_MOVE = 100, 1_500
LOOKS_PER_MOVE = 2
"""Each move is judged next to the others, and once more alone if it was not the best."""
TURNING_POINTS = 3
SECONDS = 60.0
"""A coach that has thought for so long gives up: the machine is too slow for this game."""
REVIEWS_KEPT = 200
MOST_WAITING = 50
REPORT_EVERY = 1.0
STEP_ASIDE, GLANCE = 0.1, 0.01
"""Seconds that the coach waits for bots before each move at most, and between two glances."""


Found = TypeVar("Found", Course, Judgement)


class Interrupted(Exception):
    """The coach was told to stop, or took too long."""


@dataclass
class Work:
    """A review in the making: how many positions have been looked at."""

    done: int
    of: int


class Reviews:
    """Looks back at games: those of tables that are over, of files, and of lines beside them."""

    def __init__(
        self,
        games: int,
        is_busy: Callable[[], bool],
        metrics: Metrics,
        log: Log,
        others: Reviewers | None = None,
    ) -> None:
        self.games = games
        self.others = others
        self.is_busy = is_busy
        self.metrics = metrics
        self.log = log
        self.queue = Queue(1, extra=0)
        self.points: OrderedDict[str, Course] = OrderedDict()
        self.judgements: OrderedDict[str, Judgement] = OrderedDict()
        self.working: dict[str, Work] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = threading.Event()

    def has_begun(self, name: str) -> bool:
        """Tell whether somebody has asked for this review already."""
        return name in self.judgements or name in self.working

    async def of(self, name: str, history: History, caller: Caller) -> Review:
        """Return what is known about a game, by the name of its table, file or line; the coach
        begins when first asked, here if no other process lets it think about the game."""
        if name not in self.points:
            keep(self.points, name, await beside(lambda: points_of(history)))
        if self.others is not None and not self.has_begun(name) and self.has_time_for(caller):
            found = await self.others.begin_review(name)
            if found.judgement is not None:
                keep(self.judgements, name, found.judgement)
            elif not found.is_ours:
                return self.told(name, history, found.done)
        if name not in self.judgements:
            self.begin(name, history, caller)
        work = self.working.get(name)
        return self.told(name, history, work.done if work else 0)

    def told(self, name: str, history: History, done: int) -> Review:
        """Put together what is known about a game, of which the coach has looked at so much."""
        waiting = name not in self.judgements
        return {
            **self.points[name],
            **self.judgements.get(name, NOTHING_YET),
            "coach": {"done": done, "of": looks_at(history)} if waiting else None,
        }

    def has_time_for(self, caller: Caller) -> bool:
        """Tell whether the coach may begin with one more game, for all and for this caller."""
        full = len(self.working) >= MOST_WAITING or self.closing.is_set()
        return not full and not self.queue.has_enough(caller)

    def begin(self, name: str, history: History, caller: Caller) -> None:
        """Let the coach begin with a game, unless it has begun or has too much to do, for all or
        for this caller; whoever asks again finds it at work later."""
        if name in self.working or not self.has_time_for(caller):
            return
        self.working[name] = Work(0, looks_at(history))
        task = asyncio.create_task(self.judge(name, history, caller))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def judge(self, name: str, history: History, caller: Caller) -> None:
        """Wait for the coach and keep what it says; a coach that fails has nothing to say."""
        judged = NOTHING_YET
        reporting = asyncio.create_task(self.report(name))
        try:
            async with self.queue.place(caller):
                judged = await in_background(lambda: self.think(name, history))
        except Interrupted:
            self.log.warning("review interrupted", game=name)
        except Exception as trouble:
            self.metrics.failures_total.add()
            self.log.error("review failed", trouble, game=name)
        reporting.cancel()
        keep(self.judgements, name, judged)
        del self.working[name]
        if self.others is not None and not self.closing.is_set():
            await self.others.note_review(name, looks_at(history), judged)

    async def report(self, name: str) -> None:
        """Tell other processes from time to time how far the coach is, if there are any."""
        while self.others is not None:
            await asyncio.sleep(REPORT_EVERY)
            await self.others.note_review(name, self.working[name].done, None)

    def think(self, name: str, history: History) -> Judgement:
        """Analyse a game, in a worker thread."""
        work, match = self.working[name], history.match

        def progress(looks: int) -> None:
            work.done += looks
            if self.closing.is_set() or time.thread_time() > SECONDS:
                raise Interrupted
            self.step_aside()

        analysis = analyse(match, iterations=imagined_for(match, self.games), progress=progress)
        return {
            "chances": [[round(chance, 4) for chance in chances] for chances in analysis.curve],
            "turning_points": turning_points(analysis, history),
        }

    def step_aside(self) -> None:
        """Let bots think first, for a while."""
        end = time.monotonic() + STEP_ASIDE
        while self.is_busy() and time.monotonic() < end and not self.closing.is_set():
            time.sleep(GLANCE)

    def close(self) -> None:
        """Stop thinking after the position that is being looked at."""
        self.closing.set()


NOTHING_YET: Judgement = {"chances": None, "turning_points": None}


def keep(kept: OrderedDict[str, Found], name: str, found: Found) -> None:
    """Keep something about a game, and forget the oldest when it becomes too much."""
    kept[name] = found
    if len(kept) > REVIEWS_KEPT:
        kept.popitem(last=False)


def looks_at(history: History) -> int:
    """Count the positions of a game."""
    return len(history.match.moves) + 1


def imagined_for(match: Match, games: int) -> int:
    """Say how many games are imagined for each look at a move, of those for the whole match: the
    fewer, the longer it was."""
    share = games // (LOOKS_PER_MOVE * (len(match.moves) + 1))
    return max(FEWEST_PER_MOVE, min(MOST_PER_MOVE, share))


def points_of(history: History) -> Course:
    """List the points of all seats after each move that stands, with its version and its seat."""
    match = history.match
    return {
        "versions": [0, *history.made_at],
        "seats": [None, *(move.seat for move in match.moves)],
        "points": [match.game.scores(match.record_at(ply)) for ply in range(len(match.moves) + 1)],
    }


def turning_points(analysis: Analysis, history: History) -> list[TurningPoint]:
    """Describe the moves that cost most. Who overlooks the same chance again and again has one
    turning point, not three."""
    costly = sorted(analysis.costliest(len(analysis.steps)), key=lambda step: -step.loss)
    missed: dict[tuple[int, int], thought.Judgement] = {}
    for step in costly:
        missed.setdefault((step.move.seat, step.best.move.number), step)
    chosen = sorted(list(missed.values())[:TURNING_POINTS], key=lambda step: step.ply)
    return [described(step, history) for step in chosen]


def described(step: thought.Judgement, history: History) -> TurningPoint:
    """Describe a turning point: what was played, what was better, and what it cost."""
    return {
        "version": history.made_at[step.ply - 1],
        "seat": step.move.seat,
        "played": spelled(step.played.move),
        "better": spelled(step.best.move),
        "win": round(step.best.win, 4),
        "loss": round(step.loss, 4),
        "error": round(step.error, 4),
    }

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

from allmende.bots.analyse import Analysis, Judgement, analyse
from allmende.core.game import Json
from allmende.core.match import Match

from .background import in_background
from .history import History
from .log import Log
from .metrics import Metrics
from .refusal import CONFLICT, Refusal
from .room import Room
from .scene import spelled

GAMES_IMAGINED = 250_000
"""For a whole game, shared among its moves: three to twenty seconds of one core, by game."""
FEWEST_PER_MOVE, MOST_PER_MOVE = 100, 1_500
LOOKS_PER_MOVE = 2
"""Each move is judged next to the others, and once more alone if it was not the best."""
TURNING_POINTS = 3
SECONDS = 60.0
"""A coach that has thought for so long gives up: the machine is too slow for this game."""
REVIEWS_KEPT = 200
MOST_WAITING = 50
STEP_ASIDE, GLANCE = 0.1, 0.01
"""Seconds that the coach waits for bots before each move at most, and between two glances."""


class Interrupted(Exception):
    """The coach was told to stop, or took too long."""


@dataclass
class Work:
    """A review in the making: how many positions have been looked at."""

    done: int
    of: int


class Reviews:
    """Looks back at the finished games of a server."""

    def __init__(self, is_busy: Callable[[], bool], metrics: Metrics, log: Log) -> None:
        self.is_busy = is_busy
        self.metrics = metrics
        self.log = log
        self.place = asyncio.Semaphore(1)
        self.points: OrderedDict[str, Json] = OrderedDict()
        self.judgements: OrderedDict[str, Json] = OrderedDict()
        self.working: dict[str, Work] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = threading.Event()

    def of(self, room: Room) -> Json:
        """Return what is known about a finished game; the coach begins when first asked."""
        if room.history.ending is None:
            raise Refusal("table.review_later", CONFLICT)
        table = room.deal.id
        if table not in self.judgements:
            self.begin(room)
        if table not in self.points:
            keep(self.points, table, points_of(room.history))
        work = self.working.get(table)
        waiting = table not in self.judgements
        return {
            **self.points[table],
            **self.judgements.get(table, NOTHING_YET),
            "coach": {"done": work.done if work else 0, "of": looks_at(room)} if waiting else None,
        }

    def begin(self, room: Room) -> None:
        """Let the coach begin with a game, unless it has begun or has too much to do."""
        table = room.deal.id
        if table in self.working or len(self.working) >= MOST_WAITING or self.closing.is_set():
            return
        self.working[table] = Work(0, looks_at(room))
        task = asyncio.create_task(self.judge(table, room.history))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def judge(self, table: str, history: History) -> None:
        """Wait for the coach and keep what it says; a coach that fails has nothing to say."""
        judged = NOTHING_YET
        try:
            async with self.place:
                judged = await in_background(lambda: self.think(table, history))
        except Interrupted:
            self.log.warning("review interrupted", table=table)
        except Exception as trouble:
            self.metrics.failures_total.add()
            self.log.error("review failed", trouble, table=table)
        keep(self.judgements, table, judged)
        del self.working[table]

    def think(self, table: str, history: History) -> Json:
        """Analyse a game, in a worker thread."""
        work, match = self.working[table], history.match

        def progress(looks: int) -> None:
            work.done += looks
            if self.closing.is_set() or time.thread_time() > SECONDS:
                raise Interrupted
            self.step_aside()

        analysis = analyse(match, iterations=imagined_for(match), progress=progress)
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


NOTHING_YET: Json = {"chances": None, "turning_points": None}


def keep(kept: OrderedDict[str, Json], table: str, found: Json) -> None:
    """Keep something about a table, and forget the oldest when it becomes too much."""
    kept[table] = found
    if len(kept) > REVIEWS_KEPT:
        kept.popitem(last=False)


def looks_at(room: Room) -> int:
    """Count the positions of a game."""
    return len(room.history.match.moves) + 1


def imagined_for(match: Match) -> int:
    """Say how many games are imagined for each look at a move: the fewer, the longer the game."""
    share = GAMES_IMAGINED // (LOOKS_PER_MOVE * (len(match.moves) + 1))
    return max(FEWEST_PER_MOVE, min(MOST_PER_MOVE, share))


def points_of(history: History) -> Json:
    """List the points of all seats after each move that stands, with its version and its seat."""
    match = history.match
    return {
        "versions": [0, *history.made_at],
        "seats": [None, *(move.seat for move in match.moves)],
        "points": [match.game.scores(match.record_at(ply)) for ply in range(len(match.moves) + 1)],
    }


def turning_points(analysis: Analysis, history: History) -> list[Json]:
    """Describe the moves that cost most. Who overlooks the same chance again and again has one
    turning point, not three."""
    costly = sorted(analysis.costliest(len(analysis.steps)), key=lambda step: -step.loss)
    missed: dict[tuple[int, int], Judgement] = {}
    for step in costly:
        missed.setdefault((step.move.seat, step.best.move.number), step)
    chosen = sorted(list(missed.values())[:TURNING_POINTS], key=lambda step: step.ply)
    return [described(step, history) for step in chosen]


def described(step: Judgement, history: History) -> Json:
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

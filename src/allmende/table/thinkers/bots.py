"""Bots at the tables: they think in worker threads, a few at a time, and can be interrupted.

Compiled search lets go of the interpreter, so the tables go on while bots think. A thought counts
only if the position is still the one it was about; otherwise it is thrown away.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from allmende.bots.guard import Guard, Incident
from allmende.bots.levels import LEVELS, player_named
from allmende.core.advice import Advice
from allmende.core.game import Game
from allmende.core.match import Match, fresh_seed
from allmende.core.record import copy_record
from allmende.core.sight import Sight

from ..background import BACKGROUND
from ..callers import Caller
from ..log import Log
from ..metrics import Metrics
from ..refusal import Refusal
from ..store.facts import BOT, PERSON
from ..tables.room import Room
from ..tables.turns import bot_move
from .claims import Alone, Claims
from .queue import Queue

WEAKEST = next(iter(LEVELS))
PLAYERS_KEPT = 64
HINT_SECONDS = 1.0
ADVICES_KEPT = 256
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before a bot tries again what did not work."""
MANY = 10
PATIENCE = 2.0
"""Seconds that a thought may take to end when the server does."""


@dataclass(frozen=True)
class Mind:
    """Who thinks: a bot of a level in a seat of a table."""

    table: str
    seat: int
    level: str


@dataclass(frozen=True)
class Question:
    """What is good for a seat somewhere: at a version of a table, or at the end of a line."""

    where: str
    seat: int
    version: int = 0


@dataclass
class Thought:
    """What a bot is busy with."""

    mind: Mind
    version: int
    stopped: bool = False
    elsewhere: bool = False
    """Whether another process lets the bot think."""


class Thinkers:
    """Lets bots decide wherever it is their turn."""

    def __init__(
        self,
        count: int,
        get_ready: Callable[[str], Awaitable[Game]],
        metrics: Metrics,
        log: Log,
        claims: Claims | None = None,
    ) -> None:
        self.get_ready = get_ready
        self.claims: Claims = claims or Alone()
        self.metrics = metrics
        self.log = log
        self.queue = Queue(count)
        self.threads = ThreadPoolExecutor(2 * count, thread_name_prefix=BACKGROUND)
        self.players: OrderedDict[Mind, Guard] = OrderedDict()
        self.thoughts: dict[tuple[str, int], Thought] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.advices: OrderedDict[Question, asyncio.Task[Advice]] = OrderedDict()
        self.closing = False

    def look(self, room: Room) -> None:
        """Stop thoughts that have lost their point, and start those that are needed."""
        for seat in range(room.deal.seats):
            thought = self.thoughts.get((room.deal.id, seat))
            if thought is not None and not is_valid(room, thought):
                self.stop(thought)
                if thought.elsewhere:
                    self.forget(room, seat)
                    thought = None
            if thought is None and not self.closing and is_called_for(room, seat):
                self.start(room, seat)
        if room.history.ending is not None:
            self.let_go(room.deal.id)

    def start(self, room: Room, seat: int) -> None:
        """Let a bot begin to think."""
        mind = Mind(room.deal.id, seat, room.chairs[seat].level or WEAKEST)
        thought = Thought(mind, room.history.version)
        self.thoughts[(room.deal.id, seat)] = thought
        task = asyncio.create_task(self.think(room, thought))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def forget(self, room: Room, seat: int) -> None:
        """Forget a thought that has come to its end, here or elsewhere."""
        self.thoughts.pop((room.deal.id, seat), None)
        room.send_thinking(seat, False)

    async def think(self, room: Room, thought: Thought) -> None:
        """Think, move, and look whose turn it is then."""
        seat = thought.mind.seat
        room.send_thinking(seat, True)
        try:
            ply = len(room.history.match.moves)
            if not await self.claims.take(room.deal.id, seat, ply):
                thought.elsewhere = True
                self.look(room)  # something may have changed while this was asked
                return
            number = await self.answer(room, thought)
            if number is not None:
                await room.serially(lambda: self.play(room, thought, number))
                room.setbacks = 0
            if not is_called_for(room, seat):
                await self.claims.give_back(room.deal.id, seat)
        except Refusal as refusal:
            room.setbacks += 1
            self.log.warning("bot refused", table=room.deal.id, reason=refusal.message.key)
        except Exception as trouble:
            room.setbacks += 1
            self.metrics.failures_total.add()
            self.log.error("bot failed", trouble, table=room.deal.id)
        finally:
            if not thought.elsewhere:
                self.forget(room, seat)
        self.look_later(room)

    def ask_again(self, room: Room, seat: int) -> bool:
        """Ask anew who lets a bot think, as another process may not any more; tell whether somebody
        has to."""
        thought = self.thoughts.get((room.deal.id, seat))
        if thought is not None and thought.elsewhere:
            del self.thoughts[(room.deal.id, seat)]
            self.look(room)
            if (room.deal.id, seat) not in self.thoughts:
                room.send_thinking(seat, False)
        else:
            self.look(room)
        return (room.deal.id, seat) in self.thoughts

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks here, or waits for it."""
        return any(not thought.elsewhere for thought in self.thoughts.values())

    def look_later(self, room: Room) -> None:
        """Look whose turn it is: at once, or after a pause that grows with each setback. On a full
        disk a bot would else think the same thought for ever."""
        if room.setbacks == 0:
            self.look(room)
            return
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(room.setbacks - 1, MANY))
        asyncio.get_running_loop().call_later(pause, self.look, room)

    async def answer(self, room: Room, thought: Thought) -> int | None:
        """Wait for a place to think and for the decision; None if it has lost its point."""
        await self.get_ready(room.deal.game)
        seat = thought.mind.seat

        def must_wait() -> None:
            room.send_thinking(seat, True, waits=True)

        async with self.queue.place(room.caller(), must_wait):
            if self.closing or not (is_valid(room, thought) and is_wanted(room)):
                return None
            if seat in room.waiting_bots:
                room.send_thinking(seat, True)
            match = room.history.match
            sight = Sight(match.game, match.record, thought.mind.seat, fresh_seed())
            loop = asyncio.get_running_loop()
            begin = time.perf_counter()
            number = await loop.run_in_executor(self.threads, self.decide, thought.mind, sight)
            self.metrics.thought_seconds.add(time.perf_counter() - begin)
            return number

    def decide(self, mind: Mind, sight: Sight) -> int:
        """Decide, in a worker thread."""
        return self.player_of(mind, sight.game).choose(sight)

    def player_of(self, mind: Mind, game: Game) -> Guard:
        """Return the player behind a mind; only those who thought last are kept."""
        if mind not in self.players:
            self.players[mind] = self.new_player(mind, game)
            while len(self.players) > PLAYERS_KEPT:
                self.players.popitem(last=False)
        self.players.move_to_end(mind)
        return self.players[mind]

    def let_go(self, table: str) -> None:
        """Forget the players of a table where none has to think any more, or not for a while: what
        one of them has thought takes 34 MB."""
        for mind in [mind for mind in list(self.players) if mind.table == table]:
            self.players.pop(mind, None)

    def new_player(self, mind: Mind, game: Game) -> Guard:
        """Make a player and put it under guard."""
        seed = hashlib.sha256(f"{fresh_seed()} {mind}".encode()).hexdigest()
        return Guard(player_named(mind.level, game, seed), mind.level, seed, report=self.report)

    def report(self, incident: Incident) -> None:
        """Note what a bot did wrong; a move was made for it."""
        self.metrics.incidents_total.add(incident.kind)
        self.log.warning("bot incident", kind=incident.kind, player=incident.player)

    async def play(self, room: Room, thought: Thought, number: int) -> None:
        """Make the move that was thought about, unless something has changed."""
        if is_valid(room, thought) and not self.closing:
            await bot_move(room, thought.mind.seat, number)

    def stop(self, thought: Thought) -> None:
        """Interrupt a thought."""
        thought.stopped = True
        guard = self.players.get(thought.mind)
        if guard is not None:
            guard.tell_to_stop()

    def has_advice(self, question: Question) -> bool:
        """Tell whether somebody has asked this already."""
        return question in self.advices

    async def advise(self, question: Question, match: Match, caller: Caller) -> Advice:
        """Say which moves of a seat are good, from what that seat knows; once for each question."""
        if question not in self.advices:
            self.queue.admit(caller)
            now = Match(match.game, copy_record(match.record), None)
            finding = self.find_advice(now, question.seat, caller)
            self.advices[question] = asyncio.create_task(finding)
            while len(self.advices) > ADVICES_KEPT:
                self.advices.popitem(last=False)
        try:
            return await asyncio.shield(self.advices[question])
        except Exception:
            self.advices.pop(question, None)
            raise

    async def find_advice(self, match: Match, seat: int, caller: Caller) -> Advice:
        """Think about the moves of a seat."""
        await self.get_ready(match.game.name)
        async with self.queue.place(caller):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.threads, match.advise, seat, HINT_SECONDS)

    async def close(self) -> None:
        """Interrupt everybody and wait a moment until they are still."""
        self.closing = True
        for thought in list(self.thoughts.values()):
            self.stop(thought)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=PATIENCE)
        self.threads.shutdown(wait=False, cancel_futures=True)


def is_called_for(room: Room, seat: int) -> bool:
    """Tell whether a bot is to think now: it is its turn, and somebody wants to know."""
    return is_bots_turn(room, seat) and is_wanted(room)


def is_wanted(room: Room) -> bool:
    """Tell whether anybody wants the game to go on: somebody looks at it, or a person sits at the
    table whose turn is to come. Bots among themselves stop when nobody looks."""
    return bool(room.connections) or any(
        chair.kind == PERSON and chair.holders for chair in room.chairs
    )


def is_bots_turn(room: Room, seat: int) -> bool:
    """Tell whether a bot has to decide for a seat."""
    here = not room.given_up and seat in room.to_act
    return here and room.chairs[seat].kind == BOT


def is_valid(room: Room, thought: Thought) -> bool:
    """Tell whether a thought is still about the position on the table."""
    mind = thought.mind
    if thought.stopped or not is_bots_turn(room, mind.seat):
        return False
    same = room.chairs[mind.seat].level == mind.level
    return same and room.history.was_free_since(mind.seat, thought.version)

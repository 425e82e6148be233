"""The room: one table with its people, its game and its single writer.

Whatever changes a table goes through `alone` or `serially`, one after the other: it is checked,
appended to the log, committed, and only then acknowledged and sent to everybody. What can be
changed stands in `turns` (the game) and `people` (who sits where), what is sent in `audience`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from allmende.core.language import Message

from ..background import beside
from ..limits import CHAT, STORY_AT_ONCE, Buckets
from ..log import Log
from ..metrics import Metrics
from ..refusal import BROKEN, Refusal
from ..store import shared, statements
from ..store import timing as kept_time
from ..store.appending import Appending
from ..store.clock import Clock
from ..store.facts import UNDO, Chair, Deal, Happening, Kept, Seating, Standing
from ..store.scribe import Scribe
from ..wire import telling
from ..wire.messages import StoryEntry
from ..wire.socket import GOING_AWAY, Connection
from . import noticing, timing
from .audience import Audience, entries_of
from .calling import call_bots
from .drawing import Seats
from .history import History, Judged
from .keeping import keep_game

Result = TypeVar("Result")


class Room(Audience):
    """A table that somebody looks at, or where bots play."""

    def __init__(
        self, kept: Kept, history: History, scribe: Scribe, metrics: Metrics, log: Log
    ) -> None:
        super().__init__(kept, history)
        self.scribe, self.metrics, self.log = scribe, metrics, log
        self.revision = kept.revision
        """How many changes of the table are known here; another process may know of more."""
        self.setbacks = 0
        """How often in a row a bot could not do what it wanted."""
        self.chat_rate = Buckets(CHAT)
        self.changed: Callable[[Room], None] = ignore
        """Called after each change of the game, so that bots can look at it."""
        self.attended: Callable[[Room], None] = ignore
        """Called when somebody has come or gone, or looks or does not, so that it can be noted."""
        self.catch_up: Callable[[Room], Awaitable[None]] = refuse
        """Called when another process has changed the table; the writer is held then."""
        self.writer = asyncio.Lock()
        self.writing: set[asyncio.Task[object]] = set()
        self.given_up = False

    async def alone(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do something while nothing else changes. Whoever asks for it must stay until it is done,
        as the task of a socket does."""
        async with self.writer:
            while True:
                seen = self.revision
                try:
                    return await work()
                except statements.Behind:
                    await self.catch_up(self)
                    if self.revision == seen:
                        await refuse(self)

    async def serially(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do something while nothing else changes. Goes on if whoever asked for it is gone."""
        task = asyncio.create_task(self.alone(work))
        self.writing.add(task)
        task.add_done_callback(self.writing.discard)
        return await asyncio.shield(task)

    @property
    def is_in_use(self) -> bool:
        """Whether somebody is here, or something goes on that the database does not know of."""
        going_on = self.thinking or self.setbacks or self.writing
        return bool(self.connections or going_on or self.writer.locked())

    # Who comes and goes

    async def enter(self, connection: Connection, since: int) -> None:
        """Let somebody in between two changes of the table, and tell all that they have missed."""
        if self.terms.clock is not None:
            await self.time.be_sure()  # a house that has just begun may have been away for long
        async with self.writer:
            you = self.seen_by(connection.device)
            await self.draw([you])
            self.welcome(connection, await self.story_since(you, since))
        self.changed(self)

    def welcome(self, connection: Connection, missed: bytes | None) -> None:
        """Show somebody the table, and tell what they have missed."""
        newcomer = connection.device not in self.present()
        self.connections.add(connection)
        self.show_everything(connection)
        if missed is not None:
            connection.send(missed)
        connection.send(telling.encoded(telling.chat(self.remarks)))
        if self.seatings:
            connection.send(telling.encoded(telling.seating(self.seatings)))
        if self.proposal is not None:
            connection.send(telling.encoded(self.proposal_message()))
        if self.terms.clock is not None:
            connection.send(telling.encoded(self.clock_message(self.terms.clock)))
        for seat in sorted(self.thinking):
            waits = seat in self.waiting_bots
            connection.send(telling.encoded(telling.thinking(seat, True, waits)))
        if newcomer and self.held_by(connection.device):
            self.send_players()
        self.attended(self)

    def leave(self, connection: Connection) -> None:
        """Note that somebody is gone."""
        self.connections.discard(connection)
        if self.held_by(connection.device) and connection.device not in self.present():
            self.send_players()
        self.attended(self)

    def look(self, connection: Connection, is_seen: bool) -> None:
        """Note whether somebody sees a page. For the others they are here all the same."""
        if connection.is_seen != is_seen:
            connection.is_seen = is_seen
            self.attended(self)

    async def story_before(self, you: Seats, version: int) -> list[StoryEntry]:
        """Tell what happened before a version, the last part of it."""
        told, end = self.history.told, min(version - 1, self.history.version)
        first = max(end - STORY_AT_ONCE, 0)
        return await self.quietly(lambda: entries_of(told.between(first, end), you))

    async def quietly(self, look: Callable[[], Result]) -> Result:
        """Look at the past beside the loop, while nothing changes here."""
        async with self.writer:
            return await beside(look)

    # What changes

    async def deal_hands(self, deal: Deal, history: History) -> None:
        """Go on with another deal; what was thought about the one before has lost its point."""
        self.between_deals = True
        self.changed(self)
        self.deal, self.history = deal, history
        self.between_deals = False
        self.look_again()
        await self.show_all()

    def chairs_with(self, changed: Chair | None) -> list[Chair]:
        """Return all chairs, one of them as it is after a change."""
        return [changed if changed and one.seat == changed.seat else one for one in self.chairs]

    async def write_event(
        self,
        happening: Happening,
        standing: Standing,
        chair: Chair | None,
        seating: Seating | None,
        clock: Clock | None,
    ) -> None:
        """Commit an event, with a seat and a clock that it changes and whom to call for it."""
        seen = self.revision
        notices = noticing.after_event(
            self.chairs_with(chair), self.watching_here(), self.to_act, standing, happening.seat
        )

        def work(c: Transaction) -> None:
            statements.append(c, self.deal.id, seen, happening, standing, chair)
            noticing.post(c, self.scribe.database, self.deal.id, notices)
            if clock is not None:
                is_over = standing.ending is not None
                kept_time.set_clock(c, self.deal.id, clock, happening.version, is_over)
            if seating is not None:
                statements.add_seating(c, self.deal.id, seating)
            if self.scribe.database.is_shared:
                call_bots(c, self.deal.id, self.chairs, standing)

        is_more = chair or seating or clock or notices or self.scribe.database.is_shared
        await self.write(work if is_more else Appending(self.deal.id, seen, happening, standing))

    async def append(
        self,
        happening: Happening,
        standing: Standing,
        chair: Chair | None = None,
        seating: Seating | None = None,
        judged: Judged | None = None,
        forgiven: int = 0,
    ) -> None:
        """Commit an event with what it changes about a seat, then let it happen and show it. A
        move was judged already; it may have been under way for a while."""
        clock = await self.clock_after(happening, standing, chair, forgiven)
        await self.write_event(happening, standing, chair, seating, clock)
        try:
            if chair is not None:
                self.chairs[chair.seat] = chair
            if judged is None:
                self.history.add(happening)
            else:
                self.history.add_judged(happening, judged)
            self.look_again(None if judged is None else self.scene)
        except Exception:
            self.give_up()
            raise
        await self.draw(self.seen_by(one.device) for one in self.connections)
        self.keep_time(clock)
        self.send_change()
        self.scene.put_away()
        if seating is not None:
            self.tell([seating])
        if self.proposal is not None and self.is_idle(self.proposal):
            self.proposal = None
            self.send_proposal()
        self.changed(self)
        if standing.ending is not None:
            await keep_game(self.deal.id, self.history, self.scribe, self.log)

    async def clock_after(
        self, happening: Happening, standing: Standing, chair: Chair | None, forgiven: int
    ) -> Clock | None:
        """Return what the clock shows after an event, if there is one."""
        if self.terms.clock is None:
            return None
        await self.time.be_sure()
        chairs = [
            chair if chair is not None and chair.seat == it.seat else it for it in self.chairs
        ]
        undone = len(self.history.made_at) - standing.ply
        back_to = self.history.made_at[-undone] - 1 if happening.kind == UNDO else 0
        before = self.history.waiting[-1]
        now = self.time.now()
        return timing.after_event(
            self.terms, now, happening, before, standing, chairs, back_to, forgiven
        )

    async def commit(self, work: Callable[[Transaction], None]) -> None:
        """Write a change of the table to the database, unless another process has changed it."""
        seen = self.revision

        def next_change(c: Transaction) -> None:
            statements.advance(c, self.deal.id, seen)
            work(c)

        await self.write(next_change)

    async def write(self, work: Callable[[Transaction], None]) -> None:
        """Write a change to the database that counts itself; a failure changes nothing and is told
        in plain words."""
        table, revision = self.deal.id, self.revision + 1
        try:
            await self.scribe.run(work, about=table, notice=shared.changed(table, revision))
            self.revision = revision
        except SQLAlchemyError as trouble:
            self.metrics.failures_total.add()
            self.log.error("not saved", trouble, table=self.deal.id)
            if isinstance(trouble, IntegrityError):
                self.give_up()
            raise Refusal("table.not_saved", BROKEN) from None

    def give_up(self) -> None:
        """Let everybody come back to a room that is built anew from the log, as this one does not
        agree with it any more."""
        self.given_up = True
        self.show_out(set(self.connections), Message("table.broken"), GOING_AWAY)


FindRoom: TypeAlias = Callable[[str], Awaitable[Room]]
"""Finds the room of a table."""


def ignore(room: Room) -> None:
    """Take no notice of a change."""


async def refuse(room: Room) -> None:
    """Refuse to go on with a table that somebody else has changed, or that is gone."""
    room.give_up()
    raise Refusal("table.broken", BROKEN)

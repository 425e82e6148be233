"""Company: the other processes that serve the same tables, where a database is shared.

What one of them commits it tells the others; whoever has that table in memory catches up. Nothing
rests on being told: everybody looks round from time to time, and nobody can change a table without
having seen all changes before. Each process has a lease that it renews. Whoever finds one that has
ended takes over: those who were there are gone, and their bots think elsewhere.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from allmende import __version__

from ..refusal import BROKEN, Refusal
from ..store import shared, statements
from ..store.database import ANYTHING, Listening
from ..tables import noticing
from ..tables.catching_up import catch_up
from ..tables.room import Room
from ..thinkers.bots import is_called_for
from ..tokens import Device
from ..wire.answers import Judgement

if TYPE_CHECKING:
    from .lobby import Lobby

LEASE = 5.0
"""Seconds after which a process counts as gone that has not renewed its lease."""
RENEW_EVERY = 1.0
LOOK_ROUND_EVERY = 5
"""So many renewals come between two looks at everything."""
WAKE_UP = "!"
"""The notice of a process that leaves its work to others."""
PROCESS_BYTES = 9
REVIEWS_LAST = 24 * 3600.0


class Company:
    """What a process knows of the others, and tells them."""

    def __init__(self, lobby: "Lobby") -> None:
        self.lobby = lobby
        self.scribe = lobby.scribe
        self.database = lobby.scribe.database
        self.log = lobby.house.log
        self.process = secrets.token_urlsafe(PROCESS_BYTES)
        self.database.speaker = self.process
        self.listening: Listening | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.catching_up: set[str] = set()
        self.taking_over: set[tuple[str, int]] = set()
        self.rounds = 0
        self.is_away = False
        """Whether the database did not answer last time."""
        self.closing = False

    # Beginning and end

    async def begin(self) -> None:
        """Take up work together with the others."""
        loop = asyncio.get_running_loop()

        def hear(said: str) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.hear, said)

        await self.look_round()
        self.listening = self.database.listen(hear)
        self.beside(self.go_round())

    async def go_round(self) -> None:
        """Renew the lease again and again, and look after what others have left behind."""
        while not self.closing:
            await asyncio.sleep(RENEW_EVERY)
            await self.look_round()

    async def close(self) -> None:
        """Leave everything to the others, in good order."""
        self.closing = True
        try:
            gone = await self.scribe.run(lambda c: shared.bury(c, self.process), passing=True)
            tables = sorted({one.table for one in gone})
            await self.tell([WAKE_UP, *map(shared.attendance, tables)])
            await self.call_after_all(gone)
        except SQLAlchemyError as trouble:
            self.log.error("lease not given back", trouble)
        if self.listening is not None:
            self.listening.close()

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something while everything else goes on."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Looking round

    async def look_round(self) -> None:
        """Renew the lease, take over from those whose lease has ended, and from time to time see
        whether anything was missed."""
        if self.closing:
            return
        try:
            known, gone, jobs = await self.scribe.run(self.renew, passing=True)
            if not known:
                for room in self.rooms():
                    room.announced = None
                    self.attended(room)
            if gone:
                tables = sorted({one.table for one in gone})
                await self.tell(list(map(shared.attendance, tables)))
                await self.look_who_is_here(tables)
                await self.call_after_all(gone)
            for table, seat in jobs:
                self.beside(self.take_over(table, seat))
            self.rounds += 1
            if self.is_away or self.rounds % LOOK_ROUND_EVERY == 0:
                await self.look_at_everything()
            self.is_away = False
        except SQLAlchemyError as trouble:
            if not self.is_away:
                self.log.error("database away", trouble)
            self.is_away = True

    def renew(self, c: Transaction) -> tuple[bool, list[shared.Gone], list[tuple[str, int]]]:
        """Renew the lease; return whether it was still known, who has left with a process that is
        gone, and where bots are to think here from now on."""
        clock = self.database.clock()
        known = shared.renew(c, self.process, clock + LEASE)
        if not known and self.rounds:
            shared.keep_time(c, self.process)
        gone = shared.bury_dead(c, clock)
        places = self.lobby.thinkers.queue.places
        return known, gone, shared.claim_free(c, self.process, places)

    async def look_at_everything(self) -> None:
        """See whether any table in memory has changed or is gone, who is here, whether bots still
        think elsewhere, and whether they do here."""
        rooms = self.rooms()
        tables = [room.deal.id for room in rooms]
        found = await self.scribe.run(lambda c: statements.revisions_of(c, tables), passing=True)
        for room in rooms:
            self.attended(room)
            if found.get(room.deal.id) != room.revision:
                self.follow(room)
        await self.look_who_is_here(tables)
        await self.scribe.run(self.forget_reviews, passing=True)
        for thought in list(self.lobby.thinkers.thoughts.values()):
            room_of_it = self.lobby.rooms.get(thought.mind.table)
            if thought.elsewhere and room_of_it is not None:
                self.lobby.thinkers.ask_again(room_of_it, thought.mind.seat)
        ours = await self.scribe.run(lambda c: shared.claimed(c, self.process), passing=True)
        for table, seat in ours:
            if self.is_left_over(table, seat):
                self.beside(self.take_over(table, seat))

    def forget_reviews(self, c: Transaction) -> None:
        """Forget what the coach has said long ago."""
        shared.forget_reviews(c, self.database.clock() - REVIEWS_LAST)

    def rooms(self) -> list[Room]:
        """List the tables in memory."""
        return [room for room in self.lobby.rooms.values() if not room.given_up]

    # Hearing and telling

    def hear(self, said: str) -> None:
        """Take in what another process has told."""
        if self.closing:
            return
        if said == ANYTHING:
            self.is_away = True
            self.beside(self.look_round())
            return
        sender, *notices = said.split(" ")
        if sender == self.process:
            return
        for notice in notices:
            self.take_in(notice)

    def take_in(self, notice: str) -> None:
        """Follow a table that has changed, or look who is there, or see what was left behind."""
        if notice == WAKE_UP:
            self.beside(self.look_round())
            return
        table, is_change, revision = notice.partition(shared.CHANGED)
        room = self.lobby.rooms.get(table.removesuffix(shared.PRESENCE))
        if room is None:
            return
        if not is_change:
            self.beside(self.politely(lambda: self.look_who_is_here([room.deal.id])))
        elif int(revision) > room.revision:
            self.follow(room)

    async def tell(self, notices: list[str]) -> None:
        """Tell the others something that goes with no change of a table."""
        for notice in notices:
            await self.scribe.run(nothing, notice=notice, passing=True)

    def follow(self, room: Room) -> None:
        """Catch up with a table, soon."""
        if room.deal.id not in self.catching_up:
            self.catching_up.add(room.deal.id)
            self.beside(self.politely(lambda: self.freshen(room)))

    async def freshen(self, room: Room) -> None:
        """Catch up with a table while nothing else changes it. A room that does not fit any more is
        let go."""

        async def work() -> None:
            self.catching_up.discard(room.deal.id)
            await catch_up(room)

        try:
            await room.serially(work)
        except Refusal:
            if not room.given_up:
                raise
        if room.given_up:
            self.lobby.forget(room)

    async def politely(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that nobody waits for; what fails is tried again at the next round."""
        try:
            await work()
        except (Refusal, SQLAlchemyError):
            self.is_away = True

    # Who is here

    def attended(self, room: Room) -> None:
        """Write down who of those that hold a seat is at a table here, and tell the others."""
        room.note_who_left_off()
        devices = room.attendance()
        if (devices != room.announced or room.left_off) and not self.closing:
            room.announced = devices
            self.beside(self.politely(lambda: self.write_down(room, devices)))

    async def write_down(self, room: Room, devices: dict[Device, bool]) -> None:
        """Write down which devices are at a table here, and call those who have left a turn."""
        table, left_off = room.deal.id, frozenset(room.left_off)

        def work(c: Transaction) -> None:
            gone = shared.set_here(c, self.process, table, devices) | left_off
            if gone and self.lobby.postman.is_at_work:
                watching = {device for device, looks in devices.items() if looks}
                noticing.call_after_all(c, self.database, table, gone, watching)

        try:
            notice = shared.attendance(table)
            await self.scribe.run(work, about=table, notice=notice, passing=True)
            room.left_off -= left_off
        except SQLAlchemyError:
            room.announced = None
            raise

    async def call_after_all(self, gone: list[shared.Gone]) -> None:
        """Call those who looked at a process that is gone when their turn had come."""
        if not self.lobby.postman.is_at_work:
            return
        for table in sorted({one.table for one in gone if one.looked}):
            devices = {one.device for one in gone if one.table == table}
            await self.scribe.run(partial(self.call_from, table, devices), about=table)

    def call_from(self, table: str, devices: set[Device], c: Transaction) -> None:
        """Call those who are gone from a table."""
        room = None if self.closing else self.lobby.rooms.get(table)
        watching = set() if room is None else room.watching_here()
        noticing.call_after_all(c, self.database, table, devices, watching)

    async def look_who_is_here(self, tables: Iterable[str]) -> None:
        """See who looks at some tables at other processes."""
        wanted = [table for table in tables if table in self.lobby.rooms]
        if not wanted:
            return
        found = await self.scribe.run(
            lambda c: shared.here(c, wanted, but=self.process), passing=True
        )
        for table, devices in found.items():
            room = self.lobby.rooms.get(table)
            if room is not None and room.elsewhere != devices:
                room.elsewhere = devices
                room.send_players()

    async def here_at(self, tables: list[str]) -> dict[str, set[Device]]:
        """Return who is at some tables, here or elsewhere."""
        return await self.scribe.run(lambda c: shared.here(c, tables))

    async def watching_at(self, tables: list[str]) -> dict[str, set[Device]]:
        """Return who looks at some tables, here or elsewhere."""
        return await self.scribe.run(lambda c: shared.watching(c, tables))

    # Bots

    def changed(self, room: Room) -> None:
        """Look at a table after a change: whose turn it is, and who sits there."""
        self.attended(room)
        self.lobby.thinkers.look(room)

    async def take(self, table: str, seat: int, ply: int) -> bool:
        """Let a bot think here about the game after so many moves, unless another process does so,
        or knows of more."""
        return await self.scribe.run(
            lambda c: shared.claim(c, self.process, table, seat, ply), about=table, passing=True
        )

    async def give_back(self, table: str, seat: int) -> None:
        """Note that a bot need not think any more."""
        await self.scribe.run(
            lambda c: shared.give_back(c, self.process, table, seat), about=table, passing=True
        )

    def is_left_over(self, table: str, seat: int) -> bool:
        """Tell whether a bot was claimed and does not think here, nor will after a pause: the
        database was away when that was to begin, or to be given back."""
        thought, room = self.lobby.thinkers.thoughts.get((table, seat)), self.lobby.rooms.get(table)
        pauses = room is not None and room.setbacks > 0 and is_called_for(room, seat)
        return (thought is None or thought.elsewhere) and not pauses

    async def take_over(self, table: str, seat: int) -> None:
        """Let a bot think that nobody lets think any more, once at a time."""
        if (table, seat) in self.taking_over:
            return
        self.taking_over.add((table, seat))
        try:
            await self.politely(lambda: self.see_to(table, seat))
        finally:
            self.taking_over.discard((table, seat))

    async def see_to(self, table: str, seat: int) -> None:
        """Let a bot think here, or give it back if it need not any more."""
        try:
            room = await self.lobby.room(table)
            has_to = self.lobby.thinkers.ask_again(room, seat)
        except Refusal as refusal:
            if refusal.status == BROKEN:  # it cannot be known now
                raise
            has_to = False
        if not has_to:
            await self.give_back(table, seat)

    # The coach

    async def begin_review(self, name: str) -> shared.Reviewed:
        """Look up what the coach says about a game, or let it begin here."""
        return await self.scribe.run(
            lambda c: shared.begin_review(
                c, self.process, name, __version__, self.database.clock()
            ),
            passing=True,
        )

    async def note_review(self, name: str, done: int, judgement: Judgement | None) -> None:
        """Write down how far the coach is here, or what it says."""

        async def work() -> None:
            await self.scribe.run(
                lambda c: shared.note_review(c, self.process, name, done, judgement), passing=True
            )

        await self.politely(work)


def nothing(c: Transaction) -> None:
    """Change nothing."""

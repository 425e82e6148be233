"""The lobby: all tables, those that are in memory, and who is at them."""

import asyncio
import time
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from allmende.core.game import Game
from allmende.core.registry import games_here

from ..background import in_background
from ..post.postman import Postman
from ..refusal import NOT_FOUND, WRONG_FIELD, Refusal
from ..store import statements
from ..store.facts import Kept
from ..tables.catching_up import catch_up
from ..tables.history import BrokenHistory, History
from ..tables.keeping import keep_game
from ..tables.rebuilding import rebuild
from ..tables.room import Room
from ..thinkers.bots import Thinkers
from ..thinkers.review import Reviews
from ..thinkers.workshop import Workshop
from ..tokens import Device
from ..wire import answers
from .afterwards import OTHER_RULES, Afterwards
from .company import Company
from .house import House
from .inviting import Inviting
from .looking_away import LookingAway
from .new_tables import NewTables
from .openings import Openings
from .own_tables import OwnTables
from .timekeeper import Timekeeper

IDLE_SECONDS = 60.0
"""So long a table stays in memory after the last one who used it: time enough to load a page anew,
or for a telephone that comes out of a tunnel."""
LOOK_ROUND_EVERY = 20.0
ALONE = "alone"
"""The name of a process that shares its database with no other."""


class Lobby:
    """Finds tables; its parts open them, invite to them, list them and look back at them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.scribe = house.scribe
        self.company = Company(self) if self.scribe.database.is_shared else None
        """The other processes, where there may be any."""
        self.workshop = Workshop(house.log, house.say)
        self.thinkers = Thinkers(
            house.settings.thinkers, self.workshop.bots, house.metrics, house.log, self.company
        )
        self.reviews = Reviews(
            house.settings.coach_games,
            lambda: self.thinkers.is_busy,
            house.metrics,
            house.log,
            self.company,
        )
        self.postman = Postman(
            house.settings,
            self.scribe,
            house.metrics,
            house.log,
            ALONE if self.company is None else self.company.process,
            self.watching_at,
        )
        self.eyes = LookingAway(self.scribe, self.postman)
        self.rooms: dict[str, Room] = {}
        self.timekeeper = Timekeeper(self)
        self.openings = Openings(self)
        self.timekeeper.also.append(self.openings.look)
        self.new_tables = NewTables(house, self.workshop, self.timekeeper, self.openings, self.room)
        self.inviting = Inviting(self.scribe, self.openings, self.room)
        self.own_tables = OwnTables(self.scribe, self.timekeeper, self.present_at)
        self.afterwards = Afterwards(self.scribe, self.reviews, self.room)
        self.touched: dict[str, float] = {}
        self.next_round: asyncio.TimerHandle | None = None
        """When the lobby will look for tables that nobody uses, if there are any."""
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.looking: set[asyncio.Task[None]] = set()
        self.names = games_here()

    # Finding tables

    async def room(self, table: str) -> Room:
        """Return a table, from memory or rebuilt from its log, as it is now."""
        while True:
            if self.company is not None and table in self.rooms:
                await self.company.freshen(self.rooms[table])
            room = self.rooms.get(table)
            if room is not None and not room.given_up:
                self.touch(table)
                return room
            if table not in self.loading:
                self.loading[table] = asyncio.create_task(self.load(table))
                self.loading[table].add_done_callback(lambda _: self.loading.pop(table, None))
            await asyncio.shield(self.loading[table])

    def forget(self, room: Room) -> None:
        """Let go of a room that does not fit its table any more."""
        if self.rooms.get(room.deal.id) is room:
            del self.rooms[room.deal.id]

    def touch(self, table: str) -> None:
        """Note that somebody uses a table just now, or has just gone."""
        if table in self.rooms:
            self.touched[table] = time.monotonic()

    async def load(self, table: str) -> None:
        """Rebuild a table from its log."""
        kept = await self.scribe.run(lambda c: statements.read_table(c, table))
        if kept is None:
            raise Refusal("table.unknown_table", NOT_FOUND)
        try:
            history = await self.replayed(kept)
        except BrokenHistory as trouble:
            self.house.log.error("broken history", trouble, table=table)
            raise Refusal(OTHER_RULES) from None
        room = Room(kept, history, self.scribe, self.house.metrics, self.house.log)
        room.changed, room.catch_up = self.thinkers.look, catch_up
        room.attended = self.eyes.attended
        room.time = self.timekeeper.time
        self.rooms[table] = room
        self.touch(table)
        if self.company is not None:
            room.changed, room.attended = self.company.changed, self.company.attended
            await self.company.look_who_is_here([table])
        self.thinkers.look(room)
        self.look_round_later()
        if room.history.ending is not None:
            await keep_game(table, room.history, self.scribe, self.house.log)

    async def replayed(self, kept: Kept) -> History:
        """Replay the log of a table, if its rules are here."""
        name = kept.deal.game
        if name not in self.names:
            raise BrokenHistory(f"the game {name} is not installed")
        game = await self.game(name)
        return await in_background(lambda: rebuild(kept, game))

    def look_round_later(self) -> None:
        """Look for tables that nobody uses in a while, as long as there are any in memory."""
        if self.rooms and self.next_round is None:
            loop = asyncio.get_running_loop()
            self.next_round = loop.call_later(LOOK_ROUND_EVERY, self.look_round)

    def look_round(self) -> None:
        """Let go of the tables where nobody has been for a while; the database remembers them."""
        self.next_round = None
        long_ago = time.monotonic() - IDLE_SECONDS
        for table, room in list(self.rooms.items()):
            if not room.is_in_use and self.touched.get(table, 0.0) < long_ago:
                del self.rooms[table]
                self.thinkers.let_go(table)
        self.touched = {it: at for it, at in self.touched.items() if it in self.rooms}
        self.look_round_later()
        if self.company is None and self.rooms:
            task = asyncio.create_task(self.look_for_measures())
            self.looking.add(task)
            task.add_done_callback(self.looking.discard)

    async def look_for_measures(self) -> None:
        """Catch up with tables that the host of the house has changed by a command. Among several
        processes that is done anyway."""
        rooms = dict(self.rooms)
        with suppress(Refusal, SQLAlchemyError):
            found = await self.scribe.run(
                lambda c: statements.revisions_of(c, list(rooms)), passing=True
            )
            for table, room in rooms.items():
                if found.get(table, room.revision) > room.revision and not room.writer.locked():
                    await room.serially(partial(catch_up, room))

    async def game(self, name: str) -> Game:
        """Return a game that is ready to be played."""
        self.check_name(name)
        return await self.workshop.table(name)

    def check_name(self, name: str) -> None:
        """Refuse a game that is not here."""
        if name not in self.names:
            raise Refusal("table.unknown_game", WRONG_FIELD, games=", ".join(self.names))

    def readiness(self, name: str) -> answers.Readiness:
        """Say how far a game is that somebody waits for."""
        self.check_name(name)
        return self.workshop.about(name)

    async def resume(self) -> None:
        """Go on where bots were thinking when the server stopped, then get all games ready, unless
        they are to be compiled when they are asked for."""
        if self.company is not None:
            await self.company.begin()
        await self.postman.begin()
        await self.timekeeper.begin()
        for table in await self.scribe.run(self.tables_to_resume):
            try:
                await self.room(table)
            except Refusal as refusal:
                self.house.log.warning("not resumed", table=table, reason=refusal.message.key)
        for name in () if self.house.settings.lazy else self.names:
            await self.workshop.table(name, in_a_hurry=False)

    def tables_to_resume(self, c: Transaction) -> list[str]:
        """List where bots were thinking. Among several processes that is known already."""
        return [] if self.company is not None else statements.tables_that_wait_for_bots(c)

    # Who is there

    async def present_at(self, tables: list[str]) -> dict[str, set[Device]]:
        """Return who is at some tables."""
        if self.company is not None:
            return await self.company.here_at(tables)
        return {table: self.rooms[table].present() for table in tables if table in self.rooms}

    async def watching_at(self, tables: list[str]) -> dict[str, set[Device]]:
        """Return who looks at some tables."""
        if self.company is not None:
            return await self.company.watching_at(tables)
        return {table: self.rooms[table].watching_here() for table in tables if table in self.rooms}

"""The lobby: all tables, who may sit at them, and those that are in memory."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import SQLAlchemyError

from allmende.bots.levels import levels_of
from allmende.bots.names import bot_name
from allmende.core import file
from allmende.core.game import Game
from allmende.core.match import Match, fresh_seed
from allmende.core.registry import games_here

from ..background import beside, in_background
from ..callers import Caller
from ..library.branch import seated
from ..library.stored import stored_table
from ..limits import LINK_SECONDS, MOST_SEATS, NAME_LENGTH
from ..log import now
from ..post.postman import Postman
from ..refusal import CONFLICT, FORBIDDEN, NOT_FOUND, WRONG_FIELD, Refusal
from ..store import statements, timing
from ..store.clock import Clock, Pace
from ..store.facts import BOT, OPEN, PERSON, Chair, Deal, Kept, Listed
from ..store.notice_facts import Notice
from ..store.owners import acts_for, devices_of
from ..tables import holders, noticing
from ..tables.catching_up import catch_up
from ..tables.dealing import has_free_seat, has_hands, start_for
from ..tables.history import BrokenHistory, History, standing_of
from ..tables.keeping import keep_game
from ..tables.rebuilding import first_match, rebuild
from ..tables.room import Room
from ..tables.timing import HouseTime
from ..thinkers.bots import Thinkers
from ..thinkers.review import Reviews
from ..thinkers.workshop import Workshop
from ..tokens import Device, hashed, new_table_id, new_token
from ..wire import answers, telling
from ..wire.fields import Fields
from .company import Company
from .house import House
from .looking_away import LookingAway
from .openings import Openings
from .paces import read_pace
from .statistics import statistics
from .timekeeper import Timekeeper

IDLE_SECONDS = 60.0
"""So long a table stays in memory after the last one who used it: time enough to load a page anew,
or for a telephone that comes out of a tunnel."""
LOOK_ROUND_EVERY = 20.0
OTHER_RULES = "table.other_rules"
ALONE = "alone"
"""The name of a process that shares its database with no other."""
ME, HOT_SEAT, LINK = "me", "device", "link"
LATER = "~"
"""Comes after every time."""

Clocks: TypeAlias = dict[str, tuple[Pace, Clock]]


class Lobby:
    """Opens tables and finds them again."""

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

    async def stored(self, table: str, device: Device | None) -> answers.StoredTable:
        """Tell what is stored of a table, which needs no rules."""
        kept, game = await self.scribe.run(lambda c: read_stored(c, table))
        return await beside(lambda: stored_table(kept, game, device))

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

    # Opening tables

    async def open(
        self, caller: Caller, wish: Fields, start: Match | None = None
    ) -> answers.NewTable:
        """Open a table, for a new game or for one that goes on from where a match has come to."""
        assert caller.device is not None
        device = caller.device
        game = await self.game(wish.choice("game", self.names))
        players = wish.objects("players", MOST_SEATS)
        seats = wish.whole("seats", 1, MOST_SEATS, len(players))
        possible = game.seats if start is None else (start.seats,)
        if seats not in possible or seats != len(players):
            counts = ", ".join(str(count) for count in possible)
            raise Refusal("table.wrong_seats", WRONG_FIELD, seats=counts)
        options = read_options(game, wish.inner("options", {}))
        hints = wish.flag("hints", False)
        pace = read_pace(wish.inner("pace")) if "pace" in wish.left else None
        chairs = [read_chair(game, at, player, device) for at, player in enumerate(players)]
        opened = None
        if "open" in wish.left:
            opened = await self.openings.opened(caller, wish.inner("open"), chairs)
        wish.close()
        deal = self.new_deal(game, seats, options, hints, device)
        if start is not None:
            begun, seat = start, first_of(device, chairs)
            deal = await beside(lambda: going_on(deal, begun, seat))
        tokens = {chair.seat: new_token() for chair in chairs if chair.kind == OPEN}
        also = holders.nothing_else if opened is None else opened(deal.id)
        await self.write_down(game, deal, chairs, tokens, caller=caller, pace=pace, also=also)
        return {
            "id": deal.id,
            "url": telling.path_of(deal.id),
            "invites": invitations(deal.id, tokens),
        }

    def new_deal(
        self, game: Game, seats: int, options: dict[str, str], hints: bool, host: Device
    ) -> Deal:
        """Make up a new table."""
        return Deal(
            new_table_id(),
            game.name,
            game.version,
            seats,
            options,
            hints,
            fresh_seed(),
            host,
            now(),
        )

    async def write_down(
        self,
        game: Game,
        deal: Deal,
        chairs: Sequence[Chair],
        tokens: dict[int, str],
        before: Room | None = None,
        caller: Caller | None = None,
        notices: Sequence[Notice] = (),
        pace: Pace | None = None,
        also: holders.Also = holders.nothing_else,
    ) -> None:
        """Keep a new table, and note it as the rematch of another one."""
        match = await beside(lambda: first_match(deal, game))
        waits = has_free_seat(chairs) and has_hands(game, match.record)
        standing = standing_of(0, [] if waits else match.to_act, match.ending)
        invites = {hashed(token): seat for seat, token in tokens.items()}

        def work(c: Transaction) -> None:
            statements.add_table(c, deal, standing, chairs, invites)
            seen_at = None if before is None else before.deal.id
            noticing.post(c, self.scribe.database, deal.id, notices, seen_at)
            if pace is not None:
                self.timekeeper.set_up(c, deal.id, pace, chairs, standing)
            also(c)
            if before is not None:
                statements.set_rematch(c, before.deal.id, deal.id)

        await (self.scribe.run(work) if before is None else before.commit(work))
        self.timekeeper.wake()
        self.house.metrics.tables_total.add()
        self.house.log.info("table opened", table=deal.id, game=deal.game, seats=deal.seats)
        if any(chair.kind == BOT for chair in chairs):
            await self.workshop.begin_with_bots(deal.game)
            (await self.room(deal.id)).last_caller = caller

    async def rematch(self, room: Room, device: Device | None) -> None:
        """Open a new table for the same people, each one seat further, once."""

        async def work() -> None:
            if not room.held_by(device) and not room.is_host(device):
                raise Refusal("table.not_your_seat", FORBIDDEN)
            if room.history.ending is None:
                raise Refusal("table.not_over")
            if room.rematch is not None:
                return
            old, game = room.deal, room.history.match.game
            options = game.options_now(old.options, old.rules)
            deal = self.new_deal(game, old.seats, options, old.hints, old.host)
            chairs = rotated(room.chairs)
            tokens = {chair.seat: new_token() for chair in chairs if chair.kind == OPEN}
            names = [chair.name for chair in room.chairs if device in chair.holders]
            called = noticing.new_table(chairs, room.watching_here(), names[0] if names else "")
            pace, also = room.terms.pace, self.openings.again(room, deal.id, chairs)
            await self.write_down(
                game, deal, chairs, tokens, room, room.caller(), called, pace, also
            )
            room.rematch = deal.id
            room.send_welcomes()

        await room.serially(work)

    # Sitting down

    async def gathering(self, table: str) -> answers.Gathering:
        """Say who has come to a table."""
        room = await self.room(table)
        return telling.gathering(room.deal, room.chairs, room.present())

    async def join(self, table: str, device: Device, token: str, name: str) -> int:
        """Exchange an invitation for a seat."""
        room = await self.room(table)
        self.openings.check_name(room, name)
        return await holders.join(room, device, hashed(token), name)

    async def add_device(self, table: str, device: Device, token: str) -> int:
        """Bring another device to a seat by its link."""
        room = await self.room(table)
        return await holders.add_device(room, device, hashed(token))

    async def link_device(self, table: str, device: Device | None, seat: int) -> answers.DeviceLink:
        """Make a link to a seat for another device of whoever holds it."""
        room, token = await self.room_with(table, seat), new_token()
        await holders.link_device(room, device, seat, hashed(token))
        return {"url": telling.device_link(table, token), "seconds": LINK_SECONDS}

    async def revoke(self, table: str, device: Device | None, seat: int) -> answers.NewInvite:
        """Take a seat from those who hold it and invite anew."""
        room, token = await self.room_with(table, seat), new_token()
        await holders.revoke(room, device, seat, hashed(token))
        return {"url": telling.invitation(table, token)}

    async def room_with(self, table: str, seat: int) -> Room:
        """Return a table that has a seat of that number."""
        room = await self.room(table)
        if seat >= room.deal.seats:
            raise Refusal("table.unknown_seat", NOT_FOUND)
        return room

    async def invites(self, table: str, device: Device | None) -> answers.Invites:
        """Make invitations for the seats that nobody holds."""
        room = await self.room(table)
        room.check_host(device)
        free = [chair.seat for chair in room.chairs if chair.kind == OPEN and not chair.holders]
        tokens = {seat: new_token() for seat in free}

        def work(c: Transaction) -> None:
            for seat, token in tokens.items():
                statements.add_invite(c, table, seat, hashed(token))

        await self.scribe.run(work)
        return {"invites": invitations(table, tokens)}

    # Looking

    async def tables_of(self, device: Device | None) -> answers.Tables:
        """List the tables of a device, those that wait for it first."""
        if device is None:
            return {"tables": []}
        devices = await self.devices_of(device)
        found, clocks = await self.scribe.run(lambda c: read_listed(c, devices))
        present = await self.present_at([table.id for table in found])
        if clocks:
            await self.timekeeper.be_sure()
        time = self.timekeeper.time
        return await beside(lambda: list_of(found, devices, present, clocks, time))

    async def devices_of(self, device: Device | None) -> frozenset[Device]:
        """Return all devices of the person that a device belongs to."""
        if device is None:
            return frozenset()
        return await self.scribe.run(lambda c: devices_of(c, device))

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

    async def statistics_of(self, device: Device | None) -> answers.Statistics:
        """Sum up how the player of a device has played so far."""
        who = await self.devices_of(device)
        finished = await self.scribe.run(lambda c: statements.finished_by(c, who))
        return await beside(lambda: statistics(finished, who))

    async def forget_statistics(self, device: Device | None) -> None:
        """Let what a device has played so far count no more."""
        if device is not None:
            await self.scribe.run(lambda c: statements.forget(c, acts_for(c, device)))

    async def review_of(self, table: str, caller: Caller) -> answers.Review:
        """Look back at a table whose game is over."""
        room = await self.room(table)
        if room.history.ending is None:
            raise Refusal("table.review_later", CONFLICT)
        return await self.reviews.of(table, room.history, caller)

    async def file_of(self, table: str) -> str:
        """Return the game file of a table whose game is over; the stored one without its rules."""
        try:
            room = await self.room(table)
        except Refusal as refusal:
            _, game = await self.scribe.run(lambda c: read_stored(c, table))
            if refusal.message.key != OTHER_RULES or game is None:
                raise
            return game
        if room.history.ending is None:
            raise Refusal("table.file_later", CONFLICT)
        match, players = room.history.match, seated(room.chairs)
        return await beside(lambda: file.write(match, players))


def read_stored(c: Transaction, table: str) -> tuple[Kept, str | None]:
    """Read what is stored of a table, and its game file if the game is over and it was kept."""
    kept = statements.read_table(c, table)
    if kept is None:
        raise Refusal("table.unknown_table", NOT_FOUND)
    is_over = kept.standing.ending is not None
    return kept, statements.kept_game(c, table, len(kept.happenings)) if is_over else None


def going_on(deal: Deal, start: Match, seat: int | None) -> Deal:
    """Let a table begin where a match has come to."""
    if start.game.name != deal.game:
        raise Refusal("table.start_game", WRONG_FIELD, game=start.game.name)
    if start.over:
        raise Refusal("core.over")
    document = start_for(start, seat)
    return replace(deal, rules=start.rules, options=start.options, start=document)


def first_of(device: Device, chairs: Sequence[Chair]) -> int | None:
    """Return the first seat that a device takes."""
    return next((chair.seat for chair in chairs if device in chair.holders), None)


def read_options(game: Game, wish: Fields) -> dict[str, str]:
    """Read the options of a game; what is not named is the default."""
    chosen = {
        name: wish.choice(name, choices, choices[0]) for name, choices in game.options.items()
    }
    wish.close()
    return chosen


def read_chair(game: Game, seat: int, wish: Fields, device: Device) -> Chair:
    """Read who is to sit in a chair."""
    kind = wish.choice("kind", (ME, HOT_SEAT, LINK, BOT))
    level = wish.choice("level", levels_of(game)) if kind == BOT else None
    here = kind in (ME, HOT_SEAT)
    name = wish.text("name", NAME_LENGTH) if here else wish.text("name", NAME_LENGTH, "")
    wish.close()
    if here:
        return Chair(seat, PERSON, name, holders={device})
    if level is None:
        return Chair(seat, OPEN, name)
    return Chair(seat, BOT, name or bot_name(level, seat), level)


def read_listed(c: Transaction, devices: frozenset[Device]) -> tuple[list[Listed], Clocks]:
    """Read the tables of somebody, and the clocks of those that have one."""
    found = statements.tables_of(c, devices)
    return found, timing.read_clocks(c, [table.id for table in found])


def list_of(
    found: Sequence[Listed],
    devices: frozenset[Device],
    present: dict[str, set[Device]],
    clocks: Clocks,
    time: HouseTime,
) -> answers.Tables:
    """List the tables of somebody, those that wait for them first, the most urgent one before all
    others."""
    tables = [
        telling.listed(
            table, devices, present.get(table.id, set()), clocks.get(table.id), time.on_the_wall
        )
        for table in found
    ]
    return {"tables": sorted(tables, key=urgency)}


def urgency(table: answers.TableSummary) -> tuple[bool, str]:
    """Order tables by what waits for whoever asks."""
    return not table["your_turn"], (table["due"] or LATER) if table["your_turn"] else ""


def invitations(table: str, tokens: dict[int, str]) -> list[answers.Invite]:
    """List invitations by seat."""
    return [
        {"seat": seat, "url": telling.invitation(table, token)} for seat, token in tokens.items()
    ]


def rotated(chairs: Sequence[Chair]) -> list[Chair]:
    """Move everybody one seat further, fresh for a new game."""
    fresh = []
    for seat in range(len(chairs)):
        before = chairs[seat - 1]
        new = replace(before, seat=seat, resigned=False, timed_out=False)
        if before.holders:
            fresh.append(replace(new, kind=PERSON, level=None))
        else:
            fresh.append(new)
    return fresh

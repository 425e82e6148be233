"""The room: one table with its people, its game and its single writer.

Whatever changes a table goes through `alone` or `serially`, one after the other: it is checked,
appended to the log, committed, and only then acknowledged and sent to everybody. What can be
changed stands in `turns` (the game) and `people` (who sits where).
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection as Transaction
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from allmende.core.errors import AllmendeError
from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.match import Match, from_position, new

from ..background import beside
from ..callers import NOWHERE, Caller
from ..limits import CHAT, STORY_AT_ONCE, Buckets
from ..log import Log
from ..metrics import Metrics
from ..refusal import BROKEN, FORBIDDEN, Refusal
from ..store import shared, statements
from ..store import timing as kept_time
from ..store.appending import Appending
from ..store.clock import Clock
from ..store.facts import UNDO, Chair, Deal, Happening, Kept, Seating, Standing
from ..store.scribe import Scribe
from ..tokens import Device
from ..wire import telling
from ..wire.messages import Clock as ClockMessage
from ..wire.messages import Proposal as ProposalMessage
from ..wire.messages import StoryEntry
from ..wire.socket import GOING_AWAY, Connection
from . import noticing, scene, timing
from .calling import call_bots
from .dealing import has_free_seat, has_hands
from .drawing import Drawings, Seats
from .history import BrokenHistory, History, Judged, Told
from .keeping import keep_game
from .proposal import Proposal, read_proposal, seats_asked

Result = TypeVar("Result")


def first_match(deal: Deal, game: Game) -> Match:
    """Return the match of a table before its first move."""
    if deal.start is None:
        return new(game, deal.seats, deal.seed, deal.options, rules=deal.rules)
    return from_position(game, json.loads(deal.start))


def rebuild(kept: Kept, game: Game) -> History:
    """Make the history of a table from what is kept of it."""
    deal = kept.deal
    if deal.rules not in game.versions:
        raise BrokenHistory(f"rules {deal.rules}, but rules {game.versions} are installed")
    try:
        history = History(first_match(deal, game))
    except AllmendeError as trouble:
        raise BrokenHistory(f"the deal: {trouble}") from trouble
    history.replay(kept.happenings)
    return history


class Room:
    """A table that somebody looks at, or where bots play."""

    def __init__(
        self, kept: Kept, history: History, scribe: Scribe, metrics: Metrics, log: Log
    ) -> None:
        self.deal = kept.deal
        self.chairs = kept.chairs
        self.remarks = kept.remarks
        self.seatings = kept.seatings
        self.rematch, self.terms = kept.rematch, kept.terms
        self.time = timing.HouseTime()
        self.revision = kept.revision
        """How many changes of the table are known here; another process may know of more."""
        self.elsewhere: set[Device] = set()
        """The devices that are at this table at another process."""
        self.announced: dict[Device, bool] | None = None
        """Those here that were told of, and whether they look."""
        # Those that looked when this was last looked at; and those that stopped looking, as long as
        # that is not written down: whoever moved meanwhile thought that they look.
        self.watched, self.left_off = set[Device](), set[Device]()
        self.history = history
        self.scribe, self.metrics, self.log = scribe, metrics, log
        self.connections: set[Connection] = set()
        self.thinking: set[int] = set()
        self.waiting_bots: set[int] = set()
        """Those that would think, but the house is busy."""
        self.setbacks = 0
        """How often in a row a bot could not do what it wanted."""
        self.last_caller: Caller | None = None
        self.chat_rate = Buckets(CHAT)
        self.changed: Callable[[Room], None] = ignore
        """Called after each change of the game, so that bots can look at it."""
        self.attended: Callable[[Room], None] = ignore
        """Called when somebody has come or gone, or looks or does not, so that it can be noted."""
        self.catch_up: Callable[[Room], Awaitable[None]] = refuse
        """Called when another process has changed the table; the writer is held then."""
        self.writer = asyncio.Lock()
        self.writing: set[asyncio.Task[object]] = set()
        self.given_up = self.between_deals = False
        self.hands = has_hands(history.game, history.match.record_at(0))
        """Whether seats know something from the deal on that a spectator does not."""
        self.proposal = self.still_open(kept.proposal)
        self.look_again()

    def look_again(self, before: scene.Scene[History] | None = None) -> None:
        """Forget what was seen before the last event, but what a move led from."""
        self.scene = scene.Scene(self.history, before=before)
        self.drawings = Drawings(self.scene)

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

    # Who is who

    def held_by(self, device: Device | None) -> Seats:
        """List the seats that a device may act for."""
        if device is None:
            return ()
        return tuple(chair.seat for chair in self.chairs if device in chair.holders)

    def own_chair(self, device: Device | None, seat: int) -> Chair:
        """Return a chair that a device holds."""
        if seat not in self.held_by(device):
            raise Refusal("table.not_your_seat", FORBIDDEN)
        return self.chairs[seat]

    def is_host(self, device: Device | None) -> bool:
        """Tell whether a device made this table."""
        return device == self.deal.host

    def has_own_place(self, connection: Connection) -> bool:
        """Tell whether somebody need not share the places of those who only watch."""
        return bool(self.held_by(connection.device)) or self.is_host(connection.keeper)

    def present(self) -> set[Device]:
        """Return the devices that are connected, here or at another process."""
        return self.elsewhere | self.present_here()

    def present_here(self) -> set[Device]:
        """Return the devices that are connected to this process."""
        return {one.device for one in self.connections if one.device is not None}

    def watching_here(self) -> set[Device]:
        """Return the devices of which somebody sees a page, at this process."""
        eyes = (one for one in self.connections if one.is_seen and not one.closed)
        return {one.device for one in eyes if one.device is not None}

    def attendance(self) -> dict[Device, bool]:
        """Say which devices that hold a seat are connected here, and whether they look."""
        watching = self.watching_here()
        players = {device for chair in self.chairs for device in chair.holders}
        return {device: device in watching for device in self.present_here() & players}

    def note_who_left_off(self) -> None:
        """See who has stopped looking, or looks again."""
        watching = self.watching_here()
        self.left_off = (self.left_off | self.watched) - watching
        self.watched = watching

    def look(self, connection: Connection, is_seen: bool) -> None:
        """Note whether somebody sees a page. For the others they are here all the same."""
        if connection.is_seen != is_seen:
            connection.is_seen = is_seen
            self.attended(self)

    @property
    def is_gathering(self) -> bool:
        """Whether hands are still to be dealt, as not everybody has sat down."""
        if self.history.version > 0 or not self.hands:
            return False
        return self.between_deals or has_free_seat(self.chairs)

    @property
    def to_act(self) -> list[int]:
        """The seats that may decide now."""
        return [] if self.is_gathering else self.scene.to_act

    @property
    def guards_hands(self) -> bool:
        """Whether somebody who came to a seat of another would see a hand that is being played."""
        history = self.history
        if history.version == 0 or history.ending is not None:
            return False
        return self.is_public or self.hands or has_hands(history.game, history.record)

    @property
    def is_public(self) -> bool:
        """Whether strangers sit here: then a running game is nobody's to give seats of."""
        return self.terms.opening is not None

    def check_dealt(self) -> None:
        """Demand that everybody has sat down, where there are hands to be dealt."""
        if self.is_gathering:
            raise Refusal("table.not_all_here")

    def seen_by(self, device: Device | None) -> Seats:
        """List the seats through whose eyes a device looks: none before there are hands."""
        return () if self.is_gathering else self.held_by(device)

    def asked_about(self, proposal: Proposal) -> set[int]:
        """List the seats that must agree to a proposal."""
        return seats_asked(proposal.seat, self.chairs, self.deal.host, self.present())

    def is_idle(self, proposal: Proposal) -> bool:
        """Tell whether a proposal has lost its point: the game is over, or the seat gave up."""
        return self.history.ending is not None or self.chairs[proposal.seat].resigned

    def still_open(self, kept: str | None) -> Proposal | None:
        """Return the proposal that was kept, if it has not lost its point."""
        proposal = read_proposal(kept)
        return None if proposal is None or self.is_idle(proposal) else proposal

    def caller(self) -> Caller:
        """Return for whom bots think here: the host, another player who is here, or whoever looks;
        without anybody, whoever was here last."""
        here = sorted(self.connections, key=self.closeness)
        if here:
            self.last_caller = here[0].caller
        return self.last_caller or Caller(NOWHERE, self.deal.host)

    def closeness(self, connection: Connection) -> tuple[bool, bool]:
        """Order those who are here: the host first, then other players."""
        return not self.is_host(connection.keeper), not self.held_by(connection.device)

    # What is sent

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

    def show_everything(self, connection: Connection) -> None:
        """Send the table, the people and the game to one connection."""
        self.send_welcome(connection)
        connection.send(telling.encoded(telling.players(self.chairs, self.present())))
        connection.send(self.state(self.seen_by(connection.device)))

    async def show_all(self) -> None:
        """Send everything anew to everybody; the writer must be held."""
        self.drawings.forget()
        await self.draw(self.seen_by(one.device) for one in self.connections)
        for connection in self.connections:
            self.show_everything(connection)

    async def deal_hands(self, deal: Deal, history: History) -> None:
        """Go on with another deal; what was thought about the one before has lost its point."""
        self.between_deals = True
        self.changed(self)
        self.deal, self.history = deal, history
        self.between_deals = False
        self.look_again()
        await self.show_all()

    async def show_device(self, device: Device) -> None:
        """Send everything anew to a device whose seats have changed; the writer must be held."""
        await self.draw([self.seen_by(device)])
        for connection in self.connections:
            if connection.device == device:
                self.show_everything(connection)

    def send_welcome(self, connection: Connection) -> None:
        """Send which table this is."""
        you, host = self.held_by(connection.device), self.is_host(connection.keeper)
        connection.send(
            telling.encoded(
                telling.welcome(
                    self.deal,
                    self.history.ending,
                    self.rematch,
                    you,
                    host,
                    hands=self.hands,
                    dealt=not self.is_gathering,
                    terms=self.terms,
                )
            )
        )

    def send_welcomes(self) -> None:
        """Tell everybody that something about the table itself has changed."""
        for connection in self.connections:
            self.send_welcome(connection)

    async def story_since(self, you: Seats, since: int) -> bytes | None:
        """Tell what happened after a version, the last part of it if it is much."""
        told, end = self.history.told, self.history.version
        first = max(since, end - STORY_AT_ONCE, 0)
        gap = first > max(since, 0)

        def tell() -> bytes:
            return telling.encoded(telling.story(entries_of(told.between(first, end), you), gap))

        return await beside(tell) if first < end else None

    async def story_before(self, you: Seats, version: int) -> list[StoryEntry]:
        """Tell what happened before a version, the last part of it."""
        told, end = self.history.told, min(version - 1, self.history.version)
        first = max(end - STORY_AT_ONCE, 0)
        return await self.quietly(lambda: entries_of(told.between(first, end), you))

    async def quietly(self, look: Callable[[], Result]) -> Result:
        """Look at the past beside the loop, while nothing changes here."""
        async with self.writer:
            return await beside(look)

    def send_players(self) -> None:
        """Tell everybody who sits where."""
        self.broadcast(telling.players(self.chairs, self.present()))
        if self.proposal is not None:
            self.send_proposal()

    def tell(self, seatings: Sequence[Seating]) -> None:
        """Tell everybody what has changed about the seats."""
        self.seatings = [*self.seatings, *seatings][-statements.MOST_SEATINGS :]
        self.broadcast(telling.seating(seatings))

    def clock_message(self, clock: Clock) -> ClockMessage:
        """Say how much time everybody has left now."""
        return telling.clock(clock, self.time.now())

    def keep_time(self, clock: Clock | None) -> None:
        """Go by a clock that was written down, and show it to everybody."""
        if clock is None:
            return
        version = self.history.version
        earlier = {at: one for at, one in self.terms.ticks.items() if at < version}
        self.terms = replace(self.terms, clock=clock, ticks={**earlier, version: clock})
        self.broadcast(self.clock_message(clock))
        self.time.started()

    def send_proposal(self) -> None:
        """Tell everybody how it stands with the proposal, or that there is none any more."""
        self.broadcast(self.proposal_message())

    def proposal_message(self) -> ProposalMessage:
        """Say how it stands with the proposal."""
        if self.proposal is None:
            return telling.proposal(None, (), ())
        asked = self.asked_about(self.proposal)
        return telling.proposal(self.proposal.seat, asked, asked & self.proposal.agreed)

    def send_thinking(self, seat: int, on: bool, waits: bool = False) -> None:
        """Tell everybody that a bot thinks, or waits for a place to think, or has stopped."""
        (self.thinking.add if on else self.thinking.discard)(seat)
        (self.waiting_bots.add if waits else self.waiting_bots.discard)(seat)
        self.broadcast(telling.thinking(seat, on, waits))

    def broadcast(self, message: Mapping[str, object]) -> None:
        """Send the same to everybody."""
        text = telling.encoded(message)
        for connection in self.connections:
            connection.send(text)

    def looking(self) -> list[tuple[Connection, Seats]]:
        """List who looks, and through the eyes of which seats."""
        return [(one, self.seen_by(one.device)) for one in self.connections]

    def send_change(self, events: int = 1) -> None:
        """Show everybody what the last events changed, to each what they may know."""
        looking = self.looking()
        for connection, you in looking:
            connection.send(self.state(you))
        self.send_story(events, looking)
        if self.history.ending is not None:
            self.send_welcomes()

    def send_story(self, events: int, looking: Iterable[tuple[Connection, Seats]]) -> None:
        """Tell everybody the last events, to each what they may know; what all may know is written
        once."""
        stories: dict[Seats, bytes] = {}
        end = self.history.version
        told = self.history.told.between(end - events, end)
        is_open = all(event.seen_by is None for one in told for event in one.events)
        for connection, you in looking:
            hearer = () if is_open and len(you) == 1 else you
            if hearer not in stories:
                stories[hearer] = telling.encoded(telling.story(entries_of(told, hearer)))
            connection.send(stories[hearer])

    async def draw(self, wanted: Iterable[Seats]) -> None:
        """Make the states for devices that hold some seats; the writer must be held, so that
        nothing changes meanwhile."""
        await self.drawings.draw(wanted, self.to_act)

    def state(self, you: Seats) -> bytes:
        """Return the state of the game for a device that holds some seats."""
        return self.drawings.state(you, self.to_act)

    # What changes

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

    def show_out(self, connections: set[Connection], reason: Message, code: int) -> None:
        """Say goodbye to some connections."""
        farewell = telling.encoded(telling.bye(reason))
        for connection in connections:
            connection.send(farewell)
            connection.close(code)

    def check_host(self, device: Device | None) -> None:
        """Demand that a device is the host's."""
        if not self.is_host(device):
            raise Refusal("table.host_only", FORBIDDEN)


def entries_of(told: Iterable[Told], you: Seats) -> list[StoryEntry]:
    """Tell a part of the story to a device that holds some seats."""
    return [scene.entry(one, you) for one in told]


def ignore(room: Room) -> None:
    """Take no notice of a change."""


async def refuse(room: Room) -> None:
    """Refuse to go on with a table that somebody else has changed, or that is gone."""
    room.give_up()
    raise Refusal("table.broken", BROKEN)

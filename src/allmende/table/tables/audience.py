"""What those who are at a table are shown and told, to each what they may know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from allmende.core.language import Message

from ..background import beside
from ..limits import STORY_AT_ONCE
from ..refusal import Refusal
from ..store import statements
from ..store.clock import Clock
from ..store.facts import Kept, Seating
from ..tokens import Device
from ..wire import telling
from ..wire.messages import Clock as ClockMessage
from ..wire.messages import Proposal as ProposalMessage
from ..wire.messages import StoryEntry
from ..wire.socket import Connection
from . import scene, timing
from .attendance import Attendance
from .dealing import has_free_seat, has_hands
from .drawing import Drawings, Seats
from .history import History, Told
from .proposal import Proposal, read_proposal, seats_asked


class Audience(Attendance):
    """The people at a table, who look at a game."""

    def __init__(self, kept: Kept, history: History) -> None:
        super().__init__(kept.deal, kept.chairs)
        self.remarks = kept.remarks
        self.seatings = kept.seatings
        self.rematch, self.terms = kept.rematch, kept.terms
        self.time = timing.HouseTime()
        self.history = history
        self.thinking: set[int] = set()
        self.waiting_bots: set[int] = set()
        """Those that would think, but the house is busy."""
        self.between_deals = False
        self.hands = has_hands(history.game, history.match.record_at(0))
        """Whether seats know something from the deal on that a spectator does not."""
        self.proposal = self.still_open(kept.proposal)
        self.look_again()

    def look_again(self, before: scene.Scene[History] | None = None) -> None:
        """Forget what was seen before the last event, but what a move led from."""
        self.scene = scene.Scene(self.history, before=before)
        self.drawings = Drawings(self.scene)

    # What can be seen

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

    def looking(self) -> list[tuple[Connection, Seats]]:
        """List who looks, and through the eyes of which seats."""
        return [(one, self.seen_by(one.device)) for one in self.connections]

    async def draw(self, wanted: Iterable[Seats]) -> None:
        """Make the states for devices that hold some seats; the writer must be held, so that
        nothing changes meanwhile."""
        await self.drawings.draw(wanted, self.to_act)

    def state(self, you: Seats) -> bytes:
        """Return the state of the game for a device that holds some seats."""
        return self.drawings.state(you, self.to_act)

    # What is sent to one of them

    def show_everything(self, connection: Connection) -> None:
        """Send the table, the people and the game to one connection."""
        self.send_welcome(connection)
        connection.send(telling.encoded(telling.players(self.chairs, self.present())))
        connection.send(self.state(self.seen_by(connection.device)))

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

    async def story_since(self, you: Seats, since: int) -> bytes | None:
        """Tell what happened after a version, the last part of it if it is much."""
        told, end = self.history.told, self.history.version
        first = max(since, end - STORY_AT_ONCE, 0)
        gap = first > max(since, 0)

        def tell() -> bytes:
            return telling.encoded(telling.story(entries_of(told.between(first, end), you), gap))

        return await beside(tell) if first < end else None

    def show_out(self, connections: set[Connection], reason: Message, code: int) -> None:
        """Say goodbye to some connections."""
        farewell = telling.encoded(telling.bye(reason))
        for connection in connections:
            connection.send(farewell)
            connection.close(code)

    # What is sent to all of them

    def broadcast(self, message: Mapping[str, object]) -> None:
        """Send the same to everybody."""
        text = telling.encoded(message)
        for connection in self.connections:
            connection.send(text)

    async def show_all(self) -> None:
        """Send everything anew to everybody; the writer must be held."""
        self.drawings.forget()
        await self.draw(self.seen_by(one.device) for one in self.connections)
        for connection in self.connections:
            self.show_everything(connection)

    async def show_device(self, device: Device) -> None:
        """Send everything anew to a device whose seats have changed; the writer must be held."""
        await self.draw([self.seen_by(device)])
        for connection in self.connections:
            if connection.device == device:
                self.show_everything(connection)

    def send_welcomes(self) -> None:
        """Tell everybody that something about the table itself has changed."""
        for connection in self.connections:
            self.send_welcome(connection)

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


def entries_of(told: Iterable[Told], you: Seats) -> list[StoryEntry]:
    """Tell a part of the story to a device that holds some seats."""
    return [scene.entry(one, you) for one in told]

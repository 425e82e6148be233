"""Who has a place at a table, who is here, and who looks."""

from ..callers import NOWHERE, Caller
from ..refusal import FORBIDDEN, NOT_FOUND, Refusal
from ..store.facts import Chair, Deal
from ..tokens import Device
from ..wire.socket import Connection
from .drawing import Seats


class Attendance:
    """The people at a table, by the devices that they hold in their hands."""

    def __init__(self, deal: Deal, chairs: list[Chair]) -> None:
        self.deal = deal
        self.chairs = chairs
        self.connections: set[Connection] = set()
        self.elsewhere: set[Device] = set()
        """The devices that are at this table at another process."""
        self.announced: dict[Device, bool] | None = None
        """Those here that were told of, and whether they look."""
        # Those that looked when this was last looked at; and those that stopped looking, as long as
        # that is not written down: whoever moved meanwhile thought that they look.
        self.watched, self.left_off = set[Device](), set[Device]()
        self.last_caller: Caller | None = None

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

    def check_seat(self, seat: int) -> None:
        """Demand that there is a seat of that number."""
        if seat >= self.deal.seats:
            raise Refusal("table.unknown_seat", NOT_FOUND)

    def is_host(self, device: Device | None) -> bool:
        """Tell whether a device made this table."""
        return device == self.deal.host

    def check_host(self, device: Device | None) -> None:
        """Demand that a device is the host's."""
        if not self.is_host(device):
            raise Refusal("table.host_only", FORBIDDEN)

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

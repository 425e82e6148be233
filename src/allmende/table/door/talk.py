"""Talking over sockets with those who look at a table."""

import asyncio
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from allmende.core.language import Message

from ..house.house import House
from ..limits import (
    MOST_SOCKETS,
    PLACES_FOR_PLAYERS,
    SOCKETS_PER_PLAYER,
    SPECTATORS_PER_TABLE,
)
from ..refusal import BROKEN, CLOSING, Refusal
from ..tokens import device_of
from ..wire.socket import FULL, GOING_AWAY, TOO_FAST, UNKNOWN_TABLE, Connection
from .asking import COOKIE, table_in

if TYPE_CHECKING:
    from ..tables.room import Room

BEGINNING = -1
SPECTATOR = "spectator"
HIDDEN = "hidden"
CODES = {CLOSING: FULL, BROKEN: GOING_AWAY}
"""How sockets end that may be opened again later; others learn that there is no such table."""


class Talk:
    """Holds the conversations of a house."""

    def __init__(self, house: House, failed: Callable[[BaseException], None]) -> None:
        self.house = house
        self.failed = failed

    async def socket(self, socket: WebSocket) -> None:
        """Talk with somebody who looks at a table."""
        await self.hold(socket, self.converse)

    async def hold(
        self, socket: WebSocket, converse: Callable[[Connection], Coroutine[None, None, None]]
    ) -> None:
        """Hold a conversation, and say goodbye whatever becomes of it."""
        await socket.accept()
        device = device_of(socket.cookies.get(COOKIE))
        connection = Connection(socket, device, is_screen(socket), is_seen(socket))
        pump = asyncio.create_task(connection.pump())
        self.house.connections.add(connection)
        try:
            # A task of its own goes on where it waited: this one would pass through all layers of
            # the application each time.
            await asyncio.create_task(converse(connection))
        except Refusal as refusal:
            farewell(connection, refusal.message, CODES.get(refusal.status, UNKNOWN_TABLE))
        except Exception as trouble:
            self.failed(trouble)
            farewell(connection, Message("table.broken"), GOING_AWAY)
        finally:
            connection.close(GOING_AWAY)
            await pump
            self.house.connections.discard(connection)

    async def converse(self, connection: Connection) -> None:
        """Show the table, then do what is asked, until the other side goes."""
        lobby = await self.house.lobby()
        commands = import_module("allmende.table.house.commands")
        room = await lobby.room(table_in(connection.socket))
        self.find_place(room, connection)
        try:
            await room.enter(connection, since_in(connection.socket))
            if connection.is_seen and room.held_by(connection.device):
                connection.beside(lobby.postman.has_come(room.deal.id, connection.device))
            while (content := await connection.receive()) is not None:
                if not self.house.messages.take(connection.caller):
                    self.farewell_to_hasty(connection)
                    return
                await commands.obey(lobby, room, connection, content)
        finally:
            room.leave(connection)
            lobby.touch(room.deal.id)

    def find_place(self, room: "Room", connection: Connection) -> None:
        """Demand that there is a place left. Those who only watch share some places of a table and
        of the house; all others are kept for those who hold a seat and for the host's screen, some
        for each device."""
        if room.has_own_place(connection):
            taken = sum(one.keeper == connection.keeper for one in room.connections)
            here, most = SOCKETS_PER_PLAYER, MOST_SOCKETS
        else:
            taken = sum(not room.has_own_place(one) for one in room.connections)
            here, most = SPECTATORS_PER_TABLE, MOST_SOCKETS - PLACES_FOR_PLAYERS
        if taken >= here or len(self.house.connections) > most:
            raise Refusal("table.full", CLOSING)

    def farewell_to_hasty(self, connection: Connection) -> None:
        """Part with somebody who sends too much."""
        wire = import_module("allmende.table.wire.telling")
        reason = Message("table.slow_down")
        self.house.metrics.refusals_total.add(reason.key)
        connection.send(wire.encoded(wire.no(None, reason)))
        farewell(connection, reason, TOO_FAST)


def since_in(socket: WebSocket) -> int:
    """Return the last version that a client has seen."""
    since = socket.query_params.get("since", "")
    return int(since) if since.isascii() and since.isdecimal() and len(since) < 10 else BEGINNING


def is_screen(socket: WebSocket) -> bool:
    """Tell whether somebody looks with a screen for everybody."""
    return socket.query_params.get("as") == SPECTATOR


def is_seen(socket: WebSocket) -> bool:
    """Tell whether somebody sees the page of a socket."""
    return HIDDEN not in socket.query_params


def farewell(connection: Connection, reason: Message, code: int) -> None:
    """Say why a connection ends, and end it."""
    telling = import_module("allmende.table.wire.telling")
    connection.send(telling.encoded(telling.bye(reason)))
    connection.close(code)

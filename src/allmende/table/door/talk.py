"""Talking over sockets with those who look at a table."""

import asyncio
from collections.abc import Callable
from importlib import import_module

from starlette.websockets import WebSocket

from allmende.core.language import Message

from ..house.house import House
from ..limits import MOST_SOCKETS, SOCKETS_PER_TABLE
from ..refusal import CLOSING, Refusal
from ..tokens import device_of
from ..wire.socket import GOING_AWAY, TOO_FAST, UNKNOWN_TABLE, Connection
from .asking import COOKIE, table_in

BEGINNING = -1


class Talk:
    """Holds the conversations of a house."""

    def __init__(self, house: House, failed: Callable[[BaseException], None]) -> None:
        self.house = house
        self.failed = failed

    async def socket(self, socket: WebSocket) -> None:
        """Talk with somebody who looks at a table."""
        await socket.accept()
        device = device_of(socket.cookies.get(COOKIE))
        connection = Connection(socket, device, self.house.settings.messages)
        pump = asyncio.create_task(connection.pump())
        self.house.connections.add(connection)
        try:
            await self.converse(connection)
        except Refusal as refusal:
            code = GOING_AWAY if refusal.status == CLOSING else UNKNOWN_TABLE
            farewell(connection, refusal.message, code)
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
        full = len(room.connections) >= SOCKETS_PER_TABLE
        if full or len(self.house.connections) > MOST_SOCKETS:
            raise Refusal("table.full", CLOSING)
        room.enter(connection, since_in(connection.socket))
        try:
            while (content := await connection.receive()) is not None:
                if not connection.messages.take():
                    self.farewell_to_hasty(connection)
                    return
                await commands.obey(lobby, room, connection, content)
        finally:
            room.leave(connection)

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


def farewell(connection: Connection, reason: Message, code: int) -> None:
    """Say why a connection ends, and end it."""
    telling = import_module("allmende.table.wire.telling")
    connection.send(telling.encoded(telling.bye(reason)))
    connection.close(code)

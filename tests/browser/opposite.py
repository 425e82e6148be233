"""A game of two whose moves come without a browser, so that a guest can look on: at their own moves
and at those of somebody opposite, when a test wants them."""

from random import Random

from tests.table.clients import LINK, Device, Socket, person
from tests.table.server_process import Json, Server

from .guest import Guest


class Opposite:
    """Anna, in whose place a guest looks on, and Bert opposite."""

    def __init__(
        self, server: Server, game: str, options: Json | None = None, seed: int = 1
    ) -> None:
        anna, bert = Device(server), Device(server)
        made = anna.open_table(game, [person("Anna"), LINK], options or {})
        bert.join(made["invites"][0]["url"], "Bert")
        self.cookie = {"name": "allmende", "value": str(anna.cookie), "url": server.origin}
        self.url = f"{server.origin}{made['url']}"
        self.sockets: list[Socket] = [anna.sit(made["id"]), bert.sit(made["id"])]
        for socket in self.sockets:
            socket.hear_a("state")
        self.chance = Random(seed)

    def seat(self, guest: Guest) -> None:
        """Let a guest look on from Anna's place."""
        guest.context.add_cookies([self.cookie])  # type: ignore[list-item]
        guest.page.goto(self.url)
        guest.wait_for_table()

    @property
    def version(self) -> int:
        """How many things have happened."""
        return int(max(socket.state["version"] for socket in self.sockets))

    def may(self, seat: int) -> bool:
        """Tell whether it is somebody's turn."""
        state = self.sockets[seat].hear_version(self.version)
        return str(seat) in state["legal"]

    def move(self, seat: int, *wanted: str) -> Json:
        """Make a move of somebody: the first kind that is wanted, or any. Return its data."""
        assert self.may(seat)
        socket = self.sockets[seat]
        legal = socket.state["legal"][str(seat)]
        for kind in wanted:
            legal = [move for move in legal if move["data"]["do"] == kind] or legal
        chosen = self.chance.choice(legal)
        socket.move(seat, chosen["n"])
        data: Json = chosen["data"]
        return data

    def close(self) -> None:
        """Leave the table."""
        for socket in self.sockets:
            socket.close()

"""Clients that talk to a server over real sockets."""

import http.client
import json
import ssl
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.processes import LAST_RESORT
from tests.wire.addresses import check_answer, check_message, check_wish

from .server_process import Json, Server


class Answer:
    """An answer over HTTP."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.content = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def error(self) -> str:
        key: str = self.json["error"]["key"]
        return key


def as_data(body: bytes | None) -> Any:
    """Return what a body says, or None if it cannot be read."""
    try:
        return None if body is None else json.loads(body)
    except (ValueError, RecursionError):
        return None


class Device:
    """A browser: it has a cookie, or not yet."""

    def __init__(
        self,
        server: Server,
        patience: float = LAST_RESORT,
        origin: str | None = None,
        trust: ssl.SSLContext | None = None,
        comes_from: str | None = None,
    ) -> None:
        self.server = server
        self.trust = trust
        self.comes_from = None if comes_from is None else (comes_from, 0)
        self.patience = patience
        self.origin = origin or server.origin
        self.cookie: str | None = None

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str | None] | None = None,
    ) -> Answer:
        connection = self.connection()
        sent: dict[str, str | None] = {"origin": self.origin}
        if body is not None:
            sent["content-type"] = "application/json"
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        if self.cookie:
            sent["cookie"] = f"allmende={self.cookie}"
        sent.update(headers or {})
        kept = {name: value for name, value in sent.items() if value is not None}
        try:
            connection.request(method, path, body, kept)
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        if answer.headers.get_content_type() == "application/json" and answer.content:
            check_answer(method, path, as_data(body), answer.status, answer.json)
        given = answer.headers.get("set-cookie", "")
        if given.startswith("allmende="):
            self.cookie = given.split(";")[0].removeprefix("allmende=")
        return answer

    def connection(self) -> http.client.HTTPConnection:
        """Open a connection, from an address of one's own if there is one."""
        place, patience, source = urlsplit(self.origin).netloc, self.patience, self.comes_from
        if self.trust is None:
            return http.client.HTTPConnection(place, timeout=patience, source_address=source)
        return http.client.HTTPSConnection(
            place, timeout=patience, source_address=source, context=self.trust
        )

    def get(self, path: str, **more: Any) -> Answer:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any, **more: Any) -> Answer:
        return self.ask("POST", path, body, **more)

    def open_table(
        self, game: str, players: list[Json], options: Json | None = None, hints: bool = False
    ) -> Json:
        wish = {
            "game": game,
            "seats": len(players),
            "options": options or {},
            "players": players,
            "hints": hints,
        }
        answer = self.post("/api/tables", wish)
        assert answer.status == 201, answer.content
        made: Json = answer.json
        return made

    def join(self, invite: str, name: str) -> int:
        path, token = invite.split("#")
        answer = self.post(
            f"/api/tables/{path.split('/')[-1]}/join", {"token": token, "name": name}
        )
        assert answer.status == 200, answer.content
        seat: int = answer.json["seat"]
        return seat

    def sit(self, table: str, since: int = -1, **more: Any) -> "Socket":
        return Socket(self, table, since, **more)

    def play_to_the_end(
        self, game: str, players: list[Json], options: Json | None = None, seed: int = 1
    ) -> str:
        """Open a table, play all seats of this device by chance, and return the finished table."""
        made = self.open_table(game, players, options or {})
        chance, table = Random(seed), str(made["id"])
        with self.sit(table) as socket:
            while socket.state["over"] is None:
                if socket.state["legal"]:
                    socket.play_any(chance)
                else:
                    socket.hear_version(socket.state["version"] + 1)
        return table

    def give_up_early(
        self, game: str, players: list[Json], options: Json | None = None, moves: int = 6
    ) -> str:
        """Open a table, make some moves of all seats by chance, give up with the first of them, and
        return the finished table: a whole game is long for a coach."""
        made = self.open_table(game, players, options or {})
        chance, table = Random(moves), str(made["id"])
        with self.sit(table) as socket:
            while socket.state["version"] < moves:
                socket.play_any(chance)
            socket.ask("resign", seat=0)
        return table


class Socket:
    """A browser's socket; keeps the last state and everything that ever came."""

    def __init__(
        self,
        device: Device,
        table: str,
        since: int = -1,
        origin: str | None = "",
        eyes: str | None = None,
        hidden: bool = False,
    ) -> None:
        self.device = device
        self.table = table
        cookie = {"cookie": f"allmende={device.cookie}"} if device.cookie else {}
        place = f"{device.origin.replace('http', 'ws', 1)}/api/tables/{table}/ws?since={since}"
        place += "&hidden" if hidden else ""
        self.connection: ClientConnection = connect(
            place if eyes is None else f"{place}&as={eyes}",
            ssl=device.trust,
            source_address=device.comes_from,
            origin=None if origin is None else Origin(origin or device.origin),
            additional_headers=cookie,
            open_timeout=LAST_RESORT,
            compression=None,
            legacy=True,
        )
        self.heard: list[Json] = []
        self.latest: dict[str, Json] = {}
        self.wishes: dict[str, Json] = {}

    def hear(self) -> Json:
        """Wait for the next message."""
        return self.note(self.connection.recv(LAST_RESORT))

    def note(self, text: str | bytes) -> Json:
        """Keep a message, which must fit what is declared, as must the wish that it grants."""
        message: Json = json.loads(text)
        check_message(message)
        wish = self.wishes.pop(message.get("id") or "", None)
        if wish is not None and message["type"] != "no":
            check_wish(wish)
        self.heard.append(message)
        self.latest[message["type"]] = message
        return message

    def hear_until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def hear_a(self, kind: str) -> Json:
        return self.hear_until(lambda message: message["type"] == kind)

    def hear_version(self, version: int) -> Json:
        """Wait for the state of a version, or return the one that has come already."""
        if "state" in self.latest and self.latest["state"]["version"] >= version:
            return self.latest["state"]
        return self.hear_until(
            lambda message: message["type"] == "state" and message["version"] >= version
        )

    def hear_story(self, version: int) -> list[Json]:
        """Wait until an event is told, and return all that was told so far."""
        while not any(entry["version"] >= version for entry in self.told):
            self.hear()
        return self.told

    @property
    def told(self) -> list[Json]:
        """All that was told so far."""
        stories = (message for message in self.heard if message["type"] == "story")
        return [entry for story in stories for entry in story["entries"]]

    def hear_seed(self) -> str:
        """Wait until the seed is told."""
        while self.latest["welcome"]["table"]["seed"] is None:
            self.hear()
        seed: str = self.latest["welcome"]["table"]["seed"]
        return seed

    def send(self, do: str, **fields: Any) -> str:
        """Send a wish and return its id."""
        asked = fields.pop("id", None) or uuid.uuid4().hex
        self.wishes[asked] = {"do": do, "id": asked, **fields}
        self.connection.send(json.dumps(self.wishes[asked]))
        return asked

    def answer_to(self, asked: str) -> Json:
        return self.hear_until(lambda message: message.get("id") == asked)

    def ask(self, do: str, **fields: Any) -> Json:
        return self.answer_to(self.send(do, **fields))

    def refused(self, do: str, **fields: Any) -> str:
        """Ask for something that is refused, and return the reason."""
        answer = self.ask(do, **fields)
        assert answer["type"] == "no", answer
        key: str = answer["reason"]["key"]
        return key

    @property
    def state(self) -> Json:
        return self.latest["state"]

    def move(self, seat: int, n: int, **more: Any) -> Json:
        """Make a move and wait for the state that follows."""
        version = more.pop("version", self.state["version"])
        answer = self.ask("move", version=version, seat=seat, n=n, **more)
        assert answer["type"] == "ack", answer
        self.hear_version(answer["version"])
        return answer

    def play_any(self, chance: Random, seat: int | None = None) -> Json:
        """Make any legal move of a seat held here."""
        if seat is None:
            seat = int(chance.choice(sorted(self.state["legal"])))
        return self.move(seat, chance.choice(self.state["legal"][str(seat)])["n"])

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> "Socket":
        self.hear_a("state")
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def all_open(*sockets: Socket) -> Iterator[tuple[Socket, ...]]:
    """Wait until each socket has a state; close them in the end."""
    for socket in sockets:
        socket.hear_a("state")
    yield sockets
    for socket in sockets:
        socket.close()


def person(name: str) -> Json:
    return {"kind": "me", "name": name}


def here(name: str) -> Json:
    return {"kind": "device", "name": name}


def bot(level: str = "calf") -> Json:
    return {"kind": "bot", "level": level}


LINK: Json = {"kind": "link"}


def wait_for(condition: Callable[[], bool], seconds: float = LAST_RESORT) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this never happened"
        time.sleep(0.02)

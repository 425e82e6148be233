"""Clients for the benchmarks of the table: a server process, and players over real sockets."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import uuid
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"
UNLIMITED = "1000000"
LIMITS = ("tables-per-minute", "requests-per-second", "messages-per-second", "sockets-per-address")
SECONDS = 120
GUESTS = ("Bert", "Cleo", "Dora", "Emil")
USER_TIME, SYSTEM_TIME = 11, 12  # of what /proc tells about a process, behind its name

Json = dict[str, Any]

if TYPE_CHECKING:
    from tests.forge import Process


def start_forged(command: list[str], port: int, saying: IO[str], log: IO[str]) -> "Process":
    """Start a server in a process that has all games loaded already."""
    from tests import forge

    with open(os.devnull) as nothing:
        streams = [file.fileno() for file in (nothing, saying, log)]
        return forge.start([*command[1:], "--port", str(port)], streams)


class Server:
    """A server in a process of its own, without limits on how much one address may ask."""

    process: "Process"

    def __init__(
        self,
        data: Path,
        port: int = 0,
        source: Path | None = None,
        database: str | None = None,
        forged: bool = False,
    ) -> None:
        """Keep tables in `data`, or in a `database`. With `source`, the folder `src` of another
        checkout, it is served by the code there. One that is `forged` has all games loaded from the
        start, see `tests/forge.py`: for those who start hundreds."""
        self.data = data
        self.log = data / "log.jsonl"
        data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "allmende.table", "--no-open", "--data", str(data)]
        command += [] if database is None else ["--database", database]
        for limit in LIMITS:
            command += [f"--{limit}", UNLIMITED]
        paths = (
            [] if source is None else [str(source), *os.environ.get("PYTHONPATH", "").split(":")]
        )
        surroundings = {"PYTHONPATH": ":".join(paths)} if paths else {}
        ours, theirs = os.pipe()
        with self.log.open("a") as log, open(theirs, "w") as saying:
            if forged:
                self.process = start_forged([*command, "--lazy"], port, saying, log)
            else:
                self.process = subprocess.Popen(
                    [*command, "--port", str(port)],
                    env={**os.environ, **surroundings},
                    stdout=saying,
                    stderr=log,
                )
        self.said = open(ours, encoding="utf-8")  # noqa: SIM115
        said = self.said.readline()
        found = re.search(r":(\d+)/", said)
        assert found is not None, f"{said}{self.log.read_text()}"
        self.port = int(found[1])

    @property
    def origin(self) -> str:
        """The address that our page would have."""
        return f"http://{HOST}:{self.port}"

    @property
    def cpu_seconds(self) -> float:
        """How long the processor has worked for it, in all of its threads."""
        return cpu_seconds_of(self.process.pid)

    def kill(self) -> None:
        """End it without any warning."""
        self.process.kill()
        self.close()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)
        self.close()

    def close(self) -> None:
        """Wait for the end."""
        self.process.wait(SECONDS)
        self.said.close()

    def ask(self, method: str, path: str, body: Json | None, cookie: str | None) -> tuple[Any, str]:
        """Ask over HTTP; return the answer and the cookie to go on with."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=SECONDS)
        headers = {"origin": self.origin, "content-type": "application/json"}
        if cookie:
            headers["cookie"] = f"allmende={cookie}"
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        assert response.status < 400, text
        given = response.headers.get("set-cookie", "").split(";")[0].removeprefix("allmende=")
        is_json = "json" in (response.headers.get("content-type") or "")
        return json.loads(text) if is_json else text, given or cookie or ""

    def table_for(self, game: str, seats: int) -> tuple[str, list[str]]:
        """Open a table and return it with the cookies of all who sit there."""
        players = [{"kind": "me", "name": "Anna"}, *[{"kind": "link"}] * (seats - 1)]
        made, anna = self.ask("POST", "/api/tables", {"game": game, "players": players}, None)
        cookies = [anna]
        for guest, invite in zip(GUESTS, made["invites"], strict=False):
            joined = {"token": invite["url"].split("#")[1], "name": guest}
            cookies.append(self.ask("POST", f"/api/tables/{made['id']}/join", joined, None)[1])
        return made["id"], cookies

    def table_for_two(self, game: str) -> tuple[str, list[str]]:
        """Open a table of two and return it with the cookies of both."""
        return self.table_for(game, 2)

    def sit(self, table: str, cookie: str | None) -> connect:
        """Open the socket of a player, or without a cookie that of a spectator."""
        return connect(
            f"ws://{HOST}:{self.port}/api/tables/{table}/ws?since=1000000",
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers={"cookie": f"allmende={cookie}"} if cookie else {},
            compression=None,
            open_timeout=SECONDS,
            ping_interval=None,
            max_size=None,
        )


def cpu_seconds_of(pid: int) -> float:
    """Return how long the processor has worked for a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[USER_TIME]) + int(fields[SYSTEM_TIME])) / os.sysconf("SC_CLK_TCK")


async def state_of(socket: ClientConnection, version: int) -> Json:
    """Wait for the state of a version."""
    while True:
        message: Json = json.loads(await socket.recv())
        if message["type"] == "state" and message["version"] >= version:
            return message


def a_move(state: Json, seat: str, n: int) -> tuple[str, str]:
    """Write down a move; return its id and the message."""
    asked = uuid.uuid4().hex
    wish = {"do": "move", "id": asked, "version": state["version"], "seat": int(seat), "n": n}
    return asked, json.dumps(wish)

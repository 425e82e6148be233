"""Visiting a server as a browser does: the page with all it loads, a table, a few moves."""

import json
import re
import time
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Origin

from .source import Unfit
from .trial import PATIENCE, RunningServer

MOVES = 6
ASSET = re.compile(r'(?:src|href)="(/assets/[^"]+)"')
IMPORT = re.compile(r'["\'](?:\./|/assets/|assets/)([\w.-]+\.(?:js|css))["\']')
Json = dict[str, Any]


class Visitor:
    """Somebody with a browser and a cookie."""

    def __init__(self, server: RunningServer) -> None:
        self.origin = server.origin
        self.cookie = ""

    def ask(self, path: str, wish: Json | None = None) -> bytes:
        """Ask the server for something."""
        headers = {"content-type": "application/json", "origin": self.origin}
        body = None if wish is None else json.dumps(wish).encode()
        request = urllib.request.Request(f"{self.origin}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                given = SimpleCookie(answer.headers.get("set-cookie", "")).get("allmende")
                self.cookie = given.value if given else self.cookie
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as trouble:
            raise Unfit(f"{path} is answered with {trouble.code}: {trouble.read()!r}") from None

    def load_page(self) -> int:
        """Load the page and, through what they name, all its assets; return how many."""
        page = self.ask("/").decode()
        waiting = [name.removeprefix("/assets/") for name in ASSET.findall(page)]
        if not waiting:
            raise Unfit("the page names no assets")
        loaded: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in loaded:
                loaded.add(name)
                content = self.ask(f"/assets/{name}")
                waiting += IMPORT.findall(content.decode()) if name.endswith(".js") else []
        return len(loaded)

    def open_table(self, game: str) -> tuple[str, float]:
        """Open a table for one device against a bot; return it and how long that took."""
        players = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "calf"}]
        begin = time.perf_counter()
        made = json.loads(self.ask("/api/tables", {"game": game, "players": players}))
        return made["id"], time.perf_counter() - begin

    def play(self, table: str) -> float:
        """Play a few moves over the socket; return how long that took, with the bot's."""
        begin = time.perf_counter()
        where = f"{self.origin.replace('http', 'ws', 1)}/api/tables/{table}/ws?since=-1"
        cookie, origin = {"cookie": f"allmende={self.cookie}"}, Origin(self.origin)
        with connect(where, origin=origin, additional_headers=cookie, legacy=True) as socket:
            played, version = 0, -1
            while played < MOVES:
                state = json.loads(socket.recv(PATIENCE))
                if state["type"] == "no":
                    raise Unfit(f"a legal move is refused: {state}")
                if state["type"] == "state" and state["version"] > version and state["legal"]:
                    version, [(seat, legal)] = state["version"], state["legal"].items()
                    move = {"do": "move", "version": version, "seat": int(seat)}
                    socket.send(json.dumps({**move, "id": str(version), "n": legal[0]["n"]}))
                    played += 1
        return time.perf_counter() - begin

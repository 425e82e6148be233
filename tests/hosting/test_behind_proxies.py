"""A table behind nginx and behind Caddy, with HTTPS, as the files in `hosting/` set them up."""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from uuid import uuid4

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.processes import LAST_RESORT
from tests.table.clients import LINK, Device, Socket, all_open, person
from tests.table.server_process import Json, Server
from tests.table.test_table_lasting import kept_moves

from .conftest import Site

RESTARTS = 3
MOVES = 5
MOST_MOVES = 8
"""While something is changed."""
PAUSE = 0.05
HASTE = 60
"""Requests, one of which is refused at one a second even if each takes most of a second."""
ONE, ANOTHER = "127.0.0.5", "127.0.0.6"


def visitor(site: Site, comes_from: str | None = None) -> Device:
    """Somebody who comes by the proxy."""
    return Device(site.server, origin=site.origin, trust=site.trust, comes_from=comes_from)


def two_at(site: Site) -> tuple[Device, Device, str]:
    """Seat two at a table of Halali!."""
    anna, bert = visitor(site), visitor(site)
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    return anna, bert, made["id"]


def test_two_play_over_https(site: Site) -> None:
    anna, bert, table = two_at(site)
    assert anna.get("/").status == 200
    with all_open(anna.sit(table), bert.sit(table)) as sockets:
        for _ in range(6):
            socket = next(it for it in sockets if it.state["legal"])
            done = socket.play_any(Random(3))
            for each in sockets:
                each.hear_version(done["version"])


def test_cookies_are_for_https_only_and_other_pages_are_kept_out(site: Site) -> None:
    anna = visitor(site)
    wish = {"game": "halali", "players": [person("Anna"), LINK]}
    answer = anna.post("/api/tables", wish)
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]
    stranger = anna.post("/api/tables", wish, headers={"origin": "https://evil.example"})
    assert stranger.status == 403


def test_numbers_are_not_for_the_world(site: Site) -> None:
    assert visitor(site).get("/metrics").status == 404
    assert Device(site.server).get("/metrics").status == 200


def test_everybody_has_limits_of_their_own(site: Site) -> None:
    """One visitor asks too often; another one behind the same proxy does not notice, and claims
    about where somebody comes from are not believed."""
    site.server.stop()
    site.server.arguments = (*site.server.arguments, "--requests-per-second", "1")
    site.server.restart()
    hasty, calm = visitor(site, ONE), visitor(site, ANOTHER)
    claims = (f"192.0.2.{number}" for number in range(HASTE))
    answers = [hasty.get("/api/tables", headers={"x-forwarded-for": claim}) for claim in claims]
    assert 429 in [answer.status for answer in answers]
    assert calm.get("/api/tables").status == 200


class Player:
    """Plays a seat as a page does: comes back after a cut, and sends again what had no answer."""

    def __init__(self, device: Device, table: str) -> None:
        self.device, self.table = device, table
        self.socket: Socket | None = None
        self.wish: Json = {}
        self.acknowledged: list[tuple[int, int, int]] = []

    def play(self, version: int, chance: Random, change: "Future[None]") -> bool:
        """Make a move after a version, however often the connection is cut meanwhile; False if it
        is not our turn. Where a change has failed nobody will answer, and that is told at once."""
        end = time.monotonic() + LAST_RESORT
        while True:
            try:
                return self.try_to_play(self.hold(), version, chance)
            except (ConnectionClosed, OSError, EOFError, InvalidHandshake):
                tell_failure(change)
                assert time.monotonic() < end, "nobody answers any more"
                self.let_go()
                time.sleep(PAUSE)

    def try_to_play(self, socket: Socket, version: int, chance: Random) -> bool:
        """Send the wish that still has no answer, or a new one."""
        if not self.wish:
            socket.hear_version(version)
            if not socket.state["legal"]:
                return False
            seat, moves = next(iter(socket.state["legal"].items()))
            n = chance.choice(moves)["n"]
            self.wish = {"id": uuid4().hex, "seat": int(seat), "n": n, "version": version}
        answer = socket.ask("move", **self.wish)
        assert answer["type"] == "ack", answer
        self.acknowledged.append((answer["version"], self.wish["seat"], self.wish["n"]))
        self.wish = {}
        socket.hear_version(answer["version"])
        return True

    def hold(self) -> Socket:
        """Return the socket, or a new one."""
        if self.socket is None:
            self.socket = self.device.sit(self.table)
            self.socket.hear_a("state")
        return self.socket

    def let_go(self) -> None:
        """Forget a socket that was cut."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None


class Pair:
    """Two who play at a table until its game is over."""

    def __init__(self, site: Site) -> None:
        anna, bert, self.table = two_at(site)
        self.players = Player(anna, self.table), Player(bert, self.table)

    @property
    def told(self) -> list[tuple[int, int, int]]:
        """All that was acknowledged, in order."""
        return sorted(done for player in self.players for done in player.acknowledged)

    def play(self, chance: Random, change: "Future[None]") -> None:
        """Make the next move, while something is changed."""
        version = len(self.told)
        _ = any(player.play(version, chance, change) for player in self.players)


def tell_failure(change: "Future[None]") -> None:
    """Raise what a change has failed with, if it has."""
    if change.done():
        change.result()


def play_during(change: "Future[None]", pairs: Sequence[Pair], chance: Random) -> None:
    """Play while something is changed, and until it has gone on for some moves; not for many, as no
    game may end before the last change."""
    begun = len(pairs[0].told)
    while not change.done() or len(pairs[0].told) < begun + MOVES:
        if len(pairs[0].told) < begun + MOST_MOVES:
            for pair in pairs:
                pair.play(chance, change)
        else:
            time.sleep(PAUSE)
    change.result()


def restart(server: Server) -> None:
    """Restart a server in good order."""
    assert server.stop() == 0
    server.restart()


def test_a_restart_under_load_loses_and_doubles_nothing(site: Site) -> None:
    chance, pairs = Random(8), [Pair(site) for _ in range(3)]
    with ThreadPoolExecutor() as beside:
        for _ in range(RESTARTS):
            play_during(beside.submit(restart, site.server), pairs, chance)
    site.server.stop()
    for pair in pairs:
        log = kept_moves(site.server, pair.table).log
        assert [(it.version, it.seat, it.number) for it in log] == pair.told

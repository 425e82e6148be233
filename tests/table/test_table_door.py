"""The door for the people in this house: who may turn it, who comes in by it, and who does not.

The machine's own address is played by 127.0.0.2: no test leaves the loopback."""

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from allmende.table.house.listening import (
    addresses_in_the_house,
    bound,
    is_shared,
    origin_of,
    ways_out,
)
from allmende.table.house.side_door import Door
from allmende.table.settings import Settings
from tests.processes import LAST_RESORT

from .clients import LINK, Answer, Device, person
from .conftest import OwnServer
from .server_process import LAZY, Json, Server

HOUSE = "127.0.0.2"
OPEN, CLOSE = {"open": True}, {"open": False}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose machine has an address in a house."""
    server = Server(tmp_path_factory.mktemp("door") / "data", LAZY, "--house-address", HOUSE)
    yield server
    server.close()


def house_origin(server: Server) -> str:
    return f"http://{HOUSE}:{server.port}"


def door_of(device: Device) -> Json:
    seen: Json = device.get("/api/door").json
    return seen


def turned(device: Device, wish: Json, **headers: str | None) -> Answer:
    return device.post("/api/door", wish, headers=headers)


def is_deaf(origin: str) -> bool:
    """Tell whether nobody listens at an address."""
    host, _, port = origin.removeprefix("http://").rpartition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) != 0


def test_a_guest_in_the_house_comes_in_and_plays(house: Server) -> None:
    anna, there = Device(house), house_origin(house)
    closed = {"state": "closed", "origins": [there], "public": None, "yours": True}
    assert door_of(anna) == closed
    assert is_deaf(there)
    made = anna.open_table("halali", [person("Anna"), LINK])
    answer = turned(anna, OPEN)
    assert answer.json == {**closed, "state": "open"} == door_of(anna)
    bert = Device(house, origin=there)
    assert bert.join(made["invites"][0]["url"], "Bert") == 1
    with anna.sit(made["id"]) as at_home, bert.sit(made["id"]) as in_the_house:
        # The host still has the seat that was taken before, and both play.
        for socket_of, seat in ((at_home, 0), (in_the_house, 1)) * 2:
            socket_of.hear_version(at_home.state["version"])
            socket_of.play_any(Random(seat), seat)
            for one in (at_home, in_the_house):
                one.hear_version(socket_of.state["version"])
        assert turned(anna, CLOSE).json == closed
        assert in_the_house.hear_a("bye")["reason"]["key"] == "table.door_closed"
        with pytest.raises(ConnectionClosed):
            in_the_house.hear()
        assert is_deaf(there)
        at_home.play_any(Random(0), 0)


def test_a_door_turned_twice_stays_as_it_is(house: Server) -> None:
    anna = Device(house)
    assert turned(anna, CLOSE).json["state"] == "closed"
    for _ in range(2):
        assert turned(anna, OPEN).json["state"] == "open"
    assert not is_deaf(house_origin(house))
    for _ in range(2):
        assert turned(anna, CLOSE).json["state"] == "closed"


def test_only_a_browser_on_the_machine_may_turn_the_door(house: Server) -> None:
    anna, port = Device(house), house.port
    proxied: list[dict[str, str]] = [
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"via": "1.1 proxy"},
        {"host": f"192.0.2.7:{port}", "origin": f"http://192.0.2.7:{port}"},
    ]
    for headers in proxied:
        answer = turned(anna, OPEN, **headers)
        assert (answer.status, answer.error) == (403, "table.door_not_yours"), headers
        assert anna.get("/api/door", headers=headers).json["yours"] is False
    foreign: list[dict[str, str | None]] = [
        {"origin": "http://evil.example"},
        {"origin": None},
        {"origin": house_origin(house)},
    ]
    for wrong in foreign:
        assert turned(anna, OPEN, **wrong).error == "table.wrong_origin"
    assert turned(anna, OPEN, **{"content-type": "text/plain"}).error == "table.json_only"
    assert turned(anna, {"open": 1}).error == "table.field_wrong"
    assert is_deaf(house_origin(house))


def test_nobody_turns_the_door_from_outside(house: Server) -> None:
    anna, bert = Device(house), Device(house, origin=house_origin(house))
    turned(anna, OPEN)
    try:
        assert door_of(bert)["yours"] is False
        # Not even by saying that it is the machine itself.
        claims: list[dict[str, str | None]] = [
            {},
            {"host": f"localhost:{house.port}", "origin": f"http://localhost:{house.port}"},
        ]
        for headers in claims:
            assert turned(bert, CLOSE, **headers).error == "table.door_not_yours"
        assert not is_deaf(house_origin(house))
    finally:
        turned(anna, CLOSE)


def test_who_stands_in_the_door_when_it_closes_gets_no_further(house: Server) -> None:
    anna = Device(house)
    turned(anna, OPEN)
    kept = http.client.HTTPConnection(HOUSE, house.port, timeout=LAST_RESORT)
    for wish, status in ((OPEN, 200), (CLOSE, 403)):
        turned(anna, wish)
        kept.request("GET", "/healthz")
        assert Answer(kept.getresponse()).status == status
    kept.close()


def test_a_port_that_is_taken_there_is_no_obstacle(house: Server) -> None:
    anna = Device(house)
    with bound(HOUSE, house.port):
        (origin,) = turned(anna, OPEN).json["origins"]
        assert origin != house_origin(house)
        assert Device(house, origin=origin).get("/healthz").status == 200
        turned(anna, CLOSE)


def test_the_place_where_the_server_listens_is_no_door(own_server: OwnServer) -> None:
    server = own_server("--host", "localhost", "--house-address", "127.0.0.1")
    anna = Device(server)
    assert door_of(anna)["origins"] == []
    assert turned(anna, OPEN).error == "table.door_nowhere"
    assert anna.get("/healthz").status == 200


def test_an_address_that_is_not_ours_is_told(own_server: OwnServer) -> None:
    server = own_server("--house-address", "192.0.2.7")
    answer = turned(Device(server), OPEN)
    assert answer.error == "table.door_stuck"
    assert answer.json["error"]["args"]["address"] == "192.0.2.7"
    assert door_of(Device(server))["state"] == "closed"


def test_a_server_with_a_public_address_has_no_door(own_server: OwnServer) -> None:
    server = own_server("--public-url", "https://Cows.example/")
    anna, public = Device(server), "https://cows.example"
    assert door_of(anna) == {
        "state": "fixed",
        "origins": [public],
        "public": public,
        "yours": False,
    }
    assert turned(anna, OPEN).error == "table.door_fixed"
    # Its name is one of ours, as the proxy passes it on.
    assert anna.get("/api/door", headers={"host": "cows.example"}).status == 200
    assert anna.get("/api/door", headers={"host": "bulls.example"}).status == 403


def test_a_wrong_public_address_is_refused() -> None:
    for wrong in ("cows.example", "ftp://cows.example", "https://", "https://cows.example/games"):
        command = [sys.executable, "-m", "allmende.table", "--public-url", wrong]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert said.returncode == 2
        assert "like https://games.example" in said.stderr


def at(host: str, monkeypatch: pytest.MonkeyPatch, *found: str) -> Json:
    """Return the door of a server that listens at a host, on a machine with these addresses."""
    monkeypatch.setattr("allmende.table.house.listening.ways_out", lambda: iter(found))
    door = Door(Settings(host=host))
    door.port = 8420
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"host", b"127.0.0.1:8420")]}
    return dict(door.seen_from(scope))


def test_addresses_that_cannot_work_are_never_named(monkeypatch: pytest.MonkeyPatch) -> None:
    private, public, v6 = "192.168.1.5", "93.184.216.34", "fd00::5"
    useless = ("127.0.0.1", "169.254.3.4", "fe80::1%eth0", "::1", "0.0.0.0")
    assert at("127.0.0.1", monkeypatch, *useless, public)["origins"] == []
    assert at("localhost", monkeypatch, private, v6)["origins"] == [
        "http://192.168.1.5:8420",
        "http://[fd00::5]:8420",
    ]
    # Who lets the whole world in has said so.
    open_to_all = at("0.0.0.0", monkeypatch, public, *useless)
    assert open_to_all["origins"] == ["http://93.184.216.34:8420"]
    assert (open_to_all["state"], open_to_all["yours"]) == ("fixed", False)
    assert at("192.168.1.9", monkeypatch)["origins"] == ["http://192.168.1.9:8420"]
    monkeypatch.setattr("allmende.table.house.listening.ways_out", lambda: iter([v6, public]))
    assert addresses_in_the_house() == [v6]


def test_the_addresses_of_this_machine_are_addresses() -> None:
    for address in ways_out():
        assert isinstance(is_shared(address), bool)
        assert origin_of(address, 1).startswith("http://")

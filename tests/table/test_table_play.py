"""Whole games over real sockets: by link, hot-seat, with bots, and several at once."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from allmende.core.match import load
from allmende.core.registry import game_named, known_games
from tests import forge

from .clients import LINK, Device, Socket, all_open, bot, here, person
from .conftest import SeatTwo, on_both
from .server_process import Server
from .traffic import check_traffic, tells_seed, what_is_sent

TWO = 2


def play_out(sockets: Sequence[Socket], chance: Random) -> int:
    """Let clients make any legal moves until the game is over."""
    version = 0
    while sockets[0].state["over"] is None:
        free = [socket for socket in sockets if socket.state["legal"]]
        assert free, "nobody may move"
        version = chance.choice(free).play_any(chance)["version"]
        for socket in sockets:
            socket.hear_version(version)
    return version


def held_by_strangers(seats: int) -> list[tuple[int, ...]]:
    """Give each stranger a seat, and the last of more than two the last two seats."""
    alone = seats if seats == TWO else seats - 2
    return [*((seat,) for seat in range(alone)), *[(seats - 2, seats - 1)][: seats - alone]]


@pytest.mark.parametrize("name", known_games())
def test_strangers_play_a_whole_game(server: Server, name: str, tmp_path: Path) -> None:
    """One of the strangers plays for two, and somebody looks on. Every message is made from what
    they may know: it can be made again from the game file, and holds no secret of the server."""
    seats = max(game_named(name).seats)
    held = held_by_strangers(seats)
    host, *guests = players = [Device(server) for _ in held]
    watcher = Device(server)
    made = host.open_table(name, [person("Host"), *[LINK] * (seats - 1)])
    invites = {invite["seat"]: invite["url"] for invite in made["invites"]}
    for guest, theirs in zip(guests, held[1:], strict=True):
        assert tuple(guest.join(invites[seat], "Guest") for seat in theirs) == theirs
    everybody = [*players, watcher]
    with all_open(*(device.sit(made["id"]) for device in everybody)) as sockets:
        assert host.get(f"/api/tables/{made['id']}/file").status == 409
        play_out(sockets, Random(name))
        for socket in sockets:
            assert socket.state["over"] in game_named(name).endings
            assert socket.state["result"]["breakdown"]
            assert socket.state["to_act"] == []
        seed = sockets[-1].hear_seed()
        heard = [list(socket.heard) for socket in sockets]
    path = tmp_path / "game.allmende"
    path.write_bytes(guests[0].get(f"/api/tables/{made['id']}/file").content)
    assert f"seed {seed}\n" in path.read_text()
    assert forge.run(["-m", "allmende", "verify", str(path)]).returncode == 0
    looked_at = [0, len(players) - 1, len(players)]
    expected = what_is_sent(load(path), [[*held, ()][device] for device in looked_at])
    for device, messages in zip(looked_at, expected, strict=True):
        check_traffic(heard[device], messages)
    secrets = [device.cookie for device in everybody if device.cookie]
    for told in heard:
        assert not any(secret in str(told) for secret in secrets)
        assert seed not in str([message for message in told if not tells_seed(message)])


@on_both
def test_one_device_for_all_seats(server: Server) -> None:
    device = Device(server)
    made = device.open_table("halali", [person("Anna"), here("Bert")], {"match": "single"})
    assert made["invites"] == []
    with device.sit(made["id"]) as socket:
        assert set(socket.state["views"]) == {"0", "1"}
        play_out([socket], Random("hot seat"))
        entry = next(m for m in socket.heard if m["type"] == "story")["entries"][0]
        assert set(entry["events_for"]) == {"0", "1"}


@on_both
def test_against_a_bot(server: Server) -> None:
    device = Device(server)
    made = device.open_table("halali", [person("Anna"), bot("calf")], {"match": "single"})
    with device.sit(made["id"]) as socket:
        while socket.state["over"] is None:
            if socket.state["legal"]:
                socket.play_any(Random(1))
            else:
                socket.hear()
        thoughts = [m for m in socket.heard if m["type"] == "thinking"]
        assert {m["on"] for m in thoughts} == {True, False}


def test_bots_among_themselves(server: Server) -> None:
    device = Device(server)
    made = device.open_table("halali", [bot(), bot()], {"match": "single"})
    with device.sit(made["id"]) as socket:
        socket.hear_until(lambda m: m["type"] == "state" and m["over"] is not None)
        assert set(socket.state["views"]) == {"spectator"}


@on_both
def test_two_tables_at_once(server: Server, two: SeatTwo) -> None:
    one, other = two("halali", {"match": "single"}), two("kuh_vadis")
    with (
        all_open(*(device.sit(one[2]) for device in one[:2])) as at_one,
        all_open(*(device.sit(other[2]) for device in other[:2])) as at_other,
    ):
        chance = Random("two tables")
        for _ in range(20):
            for sockets in (at_one, at_other):
                free = [socket for socket in sockets if socket.state["legal"]]
                version = chance.choice(free).play_any(chance)["version"]
                for socket in sockets:
                    socket.hear_version(version)
        assert at_one[0].state["views"]["0"]["game"] == "halali"
        assert at_other[0].state["views"]["0"]["game"] == "kuh_vadis"

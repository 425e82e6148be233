"""Several processes that serve the same tables: people at different ones play with each other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests.postgres import Postgres

from .clients import LINK, Device, Socket, all_open, bot, person, wait_for
from .server_process import LAZY, Server


@pytest.fixture
def houses(tmp_path: Path, postgres: Postgres) -> Iterator[list[Server]]:
    """Two processes that share a database."""
    address = postgres.new_database()
    servers = [Server(tmp_path / name, LAZY, "--database", address) for name in ("one", "two")]
    yield servers
    for server in servers:
        server.close()


def at(device: Device, server: Server) -> Device:
    """Let a device go on at another process."""
    again = Device(server)
    again.cookie = device.cookie
    return again


def two_at(houses: list[Server], game: str = "halali") -> tuple[Device, Device, str]:
    """Seat two people at a table, each at a process of their own."""
    anna, bert = (Device(server) for server in houses)
    made = anna.open_table(game, [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    return anna, bert, made["id"]


def mover(sockets: tuple[Socket, ...]) -> Socket:
    return next(socket for socket in sockets if socket.state["legal"])


def test_two_people_at_two_processes_play_and_talk(houses: list[Server]) -> None:
    anna, bert, table = two_at(houses)
    chance = Random(1)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        for version in range(1, 7):
            mover((a, b)).play_any(chance)
            for socket in (a, b):
                socket.hear_version(version)
                assert socket.hear_story(version)[-1]["version"] == version
        assert a.state["views"]["0"].keys() == b.state["views"]["1"].keys()
        a.ask("say", text="Good evening")
        b.hear_until(lambda m: m["type"] == "chat" and bool(m["entries"]))
        assert b.latest["chat"]["entries"][-1]["text"] == "Good evening"
        b.ask("rename", seat=1, name="Berta")
        a.hear_until(lambda m: m["type"] == "players" and m["players"][1]["name"] == "Berta")
        last = mover((a, b))
        other = a if last is b else b
        if other.state["undo"] is not None:
            other.ask("undo", version=other.state["version"])
            last.hear_version(7)


def test_everybody_sees_who_is_here(houses: list[Server]) -> None:
    anna, bert, table = two_at(houses)

    def berts(socket: Socket, here: bool) -> None:
        while socket.latest["players"]["players"][1]["here"] != here:
            socket.hear()

    with anna.sit(table) as a:
        berts(a, False)
        with bert.sit(table):
            berts(a, True)
        berts(a, False)
        with bert.sit(table) as b:
            berts(a, True)
            houses[1].kill()  # without a word
            berts(a, False)
            b.close()


def test_a_resend_at_another_process_is_harmless(houses: list[Server]) -> None:
    anna, _, table = two_at(houses)
    with anna.sit(table) as here, at(anna, houses[1]).sit(table) as there:
        n = here.state["legal"]["0"][0]["n"]
        first = here.ask("move", id="once", version=0, seat=0, n=n)
        assert there.ask("move", id="once", version=0, seat=0, n=n) == first
        assert there.refused("move", version=0, seat=0, n=n) == "table.stale"
        assert there.hear_version(1)["version"] == 1


def test_of_two_moves_at_once_one_is_made(houses: list[Server]) -> None:
    anna, _, table = two_at(houses)
    with anna.sit(table) as here, at(anna, houses[1]).sit(table) as there:
        moves = here.state["legal"]["0"]
        asked = [
            (socket, socket.send("move", version=0, seat=0, n=moves[at]["n"]))
            for at, socket in enumerate((here, there))
        ]
        answers = [socket.answer_to(number) for socket, number in asked]
        assert sorted(answer["type"] for answer in answers) == ["ack", "no"]
        assert {answer["reason"]["key"] for answer in answers if answer["type"] == "no"} == {
            "table.stale"
        }
        assert here.hear_version(1)["views"] == there.hear_version(1)["views"]


def test_an_invitation_seats_one_of_many_at_all_processes(houses: list[Server]) -> None:
    anna = Device(houses[0])
    made = anna.open_table("stieren_versieren", [person("Anna"), LINK])
    token = made["invites"][0]["url"].partition("#")[2]
    guests = [Device(houses[number % 2]) for number in range(6)]

    def join(guest: Device) -> int:
        wish = {"token": token, "name": "Guest"}
        return guest.post(f"/api/tables/{made['id']}/join", wish).status

    with ThreadPoolExecutor(len(guests)) as beside:
        assert sorted(beside.map(join, guests)) == [200, *[403] * 5]


def test_a_rematch_is_one_table(houses: list[Server]) -> None:
    anna, bert, table = two_at(houses, "kuh_vadis")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.ask("resign", seat=0)
        b.hear_until(lambda m: m["type"] == "state" and m["over"] is not None)
        asked = [(socket, socket.send("rematch")) for socket in (a, b)]
        assert {socket.answer_to(number)["type"] for socket, number in asked} == {"ack"}
        for socket in (a, b):
            while socket.latest["welcome"]["table"]["rematch"] is None:
                socket.hear()
        found = {socket.latest["welcome"]["table"]["rematch"] for socket in (a, b)}
        assert len(found) == 1


def test_a_table_that_is_removed_is_gone_everywhere(houses: list[Server]) -> None:
    anna, bert, table = two_at(houses, "kuh_vadis")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.ask("resign", seat=0)
        b.hear_until(lambda m: m["type"] == "state" and m["over"] is not None)
        assert anna.post(f"/api/tables/{table}/remove", {}).json == {"removed": "table"}
        assert b.hear_a("bye")["reason"]["key"] == "table.somebody_left"
    assert bert.get(f"/api/tables/{table}").status == 404


def test_a_bot_of_a_killed_process_thinks_elsewhere(houses: list[Server]) -> None:
    anna = Device(houses[0])
    table = anna.open_table("halali", [bot("fox"), person("Anna")])["id"]
    with anna.sit(table) as socket:
        socket.hear_until(lambda m: m["type"] == "thinking" and m["on"])
        version = socket.state["version"]
        houses[0].kill()
    other = at(anna, houses[1])

    def has_moved() -> bool:
        waiting = other.get("/api/tables").json["tables"]
        return bool(waiting[0]["ply"] > version and waiting[0]["your_turn"])

    wait_for(has_moved)  # though nobody looks at the table there


def test_one_process_thinks_for_a_bot(houses: list[Server]) -> None:
    anna = Device(houses[0])
    table = anna.open_table("halali", [person("Anna"), bot()])["id"]
    there = at(anna, houses[1])
    with all_open(anna.sit(table), there.sit(table)) as sockets:
        for _ in range(4):
            moved = sockets[0].play_any(Random(2))["version"]
            for socket in sockets:
                socket.hear_version(moved + 1)
    thoughts = sum(counted(Device(server), "allmende_thought_seconds_count") for server in houses)
    assert thoughts == 4


def counted(device: Device, name: str) -> int:
    """Return a number of a server."""
    lines = device.get("/metrics").content.decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_a_seat_goes_to_somebody_else_by_votes_at_different_processes(
    houses: list[Server],
) -> None:
    anna, bert = Device(houses[0]), Device(houses[1])
    made = anna.open_table("stieren_versieren", [person("Anna"), LINK, LINK])
    table, cleo = made["id"], Device(houses[0])
    bert.join(made["invites"][0]["url"], "Bert")
    cleo.join(made["invites"][1]["url"], "Cleo")
    with all_open(anna.sit(table), bert.sit(table), cleo.sit(table)) as (a, b, c):
        while not any(socket.state["legal"] for socket in (a, b, c)):
            a.hear()
        first = mover((a, b, c)).play_any(Random(3))
        for socket in (a, b, c):
            socket.hear_version(first["version"])
        a.ask("propose", seat=1)
        for socket in (b, c):
            socket.hear_until(lambda m: m["type"] == "proposal" and m["seat"] == 1)
        assert c.ask("vote", seat=1, agree=True)["type"] == "ack"
        b.hear_until(lambda m: m["type"] == "proposal" and m["agreed"] == [2])
        b.send("vote", seat=1, agree=True)
        assert b.hear_a("bye")["reason"]["key"] == "table.seat_given_on"
        a.hear_until(lambda m: m["type"] == "players" and m["players"][1]["kind"] == "open")

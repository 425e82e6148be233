"""Several processes that serve the same tables: people at different ones play with each other."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tests import forge
from tests.postgres import QUICK, Postgres, free_port, name_in
from tests.processes import children_of

from .clients import LINK, Device, Socket, all_open, bot, here, person, wait_for
from .conftest import OwnServer
from .conftest import two_at as seated_at
from .server_process import LAZY, Json, Server
from .test_table_backup import command


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


def test_a_game_file_and_its_review_are_found_at_every_process(houses: list[Server]) -> None:
    anna = Device(houses[0])
    table = anna.give_up_early("kuh_vadis", [person("Anna"), here("Bert")])
    there = at(anna, houses[1])
    brought = anna.post(
        "/api/files", {"file": there.get(f"/api/tables/{table}/file").content.decode()}
    ).json["id"]
    assert there.get(f"/api/files/{brought}/past").status == 200
    for path in (f"/api/tables/{table}/review", f"/api/files/{brought}/review"):
        seen = [hear_coach(device, path) for device in (anna, there)]
        assert seen[0] == seen[1]
        assert seen[0]["chances"] is not None


def hear_coach(device: Device, path: str) -> Json:
    """Ask for a review until the coach has said everything."""
    wait_for(lambda: device.get(path).json["coach"] is None)
    review: Json = device.get(path).json
    return review


def test_the_database_may_be_away_for_a_while(tmp_path: Path) -> None:
    """Players are told, nothing that was acknowledged is lost, and all comes back by itself."""
    postgres = Postgres(*QUICK)
    address = postgres.new_database()
    houses = [Server(tmp_path / name, LAZY, "--database", address) for name in ("one", "two")]
    try:
        anna, bert, table = two_at(houses)
        with all_open(anna.sit(table), bert.sit(table)) as (a, b):
            first = mover((a, b)).play_any(Random(5))["version"]
            for socket in (a, b):
                socket.hear_version(first)
            postgres.kill()
            socket = mover((a, b))
            seat, legal = next(iter(socket.state["legal"].items()))
            wish = {"version": first, "seat": int(seat), "n": legal[0]["n"], "id": "again"}
            assert socket.refused("move", **wish) == "table.not_saved"
            assert Device(houses[0 if socket is a else 1]).get("/healthz").status == 503
            postgres.start()
            wait_for(lambda: socket.ask("move", **wish)["type"] == "ack")
            for other in (a, b):
                other.hear_version(first + 1)
            wait_for(lambda: [Device(it).get("/healthz").status for it in houses] == [200, 200])
            mover((a, b)).play_any(Random(6))
            for other in (a, b):
                assert other.hear_version(first + 2)["version"] == first + 2
    finally:
        for server in houses:
            server.close()
        postgres.close()


def test_a_lost_notice_costs_only_time(houses: list[Server], postgres: Postgres) -> None:
    """Nobody listens for a while: whoever looks round finds out what has happened."""
    anna, bert, table = two_at(houses)
    name = name_in(houses[0].arguments[-1])
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        ears = f"datname = '{name}' AND query LIKE 'LISTEN%'"
        postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ears}")
        done = mover((a, b)).play_any(Random(7))["version"]
        for socket in (a, b):
            socket.hear_version(done)


def kill_one(server: Server) -> None:
    """Kill a worker, and wait for the one that takes its place."""
    before = list(children_of(server.process.pid))
    os.kill(before[0], signal.SIGKILL)
    wait_for(lambda: len({*children_of(server.process.pid)} - {before[0]}) == len(before))


def test_workers_share_an_address_and_are_replaced(tmp_path: Path, postgres: Postgres) -> None:
    server = Server(
        tmp_path / "data", "--database", postgres.new_database(), "--workers", "2", LAZY
    )
    try:
        anna, bert = Device(server), Device(server)
        made = anna.open_table("halali", [person("Anna"), LINK])
        bert.join(made["invites"][0]["url"], "Bert")
        table, chance = made["id"], Random(8)
        for _ in range(2):
            with all_open(anna.sit(table), bert.sit(table)) as sockets:
                done = mover(sockets).play_any(chance)["version"]
                for socket in sockets:
                    socket.hear_version(done)
            kill_one(server)
        assert server.stop() == 0
    finally:
        server.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--database", "mysql://root:hunter2@localhost/x"], "--database takes the address"),
        (["--database", "postgresql://a:hunter2@127.0.0.1:{closed}/x"], "cannot be used"),
        (["--database", "postgresql://a:hunter2@127.0.0.1:{port}/nowhere"], "does not exist"),
        (["--workers", "2"], "--workers needs PostgreSQL"),
    ],
)
def test_a_start_that_cannot_be(
    tmp_path: Path, postgres: Postgres, arguments: list[str], said: str
) -> None:
    """Whatever is in the way is said in one line, without the password."""
    words = [word.format(port=postgres.port, closed=free_port()) for word in arguments]
    started = forge.run(["-m", "allmende.table", "--no-open", "--data", str(tmp_path), *words])
    assert (started.returncode, started.stdout) == (1, "")
    assert said in started.stderr
    assert len(started.stderr.splitlines()) == 1
    assert "hunter2" not in started.stderr


def test_a_newer_database_is_left_alone(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.new_database()
    postgres.run("UPDATE alembic_version SET version_num = '0099'", name_in(address))
    words = ["--no-open", "--data", str(tmp_path), "--database", address]
    started = forge.run(["-m", "allmende.table", *words])
    assert started.returncode == 1
    assert started.stderr.startswith("the database has schema 0099, this program knows schema 00")


def test_a_wrong_password_is_said_and_not_shown(tmp_path: Path, postgres: Postgres) -> None:
    postgres.run("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    rules = postgres.data / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}")
    postgres.run("SELECT pg_reload_conf()")
    address = f"postgresql://guarded:hunter2@127.0.0.1:{postgres.port}/postgres"
    words = ["--no-open", "--data", str(tmp_path), "--database", address]
    started = forge.run(["-m", "allmende.table", *words])
    assert started.returncode == 1
    assert "password authentication failed" in started.stderr
    assert len(started.stderr.splitlines()) == 1
    assert "hunter2" not in started.stderr


def test_without_the_driver_one_line_says_what_to_install(tmp_path: Path) -> None:
    look = (
        "import sys; sys.modules['psycopg'] = None; "
        "from allmende.table.__main__ import main; "
        "sys.argv = ['allmende', '--no-open', '--database', 'postgresql://a@b/c']; main()"
    )
    started = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, encoding="utf-8", check=False
    )
    assert started.returncode == 1
    assert started.stderr == "PostgreSQL needs one more package: pip install 'allmende[postgres]'\n"


def test_a_house_moves_to_postgres_and_back(
    own_server: OwnServer, tmp_path: Path, postgres: Postgres
) -> None:
    small = own_server()
    anna, bert, table = seated_at(small, "halali")
    done = anna.give_up_early("kuh_vadis", [person("Anna"), here("Bert")])
    file = anna.get(f"/api/tables/{done}/file").content.decode()
    brought = anna.post("/api/files", {"file": file}).json["id"]
    with anna.sit(table) as socket:
        socket.play_any(Random(9))
    assert small.stop() == 0
    box, back, address = tmp_path / "a.zip", tmp_path / "b.zip", postgres.new_database()
    there = ("--database", address)
    assert command("backup", box, "--data", small.data).returncode == 0
    moved = command("restore", box, *there)
    assert "2 tables and 1 game files" in moved.stdout, moved.stderr
    assert "holds tables already" in command("restore", box, *there).stderr
    large = Server(tmp_path / "large", LAZY, *there)
    try:
        with all_open(at(anna, large).sit(table), at(bert, large).sit(table)) as (a, b):
            assert a.state["version"] == 1
            b.play_any(Random(10))
        assert at(anna, large).get(f"/api/files/{brought}/past").status == 200
        assert "stop all its servers" in command("restore", box, *there, "--replace").stderr
    finally:
        large.close()
    assert command("backup", back, *there).returncode == 0
    assert command("restore", box, *there, "--replace").returncode == 0
    (aside,) = tmp_path.glob("before-*.zip")
    for made in (back, aside):
        home = tmp_path / made.stem
        assert command("restore", made, "--data", home).returncode == 0
        again = own_server(data=home)
        with at(anna, again).sit(table) as socket:
            assert socket.state["version"] == 2
        assert at(anna, again).get(f"/api/files/{brought}/past").status == 200
        again.close()


def test_a_person_is_the_same_at_every_process(houses: list[Server]) -> None:
    """A device that came by a code at one process is dropped at another: then it only watches."""
    anna, bert, table = two_at(houses)
    phone = Device(houses[1])
    code = anna.post("/api/me/code", {"name": "Laptop"}).json["code"]
    assert phone.post("/api/me/join", {"code": code, "name": "Phone"}).status == 200
    assert phone.post(f"/api/tables/{table}/come", {}).json == {"seats": [0]}
    with all_open(bert.sit(table), phone.sit(table)) as (b, p):
        assert p.latest["welcome"]["you"] == [0]
        which = anna.get("/api/me").json["devices"][1]["id"]
        assert anna.post(f"/api/me/devices/{which}/drop", {}).status == 200
        p.hear_until(lambda m: m["type"] == "welcome" and m["you"] == [])
        b.hear_until(lambda m: m["type"] == "players" and m["players"][0]["devices"] == 1)
    assert at(phone, houses[0]).get("/api/tables").json == {"tables": []}

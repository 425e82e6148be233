"""What a house forgets: tables that people remove, and those that are too old."""

import os
import sqlite3
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from allmende.table.settings import DATABASE, FILES
from allmende.table.store.schema import CHAT, METADATA, SHARED, TABLES

from .clients import LINK, Device, all_open, bot, here, person, wait_for
from .conftest import OwnServer, SeatTwo, on_both, two_at
from .server_process import Json, Server
from .test_table_lasting import start

LONG_AGO = "2020-01-01T00:00:00.000+00:00"


def listed(device: Device) -> dict[str, Json]:
    return {table["id"]: table for table in device.get("/api/tables").json["tables"]}


def remove(device: Device, table: str) -> Json:
    answer = device.post(f"/api/tables/{table}/remove", {})
    assert answer.status == 200, answer.content
    removed: Json = answer.json
    return removed


def traces(server: Server, table: str) -> int:
    """Count the rows that the database still has of a table."""
    parts = [*METADATA.sorted_tables, *SHARED.sorted_tables]
    columns = [part.c["table_id"] for part in parts if "table_id" in part.c]
    with server.looking_in() as c:
        found = [c.execute(select(it).where(it == table)).all() for it in (TABLES.c.id, *columns)]
    return sum(map(len, found))


@on_both
def test_the_last_person_takes_the_whole_table(server: Server) -> None:
    anna = Device(server)
    table = anna.open_table("halali", [person("Anna"), here("Bert")])["id"]
    with anna.sit(table) as socket:
        socket.play_any(Random(1))
        socket.ask("say", text="bye")
    assert listed(anna)[table]["removal"] == "table"
    assert remove(anna, table) == {"removed": "table"}
    assert table not in listed(anna)
    assert traces(server, table) == 0
    assert anna.get(f"/api/tables/{table}").error == "table.unknown_table"
    assert anna.post(f"/api/tables/{table}/remove", {}).error == "table.not_your_seat"


@on_both
def test_a_running_game_is_not_taken_from_others(two: SeatTwo, server: Server) -> None:
    anna, bert, table = two("halali")
    for device in (anna, bert):
        assert listed(device)[table]["removal"] == "later"
        assert device.post(f"/api/tables/{table}/remove", {}).error == "table.remove_later"
    stranger = Device(server)
    stranger.open_table("halali", [person("Carla"), here("Dora")])
    for device in (stranger, Device(server)):
        assert device.post(f"/api/tables/{table}/remove", {}).error == "table.not_your_seat"
    assert table in listed(anna)


@on_both
def test_a_guest_leaves_without_a_trace_and_the_host_keeps_the_game(
    two: SeatTwo, server: Server
) -> None:
    anna, bert, table = two("halali")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.ask("say", text="hello from Anna")
        b.ask("say", text="hello from Bert")
        b.ask("resign", seat=1)
        a.hear_version(1)
        assert listed(bert)[table]["removal"] == "seat"
        assert remove(bert, table) == {"removed": "seat"}
        assert a.hear_a("bye")["reason"]["key"] == "table.somebody_left"
    assert table not in listed(bert)
    players = listed(anna)[table]["players"]
    assert [player["name"] for player in players] == ["Anna", ""]
    with server.looking_in() as c:
        said = c.execute(select(CHAT.c.text).where(CHAT.c.table_id == table)).all()
    assert said == [("hello from Anna",)]
    assert b"Bert" not in anna.get(f"/api/tables/{table}/file").content
    assert listed(anna)[table]["removal"] == "table"
    assert remove(anna, table) == {"removed": "table"}
    assert traces(server, table) == 0


@on_both
def test_the_host_deletes_a_finished_table(two: SeatTwo, server: Server) -> None:
    anna, bert, table = two("halali")
    with bert.sit(table) as socket:
        socket.ask("resign", seat=1)
        assert remove(anna, table) == {"removed": "table"}
        assert socket.hear_a("bye")["reason"]["key"] == "table.somebody_left"
    assert table not in listed(bert)
    assert traces(server, table) == 0


@on_both
def test_a_bot_that_thinks_is_not_in_the_way(own_server: OwnServer) -> None:
    server = own_server()
    anna = Device(server)
    table = anna.open_table("halali", [bot("fox"), person("Anna")])["id"]
    with anna.sit(table) as socket:
        socket.hear_until(lambda m: m["type"] == "thinking" and m["on"])
        assert remove(anna, table) == {"removed": "table"}
    assert traces(server, table) == 0
    assert server.stop() == 0
    assert not [line for line in server.lines() if line["level"] == "error"]


@on_both
def test_all_that_a_device_has_played(server: Server) -> None:
    anna, bert = Device(server), Device(server)
    mine = [anna.open_table("halali", [person("Anna"), here("B")])["id"] for _ in range(3)]
    made = bert.open_table("halali", [person("Bert"), LINK])
    anna.join(made["invites"][0]["url"], "Anna")
    assert anna.post("/api/tables/remove", {}).json == {"removed": 3, "left": 1}
    assert list(listed(anna)) == [made["id"]]
    assert [traces(server, table) for table in mine] == [0, 0, 0]
    assert anna.get("/api/statistics").json["played"] == 0
    assert Device(server).post("/api/tables/remove", {}).json == {"removed": 0, "left": 0}


def test_what_is_too_old_goes(own_server: OwnServer, tmp_path: Path) -> None:
    server = own_server("--keep", "30d")
    anna, _, kept = two_at(server, "halali")
    old = [anna.open_table("halali", [person("Anna"), here("B")])["id"] for _ in range(2)]
    old += [anna.open_table("halali", [bot(), person("Anna")])["id"]]
    assert anna.get("/api/keeping").json == {"days": 30}
    server.stop()
    database = sqlite3.connect(server.data / DATABASE)
    with database:
        marks = ", ".join("?" * len(old))
        database.execute(f"UPDATE tables SET updated = ? WHERE id IN ({marks})", (LONG_AGO, *old))
    database.close()
    (server.data / FILES).mkdir()
    for name in ("new", "old"):
        (server.data / FILES / f"{name}.allmende").write_text("a game")
    os.utime(server.data / FILES / "old.allmende", (0, time.time() - 31 * 24 * 3600))
    server.restart()
    wait_for(lambda: any(line["event"] == "kept no longer" for line in server.lines()))
    assert list(listed(anna)) == [kept]
    assert [traces(server, table) for table in old] == [0, 0, 0]
    assert [path.stem for path in (server.data / FILES).iterdir()] == ["new"]
    (note,) = [line for line in server.lines() if line["event"] == "kept no longer"]
    assert (note["tables"], note["files"]) == (3, 1)


@pytest.mark.parametrize("text", ["365", "0d", "d", "1y", "999999d"])
def test_how_long_is_read_with_care(text: str, tmp_path: Path) -> None:
    done = start("--data", str(tmp_path), "--keep", text)
    assert done.returncode == 2
    assert "write it like 365d" in done.stderr

"""Backup, restore and rescue, with real processes and real databases."""

import sqlite3
import stat
import subprocess
import threading
import zipfile
from pathlib import Path
from random import Random

import pytest

import allmende
from allmende.table.settings import DATABASE
from allmende.table.store.private import companions
from allmende.table.store.salvage import rows_of
from allmende.table.store.schema import EVENTS
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from tests import forge
from tests.released import VERSIONS, expected, write_database

from .clients import Device, here, person
from .conftest import OwnServer, two_at
from .server_process import Server

PAGE = 4096
BACKUPS = 3
FAILED = 2


def command(*arguments: str | Path, from_nothing: bool = False) -> subprocess.CompletedProcess[str]:
    words = ["-m", "allmende", *map(str, arguments)]
    return forge.run(words, from_nothing=from_nothing)


def refused(*arguments: str | Path) -> str:
    """Run a command that must fail with one sentence."""
    done = command(*arguments)
    assert done.returncode == FAILED, done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def play_until(server: Server, device: Device, table: str, stop: threading.Event) -> None:
    chance = Random(1)
    with device.sit(table) as socket:
        while not stop.is_set() and socket.state["over"] is None:
            socket.play_any(chance)


def test_a_backup_of_a_running_house_is_whole(own_server: OwnServer, tmp_path: Path) -> None:
    server = own_server()
    anna = Device(server)
    done = anna.play_to_the_end("kuh_vadis", [person("Anna"), here("Bert")])
    brought = anna.post(
        "/api/files", {"file": anna.get(f"/api/tables/{done}/file").content.decode()}
    )
    name = brought.json["id"]
    table = anna.open_table("kuh_vadis", [person("Anna"), here("Bert")])["id"]
    stop = threading.Event()
    player = threading.Thread(target=play_until, args=(server, anna, table, stop))
    player.start()
    for number in range(BACKUPS):
        box = tmp_path / f"{number}.zip"
        made = command("backup", box, "--data", server.data, from_nothing=number == 0)
        assert made.returncode == 0, made.stderr
        assert "2 tables and 1 game files" in made.stdout
    stop.set()
    player.join()
    server.kill()  # what was not yet in the file itself is in no danger
    newest = tmp_path / f"{BACKUPS - 1}.zip"
    assert mode(newest) == 0o600
    there = ("--data", tmp_path / "there")
    assert command("restore", newest, *there, from_nothing=True).returncode == 0
    again = own_server(data=tmp_path / "there")
    anna.server, anna.origin = again, again.origin
    with anna.sit(table) as socket:
        assert socket.state["version"] > 0
        if socket.state["over"] is None:
            socket.play_any(Random(2))
    assert anna.get(f"/api/tables/{done}/file").status == 200
    assert anna.get(f"/api/files/{name}/past").status == 200


def test_what_a_house_keeps_is_nobody_elses_business(own_server: OwnServer, tmp_path: Path) -> None:
    open_database(tmp_path / "new" / DATABASE).dispose()
    assert mode(tmp_path / "new") == 0o700
    server = own_server()
    two_at(server, "halali")
    found = [path for path in companions(server.data / DATABASE) if path.exists()]
    assert len(found) == 3, "the database and both companions of a server that runs"
    assert {mode(path) for path in found} == {0o600}
    server.kill()
    for path in found:
        path.chmod(0o644)  # as earlier versions left them
    server.restart()
    assert {mode(path) for path in found} == {0o600}


def test_restore_asks_before_it_takes_something_away(own_server: OwnServer, tmp_path: Path) -> None:
    server = own_server()
    two_at(server, "halali")
    box = tmp_path / "evening.zip"
    assert command("backup", box, "--data", server.data).returncode == 0
    assert "is there already" in refused("backup", box, "--data", server.data)
    assert command("backup", box, "--data", server.data, "--replace").returncode == 0
    running = refused("restore", box, "--data", server.data, "--replace")
    assert f"the table is open at {server.origin}/: stop it first" in running
    server.stop()
    assert "say --replace" in refused("restore", box, "--data", server.data)
    before = (server.data / DATABASE).read_bytes()
    assert command("restore", box, "--data", server.data, "--replace").returncode == 0
    (aside,) = server.data.glob("before-*")
    assert (aside / DATABASE).read_bytes() == before


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    good = tmp_path / "good.zip"
    (tmp_path / "data").mkdir()
    write_database(VERSIONS[0], tmp_path / "data" / DATABASE)
    assert command("backup", good, "--data", tmp_path / "data").returncode == 0
    target, bad = tmp_path / "target", tmp_path / "bad.zip"
    bad.write_bytes(good.read_bytes()[:-1000])
    assert "is not a backup of Allmende" in refused("restore", bad, "--data", target)
    bad.write_text("not at all")
    assert "is not a backup of Allmende" in refused("restore", bad, "--data", target)
    for name in ("../evil.allmende", "files/../../evil.allmende", "files/x.py"):
        with zipfile.ZipFile(bad, "w") as box:
            box.writestr(DATABASE, b"")
            box.writestr(name, b"")
        assert "is not a backup of Allmende" in refused("restore", bad, "--data", target)
    with zipfile.ZipFile(bad, "w") as box:
        box.writestr(DATABASE, b"no database" * PAGE)
    assert "file is not a database" in refused("restore", bad, "--data", target)
    assert "cannot be put into" in refused("restore", tmp_path / "none.zip", "--data", target)
    assert "there are no tables in" in refused("backup", tmp_path / "b.zip", "--data", target)
    assert {path.name for path in target.iterdir()} == {"server.lock"}


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A house whose database has lost some pages in the middle."""
    house = tmp_path / "house"
    write_database(VERSIONS[0], house / DATABASE)
    open_database(house / DATABASE).dispose()
    root = sqlite3.connect(house / DATABASE)
    found = root.execute("SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'")
    pages = [page for (page,) in found][3:6]
    root.close()
    content = bytearray((house / DATABASE).read_bytes())
    for page in pages:
        content[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    (house / DATABASE).write_bytes(content)
    return house


def test_a_damaged_database_is_told_and_rescued(
    damaged: Path, own_server: OwnServer, tmp_path: Path
) -> None:
    before = (damaged / DATABASE).read_bytes()
    told = refused("table", "--no-open", "--port", "0", "--data", damaged)
    assert f"allmende rescue --data {damaged}" in told
    assert "cannot be used" in refused("backup", tmp_path / "b.zip", "--data", damaged)
    place = tmp_path / "saved"
    done = command("rescue", "--data", damaged, "--to", place)
    assert done.returncode == 0, done.stderr
    facts = expected(VERSIONS[0])["tables"]
    assert f"{len(facts)} tables saved, 0 lost" in done.stdout
    assert (damaged / DATABASE).read_bytes() == before, "the damaged one stays as it is"
    digests = {allmende.load(path).digest() for path in (place / "games").iterdir()}
    kept = {fact["id"] for fact in facts if fact["digest"] in digests}
    shortened = {line.split(":")[0].strip() for line in done.stdout.splitlines() if "log" in line}
    untried = {line.split(":")[0].strip() for line in done.stdout.splitlines() if "tried" in line}
    assert len(kept) > len(facts) // 2
    write_database(VERSIONS[0], tmp_path / "sound")
    left = {(row["table_id"], row["version"]) for row in rows_of(damaged / DATABASE, EVENTS)}
    sound = {(row["table_id"], row["version"]) for row in rows_of(tmp_path / "sound", EVENTS)}
    assert left < sound
    assert shortened == {table for table, _ in sound - left} - untried
    assert kept | shortened | untried == {fact["id"] for fact in facts}
    server = own_server(data=place)
    anna = Device(server)
    anna.cookie = expected(VERSIONS[0])["anna"]
    for table in shortened:
        with anna.sit(table) as socket:
            assert socket.state["over"] is None
    assert "is there already" in refused("rescue", "--data", damaged, "--to", place)


def test_what_is_no_database_at_all_is_told(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / DATABASE).write_bytes(b"something else" * PAGE)
    told = refused("table", "--no-open", "--port", "0", "--data", tmp_path / "house")
    assert "file is not a database" in told
    assert "nothing in" in refused("rescue", "--data", tmp_path / "house")
    assert not (tmp_path / "house-rescued").exists()
    assert "there is no tables.sqlite" in refused("rescue", "--data", tmp_path / "nowhere")


def test_a_rescued_table_is_the_one_that_was(damaged: Path, tmp_path: Path) -> None:
    """Chairs, holders and remarks come along."""
    place = tmp_path / "saved"
    rescue = ("rescue", "--data", damaged, "--to", place)
    assert command(*rescue, from_nothing=True).returncode == 0
    fact = next(f for f in expected(VERSIONS[0])["tables"] if f["kind"] == "unfinished")
    write_database(VERSIONS[0], tmp_path / "old" / DATABASE)
    found = []
    for folder in (tmp_path / "old", place):
        engine = open_database(folder / DATABASE)
        with engine.begin() as connection:
            found.append(read_table(connection, fact["id"]))
        engine.dispose()
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].chairs == found[1].chairs
    assert found[0].remarks == found[1].remarks
    assert found[0].deal == found[1].deal

"""What is acknowledged lasts: through restarts, kills, and changes of the database."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, inspect, text
from websockets.exceptions import ConnectionClosed

from allmende.core.registry import game_named
from allmende.table.metrics import Metrics
from allmende.table.settings import DATABASE
from allmende.table.store import migrations, upgrade
from allmende.table.store.schema import METADATA, SHARED
from allmende.table.store.scribe import Scribe
from allmende.table.store.sqlite import SQLite, open_database
from allmende.table.store.statements import read_table
from allmende.table.tables.history import History
from allmende.table.tables.rebuilding import rebuild
from tests import forge
from tests.processes import stops_soon

from .clients import Device, all_open, bot, person, wait_for
from .conftest import OwnServer, on_both, two_at
from .server_process import Server

KILLS = 10
MOST_MOVES = 60
"""So many moves are made at most between two kills."""


def kept_moves(server: Server, table: str) -> History:
    """Read the moves of a table from the database, and replay them."""
    with server.looking_in() as connection:
        kept = read_table(connection, table)
    assert kept is not None
    return rebuild(kept, game_named(kept.deal.game))


@on_both
def test_a_table_survives_a_restart(own_server: OwnServer) -> None:
    server = own_server()
    anna, bert, table = two_at(server, "halali")
    chance = Random(1)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        for version in range(1, 9):
            (a if a.state["legal"] else b).play_any(chance)
            for socket in (a, b):
                socket.hear_version(version)
        a.ask("say", text="See you on Sunday", id="later")
        before = [a.state, b.state]
        n = next(iter((a.state["legal"] or b.state["legal"]).values()))[0]["n"]
    assert server.stop() == 0
    server.restart()
    with all_open(anna.sit(table, 8), bert.sit(table, 8)) as (a, b):
        assert [a.state, b.state] == before
        assert a.hear_a("chat")["entries"][0]["text"] == "See you on Sunday"
        socket = a if a.state["legal"] else b
        seat = int(next(iter(socket.state["legal"])))
        socket.move(seat, n)


@on_both
def test_a_resend_is_known_after_a_restart(own_server: OwnServer) -> None:
    server = own_server()
    anna, _, table = two_at(server, "halali")
    with anna.sit(table) as socket:
        n = socket.state["legal"]["0"][0]["n"]
        first = socket.ask("move", id="once", version=0, seat=0, n=n)
    server.kill()
    server.restart()
    with anna.sit(table) as socket:
        assert socket.ask("move", id="once", version=0, seat=0, n=n) == first
        assert socket.state["version"] == 1


@on_both
def test_undo_survives_a_kill(own_server: OwnServer) -> None:
    server = own_server()
    device = Device(server)
    made = device.open_table("stieren_versieren", [person("A"), {"kind": "device", "name": "B"}])
    chance = Random(2)
    with device.sit(made["id"]) as socket:
        while len(socket.state["legal"]) < 2:
            socket.play_any(chance)
        before = socket.state
        socket.move(0, before["legal"]["0"][0]["n"])
        socket.ask("undo", version=socket.state["version"])
    server.kill()
    server.restart()
    with device.sit(made["id"]) as socket:
        assert socket.state["version"] == before["version"] + 2
        assert socket.state["views"] == before["views"]


@on_both
def test_a_bot_goes_on_thinking_after_a_kill(own_server: OwnServer) -> None:
    server = own_server()
    device = Device(server)
    made = device.open_table("halali", [bot("fox"), person("Anna")])
    with device.sit(made["id"]) as socket:
        socket.hear_until(lambda m: m["type"] == "thinking" and m["on"])
        version = socket.state["version"]
    server.kill()
    server.restart()
    with device.sit(made["id"]) as socket:
        socket.hear_version(version + 1)
        assert socket.state["legal"]["1"]


@on_both
def test_no_acknowledged_move_is_lost(own_server: OwnServer) -> None:
    """Kill the server again and again while two clients play as fast as they can."""
    server = own_server()
    anna, bert, table = two_at(server, "kuh_vadis")
    chance, acknowledged, over, made = Random(3), list[tuple[int, int, int]](), False, 0
    for kill in range(KILLS):
        if over:
            anna, bert, table = two_at(server, "kuh_vadis")
            acknowledged.clear()
        killer = threading.Timer(chance.uniform(0, 0.005), server.process.kill)
        moves_left = chance.randint(1, MOST_MOVES)
        sockets = [anna.sit(table), bert.sit(table)]
        for socket in sockets:
            socket.hear_a("state")
        over = sockets[0].state["over"] is not None  # it may have ended with the last kill
        try:
            while not over:
                moves_left -= 1
                if moves_left == 0:
                    killer.start()
                socket = next(s for s in sockets if s.state["legal"])
                seat, legal = next(iter(socket.state["legal"].items()))
                version, n = socket.state["version"], chance.choice(legal)["n"]
                done = socket.ask("move", version=version, seat=int(seat), n=n)
                acknowledged.append((done["version"], int(seat), n))
                made += 1
                for other in sockets:
                    other.hear_version(done["version"])
                over = socket.state["over"] is not None
        except (ConnectionClosed, OSError, EOFError):
            pass
        if moves_left > 0:  # the game ended before its time
            killer.start()
        killer.join()
        server.wait()
        history = kept_moves(server, table)
        kept = {(h.version, h.seat, h.number) for h in history.log}
        assert set(acknowledged) <= kept, f"lost after kill {kill}"
        server.restart()
    assert made > KILLS


def test_sigterm_drains(own_server: OwnServer) -> None:
    server = own_server(from_nothing=True)
    anna, bert, table = two_at(server, "halali")
    made = anna.open_table("halali", [bot("fox"), person("Anna")])
    with all_open(anna.sit(table), bert.sit(table), anna.sit(made["id"])) as sockets:
        with stops_soon(server.process.pid):
            assert server.stop() == 0
        for socket in sockets:
            assert socket.hear_a("bye")["reason"]["key"] == "table.closing"
    with pytest.raises(ConnectionRefusedError):
        anna.get("/healthz")


def test_one_server_per_folder(own_server: OwnServer) -> None:
    server = own_server()
    other = Server.__new__(Server)
    other.data, other.arguments, other.log = server.data, (), server.data / "other.jsonl"
    other.from_nothing = True
    other.start()
    assert other.wait() == 0
    assert other.port == server.port, "it says where the first one is"


LATER = (
    *("clocks", "ticks", "house", "vacations", "openings", "strangers"),
    *("blocks", "reports", "bans"),
    *("secrets", "subscriptions", "mailboxes", "no_mail", "notice_wishes", "quiet_hours"),
    *("outbox", "called"),
    *("devices", "codes", "passkeys"),
)
"""Tables that were not there in the first schema."""


def test_an_old_database_is_migrated(own_server: OwnServer, tmp_path: Path) -> None:
    """A file of the first schema, with a game in it, is brought up to date and played on."""
    data = tmp_path / "old"
    server = own_server(data=data)
    anna, bert, table = two_at(server, "halali")
    with anna.sit(table) as socket:
        socket.play_any(Random(4))
    server.stop()
    engine = open_database(data / DATABASE)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE games"))
        connection.execute(text("DROP TABLE chat"))
        connection.execute(text("ALTER TABLE tables DROP COLUMN start"))
        connection.execute(text("ALTER TABLE tables DROP COLUMN result"))
        connection.execute(text("ALTER TABLE holders DROP COLUMN forgotten"))
        connection.execute(text("ALTER TABLE events DROP COLUMN digest"))
        connection.execute(text("DROP TABLE alembic_version"))
        connection.execute(text("ALTER TABLE holders DROP COLUMN linked"))
        connection.execute(text("ALTER TABLE invites DROP COLUMN used_by"))
        connection.execute(text("ALTER TABLE invites DROP COLUMN until"))
        connection.execute(text("DROP TABLE seatings"))
        connection.execute(text("DROP INDEX tables_by_rematch"))
        for name in (*SHARED.tables, *LATER):
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(text("ALTER TABLE chairs DROP COLUMN timed_out"))
        for column in ("revision", "proposal"):
            connection.execute(text(f"ALTER TABLE tables DROP COLUMN {column}"))
        connection.execute(text("UPDATE schema_version SET version = 1"))
    engine.dispose()
    server.restart()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert a.state["version"] == 1
        b.play_any(Random(5))
        assert a.ask("say", text="Still here")["type"] == "ack"


def test_every_step_leads_to_the_schema(tmp_path: Path) -> None:
    engine = open_database(tmp_path / DATABASE)
    found = inspect(engine)
    notes = {"alembic_version", "schema_version"}
    tables = {**METADATA.tables, **SHARED.tables}
    assert set(found.get_table_names()) == {*tables, *notes}
    for name, table in tables.items():
        columns = {column["name"] for column in found.get_columns(name)}
        assert columns == set(table.columns.keys())
    with engine.begin() as connection:
        assert upgrade.revision_of(connection) == upgrade.known_revisions()[-1]
        upgrade.upgrade(connection)
    engine.dispose()


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    engine = open_database(tmp_path / DATABASE)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    engine.dispose()
    with pytest.raises(upgrade.ForeignDatabase, match="schema 0099"):
        Scribe(SQLite(tmp_path / DATABASE), Metrics())
    started = start("--data", str(tmp_path))
    assert (started.returncode, started.stdout) == (1, "")
    assert started.stderr.startswith("the database has schema 0099, this program knows schema 00")
    assert len(started.stderr.splitlines()) == 1


def test_a_program_from_before_revisions_refuses_a_database_with_them(tmp_path: Path) -> None:
    """Such a program looks only at the number of steps."""
    engine = open_database(tmp_path / DATABASE)
    with engine.begin() as connection:
        assert migrations.version_of(connection) > len(migrations.STEPS)
        connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()
    with pytest.raises(upgrade.ForeignDatabase, match="schema 1000"):
        open_database(tmp_path / DATABASE)


@pytest.mark.parametrize("taken", range(1, len(migrations.STEPS) + 1))
def test_a_database_from_before_revisions_is_brought_up(tmp_path: Path, taken: int) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / DATABASE}")
    with engine.begin() as connection:
        migrations.take_steps(connection, taken)
    engine.dispose()
    with open_database(tmp_path / DATABASE).begin() as connection:
        assert upgrade.revision_of(connection) == upgrade.known_revisions()[-1]
        assert "start" in {column["name"] for column in inspect(connection).get_columns("tables")}


def test_alembic_is_loaded_only_when_there_is_something_to_do(tmp_path: Path) -> None:
    look = (
        "import sys; from pathlib import Path; "
        "from allmende.table.store.sqlite import open_database; "
        f"open_database(Path({str(tmp_path / DATABASE)!r})); print('alembic' in sys.modules)"
    )
    for loaded in ("True", "False"):
        assert subprocess.check_output([sys.executable, "-c", look], text=True).strip() == loaded


def test_revisions_are_named_after_their_files() -> None:
    for number in upgrade.known_revisions():
        (file,) = upgrade.REVISIONS.glob(f"r{number}_*.py")
        assert f'revision = "{number}"' in file.read_text("utf-8")


@on_both
def test_nothing_secret_is_logged(own_server: OwnServer) -> None:
    server = own_server()
    anna, bert, table = two_at(server, "halali")
    made = anna.open_table("halali", [bot(), person("Wilhelmine")])
    with all_open(anna.sit(table), bert.sit(table), anna.sit(made["id"])) as (a, b, _):
        a.ask("say", text="a secret remark")
        a.refused("move", version=0, seat=1, n=3)
        a.connection.send("{broken")
        a.ask("resign", seat=0)
        seed = b.hear_seed()
    wait_for(lambda: any(line["event"] == "ready" for line in server.lines()))
    server.stop()
    written = server.log.read_text()
    assert all(json.loads(line)["event"] for line in written.splitlines())
    assert anna.cookie
    assert bert.cookie
    for secret in (anna.cookie, bert.cookie, seed, "Anna", "Wilhelmine", "secret remark"):
        assert secret not in written


def test_a_start_that_cannot_be(own_server: OwnServer, tmp_path: Path) -> None:
    """Whatever is in the way of a start is said in a sentence."""
    server = own_server()
    taken = start("--data", str(tmp_path / "other"), "--port", str(server.port))
    assert taken.returncode == 1
    assert f"port {server.port} is taken" in taken.stderr
    (tmp_path / "file").touch()
    nowhere = start("--data", str(tmp_path / "file" / "folder"))
    assert nowhere.returncode == 1
    assert "--data" in nowhere.stderr
    for failed in (taken, nowhere):
        assert "Traceback" not in failed.stderr


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forge.run(["-m", "allmende.table", "--no-open", *arguments])


def test_a_game_that_was_lost_on_time_before_there_was_a_word_for_it(tmp_path: Path) -> None:
    """What the log knows is told apart; who gave up has given up."""
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    table = (
        "INSERT INTO tables (id, game, rules, seats, options, hints, seed, host, created, updated, "
        "ply, waiting, ending) "
        "VALUES (:id, 'halali', 1, 2, '{}', 0, '', '', '', '', 1, 0, 'resigned')"
    )
    chair = (
        "INSERT INTO chairs (table_id, seat, kind, name, resigned) VALUES (:id, 0, 'person', '', 1)"
    )
    event = (
        "INSERT INTO events (table_id, version, kind, seat, number, at) "
        "VALUES (:id, 1, 'resign', 0, :number, '')"
    )
    with engine.begin() as c:
        upgrade.take_revisions(c, "0008")
        for name, number in (("late", 1), ("tired", 0)):
            c.execute(text(table), {"id": name})
            c.execute(text(chair), {"id": name})
            c.execute(text(event), {"id": name, "number": number})
        upgrade.upgrade(c)
        late, tired = read_table(c, "late"), read_table(c, "tired")
    assert late is not None
    assert tired is not None
    assert (late.standing.ending, late.chairs[0].timed_out) == ("out_of_time", True)
    assert (tired.standing.ending, tired.chairs[0].timed_out) == ("resigned", False)
    engine.dispose()

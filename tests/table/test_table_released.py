"""Databases of every released version are brought up to date, and their tables go on."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from allmende.core.registry import find_game, game_named
from allmende.table.settings import DATABASE
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from allmende.table.tables.history import BrokenHistory
from allmende.table.tables.room import rebuild
from tests.released import EXAMPLES, VERSIONS, expected, write_database

from .clients import Device
from .conftest import OwnServer, two_at

BROUGHT = [word for where in EXAMPLES for word in ("--game", where)]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_every_table_leads_to_the_same_record(version: Path, tmp_path: Path) -> None:
    for where in EXAMPLES:
        find_game(where)
    write_database(version, tmp_path / DATABASE)
    engine = open_database(tmp_path / DATABASE)
    with engine.begin() as connection:
        for table in expected(version)["tables"]:
            kept = read_table(connection, table["id"])
            assert kept is not None
            history = rebuild(kept, game_named(table["game"]))
            assert (history.version, history.ending) == (table["events"], table["ending"])
            assert history.match.digest() == table["digest"], table
    engine.dispose()


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_people_play_on(version: Path, own_server: OwnServer, tmp_path: Path) -> None:
    data = tmp_path / "house"
    write_database(version, data / DATABASE)
    server = own_server(*BROUGHT, data=data)
    anna, facts = Device(server), expected(version)
    anna.cookie = facts["anna"]
    for table in facts["tables"]:
        if table["kind"] == "options" and table["ending"] is None:
            with anna.sit(table["id"]) as socket:
                assert socket.state["version"] == table["events"]
                socket.play_any(Random(1))
        elif table["kind"] == "finished":
            assert anna.get(f"/api/tables/{table['id']}/file").content.endswith(b"\n")
    assert len(anna.get("/api/tables").json["tables"]) == len(facts["tables"])


def test_a_rematch_of_an_old_table_is_played_by_the_new_rules(
    own_server: OwnServer, tmp_path: Path
) -> None:
    data = tmp_path / "house"
    write_database(VERSIONS[0], data / DATABASE)
    server = own_server(data=data)
    anna, facts = Device(server), expected(VERSIONS[0])
    anna.cookie = facts["anna"]
    ended = next(t for t in facts["tables"] if (t["game"], t["kind"]) == ("mischwald", "finished"))
    with anna.sit(ended["id"]) as socket:
        assert "toads_share_same_turn" in socket.state["views"]["0"]["options"]
        socket.send("rematch")
        rematch = socket.hear_until(
            lambda m: m["type"] == "welcome" and m["table"]["rematch"] is not None
        )["table"]["rematch"]
    with anna.sit(rematch.split("/")[-1]) as socket:
        now = {"mole_cards": "effect", "share_same_turn": "yes"}
        assert socket.state["views"]["0"]["options"] == now


def test_rules_that_changed_unnoticed_are_noticed(own_server: OwnServer, tmp_path: Path) -> None:
    server = own_server()
    anna, _, table = two_at(server, "halali")
    with anna.sit(table) as socket:
        socket.play_any(Random(6))
    server.stop()
    engine = open_database(server.data / DATABASE)
    with engine.begin() as connection:
        kept = read_table(connection, table)
        assert kept is not None
        assert rebuild(kept, game_named("halali")).version == 1
        connection.execute(text("UPDATE events SET digest = 'another'"))
        kept = read_table(connection, table)
    engine.dispose()
    assert kept is not None
    with pytest.raises(BrokenHistory, match="event 1: its record is not what it was"):
        rebuild(kept, game_named("halali"))
    server.restart()
    answer = anna.get(f"/api/tables/{table}")
    assert (answer.status, answer.error) == (409, "table.other_rules")

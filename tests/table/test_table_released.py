"""Databases of every released version are brought up to date, and their tables go on."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from allmende.core.registry import find_game, game_named
from allmende.table.library.stored import notation
from allmende.table.settings import DATABASE
from allmende.table.store.facts import MOVE, RESIGN, UNDO, Happening
from allmende.table.store.schema import GAMES
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from allmende.table.tables.history import BrokenHistory
from allmende.table.tables.rebuilding import rebuild
from tests.released import EXAMPLES, VERSIONS, expected, take_rules_from, write_database

from .clients import LINK, Device, all_open, person
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


GONE: list[dict[str, Any]] = [
    {"rules": 99},
    {"game": "a_game_of_old"},
    {"options": '{"of_old": "yes"}'},
]
"""What a table may have that nothing here can play by."""


def test_tables_whose_rules_are_gone_are_still_told(own_server: OwnServer) -> None:
    server = own_server()
    anna, bert = Device(server), Device(server)
    over = [table_of(anna, bert, resigned=True) for _ in GONE]
    running = table_of(anna, bert, resigned=False)
    files = [anna.get(f"/api/tables/{table}/file").content.decode() for table in over]
    server.stop()
    take_rules_from(
        server.data / DATABASE, dict(zip([*over, running], [*GONE, GONE[0]], strict=True))
    )
    server.restart()
    for table in (*over, running):
        answer = anna.get(f"/api/tables/{table}")
        assert (answer.status, answer.error) == (409, "table.other_rules")
        assert anna.get(f"/t/{table}").status == 200
    listed = anna.get("/api/tables").json["tables"]
    assert {one["id"] for one in listed} == {*over, running}
    for table, file in zip(over, files, strict=True):
        check_all_is_told(Device(server), table, file)
    check_secrets_are_kept((anna, bert), running)


def table_of(anna: Device, bert: Device, resigned: bool) -> str:
    """Let two make a move each and a remark; then one may give up."""
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    table: str = made["id"]
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.play_any(Random(6))
        b.hear_version(1)
        b.play_any(Random(8))
        b.ask("say", text="Good evening")
        if resigned:
            b.ask("resign", seat=1)
    return table


def check_all_is_told(stranger: Device, table: str, file: str) -> None:
    """Demand that a game that is over is told to anybody as it was."""
    told = stranger.get(f"/api/tables/{table}/stored").json
    assert [player["name"] for player in told["players"]] == ["Anna", "Bert"]
    assert (told["ending"], told["places"]) == ("resigned", [1, 2])
    assert [said["text"] for said in told["chat"]] == ["Good evening"]
    assert [one["kind"] for one in told["events"]] == ["move", "move", "resign"]
    moves = [line.split(" ", 2)[2] for line in file.splitlines() if line[0].isdigit()]
    assert [one["notation"] for one in told["events"]] == [*moves, None]
    assert f"seed {told['seed']}" in file
    stored = stranger.get(f"/api/tables/{table}/file").content.decode()
    but = ("player ", "seal ")
    assert lines_without(stored, but) == lines_without(file, but)
    assert "player" not in stored


def check_secrets_are_kept(people: tuple[Device, Device], table: str) -> None:
    """Demand that everybody learns no more than their own moves of a game that is not over."""
    for seat, device in enumerate(people):
        told = device.get(f"/api/tables/{table}/stored").json
        assert (told["seed"], told["start"], told["ending"]) == (None, None, None)
        assert not told["has_file"]
        known = [one["seat"] for one in told["events"] if one["number"] is not None]
        assert (known, len(told["events"])) == ([seat], 2)
        assert device.get(f"/api/tables/{table}/file").error == "table.other_rules"


def lines_without(text: str, beginnings: tuple[str, ...]) -> list[str]:
    """Return the lines of a text that begin otherwise."""
    return [line for line in text.splitlines() if not line.startswith(beginnings)]


def test_the_file_of_a_game_that_ended_before_is_kept_when_somebody_comes(
    own_server: OwnServer,
) -> None:
    server = own_server()
    anna, _, table = two_at(server, "halali")
    with anna.sit(table) as socket:
        socket.play_any(Random(6))
        socket.ask("resign", seat=0)
    server.stop()
    engine = open_database(server.data / DATABASE)
    with engine.begin() as connection:
        first = connection.execute(GAMES.select()).one()
        connection.execute(GAMES.delete())
    server.restart()
    assert anna.get(f"/api/tables/{table}").status == 200
    server.stop()
    with engine.begin() as connection:
        assert connection.execute(GAMES.select()).one() == first
    engine.dispose()


def test_moves_that_were_taken_back_have_no_notation() -> None:
    kinds = [(MOVE, 4), (MOVE, 5), (UNDO, 2), (MOVE, 6), (RESIGN, 0), (MOVE, 7)]
    log = [
        Happening(version, kind, 0, number, None, "")
        for version, (kind, number) in enumerate(kinds, start=1)
    ]
    text = "seed 3 4 5\nmoves\n1 0 flip a1\nresigned 0\n2 1 flip b2\nend 2 moves\nscores 1 2\n"
    assert notation(text, log) == {4: "flip a1", 6: "flip b2"}

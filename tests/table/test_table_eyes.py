"""Who looks at a table and who does not: a page may be open and hidden, as a phone in a pocket."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from allmende.table.limits import GLANCES
from allmende.table.store.outbox import SECONDS_TO_COME_BACK
from tests.postgres import Postgres

from .clients import Device, Socket, all_open, wait_for
from .conftest import OwnServer, SeatTwo, on_both, two_at
from .post_office import Browser, PostOffice
from .server_process import LAZY, Server
from .test_table_company import at
from .test_table_notices import (
    due_at,
    in_order,
    let_play,
    lying,
    make_due,
    subscribe,
)
from .test_table_notices import office as office


def play(socket: Socket) -> None:
    """Make moves until somebody else is to move."""
    chance = Random(1)
    while socket.state["legal"]:
        socket.play_any(chance)


def look(socket: Socket, on: bool) -> None:
    assert socket.ask("look", on=on)["type"] == "ack"


def let_it_be_noted(device: Device) -> None:
    """Wait until all is written down that was to be before this."""
    assert (
        device.post("/api/notices/push/remove", {"endpoint": "https://push.example/x"}).status
        == 200
    )


def wait_for_all(socket: Socket) -> None:
    """Wait until everybody is here."""
    while not all(player["here"] for player in socket.latest["players"]["players"]):
        socket.hear()


@on_both
def test_a_hidden_page_does_not_silence_its_person(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        wait_for_all(m)
        heard = len(m.heard)
        look(o, False)
        play(m)
        [pushed] = office.push.wait_for(1)
        assert pushed.message["kind"] == "turn"
        look(o, True)
        play(o)
        play_seen = m.hear_version(o.state["version"])
        assert play_seen["legal"]
        # For the others whoever hid a page was here all the time.
        told = [it for it in m.heard[heard:] if it["type"] == "players"]
        assert all(player["here"] for it in told for player in it["players"])
        # Who looks again is not called.
        play(m)
        let_it_be_noted(other)
        assert lying(server) == 0
    assert len(office.push.pushed) == 1


@on_both
def test_a_page_that_comes_back_hidden_takes_no_call_back(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings(), "--push-after", "3600")
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    let_play(mover, table)
    with other.sit(table, hidden=True) as socket:
        let_it_be_noted(other)
        assert lying(server) == 1
        look(socket, True)
        assert lying(server) == 0


@on_both
def test_who_leaves_a_turn_behind_is_called_to_it_once(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        play(m)
        o.hear_version(m.state["version"])
        look(o, False)
        wait_for(lambda: lying(server) == 1)
        assert office.push.pushed == []
        look(o, True)
        assert lying(server) == 0
        o.close()  # gone is as good as hidden
        wait_for(lambda: lying(server) == 1)
        make_due(server)
        office.push.wait_for(1)
        wait_for(lambda: lying(server) == 0)
        for _ in range(3):  # whoever was called is not called again to the same turn
            with other.sit(table) as again:
                look(again, False)
        let_it_be_noted(other)
        assert lying(server) == 0
        # The next turn is another one.
        with other.sit(table) as again:
            play(again)
            m.hear_version(again.state["version"])
            play(m)
            again.hear_version(m.state["version"])
        wait_for(lambda: lying(server) == 1)
        make_due(server)
        office.push.wait_for(2)


@on_both
def test_taking_back_and_moving_again_calls_nobody_twice(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "stieren_versieren"))
    subscribe(other, Browser(office.push, "phone"))
    with mover.sit(table) as m:
        play(m)
        office.push.wait_for(1)
        wait_for(lambda: lying(server) == 0)
        undo = m.state["undo"]
        answer = m.ask("undo", version=m.state["version"], moves=undo["moves"])
        m.hear_version(answer["version"])
        assert m.state["legal"]
        play(m)
        wait_for(lambda: lying(server) == 0)
    assert len(office.push.pushed) == 1


@on_both
def test_a_house_that_closes_calls_whoever_does_not_come_back(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        play(m)
        o.hear_version(m.state["version"])
        server.stop()
    assert lying(server) == 1
    server.restart()
    let_it_be_noted(other)
    assert office.push.pushed == []  # there is time to come back
    make_due(server)
    office.push.wait_for(1)


@pytest.fixture
def houses(tmp_path: Path, postgres: Postgres, office: PostOffice) -> Iterator[list[Server]]:
    """Two processes that share a database and call people."""
    words = (LAZY, "--database", postgres.new_database(), *office.settings())
    servers = [Server(tmp_path / name, *words) for name in ("one", "two")]
    yield servers
    for server in servers:
        server.close()


def test_eyes_at_another_process_count_and_hidden_pages_there_do_not(
    houses: list[Server], office: PostOffice
) -> None:
    mover, bert, table = in_order(two_at(houses[0], "halali"))
    other = at(bert, houses[1])
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        wait_for_all(m)
        play(m)
        o.hear_version(m.state["version"])
        let_it_be_noted(mover)
        assert lying(houses[0]) == 0
        play(o)
        m.hear_version(o.state["version"])
        look(o, False)
        let_it_be_noted(other)
        play(m)
        office.push.wait_for(1)
        # A page at each process: it is enough that one of them is seen.
        with bert.sit(table) as here:
            play(here)
            m.hear_version(here.state["version"])
            play(m)
            let_it_be_noted(mover)
            assert lying(houses[0]) == 0
    assert len(office.push.pushed) == 1


def test_who_looked_at_a_process_that_died_is_called_unless_they_come_back(
    houses: list[Server], office: PostOffice
) -> None:
    mover, bert, table = in_order(two_at(houses[0], "halali"))
    other = at(bert, houses[1])
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        wait_for_all(m)
        play(m)
        o.hear_version(m.state["version"])
        houses[1].kill()
        wait_for(lambda: lying(houses[0]) == 1)  # when its lease has ended
        assert office.push.pushed == []
        with bert.sit(table):
            wait_for(lambda: lying(houses[0]) == 0)
        wait_for(lambda: lying(houses[0]) == 1)
        make_due(houses[0])
        office.push.wait_for(1)
        wait_for(lambda: lying(houses[0]) == 0)
    assert len(office.push.pushed) == 1


def test_a_minute_is_left_to_come_back(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    with all_open(mover.sit(table), other.sit(table)) as (m, o):
        wait_for_all(m)
        play(m)
        o.hear_version(m.state["version"])
    wait_for(lambda: lying(server) == 1)
    with server.looking_in() as c:
        since = c.exec_driver_sql("SELECT since FROM outbox").scalar_one()
    assert due_at(server) == pytest.approx(since + SECONDS_TO_COME_BACK)


def test_nobody_winks_all_the_time(two: SeatTwo) -> None:
    anna, _, table = two()
    with anna.sit(table) as socket:
        answers = [socket.ask("look", on=bool(n % 2)) for n in range(3 * GLANCES.at_once)]
        refused = [it for it in answers if it["type"] == "no"]
        assert len(refused) >= GLANCES.at_once
        assert {it["reason"]["key"] for it in refused} == {"table.ask_slower"}
    with anna.sit(table, eyes="spectator") as screen:  # holds no seat: nothing comes of it
        assert screen.ask("look", on=False)["type"] in ("ack", "no")

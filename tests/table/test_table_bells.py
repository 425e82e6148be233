"""Clocks among real processes that share a database: they show the same time, each flag falls once,
and whoever dies before it has let one fall is replaced. Hours pass by moving what is written down
into the past."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from sqlalchemy import func, select, update

from allmende.table.store.clock import SECOND, read_clock
from allmende.table.store.facts import BOT, RESIGN, TIMED_OUT
from allmende.table.store.meeting_schema import CLOCKS, HOUSE, TICKS
from allmende.table.store.schema import EVENTS, PROCESSES, SEATINGS, TABLES

from .clients import LINK, Device, Socket, all_open, person, wait_for
from .server_process import Json, Server
from .test_table_company import houses as houses
from .test_table_company import mover

LIVE = {"span": "game", "seconds": 600, "bonus": 2, "delay": 0, "at_zero": "lose"}
FOR_EACH_MOVE = {"span": "move", "seconds": 600, "bonus": 0, "delay": 0, "at_zero": "bot"}
AN_HOUR = 3_600 * SECOND
at_zero = pytest.mark.parametrize("pace", [LIVE, FOR_EACH_MOVE], ids=["lose", "bot"])


def timed(houses: list[Server], pace: Json) -> tuple[Device, Device, str]:
    """Seat two people at a table with a clock, each at a process of their own."""
    anna, bert = (Device(server) for server in houses)
    wish = {"game": "halali", "players": [person("Anna"), LINK], "pace": pace}
    made = anna.post("/api/tables", wish).json
    bert.join(made["invites"][0]["url"], "Bert")
    return anna, bert, made["id"]


def let_pass(server: Server, table: str, milliseconds: int, house_is_shut: bool = False) -> None:
    """Let everything have happened earlier: then so much more time has passed by now. For all
    processes that is a change of the table like any other."""
    with server.looking_in() as c:
        kept = c.execute(select(CLOCKS).where(CLOCKS.c.table_id == table)).one()
        clock = read_clock(kept.clock)
        earlier = type(clock)(**{**vars(clock), "at": clock.at - milliseconds})
        here = CLOCKS.c.table_id == table
        c.execute(update(CLOCKS).where(here).values(clock=earlier.as_text(), due=earlier.due))
        ticks = TICKS.c.table_id == table
        c.execute(update(TICKS).where(ticks).values(clock=earlier.as_text()))
        counted = update(TABLES).where(TABLES.c.id == table)
        c.execute(counted.values(revision=TABLES.c.revision + 1))
        if house_is_shut:
            c.execute(update(HOUSE).values(beat=HOUSE.c.beat - milliseconds))
            ended = PROCESSES.c.until - milliseconds / SECOND
            c.execute(update(PROCESSES).values(until=ended))


def left(device: Device, table: str) -> tuple[list[int], float, float]:
    """Say how much time each seat has left as a process shows it, and between which moments."""
    begun = time.monotonic()
    with device.sit(table) as socket:
        shown = socket.hear_a("clock")
    total = [mine + free for mine, free in zip(shown["left"], shown["free"], strict=True)]
    return total, begun, time.monotonic()


def counted(server: Server, table: str) -> tuple[int, int]:
    """Count how often somebody lost, and how often somebody was told to have no time left."""
    with server.looking_in() as c:
        lost = select(func.count()).where(EVENTS.c.table_id == table, EVENTS.c.kind == RESIGN)
        told = select(func.count()).where(SEATINGS.c.table_id == table)
        told = told.where(SEATINGS.c.kind == TIMED_OUT)
        return int(c.execute(lost).scalar_one()), int(c.execute(told).scalar_one())


def due(server: Server, table: str) -> int | None:
    with server.looking_in() as c:
        found = select(CLOCKS.c.due).where(CLOCKS.c.table_id == table)
        moment: int | None = c.execute(found).scalar()
    return moment


def last_beat(server: Server) -> int:
    """Return when the house was last seen at work."""
    with server.looking_in() as c:
        return int(c.execute(select(HOUSE.c.beat)).scalar_one())


def hear_the_bell(sockets: tuple[Socket, ...], pace: Json) -> None:
    """Wait until everybody has heard what comes of a flag that fell."""
    for socket in sockets:
        if pace is LIVE:
            socket.hear_until(lambda it: it["type"] == "state" and it["over"] is not None)
        else:
            socket.hear_until(
                lambda it: it["type"] == "players" and it["players"][0]["kind"] == BOT
            )


def check_once(server: Server, table: str, pace: Json) -> None:
    assert counted(server, table) == ((1, 0) if pace is LIVE else (0, 1))


def test_two_processes_show_the_same_time(houses: list[Server]) -> None:
    anna, bert, table = timed(houses, LIVE)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        for version in (1, 2, 3):
            socket = mover((a, b))
            socket.move(int(*socket.state["legal"]), first_of(socket))
            for one in (a, b):
                one.hear_version(version)
    let_pass(houses[0], table, 100 * SECOND)
    seen = [left(anna, table), left(bert, table), left(anna, table)]
    running = next(seat for seat in (0, 1) if seen[0][0][seat] != seen[2][0][seat])
    for (first, begun, _), (second, _, ended) in pairwise(seen):
        assert first[1 - running] == second[1 - running], "nobody thinks there"
        assert 0 <= first[running] - second[running] <= (ended - begun) * SECOND + 1


def first_of(socket: Socket) -> int:
    [moves] = socket.state["legal"].values()
    number: int = moves[0]["n"]
    return number


@at_zero
def test_of_two_processes_one_lets_a_flag_fall(houses: list[Server], pace: Json) -> None:
    anna, bert, table = timed(houses, pace)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        let_pass(houses[0], table, AN_HOUR)
        hear_the_bell((a, b), pace)
        check_once(houses[0], table, pace)
        if pace is LIVE:
            assert due(houses[0], table) is None
            check_told(bert, table)
            assert {one.hear_story(1)[-1]["events"][0]["key"] for one in (a, b)} == {
                "table.time_is_up"
            }
        else:  # the bot decides, at whichever process, and its person may come back
            b.hear_version(1)
            assert a.ask("return", seat=0)["type"] == "ack"
            b.hear_until(lambda it: it["type"] == "players" and it["players"][0]["kind"] != BOT)


def check_told(device: Device, table: str) -> None:
    """Everything that tells how a game ended says that somebody had no time left."""
    text = device.get(f"/api/tables/{table}/file").content.decode()
    assert "timed_out 0" in text.splitlines()
    copy = device.post("/api/files", {"file": text}).json["id"]
    for past in (f"/api/tables/{table}/past", f"/api/files/{copy}/past"):
        outline = device.get(past).json
        assert outline["over"] == "out_of_time"
        assert outline["steps"][-1]["events"][0]["key"] == "table.time_is_up"
        assert [player["timed_out"] for player in outline["players"]] == [True, False]
    stored = device.get(f"/api/tables/{table}/stored").json
    assert (stored["ending"], stored["places"]) == ("out_of_time", [2, 1])
    assert [event["kind"] for event in stored["events"]] == ["timed_out"]
    [listed] = device.get("/api/tables").json["tables"]
    assert listed["over"] == "out_of_time"
    numbers = device.get("/api/statistics").json
    assert (numbers["played"], numbers["won"]) == (1, 1)


def test_among_three_a_bot_plays_on_for_who_loses_on_time(houses: list[Server]) -> None:
    anna, bert, carl = (Device(server) for server in (*houses, houses[0]))
    players = [person("Anna"), LINK, LINK]
    made = anna.post("/api/tables", {"game": "kuhfstein", "players": players, "pace": LIVE}).json
    table = made["id"]
    for guest, name, invite in zip((bert, carl), ("Bert", "Carl"), made["invites"], strict=True):
        guest.join(invite["url"], name)
    with all_open(anna.sit(table), bert.sit(table)) as sockets:
        late = next(iter(sockets[0].state["to_act"]))
        let_pass(houses[0], table, AN_HOUR)
        for socket in sockets:
            told = socket.hear_until(
                lambda it: it["type"] == "players" and it["players"][late]["kind"] == BOT
            )
            player = told["players"][late]
            assert (player["resigned"], player["timed_out"]) == (True, True)
            assert socket.hear_story(1)[0]["events"][0]["key"] == "table.time_is_up"
            assert socket.state["over"] is None
            socket.hear_version(2)  # the bot decides
    loser = (anna, bert, carl)[late]
    with loser.sit(table) as socket:
        assert socket.refused("return", seat=late) == "table.out_of_time"
        assert socket.refused("resign", seat=late) == "table.out_of_time"
    assert counted(houses[0], table) == (1, 1)


@contextmanager
def holding(server: Server, table: str) -> Iterator[None]:
    """Keep everybody from changing a table."""
    with server.looking_in() as c:
        c.execute(select(TABLES).where(TABLES.c.id == table).with_for_update()).one()
        yield


@at_zero
def test_who_dies_with_a_hand_at_the_bell_is_replaced(houses: list[Server], pace: Json) -> None:
    anna, bert, table = timed(houses, pace)
    with all_open(anna.sit(table), bert.sit(table)) as (_, b):
        for house in houses:
            os.kill(house.process.pid, signal.SIGSTOP)
        let_pass(houses[0], table, AN_HOUR)
        late = due(houses[0], table)
        with holding(houses[0], table):
            os.kill(houses[0].process.pid, signal.SIGCONT)
            # The flag is claimed, and cannot fall.
            wait_for(lambda: due(houses[0], table) != late)
            houses[0].kill()
        assert counted(houses[1], table) == (0, 0)
        os.kill(houses[1].process.pid, signal.SIGCONT)
        hear_the_bell((b,), pace)
        check_once(houses[1], table, pace)
        # Whoever comes back late to it has nothing left to do.
        houses[0].restart()
        anna.get("/api/tables")
        let_all_look(houses[0], table)
        check_once(houses[1], table, pace)


def let_all_look(server: Server, table: str) -> None:
    """Wait until a process has looked at its clocks, by one that it lets fall."""
    other = Device(server)
    wish = {"game": "halali", "players": [person("Anna"), LINK], "pace": LIVE}
    made = other.post("/api/tables", wish).json
    Device(server).join(made["invites"][0]["url"], "Bert")
    let_pass(server, made["id"], AN_HOUR)
    wait_for(lambda: counted(server, made["id"]) == (1, 0))


def test_time_in_which_all_processes_are_gone_counts_for_nobody(houses: list[Server]) -> None:
    anna, bert, table = timed(houses, LIVE)
    with anna.sit(table) as socket:
        socket.move(0, first_of(socket))
    let_pass(houses[0], table, 60 * SECOND)
    before, begun, _ = left(bert, table)
    for house in houses:
        house.kill()
    silence = time.time() * SECOND - last_beat(houses[0])
    let_pass(houses[0], table, AN_HOUR, house_is_shut=True)
    for house in houses:
        house.restart()
    for device in (anna, bert):
        after, _, ended = left(device, table)
        assert after[0] == before[0]
        # What has passed since the house was last seen at work is given back.
        assert -silence <= before[1] - after[1] <= (ended - begun) * SECOND + 1
    assert counted(houses[0], table) == (0, 0)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        let_pass(houses[1], table, AN_HOUR)
        hear_the_bell((a, b), LIVE)
    check_once(houses[0], table, LIVE)

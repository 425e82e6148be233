"""Attacks that once worked: a stranger who asks too much costs others little. Nothing here goes by
the clock of a busy machine; `benchmarks/loop.py` and `benchmarks/foxes.py` do what takes long."""

import asyncio
import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert
from websockets.exceptions import ConnectionClosed, InvalidStatus

from allmende.core.match import new
from allmende.core.registry import game_named, known_games
from allmende.table.callers import Caller, counted_as
from allmende.table.house.house import House
from allmende.table.house.lobby import Lobby
from allmende.table.limits import (
    MOST_TAKEN_BACK,
    SPECTATORS_PER_TABLE,
    STORY_AT_ONCE,
    WAITING_PER_ADDRESS,
    Allowance,
    Rate,
)
from allmende.table.log import Log
from allmende.table.refusal import Refusal
from allmende.table.settings import DATABASE, Settings
from allmende.table.store.facts import MOVE, UNDO, Happening
from allmende.table.store.schema import EVENTS
from allmende.table.store.sqlite import open_database
from allmende.table.tables.history import BrokenHistory, History
from allmende.table.thinkers.queue import Queue
from allmende.table.tokens import Device as DeviceId
from tests.loops import run_alone
from tests.processes import LAST_RESORT

from .clients import Device, all_open, bot, here, person, wait_for
from .conftest import OwnServer, SeatTwo, two_at
from .server_process import HOST, Json, Server

FEW_SOCKETS = 20
MOST_SPELLED = 200


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience and few places."""
    limits = ("--seconds-to-arrive", "0.5", "--sockets-per-address", str(FEW_SOCKETS))
    server = Server(tmp_path_factory.mktemp("narrow") / "data", *limits)
    yield server
    server.close()


# What is asked


@pytest.mark.parametrize("name", known_games())
def test_a_wish_is_found_without_spelling_every_move(name: str) -> None:
    spelled = 0

    def counted(spell: Any) -> Any:
        def spell_and_count(*given: Any) -> Any:
            nonlocal spelled
            spelled += 1
            return spell(*given)

        return spell_and_count

    game = game_named(name)
    words = game.words
    counting = replace(words, notation=counted(words.notation), move_data=counted(words.move_data))
    game = replace(game, words=counting)
    match = new(game, max(game.seats), "wishes")
    wishes: list[str | Json] = ["", "no such move", "a1 b2 c3 m13 n14 t1 h3 " * 200]
    wishes += [{"do": "lay", "at": "m13", "cows": ["m13", "n14"] * 200}, {"do": [["m13"]]}]
    wishes += [
        dict(words.move_data(match.record, 0, number)) for number in range(0, game.moves, 37)
    ]
    for wish in wishes:
        spelled = 0
        match.why_not(wish, match.to_act[0])
        assert spelled <= MOST_SPELLED, wish


def test_addresses_are_counted_by_network() -> None:
    assert counted_as("2001:db8::1") == counted_as("2001:db8::ffff:1")
    assert counted_as("2001:db8::1") != counted_as("2001:db8:0:1::1")
    assert counted_as("::ffff:192.0.2.7") == counted_as("192.0.2.7") == "192.0.2.7"
    assert counted_as("nonsense") == "nonsense"


def test_made_up_devices_help_only_so_far() -> None:
    """One address asks with a new cookie every time."""
    allowance = Allowance(Rate(0, 3), devices=2)
    allowed = [allowance.take(Caller("192.0.2.7", DeviceId(str(cookie)))) for cookie in range(20)]
    assert allowed == [True] * 6 + [False] * 14
    assert allowance.take(Caller("192.0.2.8", DeviceId("0")))


def test_broken_origins_are_refused(server: Server, two: SeatTwo) -> None:
    anna, _, table = two()
    for origin in ("http://[", "http://]", "http://[::1", "//"):
        answer = anna.post("/api/tables", {}, headers={"origin": origin})
        assert (answer.status, answer.error) == (403, "table.wrong_origin")
        with pytest.raises(InvalidStatus, match="403"):
            anna.sit(table, origin=origin)
    assert not any(line["event"] == "request failed" for line in server.lines())


def test_tables_that_are_not_there_leave_nothing_behind(tmp_path: Path) -> None:
    async def look_for_many() -> Lobby:
        house = House(Settings(data=tmp_path), Log())
        try:
            lobby = Lobby(house)
            for number in range(50):
                with pytest.raises(Refusal):
                    await lobby.room(f"{number:012}")
            return lobby
        finally:
            house.scribe.close()

    lobby = run_alone(look_for_many())
    assert (lobby.touched, lobby.loading, lobby.rooms) == ({}, {}, {})


def test_numbers_are_not_for_strangers(server: Server) -> None:
    device = Device(server)
    assert device.get("/metrics").status == 200
    assert device.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status == 404


def test_nobody_is_believed_who_says_where_they_come_from(own_server: OwnServer) -> None:
    server = own_server("--requests-per-second", "1")
    statuses = [ask_as(server, f"192.0.2.{number}") for number in range(20)]
    assert 429 in statuses


def test_a_proxy_is_believed_if_it_is_ours(own_server: OwnServer) -> None:
    server = own_server(
        "--requests-per-second", "1", "--behind-proxy", "--metrics-for", "192.0.2.1"
    )
    assert {ask_as(server, f"192.0.2.{number}") for number in range(20)} == {200}
    assert 429 in [ask_as(server, "192.0.2.77") for _ in range(20)]
    assert 429 in [ask_as(server, f"2001:db8::{number}") for number in range(20)], "one network"
    assert Device(server).get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status == 200
    assert Device(server).get("/metrics", headers={"x-forwarded-for": "192.0.2.2"}).status == 404


def ask_as(server: Server, address: str) -> int:
    """Ask for something as a proxy would for this address."""
    return Device(server).get("/api/door", headers={"x-forwarded-for": address}).status


# Who thinks


def test_whoever_had_least_comes_first() -> None:
    """One attacker with twenty devices has taken all places and waits for more."""

    async def evening() -> list[str]:
        queue, order, done = Queue(2), list[str](), asyncio.Event()

        async def think(name: str, caller: Caller) -> None:
            async with queue.place(caller):
                order.append(name)
                await done.wait()

        attackers = [
            asyncio.create_task(think("fox", Caller("192.0.2.6", DeviceId(str(at)))))
            for at in range(20)
        ]
        await asyncio.sleep(0)
        honest = asyncio.create_task(think("calf", Caller("192.0.2.1", DeviceId("anna"))))
        await asyncio.sleep(0)
        assert order == ["fox", "fox", "calf"], "somebody new has a place at once"
        others = [
            asyncio.create_task(think("cow", Caller("192.0.2.1", DeviceId("bert"))))
            for _ in range(2)
        ]
        done.set()
        await asyncio.gather(*attackers, honest, *others)
        return order

    order = run_alone(evening())
    assert len(order) == 23
    assert order.index("cow") <= 4, "addresses take turns, however many devices they have"


def test_a_queue_survives_those_who_leave_it() -> None:
    async def evening() -> int:
        queue, caller = Queue(1, extra=0), Caller("192.0.2.1")

        async def think() -> None:
            async with queue.place(caller):
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(think()) for _ in range(6)]
        await asyncio.sleep(0)
        for task in tasks[1::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await think()
        return queue.at_work.total() + len(queue.waiting)

    assert run_alone(evening()) == 0


def test_nobody_fills_the_queue_with_questions() -> None:
    async def evening() -> None:
        queue, never = Queue(1, extra=0), asyncio.Event()
        greedy, modest = Caller("192.0.2.6"), Caller("192.0.2.1")

        async def think() -> None:
            async with queue.place(greedy):
                await never.wait()

        tasks = [asyncio.create_task(think()) for _ in range(1 + WAITING_PER_ADDRESS)]
        await asyncio.sleep(0)
        queue.admit(modest)
        with pytest.raises(Refusal, match="house_busy"):
            queue.admit(greedy)
        for task in tasks:
            task.cancel()

    run_alone(evening())


def test_bots_rest_when_nobody_looks(server: Server) -> None:
    """Of two tables of bots only the one that somebody looks at is played."""
    device = Device(server)
    made = [device.open_table("halali", [bot(), bot()], {"match": "single"}) for _ in range(2)]
    with device.sit(made[1]["id"]) as watched:
        watched.hear_version(4)
    with device.sit(made[0]["id"]) as socket:
        assert socket.heard[-1]["version"] == 0, "nothing happened before somebody came"
        socket.hear_version(1)


# Who is connected


def half_a_request(server: Server, text: bytes) -> socket.socket:
    """Send something and wait for nothing."""
    connection = socket.create_connection((HOST, server.port), LAST_RESORT)
    connection.sendall(text)
    return connection


def is_shown_out(connection: socket.socket) -> bool:
    """Tell whether the server ends a connection; it may say something first."""
    with contextlib.suppress(ConnectionError), connection:
        while connection.recv(4096):
            pass
    return True


HALVES = (
    b"",
    b"GET /healthz HTTP/1.1\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\n",
)


def test_half_a_request_is_not_waited_for(narrow: Server) -> None:
    """A server with the usual limit of files was stopped by 1,100 of these."""
    held = [half_a_request(narrow, half) for half in HALVES * 2]
    assert all(is_shown_out(connection) for connection in held)
    assert Device(narrow).get("/healthz").status == 200


def test_one_address_has_so_many_connections(narrow: Server) -> None:
    device = Device(narrow)
    table = device.open_table("kuh_vadis", [person("Anna"), here("Bert")])["id"]
    handshake = (
        f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: {HOST}:{narrow.port}\r\n"
        f"Origin: {narrow.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    with contextlib.ExitStack() as stack:
        answers = []
        for _ in range(FEW_SOCKETS + 1):
            held = stack.enter_context(half_a_request(narrow, handshake))
            answers.append(held.recv(12))
    let_in = answers.count(b"HTTP/1.1 101")
    assert FEW_SOCKETS // 2 < let_in <= FEW_SOCKETS
    assert answers == [b"HTTP/1.1 101"] * let_in + [b"HTTP/1.1 503"] * (len(answers) - let_in)
    wait_for(lambda: is_let_in(device))


def is_let_in(device: Device) -> bool:
    with contextlib.suppress(OSError, EOFError):
        return device.get("/healthz").status == 200
    return False


def test_spectators_do_not_lock_players_out(server: Server, two: SeatTwo) -> None:
    anna, _, table = two("kuh_vadis")
    with contextlib.ExitStack() as stack:
        for _ in range(SPECTATORS_PER_TABLE):
            stack.enter_context(contextlib.closing(Device(server).sit(table))).hear_a("state")
        late = stack.enter_context(contextlib.closing(Device(server).sit(table)))
        assert late.hear()["reason"]["key"] == "table.full"
        with pytest.raises(ConnectionClosed) as closed:
            late.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4503, "which a page takes for: try again"
        with anna.sit(table) as socket:
            assert socket.latest["welcome"]["you"] == [0]


def test_the_limit_of_files_is_raised(server: Server) -> None:
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard


# What is kept


def test_logs_do_not_grow_for_ever(own_server: OwnServer) -> None:
    """Somebody has moved and taken back as often as they may: a newcomer is told the end of it, and
    may ask for the rest. Nothing more can be taken back, but the game can be played to its end."""
    server = own_server()
    anna, bert, table = two_at(server, "halali", {"match": "single"})
    with anna.sit(table) as a:
        mover, seat = (anna, 0) if a.state["to_act"] == [0] else (bert, 1)
    with mover.sit(table) as m:
        m.play_any(Random(1))
        first = m.state["last"]["n"]
    server.stop()
    fill_log(server, table, seat, first, MOST_TAKEN_BACK)
    server.restart()
    with mover.sit(table) as m:
        assert m.state["undo"] is None
        story = m.hear_a("story")
        assert (len(story["entries"]), story["gap"]) == (STORY_AT_ONCE, True)
        told = story["entries"]
        while told[0]["version"] > 1:
            told = m.ask("earlier", before=told[0]["version"])["entries"] + told
        assert [entry["version"] for entry in told] == list(range(1, m.state["version"] + 1))
        version = m.state["version"]
        assert m.refused("undo", version=version) == "table.undo_used_up"
    with all_open(anna.sit(table), bert.sit(table)) as sockets:
        chance = Random(2)
        while sockets[0].state["over"] is None:
            free = next(one for one in sockets if one.state["legal"])
            done = free.play_any(chance)
            for one in sockets:
                one.hear_version(done["version"])


def fill_log(server: Server, table: str, seat: int, first: int, times: int) -> None:
    """Write down that a first move was taken back and made again, very often."""
    rows = []
    for at in range(times):
        rows += [(2 + 2 * at, UNDO, 1), (3 + 2 * at, MOVE, first)]
    engine = open_database(server.data / DATABASE)
    with engine.begin() as connection:
        connection.execute(
            insert(EVENTS),
            [
                {"table_id": table, "version": version, "kind": kind, "seat": seat}
                | {"number": number, "client": None, "at": "2026-11-16T00:00:00.000+00:00"}
                for version, kind, number in rows
            ],
        )
    engine.dispose()


def test_a_full_disk_is_met_with_patience(own_server: OwnServer) -> None:
    """Two bots are to move and nothing can be saved: they try now and then, health says so, and
    when there is room again the game goes on."""
    server = own_server()
    device = Device(server)
    table = device.open_table("halali", [bot(), bot()], {"match": "single"})["id"]
    wait_for(lambda: any(line["event"] == "ready" for line in server.lines()))
    pid, most = server.process.pid, resource.RLIM_INFINITY
    full = max(path.stat().st_size for path in server.data.glob("tables.sqlite*"))
    begin = time.monotonic()
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (full, most))
    with device.sit(table) as watching:
        wait_for(lambda: device.get("/healthz").status == 503)
        assert device.get("/healthz").json == {"status": "not saving"}
        wish = {"game": "halali", "players": [person("Anna"), bot()]}
        assert device.post("/api/tables", wish).error == "table.not_saved"
        wait_for(lambda: attempts(server) >= 3)
        tried, passed = attempts(server), time.monotonic() - begin
        assert tried <= 3 + passed, "pauses of a half, one, two and more seconds"
        assert watching.state["version"] == 0
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
        wait_for(lambda: device.get("/healthz").status == 200)
        watching.hear_version(1)


def attempts(server: Server) -> int:
    """Count how often something could not be saved at a table."""
    return sum(line["event"] == "not saved" and "table" in line for line in server.lines())


@pytest.mark.parametrize("name", known_games())
def test_what_is_long_ago_is_told_as_it_was(name: str) -> None:
    """A long log is rebuilt without words; what somebody asks for later reads as it did then."""
    chance, game = Random(name), game_named(name)
    lived = History(new(game, max(game.seats), "long ago"))
    while lived.version < 2 * STORY_AT_ONCE and lived.ending is None:
        seat = chance.choice(lived.to_act)
        lived.add(
            next_event(lived, MOVE, seat, chance.choice(game.legal_moves(lived.record, seat)))
        )
        if chance.random() < 0.4:
            lived.add(next_event(lived, UNDO, seat, 1))
    again = History(new(game, max(game.seats), "long ago"))
    again.replay(lived.log)
    assert (again.match.moves, again.made_at) == (lived.match.moves, lived.made_at)
    assert (again.waiting, again.match.digest()) == (lived.waiting, lived.match.digest())
    assert again.told.between(3, 9) == lived.told.between(3, 9)
    assert list(again.told) == list(lived.told)


def test_a_forged_log_is_noticed() -> None:
    lived = History(new("halali", 2, "forged"))
    seat = lived.to_act[0]
    legal = lived.game.legal_moves(lived.record, seat)
    wrong = next(number for number in range(lived.game.moves) if number not in legal)
    filler = [next_event(lived, MOVE, seat, wrong)]
    filler += [Happening(at, UNDO, seat, 1, None, "") for at in range(2, 2 + STORY_AT_ONCE)]
    with pytest.raises(BrokenHistory, match="event 1"):
        lived.replay(filler)


def next_event(history: History, kind: str, seat: int, number: int) -> Happening:
    return Happening(history.version + 1, kind, seat, number, None, "")

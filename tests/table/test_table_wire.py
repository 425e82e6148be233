"""Moves that are sent twice, too late or not at all, and what a reconnecting client gets."""

import asyncio
import socket
from random import Random

from allmende.table.house.listening import bound
from tests.loops import run_alone

from .clients import Device, all_open, bot, here, person
from .conftest import SeatTwo
from .server_process import ANY_PORT, HOST, Server


def test_a_resent_move_is_made_once(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        n = a.state["legal"]["0"][0]["n"]
        first = a.ask("move", id="the-same", version=0, seat=0, n=n)
        again = a.ask("move", id="the-same", version=0, seat=0, n=n)
        assert first == again == {"type": "ack", "id": "the-same", "version": 1}
        assert a.refused("move", id="the-same", version=0, seat=0, n=n + 1) == "table.id_used"
        assert b.hear_version(1)["version"] == 1
        b.play_any(Random(0))
        assert a.ask("move", id="the-same", version=0, seat=0, n=n) == first
    with all_open(bert.sit(table)) as (b,):
        assert b.state["version"] == 2
        own = b.refused("move", id="the-same", version=2, seat=1, n=0)
        assert own != "table.id_used", "ids of different devices are different"


def test_a_stale_move_is_refused(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.play_any(Random(1))
        b.hear_version(1)
        n = b.state["legal"]["1"][0]["n"]
        assert b.refused("move", version=0, seat=1, n=n) == "table.stale"
        assert b.refused("move", version=9, seat=1, n=n) == "table.stale"
        b.move(1, n)


def test_moves_of_others_are_refused(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table), Device(anna.server).sit(table)) as (a, b, c):
        n = a.state["legal"]["0"][0]["n"]
        assert b.refused("move", version=0, seat=0, n=n) == "table.not_your_seat"
        assert b.refused("move", version=0, seat=1, n=n) == "core.not_your_turn"
        assert c.refused("move", version=0, seat=0, n=n) == "table.not_your_seat"
        assert a.refused("move", version=0, seat=0, n=999_999) == "core.unknown_move"
        legal = {move["n"] for move in a.state["legal"]["0"]}
        other = next(n for n in range(1000) if n not in legal)
        assert a.refused("move", version=0, seat=0, n=other).startswith("not.")
        assert a.state["version"] == 0


def test_a_choice_at_the_same_time_is_not_stale(server: Server) -> None:
    device = Device(server)
    made = device.open_table("stieren_versieren", [person("Anna"), here("Bert")])
    with device.sit(made["id"]) as socket:
        chance = Random(3)
        while len(socket.state["legal"]) < 2:
            socket.play_any(chance)
        seen = socket.state
        socket.move(0, seen["legal"]["0"][0]["n"], version=seen["version"])
        socket.move(1, seen["legal"]["1"][0]["n"], version=seen["version"])


def test_who_comes_back_gets_the_gap(two: SeatTwo) -> None:
    anna, bert, table = two()
    chance = Random(4)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        for version in range(1, 7):
            (a if a.state["legal"] else b).play_any(chance)
            for socket in (a, b):
                socket.hear_version(version)
        told = a.hear_story(6)
    for since, expected in ((-1, 6), (0, 6), (4, 2)):
        with all_open(anna.sit(table, since)) as (again,):
            assert again.hear_a("story")["entries"] == told[-expected:]
            assert again.state["version"] == 6
    with all_open(anna.sit(table, since=6)) as (again,):
        again.hear_a("chat")
        assert "story" not in again.latest


def test_why_not_and_hints(two: SeatTwo) -> None:
    anna, bert, table = two(hints=True)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert a.ask("why", seat=0, move="flip a1")["reason"] is None
        a.move(0, next(m["n"] for m in a.state["legal"]["0"] if m["notation"] == "flip a1"))
        b.hear_version(1)
        b.ask("why", seat=1, move={"do": "flip", "at": "a1"})
        assert b.latest["why"]["reason"]["key"].startswith("not.")
        assert b.refused("why", seat=0, move="flip a1") == "table.not_your_seat"
        assert b.refused("why", seat=1, move=[1]) == "table.not_a_move"
        hint = b.ask("hint", seat=1)
        legal = {move["n"] for move in b.state["legal"]["1"]}
        assert {move["n"] for move in hint["moves"]} <= legal
        assert 0 <= hint["moves"][0]["win"] <= 1
        assert a.refused("hint", seat=0) == "table.hint_later"


def test_no_hints_where_none_are_allowed(two: SeatTwo) -> None:
    anna, _, table = two()
    with anna.sit(table) as socket:
        assert socket.refused("hint", seat=0) == "table.no_hints"


def test_a_bot_takes_over_and_hands_back(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.ask("bot", seat=0, level="calf")
        assert a.latest["players"]["players"][0]["kind"] == "bot"
        assert a.latest["players"]["players"][0]["name"] == "Anna"
        b.hear_version(1)
        b.play_any(Random(5))
        b.hear_version(3)
        assert b.refused("return", seat=0) == "table.not_your_seat"
        assert b.refused("bot", seat=0, level="calf") == "table.not_your_seat"
        a.hear_version(3)
        assert a.refused("move", version=3, seat=0, n=0) == "table.bot_plays"
        a.ask("return", seat=0)
        assert a.latest["players"]["players"][0]["kind"] == "person"
        b.play_any(Random(6))
        a.hear_version(4)
        assert a.state["legal"]["0"], "nobody else plays for Anna now"
        assert a.refused("bot", seat=1, level="calf") == "table.not_your_seat", "Bert is here"
    with anna.sit(table) as a:
        a.hear_until(lambda m: m["type"] == "chat")
        a.play_any(Random(7))
        assert a.ask("bot", seat=1, level="calf")["type"] == "ack", "Bert is gone"
        a.hear_version(6)


def test_resigning_ends_a_game_of_two(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert b.refused("resign", seat=0) == "table.not_your_seat"
        a.ask("resign", seat=0, id="enough")
        assert a.ask("resign", seat=0, id="enough")["type"] == "ack"
        state = b.hear_version(1)
        assert state["over"] == "resigned"
        assert state["places"] == [2, 1]
        assert state["to_act"] == []
        assert state["legal"] == {}
        assert b.hear_seed()
        assert b.refused("resign", seat=1) == "core.over"
        assert anna.get(f"/api/tables/{table}/file").status == 200


def test_a_bot_plays_on_for_one_of_three(server: Server) -> None:
    device = Device(server)
    players = [person("Anna"), here("Bert"), here("Cleo")]
    made = device.open_table("stieren_versieren", players)
    with device.sit(made["id"]) as socket:
        socket.ask("resign", seat=0)
        anna = socket.latest["players"]["players"][0]
        assert (anna["kind"], anna["resigned"]) == ("bot", True)
        assert socket.state["over"] is None
        assert socket.refused("return", seat=0) == "table.resigned_already"
        chance = Random(8)
        while not any(m["type"] == "thinking" and m["seat"] == 0 for m in socket.heard):
            if socket.state["legal"]:
                socket.play_any(chance)
            else:
                socket.hear()


def test_a_rematch_rotates_the_seats(two: SeatTwo) -> None:
    anna, bert, table = two("kuh_vadis", {"sheet": "B"})
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert a.refused("rematch") == "table.not_over"
        a.ask("resign", seat=0)
        a.ask("rematch")
        b.hear_version(1)
        b.ask("rematch")
        path = b.latest["welcome"]["table"]["rematch"]
        assert path == a.latest["welcome"]["table"]["rematch"]
    again = path.removeprefix("/t/")
    with all_open(anna.sit(again), bert.sit(again)) as (a, b):
        assert a.latest["welcome"]["you"] == [1]
        assert b.latest["welcome"]["you"] == [0]
        assert a.latest["welcome"]["table"]["options"] == {"sheet": "B"}
        assert [p["name"] for p in a.latest["players"]["players"]] == ["Bert", "Anna"]
        assert not a.latest["players"]["players"][1]["resigned"]


def test_chat(two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table), Device(anna.server).sit(table)) as (a, b, c):
        a.hear_a("chat")
        b.hear_a("chat")
        a.ask("say", text="  Moin! ", id="hello")
        a.ask("say", text="  Moin! ", id="hello")
        entries = b.hear_a("chat")["entries"]
        assert [(e["n"], e["from"], e["seat"], e["text"]) for e in entries] == [
            (1, "Anna", 0, "Moin!")
        ]
        assert c.refused("say", text="Me too") == "table.players_speak"
        assert a.refused("say", text="x" * 301) == "table.field_wrong"
        assert a.refused("say", text="two\nlines") == "table.field_wrong"
        for _ in range(4):
            assert a.ask("say", text="Quick")["type"] == "ack"
        assert a.refused("say", text="Too quick") == "table.chat_slow_down"
        b.ask("rename", seat=1, name="Berta")
        assert b.latest["players"]["players"][1]["name"] == "Berta"
    with all_open(bert.sit(table)) as (b,):
        assert len(b.hear_a("chat")["entries"]) == 5


def test_my_tables(server: Server, two: SeatTwo) -> None:
    anna, bert, table = two()
    made = anna.open_table("halali", [bot("fox"), person("Anna")])
    tables = anna.get("/api/tables").json["tables"]
    assert [t["id"] for t in tables] == [table, made["id"]], "my turn comes first"
    assert [t["your_turn"] for t in tables] == [True, False]
    assert bert.get("/api/tables").json["tables"][0]["you"] == [1]
    assert Device(server).get("/api/tables").json == {"tables": []}


def test_small_messages_go_out_at_once() -> None:
    """Else every message after the first one waits until the reader has confirmed that, 40 ms."""

    async def no_delay_of_a_guest() -> int:
        accepted = asyncio.get_running_loop().create_future()

        class Listener(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted.set_result(transport.get_extra_info("socket"))

        with bound(HOST, ANY_PORT) as listener:
            server = await asyncio.get_running_loop().create_server(Listener, sock=listener)
            _, writer = await asyncio.open_connection(*listener.getsockname())
            no_delay: int = (await accepted).getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            writer.close()
            server.close()
        return no_delay

    assert run_alone(no_delay_of_a_guest())

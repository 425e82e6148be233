"""Open seats: strangers meet at a real server, with what keeps them apart, and what bounds them."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, select
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from allmende.table.house.names import Refused, read_refused
from allmende.table.store.meeting import MOST_LISTED, add_ban, address_of
from allmende.table.store.meeting_schema import OPENINGS, STRANGERS
from allmende.table.store.schema import CHAIRS, TABLES
from tests.processes import LAST_RESORT

from .clients import LINK, Device, bot, person
from .conftest import OwnServer, on_both
from .server_process import LAZY, Json, Server
from .sitting import HANDS, eyes, settle

OPEN = {"language": "any", "level": "any"}
PACE = {"span": "game", "seconds": 600, "bonus": 5, "delay": 0, "at_zero": "bot"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house where strangers meet."""
    server = Server(tmp_path_factory.mktemp("lobby") / "data", LAZY, "--lobby")
    yield server
    server.close()


class Stranger(Device):
    """Somebody from an address of their own."""

    count = 0

    def __init__(self, server: Server) -> None:
        Stranger.count += 1
        address = f"127.{Stranger.count // 250 + 1}.0.{Stranger.count % 250 + 2}"
        super().__init__(server, comes_from=address)

    def open_to_all(self, game: str = "halali", name: str = "Anna", **more: Any) -> str:
        made = self.try_to_open(game, name, **more)
        assert made.status == 201, made.content
        table: str = made.json["id"]
        return table

    def try_to_open(self, game: str = "halali", name: str = "Anna", **more: Any) -> Any:
        wish = {"game": game, "players": [person(name), LINK], "open": OPEN, **more}
        return self.post("/api/tables", wish)

    def sit_down(self, table: str, name: str = "Bert") -> Any:
        return self.post(f"/api/lobby/tables/{table}/sit", {"name": name})

    def play_now(self, game: str = "halali", name: str = "Bert", **more: Any) -> Any:
        wish = {"game": game, "seats": 2, "name": name, "language": "any", "level": "any", **more}
        return self.post("/api/lobby/play", wish)

    def listed(self) -> list[str]:
        return [one["id"] for one in self.get("/api/lobby").json["tables"]]


def watching(device: Device) -> ClientConnection:
    """Look at the list as a page does."""
    server = device.server
    return connect(
        f"ws://127.0.0.1:{server.port}/api/lobby/ws",
        origin=Origin(server.origin),
        additional_headers={"cookie": f"allmende={device.cookie}"} if device.cookie else {},
        open_timeout=LAST_RESORT,
    )


def hear_list(socket: ClientConnection, wanted: Callable[[list[Json]], bool]) -> list[Json]:
    """Wait until the list is as wanted."""
    while True:
        tables: list[Json] = json.loads(socket.recv(LAST_RESORT))["tables"]
        if wanted(tables):
            return tables


# Meeting


def test_strangers_meet_by_one_tap(house: Server) -> None:
    """The list is live, says what there is to know, and a table goes when it is full."""
    anna, bert, cleo = Stranger(house), Stranger(house), Stranger(house)
    with watching(cleo) as socket:
        table = anna.open_to_all(pace=PACE, open={"language": "de", "level": "new"})
        tables = hear_list(socket, lambda them: any(one["id"] == table for one in them))
        shown = next(one for one in tables if one["id"] == table)
        assert (shown["game"], shown["language"], shown["level"]) == ("halali", "de", "new")
        assert shown["pace"] == PACE
        assert [one["name"] for one in shown["players"]] == ["Anna", ""]
        assert bert.sit_down(table).json == {"seat": 1}
        assert bert.sit_down(table).json == {"seat": 1}, "asked again, the same seat"
        hear_list(socket, lambda them: all(one["id"] != table for one in them))
    assert cleo.sit_down(table).error == "table.no_free_seat"


@on_both
def test_two_who_want_to_play_now_find_each_other(own_server: OwnServer) -> None:
    """Also when they ask at the same moment, each at a table of its kind."""
    house = own_server("--lobby")
    pairs = [Stranger(house) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda one: one.play_now(pace=PACE).json, pairs))
    assert sorted(one["waits"] for one in found) == [False] * 3 + [True] * 3
    assert len({one["id"] for one in found}) == 3
    assert all(
        sorted(one["seat"] for one in found if one["id"] == table) == [0, 1]
        for table in {one["id"] for one in found}
    )
    alone = Stranger(house).play_now().json
    assert alone["waits"], "another pace is another table"


def test_a_quick_table_fits_language_and_level(house: Server) -> None:
    anna, bert, cleo = Stranger(house), Stranger(house), Stranger(house)
    first = anna.play_now("kuh_vadis", language="de", level="strong").json
    assert first["waits"]
    assert bert.play_now("kuh_vadis", language="nl", level="strong").json["waits"]
    assert cleo.play_now("kuh_vadis", language="de").json["id"] == first["id"]


def test_a_house_of_one_s_own_has_no_lobby(server: Server) -> None:
    """Off unless the host of the house wants it; clocks and days for a move go without it."""
    anna = Stranger(server)
    assert anna.get("/api/lobby").json == {"type": "lobby", "on": False, "tables": []}
    assert anna.try_to_open().error == "table.no_lobby"
    assert anna.play_now().error == "table.no_lobby"
    assert anna.post(
        "/api/tables", {"game": "halali", "players": [person("A"), LINK], "pace": PACE}
    )


def test_a_table_whose_host_is_gone_is_not_listed(own_server: OwnServer) -> None:
    """It is listed again when they come back. What is kept says when they were last there."""
    house = own_server("--lobby")
    anna, bert = Stranger(house), Stranger(house)
    live = anna.open_to_all()
    slow = anna.open_to_all(pace={**PACE, "span": "move", "seconds": 86_400, "bonus": 0})
    assert bert.listed() == [live, slow]
    with house.looking_in() as c:
        c.exec_driver_sql("UPDATE openings SET seen = seen - 120000")
    assert bert.listed() == [slow], "who has a day for a move need not be there"
    with house.looking_in() as c:
        c.exec_driver_sql("UPDATE openings SET seen = seen - 400000000")
    assert bert.listed() == []
    with anna.sit(live), watching(bert) as socket:
        hear_list(socket, lambda them: [one["id"] for one in them] == [live])


def test_a_table_that_was_left_counts_no_more(own_server: OwnServer) -> None:
    """Who has opened some in vain may open another one."""
    house = own_server("--lobby")
    anna = Stranger(house)
    for _ in range(3):
        anna.open_to_all()
    assert anna.try_to_open().error == "table.too_many_open"
    with house.looking_in() as c:
        c.exec_driver_sql("UPDATE openings SET seen = seen - 120000")
    anna.open_to_all()


def test_nobody_keeps_a_new_table_off_the_list(own_server: OwnServer) -> None:
    """However many there are already."""
    house = own_server("--lobby")
    anna, bert = Stranger(house), Stranger(house)
    anna.open_to_all()
    with house.looking_in() as c:
        for part, name in ((TABLES, "id"), (CHAIRS, "table_id"), (OPENINGS, "table_id")):
            rows = [dict(row) for row in c.execute(select(part)).mappings()]
            copies = [{**row, name: f"copy{at}"} for at in range(MOST_LISTED) for row in rows]
            c.execute(insert(part), copies)
    last, listed = bert.open_to_all(), bert.listed()
    assert len(listed) == MOST_LISTED
    assert listed[-1] == last


# Who can bother whom


def test_lobby_blocked_people_do_not_meet(house: Server) -> None:
    """Neither sees the tables of the other, nor sits down there; it can be lifted."""
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    bert.sit_down(table, "Bert the Bore")
    assert anna.post(f"/api/tables/{table}/seats/1/block", {}).status == 200
    for host, guest in ((anna, bert), (bert, anna)):
        fresh = host.open_to_all()
        assert fresh not in guest.listed()
        assert guest.sit_down(fresh).error == "table.not_open_to_you"
        assert guest.play_now(game="kuhfstein").json["waits"]
    (block,) = anna.get("/api/blocks").json["blocks"]
    assert block["name"] == "Bert the Bore"
    assert bert.get("/api/blocks").json["blocks"] == [], "who is blocked is not told"
    assert anna.post(f"/api/blocks/{block['ref']}/lift", {}).json == {"blocks": []}
    assert bert.sit_down(fresh_table(anna)).status == 200


def fresh_table(anna: "Stranger") -> str:
    tables: list[Json] = anna.get("/api/lobby").json["tables"]
    mine = [one for one in tables if one["yours"] and one["game"] == "halali"]
    return str(mine[0]["id"])


def test_lobby_nobody_talks_unless_all_want_to(house: Server) -> None:
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    bert.sit_down(table)
    with anna.sit(table) as a, bert.sit(table) as b:
        for one in (a, b):
            settle(one)
        assert a.refused("say", text="hello") == "table.chat_off"
        assert a.ask("talk", seat=0, on=True)["type"] == "ack"
        assert a.refused("say", text="hello") == "table.chat_off"
        assert b.ask("talk", seat=1, on=True)["type"] == "ack"
        assert a.ask("say", text="hello")["type"] == "ack"
        assert b.ask("talk", seat=1, on=False)["type"] == "ack"
        assert a.refused("say", text="again") == "table.chat_off"
        assert b.refused("talk", seat=0, on=True) == "table.not_your_seat"


def test_lobby_names_go_by_the_list_of_the_house(own_server: OwnServer, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# ours\nbadger\n*stoat\n", "utf-8")
    house = own_server("--lobby", "--refused-names", str(names))
    anna, bert = Stranger(house), Stranger(house)
    for name in ("Badger", "b a d g e r", "ВADGΕR", "Båd6er"[:3] + "ger", "MyStoat", "5t0at"):
        assert anna.try_to_open(name=name).error == "table.name_refused", name
    table = anna.open_to_all(name="Badgerine")
    assert bert.sit_down(table, "stooooat").error == "table.name_refused"
    bert.sit_down(table)
    with bert.sit(table) as socket:
        assert socket.refused("rename", seat=1, name="BADGER") == "table.name_refused"
    assert anna.open_table("halali", [person("Badger"), LINK]), "among friends all names go"


def test_our_own_list_spares_those_who_mean_well() -> None:
    ours = read_refused(None)
    assert ours.has("Admin")
    for name in ("Anna", "Nigeria", "Scunthorpe", "Essex", "Dick", "Kuttner", "Großmutter", "Ян"):
        assert not ours.has(name), name
    assert not Refused(["", "# only a comment"]).has("")


def test_lobby_open_tables_are_bounded(house: Server) -> None:
    anna = Stranger(house)
    for _ in range(3):
        anna.open_to_all()
    assert anna.try_to_open().error == "table.too_many_open"
    crowd = [Device(house, comes_from="127.99.0.9") for _ in range(6)]
    wish = {"game": "halali", "players": [person("A"), LINK], "open": OPEN}
    opened = [one.post("/api/tables", wish).status for one in crowd for _ in range(3)]
    assert opened.count(201) == 12, "many devices of one address are one crowd"


def test_lobby_who_sits_down_all_the_time_has_to_wait(house: Server) -> None:
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    answers = [bert.sit_down(table).status for _ in range(14)]
    assert answers.count(429) >= 3


def test_lobby_who_gave_a_seat_back_does_not_come_again(house: Server) -> None:
    """Nobody deals until it pleases them, or calls the host all the time."""
    anna, bert, cleo = Stranger(house), Stranger(house), Stranger(house)
    table = anna.open_to_all(HANDS)
    bert.sit_down(table)
    with bert.sit(table) as b:
        settle(b)
        b.ask("leave", seat=1)
    assert bert.sit_down(table).error == "table.left_before"
    assert bert.play_now(HANDS).json["id"] != table
    assert cleo.sit_down(table).status == 200


def test_lobby_a_seat_of_a_running_game_is_nobodys_to_give(house: Server) -> None:
    """Also where there are no hands: a host does not send away who is winning."""
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    bert.sit_down(table)
    with anna.sit(table) as a, bert.sit(table) as b:
        for one in (a, b):
            settle(one)
        next(one for one in (a, b) if one.state["legal"]).play_any(Random(1))
    revoked = anna.post(f"/api/tables/{table}/seats/1/revoke", {})
    assert revoked.error == "table.needs_agreement"


def test_lobby_hands_are_dealt_when_all_sit(house: Server) -> None:
    """Whoever looks at a table from the list sees what a spectator sees."""
    anna, bert, spy = Stranger(house), Stranger(house), Stranger(house)
    table = anna.open_to_all(HANDS)
    with anna.sit(table) as a:
        assert a.latest["welcome"]["table"]["dealt"] is False
    bert.sit_down(table)
    spy.get(f"/api/tables/{table}")
    with spy.sit(table) as s, bert.sit(table) as b:
        assert eyes(s) == {"spectator"}
        assert eyes(b) == {"1"}
    shown = str(spy.get("/api/lobby").json)
    assert anna.cookie is not None
    assert anna.cookie not in shown


@on_both
def test_lobby_reports_reach_the_host_of_the_house(
    own_server: OwnServer, database: tuple[str, ...]
) -> None:
    """Who acts on them: a name goes, and a ban keeps a device and its address from open tables."""
    house = own_server("--lobby")
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    bert.sit_down(table, "Awful Bert")
    wish = {"reason": "name", "words": "see for yourself"}
    assert anna.post(f"/api/tables/{table}/seats/1/report", wish).status == 200
    where = database or ("--data", str(house.data))

    def command(*words: str) -> str:
        whole = [sys.executable, "-m", "allmende", "reports", *words, *where]
        done = subprocess.run(whole, capture_output=True, text=True, check=True)
        return done.stdout

    listed = command()
    assert "Awful Bert" in listed
    assert "see for yourself" in listed
    ref = listed.split()[0]
    acted = command(ref, "--remove-name", "--ban", "30d")
    assert "30" in acted
    assert "Awful Bert" not in command()
    assert bert.try_to_open().error == "table.banned"
    again = Device(house, comes_from=bert.comes_from[0] if bert.comes_from else None)
    assert again.post("/api/lobby/play", {**PLAY, "name": "Bert"}).error == "table.banned"
    assert anna.try_to_open().status == 201
    with anna.sit(table) as socket:
        settle(socket)
        assert socket.ask("rename", seat=0, name="Anne")["type"] == "ack"
        assert socket.latest["players"]["players"][1]["name"] == ""


PLAY = {"game": "halali", "seats": 2, "language": "any", "level": "any"}


def test_lobby_only_strangers_can_be_reported(house: Server) -> None:
    anna, bert = Stranger(house), Stranger(house)
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    wish = {"reason": "play"}
    refused = anna.post(f"/api/tables/{made['id']}/seats/1/report", wish)
    assert refused.error == "table.nobody_to_report"
    table = anna.open_to_all()
    assert anna.post(f"/api/tables/{table}/seats/1/report", wish).error == "table.nobody_to_report"
    assert bert.post(f"/api/tables/{table}/seats/0/block", {}).status == 403


def test_a_rematch_of_strangers_is_one_too(house: Server) -> None:
    """With the same pace; who wanted to talk still does."""
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all(pace=PACE)
    bert.sit_down(table)
    with anna.sit(table) as a, bert.sit(table) as b:
        for one in (a, b):
            settle(one)
        a.ask("talk", seat=0, on=True)
        b.ask("resign", seat=1)
        a.ask("rematch")
        again = a.latest["welcome"]["table"]["rematch"].split("/")[-1]
    with anna.sit(again) as a:
        facts = a.latest["welcome"]["table"]
        assert facts["public"]
        assert facts["pace"] == PACE
        assert facts["talks"] == [1]


def test_lobby_no_rematch_with_whom_one_keeps_away(own_server: OwnServer) -> None:
    """Nobody who is unwelcome seats others at a new table, and what is known of where people come
    from goes along to it."""
    house = own_server("--lobby")
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all()
    bert.sit_down(table)
    with bert.sit(table) as b:
        settle(b)
        b.ask("resign", seat=1)
        anna.post(f"/api/tables/{table}/seats/1/block", {})
        assert b.refused("rematch") == "table.no_rematch"
        (block,) = anna.get("/api/blocks").json["blocks"]
        anna.post(f"/api/blocks/{block['ref']}/lift", {})
        assert b.ask("rematch")["type"] == "ack"
        again = b.latest["welcome"]["table"]["rematch"].split("/")[-1]
    with house.looking_in() as c:
        assert address_of(c, again, 0) == address_of(c, table, 1) != ""
    with bert.sit(again) as b:
        settle(b)
        b.ask("resign", seat=0)
        with house.looking_in() as c:
            owner = c.execute(select(STRANGERS.c.owner).where(STRANGERS.c.seat == 0)).scalars()
            add_ban(c, owner.all()[-1], "", 2**60)
        assert b.refused("rematch") == "table.no_rematch"


def test_who_plays_again_and_again_has_to_wait(own_server: OwnServer) -> None:
    """Another game is another table, and is counted as one."""
    anna = Device(own_server("--tables-per-minute", "2"))
    table = anna.open_table("halali", [person("Anna"), {"kind": "device", "name": "Bert"}])["id"]
    while (answer := give_up_and_play_again(anna, table))["type"] == "ack":
        table = answer["rematch"]
    assert answer["reason"]["key"] == "table.too_many_tables"


def give_up_and_play_again(anna: Device, table: str) -> Json:
    """Return the answer to the wish for another game, with its table."""
    with anna.sit(table) as socket:
        settle(socket)
        socket.ask("resign", seat=0)
        answer = socket.ask("rematch")
        rematch = socket.latest["welcome"]["table"]["rematch"] or ""
        return {**answer, "rematch": rematch.split("/")[-1]}


# Looking ahead


def test_moves_can_be_planned_where_nothing_is_hidden(house: Server) -> None:
    """From what the seat imagines, and one of them is possible when the turn comes."""
    anna, bert = Stranger(house), Stranger(house)
    table = anna.open_to_all("kuh_vadis")
    bert.sit_down(table)
    with anna.sit(table) as a, bert.sit(table) as b:
        for one in (a, b):
            settle(one)
        mover, other = (a, b) if a.state["legal"] else (b, a)
        seat = other.latest["welcome"]["you"][0]
        planned = other.ask("ahead", seat=seat)
        assert planned["type"] == "ahead"
        numbers = {move["n"] for move in planned["moves"]}
        assert numbers
        while not other.state["legal"]:
            version = mover.state["version"]
            mover.play_any(Random(1))
            other.hear_version(version + 1)
        assert numbers & {move["n"] for move in other.state["legal"][str(seat)]}
        assert other.ask("ahead", seat=seat)["moves"] == [], "it is the turn of the seat now"
        assert mover.refused("ahead", seat=seat) == "table.not_your_seat"


def test_nothing_is_planned_where_hands_are(house: Server) -> None:
    """To decide at once would tell something about a hand."""
    anna = Stranger(house)
    made = anna.open_table(HANDS, [person("Anna"), {"kind": "device", "name": "Bert"}])
    with anna.sit(made["id"]) as socket:
        settle(socket)
        idle = next(seat for seat in (0, 1) if str(seat) not in socket.state["legal"])
        assert socket.ask("ahead", seat=idle)["moves"] == []


# By the clock, at a real server


@on_both
def test_a_clock_goes_on_after_a_kill(own_server: OwnServer) -> None:
    house = own_server()
    anna = Device(house)
    wish = {"game": "halali", "players": [person("Anna"), bot("calf")], "pace": PACE}
    table = anna.post("/api/tables", wish).json["id"]
    with anna.sit(table) as socket:
        before = socket.hear_until(lambda m: m["type"] == "clock")
        assert before["left"] == [600_000, 600_000]
    house.kill()
    house.restart()
    with anna.sit(table) as socket:
        after = socket.hear_until(lambda m: m["type"] == "clock")
        assert after["running"] == before["running"]
        assert all(left <= 600_000 for left in after["left"])
        assert socket.latest["welcome"]["table"]["pace"] == PACE

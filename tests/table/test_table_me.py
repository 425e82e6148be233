"""A person with several devices: how they come, what they may do, and what is told of it."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, select, text, update

from allmende.table.house import persons
from allmende.table.limits import CODES as CODES_AT_ONCE
from allmende.table.refusal import Refusal
from allmende.table.store import knowing
from allmende.table.store.belongings import delete_all, join_all, kinds, tell_all
from allmende.table.store.knowing import drop_device
from allmende.table.store.meeting_schema import BANS, BLOCKS, OPENINGS, REPORTS
from allmende.table.store.notice_schema import SUBSCRIPTIONS
from allmende.table.store.owners import owner_of
from allmende.table.store.person_schema import CODES, DEVICES
from allmende.table.store.schema import CHAT, EVENTS, HOLDERS, INVITES, METADATA, SEATINGS
from allmende.table.tokens import Device as Token

from .authenticator import Authenticator, forged
from .clients import LINK, Device, bot, person
from .conftest import on_both
from .server_process import Json, Server
from .sitting import HANDS, told

LONG_AGO = "2001-01-01T00:00:00.000+00:00"
ADDRESSES = count(1)


def somebody(server: Server) -> Device:
    """Come from an address of one's own: codes are counted by address."""
    at = next(ADDRESSES)
    return Device(server, comes_from=f"127.1.{at // 250}.{at % 250 + 1}")


def code_of(device: Device) -> str:
    made = device.post("/api/me/code", {"name": "Laptop"}).json
    assert made["url"] == f"/me#{made['code']}"
    return str(made["code"])


def join(device: Device, code: str, name: str = "Phone") -> Any:
    return device.post("/api/me/join", {"code": code, "name": name})


def copied(device: Device, name: str = "Phone") -> Device:
    """Bring another device of the same person."""
    other = somebody(device.server)
    assert join(other, code_of(device), name).status == 200
    return other


def devices(device: Device) -> list[Json]:
    found: list[Json] = device.get("/api/me").json["devices"]
    return found


def tables(device: Device) -> list[str]:
    return [table["id"] for table in device.get("/api/tables").json["tables"]]


def drop(device: Device, name: str) -> Any:
    which = next(one["id"] for one in devices(device) if one["name"] == name)
    return device.post(f"/api/me/devices/{which}/drop", {})


def seated(server: Server, game: str = HANDS) -> tuple[Device, Device, str]:
    anna, bert = somebody(server), somebody(server)
    made = anna.open_table(game, [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    return anna, bert, made["id"]


# Coming


def test_nobody_needs_to_be_a_person(server: Server) -> None:
    anna, _, _ = seated(server)
    assert anna.get("/api/me").json == {"devices": [], "passkeys": []}
    assert somebody(server).get("/api/me").json == {"devices": [], "passkeys": []}


@on_both
def test_code_thief_holds_a_seat_unnoticed(
    server: Server,
) -> None:
    """Another device sees all games, and comes to a seat in sight of all."""
    anna, bert, table = seated(server)
    with anna.sit(table) as a, bert.sit(table) as b:
        mover = a if a.state["legal"] else b
        mover.play_any(Random(1))
    phone = copied(anna)
    assert tables(phone) == [table]
    with phone.sit(table) as before:
        assert before.latest["welcome"]["you"] == []
        assert set(before.state["views"]) == {"spectator"}
    with bert.sit(table) as b:
        assert phone.post(f"/api/tables/{table}/come", {}).json == {"seats": [0]}
        with phone.sit(table) as after:
            assert after.latest["welcome"]["you"] == [0]
            assert set(after.state["views"]) == {"0"}
        b.ask("earlier", before=1)
        assert told(b)[-1] == "device"
        assert [one["devices"] for one in b.latest["players"]["players"]] == [2, 1]
    assert phone.post(f"/api/tables/{table}/come", {}).json == {"seats": []}


@on_both
def test_a_code_works_once_however_it_is_typed(server: Server) -> None:
    anna, phone, thief = somebody(server), somebody(server), somebody(server)
    code = code_of(anna)
    assert join(phone, f" {code.lower().replace('-', ' ')}").status == 200
    assert join(thief, code).error == "table.bad_code"
    assert [one["name"] for one in devices(phone)] == ["Laptop", "Phone"]


def test_code_thief_reads_a_hand(server: Server) -> None:
    """Only the latest code works, and only for minutes."""
    anna, phone = somebody(server), somebody(server)
    first, second = code_of(anna), code_of(anna)
    assert join(phone, first).status == 403
    with server.looking_in() as c:
        c.execute(update(CODES).values(until=LONG_AGO))
    assert join(phone, second).error == "table.bad_code"


def test_guessing_is_slow(server: Server) -> None:
    guesser = somebody(server)
    tries = [join(guesser, f"AAAA-BBBB-CCCC-{n:04}").status for n in range(15)]
    assert tries[0] == 403
    assert 429 in tries


def test_a_device_that_nobody_else_is_comes_to_no_seat(server: Server) -> None:
    _, _, table = seated(server)
    stranger, other = somebody(server), somebody(server)
    assert join(other, code_of(stranger)).status == 200
    assert other.post(f"/api/tables/{table}/come", {}).json == {"seats": []}
    assert somebody(server).post(f"/api/tables/{table}/come", {}).json == {"seats": []}


def test_what_two_devices_have_played_is_one_statistic(server: Server) -> None:
    anna, phone = somebody(server), somebody(server)
    for device in (anna, phone):
        made = device.open_table("halali", [person("Anna"), bot()])
        with device.sit(made["id"]) as socket:
            assert socket.ask("resign", seat=0)["type"] == "ack"
    assert join(phone, code_of(anna)).status == 200
    for device in (anna, phone):
        assert device.get("/api/statistics").json["played"] == 2
        assert len(tables(device)) == 2


# Going


@on_both
def test_a_lost_device_is_dropped_with_its_seats(server: Server) -> None:
    anna, bert, table = seated(server)
    laptop = copied(anna, "New laptop")
    make_trusted(server, "New laptop")
    with anna.sit(table) as lost, bert.sit(table) as watching:
        assert drop(laptop, "Laptop").status == 200
        lost.hear_a("bye")
        watching.ask("earlier", before=1)
        assert {"device", "fewer"} <= set(told(watching))
    assert tables(anna) == []
    assert devices(anna) == []
    with anna.sit(table) as lost, laptop.sit(table) as kept:
        assert lost.latest["welcome"]["you"] == []
        assert kept.latest["welcome"]["you"] == [0]
        assert (lost.latest["welcome"]["host"], kept.latest["welcome"]["host"]) == (False, True)


def make_trusted(server: Server, name: str) -> None:
    """Let a day pass for a device."""
    with server.looking_in() as c:
        c.execute(update(DEVICES).where(DEVICES.c.name == name).values(trusted=LONG_AGO))


@on_both
def test_code_thief_locks_somebody_out(server: Server) -> None:
    """Such a device drops nobody, deletes nothing, makes no passkey, and is dropped."""
    anna, _, table = seated(server)
    finished = anna.open_table("halali", [person("Anna"), bot()])["id"]
    thief = copied(anna, "Thief")
    refused = [
        drop(thief, "Laptop"),
        thief.post("/api/me/forget", {}),
        thief.get("/api/me/export"),
        thief.post("/api/notices/forget", {}),
        thief.post("/api/me/passkeys/options", {"name": "Thief"}),
    ]
    assert {answer.error for answer in refused} == {"table.not_trusted_yet"}
    assert thief.post(f"/api/tables/{finished}/remove", {}).status == 403
    assert thief.post("/api/tables/remove", {}).json["removed"] == 0
    assert sorted(tables(anna)) == sorted([table, finished])
    assert thief.post(f"/api/tables/{table}/come", {}).json == {"seats": [0]}
    assert drop(anna, "Thief").status == 200
    with thief.sit(table) as socket:
        assert socket.latest["welcome"]["you"] == []
    assert tables(thief) == []


def test_code_thief_moves_for_somebody(server: Server) -> None:
    """To be a device of a person is to hold no seat yet, and none any more after being dropped."""
    anna, _, table = seated(server, "halali")
    thief = copied(anna, "Thief")
    with thief.sit(table) as socket:
        assert socket.refused("move", version=0, seat=0, n=0) == "table.not_your_seat"
    thief.post(f"/api/tables/{table}/come", {})
    with thief.sit(table) as socket:
        assert drop(anna, "Thief").status == 200
        assert socket.hear_a("bye")["reason"]["key"] == "table.device_dropped"
    with thief.sit(table) as socket:
        assert socket.refused("move", version=0, seat=0, n=0) == "table.not_your_seat"


def test_code_thief_learns_the_deal(server: Server) -> None:
    """Nothing that a person is told holds a hand or a seed."""
    anna, _, table = seated(server)
    thief = copied(anna, "Thief")
    with anna.sit(table) as a:
        secret = json.dumps(a.state["views"]["0"]["players"][0]["hand"])
    for path in ("/api/me", "/api/tables", "/api/statistics", f"/api/tables/{table}/stored"):
        written = thief.get(path).content.decode()
        assert secret not in written
        assert "seed" not in written or '"seed": null' in written or '"seed":null' in written


def test_code_thief_sees_who_plays(server: Server) -> None:
    """The games of that person, until the device is dropped."""
    anna, _, table = seated(server)
    thief = copied(anna, "Thief")
    assert tables(thief) == [table]
    assert drop(anna, "Thief").status == 200
    assert tables(thief) == []


def test_a_code_that_a_dropped_device_made_is_void(server: Server) -> None:
    anna = somebody(server)
    thief, accomplice = copied(anna, "Thief"), somebody(server)
    code = code_of(thief)
    assert drop(anna, "Thief").status == 200
    assert join(accomplice, code).status == 403


def test_to_move_house_is_to_copy_and_to_leave(server: Server) -> None:
    anna, _, table = seated(server, "halali")
    phone = copied(anna)
    assert drop(anna, "Laptop").status == 200
    assert tables(anna) == []
    assert tables(phone) == [table]
    with phone.sit(table) as socket:
        assert socket.latest["welcome"]["you"] == [0]
    assert drop(phone, "Phone").error == "table.only_device"


@on_both
def test_a_finished_game_goes_with_the_person(server: Server) -> None:
    anna = somebody(server)
    made = anna.open_table("halali", [person("Anna"), bot()])
    with anna.sit(made["id"]) as socket:
        assert socket.ask("resign", seat=0)["type"] == "ack"
    phone = copied(anna)
    assert drop(anna, "Laptop").status == 200
    assert tables(phone) == [made["id"]]
    assert phone.get("/api/statistics").json["played"] == 1
    assert tables(anna) == []


def test_nobody_drops_the_devices_of_others(server: Server) -> None:
    anna, stranger = somebody(server), somebody(server)
    copied(anna)
    copied(stranger)
    which = devices(anna)[0]["id"]
    assert stranger.post(f"/api/me/devices/{which}/drop", {}).status == 404
    assert somebody(server).post(f"/api/me/devices/{which}/drop", {}).status == 403
    assert len(devices(anna)) == 2


@on_both
def test_a_person_survives_a_restart(own_server: Any) -> None:
    server = own_server()
    anna, _, table = seated(server)
    phone = copied(anna)
    server.stop()
    server.restart()
    assert tables(phone) == [table]
    assert [one["here"] for one in devices(phone)] == [False, True]


@on_both
def test_of_two_devices_that_drop_each_other_one_stays(server: Server) -> None:
    """Else everything about their person would be nobody's, and for ever."""
    anna = somebody(server)
    phone = copied(anna)
    make_trusted(server, "Phone")
    ids = {one["name"]: one["id"] for one in devices(anna)}
    drops = [(anna, ids["Phone"]), (phone, ids["Laptop"])]
    with ThreadPoolExecutor(len(drops)) as at_once:
        done = at_once.map(lambda it: it[0].post(f"/api/me/devices/{it[1]}/drop", {}).status, drops)
        assert sorted(done) == [200, 404]
    assert sorted(len(devices(one)) for one, _ in drops) == [0, 1]


# Passkeys


def passkey_for(device: Device) -> Authenticator:
    key = Authenticator(device.origin, "127.0.0.1")
    options = device.post("/api/me/passkeys/options", {"name": "Laptop"}).json["options"]
    wish = {"credential": key.registers(options), "name": "Keyring"}
    assert device.post("/api/me/passkeys", wish).json["passkeys"][0]["name"] == "Keyring"
    return key


def sign_in(device: Device, credential: Json) -> Any:
    return device.post("/api/me/signin", {"credential": credential, "name": "Phone"})


def question(device: Device) -> Json:
    asked: Json = device.post("/api/me/signin/options", {}).json["options"]
    return asked


@on_both
def test_who_has_a_passkey_is_known_again_and_trusted(server: Server) -> None:
    anna, _, table = seated(server)
    key, phone = passkey_for(anna), somebody(server)
    assert sign_in(phone, key.signs(question(phone))).status == 200
    assert tables(phone) == [table]
    assert drop(phone, "Laptop").status == 200
    which = phone.get("/api/me").json["passkeys"][0]["id"]
    assert phone.post(f"/api/me/passkeys/{which}/drop", {}).json["passkeys"] == []
    assert sign_in(anna, key.signs(question(anna))).error == "table.bad_passkey"


def test_a_signature_works_once_and_only_where_it_was_asked_for(server: Server) -> None:
    anna, phone = somebody(server), somebody(server)
    key = passkey_for(anna)
    signed = key.signs(question(phone))
    assert sign_in(phone, forged(signed)).status == 403
    elsewhere = key.signs({"challenge": "bm90aGluZw"})
    assert sign_in(phone, elsewhere).status == 403
    key.origin = "https://elsewhere.example"
    assert sign_in(phone, key.signs(question(phone))).status == 403
    assert sign_in(phone, signed).status == 200
    assert sign_in(somebody(server), signed).status == 403
    assert sign_in(somebody(server), {"id": "x", "response": {}}).status == 403


def test_nobody_adds_a_passkey_to_others(server: Server) -> None:
    anna, thief = somebody(server), somebody(server)
    options = anna.post("/api/me/passkeys/options", {"name": "Laptop"}).json["options"]
    copied(thief)
    wish = {
        "credential": Authenticator(thief.origin, "127.0.0.1").registers(options),
        "name": "Mine",
    }
    assert thief.post("/api/me/passkeys", wish).status == 403
    assert anna.get("/api/me").json["passkeys"] == []


def test_a_passkey_that_was_dropped_while_it_signed_opens_nothing(server: Server) -> None:
    """Between the look at a signature and the device that comes by it there is time."""
    anna = somebody(server)
    passkey_for(anna)
    with server.looking_in() as c:
        owner = owner_of(c, device_hash(anna))
        [key] = knowing.passkeys_in(c, owner)
        knowing.come_by_passkey(c, Token("tablet"), key.credential, 1, "Tablet")
        assert owner_of(c, Token("tablet")) == owner
        knowing.drop_passkey(c, Token("tablet"), key.id)
        with pytest.raises(Refusal, match="bad_passkey"):
            knowing.come_by_passkey(c, Token("phone"), key.credential, 2, "Phone")
        assert owner_of(c, Token("phone")) == "phone"


def test_answers_about_passkeys_are_counted(server: Server) -> None:
    """To look at one takes time, whether it is right or not."""
    thief = somebody(server)
    thief.post("/api/me/code", {"name": "Laptop"})
    wish = {"credential": {"id": "x", "response": {}}, "name": "Mine"}
    statuses = [thief.post("/api/me/passkeys", wish).status for _ in range(CODES_AT_ONCE.at_once)]
    assert statuses[:-1] == [403] * (CODES_AT_ONCE.at_once - 1)
    assert statuses[-1] == 429


# Everything about me


@on_both
def test_an_export_tells_everything_and_no_secret(server: Server) -> None:
    anna, bert, table = seated(server)
    phone = copied(anna)
    make_trusted(server, "Phone")
    with anna.sit(table) as a, bert.sit(table) as b:
        a.ask("say", text="What Anna says")
        b.ask("say", text="What Bert says")
        (a if a.state["legal"] else b).play_any(Random(1))
    answer = phone.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="allmende.json"'
    told_of = answer.json
    assert [one["name"] for one in told_of["belongings"]["devices"]] == ["Laptop", "Phone"]
    (game,) = told_of["tables"]
    assert (game["id"], game["seats"][0]["name"], game["is_host"]) == (table, "Anna", True)
    assert [one["text"] for one in game["chat"]] == ["What Anna says"]
    assert told_of["hosted"] == [table]
    written = answer.content.decode()
    assert "Bert" not in written
    for device in (anna, phone, bert):
        assert str(device.cookie) not in written
        assert device_hash(device) not in written


def device_hash(device: Device) -> str:
    from allmende.table.tokens import hashed

    return hashed(str(device.cookie))


@on_both
def test_everything_about_me_goes_and_others_play_on(server: Server) -> None:
    anna, bert, table = seated(server)
    phone = copied(anna)
    passkey_for(anna)
    phone.post(f"/api/tables/{table}/come", {})
    with anna.sit(table) as a, bert.sit(table) as b:
        a.ask("say", text="What Anna says")
        (a if a.state["legal"] else b).play_any(Random(1))
    finished = anna.open_table("halali", [person("Anna"), bot()])["id"]
    screen = anna.open_table("halali", [LINK, LINK])["id"]
    make_trusted(server, "Phone")
    hashes = [device_hash(one) for one in (anna, phone)]
    done = phone.post("/api/me/forget", {})
    assert done.json == {"tables": 2}
    with server.looking_in() as c:
        assert found_anywhere(c, [*hashes, "What Anna says", "Anna"], about=table) == []
        assert not has_rows(c, [finished, screen])
    with bert.sit(table) as b:
        assert b.latest["players"]["players"][0]["kind"] == "bot"
        assert b.latest["welcome"]["you"] == [1]
    assert anna.get("/api/me").json == {"devices": [], "passkeys": []}


@on_both
def test_who_sits_down_while_they_are_deleted_is_deleted_there_too(server: Server) -> None:
    anna = somebody(server)
    phone = copied(anna)
    seen_before = [Token(device_hash(anna))]
    table = phone.open_table("halali", [person("Anna"), bot()])["id"]
    with server.looking_in() as c:
        persons.delete_everything(c, seen_before[0], frozenset(seen_before), found=[])
        assert found_anywhere(c, [device_hash(phone)], about=table) == []


def found_anywhere(c: Connection, words: list[str], about: str) -> list[tuple[str, str]]:
    """Search the whole database for words, and for the beginnings that stand for devices."""
    searched = [*words, *(word[:16] for word in words if len(word) == 64)]
    found = []
    for table in METADATA.sorted_tables:
        rows = [json.dumps(list(row), default=str) for row in c.execute(select(table))]
        if "table_id" in table.c:
            rows = [row for row in rows if about in row]
        for word in searched:
            if word == "Anna" and "table_id" not in table.c:
                continue  # other tests have people of that name
            found += [(table.name, word) for row in rows if word in row]
    return found


def has_rows(c: Connection, tables: list[str]) -> bool:
    parts = (HOLDERS, CHAT, EVENTS, SEATINGS, INVITES)
    return any(c.execute(select(p).where(p.c.table_id.in_(tables))).first() for p in parts)


# Things that belong to somebody


@pytest.fixture
def books(server: Server) -> Any:
    """Two kinds of things that somebody may own: one each, and several."""
    from sqlalchemy import Column, String, Table

    each = Table(
        "test_wishes", METADATA, Column("owner", String, primary_key=True), Column("wish", String)
    )
    many = Table(
        "test_blocks",
        METADATA,
        Column("owner", String, primary_key=True),
        Column("who", String, primary_key=True),
        Column("note", String, info={"secret": True}),
    )
    with server.looking_in() as c:
        trial = c.begin_nested()
        for table in (each, many):
            table.create(c)
        yield c, each, many
        trial.rollback()
    METADATA.remove(each)
    METADATA.remove(many)


@on_both
def test_a_new_kind_of_thing_is_joined_told_and_deleted_by_itself(books: Any) -> None:
    c, each, many = books
    c.execute(insert(each), [{"owner": "a", "wish": "x"}, {"owner": "b", "wish": "y"}])
    rows = [("a", "k", "1"), ("b", "k", "2"), ("b", "l", "3"), ("c", "m", "4")]
    c.execute(insert(many), [dict(zip(("owner", "who", "note"), row, strict=True)) for row in rows])
    assert {each, many} <= set(kinds())
    join_all(c, "b", "a")
    told_of = tell_all(c, "a")
    assert told_of["test_wishes"] == [{"wish": "x"}]
    assert sorted(one["who"] for one in told_of["test_blocks"]) == ["k", "l"]
    assert "note" not in told_of["test_blocks"][0]
    assert tell_all(c, "b")["test_blocks"] == []
    delete_all(c, "a")
    assert tell_all(c, "a")["test_blocks"] == []
    assert tell_all(c, "c")["test_blocks"] == [{"who": "m"}]
    assert inspect(c).has_table("test_wishes")
    assert c.execute(text("SELECT count(*) FROM test_blocks")).scalar() == 1


@on_both
def test_nobody_sheds_a_ban_a_block_or_a_report(books: Any) -> None:
    c, *_ = books
    c.execute(insert(BANS), {"ref": "1", "owner": "a", "address": "", "until": 9})
    c.execute(
        insert(BLOCKS), {"ref": "1", "owner": "x", "blocked": "a", "name": "Anna", "at": LONG_AGO}
    )
    seat = {"at_table": "t", "seat": 0, "name": "Anna", "address": "", "said": "", "at": LONG_AGO}
    words = {"reason": "name", "words": "as I saw it"}
    c.execute(
        insert(REPORTS),
        [
            {"ref": "1", "owner": "a", "reporter": "x", **seat, **words},
            {"ref": "2", "owner": "x", "reporter": "a", **seat, **words},
        ],
    )
    join_all(c, "a", "b")
    assert c.execute(select(BLOCKS.c.blocked)).scalars().all() == ["b"]
    told_of = tell_all(c, "b")
    assert told_of["bans"] == [{"ref": "1", "until": 9}]
    assert [one["words"] for one in told_of["reports"]] == ["as I saw it"]
    assert "reporter" not in told_of["reports"][0]
    delete_all(c, "b")
    assert c.execute(select(BANS.c.owner)).scalars().all() == ["b"]
    assert c.execute(select(REPORTS.c.ref)).scalars().all() == ["1"]


@on_both
def test_a_deleted_person_leaves_a_table_of_strangers_one(books: Any) -> None:
    c, *_ = books
    opened = {"table_id": "t", "owner": "a", "address": "1", "language": "de", "level": "any"}
    c.execute(insert(OPENINGS), {**opened, "seen": 1})
    delete_all(c, "a")
    left = c.execute(select(OPENINGS)).mappings().one()
    assert (left["table_id"], left["owner"], left["address"]) == ("t", "", "")


@on_both
def test_a_dropped_device_is_not_called_any_more(books: Any) -> None:
    c, *_ = books
    for device in ("phone", "laptop"):
        c.execute(
            insert(SUBSCRIPTIONS),
            {
                "id": device,
                "owner": "a",
                "device": device,
                "endpoint": "",
                "p256dh": "",
                "auth": "",
                "language": "de",
                "created": 0.0,
            },
        )
    drop_device(c, Token("phone"))
    assert c.execute(select(SUBSCRIPTIONS.c.id)).scalars().all() == ["laptop"]
    assert tell_all(c, "a")["subscriptions"][0].keys().isdisjoint({"endpoint", "auth", "device"})

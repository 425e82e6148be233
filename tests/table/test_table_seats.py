"""Who holds a seat: what is told and kept, how a table agrees, and what stays as it was."""

import sqlite3
from random import Random
from typing import cast

import pytest

from allmende.core.match import new
from allmende.core.registry import game_named
from allmende.table.log import Log
from allmende.table.metrics import Metrics
from allmende.table.settings import DATABASE
from allmende.table.store.facts import BOT, PERSON, Chair, Deal, Kept
from allmende.table.store.scribe import Scribe
from allmende.table.tables import dealing
from allmende.table.tables.history import History
from allmende.table.tables.rebuilding import first_match
from allmende.table.tables.room import Room
from allmende.table.tokens import Device as DeviceHash
from tests.loops import run_alone

from .clients import LINK, Device, all_open, here, person
from .conftest import OwnServer, SeatTwo, on_both
from .server_process import Server
from .sitting import HANDS, NAMES, Sitting, eyes, hear_of, promise, settle, told


@on_both
def test_a_table_agrees(server: Server) -> None:
    """Cleo is away for good: Bert agrees, Dora gets the seat with the hand that it has."""
    table, dora = Sitting(server, 2).begin(), Device(server)
    bert, cleo = table.guests
    with table.open(cleo) as (c,):
        hand, hashed = c.state["views"]["2"], promise(c)
    with table.open(table.host, bert) as (a, b):
        a.ask("propose", seat=2)
        assert a.ask("propose", seat=2)["type"] == "ack", "once more is harmless"
        assert b.hear_a("proposal") == {
            "type": "proposal",
            "seat": 2,
            "asked": [1],
            "agreed": [],
        }
        assert a.refused("vote", seat=2, agree=True) == "table.not_asked"
        b.ask("vote", seat=2, agree=True)
        hear_of(a, "agreed")
        assert b.latest["proposal"]["seat"] is None
        (invite,) = table.host.post(f"{table.path}/invites", {}).json["invites"]
        assert dora.join(invite["url"], "Dora") == 2
        hear_of(a, "sat")
    with table.open(cleo, dora) as (c, d):
        assert eyes(c) == {"spectator"}
        assert (d.state["views"]["2"], promise(d)) == (hand, hashed)
        assert told(d) == ["sat", "sat", "dealt", "proposed", "agreed", "sat"]


@on_both
def test_a_table_does_not_agree(server: Server) -> None:
    """One no is enough, also of the one concerned; and the host may think better of it."""
    table = Sitting(server, 2).begin()
    with table.open(table.host, *table.guests) as (a, b, c):
        a.ask("propose", seat=2)
        assert b.ask("vote", seat=2, agree=True)["type"] == "ack"
        assert hear_of(c, "proposed")
        c.ask("vote", seat=2, agree=False)
        assert hear_of(a, "declined")["event"]["args"]["other"] == "Cleo"
        assert b.refused("vote", seat=2, agree=True) == "table.no_proposal"
        a.ask("propose", seat=1)
        a.ask("vote", seat=1, agree=False)
        hear_of(b, "withdrawn")
        a.ask("propose", seat=1)
        assert b.ask("resign", seat=1)["type"] == "ack"
        assert c.refused("vote", seat=1, agree=True) == "table.no_proposal"
        assert a.refused("propose", seat=1) == "table.seat_resigned"
        assert told(a)[-1] == "bot_plays", "who gives up leaves the play to a bot"
    with table.open(*table.guests) as (b, c):
        assert (eyes(b), eyes(c)) == ({"1"}, {"2"})


@on_both
def test_who_comes_back_sees_the_proposal_and_is_asked(server: Server) -> None:
    table = Sitting(server, 2).begin()
    bert, cleo = table.guests
    with table.open(table.host, bert) as (a, b):
        a.ask("propose", seat=2)
        with table.open(cleo) as (c,):
            assert c.latest["proposal"]["asked"] == [1, 2]
            b.ask("vote", seat=2, agree=True)
            settle(b)
            assert b.latest["proposal"]["agreed"] == [1]
            assert told(b)[-1] == "proposed", "Cleo has not agreed"


def test_no_agreement_without_hands(two: SeatTwo) -> None:
    """Where nobody knows more than a spectator nothing waits, and the host frees seats; that is
    told too."""
    anna, bert, table = two("kuh_vadis")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert a.latest["welcome"]["table"]["hands"] is False
        hashed = promise(a)
        (a if a.state["legal"] else b).play_any(Random(1))
        assert a.refused("propose", seat=1) == "table.no_agreement_needed"
        assert anna.post(f"/api/tables/{table}/seats/1/revoke", {}).status == 200
        assert b.hear_a("bye")["reason"]["key"] == "table.seat_revoked"
        hear_of(a, "freed")
        settle(a)
        assert promise(a) == hashed


@pytest.mark.parametrize(("name", "hands"), [("halali", False), (HANDS, True)])
def test_hands_are_found_by_the_veil(name: str, hands: bool) -> None:
    game = game_named(name)
    assert game.secrets
    assert dealing.has_hands(game, new(game, 2, 1).record) == hands


@on_both
def test_a_bot_takes_a_free_seat(server: Server) -> None:
    """Then everybody sits, and hands are dealt; once the game runs nobody comes by the old link."""
    table = Sitting(server)
    with table.open(table.host) as (a,):
        a.ask("bot", seat=1, level="calf")
        settle(a)
        assert told(a) == ["bot_sits", "dealt"]
        assert eyes(a) == {"0"}
        while not a.state["legal"]:
            a.hear()
        a.play_any(Random(1))
    answer = table.join(Device(server), table.links[0], "Bert")
    assert answer.error == "table.needs_agreement"


@on_both
def test_a_seat_given_back_before_the_first_move_is_free(server: Server) -> None:
    table = Sitting(server).seat_all()
    with table.open(table.host, *table.guests) as (a, b):
        b.ask("leave", seat=1)
        assert b.latest["welcome"]["you"] == []
        hear_of(a, "left")
        settle(a)
        assert a.latest["welcome"]["table"]["dealt"] is False
        assert eyes(a) == {"spectator"}
    assert table.host.get("/api/tables").json["tables"][0]["your_turn"] is False
    (invite,) = table.host.post(f"{table.path}/invites", {}).json["invites"]
    Device(server).join(invite["url"], "Dora")
    waits = table.host.get("/api/tables").json["tables"][0]["your_turn"]
    with table.open(table.host) as (a,):
        assert bool(a.state["legal"]) == waits
        assert told(a)[-2:] == ["sat", "dealt"]


@on_both
def test_a_lost_answer_to_a_join_is_harmless(server: Server) -> None:
    """The page for joining asks who is there first: with that a device has its name."""
    table, bert = Sitting(server), Device(server)
    bert.get(table.path)
    assert bert.cookie
    for _ in range(2):
        assert table.join(bert, table.links[0], "Bert").json == {"seat": 1}
    assert "set-cookie" not in table.join(bert, table.links[0], "Bert").headers


@on_both
def test_a_device_that_loses_a_seat_has_seen_a_hand_that_is_not_played(server: Server) -> None:
    """A further device changes nothing; when one goes before the first move, all is dealt anew."""
    table, phone = Sitting(server).seat_all(), Device(server)
    with table.open(table.host) as (a,):
        first = promise(a)
        table.add(phone, table.link_for(table.host, 0))
        hear_of(a, "device")
        assert promise(a) == first
        a.ask("alone", seat=0)
        settle(a)
        assert promise(a) != first
        assert told(a)[-2:] == ["alone", "dealt"]


def test_an_invitation_from_before_they_were_used_up(server: Server) -> None:
    """A database of an older server does not say which were used: who sits there is enough."""
    table = Sitting(server).seat_all()
    with sqlite3.connect(server.data / DATABASE) as database:
        database.execute("UPDATE invites SET used_by = NULL WHERE table_id = ?", [table.id])
    assert table.join(Device(server), table.links[0], "Bert").error == "table.invite_used"


def test_at_most_so_many_devices(server: Server) -> None:
    table = Sitting(server).seat_all()
    for _ in range(5):
        assert table.add(Device(server), table.link_for(table.host, 0)).status == 200
    full = table.host.post(f"{table.path}/seats/0/device", {})
    assert full.error == "table.too_many_devices"


@on_both
def test_hot_seats_and_rematches(server: Server) -> None:
    """One device that holds all seats has the hands at once; a rematch keeps devices, and deals."""
    device, phone = Device(server), Device(server)
    made = device.open_table(HANDS, [person("Anna"), here("Bert")])
    table = f"/api/tables/{made['id']}"
    token = device.post(f"{table}/seats/1/device", {}).json["url"].partition("#+")[2]
    assert phone.post(f"{table}/devices", {"token": token}).json == {"seat": 1}
    with device.sit(made["id"]) as socket:
        assert eyes(socket) == {"0", "1"}
        socket.ask("resign", seat=0)
        socket.ask("rematch")
        again = socket.latest["welcome"]["table"]["rematch"].removeprefix("/t/")
    with all_open(device.sit(again), phone.sit(again)) as (a, p):
        assert a.latest["welcome"]["table"]["dealt"]
        assert (eyes(a), eyes(p)) == ({"0", "1"}, {"0"})
        assert p.refused("alone", seat=0) == "table.first_device_only"


def test_a_position_is_dealt_anew_but_for_the_host(server: Server) -> None:
    """Who sits down at a table that began from a position gets a hand nobody has seen; the host
    keeps what the host's seat knew."""
    host, puppet, bert = Device(server), Device(server), Device(server)
    finished = host.play_to_the_end(HANDS, [person("Anna"), here("Bert")])
    branch = host.post(f"/api/tables/{finished}/branch", {"version": 3}).json
    wish = {
        "game": HANDS,
        "players": [person("Anna"), LINK],
        "start": {"file": branch["id"], "step": 3, "line": ""},
    }
    made = host.post("/api/tables", wish).json
    path = f"/api/tables/{made['id']}"
    puppet.join(made["invites"][0]["url"], "Bert")
    with all_open(host.sit(made["id"]), puppet.sit(made["id"])) as (a, p):
        settle(a)
        mine, seen, hand = a.state["views"]["0"], promise(a), p.state["views"]["1"]
        bert.join(host.post(f"{path}/seats/1/revoke", {}).json["url"], "Bert")
        hear_of(a, "freed")
        settle(a)
        assert promise(a) != seen
        assert a.state["views"]["0"] == mine
        with bert.sit(made["id"]) as b:
            assert b.state["views"]["1"] != hand
            next(one for one in (a, b) if one.state["legal"]).play_any(Random(1))
            a.ask("resign", seat=0)
    assert host.get(f"{path}/file").status == 200


@on_both
def test_what_is_told_outlives_a_restart(own_server: OwnServer) -> None:
    """The log of seats, the deal, used invitations, and which device came by a link."""
    server = own_server()
    table, phone = Sitting(server).seat_all(), Device(server)
    token = table.link_for(table.host, 0)
    table.add(phone, token)
    with table.open(table.host) as (a,):
        before = (promise(a), a.state["views"], told(a))
    server.kill()
    server.restart()
    with table.open(table.host, phone) as (a, p):
        assert (promise(a), a.state["views"], told(a)) == before
        assert p.refused("alone", seat=0) == "table.first_device_only"
    thief = Device(server)
    assert table.join(thief, table.links[0], NAMES[0]).error == "table.invite_used"
    assert table.add(thief, token).error == "table.link_used"


def test_bots_forget_what_they_thought_about_another_deal() -> None:
    """Between two deals nobody is to act: so whoever thinks is stopped."""
    game = game_named(HANDS)
    deal = Deal("t", HANDS, game.version, 2, {}, False, "1", DeviceHash("anna"), "")
    chairs = [Chair(0, PERSON, "Anna", holders={deal.host}), Chair(1, BOT, "Lotte", "calf")]
    history = History(first_match(deal, game))
    kept = Kept(deal, chairs, [], [], [], None)
    room = Room(kept, history, cast(Scribe, None), Metrics(), Log())
    looks: list[list[int]] = []
    room.changed = lambda seen: looks.append(seen.to_act)
    run_alone(room.deal_hands(deal, History(first_match(deal, game))))
    assert looks == [[]]
    assert room.to_act == history.to_act != []

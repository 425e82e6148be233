"""Who could want what at a table, and what comes of it: one test for each cell of docs/threats.md.

The name of a test says who wants what; `test_the_page_and_the_tests_agree` holds both together.
"""

import hashlib
import re
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from websockets.exceptions import InvalidStatus

from allmende.table.limits import LINK_SECONDS
from allmende.table.log import later, now
from allmende.table.settings import DATABASE

from . import test_table_lobby
from .clients import LINK, Device, all_open, bot, person
from .server_process import Server
from .sitting import HANDS, Sitting, eyes, hear_of, promise, settle, told

PAGE = Path("docs/threats.md")
WHO = ("host", "guest", "spectator", "stranger", "thief", "bots_seat", "code_thief", "screen")
ELSEWHERE = ("test_table_me.py", "test_table_screen.py")
"""Where the tests of the last two stand, with what else there is to say about them."""
WHAT = (
    "reads_a_hand",
    "moves_for_somebody",
    "holds_a_seat_unnoticed",
    "locks_somebody_out",
    "learns_the_deal",
    "sees_who_plays",
)
GUESS = "A" * 22

Sit = Callable[..., Sitting]


@pytest.fixture
def sit(server: Server) -> Sit:
    """Set a table."""
    return lambda guests=1, **wishes: Sitting(server, guests, **wishes)


def test_the_page_and_the_tests_agree() -> None:
    cells = {f"test_{who}_{what}" for who, what in product(WHO, WHAT)}
    named = re.findall(r"`(test_\w+)`", PAGE.read_text("utf-8"))
    among_strangers = {name for name in vars(test_table_lobby) if name.startswith("test_lobby_")}
    assert sorted(named) == sorted(cells | among_strangers)
    others = "".join(Path(__file__).with_name(file).read_text("utf-8") for file in ELSEWHERE)
    assert cells <= {*globals(), *re.findall(r"^def (test_\w+)", others, re.MULTILINE)}


# The host


def test_host_reads_a_hand(server: Server, sit: Sit) -> None:
    """Neither with the link of a guest, before or after them, nor by freeing the seat."""
    table, puppet, bert = sit(), Device(server), Device(server)
    puppet.join(table.links[0], "Bert")
    with table.open(puppet) as (p,):
        seen, hand = promise(p), p.state["views"]["1"]
    fresh = table.revoke(table.host, 1).json["url"]
    bert.join(fresh, "Bert")
    with table.open(table.host, puppet, bert) as (a, p, b):
        assert promise(b) != seen
        assert b.state["views"]["1"] != hand
        assert eyes(p) == {"spectator"}
        next(one for one in (a, b) if one.state["legal"]).play_any(Random(1))
        assert table.revoke(table.host, 1).error == "table.needs_agreement"
        assert a.ask("propose", seat=1)["type"] == "ack", "Bert is here, so he is asked"
        assert b.ask("vote", seat=1, agree=False)["type"] == "ack"
        assert a.refused("vote", seat=1, agree=True) == "table.no_proposal"
    with table.open(table.host) as (a,):
        assert a.refused("propose", seat=1) == "table.nobody_to_agree"
    for link in (table.links[0], fresh):
        assert table.join(puppet, link, "Bert").status == 403
    assert table.host.post(f"{table.path}/invites", {}).json["invites"] == []
    assert table.host.get(f"{table.path}/past?from=0&as=1").status == 403


def test_host_moves_for_somebody(sit: Sit) -> None:
    """Not even when a bot of the host's choice plays there."""
    table = sit().begin()
    with table.open(table.host) as (a,):
        assert a.refused("move", version=1, seat=1, n=0) == "table.not_your_seat"
        a.ask("bot", seat=1, level="calf")
        for wish in ("return", "resign", "leave"):
            assert a.refused(wish, seat=1) == "table.not_your_seat"
        assert a.refused("move", version=1, seat=1, n=0) == "table.not_your_seat"


def test_host_holds_a_seat_unnoticed(server: Server, sit: Sit) -> None:
    """Whoever comes later reads in the log that somebody sat there."""
    table, puppet, bert = sit(2), Device(server), Device(server)
    puppet.join(table.links[0], "Bert")
    table.revoke(table.host, 1)
    bert.join(table.links[1], "Cleo")
    with table.open(bert) as (b,):
        assert told(b) == ["sat", "freed", "sat"]


def test_host_locks_somebody_out(sit: Sit) -> None:
    """A bot plays only for who is away, and goes when they come back; at the end all keep their
    seat, and the game counts for them."""
    table = sit().begin()
    bert = table.guests[0]
    with table.open(table.host, bert) as (a, b):
        assert a.refused("bot", seat=1, level="calf") == "table.not_your_seat"
        assert table.revoke(table.host, 1).error == "table.needs_agreement"
        b.close()
        a.hear_until(lambda m: m["type"] == "players" and not m["players"][1]["here"])
        a.ask("bot", seat=1, level="calf")
    with table.open(bert) as (b,):
        assert b.ask("return", seat=1)["type"] == "ack"
        assert told(b)[-2:] == ["bot_plays", "back"]
        b.ask("resign", seat=1)
        assert table.revoke(table.host, 1).error == "table.over_seats"
    assert bert.get("/api/statistics").json["played"] == 1


def test_host_learns_the_deal(sit: Sit) -> None:
    """There is none before everybody sits: no hash, no hand, and nothing to ask about."""
    table = sit(hints=True)
    with table.open(table.host) as (a,):
        assert a.latest["welcome"]["table"]["dealt"] is False
        assert promise(a) is None
        assert eyes(a) == {"spectator"}
        assert (a.state["legal"], a.state["to_act"]) == ({}, [])
        for wish in ({"do": "move", "version": 0, "n": 0}, {"do": "why", "move": "pass"}):
            assert a.refused(**wish, seat=0) == "table.not_all_here"
        assert a.refused("hint", seat=0) == "table.hint_later"
        assert a.refused("resign", seat=0) == "table.not_all_here"
    branch = table.host.post(f"{table.path}/branch", {"version": 0})
    assert branch.error == "table.not_all_here"
    frames = table.host.get(f"{table.path}/past?from=0").json["frames"]
    assert set(frames[0]["views"]) == {"spectator"}


def test_host_sees_who_plays(sit: Sit) -> None:
    """By the names that people take, and how many devices they use; nothing names a device."""
    table = sit().begin()
    with table.open(table.host) as (a,):
        bert = a.latest["players"]["players"][1]
        assert (bert["name"], bert["devices"]) == ("Bert", 1)
        cookie = table.guests[0].cookie or ""
        for secret in (cookie, hashlib.sha256(cookie.encode()).hexdigest()):
            assert secret not in str(a.heard)


# A guest


def test_guest_reads_a_hand(sit: Sit) -> None:
    table = sit(2).begin()
    bert = table.guests[0]
    with table.open(bert) as (b,):
        assert eyes(b) == {"1"}
        assert b.refused("propose", seat=2) == "table.host_only"
    assert table.revoke(bert, 2).error == "table.host_only"
    assert bert.post(f"{table.path}/invites", {}).error == "table.host_only"
    assert bert.post(f"{table.path}/seats/2/device", {}).error == "table.not_your_seat"
    assert bert.get(f"{table.path}/past?from=0&as=2").status == 403


def test_guest_moves_for_somebody(sit: Sit) -> None:
    table = sit().begin()
    with table.open(table.guests[0]) as (b,):
        for wish in ({"do": "move", "version": 1, "n": 0}, {"do": "bot", "level": "calf"}):
            assert b.refused(**wish, seat=0) == "table.not_your_seat"
        assert b.refused("rename", seat=0, name="Bert") == "table.not_your_seat"


def test_guest_holds_a_seat_unnoticed(server: Server, sit: Sit) -> None:
    """Another device, and another name, are told and can be seen."""
    table, phone = sit().begin(), Device(server)
    bert = table.guests[0]
    with table.open(table.host) as (a,):
        assert table.add(phone, table.link_for(bert, 1)).json == {"seat": 1}
        assert hear_of(a, "device")["event"]["args"]["name"] == "Bert"
        assert a.latest["players"]["players"][1]["devices"] == 2
        with table.open(phone) as (p,):
            p.ask("rename", seat=1, name="Anna")
        args = hear_of(a, "renamed")["event"]["args"]
        assert (args["name"], args["other"]) == ("Bert", "Anna")


def test_guest_locks_somebody_out(sit: Sit) -> None:
    table = sit(2).begin()
    with table.open(table.guests[0]) as (b,):
        for wish in ("leave", "alone", "return", "resign"):
            assert b.refused(wish, seat=2) == "table.not_your_seat"
        assert b.refused("bot", seat=2, level="calf") == "table.not_your_seat", "though away"
        assert b.refused("vote", seat=2, agree=True) == "table.no_proposal"


def test_guest_learns_the_deal(server: Server, sit: Sit) -> None:
    """Who comes first sees no hand; the hash comes with the deal, and the seed at the end fits."""
    table = sit(2)
    bert, cleo = Device(server), Device(server)
    bert.join(table.links[0], "Bert")
    with table.open(bert, table.host) as (b, a):
        assert (promise(b), eyes(b)) == (None, {"spectator"})
        cleo.join(table.links[1], "Cleo")
        dealt = hear_of(b, "dealt")["event"]["args"]["other"]
        assert (promise(b) or "").startswith(dealt)
        assert eyes(b) == {"1"}
        settle(a)
        for seat, socket in ((0, a), (1, b)):
            assert socket.latest["welcome"]["table"]["seed"] is None
            assert socket.ask("leave", seat=seat)["type"] == "ack"


def test_guest_sees_who_plays(sit: Sit) -> None:
    """At the own table; others' tables are in nobody's list."""
    table = sit().begin()
    other = sit().begin()
    listed = table.guests[0].get("/api/tables").json["tables"]
    assert [one["id"] for one in listed] == [table.id]
    assert [one["name"] for one in listed[0]["players"]] == ["Anna", "Bert"]
    assert other.id not in str(listed)


# A spectator


def test_spectator_reads_a_hand(server: Server, sit: Sit) -> None:
    table, watcher = sit(hints=True).begin(), Device(server)
    with table.open(watcher) as (w,):
        assert eyes(w) == {"spectator"}
        assert w.refused("why", seat=0, move="pass") == "table.not_your_seat"
        assert w.refused("hint", seat=0) == "table.not_your_seat"
    assert watcher.post(f"{table.path}/branch", {"version": 1}).error == "table.branch_players"
    assert watcher.get(f"{table.path}/past?from=0&as=0").status == 403


def test_spectator_moves_for_somebody(server: Server, sit: Sit) -> None:
    table = sit().begin()
    with table.open(Device(server)) as (w,):
        for seat in (0, 1):
            assert w.refused("move", version=1, seat=seat, n=0) == "table.not_your_seat"
        assert w.refused("undo", version=1) == "table.not_your_seat"


def test_spectator_holds_a_seat_unnoticed(server: Server, sit: Sit) -> None:
    """Watching gives no seat and no way to one."""
    table, watcher = sit().begin(), Device(server)
    with table.open(watcher) as (w,):
        assert w.latest["welcome"]["you"] == []
        assert w.refused("return", seat=1) == "table.not_your_seat"
    assert watcher.cookie is None, "nobody gets a name by watching"
    assert watcher.post(f"{table.path}/seats/1/device", {}).error == "table.not_your_seat"


def test_spectator_locks_somebody_out(server: Server, sit: Sit) -> None:
    table = sit(2).begin()
    with table.open(table.host, Device(server)) as (a, w):
        a.ask("propose", seat=1)
        assert w.refused("vote", seat=1, agree=True) == "table.not_asked"
        assert w.refused("vote", seat=1, agree=False) == "table.not_asked"
        assert w.refused("bot", seat=1, level="calf") == "table.not_your_seat"
        assert w.refused("leave", seat=1) == "table.not_your_seat"


def test_spectator_learns_the_deal(server: Server, sit: Sit) -> None:
    """The seed is told at the end, and the file with it; both fit what was promised."""
    table = sit().begin()
    with table.open(Device(server), table.host) as (w, a):
        assert w.latest["welcome"]["table"]["seed"] is None
        assert w.device.get(f"{table.path}/file").status == 409
        hashed = promise(w)
        a.ask("resign", seat=0)
        seed = w.hear_seed()
    assert hashlib.sha256(seed.encode()).hexdigest() == hashed
    assert f"seed {seed}" in w.device.get(f"{table.path}/file").content.decode()


def test_spectator_sees_who_plays(server: Server, sit: Sit) -> None:
    """Whoever has the link of a table sees the names and the log, as those who play do."""
    table = sit().begin()
    with table.open(Device(server), table.host) as (w, a):
        assert [p["name"] for p in w.latest["players"]["players"]] == ["Anna", "Bert"]
        assert told(w) == told(a) == ["sat", "dealt"]


# A stranger, who does not know the link


def test_stranger_reads_a_hand(server: Server, sit: Sit) -> None:
    """Names of tables cannot be guessed, and another page cannot look through one's browser."""
    table = sit().begin()
    socket = Device(server).sit("AAAAAAAAAAAA")
    assert socket.hear()["reason"]["key"] == "table.unknown_table"
    socket.close()
    with pytest.raises(InvalidStatus, match="403"):
        table.host.sit(table.id, origin="http://evil.example")


def test_stranger_moves_for_somebody(server: Server, sit: Sit) -> None:
    table = sit()
    assert table.join(Device(server), f"#{GUESS}", "Bert").error == "table.bad_invite"
    wrong = {"origin": "http://evil.example"}
    token = {"token": table.links[0].partition("#")[2], "name": "Bert"}
    assert table.host.post(f"{table.path}/join", token, headers=wrong).status == 403


def test_stranger_holds_a_seat_unnoticed(server: Server, sit: Sit) -> None:
    """Neither a guess, nor what leads to a seat of another table, leads to this one."""
    table, other, stranger = sit().begin(), sit().begin(), Device(server)
    token = other.link_for(other.host, 0)
    for wrong in (GUESS, token, table.links[0].partition("#")[2]):
        assert table.add(stranger, wrong).error == "table.bad_link"
    assert table.join(stranger, f"#{token}", "Bert").error == "table.bad_invite"


def test_stranger_locks_somebody_out(server: Server, sit: Sit) -> None:
    """To ask for invitations or a seat changes nothing, and a GET never does."""
    table, stranger, bert = sit(), Device(server), Device(server)
    assert table.revoke(stranger, 1).error == "table.host_only"
    assert stranger.post(f"{table.path}/invites", {}).error == "table.host_only"
    assert table.host.get(f"{table.path}/invites").status == 404
    assert bert.join(table.links[0], "Bert") == 1, "the link of the guest is as good as before"


def test_stranger_learns_the_deal(server: Server, sit: Sit) -> None:
    """The database keeps seeds, but no answer holds one before the end."""
    table, stranger = sit().begin(), Device(server)
    with sqlite3.connect(server.data / DATABASE) as database:
        (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", [table.id]).fetchone()
    for path in ("", "/past", "/past?from=0", "/file", "/review"):
        assert seed.encode() not in stranger.get(f"{table.path}{path}").content


def test_stranger_sees_who_plays(server: Server, sit: Sit) -> None:
    sit().begin()
    assert Device(server).get("/api/tables").json == {"tables": []}


# A thief of a link


def test_thief_reads_a_hand(server: Server, sit: Sit) -> None:
    """An invitation is good for one: when many come by it at once, one of them sits down."""
    table = sit()
    crowd = [Device(server) for _ in range(6)]
    with ThreadPoolExecutor(len(crowd)) as pool:
        link = table.links[0]
        came = list(pool.map(lambda device: table.join(device, link, "Bert"), crowd))
    assert sorted(answer.status for answer in came) == [200, 403, 403, 403, 403, 403]
    assert {answer.error for answer in came if answer.status == 403} == {"table.invite_used"}
    winner = crowd[[answer.status for answer in came].index(200)]
    assert table.join(winner, link, "Bert").json == {"seat": 1}, "who sits may ask again"
    with table.open(table.host) as (a,):
        assert told(a) == ["sat", "dealt"]


def test_thief_moves_for_somebody(server: Server, sit: Sit) -> None:
    """A link for another device is good for one device, for ten minutes, and only the last one."""
    table, phone, thief = sit().begin(), Device(server), Device(server)
    first, token = table.link_for(table.host, 0), table.link_for(table.host, 0)
    assert table.add(thief, first).error == "table.bad_link", "a new link makes the old one void"
    assert table.add(phone, token).json == {"seat": 0}
    assert table.add(phone, token).json == {"seat": 0}, "the same device may ask again"
    assert table.add(thief, token).error == "table.link_used"
    late = table.link_for(table.host, 0)
    with sqlite3.connect(server.data / DATABASE) as database:
        hashed = hashlib.sha256(late.encode()).hexdigest()
        past = "2001-01-01T00:00:00.000+00:00"
        database.execute("UPDATE invites SET until = ? WHERE token = ?", [past, hashed])
    assert table.add(thief, late).error == "table.link_over"
    with table.open(thief) as (t,):
        assert t.refused("move", version=1, seat=0, n=0) == "table.not_your_seat"


def test_what_ends_later_ends_by_the_clock_that_tells_the_time() -> None:
    """Whatever that clock shows, as in a house whose time is made up."""
    with patch.object(time, "time", lambda: 1e9):
        assert now() == "2001-09-09T01:46:40.000+00:00"
        assert later(LINK_SECONDS) == "2001-09-09T01:56:40.000+00:00"


def test_thief_holds_a_seat_unnoticed(server: Server, sit: Sit) -> None:
    """Who comes first by a stolen link is told of at once, and can be dropped."""
    table, thief = sit().begin(), Device(server)
    table.add(thief, table.link_for(table.host, 0))
    with table.open(table.host, table.guests[0], thief) as (a, b, t):
        assert told(a)[-1] == told(b)[-1] == "device"
        assert a.ask("alone", seat=0)["type"] == "ack"
        assert t.hear_a("bye")["reason"]["key"] == "table.device_dropped"
        hear_of(b, "alone")
    with table.open(thief) as (t,):
        assert eyes(t) == {"spectator"}


def test_thief_locks_somebody_out(server: Server, sit: Sit) -> None:
    """Who came by a link cannot drop the device it came from; and a seat that was taken by somebody
    else before the first move is freed by the host."""
    table, thief, bert = sit(), Device(server), Device(server)
    thief.join(table.links[0], "Bert")
    assert table.join(bert, table.links[0], "Bert").error == "table.invite_used"
    assert bert.join(table.revoke(table.host, 1).json["url"], "Bert") == 1
    table.add(thief, table.link_for(bert, 1))
    with table.open(thief) as (t,):
        assert t.refused("alone", seat=1) == "table.first_device_only"
        t.ask("leave", seat=1)
        assert told(t)[-2:] == ["fewer", "dealt"], "only the own device goes"
    with table.open(bert) as (b,):
        assert eyes(b) == {"1"}


def test_thief_learns_the_deal(server: Server, sit: Sit) -> None:
    """The hand that a thief saw is never played: it is dealt anew for whoever sits down then."""
    table, thief, bert = sit(), Device(server), Device(server)
    thief.join(table.links[0], "Bert")
    with table.open(thief) as (t,):
        seen = promise(t)
        bert.join(table.revoke(table.host, 1).json["url"], "Bert")
    with table.open(bert) as (b,):
        assert promise(b) not in (None, seen)
        assert told(b) == ["sat", "dealt", "freed", "sat", "dealt"]


def test_thief_sees_who_plays(server: Server, sit: Sit) -> None:
    """A link names the table, so it shows who sits there, as to any spectator; and no more."""
    table, thief = sit().begin(), Device(server)
    shown = thief.get(table.path).json
    assert [player["name"] for player in shown["players"]] == ["Anna", "Bert"]
    assert set(shown) == {"game", "host", "players"}


# The seat of a bot


def test_bots_seat_reads_a_hand(server: Server) -> None:
    """Nobody sits down in place of a bot in a running game, looks, and puts the bot back."""
    host, puppet, bert = Device(server), Device(server), Device(server)
    made = host.open_table(HANDS, [person("Anna"), bot(), LINK])
    table = f"/api/tables/{made['id']}"
    link = host.post(f"{table}/seats/1/revoke", {}).json["url"]
    bert.join(made["invites"][0]["url"], "Bert")
    with all_open(host.sit(made["id"]), bert.sit(made["id"])) as sockets:
        first = [socket for socket in sockets if socket.state["legal"]]
        if first:
            first[0].play_any(Random(1))
        sockets[0].hear_version(1)
    token = {"token": link.partition("#")[2], "name": "Bert"}
    assert puppet.post(f"{table}/join", token).error == "table.needs_agreement"
    assert host.post(f"{table}/seats/1/revoke", {}).error == "table.needs_agreement"
    assert host.post(f"{table}/invites", {}).json["invites"] == []
    with host.sit(made["id"]) as a:
        a.ask("propose", seat=1)
        settle(a)
        assert a.latest["proposal"] == {"type": "proposal", "seat": 1, "asked": [2], "agreed": []}


def test_bots_seat_moves_for_somebody(server: Server) -> None:
    """Nobody moves for a bot, not even whom it plays for."""
    host = Device(server)
    made = host.open_table("kuh_vadis", [person("Anna"), bot("fox")])
    with host.sit(made["id"]) as a:
        assert a.refused("move", version=0, seat=1, n=0) == "table.not_your_seat"
        a.ask("bot", seat=0, level="fox")
        assert a.refused("move", version=0, seat=0, n=0) == "table.bot_plays"


def test_bots_seat_holds_a_seat_unnoticed(server: Server) -> None:
    """Who takes the place of a bot before the first move is told of, gets another hand, and can be
    seen behind a bot that they put there."""
    host, bert = Device(server), Device(server)
    made = host.open_table(HANDS, [person("Anna"), bot("fox"), LINK])
    table = f"/api/tables/{made['id']}"
    url = host.post(f"{table}/seats/1/revoke", {}).json["url"]
    bert.join(url, "Bert")
    with bert.sit(made["id"]) as b:
        b.ask("bot", seat=1, level="fox")
        assert told(b) == ["freed", "replaced", "bot_plays"]
        shown = b.latest["players"]["players"][1]
        assert (shown["kind"], shown["name"], shown["devices"]) == ("bot", "Bert", 1)


def test_bots_seat_locks_somebody_out(sit: Sit) -> None:
    """Who has left the play to a bot takes the seat back; who has given it back has not."""
    table = sit().begin()
    bert = table.guests[0]
    with table.open(bert) as (b,):
        b.ask("bot", seat=1, level="calf")
        assert b.ask("return", seat=1)["type"] == "ack"
        b.ask("leave", seat=1)
        assert told(b)[-1] == "left_to"
        assert b.refused("return", seat=1) == "table.not_your_seat"
        b.hear_until(lambda m: m["type"] == "state" and set(m["views"]) == {"spectator"})


def test_bots_seat_learns_the_deal(server: Server) -> None:
    """A bot has no hand either before everybody sits: it does not think, and does not move."""
    host, bert = Device(server), Device(server)
    made = host.open_table(HANDS, [bot(), bot(), LINK])
    with host.sit(made["id"]) as a:
        settle(a)
        assert "thinking" not in a.latest
        assert (a.state["version"], a.state["to_act"]) == (0, [])
        bert.join(made["invites"][0]["url"], "Bert")
        hear_of(a, "dealt")
        settle(a)
        assert a.state["to_act"], "now it has begun"


def test_bots_seat_sees_who_plays(server: Server) -> None:
    """Everybody sees that it is a bot, and for whom it plays."""
    host = Device(server)
    made = host.open_table("kuh_vadis", [person("Anna"), bot("fox")])
    with host.sit(made["id"]) as a:
        a.ask("bot", seat=0, level="fox")
    with Device(server).sit(made["id"]) as w:
        w.hear_a("chat")
        anna, fox = w.latest["players"]["players"]
        assert (anna["kind"], anna["name"], anna["devices"]) == ("bot", "Anna", 1)
        assert anna["bot"] != anna["name"]
        assert (fox["kind"], fox["bot"], fox["devices"]) == ("bot", fox["name"], 0)

"""All that a real server sends fits what is declared. The clients of these tests check each message
and each answer that they get; here everything is asked for once."""

import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from allmende.core.registry import known_games
from allmende.table.door.app import Application
from allmende.table.house.house import House
from allmende.table.log import Log
from allmende.table.settings import Settings
from allmende.table.wire.messages import FromPage, FromServer
from tests.wire import addresses
from tests.wire.addresses import ADDRESSES
from tests.wire.fitting import fields_of

from .clients import LINK, Device, Socket, all_open, bot, here, person, wait_for
from .conftest import OwnServer
from .server_process import Server
from .sitting import Sitting
from .test_table_me import copied, drop, passkey_for, question, sign_in, somebody

SHORT = {"match": "single"}
NOT_JSON = {
    "/api/{rest}",
    "/api/lobby/ws",
    "/api/me/export",
    "/api/tables/{table}/ws",
    "/api/tables/{table}/file",
}


def words_of(union: Any, field: str) -> set[str]:
    """List the words that tell the shapes of a union apart."""
    return {word for shape in get_args(union) for word in get_args(fields_of(shape)[field])}


def test_every_address_is_declared(tmp_path: Path) -> None:
    house = House(Settings(data=tmp_path), Log())
    routes = Application(house).routes()
    house.scribe.close()
    paths = {re.sub(r":\w+\}", "}", route.path) for route in routes}
    ours = {path for path in paths if path.startswith("/api/")} - NOT_JSON
    assert ours == {address.path for address in ADDRESSES if address.path != "/healthz"}


ABOUT_CALLS = {address for address in ADDRESSES if address.path.startswith("/api/notices")}
"""They need a push service and a mail server; `test_table_notices` asks for all of them."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[Any]]:
    """Note which addresses were answered, and which wishes were granted."""
    seen: dict[str, set[Any]] = {"addresses": set(), "wishes": set()}
    find, check = addresses.address_of, addresses.check_wish

    def note_address(method: str, path: str) -> Any:
        address = find(method, path)
        seen["addresses"].add(address)
        return address

    def note_wish(wish: Any) -> None:
        seen["wishes"].add(wish["do"])
        check(wish)

    monkeypatch.setattr(addresses, "address_of", note_address)
    monkeypatch.setattr("tests.table.clients.check_wish", note_wish)
    return seen


def test_everything_that_can_be_asked_for_fits(
    own_server: OwnServer, asked: dict[str, set[Any]]
) -> None:
    server = own_server("--lobby")
    anna, bert = Device(server), Device(server)
    heard = ask_at_a_table(anna, bert)
    finished = anna.play_to_the_end("halali", [person("Anna"), here("Bert")], SHORT)
    look_back(anna, finished)
    ask_around(anna)
    heard |= meet(anna, bert)
    ask_about_oneself(server)
    assert heard == words_of(FromServer, "type")
    assert asked["wishes"] == words_of(FromPage, "do")
    assert asked["addresses"] - {None} == set(ADDRESSES) - ABOUT_CALLS


def ask_at_a_table(anna: Device, bert: Device) -> set[str]:
    """Send every wish, also wrong ones, and return the kinds of messages that came."""
    made = anna.open_table("halali", [person("Anna"), LINK], SHORT, hints=True)
    table = f"/api/tables/{made['id']}"
    bert.join(made["invites"][0]["url"], "Bert")
    with all_open(anna.sit(made["id"]), bert.sit(made["id"])) as (a, b):
        first, second = (a, b) if a.state["legal"] else (b, a)
        (seat,) = map(int, first.state["legal"])
        first.connection.send("this is no JSON")
        first.hear_until(lambda message: message["type"] == "no" and message["id"] is None)
        for step in ("nudge", "move", "reason"):
            first.ask("hint", seat=seat, step=step)
        first.ask("why", seat=seat, move={"do": "pass"})
        first.ask("why", seat=seat, move=first.state["legal"][str(seat)][0]["notation"])
        for on in (False, True):
            first.ask("look", on=on)
        first.ask("say", text="Hello")
        first.ask("rename", seat=seat, name="Anna-Maria")
        play_until_undo(first, second)
        first.ask("earlier", before=3)
        first.ask("bot", seat=seat, level="calf")
        first.ask("return", seat=seat)
        second.ask("resign", seat=1 - seat)
        second.ask("rematch")
        anna.post(f"{table}/invites", {})
        anna.get(table)
        kinds = {message["type"] for socket in (a, b) for message in socket.heard}
    return kinds | heard_of_a_bot(anna) | heard_of_seats(anna)


def meet(anna: Device, bert: Device) -> set[str]:
    """Ask for all that strangers may ask for, and return the kinds of messages that came."""
    pace = {"span": "move", "seconds": 86_400, "bonus": 0, "delay": 0, "at_zero": "bot"}
    wish = {"game": "kuh_vadis", "players": [person("Anna"), LINK], "pace": pace}
    opened = {**wish, "open": {"language": "de", "level": "any"}}
    table = anna.post("/api/tables", opened).json["id"]
    bert.get("/api/lobby")
    bert.post(f"/api/lobby/tables/{table}/sit", {"name": "Bert"})
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        second = b if a.state["legal"] else a
        (seat,) = second.latest["welcome"]["you"]
        second.ask("ahead", seat=seat)
        second.ask("talk", seat=seat, on=True)
        kinds = {message["type"] for socket in (a, b) for message in socket.heard}
    anna.post(f"/api/tables/{table}/seats/1/report", {"reason": "play"})
    anna.post(f"/api/tables/{table}/seats/1/block", {})
    (block,) = anna.get("/api/blocks").json["blocks"]
    anna.post(f"/api/blocks/{block['ref']}/lift", {})
    anna.post("/api/vacation", {"days": 1})
    anna.get("/api/vacation")
    play = {"game": "halali", "seats": 2, "name": "Anna", "language": "any", "level": "any"}
    anna.post("/api/lobby/play", play)
    return kinds


def play_until_undo(first: Socket, second: Socket) -> None:
    """Play until something can be taken back, and take it back."""
    chance = Random(2)
    while True:
        acting, other = (first, second) if first.state["legal"] else (second, first)
        (seat,) = acting.state["legal"]
        free = [move for move in acting.state["legal"][seat] if not move["final"]]
        move = chance.choice(free or acting.state["legal"][seat])
        acting.move(int(seat), move["n"])
        other.hear_version(acting.state["version"])
        if free:
            undone = acting.ask("undo", version=acting.state["version"])
            for socket in (acting, other):
                socket.hear_version(undone["version"])
            return


def heard_of_seats(anna: Device) -> set[str]:
    """Let people and devices come and go, and return the kinds of messages that came."""
    table = Sitting(anna.server, 2).begin()
    phone = Device(anna.server)
    table.add(phone, table.link_for(table.host, 0))
    with table.open(table.host, *table.guests, phone) as (a, b, c, p):
        a.ask("alone", seat=0)
        p.hear_a("bye")
        a.ask("propose", seat=1)
        for socket in (b, c):
            assert socket.ask("vote", seat=1, agree=True)["type"] == "ack"
        c.ask("leave", seat=2)
        kinds = {message["type"] for socket in (a, p) for message in socket.heard}
    early = Sitting(anna.server)
    assert early.revoke(early.host, 1).status == 200
    return kinds


def heard_of_a_bot(device: Device) -> set[str]:
    """Let a bot begin, and return the kinds of messages that came."""
    made = device.open_table("kuh_vadis", [person("Anna"), bot()])
    with device.sit(made["id"]) as socket:
        chance = Random(1)
        while "thinking" not in socket.latest:
            if socket.state["legal"]:
                socket.play_any(chance)
            else:
                socket.hear()
        return {message["type"] for message in socket.heard}


def look_back(device: Device, finished: str) -> None:
    """Look at the past of a table and of its file, and let the coach speak."""
    table = f"/api/tables/{finished}"
    for path in ("past", "past?from=0", "past?from=3&as=mover"):
        assert device.get(f"{table}/{path}").status == 200
    wait_for(lambda: device.get(f"{table}/review").json["coach"] is None)
    assert device.get(f"{table}/stored").status == 200
    file = device.get(f"{table}/file").content.decode()
    opened = device.post("/api/files", {"file": file}).json
    (seat,) = device.get(f"/api/files/{opened['id']}/branch").json["to_act"]
    for path in ("past?from=0", "review", f"coach?seat={seat}"):
        assert device.get(f"/api/files/{opened['id']}/{path}").status == 200
    why = {"step": 0, "line": "", "seat": 0, "move": "no such move"}
    assert device.post(f"/api/files/{opened['id']}/why", why).status == 200
    branch = device.post(f"{table}/branch", {"version": 0}).json["id"]
    start = {"file": branch, "step": 0, "line": ""}
    wish = {"game": "halali", "players": [person("Anna"), bot()], "start": start}
    assert device.post("/api/tables", wish).status == 201
    assert device.post("/api/files", {"file": "no game"}).status == 422


def ask_about_oneself(server: Server) -> None:
    """Bring another device with a code and one with a passkey, and let all go again."""
    anna = somebody(server)
    table = anna.open_table("halali", [person("Anna"), bot()])["id"]
    phone = copied(anna)
    assert phone.post(f"/api/tables/{table}/come", {}).json == {"seats": [0]}
    key, tablet = passkey_for(anna), somebody(server)
    assert sign_in(tablet, key.signs(question(tablet))).status == 200
    assert drop(anna, "Laptop").status == 200
    which = tablet.get("/api/me").json["passkeys"][0]["id"]
    assert tablet.post(f"/api/me/passkeys/{which}/drop", {}).status == 200
    assert tablet.post("/api/me/forget", {}).status == 200


def ask_around(device: Device) -> None:
    """Ask for what belongs to no table."""
    assert device.get("/healthz").status == 200
    for path in ("door", "games", "games/halali/ready", "tables", "statistics", "texts/nl"):
        assert device.get(f"/api/{path}").status == 200
    assert device.post("/api/door", {"open": False}).status == 200
    for game in known_games():
        lesson = device.get(f"/api/lessons/{game}")
        frames = lesson.json["frames"]
        for frame in frames:
            addresses.check_inside(frame, game)
        wish = {"frame": len(frames) - 1, "move": "no such move"}
        assert device.post(f"/api/lessons/{game}/why", wish).status == 200
        puzzle = device.get(f"/api/puzzles/{game}/2026-11-16").json
        addresses.check_inside(puzzle["state"], game)
        why = f"/api/puzzles/{game}/{puzzle['id']}/why"
        assert device.post(why, {"move": "no such move"}).status == 200
    assert device.post("/api/statistics/forget", {}).status == 200
    assert device.get("/api/keeping").status == 200
    table = device.open_table("kuh_vadis", [person("Anna"), here("Bert")])["id"]
    assert device.post(f"/api/tables/{table}/remove", {}).status == 200
    assert device.post("/api/tables/remove", {}).status == 200
    assert device.get("/api/nothing/here").status == 404
    assert device.post("/api/tables", {"game": "chess"}).status == 422

"""Bad input gets a clear answer and changes nothing; strangers stay outside."""

import contextlib
import json
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .clients import LINK, Device, all_open, bot, person
from .conftest import OwnServer, SeatTwo, on_both, two_at
from .server_process import Server

TWO = [person("Anna"), LINK]
NESTED = "[" * 4000

BAD_BODIES = [
    (b"{broken", 400, "table.not_json"),
    (b"[1, 2]", 400, "table.not_json"),
    (b'{"game": NaN}', 400, "table.not_json"),
    (b'{"game": "\\ud800"}', 400, "table.not_json"),
    (b"\xff\xfe{}", 400, "table.not_json"),
    (NESTED.encode(), 400, "table.not_json"),
    ({"players": TWO}, 422, "table.field_missing"),
    ({"game": "chess", "players": TWO}, 422, "table.field_wrong"),
    ({"game": "halali", "players": TWO, "wager": 5}, 422, "table.field_unknown"),
    ({"game": "halali", "players": [person("Anna")]}, 422, "table.wrong_seats"),
    ({"game": "halali", "players": TWO, "seats": 3}, 422, "table.wrong_seats"),
    ({"game": "halali", "players": "two"}, 422, "table.field_wrong"),
    ({"game": "halali", "players": [TWO, TWO]}, 422, "table.field_wrong"),
    ({"game": "halali", "players": [person(""), LINK]}, 422, "table.field_wrong"),
    ({"game": "halali", "players": [person("x" * 41), LINK]}, 422, "table.field_wrong"),
    ({"game": "halali", "players": [person("a\u202eb"), LINK]}, 422, "table.field_wrong"),
    ({"game": "halali", "players": [person("A"), bot("god")]}, 422, "table.field_wrong"),
    ({"game": "halali", "players": TWO, "options": {"match": "x"}}, 422, "table.field_wrong"),
    ({"game": "halali", "players": TWO, "options": {"no": "x"}}, 422, "table.field_unknown"),
    ({"game": "halali", "players": TWO, "hints": 1}, 422, "table.field_wrong"),
    (b'{"game": "' + b"x" * 20_000 + b'"}', 413, "table.too_long"),
]


@pytest.mark.parametrize(("body", "status", "key"), BAD_BODIES)
def test_bad_bodies(server: Server, body: Any, status: int, key: str) -> None:
    answer = Device(server).post("/api/tables", body)
    assert (answer.status, answer.error) == (status, key)


def test_unknown_fields_are_named(server: Server) -> None:
    wish = {"game": "halali", "players": [{**person("Anna"), "hat": 1}, LINK]}
    error = Device(server).post("/api/tables", wish).json["error"]
    assert error == {"key": "table.field_unknown", "args": {"field": "players[0].hat"}}


BAD_MESSAGES = [
    ("{broken", "table.not_json"),
    ("[]", "table.not_json"),
    ("null", "table.not_json"),
    (NESTED, "table.not_json"),
    ("x" * 5000, "table.too_long"),
    ("{}", "table.field_missing"),
    ('{"id": 7, "do": "move"}', "table.field_wrong"),
    ('{"id": "a", "do": "cheat"}', "table.field_wrong"),
    ('{"id": "a", "do": "move"}', "table.field_missing"),
    ('{"id": "a", "do": "move", "version": 0, "seat": 0, "n": true}', "table.field_wrong"),
    ('{"id": "a", "do": "move", "version": 0, "seat": 5, "n": 1}', "table.field_wrong"),
    ('{"id": "a", "do": "move", "version": 0, "seat": 0, "n": 1e3}', "table.field_wrong"),
    ('{"id": "a", "do": "move", "version": 0, "seat": 0, "n": 1, "x": 1}', "table.field_unknown"),
    ('{"id": "a", "do": "undo", "version": 0, "moves": 0}', "table.field_wrong"),
    ('{"id": "a", "do": "why", "seat": 0, "move": 7}', "table.not_a_move"),
    ('{"id": "a", "do": "rename", "seat": 0, "name": ""}', "table.field_wrong"),
    ('{"id": "a", "do": "bot", "seat": 0, "level": "god"}', "table.field_wrong"),
]


def test_bad_messages(two: SeatTwo) -> None:
    anna, _, table = two()
    with anna.sit(table) as socket:
        for sent, key in BAD_MESSAGES:
            socket.connection.send(sent)
            assert socket.hear_a("no")["reason"]["key"] == key, sent
        socket.connection.send(b'{"id": "bytes", "do": "rename", "seat": 0, "name": "Ada"}')
        assert socket.hear_a("ack")["id"] == "bytes"
        assert socket.state["version"] == 0


def test_noise_changes_nothing(two: SeatTwo) -> None:
    """Random changes of good messages: always an answer, never another game."""
    anna, bert, table = two()
    chance = Random("noise")
    good = [
        '{"id":"i","do":"move","version":0,"seat":1,"n":3}',
        '{"id":"i","do":"undo","version":0}',
    ]
    with all_open(bert.sit(table), anna.sit(table)) as (b, a):
        for _ in range(60):
            letters = list(chance.choice(good))
            for _ in range(chance.randint(1, 4)):
                letters[chance.randrange(len(letters))] = chance.choice('{}[]",:x0-9\u00e9 ')
            b.connection.send("".join(letters))
            assert b.hear_until(lambda m: m["type"] in ("no", "ack"))["type"] == "no"
        assert a.state["version"] == 0


def test_too_fast_is_told_and_ended(own_server: OwnServer) -> None:
    anna, _, table = two_at(own_server("--messages-per-second", "20"), "halali")
    with anna.sit(table) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                socket.connection.send('{"id": "a", "do": "rename", "seat": 0, "name": "B"}')
        last = socket.hear_a("bye")
        assert last["reason"]["key"] == "table.slow_down"
        assert socket.latest["no"]["reason"]["key"] == "table.slow_down"
        with pytest.raises(ConnectionClosed):
            socket.hear()


def test_too_many_requests(own_server: OwnServer) -> None:
    server = own_server("--requests-per-second", "5", "--tables-per-minute", "2")
    device = Device(server)
    wish = {"game": "kuh_vadis", "players": TWO}
    statuses = [device.post("/api/tables", wish).status for _ in range(4)]
    assert statuses == [201, 201, 429, 429]
    answers = [device.get("/api/tables") for _ in range(60)]
    slow = next(answer for answer in answers if answer.status == 429)
    assert slow.error == "table.slow_down"
    assert slow.headers["retry-after"]
    assert device.get("/healthz").status == 200


def test_only_our_own_page_may_ask(server: Server, two: SeatTwo) -> None:
    anna, _, table = two()
    wish = {"game": "halali", "players": TWO}
    for origin in (None, "http://evil.example", f"https://127.0.0.1:{server.port + 1}", "null"):
        answer = anna.post("/api/tables", wish, headers={"origin": origin})
        assert (answer.status, answer.error) == (403, "table.wrong_origin")
        with pytest.raises(InvalidStatus, match="403"):
            anna.sit(table, origin=origin)
    strange = {"host": "evil.example", "origin": "http://evil.example"}
    assert anna.post("/api/tables", wish, headers=strange).error == "table.wrong_host"
    local = {"host": f"localhost:{server.port}", "origin": f"http://localhost:{server.port}"}
    assert anna.post("/api/tables", wish, headers=local).status == 201
    plain = {"content-type": "text/plain"}
    assert anna.post("/api/tables", wish, headers=plain).error == "table.json_only"


def test_headers(server: Server) -> None:
    for path in ("/", "/api/games", "/healthz", "/nothing/here"):
        headers = Device(server).get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_the_cookie(server: Server) -> None:
    device = Device(server)
    answer = device.post("/api/tables", {"game": "halali", "players": TWO})
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"):
        assert part.lower() in cookie.lower()
    assert "secure" not in cookie.lower()
    again = device.post("/api/tables", {"game": "halali", "players": TWO})
    assert "set-cookie" not in again.headers


def test_secrets_are_kept_hashed(own_server: OwnServer) -> None:
    server = own_server()
    device = Device(server)
    made = device.open_table("halali", TWO)
    token = made["invites"][0]["url"].split("#")[1]
    server.stop()
    content = b"".join(path.read_bytes() for path in server.data.glob("tables.sqlite*"))
    assert made["id"].encode() in content
    assert token.encode() not in content
    assert device.cookie is not None
    assert device.cookie.encode() not in content


@on_both
def test_a_revoked_seat(server: Server, two: SeatTwo) -> None:
    anna, bert, table = two()
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        assert bert.post(f"/api/tables/{table}/seats/0/revoke", {}).error == "table.host_only"
        assert bert.post(f"/api/tables/{table}/invites", {}).error == "table.host_only"
        revoked = anna.post(f"/api/tables/{table}/seats/1/revoke", {})
        assert b.hear_a("bye")["reason"]["key"] == "table.seat_revoked"
        a.hear_until(lambda m: m["type"] == "players" and m["players"][1]["kind"] == "open")
    with bert.sit(table) as b:
        assert b.latest["welcome"]["you"] == []
        assert set(b.state["views"]) == {"spectator"}
        assert b.refused("move", version=0, seat=1, n=0) == "table.not_your_seat"
    cleo = Device(server)
    assert cleo.join(revoked.json["url"], "Cleo") == 1
    assert anna.post(f"/api/tables/{table}/seats/7/revoke", {}).error == "table.unknown_seat"


@on_both
def test_invitations(server: Server) -> None:
    anna, bert = Device(server), Device(server)
    made = anna.open_table("halali", TWO)
    path, first = f"/api/tables/{made['id']}", made["invites"][0]["url"]
    fresh = anna.post(f"{path}/invites", {}).json["invites"]
    assert [invite["seat"] for invite in fresh] == [1]
    for token in ("A" * 22, "short", "x" * 41):
        assert bert.post(f"{path}/join", {"token": token, "name": "B"}).status in (403, 422)
    assert bert.join(first, "Bert") == 1, "earlier invitations stay valid"
    assert anna.post(f"{path}/invites", {}).json["invites"] == []
    other = anna.open_table("halali", TWO)["id"]
    token = fresh[0]["url"].split("#")[1]
    wrong = bert.post(f"/api/tables/{other}/join", {"token": token, "name": "B"})
    assert wrong.error == "table.bad_invite"


def test_unknown_tables(server: Server) -> None:
    device = Device(server)
    for table in ("AAAAAAAAAAAA", "x", "%2e%2e%2fetc"):
        assert device.get(f"/api/tables/{table}/file").status == 404
    socket = device.sit("AAAAAAAAAAAA")
    assert socket.hear()["reason"]["key"] == "table.unknown_table"
    socket.close()
    assert device.get("/api/nothing").error == "table.no_such_address"
    assert device.get("/assets/../../store.py").status == 404
    assert device.ask("PUT", "/api/tables", {}).status == 405
    assert device.ask("PUT", "/api/tables", {}).error == "table.no_such_address"


def test_health_metrics_and_texts(server: Server, two: SeatTwo) -> None:
    anna, _, table = two()
    with anna.sit(table) as socket:
        socket.play_any(Random(0))
        metrics = anna.get("/metrics").content.decode()
    assert anna.get("/healthz").json == {"status": "ok"}
    assert 'allmende_moves_total{by="person"}' in metrics
    assert "# TYPE allmende_commit_seconds histogram" in metrics
    assert "allmende_sockets " in metrics
    for language in ("en", "de", "nl"):
        answer = anna.get(f"/api/texts/{language}")
        assert set(answer.json) == {"core", "table", "levels", "games"}
        again = anna.get(
            f"/api/texts/{language}", headers={"if-none-match": answer.headers["etag"]}
        )
        assert (again.status, again.content) == (304, b"")
    assert anna.get("/api/texts/fr").status == 404
    games = anna.get("/api/games").json
    facts = {"name", "seats", "options", "secrets", "levels", "lesson", "puzzles", "layout", "page"}
    assert facts == set(games["games"][0])
    assert json.dumps(games["levels"]) == '["calf", "cow", "bull", "fox", "owl"]'

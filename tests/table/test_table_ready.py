"""Opening the first table of a game that nobody has compiled: everybody sees how far it is."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from random import Random

import pytest

from allmende.core.registry import known_games
from allmende.core.rule import INTERPRETED

from .clients import Device, here, person
from .new_game import EXAMPLE, NEW_GAME, compiled_in, install, lazy_server
from .server_process import Json, Server

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted in this run")

READY = f"/api/games/{NEW_GAME}/ready"
COMPILING, READY_NOW, FAILED = "compiling", "ready", "failed"
ENDS = (READY_NOW, FAILED)
PATIENCE = 900.0
"""Seconds: compiling takes its time, and much more of it on a busy machine."""
BOT = {"kind": "bot", "level": "calf"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    install(monkeypatch, tmp_path, EXAMPLE.read_text())
    server = lazy_server(tmp_path)
    yield server
    server.close()


def watch(device: Device) -> list[Json]:
    """Ask how far the table is until it is ready, and return what was said."""
    said: list[Json] = []
    while not said or said[-1]["state"] not in ENDS:
        said.append(device.get(READY).json["table"])
        time.sleep(0.02)
    return said


def test_all_who_wait_see_how_far_it_is_and_go_on_when_it_is_ready(server: Server) -> None:
    """Bots compile after the table: tests/browser/test_getting_ready.py waits for them."""
    anna, bert = Device(server, PATIENCE), Device(server)
    assert anna.get(READY).json["table"] == {"state": "waiting", "done": 0, "of": 0}
    with ThreadPoolExecutor() as threads:
        opening = threads.submit(anna.open_table, NEW_GAME, [person("Anna"), here("Bert")])
        watching = [threads.submit(watch, who) for who in (anna, bert)]
        for said in (watched.result() for watched in watching):
            counts = [it["done"] for it in said if it["state"] == COMPILING]
            assert counts == sorted(counts)
            assert len({count for count in counts if 0 < count < said[-1]["of"]}) >= 3
        table = opening.result()["id"]
    with anna.sit(table) as socket:
        socket.play_any(Random(1))
        socket.hear_version(1)
    assert compiled_in(server) == ["table"]

    server.stop()
    server.restart()
    anna.open_table(NEW_GAME, [person("Anna"), here("Bert")])
    watch(anna)
    assert compiled_in(server) == ["table"]


def test_the_server_answers_and_can_be_stopped_meanwhile(server: Server) -> None:
    anna = Device(server, PATIENCE)
    with ThreadPoolExecutor() as threads:
        opening = threads.submit(anna.open_table, NEW_GAME, [person("Anna"), BOT])
        while anna.get(READY).json["table"]["state"] != COMPILING:
            time.sleep(0.02)
        assert anna.get("/api/games").status == 200
        assert not opening.done()
        assert server.stop() == 0
        assert wait([opening], PATIENCE).done, "nobody is left waiting"


def test_a_failure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = EXAMPLE.read_text().replace("finish(s, FOUR)", "finish(s, open(FOUR))")
    install(monkeypatch, tmp_path, broken)
    server = lazy_server(tmp_path)
    try:
        anna = Device(server, PATIENCE)
        wish = {"game": NEW_GAME, "players": [person("Anna"), BOT]}
        answer = anna.post("/api/tables", wish)
        assert (answer.status, answer.error) == (500, "table.broken")
        assert anna.get(READY).json["table"]["state"] == FAILED
    finally:
        server.close()


def test_nobody_waits_for_a_game_that_is_not_there(server: Server) -> None:
    answer = Device(server).get("/api/games/chess/ready")
    assert (answer.status, answer.error) == (422, "table.unknown_game")


def test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install(monkeypatch, tmp_path, "raise ImportError('the moss is missing')")
    server = lazy_server(tmp_path)
    try:
        anna = Device(server)
        games = anna.get("/api/games").json
        assert {game["name"] for game in games["games"]} >= set(known_games()) - {NEW_GAME}
        (broken,) = games["broken"]
        assert broken["name"] == NEW_GAME
        assert "the moss is missing" in broken["reason"]
        assert NEW_GAME not in anna.get("/api/texts/en").json["games"]
    finally:
        server.close()

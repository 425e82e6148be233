"""Playing on from anywhere: lines beside a game, the coach on the way, and tables from there. What
is made of a game that goes on holds nothing that its seat does not know."""

import hashlib
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from allmende.core import file
from allmende.core.file import LONGEST_NAME
from allmende.core.match import Match
from allmende.core.position import describe, restore
from allmende.core.record import copy_record
from allmende.core.registry import game_named, known_games
from allmende.table.library import branch
from allmende.table.limits import NAME_LENGTH
from allmende.table.tables import dealing
from allmende.table.tables.knowledge import knowledge, veiled
from tests.processes import LAST_RESORT

from .clients import LINK, Answer, Device, all_open, bot, here, person
from .conftest import OwnServer, SeatTwo
from .server_process import Json, Server
from .test_table_replay import open_file, random_history, written
from .traffic import OTHER_WORLD, content

SINGLE = {"match": "single"}
SECRETIVE = "stieren_versieren"


def line_of(moves: list[tuple[int, int]]) -> str:
    return ".".join(f"{seat}-{number}" for seat, number in moves)


def look(device: Device, name: str, step: int, line: str = "") -> Json:
    answer = device.get(f"/api/files/{name}/branch?step={step}&line={line}")
    assert answer.status == 200, answer.content
    found: Json = answer.json
    return found


def play_on(device: Device, table: str, version: int, **wish: Any) -> Answer:
    return device.post(f"/api/tables/{table}/branch", {"version": version, **wish})


def reviewed(device: Device, path: str) -> Json:
    """Wait until the coach has spoken."""
    end = time.monotonic() + LAST_RESORT
    while time.monotonic() < end:
        found: Json = device.get(path).json
        if found["coach"] is None:
            return found
        time.sleep(0.1)
    raise AssertionError("the coach never came to an end")


@pytest.fixture(scope="module")
def finished(shared_server: Server) -> tuple[Device, str, Match]:
    """A device with a finished game of Anna and Bert."""
    device = Device(shared_server)
    table = device.play_to_the_end("halali", [person("Anna"), here("Bert")], SINGLE)
    content = device.get(f"/api/tables/{table}/file").content
    return device, table, file.read(content, Match)


# Lines


@pytest.mark.parametrize("name", known_games())
def test_a_line_goes_on_from_any_step_by_the_rules(server: Server, name: str) -> None:
    text, chance, device = written(name, moves=40), Random(name), Device(server)
    match = file.read(text.encode(), Match)
    made = open_file(device, text).json["id"]
    start = len(match.moves) // 2
    again = Match(match.game, copy_record(match.record_at(start)), None)
    moves: list[tuple[int, int]] = []
    for _ in range(6):
        found = look(device, made, start, line_of(moves))
        assert found["step"] == start
        assert [(move["seat"], move["n"]) for move in found["line"]] == moves
        assert sorted(found["legal"]) == [str(seat) for seat in again.to_act]
        for seat in again.to_act:
            numbers = again.game.legal_moves(again.record, seat)
            assert [move["n"] for move in found["legal"][str(seat)]] == numbers
            assert found["views"][str(seat)] == again.game.view(again.record, seat)
        assert found["scores"] == again.scores()
        seat = chance.choice(again.to_act)
        moves.append((seat, chance.choice(again.game.legal_moves(again.record, seat))))
        again.play(again._move(*moves[-1]))
    events = [move["events"] for move in look(device, made, start, line_of(moves))["line"]]
    assert any(events)


def test_wrong_places_are_refused_with_a_reason(server: Server) -> None:
    device = Device(server)
    made = open_file(device, written("halali", moves=10)).json["id"]
    legal = look(device, made, 10)["legal"]
    (seat,) = legal
    numbers = {move["n"] for move in legal[seat]}
    wrong = next(number for number in range(1000) if number not in numbers)
    long = ".".join(["0-0"] * (branch.MOST_MOVES + 1))
    for query, status, key in (
        ("step=11", 422, "table.branch_step"),
        ("step=x", 422, "table.field_wrong"),
        (f"step=10&line={seat}-{wrong}", 422, "table.branch_move"),
        (f"step=10&line={1 - int(seat)}-{min(numbers)}", 422, "table.branch_move"),
        ("step=10&line=99-999999999", 422, "table.branch_move"),
        ("step=10&line=7", 422, "table.field_wrong"),
        ("step=10&line=0-1..0-2", 422, "table.field_wrong"),
        ("step=10&line=%C2%B2-1", 422, "table.field_wrong"),
        (f"step=10&line={long}", 422, "table.field_wrong"),
        ("step=10&as=0", 422, "table.field_unknown"),
    ):
        answer = device.get(f"/api/files/{made}/branch?{query}")
        assert (answer.status, answer.error) == (status, key), query
    for what in ("branch", "coach?seat=0", "review"):
        assert device.get(f"/api/files/{'A' * 16}/{what}").status == 404
    wish = {"step": 10, "line": "", "seat": int(seat), "move": "flip z9"}
    assert device.post(f"/api/files/{made}/why", wish).json["reason"] is not None
    wish["move"] = legal[seat][0]["notation"]
    assert device.post(f"/api/files/{made}/why", wish).json == {"reason": None}
    assert device.post(f"/api/files/{made}/why", {**wish, "seat": 5}).status == 404
    assert device.post(f"/api/files/{made}/why", {**wish, "move": 3}).status == 422


def test_the_longest_line_is_cheap(server: Server) -> None:
    """A line of some hundred moves is replayed beside the tables, in well under a second."""
    history = random_history(game_named("mischwald"), 1, branch.MOST_MOVES)
    moves = tuple((move.seat, move.number) for move in history.match.moves)
    begin = time.process_time()
    found = branch.shown(history, branch.Place(0, moves))
    assert len(found["line"]) == len(moves)
    assert time.process_time() - begin < 1.0


# Files as good as tables


def test_a_file_has_names_and_a_coach_as_its_table(server: Server) -> None:
    device = Device(server)
    table = device.give_up_early("halali", [person("Anna"), here("Bert")], SINGLE)
    text = device.get(f"/api/tables/{table}/file").content.decode()
    match = file.read(text.encode(), Match)
    assert [player.name for player in match.players] == ["Anna", "Bert"]
    made = open_file(device, text).json["id"]
    outline = device.get(f"/api/files/{made}/past").json
    assert [player["name"] for player in outline["players"]] == ["Anna", "Bert"]
    assert outline["imagined_by"] is None
    assert reviewed(device, f"/api/files/{made}/review") == reviewed(
        device, f"/api/tables/{table}/review"
    )


def test_bots_keep_their_level_in_the_file(server: Server) -> None:
    device = Device(server)
    table = device.play_to_the_end("kuh_vadis", [person("Anna"), {**bot(), "name": "Liese"}])
    match = file.read(device.get(f"/api/tables/{table}/file").content, Match)
    assert match.players == (file.Player("Anna"), file.Player("Liese", "calf"))
    made = open_file(device, file.write(match)).json["id"]
    found = device.get(f"/api/files/{made}/past").json["players"][1]
    assert (found["kind"], found["name"], found["level"]) == ("bot", "Liese", "calf")


def test_the_coach_speaks_about_a_line(finished: tuple[Device, str, Match]) -> None:
    device, table, match = finished
    made = play_on(device, table, len(match.moves) // 2).json
    step = int(made["url"].partition("step=")[2])
    assert step == len(match.moves) // 2
    found = look(device, made["id"], step)
    (seat,) = found["legal"]
    where = f"/api/files/{made['id']}"
    advice = device.get(f"{where}/coach?seat={seat}&step={step}&line=").json
    visits = [move["visits"] for move in advice["moves"]]
    assert visits == sorted(visits, reverse=True), "the best is what was tried most"
    assert {move["n"] for move in advice["moves"]} <= {move["n"] for move in found["legal"][seat]}
    again = device.get(f"{where}/coach?seat={seat}&step={step}&line=").json
    assert again == advice, "one thought answers all who ask"
    other = device.get(f"{where}/coach?seat={1 - int(seat)}&step={step}&line=")
    assert (other.status, other.error) == (409, "table.hint_later")
    line = line_of([(int(seat), advice["moves"][0]["n"])])
    curve = reviewed(device, f"{where}/review?step={step}&line={line}")
    assert len(curve["chances"]) == len(curve["points"]) == 2


def test_nobody_keeps_the_coach_busy(own_server: OwnServer) -> None:
    device = Device(own_server())
    made = open_file(device, written("kuh_vadis", moves=12)).json["id"]
    questions = [
        f"/api/files/{made}/coach?step={step}&seat={seat}"
        for step in range(12)
        for seat in look(device, made, step)["legal"]
    ]
    with ThreadPoolExecutor(len(questions)) as at_once:
        answers = list(at_once.map(device.get, questions))
    refused = [answer for answer in answers if answer.status != 200]
    assert {(answer.status, answer.error) for answer in refused} == {(429, "table.ask_slower")}


# From a game that goes on


def test_only_players_at_tables_with_hints_play_on(two: SeatTwo, server: Server) -> None:
    anna, bert, table = two()
    for device in (anna, bert, Device(server)):
        answer = play_on(device, table, 0)
        assert (answer.status, answer.error) == (409, "table.branch_no_hints")
    anna, bert, table = two(SECRETIVE, hints=True)
    stranger = play_on(Device(server), table, 0)
    assert (stranger.status, stranger.error) == (403, "table.branch_players")
    for wish, status, key in (
        ({"seat": 1}, 403, "table.not_your_seat"),
        ({"seat": 2}, 422, "table.field_wrong"),
        ({"seat": 0, "open": True}, 422, "table.field_unknown"),
    ):
        answer = play_on(anna, table, 0, **wish)
        assert (answer.status, answer.error) == (status, key), wish
    foreign = anna.post(
        f"/api/tables/{table}/branch", {"version": 0}, headers={"origin": "http://evil.example"}
    )
    assert foreign.error == "table.wrong_origin"
    assert play_on(anna, table, 0).status == play_on(bert, table, 0, seat=1).status == 201


def starts(server: Server, device: Device, table: str, version: int, times: int) -> Iterator[Json]:
    """Play on from a table so often, and read what the server has written down for it."""
    for _ in range(times):
        made = play_on(device, table, version).json["id"]
        text = (server.data / "files" / f"{made}.allmende").read_text()
        (start,) = (line for line in text.splitlines() if line.startswith("start "))
        yield json.loads(start.removeprefix("start "))


@pytest.mark.parametrize("name", [SECRETIVE, "mischwald", "halali"])
def test_a_running_game_is_only_imagined(server: Server, name: str) -> None:
    """Whoever plays on again and again finds worlds that differ in all that the seat cannot know,
    and none of them has the chance of the table."""
    anna, bert = Device(server), Device(server)
    made = anna.open_table(name, [person("Anna"), LINK], hints=True)
    bert.join(made["invites"][0]["url"], "Bert")
    table, chance = made["id"], Random(name)
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        for _ in range(8):
            mover = a if a.state["legal"] else b
            version = mover.play_any(chance)["version"]
            for socket in (a, b):
                socket.hear_version(version)
        view, version = a.state["views"]["0"], a.state["version"]
        worlds = list(starts(server, anna, table, version, 4))
        a.ask("resign", seat=0)
    truth = file.read(anna.get(f"/api/tables/{table}/file").content, Match)
    game = game_named(name)
    assert len({json.dumps(world) for world in worlds}) == len(worlds)
    for world in worlds:
        record = restore(game, world)
        assert knowledge(game, record, 0) == knowledge(game, truth.record, 0)
        assert content(record) != content(truth.record)
        assert world["chance"]["key"] != describe(game, truth.record)["chance"]["key"]
        assert game.view(record, 0) == view


@pytest.mark.parametrize("name", known_games())
def test_what_is_imagined_hangs_on_nothing_that_is_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two truths that a seat cannot tell apart are written down as the same world, to the letter,
    as long as chance is the same."""
    monkeypatch.setattr(branch, "fresh_seed", lambda: "the same")
    game, swapped = game_named(name), 0
    history = random_history(game, 3, 60)
    for seat in range(history.match.seats):
        for ply in range(0, history.version, 7):
            truth = history.match.record_at(ply)
            first = file.write(branch.imagined_world(history, ply, seat))
            other = veiled(game, truth, seat, OTHER_WORLD)
            swapped += content(other) != content(truth)
            kept = copy_record(truth)
            history.match._records[ply] = other
            assert file.write(branch.imagined_world(history, ply, seat)) == first
            history.match._records[ply] = kept
    assert swapped or name == "kuh_vadis"


def test_at_one_device_each_seat_plays_on_with_what_it_knows(server: Server) -> None:
    device = Device(server)
    made = device.open_table(SECRETIVE, [person("Anna"), here("Bert")], hints=True)
    with device.sit(made["id"]) as socket:
        views = socket.state["views"]
    for seat in (0, 1):
        opened = play_on(device, made["id"], 0, seat=seat).json
        found = device.get(f"/api/files/{opened['id']}/past?from=0&as={seat}").json["frames"][0]
        assert found["views"][str(seat)] == views[str(seat)]
        outline = device.get(f"/api/files/{opened['id']}/past").json
        assert (outline["imagined_by"], outline["open"]) == (seat, True)
        assert [player["name"] for player in outline["players"]] == ["Anna", "Bert"]


def test_a_bot_table_is_played_on_from_any_step(server: Server) -> None:
    device = Device(server)
    made = device.open_table("kuh_vadis", [person("Anna"), bot()], hints=True)
    with device.sit(made["id"]) as socket:
        chance = Random(3)
        while socket.state["version"] < 6:
            if socket.state["legal"]:
                socket.play_any(chance)
            else:
                socket.hear()
        version = socket.state["version"]
    for earlier in (0, version // 2, version):
        opened = play_on(device, made["id"], earlier).json
        found = look(device, opened["id"], 0)
        frames = device.get(f"/api/tables/{made['id']}/past?from={earlier}&count=1").json["frames"]
        assert found["scores"] == frames[0]["scores"]
        assert found["to_act"] == frames[0]["to_act"]


# From there to a table


def begin(device: Device, game: str, players: list[Json], start: Json, **more: Any) -> Answer:
    wish = {"game": game, "players": players, "start": start, **more}
    return device.post("/api/tables", wish)


@pytest.mark.parametrize("name", known_games())
def test_a_table_goes_on_from_a_line(server: Server, name: str) -> None:
    device, friend = Device(server), Device(server)
    text, chance = written(name, moves=30), Random(name)
    match = file.read(text.encode(), Match)
    made = open_file(device, text).json["id"]
    start = {"file": made, "step": 20, "line": ""}
    before = look(device, made, 20)
    seats = match.seats
    opened = begin(device, name, [person("Anna"), *[LINK] * (seats - 1)], start)
    assert opened.status == 201, opened.content
    for invite in opened.json["invites"]:
        friend.join(invite["url"], "Bert")
    with all_open(device.sit(opened.json["id"]), friend.sit(opened.json["id"])) as (a, b):
        assert a.state["to_act"] == before["to_act"]
        assert a.state["views"]["0"] == match.game.view(match.record_at(20), 0)
        facts = a.latest["welcome"]["table"]
        assert facts["from_position"] is True
        assert facts["options"] == match.options
        mover = a if a.state["legal"] else b
        mover.play_any(chance)
        if seats == 2:
            a.ask("resign", seat=0)
            content = device.get(f"/api/tables/{opened.json['id']}/file").content
            played = file.read(content, Match)
            (line,) = (one for one in content.decode().splitlines() if one.startswith("start "))
            told = line.removeprefix("start ").encode()
            assert hashlib.sha256(told).hexdigest() == facts["seed_hash"]
            assert len(played.moves) == 1


def test_what_one_has_seen_in_an_analysis_is_dealt_anew(server: Server) -> None:
    """Who begins a table keeps what their seat knew; the hands of others are new, and so is all
    that chance will bring."""
    device = Device(server)
    text = written(SECRETIVE, moves=30)
    match = file.read(text.encode(), Match)
    game, made = match.game, open_file(device, text).json["id"]
    others = [bot()] * (match.seats - 1)
    worlds = []
    for _ in range(3):
        start = {"file": made, "step": 30, "line": ""}
        opened = begin(device, SECRETIVE, [person("Anna"), *others], start).json
        imagined = dealing.world_for(match, 0)
        assert knowledge(game, imagined, 0) == knowledge(game, match.record, 0)
        worlds.append(content(imagined))
        with device.sit(opened["id"]) as socket:
            told = [message for message in socket.heard if message["type"] == "welcome"]
            assert told[0]["table"]["seed"] is None
    assert len({*worlds, content(match.record)}) == 4


def test_wrong_starts_are_refused(finished: tuple[Device, str, Match]) -> None:
    device, table, match = finished
    made = play_on(device, table, 0).json["id"]
    start = {"file": made, "step": 0, "line": ""}
    two, three = [person("Anna"), bot()], [person("Anna"), bot(), bot()]
    for game, players, changed, key in (
        ("kuh_vadis", two, {}, "table.start_game"),
        ("halali", three, {}, "table.wrong_seats"),
        ("halali", two, {"file": "A" * 16}, "table.file_unknown"),
        ("halali", two, {"step": len(match.moves) + 1}, "table.branch_step"),
        ("halali", two, {"step": len(match.moves)}, "core.over"),
        ("halali", two, {"line": "0-99999"}, "table.branch_move"),
        ("halali", two, {"seat": 0}, "table.field_unknown"),
    ):
        answer = begin(device, game, players, {**start, **changed})
        assert answer.status in (404, 409, 422), answer.content
        assert answer.error == key, (game, changed)


def test_a_table_from_a_position_outlives_the_server_and_does_not_count(
    own_server: OwnServer,
) -> None:
    server = own_server()
    device = Device(server)
    made = open_file(device, written("kuh_vadis", moves=8)).json["id"]
    start = {"file": made, "step": 8, "line": ""}
    opened = begin(device, "kuh_vadis", [person("Anna"), LINK], start).json
    with device.sit(opened["id"]) as socket:
        before = socket.state
    server.kill()
    server.restart()
    with device.sit(opened["id"]) as socket:
        assert socket.state == before
        socket.ask("resign", seat=0)
    assert device.get("/api/statistics").json["played"] == 0


def test_every_name_of_a_table_fits_into_a_game_file() -> None:
    """The server must not load the games for a number, so it stands in two places."""
    assert NAME_LENGTH == LONGEST_NAME

"""Looking back: past positions are what was shown at their time, and after the end all is open."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from allmende.core import file
from allmende.core.game import Game
from allmende.core.match import Match, load, new
from allmende.core.registry import game_named, known_games
from allmende.table.library.replay import Eyes, Frames, Outline, count_rounds
from allmende.table.limits import FRAMES_AT_ONCE
from allmende.table.store.facts import MOVE, RESIGN, UNDO, Happening
from allmende.table.tables.history import Beat, History
from allmende.table.tables.knowledge import veiled, watchers
from allmende.table.tables.moment import milestones
from tests import forge

from .clients import LINK, Answer, Device, Socket, all_open, here, person
from .conftest import OwnServer, SeatTwo
from .server_process import Json, Server
from .traffic import OTHER_WORLD, content

ONLY_LIVE = ("type", "legal", "since", "undo", "undo_barrier")


def past_of(device: Device, table: str, **query: Any) -> Json:
    """Ask for the past of a table, as JSON."""
    past: Json = ask(device, f"/api/tables/{table}/past", query).json
    return past


def ask(device: Device, path: str, query: Json) -> Answer:
    return device.get(path + "?" + "&".join(f"{name}={value}" for name, value in query.items()))


def all_frames(device: Device, path: str, **query: Any) -> list[Json]:
    """Fetch all frames, page by page."""
    frames: list[Json] = []
    while True:
        page = ask(device, path, {**query, "from": len(frames)}).json["frames"]
        frames += page
        if len(page) < FRAMES_AT_ONCE:
            return frames


def as_frame(state: Json, step: int) -> Json:
    """What a frame must be, by the state that was sent when it happened."""
    return {"step": step, **{name: state[name] for name in state if name not in ONLY_LIVE}}


def states_heard(socket: Socket) -> dict[int, Json]:
    return {message["version"]: message for message in socket.heard if message["type"] == "state"}


def entries_heard(socket: Socket) -> list[Json]:
    return [
        entry
        for message in socket.heard
        if message["type"] == "story"
        for entry in message["entries"]
    ]


def hear_story(socket: Socket, version: int) -> None:
    """Listen until a version has been told; the story follows the state."""
    while entries_heard(socket)[-1]["version"] < version:
        socket.hear()


def seated(server: Server, name: str) -> tuple[tuple[Device, ...], str]:
    """A host, a guest who holds all other seats, somebody who watches, and their table."""
    host, guest, watcher = (Device(server) for _ in range(3))
    seats = min(game_named(name).seats)
    made = host.open_table(name, [person("Host"), *[LINK] * (seats - 1)])
    for invite in made["invites"]:
        guest.join(invite["url"], "Guest")
    return (host, guest, watcher), made["id"]


def play(sockets: Sequence[Socket], chance: Random, most: int) -> None:
    """Play on by chance, for so many moves at most."""
    for _ in range(most):
        free = [socket for socket in sockets if socket.state["legal"]]
        if not free:
            return
        version = chance.choice(free).play_any(chance)["version"]
        for socket in sockets:
            socket.hear_version(version)


@pytest.mark.parametrize("name", known_games())
def test_frames_are_the_states_of_their_time(server: Server, name: str) -> None:
    """In the middle of a game everybody finds again exactly what they were sent, and no more."""
    devices, table = seated(server, name)
    with all_open(*(device.sit(table) for device in devices)) as sockets:
        play(sockets, Random(f"back {name}"), 40)
        for socket in sockets:
            hear_story(socket, 40)
        heard = [(states_heard(socket), entries_heard(socket)) for socket in sockets]
    for device, (states, entries) in zip(devices, heard, strict=True):
        frames = all_frames(device, f"/api/tables/{table}/past")
        assert len(frames) == 41
        assert frames == [as_frame(states[step], step) for step in range(41)]
        outline = past_of(device, table)
        assert not outline["open"]
        assert outline["version"] == 40
        told = [
            {name: value for name, value in step.items() if name not in ("step", "ply", "round")}
            for step in outline["steps"][1:]
        ]
        assert told == entries


def test_no_other_eyes_before_the_end(server: Server) -> None:
    (host, guest, watcher), table = seated(server, "stieren_versieren")
    path = f"/api/tables/{table}/past"
    for device, wish in ((host, 1), (guest, 0), (watcher, 0), (host, "mover")):
        for query in ({"as": wish}, {"as": wish, "from": 0}):
            answer = ask(device, path, query)
            assert (answer.status, answer.error) == (403, "table.eyes_later")
    assert ask(host, path, {"as": 0, "from": 0}).json["frames"][0]["views"].keys() == {"0"}
    spectator = ask(host, path, {"as": "spectator", "from": 0}).json
    assert spectator == ask(watcher, path, {"from": 0}).json
    assert spectator["frames"][0]["views"].keys() == {"spectator"}


def test_a_secret_choice_stays_secret_in_the_past(server: Server) -> None:
    """What was decided in secret and not shown since is no part of anybody else's past."""
    (host, guest, watcher), table = seated(server, "stieren_versieren")
    chance = Random("secret")
    with all_open(host.sit(table), guest.sit(table)) as (a, b):
        while not (a.state["legal"] and b.state["legal"]):
            play((a, b), chance, 1)
        b.hear_version(a.play_any(chance)["version"])
    frames = [all_frames(device, f"/api/tables/{table}/past")[-1] for device in (guest, watcher)]
    assert [frame["last"] for frame in frames] == [None, None]
    assert all_frames(host, f"/api/tables/{table}/past")[-1]["last"] is not None
    told = [past_of(device, table)["steps"][-1]["events"] for device in (host, guest, watcher)]
    assert told[0] != told[1] == told[2]


def random_history(game: Game, seed: int, moves: int) -> History:
    """A game that is played by chance, for so many moves at most."""
    chance = Random(f"{game.name} {seed}")
    history = History(new(game, chance.choice(game.seats), seed))
    while history.ending is None and history.version < moves:
        seat = chance.choice(history.to_act)
        number = chance.choice(game.legal_moves(history.record, seat))
        history.add(Happening(history.version + 1, MOVE, seat, number, None, ""))
    return history


@pytest.mark.parametrize("name", [name for name in known_games() if game_named(name).secrets])
def test_hidden_parts_of_the_past_do_not_matter(name: str) -> None:
    """The law of the veil: a past that differs in what a watcher could not know looks the same."""
    game, swapped = game_named(name), 0
    history = random_history(game, 3, 60)
    for watcher in watchers(history.match.seats):
        eyes = Eyes(() if watcher is None else (watcher,))
        for ply in range(3, history.version, 9):
            frames = Frames(history, eyes, ply, 1)
            truth = frames.moments[0]
            twin = replace(truth, record=veiled(game, truth.record, watcher, OTHER_WORLD))
            swapped += content(twin.record) != content(truth.record)
            assert frames.frame(twin) == frames.frame(truth)
    assert swapped


def test_after_the_end_all_is_open(server: Server, tmp_path: Path) -> None:
    devices, table = seated(server, "stieren_versieren")
    with all_open(*(device.sit(table) for device in devices)) as sockets:
        play(sockets, Random("open"), 2_000)
        assert sockets[0].state["over"]
    path = tmp_path / "game.allmende"
    path.write_bytes(devices[0].get(f"/api/tables/{table}/file").content)
    match, where = load(path), f"/api/tables/{table}/past"
    frames = all_frames(devices[2], where, **{"as": 1})
    assert len(frames) == len(match.moves) + 1
    for ply, frame in enumerate(frames):
        record = match.record_at(ply)
        assert frame["views"] == {"1": match.game.view(record, 1)}
        assert frame["scores"] == match.game.scores(record)
        assert (frame["last"] or {}).get("n") == (match.moves[ply - 1].number if ply else None)
    assert frames[-1]["result"]["breakdown"]
    by_mover = all_frames(devices[2], where, **{"as": "mover"})
    assert [list(frame["views"]) for frame in by_mover[1:]] == [
        [str(move.seat)] for move in match.moves
    ]
    outline = past_of(devices[2], table)
    assert outline["open"]
    assert outline["over"] == match.ending


def test_what_was_taken_back_is_not_shown(server: Server) -> None:
    device = Device(server)
    made = device.open_table("kuh_vadis", [person("Anna"), here("Bert")])
    with device.sit(made["id"]) as socket:
        chance = Random("undo")
        while socket.state["undo"] is None:
            socket.play_any(chance)
        before = socket.state["undo"]
        answer = socket.ask("undo", version=socket.state["version"], moves=before["moves"])
        state = socket.hear_version(answer["version"])
        outline = past_of(device, made["id"])
        assert outline["version"] == state["version"]
        assert outline["steps"][-1]["version"] == before["to"]
        frames = all_frames(device, f"/api/tables/{made['id']}/past")
        assert len(frames) == len(outline["steps"])
        assert frames[-1]["views"] == state["views"]
        assert "table.undone" not in str(outline)


def test_milestones_are_what_stands() -> None:
    history = random_history(game_named("stieren_versieren"), 1, 4)
    for kind, seat, number in ((UNDO, 0, 2), (RESIGN, 1, 0)):
        history.add(Happening(history.version + 1, kind, seat, number, None, ""))
    seat = history.to_act[0]
    number = history.game.legal_moves(history.record, seat)[0]
    history.add(Happening(7, MOVE, seat, number, None, ""))
    found = [(at.version, at.ply, sorted(at.resigned)) for at in milestones(history)]
    assert found == [(0, 0, []), (1, 1, []), (2, 2, []), (6, 2, [1]), (7, 3, [1])]


def test_a_resignation_is_a_step_of_its_own(server: Server, two: SeatTwo) -> None:
    anna, bert, table = two("halali")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        a.play_any(Random(1))
        b.hear_version(1)
        b.ask("resign", seat=1)
    outline = past_of(anna, table)
    assert [step["ply"] for step in outline["steps"]] == [0, 1, 1]
    assert outline["steps"][2]["events"][0]["key"] == "table.resigned"
    frames = all_frames(anna, f"/api/tables/{table}/past")
    assert [frame["over"] for frame in frames] == [None, None, "resigned"]
    assert frames[2]["places"] == [1, 2]
    # The game file ends in the same way, wherever it is looked at.
    made = open_file(anna, anna.get(f"/api/tables/{table}/file").content.decode())
    where = f"/api/files/{made.json['id']}"
    again = anna.get(f"{where}/past").json
    assert [step["events"] for step in again["steps"]] == [
        step["events"] for step in outline["steps"]
    ]
    assert again["over"] == "resigned"
    assert all_frames(anna, f"{where}/past")[-1]["places"] == [1, 2]
    # From its last position one may play on.
    assert anna.get(f"{where}/branch?step=1").json["over"] is None


def test_who_gives_up_among_many_is_told_by_the_file_as_at_the_table(server: Server) -> None:
    history = random_history(game_named("stieren_versieren"), 1, 4)
    seats = range(history.match.seats)
    for kind, seat, number in ((RESIGN, 2, 0), (UNDO, 0, 2)):
        history.add(Happening(history.version + 1, kind, seat, number, None, ""))
    chance = Random(1)
    while history.ending is None:
        if len(history.match.moves) == 9 and 0 not in history.resigned:
            history.add(Happening(history.version + 1, RESIGN, 0, 0, None, ""))
        seat = history.to_act[0]
        number = chance.choice(history.game.legal_moves(history.record, seat))
        history.add(Happening(history.version + 1, MOVE, seat, number, None, ""))
    who = [file.Player(name) for name in ("Anna", "Bert", "Cleo", "Dora")][: len(seats)]
    device, match = Device(server), history.match
    where = f"/api/files/{open_file(device, file.write(match, who)).json['id']}/past"
    past, frames = device.get(where).json, all_frames(device, where)
    stands = milestones(history)
    assert [step["ply"] for step in past["steps"]] == [one.ply for one in stands]
    gave_up = [step["ply"] for step in past["steps"] if is_resignation(step)]
    assert gave_up == [2, 9]
    assert past["over"] == history.ending
    assert [frames[-1]["scores"], frames[-1]["places"]] == [match.scores(), match.ranking()]
    assert [player["resigned"] for player in past["players"]] == [seat in (0, 2) for seat in seats]


def is_resignation(step: Json) -> bool:
    """Tell whether a step of the past is that somebody gave up."""
    return any(event["key"] == "table.resigned" for event in step["events"])


def test_rounds() -> None:
    def rounds(*turns: int | None) -> list[int]:
        return count_rounds([Beat(None, turn) for turn in turns])

    assert rounds(2, 0, 0, 1, 2, 2, 0, 1, 2) == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert rounds(None, 0, None, 1, None, 0) == [1, 1, 1, 1, 1, 2]
    assert rounds(0, 1, None, 1, 0) == [1, 1, 1, 1, 2]
    assert count_rounds([Beat(1, 0), Beat(1, 1), Beat(2, 1), Beat(2, 0)]) == [1, 1, 2, 2]


@pytest.mark.parametrize("name", known_games())
def test_rounds_only_grow(name: str) -> None:
    history = random_history(game_named(name), 2, 300)
    assert not Outline(history, Eyes(())).as_data()["private"], "told once all is open"
    outline = Outline(history, Eyes((), all_open=True)).as_data()
    rounds = [step["round"] for step in outline["steps"]]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)
    assert rounds[-1] > 1
    assert outline["private"] == (name not in ("halali", "kuh_vadis"))


def test_bad_questions(server: Server, two: SeatTwo) -> None:
    anna, _, table = two()
    path = f"/api/tables/{table}/past"
    for query, status, key in (
        ({"from": "x"}, 422, "table.field_wrong"),
        ({"from": -1}, 422, "table.field_wrong"),
        ({"from": 0, "count": 0}, 422, "table.field_wrong"),
        ({"from": 0, "count": FRAMES_AT_ONCE + 1}, 422, "table.field_wrong"),
        ({"from": 0, "till": 3}, 422, "table.field_unknown"),
        ({"as": 7}, 404, "table.unknown_seat"),
        ({"as": "%C2%B2"}, 404, "table.unknown_seat"),
        ({"as": "everybody"}, 404, "table.unknown_seat"),
    ):
        answer = ask(anna, path, query)
        assert (answer.status, answer.error) == (status, key), query
    assert ask(anna, path, {"from": 5}).json == {"frames": []}
    assert anna.get("/api/tables/AAAAAAAAAAAA/past").status == 404


def test_a_page_of_frames_is_small(server: Server) -> None:
    """The longest game with the most seats: what is sent at once stays far below a megabyte."""
    game = game_named("kuhfstein")
    history = random_history(game, 9, 400)
    last = history.version - FRAMES_AT_ONCE
    page = Frames(history, Eyes((), mover=True, all_open=True), last, FRAMES_AT_ONCE)
    assert len(str(page.as_data())) < 400_000


def test_who_looks_too_often_is_told(own_server: OwnServer) -> None:
    device = Device(own_server())
    made = device.open_table("halali", [person("Anna"), here("Bert")])
    path = f"/api/tables/{made['id']}/past"
    answers = [device.get(path) for _ in range(140)]
    assert {answer.status for answer in answers} == {200, 429}
    slow = next(answer for answer in answers if answer.status == 429)
    assert slow.error == "table.slow_down"


# Game files


def written(name: str, seed: int = 4, moves: int = 10_000) -> str:
    """The text of the file of a game that was played by chance."""
    history = random_history(game_named(name), seed, moves)
    return file.write(history.match)


def open_file(device: Device, text: str) -> Answer:
    return device.post("/api/files", {"file": text})


@pytest.mark.parametrize("name", known_games())
def test_a_file_is_shown_with_everything_open(server: Server, name: str, tmp_path: Path) -> None:
    text = written(name)
    path = tmp_path / "game.allmende"
    path.write_text(text)
    match = load(path)
    device = Device(server)
    made = open_file(device, text)
    assert made.status == 201, made.content
    where = f"/api/files/{made.json['id']}/past"
    outline = device.get(where).json
    assert (outline["game"], outline["seats"], outline["open"]) == (name, match.seats, True)
    assert len(outline["steps"]) == len(match.moves) + 1
    last = max(0, len(match.moves) - 3)
    for frame in ask(Device(server), where, {"from": last, "as": 0}).json["frames"]:
        assert frame["views"]["0"] == match.game.view(match.record_at(frame["step"]), 0)
    assert open_file(Device(server), text).json == made.json, "the same file has one address"


def test_a_file_outlives_the_server(own_server: OwnServer) -> None:
    server = own_server()
    device = Device(server)
    made = open_file(device, written("halali")).json
    where = f"/api/files/{made['id']}/past"
    before = device.get(where).json
    server.kill()
    server.restart()
    assert device.get(where).json == before


def test_a_file_from_the_terminal(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "evening.allmende"
    command = ["-m", "allmende", "play", "halali", "--against", "people"]
    typed = f"flip c4\nflip d5\nsave {path}\nquit\n"
    played = forge.run(command, typed=typed.encode())
    assert path.exists(), played
    made = open_file(Device(server), path.read_text())
    assert made.status == 201, made.content
    steps = Device(server).get(f"/api/files/{made.json['id']}/past").json["steps"]
    assert len(steps) == 3


def test_a_file_that_begins_from_a_position(server: Server) -> None:
    history = random_history(game_named("halali"), 2, 6)
    match = Match(history.game, history.record, None)
    match.play(match.legal()[0])
    made = open_file(Device(server), file.write(match))
    assert made.status == 201, made.content


def changed(text: str, old: str, new_: str) -> str:
    assert old in text
    return text.replace(old, new_, 1)


def bad_files() -> dict[str, tuple[str, str | None]]:
    text = written("halali", moves=30)
    lines = text.splitlines(keepends=True)
    moves = lines.index("moves\n")
    deep = "[" * 30_000
    return {
        "nothing": ("", "table.file_not_ours"),
        "a letter": ("Dear Anna, …", "table.file_not_ours"),
        "no game": (lines[0], "table.file_game"),
        "other game": (changed(text, "game halali", "game chess"), "table.file_game"),
        "control": (changed(text, "game halali", "game \u202ex"), "table.file_game"),
        "other rules": (changed(text, lines[2], "rules 99\n"), "table.file_rules"),
        "seats": (changed(text, "seats 2", "seats two"), "table.file_line"),
        "seven": (changed(text, "seats 2", "seats 7"), "table.file_line"),
        "option": (changed(text, "option match=", "option match=x"), "table.file_line"),
        "half": ("".join(lines[: len(lines) // 2]), "table.file_cut"),
        "no seal": ("".join(lines[:-1]), "table.file_cut"),
        "seal": (changed(text, "seal ", "seal 0"), "table.file_edited"),
        "digest": (changed(text, "digest ", "digest 0"), "table.file_edited"),
        "more": (text + "PS\n", "table.file_edited"),
        "move": ("".join([*lines[: moves + 1], "1 0 fly a1\n"]), "table.file_move"),
        "gap": ("".join([*lines[: moves + 1], *lines[moves + 2 :]]), "table.file_move"),
        "seed": (changed(text, "seed 4", "seed 5"), None),
        "deep": ("".join([*lines[:3], f"start {deep}\n"]), "table.file_line"),
        "position": ("".join([*lines[:3], 'start {"board": 7}\n']), "table.file_line"),
        "own data": ("".join([*lines[:3], "data {}\n"]), "table.file_data"),
        "own cards": ("".join([*lines[:3], 'start {"data": {}}\n']), "table.file_data"),
    }


def test_bad_files_are_refused_with_a_reason(server: Server) -> None:
    device = Device(server)
    for what, (text, key) in bad_files().items():
        answer = open_file(device, text)
        assert answer.status == 422, what
        assert key in (None, answer.error), (what, answer.json)
    assert device.post("/api/files", {"file": 7}).error == "table.field_wrong"
    assert device.post("/api/files", {}).error == "table.field_missing"
    assert device.post("/api/files", {"file": "", "x": 1}).error == "table.field_unknown"


def test_noise_in_files(server: Server) -> None:
    """Random changes of a good file: always refused, always with a sentence."""
    chance, device = Random("noise"), Device(server)
    good = written("kuhfstein", moves=40)
    for _ in range(12):
        letters = list(good)
        for _ in range(chance.randint(1, 3)):
            letters[chance.randrange(len(letters))] = chance.choice("{}[] x09é\n\u2028")
        answer = open_file(device, "".join(letters))
        assert answer.status == 422 or "".join(letters) == good, answer.content


def test_large_files_and_unknown_ones(server: Server) -> None:
    device = Device(server)
    answer = open_file(device, "x" * 70_000)
    assert (answer.status, answer.error) == (413, "table.too_long")
    assert device.post("/api/tables", {"game": "x" * 20_000}).status == 413
    for name in ("A" * 16, "x", "..%2F..%2Ftables", "A" * 15 + "."):
        assert device.get(f"/api/files/{name}/past").status == 404
    stranger = device.post("/api/files", {"file": ""}, headers={"origin": "http://evil.example"})
    assert stranger.error == "table.wrong_origin"


def test_many_files_are_too_many(own_server: OwnServer) -> None:
    device = Device(own_server("--tables-per-minute", "2"))
    answers = [open_file(device, "") for _ in range(4)]
    assert answers[-1].error == "table.too_many_files"

"""Nothing hidden is ever sent: whoever looks gets the same messages whatever they cannot know."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from allmende.core.match import Match, Move, Step, load
from allmende.core.registry import game_named, known_games
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables.history import History
from allmende.table.tables.knowledge import veiled
from allmende.table.tables.scene import Scene, entry, state
from allmende.table.tables.undo import barrier_of
from allmende.table.wire.telling import encoded

from .clients import LINK, Device, all_open, person
from .server_process import Json, Server
from .traffic import OTHER_WORLD, Decision, compare_games, content, random_steps, sent_to

Traffic = tuple[Json, Json | None]
"""A state, and the story of the move that led to it."""

GAMES = 2
EVERY = 5
CHOOSING_IN_SECRET = ("stieren_versieren",)


def secret_games() -> list[str]:
    return [name for name in known_games() if game_named(name).secrets]


@pytest.mark.parametrize("name", secret_games())
def test_hidden_parts_do_not_matter(name: str) -> None:
    """Whoever looks is sent the same, whatever they cannot know, and a move that leads from another
    possible world to the same knowledge is told and shown in the same way."""
    made = compare_games(game_named(name), range(GAMES), EVERY)
    assert made["swapped"]
    assert made["worlds"]


@pytest.mark.parametrize("name", secret_games())
def test_undo_tells_no_secret(name: str) -> None:
    """Whether a move can be taken back does not hang on what its maker cannot know."""
    game, compared = game_named(name), 0
    for seed in range(GAMES):
        for step in random_steps(game, seed, EVERY):
            before, move, after = step.before, step.move, step.after
            world = veiled(game, before, move.seat, OTHER_WORLD)
            other = game.after(world, move.seat, move.number)
            if after.drawn == before.drawn and other.drawn == world.drawn:
                truth = barrier_of(game, Step(before, move, after))
                assert barrier_of(game, Step(world, move, other)) == truth
                compared += 1
    assert compared


@pytest.mark.parametrize("name", secret_games())
def test_secret_choices_look_the_same(name: str) -> None:
    """Two moves that another seat cannot tell apart are shown to it in the same way."""
    game, compared = game_named(name), 0
    for seed in range(GAMES):
        for step in random_steps(game, seed, EVERY):
            before, move, after = step.before, step.move, step.after
            number = game.legal_moves(before, move.seat)[0]
            other = game.after(before, move.seat, number)
            if content(other) == content(after) or other.drawn != after.drawn:
                continue
            twin_move = Move(move.seat, number, "", {})
            for watcher in step.watchers():
                if watcher == move.seat:
                    continue
                if game.view(other, watcher) != game.view(after, watcher):
                    continue
                twin = Decision(game, before, twin_move, other)
                assert sent_to(twin.history(), watcher) == sent_to(step.history(), watcher)
                compared += 1
    assert compared or name not in CHOOSING_IN_SECRET


@pytest.mark.parametrize("name", known_games())
def test_last_is_shown_of_open_moves(name: str) -> None:
    """Hiding everything would be safe, and useless."""
    game = game_named(name)
    shown = [
        sent_to(step.history(), None)[0]["last"] is not None
        for step in random_steps(game, 7, EVERY)
    ]
    assert sum(shown) > len(shown) / 4


@pytest.mark.parametrize("name", known_games())
def test_traffic_is_what_each_may_know(server: Server, name: str, tmp_path: Path) -> None:
    """Every message of a spectator and of a player is made from what they may know: it can be made
    again from the game file, and it holds no secret of the server."""
    host, guest, watcher = (Device(server) for _ in range(3))
    seats = min(game_named(name).seats)
    made = host.open_table(name, [person("Host"), *[LINK] * (seats - 1)])
    for invite in made["invites"]:
        guest.join(invite["url"], "Guest")
    table, chance = made["id"], Random(name)
    with all_open(*(device.sit(table) for device in (host, guest, watcher))) as sockets:
        while sockets[0].state["over"] is None:
            free = [socket for socket in sockets if socket.state["legal"]]
            version = chance.choice(free).play_any(chance)["version"]
            for socket in sockets:
                socket.hear_version(version)
        seed = sockets[2].hear_seed()
        heard = [list(socket.heard) for socket in sockets]
    path = tmp_path / "game.allmende"
    path.write_bytes(host.get(f"/api/tables/{table}/file").content)
    expected = what_is_sent(load(path), [(0,), tuple(range(1, seats)), ()])
    for device, messages in enumerate(heard):
        check_traffic(messages, expected[device])
        secrets = [one.cookie for one in (host, guest, watcher) if one.cookie]
        assert not any(secret in str(messages) for secret in secrets)
        assert seed not in str([m for m in messages if not tells_seed(m)])


def what_is_sent(match: Match, devices: Sequence[Sequence[int]]) -> list[list[Traffic]]:
    """Make all states and stories of a game anew, for devices that hold these seats."""
    past = History(Match(match.game, match.record_at(0), match.seed))
    sent: list[list[Traffic]] = [[(plain(state(Scene(past), you)), None)] for you in devices]
    for number, move in enumerate(match.moves, start=1):
        past.add(Happening(number, MOVE, move.seat, move.number, None, ""))
        for at, you in enumerate(devices):
            told = plain(entry(past.told[-1], you))
            sent[at].append((plain(state(Scene(past), you)), told))
    return sent


def check_traffic(messages: list[Json], expected: Sequence[Traffic]) -> None:
    """Demand that states and stories are what a device may know, and nothing else is there."""
    for message in messages:
        if message["type"] == "state":
            # When it came to this is known to all: it is the time of the message.
            assert {**message, "since": None} == expected[message["version"]][0]
        elif message["type"] == "story":
            for told in message["entries"]:
                assert told == expected[told["version"]][1]
        else:
            assert message["type"] in ("welcome", "players", "chat", "seating", "ack"), message


def tells_seed(message: Json) -> bool:
    return message["type"] == "welcome" and message["table"]["seed"] is not None


def plain(message: Mapping[str, Any]) -> Json:
    """A message as it comes over the wire."""
    heard: Json = json.loads(encoded(message))
    return heard

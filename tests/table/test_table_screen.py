"""A screen for everybody: the host of a table that holds no seat and learns nothing."""

from random import Random
from typing import Any

import pytest

from .clients import LINK, Device, Socket, all_open, bot, person
from .server_process import Json, Server
from .sitting import HANDS, settle

SPECTATOR = "spectator"
OTHER_FOR_EACH = ("welcome",)
"""What differs between two who watch: whether one is the host, and the time."""


def content(socket: Socket) -> list[Json]:
    """Return what somebody was told, without what differs between two who watch."""
    return [
        {**said, "host": None, "now": None} if said["type"] in OTHER_FOR_EACH else said
        for said in socket.heard
        if said["type"] not in ("ack", "no")
    ]


def seated(server: Server, game: str = HANDS) -> tuple[Device, list[Device], str]:
    """Open a table at a screen, and let two people sit down."""
    screen, people = Device(server), [Device(server), Device(server)]
    made = screen.open_table(game, [LINK, LINK])
    for guest, invite in zip(people, made["invites"], strict=True):
        guest.join(invite["url"], "Somebody")
    return screen, people, made["id"]


def test_screen_reads_a_hand(server: Server) -> None:
    """A screen is told what a spectator is told, also where its device holds a seat: then only
    another page of that device sees the hand."""
    anna, bert, stranger = Device(server), Device(server), Device(server)
    made = anna.open_table(HANDS, [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    table, chance = made["id"], Random(3)
    screen = anna.sit(table, eyes=SPECTATOR)
    watching = stranger.sit(table)
    with all_open(anna.sit(table), bert.sit(table), screen, watching) as sockets:
        for _ in range(12):
            mover = next(one for one in sockets[:2] if one.state["legal"])
            mover.play_any(chance)
            for one in sockets:
                one.hear_version(mover.state["version"])
        for one in sockets:
            settle(one)
        assert content(screen) == content(watching)
        assert set(screen.state["views"]) == {SPECTATOR}
        assert screen.latest["welcome"]["host"] is True
        assert screen.latest["welcome"]["you"] == []
        assert set(sockets[0].state["views"]) == {"0"}


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "move", "seat": 0, "n": 0, "version": 0},
        {"do": "why", "seat": 0, "move": "anything"},
        {"do": "say", "text": "I am a screen"},
        {"do": "resign", "seat": 0},
        {"do": "leave", "seat": 0},
        {"do": "rename", "seat": 0, "name": "Screen"},
    ],
)
def test_screen_moves_for_somebody(server: Server, wish: dict[str, Any]) -> None:
    anna = Device(server)
    made = anna.open_table("halali", [person("Anna"), bot()])
    with anna.sit(made["id"], eyes=SPECTATOR) as screen:
        assert screen.refused(**wish) in ("table.not_your_seat", "table.players_speak")


def test_screen_holds_a_seat_unnoticed(server: Server) -> None:
    """Whoever only lets a screen show a table is away."""
    anna, bert = Device(server), Device(server)
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    with anna.sit(made["id"], eyes=SPECTATOR), bert.sit(made["id"]) as watching:
        settle(watching)
        assert [one["here"] for one in watching.latest["players"]["players"]] == [False, True]


def test_the_screen_fills_seats_and_begins_another_game(server: Server) -> None:
    screen, guest = Device(server), Device(server)
    made = screen.open_table("halali", [LINK, LINK])
    with screen.sit(made["id"], eyes=SPECTATOR) as host:
        assert host.refused("rematch") == "table.not_over"
        assert host.ask("bot", seat=1, level="calf")["type"] == "ack"
        guest.join(made["invites"][0]["url"], "Bert")
        with guest.sit(made["id"]) as playing:
            assert playing.ask("resign", seat=0)["type"] == "ack"
        assert host.ask("rematch")["type"] == "ack"
        settle(host)
        again = host.latest["welcome"]["table"]["rematch"].rsplit("/", 1)[1]
    with screen.sit(again, eyes=SPECTATOR) as host, guest.sit(again) as playing:
        assert host.latest["welcome"]["host"] is True
        assert playing.latest["welcome"]["you"] == [1]


def test_screen_locks_somebody_out(server: Server) -> None:
    """The host frees no seat in a running game, with or without a seat; and a stranger nothing."""
    screen, people, table = seated(server)
    with all_open(*(one.sit(table) for one in people)) as sockets:
        next(one for one in sockets if one.state["legal"]).play_any(Random(1))
    freed = screen.post(f"/api/tables/{table}/seats/0/revoke", {})
    assert freed.error == "table.needs_agreement"
    with Device(server).sit(table, eyes=SPECTATOR) as stranger:
        assert stranger.latest["welcome"]["host"] is False
        assert stranger.refused("bot", seat=0, level="calf") == "table.not_your_seat"
        assert stranger.refused("rematch") == "table.not_your_seat"
        assert stranger.refused("propose", seat=0) == "table.host_only"


def test_the_screen_of_a_host_has_a_place_where_all_others_are_taken(server: Server) -> None:
    screen, _, table = seated(server, "halali")
    crowd = [Device(server).sit(table) for _ in range(64)]
    with all_open(*crowd), screen.sit(table, eyes=SPECTATOR) as host:
        assert host.latest["welcome"]["host"] is True


def test_screen_learns_the_deal(server: Server) -> None:
    """There is none before everybody sits, and afterwards only its hash."""
    screen, guest = Device(server), Device(server)
    made = screen.open_table(HANDS, [LINK, LINK])
    guest.join(made["invites"][0]["url"], "Bert")
    with screen.sit(made["id"], eyes=SPECTATOR) as host:
        assert host.latest["welcome"]["table"]["dealt"] is False
        assert host.latest["welcome"]["table"]["seed_hash"] is None
        assert host.latest["welcome"]["table"]["seed"] is None


def test_screen_sees_who_plays(server: Server) -> None:
    """The names at its table, and nothing in the list of its device."""
    screen, _, table = seated(server)
    with screen.sit(table, eyes=SPECTATOR) as host:
        names = [one["name"] for one in host.latest["players"]["players"]]
    assert names == ["Somebody", "Somebody"]
    assert screen.get("/api/tables").json == {"tables": []}

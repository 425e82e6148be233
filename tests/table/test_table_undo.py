"""Undo reaches to the last thing that somebody learned or somebody else did, and no further."""

from random import Random

import pytest

from allmende.core.language import Message
from allmende.core.match import Step, new
from allmende.table.store.facts import MOVE, UNDO, Happening
from allmende.table.tables.history import History
from allmende.table.tables.undo import barrier_of, reach

from .clients import Device, all_open, here, person
from .conftest import SeatTwo, on_both
from .server_process import Server


def history_of(game: str, seed: int = 7, **options: str) -> History:
    return History(new(game, 2, seed, options))


def add(history: History, kind: str, seat: int, number: int) -> None:
    history.add(Happening(history.version + 1, kind, seat, number, None, ""))


def key_of(barrier: Message | None) -> str:
    assert barrier is not None
    return barrier.key


def make(history: History, notation: str) -> None:
    seat = history.to_act[0]
    legal = history.match.legal(seat)
    add(history, MOVE, seat, next(m.number for m in legal if str(m) == notation))


def test_a_flipped_tile_stays_flipped() -> None:
    history = history_of("halali")
    make(history, "flip c4")
    reached = reach(history, 0)
    assert (reached.moves, key_of(reached.barrier)) == (0, "table.barrier_shown")


def test_an_open_move_can_be_taken_back() -> None:
    """Walking on face-up tiles tells nobody anything."""
    history, chance = history_of("halali"), Random(2)
    while True:
        seat = history.to_act[0]
        walks = [m for m in history.match.legal(seat) if not str(m).startswith("flip")]
        quiet = [m for m in walks if "x" not in str(m)]
        if quiet:
            before = history.version
            add(history, MOVE, seat, quiet[0].number)
            reached = reach(history, seat)
            if history.ending is None and reached.moves:
                assert (reached.moves, reached.to) == (1, before)
                assert reach(history, 1 - seat).moves == 0
                return
        else:
            add(history, MOVE, seat, chance.choice(history.match.legal(seat)).number)


def test_secret_choices_can_be_taken_back_until_others_choose() -> None:
    history, chance = history_of("stieren_versieren"), Random(4)
    while len(history.to_act) < 2:
        seat = history.to_act[0]
        add(history, MOVE, seat, chance.choice(history.match.legal(seat)).number)
    version = history.version
    add(history, MOVE, 0, history.match.legal(0)[0].number)
    assert (reach(history, 0).moves, reach(history, 0).to) == (1, version)
    add(history, UNDO, 0, 1)
    assert reach(history, 0).moves == 0
    add(history, MOVE, 0, history.match.legal(0)[1].number)
    assert reach(history, 0).moves == 1
    add(history, MOVE, 1, history.match.legal(1)[0].number)
    blocked = reach(history, 0)
    assert (blocked.moves, key_of(blocked.barrier)) == (0, "table.barrier_other")


@pytest.mark.parametrize("game", ["kuh_vadis", "kuhfstein"])
def test_chance_is_a_barrier(game: str) -> None:
    history, chance = history_of(game), Random(5)
    seen = set()
    while history.ending is None and history.version < 60:
        seat = history.to_act[0]
        before = history.match.record.drawn
        add(history, MOVE, seat, chance.choice(history.match.legal(seat)).number)
        reached = reach(history, seat)
        if history.ending is None and history.match.record.drawn != before:
            assert (reached.moves, key_of(reached.barrier)) == (0, "table.barrier_chance")
        seen.add(reached.moves > 0)
    assert True in seen


def test_a_peek_is_a_barrier() -> None:
    """A cow that one seat alone has seen since the move cannot be unseen."""
    history, chance = history_of("stieren_versieren", seed=11), Random(6)
    while history.ending is None:
        seat = history.to_act[0]
        before = history.match.record.copy()
        add(history, MOVE, seat, chance.choice(history.match.legal(seat)).number)
        after = history.match.record
        peeked = (after.cow_seen != before.cow_seen).any()
        if peeked:
            step = Step(before, history.match.moves[-1], after)
            assert barrier_of(history.match.game, step) is not None


@on_both
def test_undo_over_the_wire(server: Server) -> None:
    device = Device(server)
    made = device.open_table("stieren_versieren", [person("Anna"), here("Bert")])
    with device.sit(made["id"]) as socket:
        assert socket.refused("undo", version=0) == "table.nothing_to_undo"
        chance = Random(8)
        while len(socket.state["legal"]) < 2:
            socket.play_any(chance)
        before = socket.state
        socket.move(0, before["legal"]["0"][0]["n"])
        assert socket.state["undo"]["seat"] == 0
        assert socket.state["undo"]["moves"] >= 1
        assert socket.state["undo"]["to"] <= before["version"]
        version = socket.state["version"]
        assert socket.refused("undo", version=version - 1) == "table.stale"
        assert socket.refused("undo", version=version, moves=9) is not None
        done = socket.ask("undo", version=version, id="back")
        assert done["version"] == version + 1
        assert socket.ask("undo", version=version, id="back") == done
        state = socket.hear_version(version + 1)
        assert state["legal"] == before["legal"]
        assert state["views"] == before["views"]
        assert socket.hear_story(version + 1)[-1]["events"][0]["key"] == "table.undone"


@on_both
def test_others_cannot_take_back(two: SeatTwo) -> None:
    anna, bert, table = two("kuh_vadis")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        first, second = (a, b) if a.state["legal"] else (b, a)
        first.play_any(Random(9))
        second.hear_version(1)
        assert second.state["undo"] is None
        assert second.refused("undo", version=1) == "table.nothing_to_undo"


def test_nothing_comes_back_after_the_end() -> None:
    history, chance = history_of("halali", match="single"), Random(10)
    while history.ending is None:
        seat = history.to_act[0]
        add(history, MOVE, seat, chance.choice(history.match.legal(seat)).number)
    assert {key_of(reach(history, seat).barrier) for seat in (0, 1)} == {"table.barrier_over"}

"""Tables stay in memory while somebody uses them, and no longer."""

import gc
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from allmende.core.match import new
from allmende.core.registry import known_games
from allmende.table.callers import Caller
from allmende.table.house.house import House
from allmende.table.house.lobby import Lobby
from allmende.table.log import Log
from allmende.table.settings import Settings
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables import turns
from allmende.table.tables.history import History
from allmende.table.tables.knowledge import watchers
from allmende.table.tables.room import Room
from allmende.table.tables.scene import Scene, state
from allmende.table.thinkers.bots import Mind
from allmende.table.tokens import Device
from allmende.table.wire.fields import Fields
from allmende.table.wire.socket import Connection
from tests.loops import run_alone

ANNA = Device("anna")
LONG_AGO = float("-inf")
MOVES = 3


@asynccontextmanager
async def lobby_in(folder: Path) -> AsyncIterator[Lobby]:
    """A lobby without a door."""
    house = House(Settings(data=folder), Log())
    try:
        yield Lobby(house)
    finally:
        house.scribe.close()


async def begun_table(lobby: Lobby) -> str:
    """Open a table where one device plays both seats, and make some moves."""
    players = [{"kind": "me", "name": "Anna"}, {"kind": "device", "name": "Bert"}]
    wish = Fields({"game": "halali", "players": players})
    table = (await lobby.new_tables.open(Caller("here", ANNA), wish))["id"]
    room = await lobby.room(table)
    for version in range(MOVES):
        (seat,) = room.to_act
        await turns.move(room, ANNA, seat, room.scene.numbers(seat)[0], version, str(version))
    return table


def let_time_pass(lobby: Lobby) -> None:
    """Let nobody do anything for a while."""
    lobby.touched = dict.fromkeys(lobby.touched, LONG_AGO)
    lobby.look_round()


@pytest.mark.parametrize("is_over", [False, True])
def test_a_table_that_nobody_uses_is_let_go_and_comes_back(tmp_path: Path, is_over: bool) -> None:
    """Nothing holds its memory; who comes back finds the game as it was."""

    async def come_and_go() -> None:
        async with lobby_in(tmp_path) as lobby:
            table = await begun_table(lobby)
            room = await lobby.room(table)
            if is_over:
                await turns.resign(room, ANNA, 0, "enough")
            version, print_before = room.history.version, room.history.match.digest()
            gone = weakref.ref(room)
            lobby.look_round()
            assert lobby.rooms == {table: room}
            del room
            let_time_pass(lobby)
            gc.collect()
            assert (lobby.rooms, lobby.touched, gone()) == ({}, {}, None)
            again = await lobby.room(table)
            assert (again.history.version, again.history.match.digest()) == (version, print_before)
            assert (again.history.ending is not None) == is_over

    run_alone(come_and_go())


@pytest.mark.parametrize("is_over", [False, True])
def test_what_a_bot_has_thought_is_let_go_with_its_game(tmp_path: Path, is_over: bool) -> None:
    """What one of them has thought takes 34 MB: nothing holds that when the game is over, or when
    nobody uses its table."""

    async def come_and_go() -> None:
        async with lobby_in(tmp_path) as lobby:
            table, other = await begun_table(lobby), Mind("elsewhere", 0, "calf")
            room, mind = await lobby.room(table), Mind(table, 1, "calf")
            for thinking in (mind, other):
                lobby.thinkers.player_of(thinking, room.history.game)
            assert list(lobby.thinkers.players) == [mind, other]
            if is_over:
                await turns.resign(room, ANNA, 0, "enough")
            else:
                let_time_pass(lobby)
            assert list(lobby.thinkers.players) == [other]

    run_alone(come_and_go())


def test_a_lobby_looks_round_as_long_as_there_are_tables(tmp_path: Path) -> None:
    """It has nothing to look for in an empty house."""

    async def come_and_go() -> None:
        async with lobby_in(tmp_path) as lobby:
            assert lobby.next_round is None
            await begun_table(lobby)
            assert lobby.next_round is not None
            let_time_pass(lobby)
            assert lobby.next_round is None

    run_alone(come_and_go())


def sit_down(room: Room) -> None:
    """Look at the table."""
    room.connections.add(cast(Connection, object()))


def think(room: Room) -> None:
    """Let a bot think."""
    room.thinking.add(1)


def fail(room: Room) -> None:
    """Let a bot wait for another try."""
    room.setbacks = 1


@pytest.mark.parametrize("use", [sit_down, think, fail])
def test_a_table_in_use_stays(tmp_path: Path, use: Callable[[Room], None]) -> None:
    """However long ago somebody came to it."""

    async def stay() -> None:
        async with lobby_in(tmp_path) as lobby:
            table = await begun_table(lobby)
            room = await lobby.room(table)
            use(room)
            let_time_pass(lobby)
            assert lobby.rooms == {table: room}

    run_alone(stay())


@pytest.mark.parametrize("name", known_games())
def test_what_was_shown_is_gone_with_the_next_move(name: str) -> None:
    """It leaves nothing to the collector of garbage, which holds up the whole house."""
    history = History(new(name, seed=1))
    for number in range(1, MOVES):
        seat = history.to_act[0]
        move = history.game.legal_moves(history.record, seat)[0]
        history.add(Happening(number, MOVE, seat, move, None, ""))
    shown = Scene(history)
    for watcher in watchers(history.match.seats):
        state(shown, () if watcher is None else (watcher,))
    kept = weakref.ref(shown)
    gc.disable()
    try:
        del shown
        assert kept() is None
    finally:
        gc.enable()

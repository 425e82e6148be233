"""Evenings in a simulated world: nothing is lost, doubled or shown to the wrong person, whatever
goes wrong, and mistakes that somebody might make are found."""

import asyncio
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from allmende.table.callers import Caller
from allmende.table.house import commands
from allmende.table.house.house import House
from allmende.table.metrics import Metrics
from allmende.table.post import postman, words
from allmende.table.refusal import Refusal
from allmende.table.store import outbox, statements
from allmende.table.store.scribe import MANY, Job, Scribe
from allmende.table.store.sqlite import SQLite
from allmende.table.store.statements import tables_that_wait_for_bots
from allmende.table.tables import noticing, scene, turns
from allmende.table.tables.drawing import Drawings, Seats
from allmende.table.tables.history import History
from allmende.table.tables.room import Room
from allmende.table.thinkers.bots import Thinkers
from allmende.table.tokens import Device
from allmende.table.wire.fields import Fields
from allmende.table.wire.socket import UNKNOWN_TABLE
from tests.loops import run_alone
from tests.processes import LAST_RESORT

from .simulation.disk import Disk
from .simulation.evening import Faults, Report, all_games, spend
from .simulation.guests import ASLEEP, EASILY_REACHED, Habits
from .simulation.network import Closed, Network, Socket
from .simulation.process import Process
from .simulation.surroundings import small_games, surroundings
from .simulation.world import World

EVENINGS = range(12)
SEARCHED = range(1_000, 1_060)
"""Evenings in which a planted mistake must be found."""
FEW_GAMES = 3
FOR_EVER = 1e9


def games() -> list[str]:
    """The games that load fast; the script of the benchmarks plays all of them."""
    return all_games()[:FEW_GAMES]


def test_evenings_pass() -> None:
    """Whatever goes wrong, everybody ends with the same story, and no promise is broken."""
    reports = [spend(seed, games()) for seed in EVENINGS]
    assert [report.trouble for report in reports] == [None] * len(reports)
    total = sum((report.counts for report in reports), start=Counter[str]())
    for what in ("deaths", "acknowledged", "refused", "states compared", "turns announced"):
        assert total[what], what


def test_the_same_seed_gives_the_same_evening() -> None:
    """A failure can be looked at again: every step follows from the seed."""
    first, again, other = (spend(seed, games()) for seed in (7, 7, 8))
    assert first.print == again.print
    assert first.print != other.print


# What was found


class Threadless(Scribe):
    """A scribe that writes when it is told to."""

    def begin(self) -> None:
        self.connection = self.engine.connect()

    def close(self) -> None:
        self.connection.close()
        self.engine.dispose()


def test_a_database_that_is_back_is_noticed_however_much_is_asked(tmp_path: Path) -> None:
    """Processes that share a database ask it something every second, even if nobody plays. That
    once put off the look whether it saves again, so that a house was not well for ever."""
    scribe = Threadless(SQLite(tmp_path / "tables.sqlite"), Metrics())
    scribe.failures, clock = MANY, count()

    async def ask_every_second() -> None:
        for _ in range(100):
            asked = asyncio.create_task(scribe.run(lambda c: None, passing=True))
            await asyncio.sleep(0)
            scribe.work_off(scribe.connection)
            await asked

    with patch.object(time, "monotonic", lambda: float(next(clock))):
        run_alone(ask_every_second())
    assert scribe.is_saving
    scribe.close()


def test_a_write_after_a_failed_commit_is_done(tmp_path: Path) -> None:
    """A commit that fails may leave its transaction open: the next write must not suffer."""
    scribe = Scribe(SQLite(tmp_path / "tables.sqlite"), Metrics())
    troubles = [OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))]

    def fail_once(_: object) -> None:
        if troubles:
            raise troubles.pop()

    event.listen(scribe.engine, "commit", fail_once)

    async def write_twice() -> list[str]:
        with pytest.raises(OperationalError):
            await scribe.run(tables_that_wait_for_bots)
        return await scribe.run(tables_that_wait_for_bots)

    try:
        assert run_alone(write_twice()) == []
    finally:
        scribe.close()


def test_a_job_that_fails_harms_no_other_of_its_transaction(tmp_path: Path) -> None:
    """All that waits is done in one go; then all but what failed is done anew, and once."""
    scribe, go_on = Scribe(SQLite(tmp_path / "tables.sqlite"), Metrics()), threading.Event()

    def note(number: int) -> Callable[[Connection], object]:
        return lambda c: c.exec_driver_sql("INSERT INTO notes VALUES (?)", (number,)).rowcount

    async def write() -> tuple[list[object], list[int]]:
        await scribe.run(lambda c: c.exec_driver_sql("CREATE TABLE notes (n PRIMARY KEY)") and None)
        first = asyncio.ensure_future(scribe.run(lambda _: go_on.wait(LAST_RESORT)))
        jobs = [asyncio.ensure_future(scribe.run(note(number))) for number in (1, 2, 1, 3)]
        await asyncio.sleep(0)
        go_on.set()
        await first
        done = await asyncio.gather(*jobs, return_exceptions=True)
        kept = "SELECT n FROM notes ORDER BY n"
        return done, await scribe.run(lambda c: list(c.exec_driver_sql(kept).scalars()))

    try:
        done, kept = run_alone(write())
    finally:
        scribe.close()
    assert [*done[:2], done[3]] == [1, 1, 1]
    assert isinstance(done[2], IntegrityError)
    assert kept == [1, 2, 3]


def test_who_comes_at_the_end_may_come_back(tmp_path: Path) -> None:
    """A house that closes sends newcomers away for now; it does not say that a table is gone."""
    world = World("closing")
    with surroundings(world, "closing"):
        process = Process(world, 1, tmp_path, Disk(world))
        network = Network(world, world.new_loop("network"))
        process.house.closing = True
        socket = Socket(network, process, f"/api/tables/{'x' * 12}/ws", "10.0.0.1", None)
        heard: list[str | Closed] = []

        async def listen() -> None:
            while not heard or not isinstance(heard[-1], Closed):
                heard.append(await socket.hear())

        listening = network.loop.start(listen())
        assert world.run_until(listening.done, 10)
        process.kill()
        network.loop.die()
    assert isinstance(heard[-1], Closed)
    assert heard[-1].code != UNKNOWN_TABLE


def test_a_table_is_built_once_though_somebody_goes(tmp_path: Path) -> None:
    """Two rooms of one table would each have a writer. Whoever waits no longer for a table that is
    being built, as a page does for its preview, leaves it to those who do."""
    world, game = World("built once"), small_games()[0]
    players = [{"kind": "me", "name": "Anna"}, {"kind": "device", "name": "Bert"}]
    with surroundings(world, "built once"):
        process = Process(world, 1, tmp_path, Disk(world))

        async def come_and_go() -> tuple[Room, Room]:
            lobby = await process.house.lobby()
            wish = Fields({"game": game, "players": players})
            made = await lobby.new_tables.open(Caller(device=Device("anna")), wish)
            hasty, patient = (asyncio.create_task(lobby.room(made["id"])) for _ in range(2))
            await asyncio.sleep(0)
            hasty.cancel()
            await asyncio.sleep(0)
            return await lobby.room(made["id"]), await patient

        coming = process.loop.start(come_and_go())
        assert world.run_until(coming.done, 60)
        late, patient = coming.result()
        process.kill()
    assert late is patient


def find(
    first: int = SEARCHED.start, faults: Faults | None = None, habits: Habits | None = None
) -> Report:
    """Spend evenings until something is found."""
    for seed in [*range(first, SEARCHED.stop), *range(SEARCHED.start, first)]:
        report = spend(seed, games(), faults, habits=habits)
        if report.trouble is not None:
            return report
    pytest.fail(f"nothing was found in {len(SEARCHED)} evenings")


# Mistakes that somebody might make


@contextmanager
def acknowledge_before_commit() -> Iterator[None]:
    """Do not wait for the disk."""

    async def write(room: Room, work: Any) -> None:
        room.writing.add(asyncio.create_task(room.scribe.run(work)))
        room.revision += 1

    with patch.object(Room, "write", write):
        yield


@contextmanager
def broadcast_before_commit() -> Iterator[None]:
    """Show an event first and write it down afterwards."""

    async def append(
        room: Room, happening: Any, standing: Any, chair: Any = None, *_: Any, **__: Any
    ) -> None:
        if chair is not None:
            room.chairs[chair.seat] = chair
        room.history.add(happening)
        room.look_again()
        room.send_change()
        table, seen = room.deal.id, room.revision
        await room.write(lambda c: statements.append(c, table, seen, happening, standing, chair))
        room.changed(room)

    with patch.object(Room, "append", append):
        yield


@contextmanager
def forget_ids() -> Iterator[None]:
    """Take a move that is sent again for another one."""
    with patch.object(turns, "done_before", lambda *_: None):
        yield


@contextmanager
def forget_ids_after_a_restart() -> Iterator[None]:
    """Remember the ids of wishes in memory alone."""
    replay = History.replay

    def without_ids(history: History, happenings: Any) -> None:
        replay(history, happenings)
        history.by_client.clear()

    with patch.object(History, "replay", without_ids):
        yield


@contextmanager
def show_an_old_state() -> Iterator[None]:
    """Keep the states of the version before."""

    def look_again(room: Room, before: scene.Scene[History] | None = None) -> None:
        room.scene = scene.Scene(room.history, before=before)
        if not hasattr(room, "drawings"):
            room.drawings = Drawings(room.scene)

    with patch.object(Room, "look_again", look_again):
        yield


@contextmanager
def show_the_state_of_somebody_else() -> Iterator[None]:
    """Keep one state for everybody."""
    real = Room.state

    def state(room: Room, you: Seats) -> bytes:
        return next(iter(room.drawings.done.values()), None) or real(room, you)

    with patch.object(Room, "state", state):
        yield


@contextmanager
def show_hands() -> Iterator[None]:
    """Show everybody what the first seat sees."""
    with patch.object(scene.Scene, "view", lambda look, _: look.game.view(look.record, 0)):
        yield


@contextmanager
def leave_out_the_story_of_a_break() -> Iterator[None]:
    """Tell somebody who comes back only what happens from now on."""

    async def nothing(*_: object) -> None:
        return None

    with patch.object(Room, "story_since", nothing):
        yield


@contextmanager
def leave_refusals_unanswered() -> Iterator[None]:
    """Answer only what is done."""
    real = commands.fulfil

    async def fulfil(do: Callable[[Any], Any], wish: Any) -> None:
        async def kindly(wish: Any) -> Any:
            try:
                return await do(wish)
            except Refusal:
                await asyncio.sleep(FOR_EVER)

        await real(kindly, wish)

    with patch.object(commands, "fulfil", fulfil):
        yield


@contextmanager
def ignore_a_full_disk() -> Iterator[None]:
    """Take a write for done that has failed."""
    real = Job.answer

    def answer(job: Job) -> None:
        if isinstance(job.trouble, SQLAlchemyError):
            job.trouble = None
        real(job)

    with patch.object(Job, "answer", answer):
        yield


@contextmanager
def let_anybody_move() -> Iterator[None]:
    """Do not look who holds a seat."""
    with patch.object(Room, "own_chair", lambda room, device, seat: room.chairs[seat]):
        yield


@contextmanager
def forget_bots_at_a_restart() -> Iterator[None]:
    """Let bots stand still after their turn, until a person does something."""
    with patch.object(Thinkers, "look", lambda *_: None):
        yield


@contextmanager
def stay_ill() -> Iterator[None]:
    """Never recover from a failure."""
    healthy = House.status.fget  # type: ignore[attr-defined]

    def status(house: House) -> str:
        return "broken" if house.metrics.failures_total.counts else healthy(house)

    with patch.object(House, "status", property(status)):
        yield


@contextmanager
def cross_nothing_out() -> Iterator[None]:
    """Leave in the outbox what was sent."""
    with patch.object(outbox, "done", lambda *_: None):
        yield


@contextmanager
def call_people_at_night() -> Iterator[None]:
    """Take no notice of quiet hours."""
    with patch.object(postman, "seconds_of_quiet", lambda *_: 0.0):
        yield


@contextmanager
def leave_turns_behind() -> Iterator[None]:
    """Call nobody who saw that it was their turn and has gone."""
    with patch.object(noticing, "call_after_all", lambda *_: None):
        yield


@contextmanager
def tell_what_was_said() -> Iterator[None]:
    """Send the secret of a letter along."""
    real = words.message_of

    def message_of(letter: Any, *more: Any) -> Any:
        return {**real(letter, *more), "body": letter.stamp}

    with patch.object(words, "message_of", message_of):
        yield


ABOUT_CALLS = {
    cross_nothing_out: EASILY_REACHED,
    call_people_at_night: ASLEEP,
    leave_turns_behind: EASILY_REACHED,
    tell_what_was_said: EASILY_REACHED,
}
"""With people who surely notice; nothing else goes wrong, so that it is this that they notice."""


@pytest.mark.parametrize("habits", sorted(set(ABOUT_CALLS.values()), key=repr), ids=repr)
def test_calls_without_a_mistake_pass(habits: Habits) -> None:
    assert spend(SEARCHED.start, games(), Faults(), habits=habits).trouble is None


@pytest.mark.parametrize("plant", ABOUT_CALLS, ids=lambda plant: plant.__name__)
def test_mistakes_about_calls_are_found(plant: Callable[[], Any]) -> None:
    with plant():
        assert find(SEARCHED.start, Faults(), ABOUT_CALLS[plant]).trouble


MISTAKES = (
    acknowledge_before_commit,
    broadcast_before_commit,
    forget_ids,
    forget_ids_after_a_restart,
    show_an_old_state,
    show_the_state_of_somebody_else,
    leave_out_the_story_of_a_break,
    leave_refusals_unanswered,
    ignore_a_full_disk,
    let_anybody_move,
    forget_bots_at_a_restart,
    stay_ill,
    show_hands,
)


SHOWN_BY = {let_anybody_move: 1_020, show_hands: 1_030}
"""Where the search begins for mistakes that few evenings show."""


@pytest.mark.parametrize("plant", MISTAKES, ids=lambda plant: plant.__name__)
def test_mistakes_are_found(plant: Callable[[], Any]) -> None:
    with plant():
        assert find(SHOWN_BY.get(plant, SEARCHED.start)).trouble

"""Clocks: what each seat has left follows from what is written down, whoever looks, and flags fall
once. All of it in virtual time."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.table.callers import Caller
from allmende.table.house import vacation
from allmende.table.house.lobby import Lobby
from allmende.table.refusal import Refusal
from allmende.table.store import timing
from allmende.table.store.clock import (
    EACH_MOVE,
    HEAD_START,
    LAG_FORGIVEN,
    SECOND,
    WHOLE_GAME,
    Clock,
    Pace,
    decided,
    new_clock,
    read_clock,
    read_pace,
    resting,
    settled,
    taken_back,
    with_running,
)
from allmende.table.store.facts import BOT, PERSON
from allmende.table.tables import people, turns
from allmende.table.tables.room import Room
from allmende.table.tokens import Device
from allmende.table.wire.fields import Fields
from allmende.table.wire.telling import clock as clock_shown

from .simulation.disk import Disk
from .simulation.neighbours import Street
from .simulation.process import Process
from .simulation.surroundings import small_games, surroundings, warm_up
from .simulation.world import World

Result = TypeVar("Result")
ANNA, BERT = Device("anna"), Device("bert")
FOR_EVER = 1e7
A_DAY = 24 * 3600
LIVE = {"span": "game", "seconds": 60, "bonus": 2, "at_zero": "lose"}
QUICK = {"span": "move", "seconds": 20, "at_zero": "bot"}
SLOW = {"span": "move", "seconds": 3 * A_DAY, "at_zero": "lose"}

paces = st.builds(
    Pace,
    st.sampled_from((EACH_MOVE, WHOLE_GAME)),
    st.integers(5, 100_000),
    st.integers(0, 60),
    st.integers(0, 60),
)
moments = st.lists(st.integers(0, 200_000), min_size=1, max_size=12).map(sorted)


# The clock alone


@given(paces, moments)
def test_to_look_at_a_clock_changes_nothing(pace: Pace, looks: list[int]) -> None:
    """However often it is settled on the way, everybody has the same left at the end."""
    clock = with_running(new_clock(pace, 3, 0), 0, [0, 2])
    looked_at = clock
    for moment in looks:
        looked_at = settled(looked_at, moment)
    end = looks[-1]
    for seat in range(3):
        assert looked_at.left_at(seat, end) == clock.left_at(seat, end)
        assert looked_at.free_at(seat, end) == clock.free_at(seat, end)
    assert looked_at.due == clock.due


@given(paces, moments, st.integers(0, 2_000))
def test_time_is_neither_made_nor_lost(pace: Pace, decisions: list[int], lag: int) -> None:
    """What a seat has used, what was free and forgiven, and what is left add up."""
    clock, last = with_running(new_clock(replace(pace, span=WHOLE_GAME), 2, 0), 0, [0]), 0
    game = replace(pace, span=WHOLE_GAME)
    budget = pace.seconds * SECOND
    for moment in decisions:
        used, free = moment - last, clock.free[0]
        back = min(lag, LAG_FORGIVEN, max(0, used - free))
        clock = with_running(decided(clock, game, moment, 0, [], lag), moment, [0])
        budget += pace.bonus * SECOND - max(0, used - free) + back
        assert clock.left[0] == budget
        last = moment
    assert clock.left[1] == pace.seconds * SECOND


@given(paces, moments)
def test_a_clock_can_be_written_down(pace: Pace, looks: list[int]) -> None:
    clock = settled(with_running(new_clock(pace, 4, 5), 5, [1, 3]), looks[-1])
    assert read_clock(clock.as_text()) == clock
    assert read_pace(pace.as_text()) == pace


@given(paces, st.integers(0, 50_000), st.integers(0, 50_000))
def test_to_take_back_is_not_to_have_moved(pace: Pace, thought: int, more: int) -> None:
    """Whoever takes back has been thinking ever since; the other gets back what it used."""
    before = with_running(new_clock(pace, 2, 0), 0, [0])
    after = with_running(decided(before, pace, thought, 0, [1]), thought, [1])
    end = thought + more
    back = taken_back(before, after, end, [0])
    assert back.left_at(0, end) == before.left_at(0, end)
    assert back.left[1] == before.left[1]
    assert back.running == (0,)


def test_a_vacation_stops_one_clock_and_ends_by_itself() -> None:
    pace = Pace(EACH_MOVE, 3 * A_DAY)
    clock = with_running(new_clock(pace, 2, 0), 0, [0, 1])
    rest = resting(clock, 1_000, [0], 1_000_000)
    assert rest.left_at(0, 1_000_000) == rest.left[0]
    assert rest.end_of(0) == 1_000_000 + rest.free[0] + rest.left[0]
    assert rest.end_of(1) == clock.end_of(1)


# At a table


class Night:
    """A house, or several, in a world with a clock of its own."""

    def __init__(self, world: World, data: Path, houses: int) -> None:
        self.world, self.data, self.disk = world, data, Disk(world)
        self.street = Street(world) if houses > 1 else None
        self.count = 0
        self.houses = [self.open() for _ in range(houses)]

    def open(self) -> Process:
        self.count += 1
        return Process(self.world, self.count, self.data, self.disk, self.street)

    def reopen(self, after: float, at: int = 0) -> None:
        """Let a house be dead for a while."""
        self.houses[at].kill()
        self.pass_by(after)
        self.houses[at] = self.open()

    def run(self, work: Callable[[Lobby], Coroutine[Any, Any, Result]], at: int = 0) -> Result:
        """Do something in a house and wait for it."""
        process = self.houses[at]

        async def do() -> Result:
            return await work(await process.house.lobby())

        task = process.loop.start(do())
        assert self.world.run_until(task.done, FOR_EVER)
        result: Result = task.result()
        return result

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        end = self.world.time + seconds
        self.world.run_until(lambda: self.world.time >= end, seconds)

    def table(self, pace: dict[str, Any], seats: str = "me device", at: int = 0) -> str:
        """Open a table; the second seat is Bert's, if it is a person's."""
        kinds = {
            "me": {"kind": "me", "name": "Anna"},
            "device": {"kind": "device", "name": "Bert"},
            "link": {"kind": "link"},
            "bot": {"kind": "bot", "level": "calf"},
        }
        players = [kinds[kind] for kind in seats.split()]
        wish = {"game": small_games()[0], "players": players, "pace": pace}
        made = self.run(lambda it: it.new_tables.open(Caller("10.0.0.1", ANNA), Fields(wish)), at)
        return made["id"]

    def room(self, table: str, at: int = 0) -> Room:
        return self.run(lambda it: it.room(table), at)

    def move(self, table: str, seat: int, at: int = 0, thought: int | None = None) -> None:
        async def do(lobby: Lobby) -> None:
            room = await lobby.room(table)
            number, version = room.scene.numbers(seat)[0], room.history.version
            client = f"{seat}-{version}-{self.world.time}"
            await turns.move(room, ANNA, seat, number, version, client, thought)

        self.run(do, at)

    def left(self, table: str, seat: int, at: int = 0) -> int:
        """Say how much time a seat has left, as it is shown."""
        room = self.room(table, at)
        assert room.terms.clock is not None
        shown = clock_shown(room.terms.clock, room.time.now())
        return shown["left"][seat] + shown["free"][seat]


@pytest.fixture
def night(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Night]:
    with beginning(tmp_path, request.node.name, 1) as one:
        yield one


@pytest.fixture
def street(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Night]:
    with beginning(tmp_path, request.node.name, 2) as several:
        yield several


@contextmanager
def beginning(data: Path, seed: str, houses: int) -> Iterator[Night]:
    warm_up(small_games()[0])
    world = World(seed)
    with surroundings(world, seed):
        one = Night(world, data, houses)
        yield one
        for process in one.houses:
            process.on_death = lambda: None
            process.kill()


NEAR = 3 * SECOND
"""Opening a table, a disk and a look at the clocks take a while in this world."""


def test_only_the_time_of_who_is_to_decide_runs(night: Night) -> None:
    table = night.table(LIVE)
    night.pass_by(40)
    assert night.left(table, 0) == pytest.approx(60_000 + HEAD_START - 40_000, abs=NEAR)
    assert night.left(table, 1) == 60_000 + HEAD_START
    night.move(table, 0)
    mine = night.left(table, 0)
    night.pass_by(10)
    assert night.left(table, 0) == mine, "the bonus came with the decision, and the clock stands"
    assert night.left(table, 1) == pytest.approx(60_000 + HEAD_START - 10_000, abs=NEAR)


def test_no_clock_runs_before_everybody_sits(night: Night) -> None:
    table = night.table(LIVE, "me link")
    night.pass_by(1_000)
    assert night.left(table, 0) == 60_000 + HEAD_START


def test_who_has_no_time_left_loses_where_that_was_chosen(night: Night) -> None:
    table = night.table(LIVE)
    night.pass_by(100)
    room = night.room(table)
    assert room.history.ending == "out_of_time"
    assert [told.events[0].key for told in room.history.told] == ["table.time_is_up"]
    assert room.chairs[0].timed_out
    assert room.terms.clock is not None
    assert room.terms.clock.running == ()


def test_a_bot_takes_over_where_that_was_chosen(night: Night) -> None:
    """And for a game of time for each move one may come back, with the time of a move."""
    table = night.table(QUICK)
    night.pass_by(55)
    room = night.room(table)
    assert room.chairs[0].kind == BOT
    assert "timed_out" in [one.kind for one in room.seatings]
    night.run(lambda it: people.come_back(room, ANNA, 0))
    kinds = [chair.kind for chair in night.room(table).chairs]
    assert kinds == [PERSON, PERSON]
    assert room.history.ending is None


def test_who_has_used_the_time_of_the_game_stays_away(night: Night) -> None:
    table = night.table({**LIVE, "at_zero": "bot"})
    night.pass_by(100)
    room = night.room(table)
    assert room.chairs[0].kind == BOT
    with pytest.raises(Refusal, match=r"table.out_of_time"):
        night.run(lambda it: people.come_back(room, ANNA, 0))


def test_the_clock_of_a_bot_does_not_run(night: Night) -> None:
    table = night.table({**QUICK, "seconds": 600}, "me bot")
    night.pass_by(10)
    night.move(table, 0)
    night.pass_by(20)
    room = night.room(table)
    assert room.history.version >= 2
    assert room.terms.clock is not None
    assert room.terms.clock.left[1] == 600_000


def test_a_table_that_is_built_anew_has_the_same_clock(night: Night) -> None:
    """And while the house was closed nobody's time ran, however long that was."""
    table = night.table(LIVE)
    night.pass_by(35)
    night.move(table, 0)
    night.pass_by(5)
    first, second = night.left(table, 0), night.left(table, 1)
    night.reopen(3_600)
    assert night.left(table, 0) == first
    assert night.left(table, 1) == pytest.approx(second, abs=3 * NEAR)
    assert night.room(table).history.ending is None
    night.pass_by(100)
    assert night.room(table).history.ending == "out_of_time", "from then on it runs again"


def test_a_house_that_slept_takes_no_time_from_anybody(night: Night) -> None:
    """A machine that was asleep finds out before it lets a flag fall, or takes a move."""
    table = night.table(LIVE)
    night.pass_by(20)
    before = night.left(table, 0)
    night.world.time += 5_000
    assert night.left(table, 0) <= before
    night.move(table, 0)
    room = night.room(table)
    assert room.history.ending is None
    assert room.history.version == 1
    assert night.left(table, 0) == 62_000, "nothing was used beyond what is free at first"


def test_undo_returns_to_the_clock_before(night: Night) -> None:
    table = night.table(LIVE, "me device")
    night.pass_by(50)
    night.move(table, 0)
    night.pass_by(10)

    async def take_back(lobby: Lobby) -> None:
        room = await lobby.room(table)
        await turns.undo(room, ANNA, 1, room.history.version, "back")

    night.run(take_back)
    assert night.left(table, 0) == pytest.approx(60_000 + HEAD_START - 60_000, abs=2 * NEAR)
    assert night.left(table, 1) == 60_000 + HEAD_START
    night.move(table, 0)
    night.pass_by(35)
    with pytest.raises(Refusal, match=r"table.no_time_to_undo"):
        night.run(take_again(table))
    assert night.room(table).history.ending is None


def take_again(table: str) -> Callable[[Lobby], Coroutine[Any, Any, None]]:
    async def work(lobby: Lobby) -> None:
        room = await lobby.room(table)
        await turns.undo(room, ANNA, 1, room.history.version, "again")

    return work


def test_what_was_under_way_is_forgiven_within_bounds(night: Night) -> None:
    table = night.table({**LIVE, "bonus": 0})
    night.pass_by(50)
    before = night.left(table, 0)
    night.move(table, 0, thought=0)
    claimed = night.left(table, 0)
    assert claimed - before <= LAG_FORGIVEN


@pytest.mark.parametrize("dies", [False, True])
def test_of_several_houses_one_lets_a_flag_fall(street: Night, dies: bool) -> None:
    """Whether both look at the table, or the one that did has died."""
    table = street.table({**QUICK, "seconds": 60})
    street.room(table, 1)
    if dies:
        street.houses[0].kill()
    street.pass_by(120)
    rooms = [street.room(table, at) for at in ((1,) if dies else (0, 1))]
    for room in rooms:
        assert [one.kind for one in room.seatings] == ["timed_out"]
    if not dies:
        assert rooms[0].terms == rooms[1].terms
    if dies:
        street.houses[0] = street.open()


def test_two_houses_show_the_same_clock(street: Night) -> None:
    table = street.table({**LIVE, "seconds": 600})
    street.pass_by(40)
    street.move(table, 0, at=1)
    street.pass_by(2)
    here, there = street.room(table, 0), street.room(table, 1)
    assert here.terms.clock == there.terms.clock
    assert here.terms.ticks == there.terms.ticks


def test_all_houses_gone_is_time_that_counts_for_nobody(street: Night) -> None:
    table = street.table(LIVE)
    street.pass_by(20)
    before = street.left(table, 0)
    for process in street.houses:
        process.kill()
    street.pass_by(900)
    street.houses = [street.open(), street.open()]
    assert street.left(table, 0) == pytest.approx(before, abs=3 * NEAR)


# By correspondence


def test_a_vacation_is_told_and_ends_by_itself(night: Night) -> None:
    table = night.table(SLOW)
    night.pass_by(A_DAY)
    taken = night.run(lambda it: vacation.go(it, ANNA, 10))
    assert (taken["days_left"], taken["tables"]) == (20, 1)
    night.pass_by(9 * A_DAY)
    room = night.room(table)
    assert [one.kind for one in room.seatings] == ["vacation"]
    assert room.history.ending is None
    night.pass_by(2.5 * A_DAY)
    assert night.room(table).history.ending is None, "of three days one was used before"
    night.pass_by(A_DAY)
    assert night.room(table).history.ending == "out_of_time"


def test_vacations_are_bounded_and_can_end_early(night: Night) -> None:
    night.table(SLOW)
    night.run(lambda it: vacation.go(it, ANNA, 20))
    with pytest.raises(Refusal, match=r"table.on_vacation"):
        night.run(lambda it: vacation.go(it, ANNA, 1))
    night.pass_by(4.5 * A_DAY)
    back = night.run(lambda it: vacation.go(it, ANNA, 0))
    assert (back["until"], back["days_left"]) == (None, 25), "a day that has begun is used"
    with pytest.raises(Refusal, match=r"table.vacation_used_up"):
        night.run(lambda it: vacation.go(it, ANNA, 26))
    night.run(lambda it: vacation.go(it, ANNA, 25))


def test_live_clocks_know_no_vacation(night: Night) -> None:
    table = night.table({**QUICK, "seconds": 3600})
    night.run(lambda it: vacation.go(it, ANNA, 3))
    night.pass_by(2 * 3600)
    assert night.room(table).chairs[0].kind == BOT


def test_the_list_begins_with_what_is_most_urgent(night: Night) -> None:
    slow, quick = night.table(SLOW), night.table({**SLOW, "seconds": A_DAY})
    listed = night.run(lambda it: it.own_tables.tables_of(ANNA))["tables"]
    assert [one["id"] for one in listed] == [quick, slow]
    assert all(one["due"] for one in listed)


def test_nobody_writes_while_no_clock_runs(night: Night) -> None:
    """A house where nobody is hurried leaves its disk alone."""
    night.table(LIVE, "me link")
    night.pass_by(30)
    before = night.disk.commits
    night.pass_by(600)
    assert night.disk.commits <= before + 1


def test_a_finished_game_keeps_no_ticks(night: Night) -> None:
    table = night.table(LIVE)
    night.pass_by(100)

    async def count(lobby: Lobby) -> dict[int, Clock]:
        return await lobby.scribe.run(lambda c: timing.read_ticks(c, table))

    assert night.run(count) == {}

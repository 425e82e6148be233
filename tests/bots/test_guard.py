"""The guard: whatever a player does, the table gets a legal move and hears what went wrong."""

import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from allmende import find_game, new
from allmende.bots.guard import BUSY, CRASH, ILLEGAL, LATE, Guard, Incident
from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.sight import Sight
from tests.processes import LAST_RESORT

FOUR = "examples/four_in_a_row.py"
SHORT = 0.05
PATIENT = float(LAST_RESORT)  # for an answer that must come, on a machine that may be busy


class Says:
    """Answers with whatever it is told, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, sight: Sight) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Hangs:
    """Does not answer before it is released."""

    def __init__(self, answer: Any = 0) -> None:
        self.released = threading.Event()
        self.answer = answer
        self.asked = 0

    def choose(self, sight: Sight) -> Any:
        self.asked += 1
        self.released.wait()
        return self.answer


class Stoppable(Hangs):
    """Ends its thought when it is told to."""

    def stop(self) -> None:
        self.released.set()


class LeavesWhenStopped(Hangs):
    """Tries to end the whole program when it is told to stop."""

    def stop(self) -> None:
        sys.exit()


class Vandal:
    """Destroys what it was given, then answers with what has become legal."""

    def choose(self, sight: Sight) -> Any:
        sight.record.waiting = 0
        sight.seat = 1
        return 99


@pytest.fixture
def sight() -> Sight:
    match = new(FOUR, seed=1)
    return Sight(match.game, match.record, 0, "s")


def guard(player: Any, **more: Any) -> tuple[Guard, list[Incident]]:
    heard: list[Incident] = []
    return Guard(player, "Berta", "seed", report=heard.append, **more), heard


def its_thread(guarded: Guard) -> threading.Thread:
    assert guarded.worker is not None
    return guarded.worker


@pytest.mark.parametrize("limit", [None, PATIENT])
@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        (ValueError("no\nidea"), CRASH, "ValueError: no idea (test_guard.py:"),
        (SystemExit(3), CRASH, "SystemExit: 3"),
        (KeyboardInterrupt(), CRASH, "KeyboardInterrupt"),
        (7, ILLEGAL, "move 7 is not legal"),
        (-1, ILLEGAL, "move -1 is not legal"),
        (None, ILLEGAL, "None is not a move's number"),
        (2.0, ILLEGAL, "2.0 is not a move's number"),
        (True, ILLEGAL, "True is not a move's number"),
        ("d", ILLEGAL, "'d' is not a move's number"),
    ],
)
def test_crashes_and_impossible_answers_are_reported(
    sight: Sight, answer: Any, kind: str, detail: str, limit: float | None
) -> None:
    guarded, heard = guard(Says(answer), limit=limit)
    move = guarded.choose(sight)
    assert move in sight.legal()
    assert guarded.incidents == heard
    (incident,) = heard
    assert (incident.kind, incident.player, incident.seat, incident.ply) == (kind, "Berta", 0, 0)
    assert incident.detail.startswith(detail)
    assert incident.move == move
    assert guarded.choose(sight) == move
    assert len(heard) == 2


@pytest.mark.parametrize("answer", [3, np.int64(3), np.uint8(3)])
def test_a_good_answer_passes(sight: Sight, answer: Any) -> None:
    guarded, heard = guard(Says(answer))
    chosen = guarded.choose(sight)
    assert (chosen, type(chosen), heard) == (3, int, [])


def test_a_player_cannot_bend_the_rules_by_touching_its_sight(sight: Sight) -> None:
    guarded, heard = guard(Vandal())
    assert guarded.choose(sight) in range(7)
    assert (heard[0].kind, heard[0].seat) == (ILLEGAL, 0)


def test_a_player_that_hangs_is_not_waited_for(sight: Sight) -> None:
    player = Hangs(answer=5)
    guarded, heard = guard(player, limit=SHORT)
    begin = time.perf_counter()
    assert guarded.choose(sight) in sight.legal()
    assert time.perf_counter() - begin >= SHORT
    assert [incident.kind for incident in heard] == [LATE]
    assert heard[0].detail == "no answer in 0.05 s"
    player.released.set()


def test_a_late_answer_never_leaks_into_the_next_decision(sight: Sight) -> None:
    player = Hangs(answer=5)
    guarded, heard = guard(player, limit=SHORT)
    guarded.choose(sight)
    guarded.limit = PATIENT
    guarded.choose(sight)
    kinds = [incident.kind for incident in heard]
    assert kinds == [LATE, BUSY], "a busy player is not waited for again"
    assert player.asked == 1
    player.released.set()
    its_thread(guarded).join()
    player.answer = 6
    assert guarded.choose(sight) == 6, "once it is back it plays on, with a fresh answer"
    assert len(heard) == 2


def test_a_player_that_can_be_stopped_is_stopped(sight: Sight) -> None:
    player = Stoppable()
    guarded, heard = guard(player, limit=SHORT)
    guarded.choose(sight)
    its_thread(guarded).join(PATIENT)
    assert player.released.is_set()
    guarded.limit = PATIENT
    assert guarded.choose(sight) == 0
    assert [incident.kind for incident in heard] == [LATE]


def test_a_stop_that_fails_does_no_harm(sight: Sight) -> None:
    player = LeavesWhenStopped()
    guarded, heard = guard(player, limit=SHORT)
    guarded.choose(sight)
    assert [incident.kind for incident in heard] == [LATE]
    player.released.set()


def test_a_search_without_end_is_stopped_and_plays_on() -> None:
    match = new(FOUR, seed=1)
    bot = SearchBot(match.game, "s", Budget(seconds=600))
    guarded, heard = guard(bot, limit=0.2)
    guarded.choose(Sight(match.game, match.record, 0, "s"))
    its_thread(guarded).join(PATIENT)
    assert not its_thread(guarded).is_alive()
    bot.budget, guarded.limit = Budget(iterations=20), PATIENT
    guarded.choose(Sight(match.game, match.record, 0, "s"))
    assert [incident.kind for incident in heard] == [LATE]


def test_a_whole_game_with_a_player_that_always_fails() -> None:
    game = find_game("halali")
    match = new(game, seed=3, options={"match": "single"})
    players = [guard(Says(RuntimeError("help")))[0], guard(RandomBot("r"))[0]]
    while not match.over:
        seat = match.to_act[0]
        number = players[seat].choose(Sight(game, match.record, seat, "s"))
        match.play(next(move for move in match.legal() if move.number == number))
    mine = [move for move in match.moves if move.seat == 0]
    assert [incident.move for incident in players[0].incidents] == [move.number for move in mine]
    assert players[1].incidents == []

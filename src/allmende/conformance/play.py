"""Random games as one compiled function per game, written down record by record."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from allmende.core.game import Game
from allmende.core.quick import pick, quick_state, seed_quick
from allmende.core.record import Record, blank_records
from allmende.core.rule import rule_over as compiled_over
from allmende.core.turns import may_act

FIRST_ROOM = 128
NOBODY, NO_MOVE = -1, -2
TROUBLES = {
    NOBODY: "nobody is to act although the game goes on",
    NO_MOVE: "a seat that may act has no legal move, or one that is out of range",
}


Function = TypeVar("Function", bound=Callable[..., Any])


class Played(NamedTuple):
    """A random game: its records, who made which move between them, and out of how many."""

    records: np.ndarray
    seats: list[int]
    moves: list[int]
    choices: list[int]


class Unplayable(Exception):
    """A random game could not be played to its end."""


def rule_over(game: Game) -> Callable[[Function], Function]:
    """Return the decorator of a rule that calls the rules of a game: it compiles if they do."""
    return compiled_over(*(getattr(game.rules, field.name) for field in fields(game.rules)))


@cache
def random_player(game: Game) -> Callable[..., Any]:
    """Compile the function that plays on from records[ply] until the game ends or the records are
    full, and returns the ply it came to or what is wrong."""
    legal, play, space = game.rules.legal, game.rules.play, game.moves

    @rule_over(game)
    def play_on(
        records: np.ndarray,
        ply: int,
        seats: np.ndarray,
        moves: np.ndarray,
        choices: np.ndarray,
        found: np.ndarray,
        quick: np.ndarray,
    ) -> int:
        while records[ply].over == 0 and ply + 1 < len(records):
            s = records[ply]
            if s.waiting == 0:
                return NOBODY
            seat = pick(quick, s.seats)
            while not may_act(s, seat):
                seat = (seat + 1) % s.seats
            count = legal(s, seat, found)
            if count < 1 or count > space:
                return NO_MOVE
            move = found[pick(quick, count)]
            if move < 0 or move >= space:
                return NO_MOVE
            seats[ply], moves[ply], choices[ply] = seat, move, count
            ply += 1
            records[ply] = records[ply - 1]
            play(records[ply], seat, move)
        return ply

    return play_on


def play_out(game: Game, start: Record) -> Played:
    """Play a dealt record to the end; its key decides the moves, but not through its chance."""
    player, found, quick = random_player(game), np.zeros(game.moves, np.int64), quick_state()
    seed_quick(quick, start.key, 0)
    records, notes = blank_records(game.record), np.zeros((3, 1), np.int64)
    records[0], ply, room = start, 0, FIRST_ROOM
    while not records[ply].over:
        records, notes = roomier(records, room), np.pad(notes, ((0, 0), (0, room - len(notes[0]))))
        ply, room = player(records, ply, *notes, found, quick), 2 * room
        if ply < 0 or ply > game.longest or (ply == game.longest and not records[ply].over):
            passed = f"the game passes its longest, {game.longest:,} decisions"
            raise Unplayable(TROUBLES.get(ply, passed))
    return Played(records[: ply + 1], *notes[:, :ply].tolist())


def roomier(records: np.ndarray, room: int) -> np.ndarray:
    """Return the records at the beginning of a longer array, copied as bytes: field by field it
    would take longer than to play them."""
    fresh = np.empty(room, records.dtype)
    fresh.view(np.uint8)[: records.nbytes] = records.view(np.uint8)
    return fresh

"""Moves that nobody has to be asked for, as one compiled function per game: forced ones, and those
of players that do not think. No veil and no Python stand between them."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from allmende.bots.random import lot
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.length import goes_on
from allmende.core.record import KEY_WORDS, Record
from allmende.core.rule import rule
from allmende.core.turns import first_waiting


class Lots(NamedTuple):
    """The seats of players that do not think, by seat: whether it is one, its key, and how many
    decisions were made for it. `moves` is there to list moves in, and `branching` counts how often
    so many of them were legal."""

    thoughtless: np.ndarray
    keys: np.ndarray
    decisions: np.ndarray
    moves: np.ndarray
    branching: np.ndarray


def lots_for(game: Game, keys: list[np.ndarray | None]) -> Lots:
    """Return the lots of a game; a seat without a key belongs to a player that thinks."""
    none = np.zeros(KEY_WORDS, np.uint32)
    return Lots(
        np.array([key is not None for key in keys]),
        np.array([none if key is None else key for key in keys]),
        np.zeros(len(keys), np.int64),
        np.zeros(game.moves, np.int64),
        np.zeros(game.moves + 1, np.int64),
    )


@cache
def unasked_moves(game: Game) -> Callable[[Record, Lots], Any]:
    """Compile the function that plays on until somebody has to think, or the game is over.

    A player that does not think decides here as it would if it were asked.
    """
    legal, play, longest = game.rules.legal, game.rules.play, game.longest

    @rule(long=True)
    def play_on(s: Record, lots: Lots) -> None:
        while goes_on(s, longest):
            seat = first_waiting(s)
            found = legal(s, seat, lots.moves)
            at = 0
            if found == 0:
                return
            if found > 1:
                if not lots.thoughtless[seat]:
                    return
                at = lot(lots.keys[seat], seat, s.ply, found)
                lots.decisions[seat] += 1
            lots.branching[found] += 1
            play(s, seat, lots.moves[at])

    return play_on


def play_by_lot(game: Game, s: Record, seed: str) -> None:
    """Play a dealt record to its end with nobody thinking; this loads the compiled code too."""
    unasked_moves(game)(s, lots_for(game, [key_of_seed(seed)] * int(s.seats)))

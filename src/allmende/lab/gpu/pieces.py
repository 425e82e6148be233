"""A piece of a series on the GPU: what is needed to play it, and room for what comes out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.gpu import the_gpu
from allmende.core.record import blank_records

from ..random_play import Games
from .rows import ENDING, FIRST_OF_SEATS, LEGAL, PLIES, rows_for

cuda = the_gpu()


class Setting(NamedTuple):
    """What is played."""

    game: Game
    seats: int
    seed: str
    options: Mapping[str, str]
    data: Any


class Piece(NamedTuple):
    """Games `first`, … of a series; all arrays are on the GPU."""

    first: int
    size: int
    seats: int
    fresh: Any
    """A record with seats, options and data to begin from."""
    series_key: Any
    rows: Any
    """One column for each game, see `rows`."""
    branching: Any
    """How often so many moves were legal, in all games together."""


def blank_piece(setting: Setting, first: int, count: int) -> Piece:
    """Return room for some games."""
    game, seats, seed, options, data = setting
    fresh = blank_records(game.record)
    fresh[0] = game.prepare(seats, options, data)
    return Piece(
        first,
        count,
        seats,
        cuda.to_device(fresh),
        cuda.to_device(key_of_seed(seed)),
        cuda.device_array((rows_for(seats), count), np.int32),
        cuda.to_device(np.zeros(game.moves + 1, np.int64)),
    )


def games_of(piece: Piece) -> Games:
    """Bring what came out of each game from the GPU."""
    rows, seats = piece.rows.copy_to_host().astype(np.int64), piece.seats
    places, points, choices = (
        np.ascontiguousarray(rows[begin : begin + seats].T)
        for begin in range(FIRST_OF_SEATS, len(rows), seats)
    )
    return Games(
        plies=rows[PLIES],
        endings=rows[ENDING],
        places=places,
        points=points,
        choices=choices,
        legal=rows[LEGAL],
        branching=piece.branching.copy_to_host(),
    )

"""Playing a series on the GPU, piece by piece, each way of playing where it is the faster one."""

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from allmende.core.game import Game
from allmende.core.gpu import the_gpu

from .alone import Alone
from .pieces import Piece, Setting, blank_piece
from .rows import rows_for
from .waves import Waves

cuda = the_gpu()

MOST_PHASES_ALONE = 2
"""With more phases than these, threads that play alone wait for each other most of the time."""
FIRST_PIECE = 1 << 16
PIECE_SECONDS = 1.0
MOST_PIECE = 1 << 26
MOST_MEMORY = 0.25
"""Of what is free, for what comes out of a piece."""
ROW_BYTES = 4


class Way(Protocol):
    """A way to play pieces."""

    def play(self, piece: Piece, progress: Callable[[int], None]) -> None:
        """Play the games of a piece, and tell how many are over from time to time."""


def way_to_play(game: Game) -> Way:
    """Choose how a game is played."""
    device = cuda.get_current_device()
    processors = device.MULTIPROCESSOR_COUNT
    if len(game.phases) <= MOST_PHASES_ALONE:
        return Alone(game, processors)
    free, _ = cuda.current_context().get_memory_info()
    return Waves(game, processors, free)


def pieces_on_gpu(
    setting: Setting, first: int, games: int, most: int, progress: Callable[[int], None]
) -> Iterator[Piece]:
    """Play so many games of a series from a first one on, and yield the pieces in order, none with
    more than `most`. A long run has few pieces: at the end of each the GPU waits for its last
    games."""
    way = way_to_play(setting.game)
    free, _ = cuda.current_context().get_memory_info()
    most = min(most, MOST_PIECE, int(MOST_MEMORY * free) // (ROW_BYTES * rows_for(setting.seats)))
    end, size = first + games, min(FIRST_PIECE, most)
    while first < end:
        piece = blank_piece(setting, first, min(size, end - first))
        begin = time.perf_counter()
        way.play(piece, progress)
        seconds = time.perf_counter() - begin
        yield piece
        first += piece.size
        # Waves tell of their progress themselves, so they need no short pieces.
        goal = most if isinstance(way, Waves) else int(piece.size * PIECE_SECONDS / seconds)
        size = max(FIRST_PIECE, min(most, goal))


def name_of_gpu() -> str:
    """Return what the GPU is called."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)

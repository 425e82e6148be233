"""Games put in an order in which neighbours have the same key, on the GPU.

There are few keys and many games: keys are counted, the counts added up to where each key begins,
and every game takes a place there. The order of games with the same key is left to chance.
"""

from typing import Any

import numpy as np

from allmende.core.gpu import the_gpu

cuda = the_gpu()

MOST_KEYS = 128
"""As many as one block has threads, which add up the counts together."""
BLOCK = 128
EACH = 8
"""So many games each thread brings to their places: those of a block that have the same key take
their places together."""


@cuda.jit(cache=True)
def count_keys(keys: np.ndarray, totals: np.ndarray) -> None:
    """Add to `totals` how many games have each key."""
    counted = cuda.shared.array(MOST_KEYS, np.int32)
    for key in range(cuda.threadIdx.x, len(totals), cuda.blockDim.x):
        counted[key] = 0
    cuda.syncthreads()
    for at in range(cuda.grid(1), len(keys), cuda.gridsize(1)):
        cuda.atomic.add(counted, keys[at], 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, len(totals), cuda.blockDim.x):
        if counted[key] > 0:
            cuda.atomic.add(totals, key, counted[key])


@cuda.jit(cache=True)
def find_begins(totals: np.ndarray, begins: np.ndarray, cursors: np.ndarray) -> None:
    """Write where the games of each key begin; one block with a thread for each key."""
    sums = cuda.shared.array(MOST_KEYS, np.int32)
    key = cuda.threadIdx.x
    sums[key] = totals[key] if key < len(totals) else 0
    reach = 1
    while reach < cuda.blockDim.x:  # each sum reaches twice as far back as the one before
        cuda.syncthreads()
        farther = sums[key - reach] if key >= reach else 0
        cuda.syncthreads()
        sums[key] += farther
        reach *= 2
    if key < len(totals):
        begins[key] = cursors[key] = sums[key] - totals[key]


@cuda.jit(cache=True)
def place_games(keys: np.ndarray, cursors: np.ndarray, order: np.ndarray) -> None:
    """Write the numbers of all games so that equal keys stand together. `cursors` says where the
    next game of each key goes."""
    counted = cuda.shared.array(MOST_KEYS, np.int32)
    places = cuda.local.array(EACH, np.int32)
    thread, width, many = cuda.threadIdx.x, cuda.blockDim.x, len(cursors)
    first = cuda.blockIdx.x * width * EACH + thread
    for key in range(thread, many, width):
        counted[key] = 0
    cuda.syncthreads()
    for i in range(EACH):
        at = first + i * width
        if at < len(keys):
            places[i] = cuda.atomic.add(counted, keys[at], 1)
    cuda.syncthreads()
    for key in range(thread, many, width):
        if counted[key] > 0:
            counted[key] = cuda.atomic.add(cursors, key, counted[key])
    cuda.syncthreads()
    for i in range(EACH):
        at = first + i * width
        if at < len(keys):
            order[counted[keys[at]] + places[i]] = at


class Sorting:
    """The keys of some games, and the order that they stand in."""

    def __init__(self, games: int, many: int, first_key: int = 0) -> None:
        self.keys = cuda.to_device(np.full(games, first_key, np.int16))
        self.order = cuda.device_array(games, np.int32)
        self.totals, self.begins, self.cursors = (
            cuda.device_array(many, np.int32) for _ in range(3)
        )
        self.none = cuda.to_device(np.zeros(many, np.int32))
        self.blocks = -(-games // (BLOCK * EACH))

    def sort(self) -> Any:
        """Return the numbers of all games in the order of their keys."""
        self.totals.copy_to_device(self.none)
        count_keys[self.blocks, BLOCK](self.keys, self.totals)
        find_begins[1, MOST_KEYS](self.totals, self.begins, self.cursors)
        place_games[self.blocks, BLOCK](self.keys, self.cursors, self.order)
        return self.order

"""Where an option matters: a game that goes another way than the same game without it."""

from collections.abc import Iterator

import numpy as np

from .case import Case, played

SERIES = "bite"


def bite(case: Case, seed: str) -> int | None:
    """Return the ply from which on a random game of a case goes another way than with the game's
    own options, or None if it goes the same way to its end."""
    mine, plain = (bytes_by_ply(it, seed) for it in (case, case.plain))
    common = min(len(mine), len(plain))
    differing = np.flatnonzero((mine[:common] != plain[:common]).any(axis=1))
    if len(differing) == 0:
        return None if len(mine) == len(plain) else common - 1
    return max(int(differing[0]) - 1, 0)


def bytes_by_ply(case: Case, seed: str) -> np.ndarray:
    """Return a row of bytes for each record of a random game, without the options themselves."""
    records = played(case, seed).records
    records["options"] = 0
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)


def biting_games(case: Case, tries: int) -> Iterator[tuple[str, int]]:
    """Search random games for those in which the options of a case matter."""
    for index in range(tries):
        found = bite(case, f"{SERIES}/{index}")
        if found is not None:
            yield f"{SERIES}/{index}", found

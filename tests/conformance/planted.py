"""The small game with bugs planted in it, and the laws that notice."""

import os
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from allmende.conformance import LAWS, BrokenLaw, Case, Law, cases_of
from allmende.conformance.processes import close_elsewhere
from allmende.core.registry import FROM_FILES, find_game
from tests.conformance.bugs import plant
from tests.conformance.golden import node_counts_are_as_recorded
from tests.conformance.subjects import SMALL_GAME

ALL_LAWS: tuple[Law, ...] = (*LAWS, node_counts_are_as_recorded)
BUG = "SMALL_GAME_BUG"
PARTS = 100
"""The rules of a bug are plain Python, which is slow: each case has a small share of the games."""


@contextmanager
def planted(bug: str) -> Iterator[list[Case]]:
    """Plant a bug, here and in the processes that a law starts; lend the cases of the game."""
    healthy = find_game(SMALL_GAME)
    game = plant(bug, healthy)
    before = os.environ.get(BUG, "")
    os.environ[BUG], FROM_FILES[game.name] = bug, game
    close_elsewhere()
    try:
        yield [replace(case, of=PARTS) for case in cases_of(SMALL_GAME, game)]
    finally:
        os.environ[BUG], FROM_FILES[healthy.name] = before, healthy
        close_elsewhere()


def broken_laws(bug: str, laws: Sequence[Law] = ALL_LAWS) -> dict[str, str]:
    """Name the laws that a bug breaks, with the first complaint about each; a crash breaks too."""
    broken: dict[str, str] = {}
    with planted(bug) as cases:
        for case in cases:
            for law in [law for law in laws if law.__name__ not in broken]:
                try:
                    law(case)
                except BrokenLaw as complaint:
                    broken[law.__name__] = str(complaint)
                except Exception:
                    broken[law.__name__] = traceback.format_exc(limit=-2)
    return broken

"""What a seat knows goes on as what it sees, in the games with many kinds of secrets."""

import random

import pytest

from allmende.conformance import Case
from allmende.conformance.case import random_states, watchers
from allmende.conformance.differences import named_places
from tests.conformance.subjects import subjects_of
from tests.games.knowledge import Twins, play_side_by_side, seen
from tests.games.stieren_versieren.twins import TWINS

NAMES = ("mischwald", "stieren_versieren")
CASES = [*(case for name in NAMES for case in subjects_of(name)), TWINS]
GAMES, STATES, PLIES = 3, 10, 12


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("seeds", ["ab", "cc"], ids=["two worlds", "one world"])
def test_worlds_that_look_the_same_are_the_same_when_concealed(case: Case, seeds: str) -> None:
    """Two worlds differ from the beginning; one world with other secret moves as it goes on, and
    with the same chance."""
    chooser, compared = random.Random(str(case)), 0
    for at, s in enumerate(random_states(case, "beside", GAMES, STATES)):
        seat = chooser.choice(watchers(case))
        worlds = Twins(*(case.game.veiled(s, seat, f"{at}/{seed}") for seed in seeds))
        for twins in play_side_by_side(case, worlds, seat, chooser, PLIES):
            if twins.one.tobytes() == twins.other.tobytes():
                continue
            same = seen(case, twins.one, seat) == seen(case, twins.other, seat)
            one, other = (case.game.concealed(it, seat) for it in (twins.one, twins.other))
            assert (one.tobytes() == other.tobytes()) == same, named_places(one, other)
            compared += same
            if not same:
                break
    assert compared > len(watchers(case))

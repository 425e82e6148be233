"""What a seat knows goes on as what it sees, in the games with many kinds of secrets."""

import random

import pytest

from allmende.conformance import Case
from allmende.conformance.case import random_states, watchers
from allmende.conformance.differences import named_places
from tests.conformance.subjects import subjects_of
from tests.games.knowledge import Twins, play_side_by_side, seen

NAMES = ("mischwald", "stieren_versieren")
CASES = [case for name in NAMES for case in subjects_of(name)]
SIDE_BY_SIDE_GAMES, SIDE_BY_SIDE_STATES, SIDE_BY_SIDE_PLIES = 6, 10, 12


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worlds_that_look_the_same_stay_the_same_when_concealed(case: Case) -> None:
    chooser, compared = random.Random(str(case)), 0
    states = random_states(case, "beside", SIDE_BY_SIDE_GAMES, SIDE_BY_SIDE_STATES)
    for at, s in enumerate(states):
        seat = chooser.choice(watchers(case))
        worlds = Twins(*(case.game.veiled(s, seat, f"{at}/{look}") for look in "ab"))
        for twins in play_side_by_side(case, worlds, seat, chooser, SIDE_BY_SIDE_PLIES):
            same = seen(case, twins.one, seat) == seen(case, twins.other, seat)
            one, other = (case.game.concealed(it, seat) for it in (twins.one, twins.other))
            assert (one.tobytes() == other.tobytes()) == same, named_places(one, other)
            compared += same
            if not same:
                break
    assert compared > len(watchers(case))

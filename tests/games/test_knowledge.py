"""The laws of what a seat knows and what it imagines, in the games with many kinds of secrets."""

import random

import pytest

from allmende.conformance import Case
from allmende.conformance.case import random_states, watchers
from tests.conformance.subjects import subjects_of
from tests.games.knowledge import (
    Twins,
    differing,
    imagined,
    known,
    play_side_by_side,
    seen,
)

NAMES = ("mischwald", "stieren_versieren")
CASES = [case for name in NAMES for case in subjects_of(name)]
GAMES, PER_GAME = 3, 8
LOOKS = 2
SIDE_BY_SIDE_GAMES, SIDE_BY_SIDE_STATES, SIDE_BY_SIDE_PLIES = 6, 10, 12

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_to_conceal_twice_changes_nothing(case: Case) -> None:
    for s in random_states(case, "twice", GAMES, PER_GAME):
        for seat in watchers(case):
            once = known(case.where, s, seat)
            twice = known(case.where, once, seat)
            assert differing(once, twice) == [], seat
            assert once.tobytes() == twice.tobytes()
            assert not once.key.any()
            assert not once.block.any()


@every_case
def test_a_world_is_sound_and_shows_a_seat_what_it_knows(case: Case) -> None:
    for at, s in enumerate(random_states(case, "world", GAMES, PER_GAME)):
        for seat in watchers(case):
            concealed = known(case.where, s, seat)
            for look in range(LOOKS):
                world = imagined(case.where, concealed, f"{at}/{look}")
                assert case.game.flaw(world) is None
                assert differing(known(case.where, world, seat), concealed) == [], seat
                assert known(case.where, world, seat).tobytes() == concealed.tobytes()
            assert seen(case, world, seat) == seen(case, s, seat)


@every_case
def test_worlds_that_look_the_same_stay_the_same_when_concealed(case: Case) -> None:
    chooser, compared = random.Random(str(case)), 0
    states = random_states(case, "beside", SIDE_BY_SIDE_GAMES, SIDE_BY_SIDE_STATES)
    for at, s in enumerate(states):
        seat = chooser.choice(watchers(case))
        concealed = known(case.where, s, seat)
        worlds = Twins(*(imagined(case.where, concealed, f"{at}/{look}") for look in "ab"))
        for twins in play_side_by_side(case, worlds, seat, chooser, SIDE_BY_SIDE_PLIES):
            same = seen(case, twins.one, seat) == seen(case, twins.other, seat)
            one, other = (known(case.where, it, seat) for it in (twins.one, twins.other))
            assert (one.tobytes() == other.tobytes()) == same, (seat, differing(one, other))
            compared += same
            if not same:
                break
    assert compared > len(watchers(case))

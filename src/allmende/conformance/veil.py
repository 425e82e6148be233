"""The law of the veil: what a seat imagines holds all that it knows and nothing else."""

from collections import Counter
from functools import cache

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.record import Record

from .case import BrokenLaw, Case, demand, random_states, watchers
from .differences import content, contents, path_of_difference, who
from .imagine import imaginer

GAMES = 6
PER_GAME = 8
FEWEST_OUTCOMES, MOST_OUTCOMES = 3, 6
FIRST_LOOKS = (8, 60)
LOOKS_PER_OUTCOME = 1_000
SIGMAS = 8
UNIFORM_GAMES = 24
COUNTED = 40


def veil_keeps_what_is_known(case: Case) -> None:
    """What is imagined gives the seat the same view and moves, is sound and holds the new key."""
    for at, s in enumerate(random_states(case, "veil", GAMES, PER_GAME)):
        key = key_of_seed(f"imagine/{at}")
        for seat in watchers(case):
            imagined = case.game.imagined(case.game.concealed(s, seat), key)
            looks_as_before(case, s, imagined, seat)
            flaw = case.game.flaw(imagined)
            demand(flaw is None, f"{who(seat)} imagined a record where {flaw}")
            demand(np.array_equal(imagined.key, key), f"{who(seat)} imagined with another key")


def looks_as_before(case: Case, s: Record, imagined: Record, seat: int | None) -> None:
    """Demand that a seat sees the same as before, and may do the same."""
    before, now = case.game.view(s, seat), case.game.view(imagined, seat)
    if now != before:
        field = path_of_difference(before, now)
        raise BrokenLaw(f"the view of {who(seat)} shows a secret, or is not kept: {field}")
    if seat is not None:
        moves = case.game.legal_moves(imagined, seat) == case.game.legal_moves(s, seat)
        demand(moves, f"{who(seat)} imagined other legal moves than it has")


def veil_changes_what_is_hidden(case: Case) -> None:
    """A game with secrets has states where the veil changes something; one without never does."""
    changed = 0
    for at, s in enumerate(random_states(case, "hidden", GAMES, PER_GAME)):
        for seat in watchers(case):
            changed += content(case.game.veiled(s, seat, f"hide/{at}")) != content(s)
    demand((changed > 0) == case.game.secrets, f"secrets: {case.game.secrets}, changed: {changed}")


def veil_is_uniform(case: Case) -> None:
    """Where a seat can imagine only a few things, each comes equally often."""
    if not case.game.secrets:
        return  # another law sees to it that nothing at all is imagined
    counted = 0
    for s in random_states(case, "uniform", UNIFORM_GAMES, 4 * PER_GAME):
        for seat in watchers(case):
            outcomes = count_outcomes(case, s, seat)
            if FEWEST_OUTCOMES <= outcomes <= MOST_OUTCOMES:
                looks = LOOKS_PER_OUTCOME * outcomes
                imagines_evenly(imaginations(case, s, seat, looks), s, seat)
                counted += 1
                if counted == case.share(COUNTED):
                    return


def count_outcomes(case: Case, s: Record, seat: int | None) -> int:
    """Count how many things a seat can imagine; stop as soon as they are too many to count."""
    for looks in FIRST_LOOKS:
        outcomes = len(imaginations(case, s, seat, looks))
        if outcomes > MOST_OUTCOMES:
            break
    return outcomes


def imagines_evenly(counts: Counter[bytes], truth: Record, seat: int | None) -> None:
    """Demand that each imagination came about equally often, and the truth among them.

    The sum of squared differences is chi-squared: its mean is the number of free counts, its
    deviation the root of twice that. The keys are fixed, so the outcome is the same every time.
    """
    demand(content(truth) in counts, f"{who(seat)} cannot imagine the truth")
    expected, free = counts.total() / len(counts), len(counts) - 1
    surprise = sum((count - expected) ** 2 for count in counts.values()) / expected
    even = surprise < free + SIGMAS * (2 * free) ** 0.5
    demand(even, f"{who(seat)} prefers to imagine: {sorted(counts.values())}")


def imaginations(case: Case, s: Record, seat: int | None, looks: int) -> Counter[bytes]:
    """Count what a seat imagines when it looks many times."""
    imagined = np.empty(looks, s.dtype)
    imagined[0] = case.game.concealed(s, seat)
    imaginer(case.game)(imagined, many_keys()[:looks])
    return Counter(contents(imagined))


@cache
def many_keys() -> np.ndarray:
    """Return as many keys as anybody looks."""
    looks = range(MOST_OUTCOMES * LOOKS_PER_OUTCOME)
    return np.array([key_of_seed(f"imagine/{look}") for look in looks])

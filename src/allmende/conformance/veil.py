"""The law of the veil: what a seat imagines holds all that it knows and nothing else."""

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.game import watcher_of
from allmende.core.record import Record, copy_record, own_fields

from .case import Case, demand, random_states, random_steps, watchers
from .imagine import imaginer

GAMES = 6
PER_GAME = 8
SWAP_GAMES = 24
SWAPS = 30
FEWEST_OUTCOMES, MOST_OUTCOMES = 3, 6
FIRST_LOOKS = (8, 60)
LOOKS_PER_OUTCOME = 1_000
SIGMAS = 8
UNIFORM_GAMES = 24
TOLD_GAMES, CHOICE_GAMES = 12, 12
COUNTED = 40


def veil_keeps_what_is_known(case: Case) -> None:
    """The veiled record gives the seat the same view and moves, is sound and holds the new key."""
    for at, s in enumerate(random_states(case, "veil", GAMES, PER_GAME)):
        for seat in watchers(case):
            imagined = case.game.veiled(s, seat, f"imagine/{at}")
            same = case.game.view(imagined, seat) == case.game.view(s, seat)
            demand(same, f"the veil of seat {seat} changed what it sees")
            if seat is not None:
                moves = case.game.legal_moves(imagined, seat) == case.game.legal_moves(s, seat)
                demand(moves, f"the veil of seat {seat} changed its legal moves")
            flaw = case.game.flaw(imagined)
            demand(flaw is None, f"the veil of seat {seat} made a record where {flaw}")
            demand(not np.array_equal(imagined.key, s.key), "the veil left the key of the game")


def veil_changes_what_is_hidden(case: Case) -> None:
    """A game with secrets has states where the veil changes something; one without never does."""
    changed = 0
    for at, s in enumerate(random_states(case, "hidden", GAMES, PER_GAME)):
        for seat in watchers(case):
            changed += content(case.game.veiled(s, seat, f"hide/{at}")) != content(s)
    demand((changed > 0) == case.game.secrets, f"secrets: {case.game.secrets}, changed: {changed}")


def content(s: Record) -> bytes:
    """Return the bytes of the game's own fields."""
    whole = s.tobytes()
    return b"".join([whole[part] for part in own_parts(s.dtype)])


@cache
def own_parts(dtype: np.dtype[Any]) -> list[slice]:
    """Say where in the bytes of a record the game's own fields stand, neighbours as one part."""
    offsets = {name: dtype.fields[name][1] for name in own_fields(dtype)} if dtype.fields else {}
    parts: list[slice] = []
    for name, at in offsets.items():
        beside = bool(parts) and parts[-1].stop == at
        begin = parts.pop().start if beside else at
        parts.append(slice(begin, at + dtype[name].itemsize))
    return parts


def veil_is_canonical(case: Case) -> None:
    """Records that differ only in what a seat cannot know give the same bytes under one key."""
    for at, s in enumerate(random_states(case, "canon", GAMES, PER_GAME)):
        for seat in watchers(case):
            other = case.game.veiled(s, seat, f"first/{at}")
            one = case.game.veiled(s, seat, f"second/{at}")
            two = case.game.veiled(other, seat, f"second/{at}")
            same = one.tobytes() == two.tobytes()
            demand(same, f"a secret shows through the veil of seat {seat}")


def veil_hides_every_secret(case: Case) -> None:
    """Swap two values that a seat cannot tell apart: its veil must not tell them apart either.

    This does not trust the veil to know what is hidden: whatever leaves the record sound, the
    view the same and the moves the same is a secret.
    """
    chooser = random.Random("swap")
    for at, s in enumerate(random_states(case, "swap", case.share(SWAP_GAMES), PER_GAME)):
        for seat in watchers(case):
            likely = differing_places(s, case.game.veiled(s, seat, f"likely/{at}"))
            key = key_of_seed(f"swap/{at}")
            veil = veiled_with(case, s, seat, key).tobytes()
            for _ in range(SWAPS):
                other = swap_two_values(s, likely, chooser)
                if other is None or case.game.flaw(other) is not None:
                    continue  # no rule has to cope with an unsound record
                if veiled_with(case, other, seat, key).tobytes() == veil:
                    continue
                demand(
                    not looks_the_same(case, s, other, seat),
                    f"a secret shows through the veil of seat {seat}",
                )


def veiled_with(case: Case, s: Record, seat: int | None, key: np.ndarray) -> Record:
    """Return what a seat imagines with a key."""
    fresh = copy_record(s)
    case.game.rules.veil(fresh, watcher_of(seat), key)
    return fresh


Place = tuple[str, int]


@cache
def places_of(dtype: np.dtype[Any]) -> list[Place]:
    """List every value of the game's own fields by field and index."""
    sizes = {name: int(np.prod(dtype[name].shape)) for name in own_fields(dtype)}
    return [(name, at) for name, size in sizes.items() for at in range(size)]


def value_at(s: Record, place: Place) -> int:
    """Return the value at a place."""
    return int(np.asarray(s[place[0]]).flat[place[1]])


def differing_places(s: Record, t: Record) -> list[Place]:
    """List the places where two records differ."""
    return [
        (name, at)
        for name in own_fields(s.dtype)
        for at in np.flatnonzero(np.ravel(s[name]) != np.ravel(t[name])).tolist()
    ]


def swap_two_values(s: Record, likely: list[Place], chooser: random.Random) -> Record | None:
    """Return the record with two different values swapped, one of them at a likely place."""
    here = chooser.choice(likely or places_of(s.dtype))
    there = chooser.choice(places_of(s.dtype))
    if value_at(s, here) == value_at(s, there) or s.dtype[here[0]].base != s.dtype[there[0]].base:
        return None
    fresh = copy_record(s)
    for target, source in ((here, there), (there, here)):
        if s.dtype[target[0]].shape:
            fresh[target[0]].flat[target[1]] = value_at(s, source)
        else:
            fresh[target[0]] = value_at(s, source)
    return fresh


def looks_the_same(case: Case, s: Record, other: Record, seat: int | None) -> bool:
    """Tell whether a seat sees no difference between two sound records."""
    if case.game.view(other, seat) != case.game.view(s, seat):
        return False
    return seat is None or case.game.legal_moves(other, seat) == case.game.legal_moves(s, seat)


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
    demand(content(truth) in counts, f"seat {seat} cannot imagine the truth")
    expected, free = counts.total() / len(counts), len(counts) - 1
    surprise = sum((count - expected) ** 2 for count in counts.values()) / expected
    even = surprise < free + SIGMAS * (2 * free) ** 0.5
    demand(even, f"the veil of seat {seat} prefers: {sorted(counts.values())}")


def imaginations(case: Case, s: Record, seat: int | None, looks: int) -> Counter[bytes]:
    """Count what a seat imagines when it looks many times."""
    imagined = np.empty(looks, s.dtype)
    imaginer(case.game)(imagined, np.atleast_1d(s), watcher_of(seat), many_keys()[:looks])
    return Counter(content(it) for it in imagined)


@cache
def many_keys() -> np.ndarray:
    """Return as many keys as anybody looks."""
    looks = range(MOST_OUTCOMES * LOOKS_PER_OUTCOME)
    return np.array([key_of_seed(f"imagine/{look}") for look in looks])


def stories_keep_secrets(case: Case) -> None:
    """What a watcher is told follows from what it may know before and after the move."""
    for step in random_steps(case, "told", case.share(TOLD_GAMES)):
        for seat in watchers(case):
            truth = told(case, step.before, step.seat, step.move, step.after, seat)
            before = case.game.veiled(step.before, seat, "before")
            after = case.game.veiled(step.after, seat, "after")
            imagined = told(case, before, step.seat, step.move, after, seat)
            demand(truth == imagined, f"the story told to {seat} holds a secret: {truth}")


def stories_keep_secret_choices(case: Case) -> None:
    """If a watcher cannot tell two moves of another seat apart, it is told the same of both."""
    for step in random_steps(case, "choice", case.share(CHOICE_GAMES)):
        if step.move == step.legal[0]:
            continue
        other = case.game.after(step.before, step.seat, step.legal[0])
        if content(other) == content(step.after) or other.drawn != step.after.drawn:
            continue  # no secret: what followed has wiped out the difference for everyone
        for seat in watchers(case):
            if same_veil(case, other, step.after, seat) and (
                case.game.view(other, seat) == case.game.view(step.after, seat)
            ):
                truth = told(case, step.before, step.seat, step.move, step.after, seat)
                twin = told(case, step.before, step.seat, step.legal[0], other, seat)
                demand(truth == twin, f"the story told to {seat} holds a secret: {truth}")


def same_veil(case: Case, one: Record, two: Record, seat: int | None) -> bool:
    """Tell whether two records look the same behind a seat's veil. If they do not, the seat can
    tell them apart: the law of hidden secrets sees to that, and this asks faster than a view."""
    key = many_keys()[0]
    veils = [content(veiled_with(case, s, seat, key)) for s in (one, two)]
    return veils[0] == veils[1]


def told(
    case: Case, before: Record, seat: int, move: int, after: Record, watcher: int | None
) -> list[str]:
    """List what a watcher is told of a move."""
    events = case.game.words.story(before, seat, move, after)
    return [repr(event) for event in events if event.visible_to(watcher)]

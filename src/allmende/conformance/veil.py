"""The law of the veil: what a seat imagines holds all that it knows and nothing else."""

import random
from collections import Counter

import numpy as np

from allmende.core.game import digest
from allmende.core.record import Record, copy_record, own_fields

from .case import Case, demand, random_game, random_states, watchers

GAMES = 6
PER_GAME = 8
SWAP_GAMES = 24
SWAPS = 30
FEWEST_OUTCOMES, MOST_OUTCOMES = 3, 6
FIRST_LOOKS = 60
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
    return b"".join(np.asarray(s[name]).tobytes() for name in own_fields(s.dtype))


def veil_is_canonical(case: Case) -> None:
    """Records that differ only in what a seat cannot know give the same bytes under one key."""
    for at, s in enumerate(random_states(case, "canon", GAMES, PER_GAME)):
        for seat in watchers(case):
            other = case.game.veiled(s, seat, f"first/{at}")
            one = case.game.veiled(s, seat, f"second/{at}")
            two = case.game.veiled(other, seat, f"second/{at}")
            demand(digest(one) == digest(two), f"a secret shows through the veil of seat {seat}")


def veil_hides_every_secret(case: Case) -> None:
    """Swap two values that a seat cannot tell apart: its veil must not tell them apart either.

    This does not trust the veil to know what is hidden: whatever leaves the record sound, the
    view the same and the moves the same is a secret.
    """
    chooser = random.Random("swap")
    for at, s in enumerate(random_states(case, "swap", case.share(SWAP_GAMES), PER_GAME)):
        for seat in watchers(case):
            likely = differing_places(s, case.game.veiled(s, seat, f"likely/{at}"))
            for _ in range(SWAPS):
                other = swap_two_values(s, likely, chooser)
                if other is None or not looks_the_same(case, s, other, seat):
                    continue
                one = case.game.veiled(s, seat, f"swap/{at}")
                two = case.game.veiled(other, seat, f"swap/{at}")
                demand(
                    digest(one) == digest(two), f"a secret shows through the veil of seat {seat}"
                )


def places_of(s: Record) -> list[tuple[str, int]]:
    """List every value of the game's own fields by field and index."""
    return [(name, at) for name in own_fields(s.dtype) for at in range(np.size(s[name]))]


def value_at(s: Record, place: tuple[str, int]) -> int:
    """Return the value at a place."""
    return int(np.asarray(s[place[0]]).flat[place[1]])


def differing_places(s: Record, t: Record) -> list[tuple[str, int]]:
    """List the places where two records differ."""
    return [place for place in places_of(s) if value_at(s, place) != value_at(t, place)]


def swap_two_values(
    s: Record, likely: list[tuple[str, int]], chooser: random.Random
) -> Record | None:
    """Return the record with two different values swapped, one of them at a likely place."""
    here = chooser.choice(likely or places_of(s))
    there = chooser.choice(places_of(s))
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
    if case.game.flaw(other) is not None:
        return False
    if case.game.view(other, seat) != case.game.view(s, seat):
        return False
    return all(
        case.game.legal_moves(other, player) == case.game.legal_moves(s, player)
        for player in range(case.seats)
        if player == seat
    )


def veil_is_uniform(case: Case) -> None:
    """Where a seat can imagine only a few things, each comes equally often."""
    counted = 0
    for at, s in enumerate(random_states(case, "uniform", UNIFORM_GAMES, 4 * PER_GAME)):
        for seat in watchers(case):
            outcomes = count_outcomes(case, s, seat)
            if FEWEST_OUTCOMES <= outcomes <= MOST_OUTCOMES:
                looks = LOOKS_PER_OUTCOME * outcomes
                imagines_evenly(imaginations(case, s, seat, f"uniform/{at}", looks), s, seat)
                counted += 1
                if counted == case.share(COUNTED):
                    return


def count_outcomes(case: Case, s: Record, seat: int | None) -> int:
    """Count how many things a seat can imagine; stop as soon as they are too many to count."""
    seen: set[bytes] = set()
    for look in range(FIRST_LOOKS):
        seen.add(content(case.game.veiled(s, seat, f"few/{look}")))
        if len(seen) > MOST_OUTCOMES:
            break
    return len(seen)


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


def imaginations(case: Case, s: Record, seat: int | None, seed: str, looks: int) -> Counter[bytes]:
    """Count what a seat imagines when it looks many times."""
    return Counter(content(case.game.veiled(s, seat, f"{seed}/{look}")) for look in range(looks))


def stories_keep_secrets(case: Case) -> None:
    """What a watcher is told follows from what it may know before and after the move."""
    for index in range(case.share(TOLD_GAMES)):
        for step in random_game(case, f"told/{index}"):
            for seat in watchers(case):
                truth = told(case, step.before, step.seat, step.move, step.after, seat)
                before = case.game.veiled(step.before, seat, "before")
                after = case.game.veiled(step.after, seat, "after")
                imagined = told(case, before, step.seat, step.move, after, seat)
                demand(truth == imagined, f"the story told to {seat} holds a secret: {truth}")


def stories_keep_secret_choices(case: Case) -> None:
    """If a watcher cannot tell two moves of another seat apart, it is told the same of both."""
    for index in range(case.share(CHOICE_GAMES)):
        for step in random_game(case, f"choice/{index}"):
            if step.move == step.legal[0]:
                continue
            other = case.game.after(step.before, step.seat, step.legal[0])
            if content(other) == content(step.after) or other.drawn != step.after.drawn:
                continue  # no secret: what followed has wiped out the difference for everyone
            for seat in watchers(case):
                if case.game.view(other, seat) == case.game.view(step.after, seat):
                    truth = told(case, step.before, step.seat, step.move, step.after, seat)
                    twin = told(case, step.before, step.seat, step.legal[0], other, seat)
                    demand(truth == twin, f"the story told to {seat} holds a secret: {truth}")


def told(
    case: Case, before: Record, seat: int, move: int, after: Record, watcher: int | None
) -> list[str]:
    """List what a watcher is told of a move."""
    events = case.game.words.story(before, seat, move, after)
    return [repr(event) for event in events if event.visible_to(watcher)]

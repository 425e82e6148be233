"""Laws about records: nothing outside them matters, and nothing in them is shared."""

import random

import numpy as np

from allmende.core.game import digest
from allmende.core.match import Match
from allmende.core.position import describe, restore
from allmende.core.record import HEADER_NAMES, copy_record

from .case import Case, demand, random_game, random_match, random_states

GAMES = 5
CONSTANT = ("seats", "options", "data_number", "key")


def header_is_kept(case: Case) -> None:
    """Moves never change the seats, the options or the key, and never take back chance."""
    for index in range(GAMES):
        for step in random_game(case, f"header/{index}"):
            for name in CONSTANT:
                same = np.array_equal(step.before[name], step.after[name])
                demand(same, f"a move changed '{name}' of the header")
            demand(step.after.drawn >= step.before.drawn, "a move took back chance")
            names = step.after.dtype.names
            demand("tail" not in names or not step.after.tail.any(), "a rule wrote into the tail")


def same_seed_same_game(case: Case) -> None:
    """The same seed and moves give the same bytes, whatever global generators do between plies."""
    for index in range(GAMES):
        steps = list(random_game(case, f"same/{index}"))
        s = case.deal(f"same/{index}")
        for step in steps:
            demand(digest(s) == digest(step.before), "the same game went another way")
            burn_global_generators()
            case.game.rules.play(s, step.seat, step.move)


def burn_global_generators() -> None:
    """Use up chance that no game may depend on."""
    random.seed()
    random.random()
    np.random.seed()
    np.random.random(3)


def other_seed_other_game(case: Case) -> None:
    """Different seeds give different chance."""
    keys = {case.deal(f"other/{index}").key.tobytes() for index in range(GAMES)}
    demand(len(keys) == GAMES, "different seeds dealt the same key")


def games_are_independent(case: Case) -> None:
    """Two games played in turns go like the same games played one after the other."""
    one, two = (list(random_game(case, f"pair/{index}")) for index in range(2))
    s, t = case.deal("pair/0"), case.deal("pair/1")
    for left, right in zip(one, two, strict=False):
        case.game.rules.play(s, left.seat, left.move)
        case.game.rules.play(t, right.seat, right.move)
        demand(digest(s) == digest(left.after), "a game was disturbed by another one")
        demand(digest(t) == digest(right.after), "a game was disturbed by another one")


def past_is_unchanged(case: Case) -> None:
    """No earlier record of a match ever changes."""
    for index in range(GAMES):
        chooser = random.Random(index)
        match = case.match(f"past/{index}")
        digests = [match.digest()]
        while not match.over:
            match.play(chooser.choice(match.legal(chooser.choice(match.to_act))))
            digests.append(match.digest())
        for ply, expected in enumerate(digests):
            demand(digest(match.record_at(ply)) == expected, f"the record of ply {ply} changed")


def undo_restores(case: Case) -> None:
    """Undo gives back the exact bytes, and the game goes on from there as before."""
    match = random_match(case, "undo")
    moves, digests = list(match.moves), []
    while match.moves:
        digests.append(match.digest())
        match.undo()
    demand(match.digest() == digest(case.deal("undo")), "undo did not lead back to the deal")
    for move, expected in zip(moves, reversed(digests), strict=True):
        match.play(move)
        demand(match.digest() == expected, "the game after undo went another way")


def looking_changes_nothing(case: Case) -> None:
    """Listing moves, views, scores, stories and positions leaves the record as it is."""
    for s in random_states(case, "looking", GAMES, 3):
        before = digest(s)
        match = Match(case.game, s, None)
        for seat in match.to_act:
            match.legal(seat)
        for seat in (*range(case.seats), None):
            match.view(seat)
            match.board(seat)
        match.scores(), match.ranking(), match.breakdown(), match.position()
        case.game.veiled(s, 0, 1)
        demand(digest(match.record) == before, "looking at a record changed it")


def position_round_trips(case: Case) -> None:
    """A position document restores every byte."""
    for s in random_states(case, "position", GAMES, 6):
        document = describe(case.game, s)
        again = restore(case.game, document)
        for name in s.dtype.names:
            same = np.array_equal(s[name], again[name])
            where = "header" if name in HEADER_NAMES else "own"
            demand(same, f"the position document loses the {where} field '{name}'")


def copies_share_nothing(case: Case) -> None:
    """Playing on a copy leaves the original as it is."""
    for index in range(GAMES):
        for step in random_game(case, f"copies/{index}"):
            before = digest(step.before)
            fresh = copy_record(step.before)
            case.game.rules.play(fresh, step.seat, step.move)
            demand(digest(fresh) == digest(step.after), "a copy played another way")
            demand(digest(step.before) == before, "playing on a copy changed the original")

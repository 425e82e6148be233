"""Laws about records: nothing outside them matters, and nothing in them is shared."""

import os
import random

import numpy as np

from allmende.core.game import digest
from allmende.core.match import Match
from allmende.core.position import describe, restore
from allmende.core.record import HEADER_NAMES, copy_record

from .case import (
    Case,
    Step,
    demand,
    played,
    random_game,
    random_match,
    random_states,
    random_steps,
)

GAMES = 5
SEED_BYTES = 4
CONSTANT = ("seats", "options", "data_number", "key")


def steps_are_in_order(case: Case) -> None:
    """Seen from outside, moves ascend and count the plies; none changes seats, options or key."""
    for step in random_steps(case, "steps", GAMES):
        moves_are_in_order(case, step)
        header_is_kept(step)


def moves_are_in_order(case: Case, step: Step) -> None:
    """Demand that legal moves ascend, are unique and in range; only who may act has any."""
    legal, game = step.legal, case.game
    demand(legal == sorted(set(legal)), f"moves not ascending or not unique: {legal}")
    demand(legal[0] >= 0 and legal[-1] < game.moves, f"moves out of range: {legal}")
    for seat in range(case.seats):
        may = seat in game.to_act(step.before)
        has = bool(game.legal_moves(step.before, seat))
        demand(has == may, f"seat {seat} may act: {may}, but its moves")
    demand(step.after.ply == step.before.ply + 1, "a move must raise the ply by one")
    goes_on = bool(step.after.waiting)
    demand(goes_on != bool(step.after.over), "somebody acts until the game is over")


def header_is_kept(step: Step) -> None:
    """Demand that a move keeps the seats, the options and the key, and takes back no chance."""
    for name in CONSTANT:
        same = np.array_equal(step.before[name], step.after[name])
        demand(same, f"a move changed '{name}' of the header")
    demand(step.after.drawn >= step.before.drawn, "a move took back chance")
    names = step.after.dtype.names
    demand("tail" not in names or not step.after.tail.any(), "a rule wrote into the tail")


def same_seed_same_game(case: Case) -> None:
    """The same seed and moves give the same bytes, whatever global generators do between plies."""
    for seed, _ in case.games_for("same", GAMES):
        s = case.deal(seed)
        for step in random_game(case, seed):
            demand(s.tobytes() == step.before.tobytes(), "the same game went another way")
            burn_global_generators()
            case.game.rules.play(s, step.seat, step.move)


def burn_global_generators() -> None:
    """Use up chance that no game may depend on. To let the generators seed themselves would take
    longer than most plies."""
    fresh = int.from_bytes(os.urandom(SEED_BYTES), "big")
    random.seed(fresh)
    random.random()
    np.random.seed(fresh)
    np.random.random(3)


def other_seed_other_game(case: Case) -> None:
    """Different seeds give different chance."""
    keys = {case.deal(f"other/{index}").key.tobytes() for index in range(GAMES)}
    demand(len(keys) == GAMES, "different seeds dealt the same key")


def games_are_independent(case: Case) -> None:
    """Two games played in turns go like the same games played one after the other."""
    seeds = [seed for seed, _ in case.games_for("pair", 2)]
    s, t = case.deal(seeds[0]), case.deal(seeds[-1])
    one, two = (random_game(case, seed) for seed in (seeds[0], seeds[-1]))
    for left, right in zip(list(one), list(two), strict=False):
        case.game.rules.play(s, left.seat, left.move)
        case.game.rules.play(t, right.seat, right.move)
        demand(s.tobytes() == left.after.tobytes(), "a game was disturbed by another one")
        demand(t.tobytes() == right.after.tobytes(), "a game was disturbed by another one")


def past_is_unchanged(case: Case) -> None:
    """No earlier record of a match ever changes."""
    for seed, _ in case.games_for("past", GAMES):
        game, match = played(case, seed), case.match(seed)
        digests = [match.digest()]
        for seat, move in zip(game.seats, game.moves, strict=True):
            match.play_in_numbers(seat, move)
            digests.append(match.digest())
        for ply, expected in enumerate(digests):
            demand(digest(match.record_at(ply)) == expected, f"the record of ply {ply} changed")


def undo_restores(case: Case) -> None:
    """Undo gives back the exact bytes, and the game goes on from there as before."""
    (seed, _), *_ = case.games_for("undo", 1)
    match = random_match(case, seed)
    moves, digests = list(match.moves), []
    while match.moves:
        digests.append(match.digest())
        match.undo()
    demand(match.digest() == digest(case.deal(seed)), "undo did not lead back to the deal")
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
    for step in random_steps(case, "copies", GAMES):
        before = step.before.tobytes()
        fresh = copy_record(step.before)
        case.game.rules.play(fresh, step.seat, step.move)
        demand(fresh.tobytes() == step.after.tobytes(), "a copy played another way")
        demand(step.before.tobytes() == before, "playing on a copy changed the original")

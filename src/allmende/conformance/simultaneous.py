"""The law about choices that several seats make at the same time."""

import random
from itertools import permutations

from allmende.core.game import Game
from allmende.core.record import Record

from .case import Case, Step, demand, random_steps

GAMES = 10


def order_of_answers_does_not_matter(case: Case) -> None:
    """When several seats may act, what one of them chooses changes nothing for the others, and the
    same choices lead to the same record in whichever order they are made."""
    chooser = random.Random("simultaneous")
    for step in random_steps(case, "simultaneous", GAMES):
        asked = case.game.to_act(step.before)
        if len(asked) > 1:
            others_are_asked_the_same(step, asked)
            any_order_is_the_same(step, asked, chooser)


def others_are_asked_the_same(step: Step, asked: list[int]) -> None:
    """After an answer the others may still act, and have the moves that they had."""
    for seat in asked:
        if seat != step.seat:
            before = step.game.legal_moves(step.before, seat)
            same = step.game.legal_moves(step.after, seat) == before
            demand(same, f"seat {seat} may do other things after seat {step.seat} has chosen")


def any_order_is_the_same(step: Step, asked: list[int], chooser: random.Random) -> None:
    """The choices of two seats give the same record, whoever is asked first."""
    game = step.game
    chosen = {seat: chooser.choice(game.legal_moves(step.before, seat)) for seat in asked}
    ends = {order: after_all(game, step.before, order, chosen) for order in permutations(asked, 2)}
    for one, other in ends:
        same = ends[one, other].tobytes() == ends[other, one].tobytes()
        demand(same, f"it matters whether seat {one} or seat {other} is asked first")


def after_all(game: Game, s: Record, order: tuple[int, ...], chosen: dict[int, int]) -> Record:
    """Return the record after some seats have made their choices in an order."""
    for seat in order:
        s = game.after(s, seat, chosen[seat])
    return s

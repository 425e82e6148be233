"""Laws about scripted chance: all chance comes from draws, and each of them can be foretold."""

from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice

from allmende.core.chance import key_of_seed, set_chance
from allmende.core.record import Record, copy_record
from allmende.core.script import TooMuchChance, Unfolding, unfold_deal, unfold_move, wipe_chance

from .case import Case, Step, demand, random_steps

GAMES = 3
FEW_GAMES = 12
MOST_OUTCOMES = 250
"""Decisions with more outcomes are not looked at: some have no end of them."""
TRIED = 400


def scripts_replace_the_stream(case: Case) -> None:
    """A deal or a move with the script of what its stream would draw leads to the same record."""
    for seed, _ in case.games_for("script", GAMES):
        leads_to(*dealing(case, seed))
    for step in random_steps(case, "script", GAMES):
        leads_to(unfolding_of(step), step.after)


def dealing(case: Case, seed: str) -> tuple[Unfolding, Record]:
    """Return a deal, to be carried out draw by draw, and what its stream deals."""
    blank = case.game.prepare(case.seats, case.options)
    set_chance(blank, key_of_seed(seed), 0)
    return unfold_deal(case.game, blank), case.deal(seed)


def unfolding_of(step: Step) -> Unfolding:
    """Return the decision of a step, to be carried out draw by draw."""
    return unfold_move(step.game, step.before, step.seat, step.move)


def leads_to(unfolding: Unfolding, truth: Record) -> None:
    """Demand that a decision leads to a record if it draws what its own stream holds."""
    source = copy_record(unfolding.before)
    scripted = unfolding.by_chance_of(source).after
    demand(source.drawn == truth.drawn, "a decision took chance past `draw`")
    demand(scripted.tobytes() == without_chance(truth), "chance comes from elsewhere than `draw`")


def without_chance(s: Record) -> bytes:
    """Return the bytes of a record without its chance."""
    bare = copy_record(s)
    wipe_chance(bare)
    return bytes(bare.tobytes())


def outcomes_are_complete(case: Case) -> None:
    """Where chance has few outcomes, their probabilities add up to 1, each leaves the record sound,
    and what the stream drew is one of them."""
    decisions = chain(
        [dealing(case, "outcomes")],
        (
            (unfolding_of(step), step.after)
            for step in random_steps(case, "outcomes", FEW_GAMES)
            if step.after.drawn > step.before.drawn
        ),
    )
    for unfolding, truth in islice(decisions, case.share(TRIED)):
        with suppress(TooMuchChance):
            are_complete(case, unfolding.outcomes(MOST_OUTCOMES), without_chance(truth))


def are_complete(case: Case, outcomes: list[tuple[Fraction, Record]], truth: bytes) -> None:
    """Demand that these are all outcomes, the true one among them."""
    total = sum(probability for probability, _ in outcomes)
    demand(total == 1, f"the outcomes of a decision have the probability {total} in all")
    found = any(s.tobytes() == truth for _, s in outcomes)
    demand(found, "what the stream drew is none of the outcomes")
    for _, s in outcomes:
        flaw = case.game.flaw(s)
        demand(flaw is None, f"chance can lead to a record where {flaw}")

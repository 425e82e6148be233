"""Effects and bonuses: whether there is anything to ask, the answers, and what they do.

Mushrooms, effect and bonus are optional, so each is a question, unless a yes would change nothing.
"""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import CARDS
from .cave import list_stashes, replace_stashed, stash, take_clearing
from .components import EFFECT, FACE, FIRST_HALF, HALF_SPECIES, HALF_TAGS, NO_SPECIES
from .deck import CLEARING, count_in
from .forest import FOREST, fits_in, half_of, is_meant, open_slots
from .hand import FRESH, draw_cards, has_room, release, usable
from .kinds import By, Effect
from .mushrooms import reacting
from .numbering import ACCEPT, CAVE, DECLINE, PLAY
from .payment import list_plays, list_saplings
from .queue import (
    AMOUNT,
    BY,
    FREE_PLAY,
    HAND_TO_CAVE,
    KIND,
    OF,
    PLAY_CARDS,
    TURNS,
    asked,
    is_asked_for,
    leave_queue,
    next_step,
    step_of,
)
from .state import FREE, MATCHED, MOLE_CARDS_PLACED, MOLE_OPTION, NONE, THROUGH_MOLE, Step


@rule
def find_question(s: Record, seat: int) -> bool:
    """Work off the queue up to the next question, and tell whether there is one."""
    while s.queued > 0:
        step = step_of(s)
        if step == Step.DONE:
            leave_queue(s)
        elif is_worth_asking(s, seat, step):
            return True
        else:
            end_step(s, seat)
    return False


@rule
def end_step(s: Record, seat: int) -> None:
    """Go on from a step that is over; after a Mole all cards in hand are of use again."""
    if is_asked_for(s, PLAY_CARDS):
        release(s, seat)
        s.moled = 0
    next_step(s)


@rule
def is_worth_asking(s: Record, seat: int, step: int) -> bool:
    """Tell whether a yes would change anything."""
    if step == Step.REACT:
        return has_room(s, seat) and reacting(s, seat, int(s.queue[0]), int(s.reacted)) != NONE
    if step == Step.BONUS and s.queue_state[0] & MATCHED == 0:
        return False
    kind = asked(s, KIND)
    if kind == Effect.GAIN:
        return asked(s, TURNS) > 0 or (has_room(s, seat) and cards_to_gain(s, seat) > 0)
    if kind == FREE_PLAY:
        return can_place(s, seat, asked(s, OF))
    if kind == Effect.CLEARING_TO_CAVE:
        return count_in(s, CLEARING) > 0
    if kind == HAND_TO_CAVE:
        return s.held[seat] > 0
    return kind == PLAY_CARDS and usable(s, seat) > 0


@rule
def cards_to_gain(s: Record, seat: int) -> int:
    """Count the cards to draw: so many, or so many per card in the forest that is meant."""
    amount, by, of = asked(s, AMOUNT), asked(s, BY), asked(s, OF)
    if by == By.ONE:
        return amount
    found = 0
    for card in range(CARDS):
        if s.zone[card] == FOREST + seat:
            found += is_meant(half_of(s, card), by, of)
    return amount * found


@rule
def can_place(s: Record, seat: int, tag: int) -> bool:
    """Tell whether a hand has a half with a tag that there is room for."""
    mask = open_slots(s, seat)
    for at in range(int(s.held[seat])):
        face = FACE[s.hand[seat, at]]
        for half in range(FIRST_HALF[face], FIRST_HALF[face + 1]):
            if (HALF_TAGS[half] >> tag) & 1 and fits_in(mask, half):
                return True
    return False


@rule
def list_free_plays(s: Record, seat: int, tag: int, moves: np.ndarray) -> int:
    """List the halves with a tag that can be placed for nothing."""
    mask, n, last = open_slots(s, seat), 0, NONE
    for at in range(int(s.held[seat])):
        face = FACE[s.hand[seat, at]]
        if face != last:
            last = face
            for half in range(FIRST_HALF[face], FIRST_HALF[face + 1]):
                moves[n] = PLAY + half
                n += (HALF_TAGS[half] >> tag) & 1 == 1 and fits_in(mask, half)
    return n


@rule
def list_answers(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the answers to the question that is being asked; no is always one."""
    kind = Effect.NOTHING if step_of(s) == Step.REACT else asked(s, KIND)
    if kind == FREE_PLAY:
        n = list_free_plays(s, seat, asked(s, OF), moves)
    elif kind == HAND_TO_CAVE:
        n = list_stashes(s, seat, moves)
    elif kind == PLAY_CARDS:
        n = list_plays(s, seat, moves, 0)
        n = list_saplings(s, seat, moves, n)
    else:
        moves[0] = ACCEPT
        n = 1
    moves[n] = DECLINE
    return n + 1


@rule
def answer(s: Record, seat: int, move: int) -> None:
    """Carry out a yes or a no. To play or place a card is not among them."""
    if step_of(s) == Step.REACT:
        answer_reaction(s, seat, move)
    elif move == ACCEPT:
        accept(s, seat)
        end_step(s, seat)
    elif move == DECLINE:
        stop(s, seat)
        end_step(s, seat)
    else:
        stash(s, seat, move - CAVE)
        if s.held[seat] == 0:
            stop(s, seat)
            end_step(s, seat)


@rule
def answer_reaction(s: Record, seat: int, move: int) -> None:
    """Let a mushroom draw or not. What it draws for a Mole comes too late for that Mole."""
    half = int(s.queue[0])
    mushroom = reacting(s, seat, half, int(s.reacted))
    s.reacted += 1
    if move == ACCEPT:
        mark = FRESH if comes_too_late(s, half) else 0
        draw_cards(s, seat, EFFECT[HALF_SPECIES[mushroom], AMOUNT], mark)


@rule
def comes_too_late(s: Record, half: int) -> bool:
    """Tell whether what is drawn for a card is held back from it: it is a Mole that was played as
    the action of the turn, and its cards are those in hand when it was placed."""
    if s.options[MOLE_OPTION] != MOLE_CARDS_PLACED or s.queue_state[0] & (THROUGH_MOLE | FREE):
        return False
    species = HALF_SPECIES[half]
    return species != NO_SPECIES and EFFECT[species, KIND] == PLAY_CARDS


@rule
def accept(s: Record, seat: int) -> None:
    """Take what is offered: cards and turns, or the clearing."""
    if asked(s, KIND) == Effect.GAIN:
        turns = asked(s, TURNS)
        draw_cards(s, seat, cards_to_gain(s, seat), 0)
        if s.over == 0:
            s.extra_turns += turns
    else:
        take_clearing(s, seat)


@rule
def stop(s: Record, seat: int) -> None:
    """End what may be done any number of times; who put cards under the cave draws as many."""
    if asked(s, KIND) == HAND_TO_CAVE and s.stashed > 0:
        replace_stashed(s, seat)

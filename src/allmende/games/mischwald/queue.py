"""The cards that were placed and are to be worked off, and how far the first of them is."""

from allmende.core.record import Record
from allmende.core.rule import rule

from .cards import ANY_NUMBER
from .components import BONUS, EFFECT, HALF_SPECIES, NO_SPECIES
from .kinds import Column, Effect
from .state import FREE, MATCHED, STEP_BITS, THROUGH_MOLE, Step

KIND, AMOUNT, BY = int(Column.KIND), int(Column.AMOUNT), int(Column.BY)
OF, TURNS = int(Column.OF), int(Column.TURNS)
FREE_PLAY, PLAY_CARDS = int(Effect.PLACE), int(Effect.PLAY_CARDS)
HAND_TO_CAVE = int(Effect.HAND_TO_CAVE)


@rule
def step_of(s: Record) -> int:
    """Return how far the first card of the queue is worked off."""
    return int(s.queue_state[0]) & STEP_BITS


@rule
def asked(s: Record, column: int) -> int:
    """Return a column of the effect or bonus that the first card of the queue has come to."""
    species = HALF_SPECIES[s.queue[0]]
    if species == NO_SPECIES:
        return Effect.NOTHING
    if step_of(s) == Step.EFFECT:
        return EFFECT[species, column]
    return BONUS[species, column]


@rule
def is_asked_for(s: Record, kind: int) -> bool:
    """Tell whether the first card of the queue has come to an effect or bonus of a kind."""
    if s.queued == 0:
        return False
    return Step.EFFECT <= step_of(s) <= Step.BONUS and asked(s, KIND) == kind


@rule
def queue_placed(s: Record, half: int, matched: int) -> None:
    """Queue a card: after the others played through the same Mole, before everything else if it
    was placed for nothing, or alone."""
    state = MATCHED if matched else 0
    if is_asked_for(s, PLAY_CARDS):
        s.moled += 1
        enqueue(s, half, state | THROUGH_MOLE, int(s.moled))
    elif is_asked_for(s, FREE_PLAY):
        if asked(s, AMOUNT) != ANY_NUMBER:
            next_step(s)
        enqueue(s, half, FREE, 0)
    else:
        enqueue(s, half, state, 0)


@rule
def enqueue(s: Record, half: int, state: int, at: int) -> None:
    """Put a placed card into the queue."""
    for later in range(int(s.queued), at, -1):
        s.queue[later] = s.queue[later - 1]
        s.queue_state[later] = s.queue_state[later - 1]
    s.queue[at] = half
    s.queue_state[at] = state
    s.queued += 1


@rule
def leave_queue(s: Record) -> None:
    """Take the first card out of the queue."""
    s.queued -= 1
    for at in range(int(s.queued)):
        s.queue[at] = s.queue[at + 1]
        s.queue_state[at] = s.queue_state[at + 1]
    s.queue[s.queued] = 0
    s.queue_state[s.queued] = 0


@rule
def next_step(s: Record) -> None:
    """Go on to the next step of the first card; what was placed for nothing does no more."""
    step = Step.DONE if s.queue_state[0] & FREE else step_of(s) + 1
    s.queue_state[0] = (s.queue_state[0] & ~STEP_BITS) | step
    s.reacted = 0

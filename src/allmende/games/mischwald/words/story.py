"""What happened with a move, told from the records before and after it."""

from collections import Counter

from allmende.core.game import per_seat
from allmende.core.language import Event, Message, Seat, listed
from allmende.core.record import Record

from ..components import (
    BONUS,
    FACE_SYMBOLS,
    FIRST_CARD,
    HALF_FACE,
    HALF_SIDE,
    HALF_SPECIES,
    HALF_SYMBOL,
)
from ..deck import CLEARING, GONE
from ..forest import TREE_SIDE
from ..hand import HAND
from ..kinds import Effect
from ..numbering import (
    ACCEPT,
    CAVE,
    DECLINE,
    DRAW,
    KEEP,
    MULLIGAN,
    PAY,
    PLACE,
    PLAY,
    SAPLING_OF,
    TAKE,
)
from ..queue import KIND, is_asked_for
from ..scoring import score
from ..state import NONE, STEP_BITS, Phase, Step
from .names import (
    FACE_OF_CARD,
    cards_in,
    face_message,
    species_message,
    symbol_message,
    tree_name,
)

Faces = Counter[int]
"""How many cards of each face there are."""


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move, then what it set off."""
    return [
        *tell_move(before, seat, move, after),
        *tell_placed(before, seat, move, after),
        *tell_winters(before, after),
        *tell_turned_over(before, move, after),
        *tell_drawn(before, seat, move, after),
        *tell_extra_turn(before, after),
        *tell_cleared(before, after),
        *tell_turn(before, after),
        *tell_end(after),
    ]


def tell_move(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move itself; a card that is put down at once is told by that."""
    who = Seat(seat)
    if move == KEEP:
        return [Event("story.keep", who=who)]
    if move == MULLIGAN:
        return [Event("story.mulligan", who=who)]
    if move == DRAW:
        return [Event("story.draw", who=who)]
    if move < PLAY:
        return [Event("story.take", who=who, card=face_message(move - TAKE))]
    if played_half(before, move) != NONE and move < PAY and after.playing == NONE:
        return []
    if move < SAPLING_OF:
        return [Event("story.play", who=who, card=species_message(move - PLAY))]
    if move < PLACE:
        return tell_sapling(before, seat, move - SAPLING_OF)
    if move < PAY:
        return [Event("story.choose_place", who=who, tree=tree_name(move - PLACE))]
    if move < CAVE:
        return [Event("story.pay", who=who, card=face_message(move - PAY))]
    if move < ACCEPT:
        card = face_message(move - CAVE)
        return [
            Event("story.stash", who=who),
            Event("story.your_stash", seen_by=[seat], card=card),
        ]
    return tell_answer(before, seat, move, after)


def tell_sapling(before: Record, seat: int, face: int) -> list[Event]:
    """Tell that a sapling was planted, and to its owner what it was."""
    tree = tree_name(int(before.trees))
    return [
        Event("story.sapling", who=Seat(seat), tree=tree),
        Event("story.your_sapling", seen_by=[seat], card=face_message(face)),
    ]


def tell_answer(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell a yes by what it brings. A no is told without the question."""
    who = Seat(seat)
    if move == DECLINE:
        return [Event("story.stop" if before.stashed or before.moled else "story.no", who=who)]
    card = species_message(int(before.queue[0]))
    if is_asked_for(before, Effect.CLEARING_TO_CAVE):
        count = int(after.caved[seat]) - int(before.caved[seat])
        return [Event("story.bear", who=who, card=card, count=count)]
    step = int(before.queue_state[0]) & STEP_BITS
    if step == Step.REACT:
        return [Event("story.react", who=who, card=card)]
    return [Event("story.effect" if step == Step.EFFECT else "story.bonus", who=who, card=card)]


def played_half(before: Record, move: int) -> int:
    """Return the half that a move plays or goes on playing, or NONE."""
    if PLAY <= move < SAPLING_OF:
        return move - PLAY
    return int(before.playing) if PLACE <= move < CAVE else NONE


def tell_placed(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell where a card was put down, and whether its bonus was missed."""
    half = played_half(before, move)
    if half == NONE or after.playing != NONE:
        return []
    who, card = Seat(seat), species_message(half)
    if HALF_SIDE[half] == TREE_SIDE:
        events = [Event("story.planted", who=who, card=card, tree=tree_name(int(before.trees)))]
    else:
        tree = tree_name(int(after.tree[FIRST_CARD[HALF_FACE[half]]]))
        events = [Event("story.placed", who=who, card=card, tree=tree)]
    if BONUS[HALF_SPECIES[half], KIND] and PAY <= move < CAVE and not is_matched(before, move):
        events.append(Event("story.no_bonus", symbol=symbol_message(half)))
    return events


def is_matched(before: Record, move: int) -> bool:
    """Tell whether all cards paid show the symbol, the one paid last included."""
    last = FACE_SYMBOLS[move - PAY] >> HALF_SYMBOL[before.playing] & 1
    return bool(before.matched and last)


def tell_winters(before: Record, after: Record) -> list[Event]:
    """Tell of winters that turned up."""
    return [
        Event("story.winter", number=number)
        for number in range(int(before.winters) + 1, int(after.winters) + 1)
    ]


def faces_in(s: Record, *zones: int) -> Faces:
    """Count the faces in some zones."""
    return Counter(FACE_OF_CARD[card] for zone in zones for card in cards_in(s, zone))


def tell_turned_over(before: Record, move: int, after: Record) -> list[Event]:
    """Tell which card came from the deck into the clearing."""
    if after.trees == before.trees:
        return []
    turned = faces_in(after, CLEARING, GONE) - faces_in(before, CLEARING, GONE)
    if PAY <= move < CAVE:
        turned -= Counter([move - PAY])
    return [Event("story.turned_over", card=face_message(face)) for face in turned]


def tell_drawn(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell how many cards were drawn for an effect, and to the one who drew which they are."""
    if move != DRAW and move != MULLIGAN and move < CAVE:
        return []
    held, kept = faces_in(before, HAND + seat), int(before.held[seat])
    if move == MULLIGAN:
        held, kept = Counter(), 0
    elif CAVE <= move < ACCEPT:
        held, kept = held - Counter([move - CAVE]), kept - 1
    count = int(after.held[seat]) - kept
    drawn = sorted((faces_in(after, HAND + seat) - held).elements())
    events = [Event("story.drew", who=Seat(seat), count=count)] if count and move >= CAVE else []
    if count and drawn:
        cards = listed([face_message(face) for face in drawn])
        events.append(Event("story.you_drew", seen_by=[seat], cards=cards))
    return events


def tell_extra_turn(before: Record, after: Record) -> list[Event]:
    """Tell that an extra turn was earned."""
    if after.extra_turns > before.extra_turns:
        return [Event("story.extra_turn", who=Seat(int(before.turn)))]
    return []


def tell_cleared(before: Record, after: Record) -> list[Event]:
    """Tell that a full clearing was cleared."""
    gone = len(cards_in(after, GONE)) - len(cards_in(before, GONE))
    return [Event("story.cleared", count=gone)] if gone else []


def begins_again(before: Record, after: Record) -> bool:
    """Tell whether somebody takes an extra turn."""
    return bool(after.phase == Phase.ACTION and not after.over and after.turn == before.turn)


def tell_turn(before: Record, after: Record) -> list[Event]:
    """Tell whose turn begins."""
    if after.over or after.phase != Phase.ACTION:
        return []
    return [
        Event(
            "story.again" if begins_again(before, after) else "story.turn",
            who=Seat(int(after.turn)),
        )
    ]


def tell_end(after: Record) -> list[Event]:
    """Tell the result."""
    if not after.over:
        return []
    totals = [
        Message("story.total", who=Seat(seat), points=points)
        for seat, points in enumerate(per_seat(score, after))
    ]
    return [Event("story.result", totals=listed(totals))]

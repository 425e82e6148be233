"""Why a move is not possible."""

from allmende.core.language import Message
from allmende.core.record import Record

from ..cards import TABLE
from ..components import (
    BONUS,
    FACE,
    HALF_COST,
    HALF_FACE,
    HALF_SPECIES,
    HALF_TAGS,
)
from ..forest import fits_in, open_slots
from ..hand import has_room, is_held_back, usable
from ..numbering import (
    ACCEPT,
    CAVE,
    DECLINE,
    DRAW,
    MULLIGAN,
    PAY,
    PLACE,
    PLAY,
    SAPLING_OF,
    TAKE,
)
from ..queue import FREE_PLAY, HAND_TO_CAVE, KIND, OF, PLAY_CARDS, asked, is_asked_for
from ..state import PHASES, Phase
from .names import face_message, side_name, species_message, symbol_message, tree_name

# In which phases a kind of move can be possible at all, by the first move behind the kind.
PHASES_OF = (
    (DRAW, (Phase.MULLIGAN,)),
    (PLAY, (Phase.ACTION, Phase.DRAW)),
    (PLACE, (Phase.ACTION, Phase.CHOICE)),
    (PAY, (Phase.PLACE,)),
    (CAVE, (Phase.PAY,)),
    (DECLINE + 1, (Phase.CHOICE,)),
)


def why_not(s: Record, seat: int, move: int) -> Message:
    """Say why a move is not legal for the seat to act."""
    phases = next(phases for behind, phases in PHASES_OF if move < behind)
    if s.phase not in phases:
        return why_not_now(s, move)
    if move == MULLIGAN:
        return Message("not.has_tree")
    if move < PLAY:
        return why_not_draw(s, seat, move)
    if move < SAPLING_OF:
        return why_not_play(s, seat, move - PLAY)
    if move < PLACE:
        return why_not_sapling(s, seat, move - SAPLING_OF)
    if move < PAY:
        return why_not_place(s, seat, move - PLACE)
    if move < CAVE:
        return why_not_pay(s, seat, move - PAY)
    if move < ACCEPT:
        return why_not_stash(s, seat, move - CAVE)
    return Message("not.choose_card")


def why_not_now(s: Record, move: int) -> Message:
    """Say what is being decided instead; who wants a bonus and has spoiled it hears why."""
    if move == ACCEPT and s.phase == Phase.PAY and not s.matched:
        half = int(s.playing)
        if BONUS[HALF_SPECIES[half], KIND]:
            return Message("not.no_bonus", symbol=symbol_message(half))
    return Message(f"not.now.{PHASES[s.phase]}")


def why_not_draw(s: Record, seat: int, move: int) -> Message:
    """Say why a card cannot be drawn or taken."""
    if not has_room(s, seat):
        return Message("not.hand_full")
    return Message("not.not_in_clearing", card=face_message(move - TAKE))


def why_not_in_hand(s: Record, seat: int, face: int) -> Message | None:
    """Say that a card is not in hand, or came too late for the Mole."""
    cards = [card for card in s.hand[seat].tolist()[: s.held[seat]] if FACE[card] == face]
    if not cards:
        return Message("not.not_in_hand", card=face_message(face))
    if all(is_held_back(s, card) for card in cards):
        return Message("not.held_back", card=face_message(face))
    return None


def why_not_play(s: Record, seat: int, half: int) -> Message:
    """Say why a half cannot be played."""
    missing = why_not_in_hand(s, seat, int(HALF_FACE[half]))
    if missing:
        return missing
    if s.phase == Phase.CHOICE and not is_asked_for(s, PLAY_CARDS):
        if not is_asked_for(s, FREE_PLAY):
            return Message("not.yes_or_no")
        tag = int(asked(s, OF))
        if not HALF_TAGS[half] >> tag & 1:
            return Message("not.wrong_tag", tag=Message(f"tag.{TABLE.tags[tag]}"))
    if not fits_in(open_slots(s, seat), half):
        return Message(f"not.no_slot.{side_name(half)}")
    cost, have = int(HALF_COST[half]), int(usable(s, seat)) - 1
    return Message("not.too_dear", card=species_message(half), cost=cost, have=have)


def why_not_sapling(s: Record, seat: int, face: int) -> Message:
    """Say why a card cannot become a sapling."""
    if s.phase == Phase.CHOICE and not is_asked_for(s, PLAY_CARDS):
        return Message("not.no_free_sapling" if is_asked_for(s, FREE_PLAY) else "not.yes_or_no")
    return why_not_in_hand(s, seat, face) or Message("not.yes_or_no")


def why_not_place(s: Record, seat: int, tree: int) -> Message:
    """Say why a card cannot go to a tree."""
    if tree >= s.trees or s.tree_owner[tree] != seat:
        return Message("not.not_your_tree", tree=tree_name(tree))
    return Message(f"not.slot_taken.{side_name(int(s.playing))}", tree=tree_name(tree))


def why_not_pay(s: Record, seat: int, face: int) -> Message:
    """Say why a card cannot be paid."""
    missing = why_not_in_hand(s, seat, face)
    if missing:
        return missing
    if face < s.last_paid:
        return Message("not.rising", card=face_message(face))
    return Message("not.too_few_left", card=face_message(face))


def why_not_stash(s: Record, seat: int, face: int) -> Message:
    """Say why a card cannot go under the cave."""
    if not is_asked_for(s, HAND_TO_CAVE):
        return Message("not.yes_or_no")
    return why_not_in_hand(s, seat, face) or Message("not.rising", card=face_message(face))

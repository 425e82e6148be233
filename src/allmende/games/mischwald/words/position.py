"""Positions: everything by the ids of the cards.

Trees of all players are listed in the order of planting, so the first one is t1. A tree is
`{"owner": 0, "card": "T010", "at": {"left": ["H070"]}}`; `sapling` tells that the card lies face
down, `new` names the cards of it that were placed this turn. A tree card may be named by its
species as well: it stands for the first of them that is not anywhere else. What is not said is as
at the start: cards in deck or box, no winter yet, nothing being played.
"""

from typing import Any

from allmende.core.game import Json
from allmende.core.reader import Reader
from allmende.core.record import Record

from ..cards import CARDS, TABLE
from ..cave import CAVE
from ..components import (
    COPIES,
    FIRST_CARD,
    HALF_COST,
    HALVES,
    LOWER_THIRD,
    MOST_TREES,
    QUEUE,
    REMOVED,
    SAPLING,
    TREE_FACES,
    WINTERS,
)
from ..deck import CLEARING, GONE, POOL
from ..forest import FOREST, SAPLING_SIDE, TREE_SIDE
from ..hand import FRESH, HAND, KNOWN, hold
from ..invariants import code_for
from ..kinds import SIDE_NAMES, SIDES
from ..payment import PLAYING
from ..queue import FREE_PLAY, is_asked_for
from ..rules import MULLIGANED, clear_table
from ..state import FREE, MATCHED, NONE, SLOT_BITS, STEP_BITS, STEP_NAMES, THROUGH_MOLE, Step
from .names import FACE_IDS, FACE_OF_CARD, cards_in, half_name, tree_name
from .view import turn_of

IDS = TABLE.ids
HALF_NAMES = [*(half_name(half) for half in range(HALVES)), "sapling"]
FLAGS = (("matched", MATCHED), ("free", FREE), ("through_mole", THROUGH_MOLE))
MOST_OWED = 9
MOST_COUNT = 100


def describe(s: Record) -> Json:
    """Describe the table."""
    return {
        "first": int(s.first),
        "turn": turn_of(s),
        "extra_turns": int(s.extra_turns),
        "deck": int(s.deck),
        "winters": int(s.winters),
        "clearing": ids(cards_in(s, CLEARING)),
        "gone": ids(cards_in(s, GONE)),
        "trees": [describe_tree(s, tree) for tree in range(s.trees)],
        "playing": describe_playing(s),
        "queue": [describe_queued(s, at) for at in range(s.queued)],
        "reacted": int(s.reacted),
        "through_mole": int(s.moled),
        "players": [describe_player(s, seat) for seat in range(s.seats)],
    }


def ids(cards: list[int]) -> list[str]:
    """Name cards by their ids."""
    return [IDS[card] for card in cards]


def describe_tree(s: Record, tree: int) -> Json:
    """Describe a tree and what lies around it."""
    card = int(s.tree_card[tree])
    there = [c for c in cards_in(s, FOREST + int(s.tree_owner[tree])) if s.tree[c] == tree]
    around = {
        name: ids([c for c in there if s.side[c] == side])
        for side, name in enumerate(SIDE_NAMES[:SIDES])
    }
    return {
        "owner": int(s.tree_owner[tree]),
        "card": IDS[card],
        "sapling": bool(s.side[card] == SAPLING_SIDE),
        "at": {name: cards for name, cards in around.items() if cards},
        "new": ids([c for c in there if s.mark[c] & FRESH]),
    }


def describe_playing(s: Record) -> Json | None:
    """Describe the card that is being played."""
    if s.playing == NONE:
        return None
    return {
        "card": IDS[cards_in(s, PLAYING)[0]],
        "half": HALF_NAMES[s.playing],
        "at": None if s.target == NONE else tree_name(int(s.target)),
        "owed": int(s.owed),
        "last_paid": FACE_IDS[s.last_paid],
        "matched": bool(s.matched),
    }


def describe_queued(s: Record, at: int) -> Json:
    """Describe a card that is to be worked off."""
    state = int(s.queue_state[at])
    return {
        "half": HALF_NAMES[s.queue[at]],
        "step": STEP_NAMES[state & STEP_BITS],
        **{name: bool(state & flag) for name, flag in FLAGS},
    }


def describe_player(s: Record, seat: int) -> Json:
    """Describe hand, cave and exchanged cards of a player."""
    hand, cave = cards_in(s, HAND + seat), cards_in(s, CAVE + seat)
    return {
        "hand": ids(hand),
        "known": ids([card for card in hand if s.mark[card] & KNOWN]),
        "held_back": ids([card for card in hand if s.mark[card] & FRESH]),
        "cave": ids(cave),
        "cave_seen": ids([card for card in cave if s.mark[card] & KNOWN]),
        "stashed": ids([card for card in cave if s.mark[card] & FRESH]),
        "exchanged": ids(cards_in(s, MULLIGANED + seat)),
    }


def restore(reader: Reader, s: Record) -> None:
    """Fill a record from a description of the table."""
    clear_table(s)
    restore_turn(reader, s)
    for field, zone in (("clearing", CLEARING), ("gone", GONE)):
        for name in reader.items(field, default=[]):
            take_card(reader, field, s, name, zone)
    trees = reader.items("trees", default=[])
    if len(trees) > MOST_TREES:
        raise reader.complaint("trees", f"{len(trees)} trees, at most {MOST_TREES}")
    for tree, document in enumerate(trees):
        restore_tree(Reader(document, f"trees.{tree}"), s, tree)
    for seat, player in enumerate(reader.items("players", int(s.seats), [{}] * int(s.seats))):
        restore_player(Reader(player, f"players.{seat}"), s, seat)
    restore_queue(reader, s)
    restore_playing(reader, s)
    restore_deck(reader, s)


def take_card(reader: Reader, field: str, s: Record, name: Any, zone: int) -> int:
    """Put a card that is nowhere yet into a zone and return it."""
    card = find_card(reader, field, s, name)
    if s.zone[card] != POOL:
        raise reader.complaint(field, f"{name} is somewhere else already")
    s.zone[card] = zone
    s.pool -= 1
    return card


def find_card(reader: Reader, field: str, s: Record, name: Any, zone: int = POOL) -> int:
    """Find a card by its id, or the first tree of a species in a zone."""
    if name in FACE_IDS[:TREE_FACES]:
        face = FACE_IDS.index(name)
        first = int(FIRST_CARD[face])
        copies = range(first, first + int(COPIES[face]))
        return next((card for card in copies if s.zone[card] == zone), first)
    return reader.check_choice(field, name, IDS)


def restore_turn(reader: Reader, s: Record) -> None:
    """Read whose turn it is and what it has earned."""
    seats = int(s.seats)
    acting = max((int(s.waiting) & -int(s.waiting)).bit_length() - 1, 0)
    s.turn = reader.whole("turn", 0, seats - 1, acting)
    s.first = reader.whole("first", 0, seats - 1, 0)
    s.extra_turns = reader.whole("extra_turns", 0, MOST_COUNT, 0)


def restore_deck(reader: Reader, s: Record) -> None:
    """Read the winters that have come and the deck; without a number it is as big as can be."""
    s.winters = reader.whole("winters", 0, WINTERS, 0)
    if s.winters:
        usual = int(LOWER_THIRD[s.seats]) + WINTERS - int(s.winters)
        usual = min(usual, int(s.pool) + WINTERS - int(s.winters))
    else:
        usual = int(s.pool) - int(REMOVED[s.seats]) + WINTERS
    s.deck = reader.whole("deck", 0, CARDS + WINTERS, max(usual, 0))


def restore_tree(reader: Reader, s: Record, tree: int) -> None:
    """Read one tree, what lies around it, and what of it is new."""
    owner = reader.whole("owner", 0, int(s.seats) - 1, 0)
    card = take_card(reader, "card", s, reader.take("card"), FOREST + owner)
    sapling = reader.flag("sapling", False)
    s.side[card] = SAPLING_SIDE if sapling else TREE_SIDE
    s.tree[card], s.tree_card[tree], s.tree_owner[tree] = tree, card, owner
    s.trees += 1
    there = [card]
    around = reader.inner("at", {})
    for side, name in enumerate(SIDE_NAMES[:SIDES]):
        for dweller in around.items(name, default=[]):
            found = take_card(around, name, s, dweller, FOREST + owner)
            if side not in [half.side for half in TABLE.faces[FACE_OF_CARD[found]]]:
                raise around.complaint(name, f"{dweller} has no half for this side")
            s.side[found], s.tree[found] = side, tree
            there.append(found)
    around.close()
    for name in reader.items("new", default=[]):
        fresh = find_card(reader, "new", s, name, FOREST + owner)
        if fresh not in there:
            raise reader.complaint("new", f"{name} is not at this tree")
        s.mark[fresh] = FRESH
    reader.close()
    for found in there[1:]:
        note_slot(s, found)


def note_slot(s: Record, card: int) -> None:
    """Note what the slot of a card is now."""
    shift = SLOT_BITS * int(s.side[card])
    code = max(int(code_for(s, card)), 0)
    others = int(s.slots[s.tree[card]]) & ~(((1 << SLOT_BITS) - 1) << shift)
    s.slots[s.tree[card]] = others | code << shift


def restore_player(reader: Reader, s: Record, seat: int) -> None:
    """Read hand, cave and exchanged cards of a player."""
    hand = [take_card(reader, "hand", s, n, HAND + seat) for n in reader.items("hand", default=[])]
    if len(hand) > s.hand.shape[1]:
        raise reader.complaint("hand", f"{len(hand)} cards, at most {s.hand.shape[1]}")
    for card in hand:
        hold(s, seat, card, 0)
    for name in reader.items("cave", default=[]):
        take_card(reader, "cave", s, name, CAVE + seat)
        s.caved[seat] += 1
    marks = (
        ("known", HAND, KNOWN),
        ("held_back", HAND, FRESH),
        ("cave_seen", CAVE, KNOWN),
        ("stashed", CAVE, FRESH),
    )
    for field, zone, mark in marks:
        for name in reader.items(field, default=[]):
            card = find_card(reader, field, s, name, zone + seat)
            if s.zone[card] != zone + seat:
                raise reader.complaint(field, f"{name} is not there")
            s.mark[card] |= mark
            s.held_back += field == "held_back"
            s.stashed += field == "stashed"
    exchanged = reader.items("exchanged", default=[])
    for name in exchanged:
        take_card(reader, "exchanged", s, name, MULLIGANED + seat)
    s.exchanged |= bool(exchanged) << seat
    reader.close()


def restore_playing(reader: Reader, s: Record) -> None:
    """Read the card that is being played."""
    document = reader.take("playing", None)
    if document is None:
        return
    inner = Reader(document, "playing")
    s.playing = half = inner.choice("half", HALF_NAMES[:SAPLING])
    take_card(inner, "card", s, inner.take("card", HALF_NAMES[half].split()[0]), PLAYING)
    target = inner.take("at", None)
    if target is not None:
        names = [tree_name(tree) for tree in range(s.trees)]
        s.target = inner.check_choice("at", target, names)
    cost = 0 if is_asked_for(s, FREE_PLAY) else int(HALF_COST[half])
    s.owed = inner.whole("owed", 0, MOST_OWED, cost)
    s.last_paid = inner.choice("last_paid", FACE_IDS, FACE_IDS[0])
    s.matched = inner.flag("matched", cost > 0)
    inner.close()


def restore_queue(reader: Reader, s: Record) -> None:
    """Read the cards that are to be worked off."""
    entries = reader.items("queue", default=[])
    if len(entries) >= QUEUE:
        raise reader.complaint("queue", f"{len(entries)} cards, fewer than {QUEUE} can be there")
    for at, entry in enumerate(entries):
        inner = Reader(entry, f"queue.{at}")
        s.queue[at] = inner.choice("half", HALF_NAMES)
        s.queue_state[at] = inner.choice("step", STEP_NAMES, STEP_NAMES[Step.REACT])
        for name, flag in FLAGS:
            s.queue_state[at] |= flag * inner.flag(name, False)
        inner.close()
    s.queued = len(entries)
    s.reacted = reader.whole("reacted", 0, MOST_COUNT, 0)
    s.moled = reader.whole("through_mole", 0, MOST_COUNT, 0)

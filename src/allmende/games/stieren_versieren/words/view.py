"""What people may see of a game, and where points come from."""

from typing import Any

import numpy as np

from allmende.core.game import SPECTATOR, Json
from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.rule import python_of

from ..bulls import AT, CHOSEN, COMMITTED, DISCARD, HAND, MARRIED, PILE, is_held
from ..components import BULLS, CORNERS, COWS, PLACES, REMOVED, SIGN_NAMES, SYMBOL_NAMES
from ..places import DRAWN, SHACK, cows_in_stack
from ..scoring import couple_points, rank, score
from ..secrets import has_seen
from ..state import EVERYBODY, NONE, Phase
from .names import (
    bull_id,
    bull_message,
    bulls_in,
    bulls_of_mask,
    cow_ids,
    cow_message,
    cow_name,
    document_of,
    place_name,
    seats_of_mask,
)

knows = python_of(has_seen)
holds = python_of(is_held)


def view(s: Record, seat: int | None) -> Json:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher = SPECTATOR if seat is None else seat
    return {
        "label": label_of(s),
        "round": int(s.round_number),
        "no_peek": bool(s.no_peek),
        "first": int(s.first),
        "turn": None if s.turn == NONE else int(s.turn),
        "actions_left": int(s.actions_left),
        "extra_done": bool(s.extra_done),
        "locations": [show_place(s, corner) for corner in range(CORNERS)],
        "stack": int(cows_in_stack(s)),
        "removed": REMOVED,
        "cows": [show_cow(s, slot, watcher) for slot in range(s.arrived)],
        "unseen_cows": unseen_cows(s, watcher),
        "deck": show_deck(s),
        "moving": show_moving(s),
        "talked": None if s.talker == NONE else bull_id(s, int(s.talker)),
        "swapped": None if s.last_swap == NONE else bull_id(s, int(s.last_swap)),
        "fight": None if s.wooed == NONE else cow_name(int(s.wooed)),
        "players": [show_player(s, player, watcher) for player in range(s.seats)],
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def label_of(s: Record) -> Any:
    """Return the label of the cards, copied."""
    label = document_of(s)["label"]
    return dict(label) if isinstance(label, dict) else label


def show_place(s: Record, corner: int) -> Json:
    """Show a place, which lies in a corner of the square."""
    place = int(s.grid[corner])
    return {
        "name": place_name(s, place),
        "symbol": SYMBOL_NAMES[place],
        "row": corner // 2,
        "column": corner % 2,
    }


def show_cow(s: Record, slot: int, watcher: int) -> Json:
    """Show a cow: where she is, who has seen her, and her face to those."""
    spot = int(s.cow_spot[slot])
    known = knows(int(s.cow_seen[slot]), watcher)
    symbol = int(s.cow_symbol[s.cow_card[slot]]) if known else NONE
    couple = spot >= SHACK
    return {
        "id": cow_name(slot),
        "at": place_name(s, spot) if spot < PLACES else None,
        "drawn": spot == DRAWN,
        "shack": spot - SHACK if couple else None,
        "bull": bull_id(s, int(s.cow_bull[slot])) if couple else None,
        "points": int(couple_points(s, slot)) if couple else None,
        "up": bool(s.cow_up[slot]),
        "seen_by": seats_of_mask(s, int(s.cow_seen[slot])),
        "symbol": SYMBOL_NAMES[symbol] if known else None,
        "value": int(s.cow_value[s.cow_card[slot]]) if known else None,
        "settled": bool(known and spot == symbol),
    }


def unseen_cows(s: Record, watcher: int) -> list[Json]:
    """List the faces of the cows that a seat has not seen: face down, in stack or box."""
    cards = {int(s.cow_card[slot]) for slot in range(s.arrived) if knows(s.cow_seen[slot], watcher)}
    return [cow_face(s, card) for card in range(COWS) if card not in cards]


def cow_face(s: Record, card: int) -> Json:
    """Show the face of a cow's card."""
    return {"symbol": SYMBOL_NAMES[s.cow_symbol[card]], "value": int(s.cow_value[card])}


def bull_face(s: Record, bull: int) -> Json:
    """Show the face of a bull."""
    return {"symbol": SYMBOL_NAMES[s.bull_symbol[bull]], "value": int(s.bull_value[bull])}


def show_bull(s: Record, bull: int) -> Json:
    """Show a bull by name and face."""
    return {"id": bull_id(s, bull), **bull_face(s, bull)}


def show_deck(s: Record) -> Json:
    """Show which bulls every player has, and which cows there are."""
    return {
        "bulls": [show_bull(s, bull) for bull in range(BULLS)],
        "cows": [{"id": name, **cow_face(s, card)} for card, name in enumerate(cow_ids(s))],
    }


def show_moving(s: Record) -> Json | None:
    """Show the bull that is about to move."""
    if s.mover == NONE:
        return None
    return {"bull": bull_id(s, int(s.mover)), "to": place_name(s, int(s.target))}


def show_player(s: Record, player: int, watcher: int) -> Json:
    """Show what a player has on the table, in hand and in the fight."""
    own = player == watcher
    chosen, committed = bulls_in(s, player, CHOSEN), bulls_in(s, player, COMMITTED)
    hand = bulls_in(s, player, HAND)
    held = [bull for bull in range(BULLS) if holds(s.bull_zone[player, bull])]
    known = [bull for bull in held if s.bull_seen[player, bull] == EVERYBODY]
    champion = int(s.champion[player])
    return {
        "sign": SIGN_NAMES[s.sign[player]],
        "hand": [show_bull(s, bull) for bull in hand] if own else None,
        "face_down": [show_bull(s, bull) for bull in chosen + committed] if own else None,
        "hand_count": len(hand),
        "chosen_count": len(chosen),
        "committed_count": len(committed),
        "has_chosen": bool(s.phase == Phase.CHOOSE and not s.waiting >> player & 1),
        "known": [bull_face(s, bull) for bull in known],
        "pool": [bull_face(s, bull) for bull in pool_of(s, player, own)],
        "pile_count": len(bulls_in(s, player, PILE)),
        "reshuffles": int(s.reshuffles[player]),
        "discard": [show_bull(s, bull) for bull in bulls_in(s, player, DISCARD)],
        "married": [bull_id(s, bull) for bull in bulls_in(s, player, MARRIED)],
        "bulls": [
            {**show_bull(s, bull), "at": place_name(s, place)}
            for place in range(PLACES)
            for bull in bulls_in(s, player, AT + place)
        ],
        "champion": None if champion == NONE else bull_id(s, champion),
        "mates": [bull_id(s, bull) for bull in bulls_of_mask(s.mates[player])],
        "support": [bull_id(s, bull) for bull in bulls_of_mask(s.support[player])],
        "strength": int(s.strength[player]),
    }


def pool_of(s: Record, player: int, own: bool) -> list[int]:
    """List the bulls of which a watcher cannot tell whether they are in the pile or held; the owner
    can tell, so for the owner it is the pile."""
    zones, seen = s.bull_zone[player].tolist(), s.bull_seen[player].tolist()
    return [
        bull
        for bull in range(BULLS)
        if zones[bull] == PILE or (not own and holds(zones[bull]) and seen[bull] != EVERYBODY)
    ]


def per_seat(rule: Any, s: Record) -> list[int]:
    """Return what a rule writes for each seat."""
    out = np.zeros(int(s.seats), np.int64)
    rule(s, out)
    values: list[int] = out.tolist()
    return values


def breakdown(s: Record, seat: int) -> list[tuple[Message, int]]:
    """List the points of a seat, couple by couple."""
    return [
        (
            Message(
                "points.couple",
                cow=cow_message(s, slot),
                bull=bull_message(s, int(s.cow_bull[slot])),
            ),
            int(couple_points(s, slot)),
        )
        for slot in range(s.arrived)
        if s.cow_spot[slot] == SHACK + seat
    ]

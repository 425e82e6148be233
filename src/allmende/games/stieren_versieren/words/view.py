"""What people may see of a game, and where points come from."""

import numpy as np

from allmende.core.data import label_of
from allmende.core.game import Json, per_seat, watcher_of
from allmende.core.language import Message
from allmende.core.record import Record
from allmende.core.rule import python_of

from ..bulls import AT, CHOSEN, COMMITTED, DISCARD, HAND, MARRIED, PILE, is_held
from ..components import PLACES, REMOVED, SIGN_NAMES, SYMBOL_NAMES
from ..equipment import EQUIPMENT
from ..fight import is_secret_answer
from ..places import DRAWN, SHACK, cows_in_stack
from ..scoring import couple_points, couples_of, rank, score
from ..secrets import has_seen
from ..state import EVERYBODY, NONE, Phase
from .names import (
    bull_id,
    bull_message,
    bulls_of_mask,
    card_ids,
    cow_message,
    cow_name,
    faces_of,
    place_name,
    place_names,
    seats_of_mask,
)

knows = python_of(has_seen)
holds = python_of(is_held)


def view(s: Record, seat: int | None) -> Json:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher = watcher_of(seat)
    deck, places = show_deck(s), place_names(s)
    return {
        "label": label_of(EQUIPMENT.of(s)),
        "no_peek": bool(s.no_peek),
        "first": int(s.first),
        "actions_left": int(s.actions_left),
        "extra_done": bool(s.extra_done),
        "locations": [
            show_place(corner, place, places) for corner, place in enumerate(s.grid.tolist())
        ],
        "stack": int(cows_in_stack(s)),
        "removed": REMOVED,
        "cows": [show_cow(s, slot, watcher, deck, places) for slot in range(s.arrived)],
        "unseen_cows": unseen_cows(s, watcher, deck),
        "deck": deck,
        "moving": show_moving(s),
        "talked": None if s.talker == NONE else bull_id(s, int(s.talker)),
        "swapped": None if s.last_swap == NONE else bull_id(s, int(s.last_swap)),
        "fight": None if s.wooed == NONE else cow_name(int(s.wooed)),
        "players": [
            show_player(s, player, player == watcher, deck, places) for player in range(s.seats)
        ],
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def turn_of(s: Record) -> int | None:
    """Return whose two actions it is; nobody's before all have chosen."""
    return None if s.turn == NONE else int(s.turn)


def round_of(s: Record) -> int:
    """Return which round it is."""
    return int(s.round_number)


def show_deck(s: Record) -> Json:
    """Show which bulls every player has, and which cows there are."""
    return {
        "bulls": show_cards(s.bull_symbol, s.bull_value),
        "cows": show_cards(s.cow_symbol, s.cow_value),
    }


def show_cards(symbols: np.ndarray, values: np.ndarray) -> list[Json]:
    """Show cards by name and face."""
    faces = faces_of(symbols, values)
    return [
        {"id": name, "symbol": SYMBOL_NAMES[symbol], "value": value}
        for name, (symbol, value) in zip(card_ids(faces), faces, strict=True)
    ]


def show_place(corner: int, place: int, places: list[str]) -> Json:
    """Show a place, which lies in a corner of the square."""
    return {
        "name": places[place],
        "symbol": SYMBOL_NAMES[place],
        "row": corner // 2,
        "column": corner % 2,
    }


def show_cow(s: Record, slot: int, watcher: int, deck: Json, places: list[str]) -> Json:
    """Show a cow: where she is, who has seen her, and her face to those."""
    spot, seen = int(s.cow_spot[slot]), int(s.cow_seen[slot])
    known = knows(seen, watcher)
    card = deck["cows"][s.cow_card[slot]]
    couple = spot >= SHACK
    return {
        "id": cow_name(slot),
        "at": places[spot] if spot < PLACES else None,
        "drawn": spot == DRAWN,
        "shack": spot - SHACK if couple else None,
        "bull": deck["bulls"][s.cow_bull[slot]]["id"] if couple else None,
        "points": int(couple_points(s, slot)) if couple else None,
        "up": bool(s.cow_up[slot]),
        "seen_by": seats_of_mask(s, seen),
        "symbol": card["symbol"] if known else None,
        "value": card["value"] if known else None,
        "settled": known and spot < PLACES and SYMBOL_NAMES[spot] == card["symbol"],
    }


def unseen_cows(s: Record, watcher: int, deck: Json) -> list[Json]:
    """List the faces of the cows that a seat has not seen: face down, in stack or box."""
    seen = {
        card
        for card, mask in zip(s.cow_card.tolist(), s.cow_seen.tolist(), strict=True)
        if knows(mask, watcher)
    }
    return [face_of(cow) for card, cow in enumerate(deck["cows"]) if card not in seen]


def face_of(card: Json) -> Json:
    """Show a card without its name, which could tell it from one that looks the same."""
    return {"symbol": card["symbol"], "value": card["value"]}


def show_moving(s: Record) -> Json | None:
    """Show the bull that is about to move."""
    if s.mover == NONE:
        return None
    return {"bull": bull_id(s, int(s.mover)), "to": place_name(s, int(s.target))}


def show_player(s: Record, player: int, own: bool, deck: Json, places: list[str]) -> Json:
    """Show what a player has on the table, in hand and in the fight; the owner's hand to the owner
    only."""
    bulls, zones = deck["bulls"], s.bull_zone[player].tolist()
    lying: dict[int, list[Json]] = {zone: [] for zone in range(AT + PLACES)}
    for bull, zone in zip(bulls, zones, strict=True):
        lying[zone].append(dict(bull))
    chosen, committed = lying[CHOSEN], lying[COMMITTED]
    secret = is_secret_answer(s, player)
    champion = NONE if secret and not own else int(s.champion[player])
    return {
        "sign": SIGN_NAMES[s.sign[player]],
        "hand": lying[HAND] if own else None,
        "face_down": chosen + committed if own else None,
        "hand_count": len(lying[HAND]),
        "chosen_count": len(chosen),
        "committed_count": len(committed),
        "has_chosen": bool(secret or (s.phase == Phase.CHOOSE and not s.waiting >> player & 1)),
        **show_elimination(zones, s.bull_seen[player].tolist(), own, bulls),
        "pile_count": len(lying[PILE]),
        "reshuffles": int(s.reshuffles[player]),
        "discard": lying[DISCARD],
        "married": [bull["id"] for bull in lying[MARRIED]],
        "bulls": [
            {**bull, "at": name} for place, name in enumerate(places) for bull in lying[AT + place]
        ],
        "champion": None if champion == NONE else bulls[champion]["id"],
        "mates": [bulls[bull]["id"] for bull in bulls_of_mask(s.mates[player])],
        "support": [bulls[bull]["id"] for bull in bulls_of_mask(s.support[player])],
        "strength": int(s.strength[player]),
    }


def show_elimination(zones: list[int], seen: list[int], own: bool, bulls: list[Json]) -> Json:
    """Show what everybody knows to be held, and the pool: the bulls of which a watcher cannot tell
    whether they are in the pile or held. The owner can tell, so for the owner it is the pile."""
    known, pool = [], []
    for bull, zone, mask in zip(bulls, zones, seen, strict=True):
        held = holds(zone)
        if held and mask == EVERYBODY:
            known.append(face_of(bull))
        elif zone == PILE or (held and not own):
            pool.append(face_of(bull))
    return {"known": known, "pool": pool}


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


def tie_break(s: Record, seat: int) -> list[tuple[Message, int]]:
    """Compare the couples when points are equal."""
    return [(Message("tie.couples"), int(couples_of(s, seat)))]

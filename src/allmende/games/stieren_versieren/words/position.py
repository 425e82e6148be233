"""Positions: everything by the names that people know.

Cows are listed in order of arrival, so the first one is c1. A cow is `{"card": "h4", "at": "pub"}`;
`up` tells whether she is face up, `seen_by` who has peeked at her. One without a place is being
placed; one in a Love Shack has `shack` (a seat) and `bull`. What is not said is as at the start:
bulls in the pile, no action taken, nobody in a fight.
"""

from typing import Any

from allmende.core.game import Json
from allmende.core.reader import Reader
from allmende.core.record import Record

from ..bulls import AT, CHOSEN, COMMITTED, DISCARD, HAND, MARRIED, PILE
from ..components import (
    ACTIONS,
    BULLS,
    CORNERS,
    COWS_IN_PLAY,
    MOST_RESHUFFLES,
    MOST_SEATS,
    MOST_VALUE,
    PLACES,
    SIGN_NAMES,
)
from ..places import DRAWN, SHACK
from ..rules import clear_table
from ..state import EVERYBODY, NONE, Phase
from .names import (
    bull_id,
    bull_ids,
    bulls_in,
    bulls_of_mask,
    cow_ids,
    cow_name,
    place_name,
    place_names,
    seats_of_mask,
)
from .view import round_of, show_moving, turn_of

ZONES = (("hand", HAND), ("chosen", CHOSEN), ("committed", COMMITTED), ("discard", DISCARD))
HELD = (HAND, CHOSEN, COMMITTED)
MOST_STRENGTH = BULLS * MOST_VALUE
ROW = 2


def describe(s: Record) -> Json:
    """Describe the table."""
    return {
        "round": round_of(s),
        "no_peek": bool(s.no_peek),
        "first": int(s.first),
        "turn": turn_of(s),
        "actions_left": int(s.actions_left),
        "extra_done": bool(s.extra_done),
        "layout": [
            [place_name(s, int(place)) for place in s.grid[row : row + ROW]]
            for row in range(0, CORNERS, ROW)
        ],
        "cows": [describe_cow(s, slot) for slot in range(s.arrived)],
        "moving": show_moving(s),
        "talked": None if s.talker == NONE else bull_id(s, int(s.talker)),
        "swapped": None if s.last_swap == NONE else bull_id(s, int(s.last_swap)),
        "fight": None if s.wooed == NONE else cow_name(int(s.wooed)),
        "spare_signs": [SIGN_NAMES[sign] for sign in s.sign[s.seats :]],
        "players": [describe_player(s, seat) for seat in range(s.seats)],
    }


def describe_cow(s: Record, slot: int) -> Json:
    """Describe a cow that came into play."""
    spot = int(s.cow_spot[slot])
    up = bool(s.cow_up[slot])
    return {
        "card": cow_ids(s)[s.cow_card[slot]],
        "at": place_name(s, spot) if spot < PLACES else None,
        "up": up,
        "seen_by": [] if up else seats_of_mask(s, int(s.cow_seen[slot])),
        "shack": spot - SHACK if spot >= SHACK else None,
        "bull": bull_id(s, int(s.cow_bull[slot])) if spot >= SHACK else None,
    }


def describe_player(s: Record, seat: int) -> Json:
    """Describe the bulls of a player and what is noted of the fight."""
    held = [bull for zone in HELD for bull in bulls_in(s, seat, zone)]
    champion = int(s.champion[seat])
    return {
        "sign": SIGN_NAMES[s.sign[seat]],
        **{name: ids(s, bulls_in(s, seat, zone)) for name, zone in ZONES},
        "known": ids(s, [bull for bull in held if s.bull_seen[seat, bull] == EVERYBODY]),
        "at": {
            place_name(s, place): ids(s, bulls_in(s, seat, AT + place)) for place in range(PLACES)
        },
        "reshuffles": int(s.reshuffles[seat]),
        "champion": None if champion == NONE else bull_id(s, champion),
        "mates": ids(s, bulls_of_mask(s.mates[seat])),
        "support": ids(s, bulls_of_mask(s.support[seat])),
        "strength": int(s.strength[seat]),
    }


def ids(s: Record, bulls: list[int]) -> list[str]:
    """Name bulls."""
    return [bull_id(s, bull) for bull in bulls]


def restore(reader: Reader, s: Record) -> None:
    """Fill a record from a description of the table."""
    clear_table(s)
    restore_layout(reader, s)
    restore_turn(reader, s)
    restore_cows(reader, s)
    players = reader.items("players", int(s.seats), [{}] * int(s.seats))
    restore_signs(reader, s, players)
    for seat, player in enumerate(players):
        restore_player(Reader(player, f"players.{seat}"), s, seat)
    restore_marks(reader, s)


def restore_layout(reader: Reader, s: Record) -> None:
    """Read the four places in reading order; without them they lie as in the data."""
    usual = describe(s)["layout"]
    names = place_names(s)
    corner = 0
    for row in reader.items("layout", CORNERS // ROW, usual):
        for name in reader.check_items("layout", row, ROW):
            s.grid[corner] = reader.check_choice("layout", name, names)
            corner += 1


def restore_turn(reader: Reader, s: Record) -> None:
    """Read where in the game and in the turn we are."""
    acting = Phase.ACTION <= s.phase <= Phase.PICK and not s.over
    seats = int(s.seats)
    usual = (int(s.waiting) & -int(s.waiting)).bit_length() - 1
    s.round_number = reader.whole("round", 1, COWS_IN_PLAY + 1, 1)
    s.no_peek = reader.flag("no_peek", False)
    s.first = reader.whole("first", 0, seats - 1, max(usual, 0) if not acting else 0)
    turn = reader.take("turn", usual if acting else None)
    s.turn = NONE if turn is None else reader.check_whole("turn", turn, 0, seats - 1)
    s.actions_left = reader.whole("actions_left", 0, ACTIONS, ACTIONS if acting else 0)
    s.extra_done = reader.flag("extra_done", False)


def restore_cows(reader: Reader, s: Record) -> None:
    """Read the cows in order of arrival."""
    cows = reader.items("cows", default=[])
    if len(cows) > COWS_IN_PLAY:
        raise reader.complaint("cows", f"{len(cows)} cows, only {COWS_IN_PLAY} come into play")
    s.arrived = len(cows)
    for slot, cow in enumerate(cows):
        restore_cow(Reader(cow, f"cows.{slot}"), s, slot)


def restore_cow(reader: Reader, s: Record, slot: int) -> None:
    """Read one cow."""
    s.cow_card[slot] = reader.choice("card", cow_ids(s))
    place, shack, bull = (reader.take(field, None) for field in ("at", "shack", "bull"))
    couple = shack is not None
    s.cow_up[slot] = reader.flag("up", couple)
    for seat in reader.items("seen_by", default=[]):
        s.cow_seen[slot] |= 1 << reader.check_whole("seen_by", seat, 0, int(s.seats) - 1)
    if s.cow_up[slot]:
        s.cow_seen[slot] = EVERYBODY
    s.cow_spot[slot] = DRAWN
    if couple:
        seat = reader.check_whole("shack", shack, 0, int(s.seats) - 1)
        s.cow_spot[slot] = SHACK + seat
        s.cow_bull[slot] = reader.check_choice("bull", bull, bull_ids(s))
        put_bull(reader, "bull", s, seat, int(s.cow_bull[slot]), MARRIED)
    if place is not None:
        if couple:
            raise reader.complaint("at", "a cow in a Love Shack is at no place")
        s.cow_spot[slot] = reader.check_choice("at", place, place_names(s))
    reader.close()


def put_bull(reader: Reader, field: str, s: Record, seat: int, bull: int, zone: int) -> None:
    """Put a bull that is still in the pile somewhere else."""
    if s.bull_zone[seat, bull] != PILE:
        raise reader.complaint(field, f"{bull_id(s, bull)} is somewhere else already")
    s.bull_zone[seat, bull] = zone
    s.bull_seen[seat, bull] = 1 << seat if zone in HELD else EVERYBODY


def restore_signs(reader: Reader, s: Record, players: list[Any]) -> None:
    """Read the signs of the players; what is not said comes in order."""
    given = [player.get("sign") if isinstance(player, dict) else None for player in players]
    free = [name for name in SIGN_NAMES if name not in given]
    spare = reader.items(
        "spare_signs", MOST_SEATS - int(s.seats), [None] * (MOST_SEATS - int(s.seats))
    )
    for seat, sign in enumerate([*given, *spare]):
        where = f"players.{seat}.sign" if seat < s.seats else "spare_signs"
        name = next((n for n in free if n not in spare), None) if sign is None else sign
        s.sign[seat] = reader.check_choice(where, name, SIGN_NAMES)
        if name in free:
            free.remove(name)


def restore_player(reader: Reader, s: Record, seat: int) -> None:
    """Read the bulls of a player and what is noted of the fight."""
    reader.take("sign", None)
    for field, zone in ZONES:
        for bull in read_bulls(reader, field, s):
            put_bull(reader, field, s, seat, bull, zone)
    places = reader.inner("at", {})
    for place, name in enumerate(place_names(s)):
        for bull in read_bulls(places, name, s):
            put_bull(places, name, s, seat, bull, AT + place)
    places.close()
    for bull in read_bulls(reader, "known", s):
        if s.bull_zone[seat, bull] not in HELD:
            raise reader.complaint("known", f"{bull_id(s, bull)} is not held")
        s.bull_seen[seat, bull] = EVERYBODY
    s.reshuffles[seat] = reader.whole("reshuffles", 0, MOST_RESHUFFLES, 0)
    champion = reader.take("champion", None)
    if champion is not None:
        s.champion[seat] = reader.check_choice("champion", champion, bull_ids(s))
    s.mates[seat] = sum(1 << bull for bull in set(read_bulls(reader, "mates", s)))
    s.support[seat] = sum(1 << bull for bull in set(read_bulls(reader, "support", s)))
    s.strength[seat] = reader.whole("strength", 0, MOST_STRENGTH, 0)
    reader.close()


def read_bulls(reader: Reader, field: str, s: Record) -> list[int]:
    """Read the names of bulls."""
    names = reader.items(field, default=[])
    return [reader.check_choice(field, name, bull_ids(s)) for name in names]


def restore_marks(reader: Reader, s: Record) -> None:
    """Read the bulls that move, talked or were swapped away, and the cow of the fight."""
    moving = reader.take("moving", None)
    if moving is not None:
        inner = Reader(moving, "moving")
        s.mover = inner.choice("bull", bull_ids(s))
        s.target = inner.choice("to", place_names(s))
        inner.close()
    for field, mark in (("talked", "talker"), ("swapped", "last_swap")):
        name = reader.take(field, None)
        if name is not None:
            s[mark] = reader.check_choice(field, name, bull_ids(s))
    cow = reader.take("fight", None)
    if cow is not None:
        names = [cow_name(slot) for slot in range(s.arrived)]
        s.wooed = reader.check_choice("fight", cow, names)

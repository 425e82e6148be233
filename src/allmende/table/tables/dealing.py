"""The deal of a game with hands: it waits until everybody has sat down, and is made anew whenever a
seat changes hands before the first move. So nobody ever holds a hand that somebody else has seen.

Whether a game has hands is asked of what it conceals, not of its name: a seat has one if it knows
more than a spectator does.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from allmende.core import position
from allmende.core.game import Game
from allmende.core.match import Match, fresh_seed
from allmende.core.record import Record

from ..store.facts import OPEN, Chair, Deal
from .knowledge import knowledge


def has_hands(game: Game, s: Record) -> bool:
    """Tell whether a seat knows more than a spectator."""
    if not game.secrets:
        return False
    seen = knowledge(game, s, None)
    return any(knowledge(game, s, seat) != seen for seat in range(int(s.seats)))


def has_free_seat(chairs: Sequence[Chair]) -> bool:
    """Tell whether somebody is still to sit down."""
    return any(chair.kind == OPEN for chair in chairs)


def is_other_hand(before: Chair, after: Chair) -> bool:
    """Tell whether a seat goes to somebody else, or whether a device has lost it that saw its hand.
    A further device of the same person is nobody else, nor is the bot that plays for them."""
    if before.holders:
        return not before.holders <= after.holders
    return before.kind != after.kind or bool(after.holders)


def dealt_anew(deal: Deal, match: Match, seat: int | None) -> Deal:
    """Return a deal with other chance. A table that began from a position goes on from there with
    all dealt anew that a seat, that of its host, cannot know."""
    if deal.start is None:
        return replace(deal, seed=fresh_seed())
    return replace(deal, start=start_for(match, seat))


def start_for(match: Match, seat: int | None) -> str:
    """Write down a position to begin a table with."""
    world = position.describe(match.game, world_for(match, seat))
    return json.dumps(world, ensure_ascii=False)


def world_for(match: Match, seat: int | None) -> Record:
    """Return a position to begin a table with: whoever set it up has perhaps looked at everything,
    so all is dealt anew that the seat they take could not know."""
    return match.game.veiled(match.record, seat, fresh_seed())

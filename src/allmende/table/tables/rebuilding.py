"""Rebuilding: the game of a table from what is kept of it."""

import json

from allmende.core.errors import AllmendeError
from allmende.core.game import Game
from allmende.core.match import Match, from_position, new

from ..store.facts import Deal, Kept
from .history import BrokenHistory, History


def first_match(deal: Deal, game: Game) -> Match:
    """Return the match of a table before its first move."""
    if deal.start is None:
        return new(game, deal.seats, deal.seed, deal.options, rules=deal.rules)
    return from_position(game, json.loads(deal.start))


def rebuild(kept: Kept, game: Game) -> History:
    """Make the history of a table from what is kept of it."""
    deal = kept.deal
    if deal.rules not in game.versions:
        raise BrokenHistory(f"rules {deal.rules}, but rules {game.versions} are installed")
    try:
        history = History(first_match(deal, game))
    except AllmendeError as trouble:
        raise BrokenHistory(f"the deal: {trouble}") from trouble
    history.replay(kept.happenings)
    return history

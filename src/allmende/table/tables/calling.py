"""Calling bots: written down with an event, so that they think at whichever process there is."""

from collections.abc import Sequence

from sqlalchemy import Connection as Transaction

from ..store import shared
from ..store.facts import BOT, PERSON, Chair, Standing


def call_bots(c: Transaction, table: str, chairs: Sequence[Chair], standing: Standing) -> None:
    """Write down that bots have to think, where another process would have to let them if this one
    ended now."""
    if standing.ending is not None:
        return
    if any(chair.kind == PERSON and chair.holders for chair in chairs):
        called = [it.seat for it in chairs if it.kind == BOT and standing.awaits(it.seat)]
        shared.post(c, table, called)

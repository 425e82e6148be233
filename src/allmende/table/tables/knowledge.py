"""What somebody at the table knows, as bytes that can be compared.

A veil is canonical: two records that differ only in what a watcher cannot know are the same under
its veil and one key. So whatever is computed from a veiled record tells no secret, and whoever
knows more has another veiled record.
"""

from allmende.core.barriers import KEYS
from allmende.core.game import Game, watcher_of
from allmende.core.record import Record, copy_record


def veiled(game: Game, s: Record, watcher: int | None, key: int = 0) -> Record:
    """Return a record as a seat or a spectator (None) may imagine it."""
    fresh = copy_record(s)
    game.rules.veil(fresh, watcher_of(watcher), KEYS[key])
    return fresh


def knowledge(game: Game, s: Record, watcher: int | None) -> bytes:
    """Return all that a watcher knows."""
    known: bytes = veiled(game, s, watcher).tobytes()
    return known


def watchers(seats: int) -> list[int | None]:
    """List all who look at a table."""
    return [None, *range(seats)]

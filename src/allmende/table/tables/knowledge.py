"""What somebody at the table knows, as bytes that can be compared.

A concealed record is canonical: two records that differ only in what a watcher cannot know are the
same when that is concealed. So it is what the watcher knows, whatever is imagined from it tells no
secret, and whoever knows more has another one.
"""

from allmende.core.barriers import KEYS
from allmende.core.game import Game
from allmende.core.record import Record


def veiled(game: Game, s: Record, watcher: int | None, key: int = 0) -> Record:
    """Return a record as a seat or a spectator (None) may imagine it."""
    return game.imagined(game.concealed(s, watcher), KEYS[key])


def knowledge(game: Game, s: Record, watcher: int | None) -> bytes:
    """Return all that a watcher knows."""
    known: bytes = game.concealed(s, watcher).tobytes()
    return known


def watchers(seats: int) -> list[int | None]:
    """List all who look at a table."""
    return [None, *range(seats)]

"""Getting a game ready: everything that a table asks of it compiles now, in a thread, not later
while people wait."""

import random
import threading

from allmende.core.game import Game
from allmende.core.match import fresh_seed, new

from .facts import MOVE, Happening
from .history import History
from .knowledge import watchers
from .scene import Scene
from .undo import barrier_of

LOOK_EVERY = 20
READY: set[str] = set()
LOCK = threading.Lock()


def get_ready(game: Game) -> Game:
    """Play a whole game by chance, looking at it as a table does; once for each game."""
    with LOCK:
        if game.name not in READY:
            history = History(new(game, min(game.seats), fresh_seed()))
            while history.ending is None:
                play_any(history)
                if history.version % LOOK_EVERY == 1 or history.ending is not None:
                    look(history)
            READY.add(game.name)
    return game


def play_any(history: History) -> None:
    """Make any legal move."""
    seat = random.choice(history.to_act)
    number = random.choice(history.match.game.legal_moves(history.match.record, seat))
    history.add(Happening(history.version + 1, MOVE, seat, number, None, ""))


def look(history: History) -> None:
    """Look at a game as everybody at the table does."""
    scene = Scene(history)
    for watcher in watchers(history.match.seats):
        scene.view(watcher)
        scene.scores(watcher)
        scene.places(watcher)
        scene.last([watcher])
    for seat in history.to_act:
        scene.legal(seat)
    scene.result()
    step = history.last_step()
    if step is not None:
        barrier_of(history.match.game, step)

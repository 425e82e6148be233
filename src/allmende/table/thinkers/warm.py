"""Getting a game ready: everything that a table asks of it compiles now, in a thread, not later
while people wait."""

import random

from allmende.bots.levels import think_with_net
from allmende.core.game import Game
from allmende.core.match import fresh_seed, new
from allmende.core.sight import Sight

from ..store.facts import MOVE, Happening
from ..tables.history import History
from ..tables.knowledge import watchers
from ..tables.scene import Scene
from ..tables.undo import barrier_of

LOOK_EVERY = 20


def play_once(game: Game) -> None:
    """Play a whole game by chance, looking at it as a table does."""
    history = History(new(game, min(game.seats), fresh_seed()))
    while history.ending is None:
        play_any(history)
        if history.version % LOOK_EVERY == 1 or history.ending is not None:
            look(history)


def think_once(game: Game) -> None:
    """Think about a first decision as the bots do, as briefly as possible."""
    match = new(game, min(game.seats), fresh_seed())
    match.advise(match.to_act[0], iterations=1)
    think_with_net(Sight(game, match.record, match.to_act[0], fresh_seed()))


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
        scene.why_not("", seat)
    scene.result()
    step = history.last_step()
    if step is not None:
        barrier_of(history.match.game, step)

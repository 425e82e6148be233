"""What the parts of showing a move cost, without sockets and without the disk.

    python benchmarks/parts.py --moves 60

Random players play; after each move every part of what is made for everybody who looks is made some
times, and its quickest run counts: that says little about a busy server, but the same on every day,
however busy the machine is. What a view remembers from one run it has at hand in the next. Printed
are microseconds of CPU for each move.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable

from allmende.core.game import Game
from allmende.core.glance import glance
from allmende.core.match import new
from allmende.core.record import Record
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables import scene
from allmende.table.tables.history import History, print_of
from allmende.table.tables.undo import kinds_of
from allmende.table.wire import telling

KINDS = (
    ("halali", 2, 0),
    ("mischwald", 2, 0),
    ("kuhfstein", 2, 0),
    ("kuhfstein", 4, 1),
    ("mischwald", 5, 1),
    ("kuh_vadis", 2, 0),
    ("stieren_versieren", 2, 0),
    ("stieren_versieren", 4, 1),
)
"""The tables that are looked at: game, seats, and how many only watch."""
REPEATS = 7


class Parts:
    """Microseconds by part."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.moves = 0

    def time(self, part: str, work: Callable[[], object]) -> None:
        """Do something some times and note its quickest run, in nanoseconds."""
        quickest = min(timed(work) for _ in range(REPEATS))
        self.spent[part] += quickest

    def __str__(self) -> str:
        parts = [
            f"{part} {spent / self.moves / 1000:.0f}" for part, spent in self.spent.most_common()
        ]
        return f"{self.spent.total() / self.moves / 1000:.0f} us: {', '.join(parts)}"


def timed(work: Callable[[], object]) -> int:
    """Return how many nanoseconds of CPU something takes."""
    begin = time.thread_time_ns()
    work()
    return time.thread_time_ns() - begin


def play(kind: tuple[str, int, int], most: int) -> Parts:
    """Play a game and look at each move as a table does."""
    game_name, seats, watching = kind
    history, chance, parts = (
        History(new(game_name, seats, "parts")),
        random.Random("parts"),
        Parts(),
    )
    while history.ending is None and parts.moves < most:
        seat = chance.choice(history.to_act)
        number = chance.choice(history.game.legal_moves(history.record, seat))
        move(history, parts, seat, number)
        for watcher in (*range(seats), *[None] * watching):
            show(history, parts, watcher)
        parts.moves += 1
    return parts


def move(history: History, parts: Parts, seat: int, number: int) -> None:
    """Make a move."""
    game, before = history.game, history.record
    after = game.after(before, seat, number)
    parts.time("play", lambda: game.after(before, seat, number))
    parts.time("story", lambda: game.words.story(glance(before), seat, number, glance(after)))
    parts.time("print", lambda: print_of(after))
    history.add(Happening(history.version + 1, MOVE, seat, number, None, ""))


def show(history: History, parts: Parts, watcher: int | None) -> None:
    """Make the state for somebody who looks, part by part."""
    game, you = history.game, () if watcher is None else (watcher,)
    look = scene.Scene(history)
    parts.time("eyes", lambda: scene.Scene(history).seen_by(watcher))
    world = look.imagined(watcher)
    parts.time("glance", lambda: glance(world))
    seen = look.glance(watcher)
    parts.time("view", lambda: game.lent_view(seen, watcher))
    if watcher in look.to_act:
        show_moves(game, parts, look, watcher)
    parts.time("last move", lambda: last_anew(look, watcher))
    if watcher is not None:
        parts.time("undo", lambda: undo_anew(history, you))
    state = scene.state(look, you)
    parts.time("the rest of the state", lambda: scene.state(look, you))
    parts.time("JSON", lambda: telling.encoded(state))
    entry = history.told[-1]
    parts.time("telling", lambda: telling.encoded(telling.story([scene.entry(entry, you)])))


def show_moves(game: Game, parts: Parts, look: scene.Scene[History], seat: int) -> None:
    """List the moves of a seat."""
    world, seen, numbers = look.imagined(seat), look.glance(seat), look.numbers(seat)
    parts.time("legal moves", lambda: game.legal_moves(world, seat))
    parts.time("which are final", lambda: kinds_of(game, world, seat, numbers))
    parts.time("moves in words", lambda: in_words(game, seen, seat, numbers))


def in_words(game: Game, seen: Record, seat: int, numbers: list[int]) -> list[object]:
    """Spell some moves."""
    return [scene.in_words(game, seen, seat, number, final=False) for number in numbers]


def last_anew(look: scene.Scene[History], watcher: int | None) -> None:
    """Find out anew whether somebody may know the last move."""
    look.last_move = None
    look.last([watcher])


def undo_anew(history: History, you: tuple[int, ...]) -> None:
    """Find out anew how far undo reaches."""
    history.barriers.pop(history.version, None)
    scene.undo_of(scene.Scene(history), you)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="of each kind of table")
    parser.add_argument("--only", default="", help="only these games, with commas between them")
    given = parser.parse_args()
    wanted = given.only.split(",") if given.only else [game for game, _, _ in KINDS]
    for kind in KINDS:
        if kind[0] in wanted:
            print("{}, {} seats, {} watching:".format(*kind), play(kind, given.moves), flush=True)


if __name__ == "__main__":
    main()

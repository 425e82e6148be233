"""What it costs to rebuild a table from the longest log that the bound on taking back allows.

.venv/bin/python benchmarks/rebuild.py
"""

import argparse
import time
from random import Random

from allmende.core.game import Game
from allmende.core.match import Match, new
from allmende.core.registry import game_named, games_here
from allmende.table.limits import MOST_TAKEN_BACK
from allmende.table.store.facts import MOVE, UNDO, Happening
from allmende.table.tables.history import History


def main() -> None:
    """Print, for each game, the longest of some random games, its log and the CPU seconds."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=12, help="random games to choose from")
    arguments.add_argument("--repeats", type=int, default=3)
    wish = arguments.parse_args()
    for name in games_here():
        match = longest(game_named(name), wish.games)
        log = longest_log(match)
        rebuild_seconds(match, log)  # compiles
        seconds = [rebuild_seconds(match, log) for _ in range(wish.repeats)]
        spent = " ".join(f"{one:.3f}" for one in seconds)
        print(f"{name}: {len(match.moves)} moves, {len(log)} events, {spent} s of CPU", flush=True)


def longest(game: Game, games: int) -> Match:
    """Return the longest of some random games, with the fewest and with the most seats."""
    played = [
        random_game(game, seats, seed)
        for seats in {game.seats[0], game.seats[-1]}
        for seed in range(games)
    ]
    return max(played, key=lambda match: len(match.moves))


def random_game(game: Game, seats: int, seed: int) -> Match:
    """Play a game at random."""
    match, chance = new(game, seats, str(seed)), Random(seed)
    while not match.over:
        seat = chance.choice(match.to_act)
        match.play(chance.choice(match.legal(seat)))
    return match


def longest_log(match: Match) -> list[Happening]:
    """Write a log in which as many moves are taken back, one by one, as may be."""
    log: list[Happening] = []

    def add(kind: str, seat: int, number: int) -> None:
        log.append(Happening(len(log) + 1, kind, seat, number, None, ""))

    left, moves = MOST_TAKEN_BACK, match.moves
    for ply, move in enumerate(moves):
        here = left // (len(moves) - ply)
        left -= here
        for _ in range(here):
            add(MOVE, move.seat, move.number)
            add(UNDO, move.seat, 1)
        add(MOVE, move.seat, move.number)
    return log


def rebuild_seconds(match: Match, log: list[Happening]) -> float:
    """Rebuild a table once, and make sure that it is the same game."""
    history = History(new(match.game, match.seats, match.seed))
    begin = time.thread_time()
    history.replay(log)
    spent = time.thread_time() - begin
    assert history.taken_back == MOST_TAKEN_BACK
    assert history.match.digest() == match.digest()
    return spent


if __name__ == "__main__":
    main()

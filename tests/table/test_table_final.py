"""With each legal move the table says whether it can be taken back, and undo says the same after it
was made. `python -m tests.table.test_table_final --games 20` looks at many games."""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from allmende.core.barriers import FREE, SHOWN, barriers
from allmende.core.game import Game
from allmende.core.match import Match, Step, new
from allmende.core.record import copy_record
from allmende.core.registry import find_game, game_named, known_games
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables.history import History
from allmende.table.tables.knowledge import veiled
from allmende.table.tables.scene import Scene
from allmende.table.tables.undo import barrier_of, kinds_of, settled

from .barrier_oracle import kind_of
from .clients import Device, here, person
from .colour_game import colour_game, kept, told
from .server_process import Server

TITLES = [(name, seats) for name in known_games() for seats in game_named(name).seats]
SMALL = ("tests/games/small/small_game.py", "tests/cli/secret_cards.py")
ORACLE_PLIES = 60


def random_game(game: Game, seats: int, seed: int) -> Iterator[tuple[History, int, int]]:
    """Play a game by chance and yield it before each decision, with the seat and its move."""
    chance = Random(f"{game.name} {seats} {seed}")
    history = History(new(game, seats, seed))
    while history.ending is None:
        seat = chance.choice(history.to_act)
        number = chance.choice(game.legal_moves(history.record, seat))
        yield history, seat, number
        history.add(Happening(history.version + 1, MOVE, seat, number, None, ""))


def count_errors(game: Game, seats: int, seed: int) -> Counter[str]:
    """Compare what is said of each move beforehand with what undo says of it afterwards."""
    found: Counter[str] = Counter()
    for history, seat, number in random_game(game, seats, seed):
        legal = game.legal_moves(history.record, seat)
        kinds = kinds_of(game, veiled(game, history.record, seat), seat, legal)
        said = kinds[legal.index(number)] != FREE
        before, after = copy_record(history.record), game.after(history.record, seat, number)
        move = next(m for m in history.match.legal(seat) if m.number == number)
        is_final = barrier_of(game, Step(before, move, after)) is not None
        found["decisions"] += 1
        found["final"] += is_final
        found["asked for nothing"] += said and not is_final
        found["final and not asked"] += is_final and not said
    return found


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_what_is_said_before_is_true_afterwards(name: str, seats: int) -> None:
    found = count_errors(game_named(name), seats, seed=1)
    assert 0 < found["final"] < found["decisions"]
    assert (found["asked for nothing"], found["final and not asked"]) == (0, 0)


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_what_is_said_hangs_on_nothing_that_the_seat_does_not_know(name: str, seats: int) -> None:
    game = game_named(name)
    for history, seat, _ in random_game(game, seats, seed=2):
        if history.version % 10 == 0:
            other = History(Match(game, veiled(game, history.record, seat, 5), None))
            assert Scene(history).legal(seat) == Scene(other).legal(seat)


def games_with_secrets() -> list[Game]:
    own = [game for game in map(game_named, known_games()) if game.secrets]
    return [*own, *map(find_game, SMALL), colour_game(told), colour_game(kept)]


@pytest.mark.parametrize("game", games_with_secrets(), ids=lambda game: game.name)
def test_the_compiled_answer_is_that_of_plain_python(game: Game) -> None:
    for history, seat, number in random_game(game, max(game.seats), seed=3):
        if history.version > ORACLE_PLIES:
            break
        before = copy_record(history.record)
        move = next(m for m in history.match.legal(seat) if m.number == number)
        step = Step(before, move, game.after(before, seat, number))
        (found,) = barriers(game, before, seat, [number])
        assert settled(game, before, seat, number, found) == kind_of(game, step), history.version


def test_words_alone_can_be_a_barrier() -> None:
    """A watcher to whom two answers look alike learns something only from being told which."""
    for story, expected in ((told, {SHOWN}), (kept, {FREE})):
        game, kinds = colour_game(story), set()
        for seed in range(8):
            for history, seat, number in random_game(game, 2, seed):
                (found,) = barriers(game, history.record, seat, [number])
                if found.if_told:
                    kinds.add(settled(game, history.record, seat, number, found))
        assert kinds == expected


def test_legal_moves_over_the_wire_say_whether_they_are_final(server: Server) -> None:
    device = Device(server)
    made = device.open_table("halali", [person("Anna"), here("Bert")])
    with device.sit(made["id"]) as socket:
        chance = Random(3)
        seen: set[bool] = set()
        while seen != {True, False}:
            (seat,) = socket.state["legal"]
            move = chance.choice(socket.state["legal"][seat])
            socket.move(int(seat), move["n"])
            if socket.state["over"] is not None:
                break
            undo = socket.state["undo"]
            assert move["final"] == (undo is None or undo["seat"] != int(seat))
            seen.add(move["final"])


def main() -> None:
    """Count the errors in many games of each title."""
    parser = argparse.ArgumentParser(description="Compare what is said of moves with undo.")
    parser.add_argument("--games", type=int, default=20, help="games of each title and table size")
    arguments = parser.parse_args()
    for name, seats in TITLES:
        found: Counter[str] = Counter()
        for seed in range(arguments.games):
            found += count_errors(game_named(name), seats, seed)
        print(name, seats, dict(found), flush=True)


if __name__ == "__main__":
    main()

"""`python -m tests.released.keep` keeps what this version writes, for all later ones to read."""

import gzip
import json
import sqlite3
import tempfile
from pathlib import Path
from random import Random

import allmende
from allmende.core.file import Player
from allmende.core.game import Game
from allmende.core.match import Match
from allmende.core.registry import find_game, known_games
from allmende.table.settings import DATABASE
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from allmende.table.tables.rebuilding import rebuild
from tests.released import EXAMPLES, HERE
from tests.table.clients import LINK, Device, Socket, all_open, bot, here, person
from tests.table.server_process import Server

SOME_MOVES, LATE, FEW = 25, 12, 6
Kept = list[tuple[str, str, str]]
"""Game, kind and id of tables."""


def main() -> None:
    """Write the folder of this version."""
    folder = HERE / allmende.__version__
    (folder / "files").mkdir(parents=True)
    games = [find_game(where) for where in (*known_games(), *EXAMPLES)]
    for game in games:
        keep_files(game, folder / "files")
    keep_database(games, folder)


def played(match: Match, chance: Random, most: int = 10**6) -> Match:
    """Play by chance, to the end or for some moves."""
    while not match.over and len(match.moves) < most:
        match.play(chance.choice(match.legal(chance.choice(match.to_act))))
    return match


def keep_files(game: Game, folder: Path) -> None:
    """Keep a finished game, one with other options and names, and one from a position."""
    name, fewest, most = game.name, game.seats[0], game.seats[-1]
    whole = played(allmende.new(game, fewest, f"released/{name}"), Random(1))
    whole.save(folder / f"{name}-finished.allmende")
    others = {option: choices[-1] for option, choices in game.options.items()}
    some = played(allmende.new(game, most, f"released/{name}/2", others), Random(2), SOME_MOVES)
    some.players = tuple(
        Player("Reineke", "fox") if seat % 2 else Player(f"Anna {seat}") for seat in range(most)
    )
    some.save(folder / f"{name}-options-unfinished.allmende")
    start = played(allmende.new(game, fewest, f"released/{name}/3"), Random(3), LATE)
    if not start.over:
        late = played(allmende.from_position(game, start.position()), Random(4), FEW)
        late.imagined_by = 0 if game.secrets else None
        late.save(folder / f"{name}-from-position.allmende")


def keep_database(games: list[Game], folder: Path) -> None:
    """Keep a database with tables of all games, finished, not finished, and with bots."""
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place) / "data", *(w for p in EXAMPLES for w in ("--game", p)))
        anna, bert = Device(server), Device(server)
        tables = [kept for game in games for kept in tables_of(game, anna, bert)]
        made = anna.open_table("halali", [person("Anna"), LINK])
        bert.join(made["invites"][0]["url"], "Bert")
        with bert.sit(made["id"]) as socket:
            socket.ask("resign", seat=1)
        waiting = anna.open_table("kuhfstein", [person("Anna"), LINK])
        tables += [("halali", "resigned", made["id"]), ("kuhfstein", "waiting", waiting["id"])]
        server.stop()
        write(server.data / DATABASE, tables, anna, bert, folder)


def tables_of(game: Game, anna: Device, bert: Device) -> Kept:
    """Open some tables of a game and play there."""
    name, others, chance = game.name, game.seats[0] - 1, Random(5)
    everybody = [person("Anna"), *(here(f"Bert {seat}") for seat in range(others))]
    finished = anna.play_to_the_end(name, everybody)
    made = anna.open_table(name, [person("Anna"), *[LINK] * others])
    for invite in made["invites"]:
        bert.join(invite["url"], "Bert")
    with all_open(anna.sit(made["id"]), bert.sit(made["id"])) as pair:
        play_in_turn(pair, chance)
        pair[0].ask("say", text="See you on Sunday", id="later")
    against = anna.open_table(name, [person("Anna"), *[bot("calf")] * others], hints=True)
    with anna.sit(against["id"]) as socket:
        for _ in range(FEW):
            until_it_is_my_turn(socket)
            if socket.state["over"] is None:
                socket.play_any(chance)
        until_it_is_my_turn(socket)
    choices = {option: choices[-1] for option, choices in game.options.items()}
    other = anna.open_table(name, everybody, choices)
    with anna.sit(other["id"]) as socket:
        for _ in range(3):
            socket.play_any(chance)
        socket.ask("undo", version=socket.state["version"])
    kinds = ("finished", "unfinished", "bot", "options")
    ids = (finished, made["id"], against["id"], other["id"])
    return [(name, kind, table) for kind, table in zip(kinds, ids, strict=True)]


def play_in_turn(pair: tuple[Socket, ...], chance: Random) -> None:
    """Let two play some moves."""
    for _ in range(LATE):
        version = max(socket.state["version"] for socket in pair)
        for socket in pair:
            socket.hear_version(version)
        if pair[0].state["over"] is None:
            next(socket for socket in pair if socket.state["legal"]).play_any(chance)


def until_it_is_my_turn(socket: Socket) -> None:
    """Wait for the bots."""
    while not socket.state["legal"] and socket.state["over"] is None:
        socket.hear_version(socket.state["version"] + 1)


def write(file: Path, tables: Kept, anna: Device, bert: Device, folder: Path) -> None:
    """Write the database as text, and what is in it."""
    database = sqlite3.connect(file)
    dump = "\n".join(database.iterdump())
    with (
        (folder / "tables.sql.gz").open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, 0) as packed,
    ):
        packed.write(dump.encode())
    database.close()
    facts = []
    with open_database(file).begin() as connection:
        for game, kind, table in tables:
            kept = read_table(connection, table)
            assert kept is not None
            history = rebuild(kept, find_game(game))
            facts.append(
                {
                    "id": table,
                    "game": game,
                    "kind": kind,
                    "events": history.version,
                    "ending": history.ending,
                    "digest": history.match.digest(),
                }
            )
    expected = {"anna": anna.cookie, "bert": bert.cookie, "tables": facts}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""Positions: a whole state as a JSON document, in the words of the game."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .chance import set_chance
from .reader import Reader
from .record import KEY_WORDS, Record, own_fields

if TYPE_CHECKING:
    from .game import Game

NO_KEY = "0" * 64
MOST_PLIES = 2**31 - 1
MOST_DRAWN = 2**62


def describe_fields(s: Record) -> dict[str, Any]:
    """Describe a record by its own fields as they are; games with better words have their own."""
    return {name: s[name].tolist() for name in own_fields(s.dtype)}


def restore_fields(reader: Reader, s: Record) -> None:
    """Fill a record from a description by its own fields."""
    for name in own_fields(s.dtype):
        column = s.dtype[name]
        bounds = np.iinfo(column.base)
        values = np.asarray(reader.take(name), dtype=object)
        if values.shape != column.shape:
            raise reader.complaint(name, f"has shape {values.shape} instead of {column.shape}")
        for value in values.flat:
            reader.check_whole(name, value, int(bounds.min), int(bounds.max))
        s[name] = values.astype(column.base)


def describe(game: "Game", s: Record) -> dict[str, Any]:
    """Describe the whole truth of a record as a JSON document."""
    return {
        "game": game.name,
        "rules": game.version_of(s),
        "seats": int(s.seats),
        "options": game.chosen_options(s),
        **described_data(game, s),
        "phase": game.phases[s.phase],
        "to_act": game.to_act(s),
        "ply": int(s.ply),
        "over": game.ending(s),
        "chance": {"key": s.key.astype("<u4").tobytes().hex(), "drawn": int(s.drawn)},
        **game.words.describe(s),
    }


def described_data(game: "Game", s: Record) -> dict[str, Any]:
    """Describe the data that people brought; the game's own goes without saying."""
    data = game.own_data(s)
    return {} if data is None else {"data": data}


def restore(game: "Game", document: Any) -> Record:
    """Return the record that a position document describes."""
    reader = Reader(document)
    reader.choice("game", [game.name], game.name)
    version = read_version(game, reader)
    seats = read_seats(game, reader)
    options = read_options(game, version, reader.inner("options", {}))
    s = game.prepare(seats, options, reader.take("data", None), version)
    s.phase = reader.choice("phase", game.phases, game.phases[0])
    s.ply = reader.whole("ply", 0, MOST_PLIES, 0)
    restore_over(game, reader, s)
    restore_waiting(reader, s)
    restore_chance(reader.inner("chance", {}), s)
    game.words.restore(reader, s)
    reader.close()
    broken = game.flaw(s)
    if broken is not None:
        raise reader.complaint("position", f"cannot be reached: {broken}")
    return s


def read_version(game: "Game", reader: Reader) -> int:
    """Read the version of the rules; what does not name one is played by the newest."""
    version = reader.whole("rules", game.versions[0], game.version, game.version)
    if version not in game.versions:
        known = ", ".join(str(known) for known in game.versions)
        raise reader.complaint("rules", f"{version} is not one of {known}")
    return version


def read_seats(game: "Game", reader: Reader) -> int:
    """Read how many play."""
    wish, possible = str(reader.take("seats", game.seats[0])), [str(n) for n in game.seats]
    return game.seats[reader.check_choice("seats", wish, possible)]


def read_options(game: "Game", version: int, reader: Reader) -> dict[str, str]:
    """Read the chosen options; what is not named is the default it had at that version."""
    chosen = {}
    for name, choices in game.options_of(version).items():
        chosen[name] = choices[reader.choice(name, choices, choices[0])]
    reader.close()
    return chosen


def restore_over(game: "Game", reader: Reader, s: Record) -> None:
    """Read the way the game ended, or null."""
    ending = reader.take("over", None)
    s.over = 0 if ending is None else 1 + reader.check_choice("over", ending, game.endings)


def restore_waiting(reader: Reader, s: Record) -> None:
    """Read the seats that may act."""
    for seat in reader.items("to_act", default=[] if s.over else [0]):
        s.waiting |= 1 << reader.check_whole("to_act", seat, 0, int(s.seats) - 1)
    if bool(s.over) == bool(s.waiting):
        raise reader.complaint("to_act", "somebody acts exactly as long as the game is not over")


def restore_chance(reader: Reader, s: Record) -> None:
    """Read the chance stream; a position without one gets the stream of the key of zeros."""
    key = reader.take("key", NO_KEY)
    try:
        words = np.frombuffer(bytes.fromhex(key), "<u4")
    except (TypeError, ValueError):
        words = np.zeros(0, "<u4")
    if len(words) != KEY_WORDS:
        raise reader.complaint("key", f"{key!r} is not a text of {len(NO_KEY)} hexadecimal digits")
    set_chance(s, words.astype(np.uint32), reader.whole("drawn", 0, MOST_DRAWN, 0))
    reader.close()

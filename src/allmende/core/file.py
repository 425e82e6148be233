"""Game files: a match as readable text that replays to the same last byte.

    allmende game file 1
    game some-game
    rules 1
    seats 2
    option match=single
    seed 7
    moves
    1 0 flip c4
    2 1 flip d5
    end 2 moves
    scores 0 0
    places 1 1
    digest 3f…
    seal 81…

The digest is that of the last record. The seal is the SHA-256 of all lines above it, so that an
edit is noticed even where another way leads to the same end.
A match with data of one's own has it in a line `data {…}` before the seed. A match that began
from a position has a line `start {…}` in place of seats, options, data and seed.
Before the moves a file may say who played, each seat in a line, as `player 0 Anna` or as
`bot 1 fox Reineke`, and whose imagined world it is, as `imagined 0`. Who gave up is said as
`resigned 1`, who lost because no time was left as `timed_out 1`: behind the end where that ended a
game of two, and in a game of more, which went on, between the moves where it happened.
An option that a file does not name has the default that it had under the rules of the file.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .chance import key_of_seed
from .errors import AllmendeError, GameFileError, IllegalMove
from .game import Game
from .position import describe, restore
from .record import Record
from .registry import game_named

if TYPE_CHECKING:
    from .match import Match

Begin: TypeAlias = "Callable[[Game, Record, str | None], Match]"

RESIGNED, TIMED_OUT = "resigned", "timed_out"
"""How lines begin that say who gave up, or had no time left."""
FIRST_LINE = "allmende game file 1"
LONGEST_NAME = 40


@dataclass(frozen=True)
class Player:
    """Who sits in a seat: a person, or a bot of some level. Either may have no name."""

    name: str = ""
    level: str | None = None

    def line(self, seat: int) -> str:
        """Write who sits in a seat."""
        who = f"player {seat}" if self.level is None else f"bot {seat} {self.level}"
        return f"{who} {self.name}".rstrip()


def write(match: "Match", players: Sequence[Player] = ()) -> str:
    """Write a match as the text of a game file, with those who played it if they are known."""
    lines = [FIRST_LINE, f"game {match.game.name}", f"rules {match.rules}"]
    if match.seed is None:
        document = describe(match.game, match.record_at(0))
        lines.append(f"start {json.dumps(document, ensure_ascii=False)}")
    else:
        lines.append(f"seats {match.seats}")
        lines += [f"option {name}={choice}" for name, choice in match.options.items()]
        data = match.game.own_data(match.record_at(0))
        if data is not None:
            lines.append(f"data {json.dumps(data, ensure_ascii=False)}")
        lines.append(f"seed {match.seed}")
    lines += [player.line(seat) for seat, player in enumerate(players or match.players)]
    if match.imagined_by is not None:
        lines.append(f"imagined {match.imagined_by}")
    lines.append("moves")
    lines += move_lines(match)
    lines += result_lines(match)
    lines.append(f"seal {seal_of(lines)}")
    return "\n".join(lines) + "\n"


def move_lines(match: "Match") -> list[str]:
    """Write the moves up to their end, and who gave up where."""
    lines: list[str] = []
    for ply, move in enumerate(match.moves):
        lines += [*resignation_lines(match, ply), f"{ply + 1} {move.seat} {move}"]
    last = len(match.moves)
    end, given_up = f"end {last} moves", resignation_lines(match, last)
    return [*lines, *given_up, end] if match.resigned is None else [*lines, end, *given_up]


def resignation_lines(match: "Match", ply: int) -> list[str]:
    """Write who gave up or had no time left when so many moves had been made."""
    return [
        f"{TIMED_OUT if seat in match.timed_out else RESIGNED} {seat}"
        for seat in match.given_up_at(ply)
    ]


def seal_of(lines: Sequence[str]) -> str:
    """Return the fingerprint of the lines above the seal."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def result_lines(match: "Match") -> list[str]:
    """Write what the replay of a match must lead to."""
    return [
        "scores " + " ".join(str(points) for points in match.scores()),
        "places " + " ".join(str(place) for place in match.ranking()),
        f"digest {match.digest()}",
    ]


def read(content: bytes, begin: Begin) -> "Match":
    """Read the bytes of a game file, replay every move and compare the result."""
    lines = Lines(content)
    match = read_start(lines, begin)
    read_moves(lines, match)
    if is_resignation(lines):
        read_resignation(lines, match)
    for expected in result_lines(match):
        name = expected.split()[0]
        if lines.take(name) != expected.removeprefix(f"{name} "):
            raise lines.complaint(
                f"the moves lead to '{expected}': this file was edited, or written by other rules"
            )
    above = lines.lines[: lines.number]
    if lines.take("seal") != seal_of(above):
        raise lines.complaint("the seal is broken: this file was edited")
    lines.close()
    return match


def read_start(lines: "Lines", begin: Begin) -> "Match":
    """Read the lines before the moves and deal the match."""
    if lines.next() != FIRST_LINE:
        raise lines.complaint(f"this is not an allmende game file: it must begin '{FIRST_LINE}'")
    try:
        game = game_named(lines.take("game"))
        rules = read_rules(lines, game)
        if lines.begins("start"):
            match = begin(game, restore(game, lines.document("start")), None)
        else:
            seats = lines.whole("seats")
            options = read_options(lines, game, rules)
            data = lines.document("data") if lines.begins("data") else None
            seed = lines.take("seed")
            match = begin(game, game.deal(seats, key_of_seed(seed), options, data, rules), seed)
    except GameFileError:
        raise
    except AllmendeError as trouble:
        raise lines.complaint(str(trouble)) from None
    if lines.begins("player") or lines.begins("bot"):
        match.players = tuple(read_player(lines, seat) for seat in range(match.seats))
    if lines.begins("imagined"):
        match.imagined_by = read_seat(lines, match.seats)
    if lines.next() != "moves":
        raise lines.complaint("the line 'moves' must stand here")
    return match


def read_rules(lines: "Lines", game: Game) -> int:
    """Read the version of the rules, which must be one that is still played."""
    rules = lines.take("rules")
    known = [str(version) for version in game.versions]
    if rules not in known:
        raise lines.complaint(
            f"written under rules {rules} of {game.name}, this is rules {' and '.join(known)}"
        )
    return int(rules)


def read_options(lines: "Lines", game: Game, rules: int) -> dict[str, str]:
    """Read the options that a file names, each once."""
    left = list(game.options_of(rules))
    chosen: dict[str, str] = {}
    while lines.begins("option"):
        name, _, choice = lines.take("option").partition("=")
        if name not in left:
            raise lines.complaint(
                f"'option {name}' must not stand here; options not yet named: "
                + (", ".join(left) or "none")
            )
        left.remove(name)
        chosen[name] = choice
    return chosen


def read_player(lines: "Lines", seat: int) -> Player:
    """Read who sits in a seat."""
    word, _, rest = lines.next().partition(" ")
    number, _, about = rest.partition(" ")
    level, _, name = about.partition(" ") if word == "bot" else (None, "", about)
    fits = word in ("player", "bot") and number == str(seat)
    is_level = level is None or (level.isidentifier() and len(level) <= LONGEST_NAME)
    if not fits or not is_level or not name.isprintable() or len(name) > LONGEST_NAME:
        raise lines.complaint(f"'player {seat} NAME' or 'bot {seat} LEVEL NAME' must stand here")
    return Player(name, level)


def read_seat(lines: "Lines", seats: int) -> int:
    """Read by which seat a world is imagined."""
    seat = lines.whole("imagined")
    if seat >= seats:
        raise lines.complaint(f"'{seat}' is not a seat of this game")
    return seat


def read_moves(lines: "Lines", match: "Match") -> None:
    """Replay the moves up to the line that says how many there are, and let those give up between
    them who did."""
    while not lines.begins("end"):
        if is_resignation(lines):
            read_resignation(lines, match)
            continue
        parts = lines.next().split(" ", 2)
        ply = len(match.moves) + 1
        if len(parts) < 3 or parts[0] != str(ply) or not is_small_number(parts[1]):
            raise lines.complaint(f"move {ply} must stand here as '{ply} SEAT MOVE'")
        try:
            match.play(parts[2], int(parts[1]))
        except IllegalMove as trouble:
            raise lines.complaint(str(trouble)) from None
    count = lines.take("end")
    if count != f"{len(match.moves)} moves":
        raise lines.complaint(f"'end {count}', but {len(match.moves)} moves stand above")


def is_resignation(lines: "Lines") -> bool:
    """Tell whether the next line says who gave up, or had no time left."""
    return lines.begins(RESIGNED) or lines.begins(TIMED_OUT)


def read_resignation(lines: "Lines", match: "Match") -> None:
    """Read who gave up, or had no time left."""
    timed_out = lines.begins(TIMED_OUT)
    try:
        match.resign(lines.whole(TIMED_OUT if timed_out else RESIGNED), timed_out)
    except IllegalMove as trouble:
        raise lines.complaint(str(trouble)) from None


def is_small_number(text: str) -> bool:
    """Tell whether a text is a whole number of at most two digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 2


class Lines:
    """The lines of a game file, taken one by one; remembers where it is."""

    def __init__(self, content: bytes) -> None:
        self.number = 0
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            self.number = 1
            raise self.complaint("this is not a text file, so not an allmende game file") from None
        self.lines = text.splitlines()

    def complaint(self, reason: str) -> GameFileError:
        """Make the error for the line taken last."""
        return GameFileError(self.number, reason)

    def begins(self, word: str) -> bool:
        """Tell whether the next line begins with a word."""
        return self.number < len(self.lines) and self.lines[self.number].split(" ")[0] == word

    def next(self) -> str:
        """Take the next line."""
        self.number += 1
        if self.number > len(self.lines):
            raise self.complaint("the file ends too early: it was cut off")
        return self.lines[self.number - 1]

    def take(self, word: str) -> str:
        """Take the next line, which must begin with a word, and return the rest of it."""
        line = self.next()
        if not line.startswith(f"{word} "):
            raise self.complaint(f"'{word} …' must stand here, not '{line}'")
        return line.removeprefix(f"{word} ")

    def whole(self, word: str) -> int:
        """Take the next line, which must be a word and a whole number."""
        rest = self.take(word)
        if not is_small_number(rest):
            raise self.complaint(f"'{rest}' is not a small whole number")
        return int(rest)

    def document(self, word: str) -> object:
        """Take the next line, which must be a word and a JSON document."""
        try:
            document: object = json.loads(self.take(word))
        except ValueError as trouble:
            raise self.complaint(f"this is not a JSON document: {trouble}") from None
        return document

    def close(self) -> None:
        """Make sure that nothing stands behind the last line."""
        if self.number < len(self.lines):
            self.number += 1
            raise self.complaint("nothing may stand behind the seal")

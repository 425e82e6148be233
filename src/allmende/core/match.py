"""The match: one game being played, with its whole past. What a newcomer meets first."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import file, position
from .adviser import the_adviser
from .chance import key_of_seed
from .data import read_document
from .errors import BadSetup, IllegalMove
from .game import Game, Json, digest
from .knowledge import InformationState, Knowledge, information_state, knowledge_of
from .language import Event, Message
from .record import Record, blank_records
from .registry import find_game
from .sight import Sight

if TYPE_CHECKING:
    from .advice import Advice

SEED_BYTES = 16
FIRST_CAPACITY = 64
TWO = 2
RESIGNED = "resigned"
"""The way a game of two ends when one gives up."""
OUT_OF_TIME = "out_of_time"
"""The way it ends when one has no time left, and was to lose then."""
UNSPELLED = ""
"""The notation of a move that has not been put into words."""


@dataclass(frozen=True)
class Move:
    """One decision of a seat. Prints as its notation."""

    seat: int
    number: int
    notation: str
    data: Json
    about: Message | None = None
    """What it is about, where notation and data only have a number for that."""

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<{self.notation}>"


@dataclass(frozen=True)
class Step:
    """A move between two records."""

    before: Record
    move: Move
    after: Record


class Match:
    """One game being played, with the records of all past plies: undo and replay cost nothing."""

    def __init__(self, game: Game, start: Record, seed: str | None) -> None:
        self.game = game
        self.seed = seed
        self.players: tuple[file.Player, ...] = ()
        """Who plays, as far as somebody has said so."""
        self.imagined_by: int | None = None
        """The seat that imagines this world, if it is not the true one."""
        self.given_up: dict[int, int] = {}
        """Who gave up, in order, each with the number of moves that had been made by then."""
        self.timed_out: set[int] = set()
        """Those of them who did not want to: they had no time left."""
        self.moves: list[Move] = []
        self._records = blank_records(game.record, FIRST_CAPACITY)
        self._records[0] = start

    @cached_property
    def _scratch(self) -> np.ndarray:
        return np.empty(self.game.moves, np.int64)

    @property
    def record(self) -> Record:
        """The record as it stands now. Look, do not touch: moves go through `play`."""
        return self._records[len(self.moves)]

    @property
    def first(self) -> Record:
        """The record before the first move."""
        return self._records[0]

    def record_at(self, ply: int) -> Record:
        """Return the record after the first `ply` moves of this match."""
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"ply {ply}: this match has plies 0 to {len(self.moves)}")
        return self._records[ply]

    def step(self, ply: int) -> Step:
        """Return the move that was made after the first `ply` moves, between its records."""
        return Step(self.record_at(ply), self.moves[ply], self.record_at(ply + 1))

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.record.seats)

    @property
    def options(self) -> dict[str, str]:
        """The options this match is played with."""
        return self.game.chosen_options(self.record)

    @property
    def rules(self) -> int:
        """The version of the rules this match is played by."""
        return self.game.version_of(self.record)

    @property
    def resigned(self) -> int | None:
        """The seat of two that gave up or had no time left, which ended the game."""
        return next(iter(self.given_up), None) if self.seats == TWO else None

    @property
    def to_act(self) -> list[int]:
        """The seats that may decide now."""
        return [] if self.resigned is not None else self.game.to_act(self.record)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.resigned is not None or bool(self.record.over)

    @property
    def ending(self) -> str | None:
        """The way the game ended, or None while it goes on."""
        if self.resigned is None:
            return self.game.ending(self.record)
        return OUT_OF_TIME if self.resigned in self.timed_out else RESIGNED

    def legal(self, seat: int | None = None) -> list[Move]:
        """List the moves of the seat to act, or of a given seat. Empty when the game is over."""
        if self.over:
            return []
        seat = self._acting(seat)
        return [self._move(seat, number) for number in self.game.legal_moves(self.record, seat)]

    def move_at(self, ply: int, seat: int, number: int) -> Move:
        """Return a move that a seat could make after the first `ply` moves."""
        return self._move(seat, number, ply)

    def play(self, move: "Move | str | Mapping[str, Any]", seat: int | None = None) -> Move:
        """Carry out a move, given as a Move, as notation or as data."""
        if isinstance(move, Move):
            seat = move.seat if seat is None else seat
        played = self._understand(move, self._acting(seat))
        self._carry_out(played)
        return played

    def play_in_numbers(self, seat: int, number: int) -> None:
        """Carry out a move that is put into words later, by `spell`."""
        s = self.record
        if s.over or not s.waiting >> seat & 1 or not self._is_legal(s, seat, number):
            raise IllegalMove(f"move {number} of seat {seat} is not legal")
        self._carry_out(Move(seat, number, UNSPELLED, {}))

    def go_on(self, before: Record, seat: int, number: int, after: Record) -> None:
        """Take up a move that was judged and carried out already, with the record after it. Whoever
        has a glance at the record before it lends that to put it into words."""
        move = self._spelled(before, seat, number)
        self._next_record()[0] = after
        self.moves.append(move)

    def spell(self) -> None:
        """Put the moves into words that have none yet."""
        for ply, move in enumerate(self.moves):
            if move.notation == UNSPELLED:
                self.moves[ply] = self._move(move.seat, move.number, ply)

    def undo(self) -> Move:
        """Take back the last move and return it."""
        if not self.moves:
            raise IllegalMove("there is no move to take back")
        if self.resigned is not None:
            self.given_up.clear()
            self.timed_out.clear()
        last = self.moves.pop()
        made = len(self.moves)
        self.given_up = {seat: min(ply, made) for seat, ply in self.given_up.items()}
        return last

    def resign(self, seat: int, timed_out: bool = False) -> None:
        """Let a player give up, or lose because there is no time left. That ends a game of two;
        with more it goes on, somebody else decides for that seat from now on, and taking back moves
        does not bring the player back."""
        if self.over:
            raise IllegalMove("the game is over")
        if seat not in range(self.seats):
            raise IllegalMove(f"there is no seat {seat}")
        if seat in self.given_up:
            raise IllegalMove(f"seat {seat} has given up already")
        self.given_up[seat] = len(self.moves)
        if timed_out:
            self.timed_out.add(seat)

    def given_up_at(self, ply: int) -> list[int]:
        """List who gave up when so many moves had been made."""
        return [seat for seat, when in self.given_up.items() if when == ply]

    def why_not(self, move: "str | Mapping[str, Any]", seat: int | None = None) -> Message | None:
        """Give the reason why a move is not possible now, or None if it is."""
        seat = self.to_act[0] if seat is None and self.to_act else seat or 0
        number = self.game.number_of(self.record, seat, move)
        if number is None:
            wish = {} if isinstance(move, str) else move
            return self.game.why_never(self.record, seat, wish)
        return self.game.why_not(self.record, seat, number)

    def advise(
        self,
        seat: int | None = None,
        seconds: float | None = None,
        iterations: int | None = None,
        move: "Move | str | Mapping[str, Any] | None" = None,
    ) -> "Advice":
        """Say what is best for the seat to act, or for a given one, from what that seat knows; or
        how good one `move` is.

        The adviser stops at whichever limit comes first; without any it takes about a second.
        With a limit of iterations alone the same position always gets the same advice.
        """
        seat = self._acting(seat)
        moves = self.legal(seat) if move is None else [self._understand(move, seat)]
        # The seed is no secret and tells nothing: what the seat does not know is dealt from it.
        sight = Sight(self.game, self.record, seat, f"advice, seat {seat}, ply {self.record.ply}")
        return the_adviser()(sight, moves, seconds, iterations)

    def view(self, seat: int | None = None) -> Json:
        """Return what a seat may see, or a spectator (None)."""
        return self.game.view(self.record, seat)

    def observe(self, seat: int | None = None) -> np.ndarray:
        """Return what a seat, or a spectator (None), knows as a vector for a learner; which entries
        are what, `observation.layout` tells."""
        return self.game.observe(self.record, seat)

    def mask(self, seat: int | None = None) -> np.ndarray:
        """Tell of each move of the game whether it is legal now, for the seat to act or a given
        one."""
        seat = (self.to_act[0] if self.to_act else 0) if seat is None else seat
        return self.game.mask(self.record, seat) & (not self.over)

    def knowledge(self, seat: int | None = None) -> Knowledge:
        """Return what a seat, or a spectator (None), knows, as text and as a hash."""
        return knowledge_of(self.game, self.record, seat)

    def information_state(self, seat: int | None = None) -> InformationState:
        """Return all that a seat, or a spectator (None), has known and seen since the first record,
        as text and as a hash."""
        return information_state(self, seat)

    def records(self) -> Iterator[Record]:
        """Go through the records of all plies, the one as it stands last."""
        yield from self._records[: len(self.moves) + 1]

    def scores(self) -> list[int]:
        """Return the points of each seat as they stand."""
        return self.game.scores(self.record)

    def ranking(self) -> list[int]:
        """Return the place of each seat; 1 is best, equal places are possible."""
        if self.resigned is not None:
            return [1 + (seat == self.resigned) for seat in range(self.seats)]
        return self.game.places(self.record)

    def breakdown(self, language: str = "en") -> list[list[tuple[str, int]]]:
        """Return, for each seat, where its points come from."""
        say = self.game.speaker(language).say
        return [
            [(say(label), points) for label, points in self.game.breakdown(self.record, seat)]
            for seat in range(self.seats)
        ]

    def story(self, since: int = 0, seat: int | None = None) -> Iterator[Event]:
        """Tell what happened from ply `since` on, as far as a seat or a spectator may know it."""
        for ply in range(since, len(self.moves)):
            move = self.moves[ply]
            before, after = self._records[ply], self._records[ply + 1]
            for event in self.game.words.story(before, move.seat, move.number, after):
                if event.visible_to(seat):
                    yield event

    def position(self) -> Json:
        """Return the whole truth as a JSON document."""
        return position.describe(self.game, self.record)

    def digest(self) -> str:
        """Return the fingerprint of the record as it stands."""
        return digest(self.record)

    def save(self, path: "str | PathLike[str]") -> None:
        """Write the match to a game file."""
        Path(path).write_text(file.write(self), encoding="utf-8")

    def board(
        self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()
    ) -> str:
        """Draw what a seat or a spectator may see with characters."""
        return self.game.words.board(self.view(seat), self.game.speaker(language, names))

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        state = f"ended: {self.ending}" if self.over else f"to act: {self.to_act}"
        return f"<{self.game.name}, {self.seats} seats, {len(self.moves)} moves, {state}>"

    def _acting(self, seat: int | None) -> int:
        if self.over:
            raise IllegalMove("the game is over")
        if seat is None:
            if len(self.to_act) > 1:
                raise IllegalMove(f"seats {self.to_act} may act now: say which one does")
            return self.to_act[0]
        if seat not in self.to_act:
            raise IllegalMove(f"seat {seat} is not to act; to act: {self.to_act}")
        return seat

    def _is_legal(self, s: Record, seat: int, number: int) -> bool:
        legal = self.game.rules.legal(s, seat, self._scratch)
        return bool((self._scratch[:legal] == number).any())

    def _carry_out(self, move: Move) -> None:
        after = self._next_record()
        after[0] = self.record
        self.game.rules.play(after[0], move.seat, move.number)
        self.moves.append(move)

    def _next_record(self) -> np.ndarray:
        """Return the place for the record after the next move."""
        ply = len(self.moves) + 1
        if ply == len(self._records):
            self._make_room()
        return self._records[ply : ply + 1]

    def _move(self, seat: int, number: int, ply: int | None = None) -> Move:
        return self._spelled(self.record if ply is None else self._records[ply], seat, number)

    def _spelled(self, s: Record, seat: int, number: int) -> Move:
        words = self.game.words
        return Move(
            seat,
            number,
            words.notation(s, seat, number),
            dict(words.move_data(s, seat, number)),
            words.about(s, seat, number),
        )

    def _understand(self, move: "Move | str | Mapping[str, Any]", seat: int) -> Move:
        if isinstance(move, Move):
            number: int | None = move.number
        else:
            number = self.game.number_of(self.record, seat, move)
        if number is None:
            raise IllegalMove(f"'{move}' is not a move of {self.game.name}")
        reason = self.game.why_not(self.record, seat, number)
        if reason is not None:
            raise IllegalMove(f"'{move}': {self.game.speaker().say(reason)}")
        return self._move(seat, number)

    def _make_room(self) -> None:
        roomier = blank_records(self.game.record, 2 * len(self._records))
        roomier[: len(self._records)] = self._records
        self._records = roomier


def fresh_seed() -> str:
    """Return a seed nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def checked_seed(seed: int | str | None) -> str:
    """Return a seed as text; without one, one of its own."""
    seed = fresh_seed() if seed is None else str(seed)
    if not seed.isprintable() or not seed.strip():
        raise BadSetup(f"seed {seed!r}: a seed is a number or a few words in one line")
    return seed


def data_document(data: "str | PathLike[str] | Mapping[str, Any] | None") -> Any:
    """Return the data document that is given, or lies at a path."""
    return read_document(Path(data)) if isinstance(data, str | PathLike) else data


def new(
    name: str | Game,
    seats: int | None = None,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    data: "str | PathLike[str] | Mapping[str, Any] | None" = None,
    rules: int | None = None,
) -> Match:
    """Deal a new match of the game of that name (or of a Game). Without a seed it is unique.

    `data` is a document, or the path of one, that replaces the components the game ships with.
    `rules` is a version of the rules, the newest without it.
    """
    game = name if isinstance(name, Game) else find_game(name)
    seed = checked_seed(seed)
    seats = game.seats[0] if seats is None else seats
    s = game.deal(seats, key_of_seed(seed), options or {}, data_document(data), rules)
    return Match(game, s, seed)


def from_position(name: str | Game, document: Json) -> Match:
    """Return a match that starts from a position document."""
    game = name if isinstance(name, Game) else find_game(name)
    return Match(game, position.restore(game, document), None)


def load(path: "str | PathLike[str]") -> Match:
    """Read a match from a game file and verify it."""
    return file.read(Path(path).read_bytes(), Match)

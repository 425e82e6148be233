"""What a seat knows, to be compared and to be read: a hash that is the same everywhere, and a text
that names the fields. With perfect recall it is an information state: all that the seat has known
so far, the moves that it made, and those of the others as it saw them.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .fields import NONE, Bits, OneOf, Part, What
from .record import Record, copy_record, fields_of

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

CHANCE = ("key", "block", "drawn")
UNKNOWN_SIGN, NONE_SIGN = "?", "-"
FEW = 24
"""A field with more values than that is told by those that are not like most."""


def knowledge_digest(known: Record) -> bytes:
    """Digest a concealed record without its chance, the same on every machine."""
    wiped = copy_record(known)
    for name in CHANCE:
        wiped[name] = 0
    little_endian = np.atleast_1d(wiped).astype(wiped.dtype.newbyteorder("<"))
    return hashlib.sha256(little_endian.tobytes()).digest()


@dataclass(frozen=True)
class Knowledge:
    """What a seat, or a spectator (None), knows: equal if and only if it cannot tell two records
    apart. Prints as text."""

    game: "Game"
    seat: int | None
    digest: str
    """64 hexadecimal digits: the key of an information set without memory."""
    known: Record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """Each field by its name and what is known of it."""
        return "\n".join((self.title, *table_lines(self.game, self.known), *self.field_lines()))

    @property
    def title(self) -> str:
        """Whose knowledge of which game it is."""
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"{self.game.name} with {self.known.seats} seats, as {who} knows it"

    def field_lines(self) -> Iterator[str]:
        """Yield a line for each field, and for each seat of a field by seat."""
        for name, what in fields_of(self.game.record).items():
            values = np.asarray(self.known[name])
            if what.left_out:
                continue
            if what.count:
                values = values[: int(self.known[what.count])]
            if not what.is_by_seat:
                yield f"{name}: {spelled_all(what, values)}"
                continue
            for seat in range(int(self.known.seats)):
                yield f"{name} of seat {seat}: {spelled_all(what, values[seat])}"


def knowledge_of(game: "Game", s: Record, seat: int | None) -> Knowledge:
    """Return what a seat, or a spectator (None), knows of a record."""
    known = game.concealed(s, seat)
    whole = hashlib.sha256(f"{game.name}/{seat}/".encode() + knowledge_digest(known))
    return Knowledge(game, seat, whole.hexdigest(), known)


def table_lines(game: "Game", s: Record) -> Iterator[str]:
    """Yield a line for each fact about the table."""
    yield f"rules: {game.version_of(s)}"
    for name, choice in game.chosen_options(s).items():
        yield f"option {name}: {choice}"
    yield f"ply: {s.ply}"
    yield f"phase: {game.phases[s.phase]}"
    yield f"to act: {' '.join(map(str, game.to_act(s))) or NONE_SIGN}"
    yield f"over: {game.ending(s) or NONE_SIGN}"


def spelled_all(what: What, values: np.ndarray) -> str:
    """Spell the values of a field; of very many only those that are not like most."""
    flat = values.ravel().tolist()
    if len(flat) <= FEW:
        return " ".join(spelled(what, value) for value in flat) or NONE_SIGN
    usual = max(sorted(set(flat)), key=flat.count)
    rest = ", ".join(
        f"{position(values.shape, at)} {spelled(what, value)}"
        for at, value in enumerate(flat)
        if value != usual
    )
    return f"all {spelled(what, usual)}" + (f" but {rest}" if rest else "")


def position(shape: tuple[int, ...], at: int) -> str:
    """Spell where a value stands: `[3]`, `[1, 0]`."""
    return str([int(index) for index in np.unravel_index(at, shape)])


def spelled(what: What, value: int) -> str:
    """Spell one value: a number as it is, a set as what is in it."""
    if value == what.unknown:
        return UNKNOWN_SIGN
    parts = what.digits(np.array(value))
    return "/".join(spelled_part(part, int(digit)) for part, digit in parts)


def spelled_part(part: Part, digit: int) -> str:
    """Spell one part of a value."""
    if isinstance(part, Bits):
        return "{" + " ".join(str(bit) for bit in range(part.width) if digit >> bit & 1) + "}"
    if isinstance(part, OneOf) and digit == NONE:
        return NONE_SIGN
    return str(digit)


@dataclass(frozen=True)
class InformationState:
    """All that a seat with perfect recall knows: equal if and only if it has seen, and done, the
    same from the beginning. Prints as text."""

    seat: int | None
    digest: str
    text: str

    def __str__(self) -> str:
        return self.text


def information_state(match: "Match", seat: int | None) -> InformationState:
    """Return what a seat, or a spectator (None), has known in a match so far, the moves that it
    made, and those of the others as it saw them."""
    knowledge = [knowledge_of(match.game, s, seat) for s in match.records()]
    moves = list(seen_moves(match, seat))
    told: list[Any] = [knowledge[0]]
    for move, known in zip(moves, knowledge[1:], strict=True):
        told += [move, known]
    digest = hashlib.sha256(knowledge[0].digest.encode())
    for move, known in zip(moves, knowledge[1:], strict=True):
        digest.update(f"/{move}/{known.digest}".encode())
    return InformationState(seat, digest.hexdigest(), "\n".join(map(str, told)))


def seen_moves(match: "Match", seat: int | None) -> Iterator[str]:
    """Yield the moves of a match as a seat saw them: its own, and the others' in disguise."""
    disguise = match.game.rules.disguise
    for ply, move in enumerate(match.moves):
        own = move.seat == seat
        seen = move.number if own else disguise(match.record_at(ply), move.seat, move.number)
        yield f"seat {move.seat} makes move {seen}"

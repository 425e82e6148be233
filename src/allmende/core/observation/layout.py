"""Which entries of an observation are which field."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING

from ..errors import BadSetup
from ..fields import What, a_seat, bits, each_seat, one_of
from ..record import FIRST_VERSION, MOST_SEATS, fields_of, own_fields

if TYPE_CHECKING:
    from ..game import Game

OWN_SEAT = "own_seat"
OPTIONS = "options"


@dataclass(frozen=True)
class Fact:
    """One thing that is observed: a field, an option, or a fact about the table."""

    name: str
    what: What
    shape: tuple[int, ...] = ()

    def shape_with(self, seats: int) -> tuple[int, ...]:
        """Return the shape of its entries at a table of so many seats."""
        axes = (seats, *self.shape[1:]) if self.what.is_by_seat else self.shape
        return (*axes, self.what.entries(seats))


@dataclass(frozen=True)
class Span:
    """Where a fact stands in an observation."""

    name: str
    what: What
    start: int
    stop: int
    shape: tuple[int, ...]
    """What `observation[start:stop]` can be reshaped to: the axes of the field, of which a first
    one by seat has a row for each seat at the table, and last the entries of one value."""


@cache
def observed(game: "Game") -> tuple[Fact, ...]:
    """List what is observed of a game: facts about the table, then its own fields in the order in
    which they are declared. What never changes is left out, and what follows from other fields."""
    whats = fields_of(game.record)
    for name in own_fields(game.record):
        if name not in whats:
            raise BadSetup(f"{game.name}: field '{name}' does not say what it is")
    own = (Fact(name, what, game.record[name].shape) for name, what in whats.items())
    return (*table_facts(game), *option_facts(game), *(it for it in own if not it.what.left_out))


def table_facts(game: "Game") -> Iterator[Fact]:
    """List the facts of the header, but for those that are always the same in this game."""
    if not game.seats_alike:
        yield Fact(OWN_SEAT, a_seat(MOST_SEATS))
    yield Fact("waiting", bits(each_seat(MOST_SEATS)))
    if len(game.phases) > 1:
        yield Fact("phase", one_of(len(game.phases)))
    yield Fact("over", one_of(1 + len(game.endings)))
    if game.version > FIRST_VERSION:
        yield Fact("edition", one_of(game.version))


def option_facts(game: "Game") -> Iterator[Fact]:
    """List the options, each of which is one of its choices."""
    for name, choices in game.numbered.items():
        yield Fact(f"{OPTIONS}.{name}", one_of(len(choices)))


@cache
def layout(game: "Game", seats: int) -> tuple[Span, ...]:
    """Tell where each fact stands in an observation at a table of so many seats."""
    spans, start = [], 0
    for fact in observed(game):
        shape = fact.shape_with(game.check_seats(seats))
        spans.append(Span(fact.name, fact.what, start, start + prod(shape), shape))
        start += prod(shape)
    return tuple(spans)


def size(game: "Game", seats: int) -> int:
    """Return how many entries an observation has at a table of so many seats."""
    return layout(game, seats)[-1].stop

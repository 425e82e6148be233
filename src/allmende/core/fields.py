"""What the fields of a record are: said once, where they are declared.

A declaration is a sentence about the values of a field: `by_seat(number(0, 20))` is one number from
0 to 20 for each seat, `or_none(one_of(49))` one of 49 fields or none, `bits(each_seat(4))` a set of
seats. All that looks at any game without knowing it reads them: observations for learners, what a
seat knows in words, and the laws.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

NONE = -1
"""What most games write where there is nothing."""
UNKNOWN = -1
"""Stands in a concealed record for what a seat cannot know. A field without a sign, or one in which
-1 means something, has a value instead that it has in no true record; a set of bits is left with
what is known of it. What is counted but not known, say the cards of another hand, is written down
so that it does not tell which they are."""
MOST_BITS = 63
"""A set of bits fits into a number that is not negative."""
COMPONENT = "a component that never changes"


@dataclass(frozen=True)
class Seats:
    """A run of values, or of bits, that are the seats of the table."""

    most: int


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a number from {self.low} to {self.high}"

    @property
    def width(self) -> int:
        """How many bits of a packed value it takes."""
        return (self.high - self.low).bit_length()

    def entries(self, seats: int) -> int:
        """Return how many entries of an observation it takes."""
        return 1

    def fits(self, values: np.ndarray, seats: int) -> np.ndarray:
        """Tell which values are as declared."""
        fitting: np.ndarray = (values >= self.low) & (values <= self.high)
        return fitting


@dataclass(frozen=True)
class Run:
    """Some kinds, or bits, one behind the other: so many, or one for each seat."""

    count: int
    of_seats: bool

    def __str__(self) -> str:
        return "each seat" if self.of_seats else str(self.count)

    def entries(self, seats: int) -> int:
        """Return how many entries of an observation it takes."""
        return seats if self.of_seats else self.count


@dataclass(frozen=True)
class OneOf:
    """One of some kinds, numbered from `low` on."""

    low: int
    runs: tuple[Run, ...]

    def __str__(self) -> str:
        if self.low == NONE:
            return f"none or {OneOf(0, self.runs[1:])}"
        return "a seat" if self.is_seat else f"one of {' + '.join(map(str, self.runs))} kinds"

    def kinds(self) -> Iterator[tuple[Run, int]]:
        """Go through all kinds: each is one of a run."""
        for run in self.runs:
            for at in range(run.count):
                yield run, at

    @property
    def is_seat(self) -> bool:
        """Whether it is a seat and nothing else."""
        return len(self.runs) == 1 and self.runs[0].of_seats

    @property
    def width(self) -> int:
        """How many bits of a packed value it takes."""
        return (sum(run.count for run in self.runs) - 1).bit_length()

    def entries(self, seats: int) -> int:
        """Return how many entries of an observation it takes: one for each kind."""
        return sum(run.entries(seats) for run in self.runs)

    def fits(self, values: np.ndarray, seats: int) -> np.ndarray:
        """Tell which values are as declared: a seat among them is at the table."""
        there = np.array([not run.of_seats or at < seats for run, at in self.kinds()])
        inside = (values >= self.low) & (values < self.low + len(there))
        fitting: np.ndarray = inside & there[np.where(inside, values - self.low, 0)]
        return fitting


@dataclass(frozen=True)
class Bits:
    """A set, with one bit for each thing that may be in it."""

    runs: tuple[Run, ...]
    low = 0

    def __str__(self) -> str:
        return "yes or no" if self.width == 1 else f"a set of {' + '.join(map(str, self.runs))}"

    @property
    def width(self) -> int:
        """How many bits of a packed value it takes."""
        return sum(run.count for run in self.runs)

    def entries(self, seats: int) -> int:
        """Return how many entries of an observation it takes: one for each bit."""
        return sum(run.entries(seats) for run in self.runs)

    def fits(self, values: np.ndarray, seats: int) -> np.ndarray:
        """Tell which values are as declared. The set of all seats may have those in it that are
        not there: nobody asks for them."""
        fitting: np.ndarray = (values >= 0) & (values >> self.width == 0)
        return fitting


Part = Number | OneOf | Bits


@dataclass(frozen=True)
class What:
    """What the values of a field are."""

    parts: tuple[Part, ...] = ()
    """What stands in one value, in its lowest bits first; most fields have one part."""
    is_by_seat: bool = False
    """Whether the first axis of the field is the seat."""
    unknown: int | None = None
    """The value of what a seat cannot know, in a field that has secrets."""
    count: str = ""
    """The field that says how many values stand there; those behind them are void."""
    left_out: str = ""
    """Why an observation does without the field; nothing for one that it shows."""

    def __str__(self) -> str:
        said = self.left_out or " with ".join(str(part) for part in self.parts)
        said = f"for each seat {said}" if self.is_by_seat else said
        said = f"{said}, as many as {self.count}" if self.count else said
        return said if self.unknown is None else f"{said}, or unknown"

    @property
    def is_component(self) -> bool:
        """Whether it never changes in a game."""
        return self.left_out == COMPONENT

    def entries(self, seats: int) -> int:
        """Return how many entries of an observation one value takes."""
        known = sum(part.entries(seats) for part in self.parts)
        return known + (self.unknown is not None)

    def fits(self, values: np.ndarray, seats: int) -> np.ndarray:
        """Tell which values are as declared, at a table of so many seats."""
        fitting = np.ones(values.shape, np.bool_)
        for part, digits in self.digits(values):
            fitting &= part.fits(digits, seats)
        return fitting

    def digits(self, values: np.ndarray) -> Iterator[tuple[Part, np.ndarray]]:
        """Take values apart: yield each part with what stands there."""
        rest = values.astype(np.int64)
        for part in self.parts[:-1]:
            yield part, rest & (1 << part.width) - 1
            rest = rest >> part.width
        yield self.parts[-1], rest


def runs_of(counts: tuple[int | Seats, ...]) -> tuple[Run, ...]:
    """Read what numbers kinds or bits one behind the other."""
    runs = tuple(
        Run(count.most, True) if isinstance(count, Seats) else Run(int(count), False)
        for count in counts
    )
    if not runs or any(run.count < 1 for run in runs):
        raise ValueError(f"kinds and bits are counted from 1 on, not {counts}")
    return runs


def number(low: int, high: int) -> What:
    """Declare a number from `low` to `high`."""
    if low >= high:
        raise ValueError(f"a number from {low} to {high} has no range")
    return What((Number(int(low), int(high)),))


def one_of(*counts: int | Seats) -> What:
    """Declare one of some kinds, numbered from 0 on: `one_of(3, each_seat(4))` is one of three or,
    with the numbers behind them, one of four seats."""
    return What((OneOf(0, runs_of(counts)),))


def or_none(what: What) -> What:
    """Declare what may be one of some kinds, or NONE."""
    (part,) = what.parts
    if not isinstance(part, OneOf):
        raise ValueError("only one of some kinds can be none of them")
    return replace(what, parts=(OneOf(NONE, (Run(1, False), *part.runs)),))


def bits(*counts: int | Seats) -> What:
    """Declare a set of bits: `bits(49)` has 49 of them, `bits(each_seat(4), 1)` one for each seat
    and one more."""
    runs = runs_of(counts)
    if sum(run.count for run in runs) > MOST_BITS:
        raise ValueError(f"a set of bits has at most {MOST_BITS}, not {counts}")
    return What((Bits(runs),))


def flag() -> What:
    """Declare what is 1 if something is so, and else 0."""
    return bits(1)


def each_seat(most: int) -> Seats:
    """Name the seats of the table among kinds or bits; `most` have a number there."""
    return Seats(most)


def a_seat(most: int) -> What:
    """Declare the number of a seat."""
    return one_of(each_seat(most))


def packed(*whats: What) -> What:
    """Declare several things in the bits of one value, the one in the lowest bits first."""
    parts = tuple(part for what in whats for part in what.parts)
    if any(part.low != 0 for part in parts):
        raise ValueError("what is packed into bits is counted from 0 on")
    return What(parts)


def by_seat(what: What) -> What:
    """Declare the same for each seat: the first axis of the field is the seat."""
    return replace(what, is_by_seat=True)


def listed(what: What, count: str) -> What:
    """Declare a list of which only the first values count, as many as another field says."""
    return replace(what, count=count)


def hidden(what: What, unknown: int = UNKNOWN) -> What:
    """Declare a field of which a seat may not know everything; `unknown` stands there then."""
    return replace(what, unknown=unknown)


def component() -> What:
    """Declare what was printed on the components, which never changes in a game."""
    return What(left_out=COMPONENT)


def follows_from(*fields: str) -> What:
    """Declare what can be worked out from other fields, and is kept for speed."""
    return What(left_out=f"follows from {' and '.join(fields)}")

"""Use of every card, field and option: how often each possibility was open, how often it was taken,
and how often those won who took it.

What a possibility is, the words of a game say: the kind of a move, what a move is about, or else
each value in its data. Only real choices count; a move that was the only one says nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from allmende.core.game import Game
from allmende.core.language import Argument, Message, Seat
from allmende.core.record import Record
from allmende.lab.rating import Interval, wilson

KIND, ABOUT = "", "about"
"""Keys of possibilities that are no value of the data: the kind of move itself, and the message
that says what a move is about."""


class Possibility(NamedTuple):
    """Something that could be done: a kind of move, and a value of its data under a key."""

    kind: str
    key: str
    value: str

    @property
    def is_kind(self) -> bool:
        """Whether this is a kind of move, whatever is done with it."""
        return self.key == KIND


def possibilities(game: Game, s: Record, seat: int, move: int) -> Iterator[Possibility]:
    """List what a move makes use of."""
    data = game.words.move_data(s, seat, move)
    kind = str(data.get("do", ""))
    yield Possibility(kind, KIND, "")
    about = game.words.about(s, seat, move)
    if about is not None:
        yield Possibility(kind, ABOUT, json.dumps(about.as_data(), sort_keys=True))
        return
    for key, value in data.items():
        if key != "do":
            for one in spread(value):
                yield Possibility(kind, key, one)


def message_in(value: str) -> Message:
    """Return the message that says what a move is about, from the value of its possibility."""
    return message_of(json.loads(value))


def message_of(data: Mapping[str, Any]) -> Message:
    """Make a message from its data."""
    return Message(data["key"], **{name: argument_of(it) for name, it in data["args"].items()})


def argument_of(data: Any) -> Argument:
    """Make an argument of a message from its data."""
    if isinstance(data, dict):
        return Seat(data["seat"]) if "seat" in data else message_of(data)
    plain: str | int = data
    return plain


def spread(value: Any) -> Iterable[str]:
    """List the single values of a value."""
    if isinstance(value, list | tuple):
        return [one for part in value for one in spread(part)]
    if isinstance(value, dict):
        return [one for part in value.values() for one in spread(part)]
    return [] if value is None else [str(value)]


@dataclass
class Use:
    """How a possibility was used."""

    open: int = 0
    """In how many choices it was there."""
    taken: int = 0
    by_lot: float = 0.0
    """How often it had been taken by lot: by its part of the moves that were legal."""
    takers: int = 0
    """How many players of how many games took it at least once."""
    won: float = 0.0
    """How many of those won; a shared victory counts as a part of one."""

    def add(self, other: "Use") -> None:
        """Add what was counted elsewhere."""
        self.open += other.open
        self.taken += other.taken
        self.by_lot += other.by_lot
        self.takers += other.takers
        self.won += other.won

    @property
    def share(self) -> float:
        """How often it was taken when it was open."""
        return self.taken / self.open

    @property
    def lot_share(self) -> float:
        """How often it would have been taken by lot."""
        return self.by_lot / self.open

    @property
    def appeal(self) -> float:
        """How many times as often as by lot it was taken."""
        return self.taken / self.by_lot

    @property
    def win_share(self) -> float:
        """How often those won who took it; nobody's victories are none."""
        return self.won / self.takers if self.takers else 0.0

    @property
    def win_interval(self) -> Interval:
        """Where that share lies."""
        return wilson(self.win_share, self.takers) if self.takers else Interval(0.0, 1.0)


class Choices:
    """What was open and taken in one game."""

    def __init__(self) -> None:
        self.uses: dict[Possibility, Use] = {}
        self.taken_by: dict[Possibility, set[int]] = {}

    def note(self, game: Game, s: Record, seat: int, legal: Sequence[int], move: int) -> None:
        """Note a choice of a seat among several legal moves."""
        found: dict[Possibility, int] = {}
        taken: set[Possibility] = set()
        for one in legal:
            those = {*possibilities(game, s, seat, one)}
            for possibility in those:
                found[possibility] = found.get(possibility, 0) + 1
            if one == move:
                taken = those
        for possibility, moves in found.items():
            use = self.uses.setdefault(possibility, Use())
            use.open += 1
            use.by_lot += moves / len(legal)
            if possibility in taken:
                use.taken += 1
                self.taken_by.setdefault(possibility, set()).add(seat)

    def ended(self, places: Sequence[int]) -> dict[Possibility, Use]:
        """Return all uses of the game, now that it is known who won."""
        for possibility, seats in self.taken_by.items():
            self.uses[possibility].takers = len(seats)
            self.uses[possibility].won = sum(places[it] == 1 for it in seats) / places.count(1)
        return self.uses


@dataclass
class Uses:
    """The uses of many games."""

    found: dict[Possibility, Use] = field(default_factory=dict)

    def add(self, uses: dict[Possibility, Use]) -> None:
        """Add those of a game."""
        for possibility, use in uses.items():
            self.found.setdefault(possibility, Use()).add(use)

    def kinds(self) -> dict[Possibility, Use]:
        """Return the kinds of moves, those first that were most often taken when they were open."""
        return in_order({it: use for it, use in self.found.items() if it.is_kind})

    def groups(self) -> dict[tuple[str, str], dict[Possibility, Use]]:
        """Return all other possibilities, by kind of move and key; where there is only one of them
        there is nothing to compare."""
        groups: dict[tuple[str, str], dict[Possibility, Use]] = {}
        for possibility, use in sorted(self.found.items(), key=lambda it: it[0]):
            if not possibility.is_kind:
                groups.setdefault(possibility[:2], {})[possibility] = use
        return {name: in_order(group) for name, group in groups.items() if len(group) > 1}

    def never(self) -> list[Possibility]:
        """List what was open and never taken, what was open most often first."""
        unused = [it for it, use in self.found.items() if not use.taken]
        return sorted(unused, key=lambda it: (-self.found[it].open, it))


def in_order(uses: dict[Possibility, Use]) -> dict[Possibility, Use]:
    """Put those first that were most often taken when they were open."""
    return dict(sorted(uses.items(), key=lambda it: (-it[1].share, -it[1].open, it[0])))

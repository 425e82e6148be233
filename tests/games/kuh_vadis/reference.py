"""A slow and plain Kuh Vadis, written from the rules alone, to check the fast one against.

The ids V1 to V25 name the rulings in the notes on the game. Fields are pairs of column and row.
The dice are not thrown here: whoever plays says what they show.
"""

from collections import Counter
from itertools import combinations

Field = tuple[int, int]
Move = tuple[str, ...]

SIZE = 7
QUIET_TURNS = 40


def name(field: Field) -> str:
    """Return the name of a field; a1 is at the bottom left."""
    column, row = field
    return f"{'abcdefg'[column]}{row + 1}"


def is_next_to(one: Field, other: Field) -> bool:
    """Whether two fields touch: along a side or at a corner."""
    return one != other and all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def in_one_piece(wanted: set[Field], ground: set[Field]) -> bool:
    """Whether all wanted fields lie in one piece of the ground."""
    start = next(iter(wanted))
    piece, edge = {start}, [start]
    while edge:
        column, row = edge.pop()
        around = {(column + right, row + up) for right in (-1, 0, 1) for up in (-1, 0, 1)}
        edge += (around & ground) - piece
        piece |= around & ground
    return wanted <= piece


class ReferenceGame:
    """One game between two seats; `sides` says who plays X and who plays O."""

    def __init__(self, sheet: list[str], sides: list[str], beginner: int, dice: str) -> None:
        """Lay out the sheet, whose first line is the top row, and begin with the first throw."""
        self.symbol: dict[Field, str] = {}
        for line, symbols in enumerate(sheet):
            for column, symbol in enumerate(symbols):
                self.symbol[column, SIZE - 1 - line] = symbol
        self.starts = [{f for f, found in self.symbol.items() if found == side} for side in sides]
        self.marks: list[set[Field]] = [set(), set()]
        self.seat = beginner
        self.ending: str | None = None
        self.winner: int | None = None
        self.quiet_turns = 0
        self.last_mark: Field | None = None
        self.throws_left = 2
        self.dice = Counter(dice)

    # What a player may do

    def legal(self) -> set[Move]:
        """All moves of the seat to act."""
        if self.ending is not None:
            return set()
        if self.throws_left > 0:
            return self._rerolls()
        return {("mark", name(field)) for field in self._markable()} | {("no mark",)}

    def _rerolls(self) -> set[Move]:
        """Any of the dice may be thrown again, all of them or none (V4)."""
        dice = sorted(self.dice.elements())
        choices = {choice for size in range(1, 6) for choice in combinations(dice, size)}
        return {("reroll", "".join(choice)) for choice in choices} | {("stop",)}

    def _markable(self) -> set[Field]:
        """Free fields that fit the dice; in a further series only next to the last mark (V9)."""
        return {
            field
            for field, symbol in self.symbol.items()
            if symbol not in "XO"
            and self.dice[symbol] >= (2 if symbol == "K" else 3)
            and field not in self.marks[0] | self.marks[1]
            and (self.last_mark is None or is_next_to(field, self.last_mark))
        }

    # What happens

    def play(self, move: Move, dice: str) -> None:
        """Carry out a legal move; `dice` is what lies on the table after it."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        if move[0] == "reroll":
            self._reroll(move[1], dice)
        elif move[0] == "stop":
            self.throws_left = 0
        elif move[0] == "mark":
            self._mark(next(field for field in self.symbol if name(field) == move[1]), dice)
        else:
            self._end_turn(dice)

    def _reroll(self, thrown: str, dice: str) -> None:
        """Throw some dice again; the others stay."""
        kept = self.dice - Counter(thrown)
        if kept - Counter(dice):
            raise ValueError(f"{dice} does not hold the dice that were kept: {kept}")
        self.dice = Counter(dice)
        self.throws_left -= 1

    def _mark(self, field: Field, dice: str) -> None:
        """Mark a field and see whether the game or the turn is over."""
        four_of_a_kind = self.dice[self.symbol[field]] >= 4
        self.marks[self.seat].add(field)
        self.last_mark = field
        self.quiet_turns = 0
        if self.has_chain(self.seat):  # before looking for blocks (V16)
            self.ending, self.winner = "chain", self.seat
        elif self.is_blocked(0) and self.is_blocked(1):
            self.ending = "both-blocked"
        elif four_of_a_kind:
            self._throw_all(dice)
        else:
            self._end_turn(dice)

    def _end_turn(self, dice: str) -> None:
        """Give the dice to the other seat, or stop a game in which nobody marks anything (V24)."""
        if self.last_mark is None:
            self.quiet_turns += 1
        if self.quiet_turns == QUIET_TURNS:
            self.ending = "no-marks"
            return
        self.seat = 1 - self.seat
        self.last_mark = None
        self._throw_all(dice)

    def _throw_all(self, dice: str) -> None:
        """Begin a series."""
        self.throws_left = 2
        self.dice = Counter(dice)

    # How a game stands

    def has_chain(self, seat: int) -> bool:
        """Whether the seat's starts are joined by its marks (V14)."""
        return in_one_piece(self.starts[seat], self.starts[seat] | self.marks[seat])

    def is_blocked(self, seat: int) -> bool:
        """Whether the seat's starts could not be joined even with every free field (V15)."""
        theirs = self.starts[1 - seat] | self.marks[1 - seat]
        return not in_one_piece(self.starts[seat], set(self.symbol) - theirs)

    def places(self) -> list[int]:
        """Place per seat."""
        return [1, 1] if self.winner is None else [1 + (seat != self.winner) for seat in (0, 1)]

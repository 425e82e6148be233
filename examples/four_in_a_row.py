"""Four in a row, the whole game: one record, six rules over it, and the words for people."""

import numpy as np

from allmende import Game, Rules, Words
from allmende.core.bits import size_of
from allmende.core.fields import bits, by_seat
from allmende.core.language import Event, Message, Seat, texts_from
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.turns import finish, may_act, wait_for

COLUMNS, ROWS, BITS, NAMES = 7, 6, 7, "abcdefg"  # BITS per column: its places and a gap above
RECORD = record_type([("discs", "i8", (2,), by_seat(bits(BITS * COLUMNS)))])
BOTTOM = sum(1 << BITS * column for column in range(COLUMNS))  # the lowest place of each column
BOARD = BOTTOM * (2**ROWS - 1)  # all places
ENDINGS, FOUR, FULL = ("four", "full"), 0, 1
FLAWS = ("a disc floats or shares its place", "the turn is wrong or the end was missed")


@rule
def deal(s: Record) -> None:
    """Leave the board empty and let the first seat begin."""
    wait_for(s, 0)


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """Write down every column, but count only those whose top place is free."""
    taken, n = s.discs[0] | s.discs[1], 0
    for column in range(COLUMNS):
        moves[n] = column
        n += (taken >> (BITS * column + ROWS - 1)) & 1 == 0
    return n if may_act(s, seat) else 0


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Drop a disc: adding 1 at the bottom of a column carries to its lowest free place."""
    taken = s.discs[0] | s.discs[1]
    s.discs[seat] |= (taken + (1 << BITS * move)) & ~taken
    s.ply += 1
    wait_for(s, 1 - seat)
    if four_in_line(s.discs[seat]):
        finish(s, FOUR)
    elif s.discs[0] | s.discs[1] == BOARD:
        finish(s, FULL)


@rule
def four_in_line(discs: int) -> bool:
    """Look for a disc with three more behind it: upwards, falling, level or rising."""
    found = 0
    for step in (1, BITS - 1, BITS, BITS + 1):
        pairs = discs & (discs >> step)
        found |= pairs & (pairs >> 2 * step)
    return found != 0


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Give one point for four in a line."""
    out[0], out[1] = four_in_line(s.discs[0]), four_in_line(s.discs[1])


@rule
def rank(s: Record, out: np.ndarray) -> None:
    """Put a seat second if the other has four in a line."""
    out[0], out[1] = 1 + four_in_line(s.discs[1]), 1 + four_in_line(s.discs[0])


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the flaw."""
    taken = s.discs[0] | s.discs[1]
    lead = size_of(s.discs[0]) - size_of(s.discs[1])  # 1 where the second seat is to act
    if s.discs[0] & s.discs[1] or taken & ~BOARD or taken & (taken + BOTTOM):
        return 1
    over = four_in_line(s.discs[0]) or four_in_line(s.discs[1]) or taken == BOARD
    return 0 if (s.over > 0) == over and lead in (0, 1) and s.waiting == (not over) << lead else 2


BIT = np.arange(ROWS)[::-1, None] + BITS * np.arange(COLUMNS)  # of each place, top row first
WORDS = Words(
    view=lambda s, seat: {"rows": ((s.discs[0] >> BIT & 1) + 2 * (s.discs[1] >> BIT & 1)).tolist()},
    notation=lambda s, seat, move: NAMES[move],
    move_data=lambda s, seat, move: {"do": "drop", "column": NAMES[move]},
    story=lambda before, seat, move, after: [
        Event("story.drop", who=Seat(seat), column=NAMES[move]),
        *([Event(f"ending.{ENDINGS[after.over - 1]}")] if after.over else []),
    ],
    why_not=lambda s, seat, move: Message("not.full", column=NAMES[move]),
    board=lambda v, _: NAMES + "".join("\n" + "".join(".xo"[d] for d in row) for row in v["rows"]),
)
SAID = {
    "game.title": ("Four in a row", "Vier in einer Reihe", "Vier op een rij"),
    "game.about": ("Four in a line win.", "Vier in einer Linie gewinnen.", "Vier op een rij wint."),
    "ending.four": ("Four in a row!", "Vier in einer Reihe!", "Vier op een rij!"),
    "ending.full": ("The board is full.", "Das Brett ist voll.", "Het bord is vol."),
    "story.drop": ("{who} plays {column}.", "{who} spielt {column}.", "{who} speelt {column}."),
    "not.full": ("Column {column} is full.", "Spalte {column} ist voll.", "Kolom {column} is vol."),
}
game = Game(
    name="four-in-a-row",
    version=1,
    seats=(2,),
    record=RECORD,
    moves=COLUMNS,
    longest=COLUMNS * ROWS,
    rules=Rules(deal=deal, legal=legal, play=play, score=score, rank=rank, flaw=flaw),
    words=WORDS,
    texts=texts_from(SAID),
    endings=ENDINGS,
    flaws=FLAWS,
)

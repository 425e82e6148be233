"""Positions for rule tests: a drawn board, and everything else by keyword."""

from collections import Counter
from itertools import cycle, islice
from typing import Any

from allmende import Match, from_position

# The seats in the first game of a match.
BLUE, BROWN = 0, 1

COLUMNS = "abcdefg"
ROWS = "1234567"

# Written out here once more, so that a slip in the game's own table cannot hide.
COUNTS = {"B": 2, "F": 6, "L": 2, "H": 8, "P": 8, "D": 7, "T": 15}
NAMES = {
    "B": "bear",
    "F": "fox",
    "L": "lumberjack",
    "H": "hunter",
    "P": "pheasant",
    "D": "duck",
    "T": "tree",
}

# A fox and a hunter walk in small circles: never straight back, never in each other's way.
CIRCLES = ["Fa1-a2", "Hg7-g6", "Fa2-b2", "Hg6-f6", "Fb2-b1", "Hf6-f7", "Fb1-a1", "Hf7-g7"]

# Two woods for many wishes: one in the middle of the hunt …
HUNT = """
    . . . . . . ?T
    . F D T . . P
    . . . . . . .
    . B . . . . .
    F H^ . . . . .
    . T . . . . .
    ?D . . D . . F
"""
# … and one where the exits are open.
OPEN = """
    T . . D . . .
    . . . F . . .
    . . . . . . .
    F . . B . . .
    . . . . . . .
    . . . . . . .
    . T F . . . H^
"""


def drawn(
    drawing: str,
    *,
    to_act: int | None = None,
    round: int = 1,
    bags: list[dict[str, int]] | None = None,
    match: str | None = None,
    **fields: Any,
) -> Match:
    """Begin a match from seven drawn lines, north on top.

    Tiles that are not on the board lie in the bags, blue acts, and the last turns have begun if
    no tile is face down, unless a keyword says something else. Further keywords are fields of the
    position document: locked, no_return, turns_left, quiet, first_game.
    """
    board = [line.strip() for line in drawing.strip().splitlines()]
    blue_seat = round - 1
    document = {
        "options": {"match": match or ("single" if round == 1 else "return")},
        "phase": "hunt" if "?" in drawing else "last-turns",
        "to_act": [blue_seat if to_act is None else to_act],
        "round": round,
        "board": board,
        "bags": missing_tiles(board, blue_seat) if bags is None else bags,
        **fields,
    }
    return from_position("halali", document)


def placed(tiles: str, **keywords: Any) -> Match:
    """Begin a match from a list of tiles: `placed("Fd4 H^d6 ?Ta1", to_act=BROWN)`."""
    words = {tile[-2:]: tile[:-2] for tile in tiles.split()}
    lines = (" ".join(words.pop(column + row, ".") for column in COLUMNS) for row in ROWS[::-1])
    drawing = "\n".join(lines)
    assert not words, f"these are no fields: {words}"
    return drawn(drawing, **keywords)


def missing_tiles(board: list[str], blue_seat: int) -> list[dict[str, int]]:
    """Give tiles that are not on the board to the opponent; birds and trees to seat 0."""
    on_board = Counter(word.strip("?")[0] for line in board for word in line.split())
    bags: list[dict[str, int]] = [{}, {}]
    for letter, name in NAMES.items():
        winner = {"B": 1 - blue_seat, "F": 1 - blue_seat, "L": blue_seat, "H": blue_seat}
        bags[winner.get(letter, 0)][name] = COUNTS[letter] - on_board[letter]
    return bags


def legal(match: Match) -> set[str]:
    """Return the legal moves of the seat to act."""
    return {str(move) for move in match.legal()}


def targets(match: Match, field: str) -> set[str]:
    """Return where the tile on a field may go: fields, and the sides by which it may leave."""
    ways = (move.data for move in match.legal())
    return {str(way.get("to", way.get("by"))) for way in ways if way.get("from") == field}


def tiles_on(match: Match) -> dict[str, str]:
    """Return what lies on the fields that are not empty."""
    lines = zip(ROWS[::-1], match.position()["board"], strict=True)
    words = {
        column + row: word
        for row, line in lines
        for column, word in zip(COLUMNS, line.split(), strict=True)
    }
    return {field: word for field, word in words.items() if word != "."}


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other, the seats in turn, and return the match."""
    for move in moves:
        match.play(move)
    return match


def walk_in_circles(match: Match, plies: int) -> Match:
    """Play quiet moves of a fox from a1 and a hunter from g7; they could go on for ever."""
    return play(match, *islice(cycle(CIRCLES), plies))

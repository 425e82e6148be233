"""The columns of data sets: one row per game, or one per decision. The page docs/data.md shows
them, and a test compares."""

from typing import NamedTuple

from allmende.core.game import Game

GAMES, DECISIONS = "games", "decisions"
SCHEMA_VERSION = 1
"""Rises when a column changes its meaning or goes; a new column leaves it as it is."""
OPTION = "option_"
"""Before the name of an option in the name of its column."""


class Column(NamedTuple):
    """A column: its name, its type in Arrow's words, and what it holds."""

    name: str
    type: str
    meaning: str


ABOUT_THE_GAME = (
    Column("game", "string", "name of the game"),
    Column("rules", "int32", "version of its rules"),
)
ABOUT_THE_COURSE = (
    Column("seats", "int32", "how many played"),
    Column("seed", "string", "seed of the deal: a new match with it has the same chance"),
    Column("index", "int64", "number of the game in this file, from 0 on"),
    Column("round", "int32", "round of a Swiss tournament, from 0 on; else 0"),
    Column("deal", "int64", "number of the deal; in an arena one deal is played in every seating"),
    Column("players", "list<string>", "who sat in each seat"),
    Column("places", "list<int32>", "place of each seat, 1 is best, equal places are possible"),
    Column("scores", "list<int64>", "points of each seat at the end"),
    Column("winners", "list<int32>", "seats that won, more than one if they share the victory"),
    Column("ending", "string", "the way it ended"),
    Column("moves", "int32", "how many moves were made, forced ones included"),
    Column("choices", "list<int32>", "moves of each seat where there were several to choose from"),
    Column("legal", "int64", "legal moves, summed up over all moves made; `legal / moves` is the "
           "mean branching factor"),
    Column("incidents", "list<int32>", "moves drawn by lot for each seat as its player failed"),
)  # fmt: skip
DECISION_COLUMNS = (
    Column("game", "string", "name of the game"),
    Column("index", "int64", "number of the game, the same as in the file of games"),
    Column("ply", "int32", "number of moves made before"),
    Column("seat", "int32", "seat that decided"),
    Column("player", "string", "who sat there"),
    Column("phase", "string", "what was to be decided, in the words of the game"),
    Column("legal", "int32", "how many moves were legal; 1 is a forced move"),
    Column("move", "int32", "number of the move that was made"),
    Column("notation", "string", "the same as people write it"),
    Column("iterations", "int64", "games the player imagined for it; null if it does not search"),
    Column("value", "double", "chance to win that the player saw in it; null likewise"),
    Column("incident", "string", "why it was drawn by lot: crash, illegal, late, busy; else null"),
)


def option_column(name: str) -> Column:
    """Return the column of an option."""
    return Column(f"{OPTION}{name}", "string", f"choice for the option `{name}`")


def game_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a file of games, with one for each option of the game."""
    options = (option_column(name) for name in game.options)
    return (*ABOUT_THE_GAME, *options, *ABOUT_THE_COURSE)

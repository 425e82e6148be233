"""Who takes part: every installed game, and the example that a peer plays as well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from allmende.core.game import Game
from allmende.core.registry import find_game, known_games

EXAMPLE = "four-in-a-row"
EXAMPLE_FILE = Path(__file__).resolve().parent.parent / "examples" / "four_in_a_row.py"


@dataclass(frozen=True)
class Entrant:
    """A game, and what another process calls it: its name, or the file that defines it."""

    game: Game
    source: str
    registered: bool

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    def seat_counts(self) -> list[int]:
        """Return the smallest and the largest number of players, once if they are the same."""
        return sorted({min(self.game.seats), max(self.game.seats)})


@dataclass(frozen=True)
class Table:
    """A game with a number of players."""

    entrant: Entrant
    seats: int

    @property
    def label(self) -> str:
        """The table in a few words."""
        return f"{self.entrant.name}, {self.seats} seats"


def possible_sources() -> dict[str, str]:
    """Return the source of every installed game, then of the example where the checkout has it."""
    sources = {name: name for name in known_games()}
    if EXAMPLE_FILE.is_file():
        sources[EXAMPLE] = str(EXAMPLE_FILE)
    return sources


def chosen_entrants(names: list[str]) -> list[Entrant]:
    """Load the games of these names, or all of them for an empty list."""
    sources = possible_sources()
    for name in names:
        if name not in sources:
            raise SystemExit(f"there is no game '{name}'; games: {', '.join(sources)}")
    return [
        Entrant(find_game(source), source, registered=name != EXAMPLE)
        for name, source in sources.items()
        if not names or name in names
    ]


def tables_of(entrants: list[Entrant]) -> list[Table]:
    """Return the smallest and the largest table of every entrant."""
    return [Table(entrant, seats) for entrant in entrants for seats in entrant.seat_counts()]

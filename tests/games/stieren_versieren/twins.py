"""The game with a deck in which bulls look the same."""

import allmende
from allmende.conformance import Case
from allmende.games.stieren_versieren import game
from tests.games.stieren_versieren.positions import NAME, TACTICAL, own_document


def twins() -> dict[str, object]:
    """Return a deck in which bulls look the same."""
    values = {name: [1, 1, 2, 2, 3] for name in ("heart", "money", "dumbbell", "beer")}
    return own_document(bulls_per_player=values)


class TwinCase(Case):
    """The game with a deck in which bulls look the same."""

    def deal(self, seed: int | str) -> object:
        """Deal a fresh record with that deck."""
        key = allmende.core.chance.key_of_seed(seed)
        return self.game.deal(self.seats, key, self.options, twins())

    def __str__(self) -> str:
        return f"{self.game.name}-twins"


TWINS = TwinCase(NAME, game, 3, {**TACTICAL, "layout": "standard"}, of=9)

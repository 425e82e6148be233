"""What a training is."""

import math
from dataclasses import dataclass

from allmende.core.errors import BadSetup
from allmende.core.gpu import CPU, GPU

from .worth import WORTHS

NEVER = 1 << 62


@dataclass(frozen=True)
class Settings:
    """All that a training is started with. The same settings on the same machine give the same net,
    as far as the libraries allow, if it is positions that are limited and not minutes."""

    game: str
    seed: str = "train"
    positions: int = NEVER
    """How many decisions to learn from."""
    minutes: float = math.inf
    """How long to train."""
    tables: int = 512
    """How many games are played side by side."""
    steps: int = 32
    """How many decisions are made at each table in a round."""
    looks: int = 20
    """How often to measure how strong the net is."""
    games: int = 10
    """How many games against a level that searches, at each look."""
    threads: int = 1
    """How many threads play at tables in the memory of the CPU."""
    on: str = CPU
    """Where tables stand: cpu or gpu."""
    device: str = CPU
    """Where the net learns, as PyTorch names it."""
    reward: str | None = None
    """What counts: places, points, or first a lead and then places; without a word, what the game
    says."""
    rate: float = 1e-3
    """How far one step of learning goes, at the beginning."""
    curiosity: float = 0.02
    """What being undecided is worth, at the beginning."""
    piece: int = 1024
    """How many decisions one step of learning is about."""
    openings: int | None = None
    """How many moves chance makes at most at the beginning of a game; without a word, as in
    `openings` for such a game."""
    inertia: float | None = None
    """How strongly the net is held to what it has been on average; without a word, as in `learning`
    for such a game."""

    def __post_init__(self) -> None:
        if self.positions == NEVER and math.isinf(self.minutes):
            raise BadSetup("a training needs an end: a number of positions, or of minutes")
        if self.positions < 1 or not self.minutes > 0:
            raise BadSetup("a training needs at least one position, and more than 0 minutes")
        if self.reward not in (None, *WORTHS):
            raise BadSetup(f"what counts is one of {', '.join(WORTHS)}, not {self.reward}")
        if self.on == GPU and self.device == CPU:
            raise BadSetup("tables on a GPU need a net that learns there: --device cuda")

    def done(self, positions: int, seconds: float) -> float:
        """Tell which part of the training is over, from 0 to 1."""
        return min(1.0, max(positions / self.positions, seconds / 60 / self.minutes))

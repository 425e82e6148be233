"""Who sits at the tables: the usual game all the time, and in turn every number of seats with other
options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import torch
from torch import Tensor

from allmende.bots.nets.rows import NO_ROW, rows_of
from allmende.core.game import Game
from allmende.core.gpu import GPU
from allmende.env import Tables

from .openings import Openings, usual_openings
from .settings import Settings

SEAT, MASK, REWARD, OVER, POINTS, OBSERVATION = range(6)
"""The arrays of a turn."""
STAY = 64
"""How many of their rounds other tables stay: long enough to come to the end of games."""
PART = 2
"""There are so many times fewer tables of other games."""
FEW_TABLES, FEW_STEPS = 32, 64
"""Where one looks how much there is to see in a game, and after how many moves."""


@dataclass(frozen=True)
class Kind:
    """A kind of table: how many seats, and which options."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


def usual_kind(game: Game) -> Kind:
    """Return what is played most: with the fewest seats that are more than one."""
    return Kind(seats_of(game)[0])


def seats_of(game: Game) -> list[int]:
    """List with how many seats there is somebody to be better than."""
    return [seats for seats in game.seats if seats > 1]


def all_kinds(game: Game) -> list[Kind]:
    """List all kinds of tables at which a net can learn a game."""
    choices = [[(name, choice) for choice in options] for name, options in game.options.items()]
    return [Kind(seats, dict(chosen)) for seats in seats_of(game) for chosen in product(*choices)]


def other_kinds(game: Game, seed: str) -> Iterator[Kind]:
    """Yield kinds of tables without an end: in turn each number of seats, with options by lot."""
    chance = Random(f"{seed} kinds")
    while True:
        for of_seats in others_by_seats(game):
            yield chance.choice(of_seats)


def others_by_seats(game: Game) -> list[list[Kind]]:
    """List the kinds of tables for each number of seats, but for one at which only the usual game
    can be played."""
    kinds = all_kinds(game)
    by_seats = [[kind for kind in kinds if kind.seats == seats] for seats in seats_of(game)]
    return [of_seats for of_seats in by_seats if of_seats != [usual_kind(game)]]


class Group:
    """Tables of one kind, with what they show as tensors where the net is."""

    def __init__(self, game: Game, kind: Kind, count: int, seed: str, settings: Settings) -> None:
        self.kind, self.count, self.device = kind, count, settings.device
        self.on_gpu = settings.on == GPU
        self.kept_as = torch.float32 if settings.device == "cpu" else torch.bfloat16
        self.tables = Tables(
            game,
            count,
            seats=kind.seats,
            seed=seed,
            options=kind.options,
            skip_forced=True,
            threads=settings.threads,
            on=settings.on,
        )
        most = usual_openings(game) if settings.openings is None else settings.openings
        self.openings = Openings(count, most, settings.device)
        self.is_spread_out = False
        """Whether its games are of all ages."""
        shown = self.tables.turn
        self.shown = [self.shared(array) for array in shown]
        self.tables_at = self.shown[SEAT].device
        self.moves = shown.mask.shape[1]
        self.pinned: dict[int, Tensor] = {}
        """Memory from which a GPU fetches fast and without waiting; observations in half as many
        bytes."""
        if settings.device != "cpu" and not self.on_gpu:
            for which, kept_as in ((MASK, torch.bool), (OBSERVATION, self.kept_as)):
                shape = self.shown[which].shape
                self.pinned[which] = torch.empty(shape, dtype=kept_as, pin_memory=True)

    def shared(self, array: Any) -> Tensor:
        """Share an array of the tables with PyTorch."""
        tensor: Tensor = torch.from_dlpack(array)
        return tensor

    def here(self, which: int) -> Tensor:
        """Bring one of the arrays of a turn to where the net is."""
        if which in self.pinned:
            return self.pinned[which].copy_(self.shown[which]).to(self.device, non_blocking=True)
        return self.shown[which].to(self.device)

    @property
    def seat(self) -> Tensor:
        """Who decides at each table, where the tables are."""
        return self.shown[SEAT].long()

    @property
    def mask(self) -> Tensor:
        """Which moves that seat may make."""
        return self.here(MASK)

    @property
    def reward(self) -> Tensor:
        """What the last step brought to each seat, where the tables are."""
        return self.shown[REWARD]

    @property
    def over(self) -> Tensor:
        """Whether a game ended in the last step, where the tables are."""
        return self.shown[OVER]

    @property
    def points(self) -> Tensor:
        """The points of each seat in a game that ended in the last step, where the tables are."""
        return self.shown[POINTS]

    @property
    def observation(self) -> Tensor:
        """What the seat that decides knows, as exactly as it is kept."""
        return self.here(OBSERVATION).to(self.kept_as)

    def step(self, chosen: Tensor) -> None:
        """Make a move at each table."""
        self.tables.step(chosen if self.on_gpu else chosen.cpu().numpy())

    def begin_again(self, marked: Tensor) -> None:
        """Begin another game at some tables."""
        self.tables.reset(marked.cpu().numpy())


def rows_usually_seen(game: Game, settings: Settings) -> float:
    """Tell how many rows of the first layer are summed up for a position, in games by chance."""
    group = Group(game, usual_kind(game), FEW_TABLES, settings.seed, settings)
    for _ in range(FEW_STEPS):
        group.tables.step(group.tables.sample())
    entries = rows_of(game).columns[group.kind.seats, : group.shown[OBSERVATION].shape[1]]
    seen = (group.observation != 0).sum(0).cpu().numpy()
    may_do = float(group.mask.sum())
    return max(1.0, (float(seen[entries != NO_ROW].sum()) + may_do) / FEW_TABLES)


class Company:
    """All tables of a training."""

    def __init__(self, game: Game, settings: Settings, begun: int) -> None:
        self.game, self.settings = game, settings
        self.round = begun
        self.kinds = other_kinds(game, f"{settings.seed} {begun}")
        self.usual = self.group(usual_kind(game), settings.tables)
        self.others: dict[int, Group] = {}
        self.turns = len(others_by_seats(game))

    def group(self, kind: Kind, count: int) -> Group:
        """Set up tables of a kind."""
        seed = f"{self.settings.seed} round {self.round}"
        return Group(self.game, kind, count, seed, self.settings)

    def next_round(self) -> list[Group]:
        """Return the tables of the next round: the usual ones, and the others whose turn it is."""
        groups = [self.usual, *([self.others_in_turn()] if self.turns else [])]
        self.round += 1
        return groups

    def others_in_turn(self) -> Group:
        """Return the other tables whose turn it is; when they have stayed long enough, new ones."""
        rounds, turn = divmod(self.round, self.turns)
        if turn not in self.others or rounds % STAY == 0:
            count = max(1, self.settings.tables // PART)
            self.others[turn] = self.group(next(self.kinds), count)
        return self.others[turn]

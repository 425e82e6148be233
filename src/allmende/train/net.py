"""The net in PyTorch. Its numbers are the `Weights` that play without PyTorch, as tensors."""

import math
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import embedding, pad

from allmende.bots.nets.rows import NO_ROW, rows_of
from allmende.bots.nets.weights import HIDDEN, Weights, shapes_for, width_for
from allmende.core.game import Game

Tensors: TypeAlias = Any
"""Weights whose parts are tensors."""

IMPOSSIBLE = -1e9
SHY = 0.01  # what the last layers begin with: hardly any opinion


class Net:
    """A net that judges many decisions at once."""

    def __init__(self, game: Game, weights: Tensors, device: str) -> None:
        self.game, self.device = game, device
        self.weights: Tensors = Weights(*(part.to(device) for part in weights))
        self.rows = rows_of(game)
        self.columns = {seats: self.columns_for(seats) for seats in game.seats}

    @classmethod
    def fresh(cls, game: Game, chance: torch.Generator, device: str, seen: float) -> "Net":
        """Return a net that knows nothing, for a game in which `seen` rows are summed up for a
        position: with rows that are too large for their number it learns slowly."""
        width = width_for(game)
        scales = {
            "rows": 1 / math.sqrt(seen),
            "allowed": 1 / math.sqrt(seen),
            "first": math.sqrt(2 / width),
            "second": 1 / math.sqrt(HIDDEN),
            "moves": SHY,
            "values": SHY,
        }
        parts = [
            torch.randn(shape, generator=chance) * scales.get(name, 0.0)
            for name, shape in shapes_for(game, width)._asdict().items()
        ]
        return cls(game, Weights(*parts), device)

    @classmethod
    def from_arrays(cls, game: Game, weights: Weights, device: str) -> "Net":
        """Return a net with the weights of one that plays without PyTorch."""
        return cls(game, Weights(*(torch.from_numpy(part.copy()) for part in weights)), device)

    def columns_for(self, seats: int) -> Tensor:
        """Return the row of each entry of an observation; what has none gets one of zeros."""
        entries = self.rows.columns[seats, : self.rows.sizes[seats]]
        numbers = np.where(entries == NO_ROW, self.rows.count, entries)
        return torch.from_numpy(numbers.astype(np.int64)).to(self.device)

    def first_layer(self, seats: int) -> Tensor:
        """Return the weights of the first layer at a table of so many seats."""
        return embedding(self.columns[seats], pad(self.weights.rows, (0, 0, 0, 1)))

    def judge(self, seen: Tensor, mask: Tensor, seats: int, layer: Tensor) -> tuple[Tensor, Tensor]:
        """Return a number for each move, and what each seat is expected to get, from the own seat
        on; `layer` is the first one at such a table."""
        it = self.weights
        bias = it.rows_bias + it.rows[int(self.rows.of_seats[seats])]
        known = seen @ layer.to(seen.dtype)
        may_do = mask.to(seen.dtype) @ it.allowed.to(seen.dtype)
        total = (known.float() + may_do.float()).add(bias).relu()
        one = (total @ it.first + it.first_bias).relu()
        two = (one @ it.second + it.second_bias).relu() + one
        values = (two @ it.values + it.values_bias)[:, :seats].tanh()
        return two @ it.moves.T + it.moves_bias, values

    def likely(self, seen: Tensor, mask: Tensor, seats: int) -> tuple[Tensor, Tensor]:
        """Return the logarithm of how likely each move is, and what each seat can expect."""
        numbers, values = self.judge(seen, mask, seats, self.first_layer(seats))
        return numbers.masked_fill(~mask, IMPOSSIBLE).log_softmax(1), values

    def copy(self) -> "Net":
        """Return a net of its own with the same weights."""
        parts = (part.detach().clone() for part in self.weights)
        return Net(self.game, Weights(*parts), self.device)

    def follow(self, other: "Net", share: float) -> None:
        """Move some of the way to the weights of another net."""
        with torch.no_grad():
            torch._foreach_lerp_(list(self.weights), list(other.weights), share)

    def as_arrays(self) -> Weights:
        """Return the weights as what plays without PyTorch reads."""
        return Weights(*(part.detach().cpu().numpy() for part in self.weights))

    def kept(self) -> dict[str, Any]:
        """Return the weights by name, for a checkpoint."""
        return {name: part.detach().cpu() for name, part in self.weights._asdict().items()}


def turned(values: Tensor, seat: Tensor, seats: int) -> Tensor:
    """Turn what is counted from one's own seat on into what is counted from the first seat on; to
    turn it back, give the seats with a minus."""
    places = torch.arange(seats, device=values.device)[None, :] - seat[:, None]
    return values.gather(1, places % seats)

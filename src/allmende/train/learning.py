"""What is learned from a round: proximal policy optimisation, with a memory of the average.

Moves that brought more than expected become likelier, though never by much in one round. The net
that is kept and plays is the running average of all nets so far: in games with secrets the single
ones run in circles around what their average comes near.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from .net import Net
from .playing import Batch
from .settings import Settings

PASSES = 2
"""How often a round is gone through."""
LEEWAY = 0.2
"""By how much a move may become likelier in one round before it does not count any more."""
WORTH_OF_VALUES = 1.0
STEEPEST = 1.0
"""The longest step that is taken whole."""
SLOWEST = 0.1
"""What is left of the rate, and of curiosity, at the end."""
REMEMBER = 0.998
"""What is kept of the average at each step of learning."""
INERTIA_OF_STAKES = 0.5
"""How strongly a net is held to its average where points are stakes: there one must not be read,
and best play is a mixture that nets without it only run around."""
BEFORE = (0.9, 0.98)
"""What Adam keeps of former steps: in self-play they age soon."""


class Lesson(NamedTuple):
    """What a round was like, for those who watch."""

    surprise: float
    """How far results were from what was expected."""
    undecided: float
    """How many moves seemed equally good, as a logarithm."""
    changed: float
    """How far the net has moved in its choices."""


class Learner:
    """A net that learns, and its running average."""

    def __init__(self, net: Net, settings: Settings) -> None:
        self.settings, self.net, self.average = settings, net, net.copy()
        self.steps, self.inertia = 0, settings.inertia
        if self.inertia is None:
            self.inertia = INERTIA_OF_STAKES if net.game.stakes else 0.0
        for part in net.weights:
            part.requires_grad_(True)
        parts = list(net.weights)
        self.optimizer = torch.optim.Adam(parts, lr=settings.rate, betas=BEFORE, fused=True)

    def learn(self, batch: Batch, done: float, chance: torch.Generator) -> Lesson:
        """Go through a round, some pieces at a time."""
        left = 1 - (1 - SLOWEST) * done
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * left
        gain = batch.gain - batch.gain.mean()
        gain = gain / (gain.std() + 1e-6)
        lessons = []
        for _ in range(PASSES):
            order = torch.randperm(len(gain), generator=chance, device=gain.device)
            for piece in order.split(self.settings.piece):
                lessons.append(self.step(batch, gain, piece, self.settings.curiosity * left))
        seen = torch.stack(lessons).mean(0).tolist()
        return Lesson(*seen)

    def step(self, batch: Batch, gain: Tensor, piece: Tensor, curiosity: float) -> Tensor:
        """Learn from some decisions."""
        seen, mask, was = batch.seen[piece], batch.mask[piece], batch.likely[piece]
        likely, values = self.net.likely(seen, mask, batch.seats)
        now = likely.gather(1, batch.chosen[piece][:, None])[:, 0]
        ratio = (now - was).exp()
        bounded = ratio.clamp(1 - LEEWAY, 1 + LEEWAY)
        better = torch.minimum(ratio * gain[piece], bounded * gain[piece]).mean()
        chances = likely.exp()
        undecided = -(chances * likely.masked_fill(~mask, 0.0)).sum(1).mean()
        surprise = (values - batch.result[piece]).square().mean()
        loss = WORTH_OF_VALUES * surprise - better - curiosity * undecided
        if self.inertia:
            loss = loss + self.inertia * self.distance(batch, piece, likely, chances)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(self.net.weights), STEEPEST)
        self.optimizer.step()
        self.steps += 1
        self.average.follow(self.net, max(1 - REMEMBER, 1 / (1 + self.steps)))
        moved = (was - now).mean()
        return torch.stack([surprise.sqrt(), undecided, moved]).detach()

    def distance(self, batch: Batch, piece: Tensor, likely: Tensor, chances: Tensor) -> Tensor:
        """Tell how far choices are from those of the average net."""
        mask = batch.mask[piece]
        with torch.no_grad():
            usual, _ = self.average.likely(batch.seen[piece], mask, batch.seats)
        return (chances * (likely - usual).masked_fill(~mask, 0.0)).sum(1).mean()

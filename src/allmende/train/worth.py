"""What a game was worth to each seat: its place, its points, or first a lead and then the place.

Places count, as they do at the table; where points are what is played for, as chips are, those do.
Between the two lies the lead: how far a seat was ahead says more about its decisions than a coin
that falls after hundreds of them, so it may count at first, and less and less until places alone
do.
"""

import torch
from torch import Tensor

from allmende.core.game import Game

PLACES, POINTS, LEAD = "places", "points", "lead"
WORTHS = (PLACES, POINTS, LEAD)
FIRST_SHARE = 0.5
"""What a lead in points counts at the beginning; the place is the rest."""
UNTIL = 0.7
"""From this part of the training on only places count."""
SLOWLY = 0.95
"""What is kept of the usual lead in every round."""
LEAST = 1e-6


def worth_of(game: Game) -> str:
    """Return what counts in a game if nobody says otherwise."""
    return POINTS if game.stakes else PLACES


class Worth:
    """What games are worth, measured by the leads in the games so far."""

    def __init__(self, kind: str, device: str) -> None:
        self.kind = kind
        self.most = torch.full((), LEAST, device=device)
        """The largest lead so far."""
        self.usual = torch.full((), LEAST, device=device)
        """The running mean of leads, squared."""

    def of(self, places: Tensor, points: Tensor, over: Tensor, done: float) -> Tensor:
        """Return what each seat got, from -1 to 1, at each step; nothing where no game ended."""
        if self.kind == PLACES:
            return places
        lead = points - points.mean(-1, keepdim=True)
        if self.kind == POINTS:
            self.most = torch.maximum(self.most, lead.abs().max())
            return lead / self.most
        self.measure(lead, over)
        share = FIRST_SHARE * max(0.0, 1 - done / UNTIL)
        return (1 - share) * places + share * torch.tanh(lead / self.usual.sqrt())

    def measure(self, lead: Tensor, over: Tensor) -> None:
        """Learn how large leads usually are, if a game has ended."""
        ended = over.sum()
        seen = lead.square().mean(-1).sum() / ended.clamp(min=1)
        kept = torch.where(self.usual > LEAST, SLOWLY, 0.0)
        moved = kept * self.usual + (1 - kept) * seen
        self.usual = torch.where(ended > 0, moved, self.usual).clamp(min=LEAST)

    def kept(self) -> dict[str, Tensor]:
        """Return what was measured, for a checkpoint."""
        return {"most": self.most.cpu(), "usual": self.usual.cpu()}

    def take_up(self, kept: dict[str, Tensor]) -> None:
        """Go on with what was measured before."""
        device = self.most.device
        self.most, self.usual = kept["most"].to(device), kept["usual"].to(device)

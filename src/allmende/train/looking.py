"""How strong a net has become: against chance, against its own past, and against a level."""

from functools import partial
from pathlib import Path

import torch

from allmende.bots.levels import RANDOM
from allmende.bots.nets.file import read_net
from allmende.bots.nets.instinct import Instinct
from allmende.core.game import Game
from allmende.lab.arena import Plan, compete
from allmende.lab.entrants import Entrant

from .company import Group, usual_kind
from .net import Net
from .playing import drawn
from .settings import Settings

TABLES = 256
"""At so many tables nets meet each other."""
OPPONENT = "fox@100"
"""The level that a net meets at every look: a fox that imagines few games."""
NET = "net"
HALF = 0.5
LONG = 0.05
"""When no more than this part of the games is left, they are not waited for and count as even."""


@torch.no_grad()
def share_against(
    net: Net, other: Net | None, settings: Settings, seed: str, chance: torch.Generator
) -> float:
    """Let a net play against another one, or against chance: one game at each table, in which each
    sits in every second seat. Return how much of the others it leaves behind, a half if they are
    equal."""
    group = Group(net.game, usual_kind(net.game), TABLES, seed, settings)
    seats, total = group.kind.seats, torch.zeros(TABLES, device=group.device)
    begins = torch.arange(TABLES, device=group.device) % 2
    waits = torch.ones(TABLES, dtype=torch.bool, device=group.device)
    sits = (torch.arange(seats, device=group.device)[None, :] + begins[:, None]) % 2 == 0
    while waits.float().mean() > LONG:
        seen, mask, seat = group.observation, group.mask, group.seat.to(group.device)
        mine, _ = net.likely(seen, mask, seats)
        theirs = mask.float().log() if other is None else other.likely(seen, mask, seats)[0]
        own_turn = sits.gather(1, seat[:, None])[:, 0]
        group.step(torch.where(own_turn, drawn(mine, chance), drawn(theirs, chance)))
        brought = (group.reward.to(group.device) * sits).sum(1) / sits.sum(1)
        over = group.over.to(group.device)
        total += torch.where(waits & over, brought, torch.zeros_like(brought))
        waits &= ~over
    return HALF + HALF * float(total.mean())


def instinct_from(file: Path, game: Game, seed: str) -> Instinct:
    """Make a player of a net in a file."""
    return Instinct(game, read_net(file, game)[0])


def share_against_level(file: Path, settings: Settings) -> float | None:
    """Let a net in a file, without any search, play a level; None if no games are wanted."""
    if not settings.games:
        return None
    players = (Entrant(NET, partial(instinct_from, file)), OPPONENT)
    plan = Plan(settings.game, players, games=settings.games, seed=settings.seed, limit=None)
    return float(compete(plan).pair(NET, OPPONENT).share)


OTHERS = (RANDOM, "its past", OPPONENT)
"""Whom a net meets at a look, in the order of the curve."""

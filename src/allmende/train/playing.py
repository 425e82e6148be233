"""A round of self-play: some decisions at every table, and what came of them."""

from typing import NamedTuple

import torch
from torch import Tensor

from .company import OBSERVATION, Group
from .net import IMPOSSIBLE, Net, turned
from .worth import Worth

WITNESSES, HALF, SOMETIMES, MOST_SPREADING = 16, 0.5, 8, 1024
"""How games are spread out: one table of so many is left alone until half of those have ended, the
others begin again every few steps, if it is their lot; and no longer than so many steps."""
FADING = 0.96
"""How much of what is learned about one decision goes on to the decision before it."""


class Batch(NamedTuple):
    """Decisions of many games, one in each row."""

    seats: int
    seen: Tensor
    mask: Tensor
    chosen: Tensor
    likely: Tensor
    """The logarithm of how likely the move was."""
    gain: Tensor
    """How much more it brought than was expected."""
    result: Tensor
    """What each seat got, from the own seat on, as far as it is known or can be foreseen."""
    games: int


class Room:
    """The memory for a round at a group of tables, used again in every round."""

    def __init__(self, group: Group, steps: int) -> None:
        count, seats, device = group.count, group.kind.seats, group.device
        entries, there = group.shown[OBSERVATION].shape[1], group.tables_at
        self.seen = torch.zeros((steps, count, entries), dtype=group.kept_as, device=device)
        self.mask = torch.zeros((steps, count, group.moves), dtype=torch.bool, device=device)
        self.chosen = torch.zeros((steps, count), dtype=torch.long, device=device)
        self.by_chance = torch.zeros((steps, count), dtype=torch.bool, device=device)
        self.seat = torch.zeros((steps + 1, count), dtype=torch.long, device=there)
        self.likely = torch.zeros((steps, count), device=device)
        self.values = torch.zeros((steps + 1, count, seats), device=device)
        self.reward = torch.zeros((steps, count, seats), device=there)
        self.points = torch.zeros((steps, count, seats), device=there)
        self.over = torch.zeros((steps, count), dtype=torch.bool, device=there)


def drawn(numbers: Tensor, chance: torch.Generator) -> Tensor:
    """Choose a move in each row, as likely as its number says."""
    noise = torch.rand(numbers.shape, generator=chance, device=numbers.device)
    return (numbers - noise.clamp_(1e-9, 1 - 1e-7).log_().neg_().log_()).argmax(1)


@torch.no_grad()
def spread_out(net: Net, group: Group, chance: torch.Generator) -> None:
    """Let the games at the tables become of all ages.

    Else all would begin at once and end at once, and a round would be about one part of the game
    alone. Tables begin again ever more rarely, so that any step was as likely the last time;
    some tables never do, and when half of those have come to an end it was long enough.
    """
    layer, ended = net.first_layer(group.kind.seats), torch.zeros_like(group.over)
    untouched = torch.arange(group.count, device=ended.device) < max(1, group.count // WITNESSES)
    for step in range(MOST_SPREADING):
        mask = group.mask
        numbers, _ = net.judge(group.observation, mask, group.kind.seats, layer)
        group.step(drawn(numbers.masked_fill_(~mask, IMPOSSIBLE).log_softmax(1), chance))
        ended |= group.over
        if step % SOMETIMES == 0:
            if ended[untouched].float().mean() >= HALF:
                break
            lot = torch.rand(group.count, generator=chance, device=group.device).to(ended.device)
            group.begin_again((lot < SOMETIMES / (step + 1)) & ~untouched)
    group.is_spread_out = True


@torch.no_grad()
def play(
    net: Net, group: Group, room: Room, chance: torch.Generator, worth: Worth, done: float
) -> Batch:
    """Let a net play against itself at a group of tables."""
    seats, steps = group.kind.seats, len(room.chosen)
    layer = net.first_layer(seats)
    for step in range(steps):
        room.seat[step] = group.seat
        mask, room.seen[step] = group.mask, group.observation
        numbers, room.values[step] = net.judge(room.seen[step], mask, seats, layer)
        likely = numbers.masked_fill_(~mask, IMPOSSIBLE).log_softmax(1)
        by_chance = group.openings.by_chance
        chosen = drawn(torch.where(by_chance[:, None], mask.float().log(), likely), chance)
        room.mask[step], room.chosen[step], room.by_chance[step] = mask, chosen, by_chance
        room.likely[step] = likely.gather(1, chosen[:, None])[:, 0]
        group.step(chosen)
        group.openings.go_on(group.over, chance)
        room.reward[step], room.over[step] = group.reward, group.over
        room.points[step] = group.points
    _, room.values[steps] = net.judge(group.observation, group.mask, seats, layer)
    room.seat[steps] = group.seat
    return told(room, seats, worth, done)


def told(room: Room, seats: int, worth: Worth, done: float) -> Batch:
    """Work out what each decision brought."""
    device, steps = room.chosen.device, len(room.chosen)
    over, seats_to_act = room.over.to(device), room.seat.to(device)
    reward = worth.of(room.reward.to(device), room.points.to(device), over, done)
    values = turned(room.values.flatten(0, 1), seats_to_act.flatten(), seats)
    values = values.unflatten(0, (steps + 1, -1))
    gains, running = torch.zeros_like(reward), torch.zeros_like(reward[0])
    for step in reversed(range(steps)):
        goes_on = (~over[step]).float()[:, None]
        surprise = reward[step] + goes_on * values[step + 1] - values[step]
        running = surprise + FADING * goes_on * running
        gains[step] = running
    seat = seats_to_act[:-1].flatten()
    own = gains.flatten(0, 1).gather(1, seat[:, None])[:, 0]
    results = (gains + values[:-1]).flatten(0, 1)
    learned = (~room.by_chance.flatten()).nonzero()[:, 0]
    return Batch(
        seats=seats,
        seen=room.seen.flatten(0, 1)[learned],
        mask=room.mask.flatten(0, 1)[learned],
        chosen=room.chosen.flatten()[learned],
        likely=room.likely.flatten()[learned],
        gain=own[learned],
        result=turned(results, -seat, seats)[learned],
        games=int(room.over.sum()),
    )

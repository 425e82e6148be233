# %% [markdown]
# # Train a small policy
#
# A net learns four in a row by playing against itself: at 512 tables at a time, from what each seat
# knows, with nothing but the reward at the end of a game. That takes less than a minute on one
# core. Then it sits down in the arena like any other player.
#
# `make torch` sets up what this needs (PyTorch) and runs it as a test; the cells (`# %%`) open as a
# notebook in most editors. Any game on the contract can stand in place of this one.

# %%
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from allmende import Game
from allmende.core.sight import Sight
from allmende.env import Tables
from allmende.lab.arena import Plan, compete
from allmende.lab.entrants import Entrant

GAME = str(Path(__file__).with_name("four_in_a_row.py"))
SEED, TABLES, BATCHES = 7, 512, 150
RATE, CURIOSITY = 2e-3, 0.01
FADING = 0.9  # what a decision is given of the reward for the one after it
ARENA_GAMES = 400

torch.manual_seed(SEED)
torch.set_num_threads(1)  # sums have one order then: the same seed gives the same net

# %% [markdown]
# ## The tables and the net
#
# The arrays of the tables are shared with PyTorch once and for good; each step writes them anew.
# Games that are over wait for `reset`, so that a batch is one whole game at each table. The net
# maps what a seat knows to a number for each move, and to one more: the reward it expects.

# %%
tables = Tables(GAME, TABLES, seed=SEED, auto_reset=False)
observation, mask = torch.from_dlpack(tables.observation), torch.from_dlpack(tables.mask)
seat, reward = torch.from_dlpack(tables.seat), torch.from_dlpack(tables.reward)
entries, moves = observation.shape[1], mask.shape[1]

net = nn.Sequential(
    nn.Linear(entries, 128),
    nn.ReLU(),
    nn.Linear(128, 128),
    nn.ReLU(),
    nn.Linear(128, moves + 1),
)


def judge(seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logarithm of each move's probability, and the reward that the net expects."""
    judged = net(seen)
    return judged[:, :-1].masked_fill(~legal, -1e9).log_softmax(1), judged[:, -1]


# %% [markdown]
# ## One batch: a game at each table
#
# Whoever decides asks the same net. What it saw and chose is kept. What that was worth is known
# when the game is over: a victory or a defeat, the more so the nearer it was to the end.


# %%
class Batch(NamedTuple):
    """Decisions of many games, one in each row."""

    seen: Tensor
    legal: Tensor
    chosen: Tensor
    reward: Tensor


def play_a_batch() -> Batch:
    """Let the net play a game against itself at every table."""
    tables.reset()
    earned = torch.zeros_like(reward)
    asked: list[tuple[Tensor, Tensor]] = []
    kept: list[tuple[Tensor, Tensor, Tensor]] = []
    while (at := (seat >= 0).nonzero()[:, 0]).numel():
        seen, legal = observation[at], mask[at]
        with torch.no_grad():
            chosen = judge(seen, legal)[0].exp().multinomial(1)[:, 0]
        asked.append((at, seat[at].long()))
        kept.append((seen, legal, chosen))
        choices = torch.full((TABLES,), -1)
        choices[at] = chosen
        tables.step(choices)
        earned += reward
    length = torch.cat([at for at, _ in asked]).bincount()
    worth = [
        earned[at, who] * FADING ** (length[at] - made) for made, (at, who) in enumerate(asked, 1)
    ]
    seen, legal, chosen = (torch.cat(column) for column in zip(*kept, strict=True))
    return Batch(seen, legal, chosen, torch.cat(worth))


# %% [markdown]
# ## Learning
#
# Moves that brought more than expected become likelier, those that brought less become rarer (a
# policy gradient with a baseline). A little reward for being undecided keeps the net curious.

# %%
optimizer = torch.optim.Adam(net.parameters(), lr=RATE)
for number in range(BATCHES):
    batch = play_a_batch()
    likely, expected = judge(batch.seen, batch.legal)
    surprise = batch.reward - expected
    taken = likely.gather(1, batch.chosen[:, None])[:, 0]
    undecided = -(likely.exp() * likely).sum(1).mean()
    loss = -(surprise.detach() * taken).mean() + surprise.square().mean() - CURIOSITY * undecided
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if number % 30 == 0:
        length = len(batch.chosen) / TABLES
        print(f"batch {number:3}: {length:4.1f} moves a game, surprise {surprise.std():.2f}")

# %% [markdown]
# ## In the arena
#
# A player is a class with a constructor and `choose`. Every deal is played from both seats, and the
# interval holds the true share of victories with 95 % confidence: above 50 % means that it has
# learned.


# %%
class Learned:
    """Plays the move that the net finds best."""

    def __init__(self, game: Game, seed: str) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        """Ask the net about what the seat knows."""
        seen = torch.from_numpy(sight.game.observe(sight.record, sight.seat))[None]
        legal = torch.from_numpy(sight.game.mask(sight.record, sight.seat))[None]
        with torch.no_grad():
            return int(judge(seen, legal)[0].argmax())


plan = Plan(GAME, (Entrant("learned", Learned), "random"), games=ARENA_GAMES, seed=str(SEED))
result = compete(plan)
for row in result.rows:
    low, high = row.win_interval
    print(f"{row.name:8} wins {row.win_rate:.1%} of {ARENA_GAMES} games ({low:.1%} to {high:.1%})")

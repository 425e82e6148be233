# %% [markdown]
# # Solve Kuhn poker
#
# Kuhn poker is the smallest poker there is: three cards, two players, one bet. Its rules are
# `kuhn_poker.py` beside this file, written like those of any other game here; OpenSpiel solves it
# with counterfactual regret minimisation (CFR) in seconds.
#
# `make peers` sets up what this needs (`pip install 'allmende[openspiel]'`) and runs it as a test;
# the cells (`# %%`) open as a notebook in most editors.

# %%
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from allmende.env.openspiel import register

STEPS = (1, 3, 10, 30, 100, 300)

# %% [markdown]
# ## Our game, in OpenSpiel
#
# A game in a file is registered by hand, and loaded by name. Returns are the chips that were won;
# without that they would be victories.

# %%
name = register(str(Path(__file__).with_name("kuhn_poker.py")))
game = pyspiel.load_game(f"{name}(returns=points)")
print(game, "with", game.num_players(), "players")

# %% [markdown]
# ## Solving it
#
# In each step the solver looks back at every decision: how much better would each move have been?
# What it regrets not to have done it does more often from then on. The exploitability of what it
# has learned so far is what a perfect opponent would win against it, on average of both seats; at
# 0 nobody can do better.

# %%
solver = cfr.CFRSolver(game)
curve: dict[int, float] = {}
for step in range(1, STEPS[-1] + 1):
    solver.evaluate_and_update_policy()
    if step in STEPS:
        curve[step] = exploitability.exploitability(game, solver.average_policy())
        print(f"after {step:3} steps: exploitability {curve[step]:.4f}")

# %% [markdown]
# ## What it has learned
#
# Theory says that the first player loses a chip in 18 games, however well it plays. The solver has
# found that out by itself. It has also found out to bluff: with the lowest card it bets at times.

# %%
policy = solver.average_policy()
start = game.new_initial_state()
value = expected_game_score.policy_value(start, [policy, policy])[0]
print(f"the first player wins {value:.4f} chips a game; theory says {-1 / 18:.4f}")

lowest = start.child(0).child(0)  # the jack for the first player, the queen for the second
for move, chance in policy.action_probabilities(lowest).items():
    print(f"with the jack the first player will {lowest.action_to_string(move)}: {chance:.0%}")

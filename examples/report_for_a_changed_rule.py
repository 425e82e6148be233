# %% [markdown]
# # Report for a changed rule
#
# What if three in a row were enough? A designer changes one line of `four_in_a_row.py`, plays both
# versions a few hundred times, and reads what the change does to the game: who wins, how long it
# takes, whether thinking still pays. Then there is a report of each version to read and to print.
#
# This needs Matplotlib (`pip install 'allmende[report]'`) and takes some seconds; the cells
# (`# %%`) open as a notebook in most editors. From the shell the same report is made by
# `allmende report my_game.py`.

# %%
from pathlib import Path
from tempfile import mkdtemp

from allmende.lab.report.findings import Findings, find_out
from allmende.lab.report.setting import Setting
from allmende.paper.report import report

GAME = Path(__file__).with_name("four_in_a_row.py")
FOLDER = Path(mkdtemp(prefix="allmende-"))
SEED, GAMES, ITERATIONS = "three or four", 60, 64

# %% [markdown]
# ## The change
#
# Pairs are found by laying the board over itself, shifted by one place, and rows of four by laying
# pairs over pairs. With a single disc behind a pair three are enough. The copy is a game like any
# other: it could be played in the terminal or on the page as it is.

# %%
FOUR = "pairs & (pairs >> 2 * step)"
THREE = "pairs & (discs >> 2 * step)"
TITLES = {"Four in a row": "Three in a row", "four-in-a-row": "three-in-a-row"}

rules = GAME.read_text("utf-8")
assert FOUR in rules
for before, after in {FOUR: THREE, **TITLES}.items():
    rules = rules.replace(before, after)
changed = FOLDER / "three_in_a_row.py"
changed.write_text(rules, "utf-8")

# %% [markdown]
# ## Measuring both
#
# A setting says what is played. Thoughtful players imagine a number of games for each decision and
# never look at a clock, so the same seed finds the same on every machine.


# %%
def find_out_about(game: Path) -> Findings:
    """Play many games and look at them."""
    return find_out(Setting(str(game), seats=2, seed=SEED, games=GAMES, iterations=ITERATIONS))


findings = {"four": find_out_about(GAME), "three": find_out_about(changed)}

# %% [markdown]
# ## What the change does
#
# With four in a row no seat is clearly better; with three the first one is, and the game is over
# before there was much to decide. So that change needs another one: a wall in the middle, perhaps,
# or a first move that must not be there.

# %%
for name, found in findings.items():
    first = found.thoughtful.result.seat_rows[0]
    low, high = first.win_interval
    length = found.thoughtful.summary.length
    rung = found.ladder[-1]
    print(f"{name:5} in a row: the first seat wins {first.win_rate:.0%} ({low:.0%} to {high:.0%}),")
    print(f"      a game has {length.mean:.1f} moves,")
    print(f"      and {rung.steps.times} times the thought is ahead in {rung.ahead:.0%}.")

# %% [markdown]
# ## The reports
#
# One page each, for the browser or for paper; `en`, `de` or `nl`.

# %%
for name, found in findings.items():
    page = FOLDER / f"{name}.html"
    page.write_text(report(found, "en"), "utf-8")
    print(f"read {page}")

"""Games of an arena as game files, which `allmende replay`, `analyse` and the page can read."""

from collections.abc import Sequence
from pathlib import Path

from allmende.core.file import Player
from allmende.core.match import Match

from .contest import Plan, deal, seed_of
from .luggage import game_of
from .outcome import Outcome
from .staged import GAME_ENDING, writing

SOME_BOT = "bot"
"""The level of a player whose name cannot be one."""


def save_game(folder: Path, plan: Plan, outcome: Outcome, names: Sequence[str]) -> None:
    """Write a game whose decisions were noted into a folder, under its number."""
    number, first = outcome.sitting.deal, deal(plan, outcome.sitting.deal)
    match = Match(game_of(plan.game), first, seed_of(plan.seed, number))
    for decision in outcome.log:
        match.play_in_numbers(decision.seat, decision.move)
    match.spell()
    match.players = tuple(seated(names[player]) for player in outcome.sitting.players)
    path = folder / f"{outcome.sitting.number:07}{GAME_ENDING}"
    with writing(path):
        match.save(path)


def seated(name: str) -> Player:
    """Say who sat in a seat; `fox@400` is a fox with a name of its own."""
    level = name.partition("@")[0]
    if not level.isidentifier():
        level = SOME_BOT
    return Player("" if name == level else name, level)

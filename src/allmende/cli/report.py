"""`allmende report`: plays many games, and writes for a designer what they say about the rules."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from allmende.core.data import read_document
from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.registry import find_game
from allmende.lab.report.findings import find_out, games_to_play
from allmende.lab.report.setting import Setting
from allmende.lab.staged import staging
from allmende.paper.canvas import check_library
from allmende.paper.report import report

from .arguments import the_options, the_seed
from .crews import Workers, crew_of
from .progress import watched

ENDING = ".html"
MOST_JOBS_UNASKED = 8
"""Each process loads the rules for itself: more than these do not pay by themselves."""


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    seats: int | None
    options: Sequence[str]
    data: Path | None
    games: int
    iterations: int
    seed: str | None
    workers: Workers
    language: str
    out: Path | None
    force: bool


def make_report(wishes: Wishes) -> None:
    """Measure a game, with a progress bar if somebody watches, and write the report."""
    game = find_game(wishes.game)
    setting = setting_of(wishes, game)
    check_library()
    out = wishes.out or Path(f"{game.name}-report{ENDING}")
    with staging() as stage:
        file = stage.file(out, ENDING, wishes.force)
        with (
            watched(games_to_play(setting), "getting ready", game.name, "games") as progress,
            crew_of(wishes.workers, wishes.game) as crew,
        ):
            findings = find_out(setting, progress, crew)
        file.write(report(findings, wishes.language).encode())
    title = game.speaker().say(Message("game.title"))
    print(f"{out} is the report of {title}, from seed {setting.seed}.")


def setting_of(wishes: Wishes, game: Game) -> Setting:
    """Check what was asked for."""
    chosen = the_options(wishes.options)
    game.option_indices(chosen)
    options = {name: choices[0] for name, choices in game.options.items()} | chosen
    seats = game.check_seats(min(game.seats) if wishes.seats is None else wishes.seats)
    document = None if wishes.data is None else read_document(wishes.data)
    game.prepare(seats, options, document)
    return Setting(
        game=wishes.game,
        seats=seats,
        seed=the_seed(wishes.seed),
        options=options,
        games=wishes.games,
        iterations=wishes.iterations,
        jobs=wishes.workers.on_this_machine(min(MOST_JOBS_UNASKED, os.cpu_count() or 1)),
        data=None if document is None else json.dumps(document),
    )
